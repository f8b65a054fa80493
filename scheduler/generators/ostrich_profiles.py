"""Campaigns of users with short and with long jobs, as the OStrich paper simulates them.

Section 6 says: 64 processors; 10,000 jobs; lengths uniform in [1, 3600] seconds for a short user and [3600, 36000]
for a long one; each job starts a new campaign with probability 0.02 and otherwise belongs to the previous campaign;
the owner of a new campaign is drawn uniformly.  Read here as: jobs are made one after the other; "the previous
campaign" is the one made last, whoever owns it, so a campaign has 50 jobs on average; the first job starts a campaign
because there is none to belong to; two campaigns in a row may have the same owner and stay two.  Lengths are whole
seconds, both ends included.

The paper does not state how many users there are, how many of them are short, how long they think between the end of
a campaign and the next, and when their first campaigns come.  These are parameters; by default 20 users, the first
half of them short, no think time, all first campaigns at second 0.  A user who draws no campaign does not appear.

In the file, field 13 (group) is 1 for short and 2 for long users.  Field 17 names the last job of the user's previous
campaign and field 18 the think time after that campaign's completion (header `Queuescope-Campaigns: 1`).  The submit
time is the earliest possible one: the user's earlier campaigns at their lower bounds max(W/m, p_max), and the think
times, summed and rounded up to whole seconds.  The real one follows from the schedule.
"""

from __future__ import annotations

import numpy as np

from scheduler.errors import ParamError
from scheduler.generated import UNKNOWN, trace_of
from scheduler.generators import Generator
from scheduler.params import Param
from scheduler.random_draws import exponential, whole
from scheduler.trace import Trace

NOTES = (
    "Group 1: users with short jobs, group 2: users with long jobs.",
    "Fields 17 and 18 speak of campaigns: last job of the user's previous campaign, and the think time after it.",
    "Submit times are the earliest possible ones; a closed-loop simulation moves them.",
)


def generate(random: np.random.Generator, *, seed: int, **params: float) -> Trace:
    """The trace; jobs in (submit, drawn) order, the jobs of a campaign together."""
    _check(params)
    jobs, users = int(params["jobs"]), int(params["users"])
    starts = random.random(jobs) < params["new_campaign"]
    starts[0] = True
    campaign = np.cumsum(starts) - 1
    count = int(campaign[-1]) + 1
    # always `jobs` draws, used or not: the number of campaigns does not shift what is drawn after them
    owner = whole(random, 0, users - 1, jobs)[:count]
    think = _think_times(random, str(params["think"]), params["think_time"], jobs)[:count]
    release = whole(random, 0, int(params["first_within"]), users)
    is_short = owner < int(params["short_share"] * users + 0.5)
    runtime = _lengths(random, is_short[campaign], params)
    previous, submit = _chain(owner, think, release, campaign, runtime, int(params["processors"]))
    return _trace(seed, params, owner, is_short, think, previous, submit, campaign, runtime)


def _check(params: dict) -> None:
    for profile in ("short", "long"):
        low, high = params[f"{profile}_low"], params[f"{profile}_high"]
        if low > high:
            raise ParamError(f"{profile}_low = {low} is above {profile}_high = {high}; give the shorter length first.")


def _think_times(random: np.random.Generator, kind: str, mean: float, n: int) -> np.ndarray:
    drawn = exponential(random, mean, n)
    return np.rint(drawn if kind == "exponential" else np.full(n, mean)).astype(np.int64)


def _lengths(random: np.random.Generator, is_short: np.ndarray, params: dict) -> np.ndarray:
    low = np.where(is_short, params["short_low"], params["long_low"]).astype(np.int64)
    high = np.where(is_short, params["short_high"], params["long_high"]).astype(np.int64)
    return whole(random, low, high, len(is_short))


def _chain(owner: np.ndarray, think: np.ndarray, release: np.ndarray, campaign: np.ndarray, runtime: np.ndarray,
           processors: int) -> tuple[np.ndarray, np.ndarray]:
    """[campaigns] the user's previous campaign (-1 none), and the earliest possible submission in whole seconds."""
    work = np.zeros(len(owner), np.int64)
    longest = np.zeros(len(owner), np.int64)
    np.add.at(work, campaign, runtime)
    np.maximum.at(longest, campaign, runtime)
    area = np.maximum(work, processors * longest)           # m times the lower bound, still exact
    previous, submit = np.full(len(owner), UNKNOWN), np.empty(len(owner), np.int64)
    last = np.full(len(release), UNKNOWN)
    earlier = release * processors                          # m times the instant the user is ready
    for c, user in enumerate(owner.tolist()):
        previous[c] = last[user]
        earlier[user] += think[c] * processors if last[user] >= 0 else 0
        submit[c] = -(-earlier[user] // processors)
        earlier[user] += area[c]
        last[user] = c
    return previous, submit


def _trace(seed: int, params: dict, owner: np.ndarray, is_short: np.ndarray, think: np.ndarray, previous: np.ndarray,
           submit: np.ndarray, campaign: np.ndarray, runtime: np.ndarray) -> Trace:
    order = np.argsort(submit[campaign], kind="stable")
    of = campaign[order]
    last_job = np.zeros(len(owner), np.int64)
    last_job[of] = np.arange(1, len(of) + 1)    # the last one written stays: jobs of a campaign are together
    first = previous[of] < 0
    columns = {
        "submit": submit[of], "runtime": runtime[order], "requested_time": runtime[order],
        "requested_processors": np.ones(len(of), np.int64), "user_id": owner[of] + 1,
        "group_id": np.where(is_short[of], 1, 2),
        "preceding_job": np.where(first, UNKNOWN, last_job[previous[of]]),
        "think_time": np.where(first, UNKNOWN, think[of]),
    }
    return trace_of("ostrich_profiles", seed, params, int(params["processors"]), columns, NOTES,
                    extra=[("Queuescope-Campaigns", "1")])


STATED, CHOSEN = "stated in section 6", "not stated in the paper"

GENERATOR = Generator(
    key="ostrich_profiles",
    title="Campaigns of short and long users (OStrich)",
    family="campaign",
    generate=generate,
    source="Emeras, Pinheiro, Rzadca, Trystram: OStrich: Fair Scheduling for Multiple Submissions, 2013, section 6",
    params=(
        Param("jobs", 10_000, 1, 1_000_000, "jobs", f"how many jobs in all ({STATED})"),
        Param("processors", 64, 1, 1_000_000, "processors", f"size of the machine, m ({STATED})"),
        Param("users", 20, 1, 10_000, "users", f"how many users may own campaigns ({CHOSEN})"),
        Param("short_share", 0.5, 0, 1, "", f"share of the users, the first ones, whose jobs are short ({CHOSEN})"),
        Param("new_campaign", 0.02, 0, 1, "", f"probability that a job starts a new campaign ({STATED})"),
        Param("short_low", 1, 1, 10**8, "s", f"shortest job of a short user ({STATED})"),
        Param("short_high", 3_600, 1, 10**8, "s", f"longest job of a short user ({STATED})"),
        Param("long_low", 3_600, 1, 10**8, "s", f"shortest job of a long user ({STATED})"),
        Param("long_high", 36_000, 1, 10**8, "s", f"longest job of a long user ({STATED})"),
        Param("think", "constant", help=f"how think times are distributed ({CHOSEN})",
              choices=("constant", "exponential")),
        Param("think_time", 0, 0, 10**8, "s",
              f"mean think time, from the completion of a campaign to the next submission ({CHOSEN})"),
        Param("first_within", 0, 0, 10**8, "s",
              f"first campaigns come uniformly within this time; 0: all at second 0 ({CHOSEN})"),
    ),
)
