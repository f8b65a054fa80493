"""Campaigns as a file declares them: who waits for whom in a closed loop.

Two meanings of fields 17 and 18.  With the header '; Queuescope-Campaigns: 1' field 17 names the last job of the
user's previous campaign, field 18 is the think time after the completion of that campaign, and the jobs of one user
with the same submit time and preceding job are one campaign.  Without it the standard's meaning holds: field 17 names
the job that has to end first, so each job is a group of its own.

A preceding job that cannot be waited for is counted and dropped: its follower is submitted as recorded.

`groups` makes the tables of campaigns, declared or inferred, once it is known which job belongs to which.
"""

from __future__ import annotations

import numpy as np

from scheduler.errors import WorkloadError
from scheduler.model.table import Table
from scheduler.model.trace import Trace
from scheduler.preparation import Groups
from scheduler.preparation.repairs import Draft


def groups(
    draft: Draft, user: np.ndarray, of_job: np.ndarray, previous: np.ndarray, think_time: np.ndarray, inferred: bool
) -> Groups:
    """The tables of campaigns that are numbered by their first job.

    user, of_job: [n] dense number of the user, campaign of each job; previous: [campaigns], -1 none; think_time:
    [campaigns] s, counted from the completion of the previous one.
    """
    first = np.unique(of_job, return_index=True)[1]
    work, longest = draft["processors"] * draft["runtime"], np.zeros(len(first))
    np.maximum.at(longest, of_job, draft["runtime"])
    table = Table.of(
        "campaigns",
        user=user[first],
        index=_index(user[first]),
        previous=previous,
        think_time=np.where(previous >= 0, np.maximum(think_time, 0), 0),
        work=np.bincount(of_job, work),
        longest=longest,
        inferred=np.full(len(first), inferred),
    )
    job_ptr = np.concatenate(([0], np.cumsum(np.bincount(of_job))))
    return Groups(table, of_job, job_ptr, np.argsort(of_job, kind="stable"))


def _index(user: np.ndarray) -> np.ndarray:
    """0.. within each user, in the order of campaigns."""
    order = np.argsort(user, kind="stable")
    begins = np.searchsorted(user[order], user[order])
    index = np.empty(len(user), np.int64)
    index[order] = np.arange(len(user)) - begins
    return index


NONE = -1


def declares(trace: Trace) -> bool:
    """Whether the file speaks of campaigns or preceding jobs.

    A field 17 that is the same in every line is a placeholder: where it names a job of the file, that job would have
    to wait for itself.
    """
    before = trace.columns["preceding_job"]
    return trace.declares_campaigns or bool((before > 0).any() and (before != before[0]).any())


def declared(trace: Trace, draft: Draft, user: np.ndarray) -> Groups:
    """The campaigns of the jobs of a draft, numbered by their first job; user: [n] dense.

    Raises WorkloadError when jobs wait for each other in a circle.
    """
    group = groups_of_lines(trace)  # of every line of the trace, usable or not
    first = np.sort(np.unique(group[draft["row"]], return_index=True)[1])
    campaign = np.full(len(trace), NONE)  # of every group
    campaign[group[draft["row"][first]]] = np.arange(len(first))
    of_job = campaign[group[draft["row"]]]
    previous = _previous(trace, draft, campaign[group], of_job, first)
    _refuse_circles(previous, draft, first)
    think_time = trace.columns["think_time"][draft["row"][first]]
    return groups(draft, user, of_job, previous, think_time, inferred=False)


def groups_of_lines(trace: Trace) -> np.ndarray:
    """[lines] number of the group of each line of the trace."""
    if not trace.declares_campaigns:
        return np.arange(len(trace))
    keys = np.stack([trace.columns[name] for name in ("user_id", "submit", "preceding_job")])
    return np.unique(keys, axis=1, return_inverse=True)[1].ravel()


def _previous(trace: Trace, draft: Draft, campaign: np.ndarray, of_job: np.ndarray, first: np.ndarray) -> np.ndarray:
    """[campaigns] the campaign that has to be complete first; those that cannot be waited for are noted.

    campaign: of every line of the trace; first: rows of the draft that begin a campaign.
    """
    row = draft["row"][first]
    asked = trace.columns["preceding_job"][row]
    asked = np.where((asked >= (0 if trace.declares_campaigns else 1)) & declares(trace), asked, NONE)
    before = _row_of(trace.columns["job_id"], asked)
    submit, user = trace.columns["submit"], trace.columns["user_id"]
    left = asked >= 0
    for rule, fault in (
        ("unknown", before < 0),
        ("later", submit[before] > submit[row]),
        ("other", (user[before] != user[row]) & trace.declares_campaigns),
        ("unusable", (campaign[before] < 0) & ~_usable(trace)[before]),
        ("left_out", campaign[before] < 0),
    ):
        draft.note(f"preceding_{rule}", (left & fault)[of_job], "info" if rule == "left_out" else "warning")
        left = left & ~fault
    return np.where(left, campaign[before], NONE)


def _row_of(ids: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Row of the first line with each wanted job id; -1 where there is none."""
    order = np.argsort(ids, kind="stable")
    at = np.searchsorted(ids[order], wanted).clip(max=len(ids) - 1)
    return np.where(ids[order][at] == wanted, order[at], NONE)


def _usable(trace: Trace) -> np.ndarray:
    size = np.maximum(trace.columns["requested_processors"], trace.columns["allocated_processors"])
    return (trace.columns["runtime"] > 0) & (size > 0) & (trace.columns["submit"] >= 0)


def _refuse_circles(previous: np.ndarray, draft: Draft, first: np.ndarray) -> None:
    """Follow everybody's predecessor 2^k steps at once: who has not come to an end by then goes in a circle."""
    end = len(previous)
    step = np.append(np.where(previous >= 0, previous, end), end)
    for _ in range(end.bit_length()):
        step = step[step]
    stuck = np.flatnonzero(step[:-1] != end)
    if len(stuck):
        job = first[stuck[0]]
        raise WorkloadError(
            f"Job {draft['job_id'][job]:.0f} (line {draft['line'][job]}) waits, by its preceding jobs "
            "(field 17), for itself; correct field 17 there."
        )
