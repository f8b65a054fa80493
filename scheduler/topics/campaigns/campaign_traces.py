"""Campaigns drawn one job after the other, and the file they make: what generators of campaign workloads share.

Jobs are made one after the other; each starts a new campaign with some probability and otherwise belongs to "the
previous campaign", read as the one made last, whoever owns it.  The first job starts a campaign because there is none
to belong to; two campaigns in a row may have the same owner and stay two.

In the file, field 17 names the last job of the user's previous campaign and field 18 the think time after that
campaign's completion (header `Queuescope-Campaigns: 1`).  The submit time is the earliest possible one: the user's
earlier campaigns at their lower bounds max(W/m, p_max), and the think times, summed and rounded up to whole seconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.statistics.random_draws import exponential

NONE = -1
HEADER = [("Queuescope-Campaigns", "1")]


class Drawn(NamedTuple):
    """Campaigns in the order they were made, sequential jobs, whole seconds."""

    owner: np.ndarray  # [campaigns] i8, user 0..
    think: np.ndarray  # [campaigns] i8, s, after the completion of the owner's previous campaign
    release: np.ndarray  # [users] i8, s, when a user's first campaign comes
    campaign: np.ndarray  # [jobs] i8, never falling: the jobs of a campaign are together
    runtime: np.ndarray  # [jobs] i8, s


def campaigns_of_jobs(random: np.random.Generator, probability: float, jobs: int) -> np.ndarray:
    """[jobs] i8: the campaign of each job, where each but the first starts one with that probability."""
    starts = random.random(jobs) < probability
    starts[0] = True
    return np.cumsum(starts) - 1


def think_times(random: np.random.Generator, kind: str, mean: float, n: int) -> np.ndarray:
    """[n] i8 s: constant or exponential; the same number of draws for both."""
    drawn = exponential(random, mean, n)
    return np.rint(drawn if kind == "exponential" else np.full(n, mean)).astype(np.int64)


def heavier(drawn: Drawn, observed: int, jobs: int, campaigns: int) -> Drawn:
    """The same with more of everything but one user's: each campaign of the others has `jobs` times its jobs, and comes
    `campaigns` times, one after the other.  What the observed user submits stays as it is.
    """
    others = drawn.owner != observed
    times = np.where(others, campaigns, 1)
    source = np.repeat(np.arange(len(drawn.owner)), times)  # of each campaign now: the one drawn
    count = np.bincount(drawn.campaign, minlength=len(drawn.owner))
    first = np.cumsum(count) - count
    size = count[source]
    row = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size - first[source], size)  # of each job now, too
    of = np.repeat(np.arange(len(source)), size)
    more = np.where(others[source], jobs, 1)[of]
    return Drawn(
        drawn.owner[source],
        drawn.think[source],
        drawn.release,
        np.repeat(of, more),
        np.repeat(drawn.runtime[row], more),
    )


def earliest(drawn: Drawn, processors: int) -> tuple[np.ndarray, np.ndarray]:
    """[campaigns] the user's previous campaign (-1 none), and the earliest possible submission in whole seconds."""
    count = len(drawn.owner)
    work, longest = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.add.at(work, drawn.campaign, drawn.runtime)
    np.maximum.at(longest, drawn.campaign, drawn.runtime)
    area = np.maximum(work, processors * longest)  # m times the lower bound, still exact
    order = np.argsort(drawn.owner, kind="stable")
    owner = drawn.owner[order]
    first = np.append(True, owner[1:] != owner[:-1])
    previous = np.empty(count, np.int64)
    previous[order] = np.where(first, NONE, np.append(NONE, order[:-1]))
    # m times what lies between the completion before and the submission: the think time, at first the release
    gap = processors * np.where(first, drawn.release[owner], drawn.think[order])
    until = np.cumsum(gap + np.append(0, area[order][:-1]))  # as if all campaigns were one user's
    begins = np.maximum.accumulate(np.where(first, np.arange(count), 0))
    submit = np.empty(count, np.int64)
    submit[order] = -(-(until - (until - gap)[begins]) // processors)
    return previous, submit


def columns_of(
    drawn: Drawn, processors: int, place: np.ndarray | None = None
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The columns of the file and, for each of its lines, the campaign.

    Lines are in the order of submission; at equal times by place[user], where given; then as drawn.
    """
    previous, submit = earliest(drawn, processors)
    users = np.zeros(len(drawn.release), np.int64) if place is None else place
    order = np.lexsort((users[drawn.owner][drawn.campaign], submit[drawn.campaign]))
    of = drawn.campaign[order]
    last_job = np.zeros(len(drawn.owner), np.int64)
    last_job[of] = np.arange(1, len(of) + 1)  # the last one written stays: jobs of a campaign are together
    first = previous[of] < 0
    runtime = drawn.runtime[order]
    columns = {
        "submit": submit[of],
        "runtime": runtime,
        "requested_time": runtime,
        "requested_processors": np.ones(len(of), np.int64),
        "user_id": drawn.owner[of] + 1,
        "preceding_job": np.where(first, NONE, last_job[previous[of]]),
        "think_time": np.where(first, NONE, drawn.think[of]),
    }
    return columns, of
