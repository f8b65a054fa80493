"""What holds back a job that fits: told by the decision log, and where none was kept by what its policy declares.

The log of a waiting job is a row whenever its reason changes, so that a row holds until the next one of that job.
Several rows of one instant count as the last of them.  Before the first row that was kept of a job, and from the last
row of the whole log on, nothing is known and the policy's default stands (Policy.wait_cause).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.engine.decision_log import RESERVE, RULES, SKIP
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of
from scheduler.rules import held_by

KINDS = ("busy", "reservation", "order", "rule", "unknown")  # unknown: a recorded schedule, a log tells no reasons
BUSY, RESERVATION, ORDER, RULE, UNKNOWN = range(len(KINDS))

# Rules that name a job for what its campaign, or its processor, is taken for: it is in the way while it runs, too.
STANDS_FOR_MORE = (
    "before_virtual_start",
    "larger_tag",
    "earlier_campaign",
    "later_deadline",
    "machine_taken",
    "later_batch",
    "longer_campaign",
    "later_user",
    "queued",
)


class HoldIntervals(NamedTuple):
    """Rows that partition [submit, start) of every job that waits, by job, then by time."""

    job: np.ndarray  # [rows] i8, row of jobs
    begin: np.ndarray  # [rows] f8, s
    end: np.ndarray  # [rows] f8, s
    kind: np.ndarray  # [rows] i8: all but BUSY, what would hold the job if it fitted; on shared
    # nodes also BUSY, where it did not
    culprit: np.ndarray  # [rows] i8, row of jobs, which waits or runs then; -1 none is known


def default_kind(schedule: Schedule) -> int:
    """What holds back the jobs of this policy where no log tells."""
    return KINDS.index(policy_of(schedule.policy).wait_cause)


def hold_intervals(schedule: Schedule, jobs: np.ndarray | None = None) -> HoldIntervals:
    """What would hold each job during its wait, if it fitted.

    jobs: [k] rows of jobs in any order, None for all; those that do not wait have no rows.
    """
    placed = schedule.placed
    chosen = np.full(len(placed), jobs is None)
    chosen[slice(0) if jobs is None else jobs] = True
    waits = chosen & (placed.start > placed.submit)
    job = np.flatnonzero(waits)
    none, default = np.full(len(job), -1), np.full(len(job), default_kind(schedule))
    never = np.full(len(job), np.inf)
    if not schedule.has_decisions or not len(schedule.table("decisions")):
        return HoldIntervals(job, placed.submit[job], placed.start[job], default, none)
    log_rows, until = _log_rows(schedule, waits), schedule.table("decisions").time[-1]
    late = job[placed.start[job] > until]
    rows = [
        np.concatenate(parts)
        for parts in zip(
            (job, placed.submit[job], default, none, never),
            log_rows,
            (late, np.maximum(placed.submit[late], until), default[: len(late)], none[: len(late)], never[: len(late)]),
            strict=True,
        )
    ]
    return _intervals(schedule, *rows)


def _log_rows(schedule: Schedule, waits: np.ndarray) -> tuple[np.ndarray, ...]:
    """(job, time, kind, culprit, until when that one is in the way) of the log's rows on waiting jobs, in its order."""
    d, placed = schedule.table("decisions"), schedule.placed
    rows = np.flatnonzero(np.isin(d.kind, (SKIP, RESERVE)))
    skips = rows[d.kind[rows] == SKIP]
    first = np.full(len(waits), len(d))
    np.minimum.at(first, d.job[skips], skips)
    job = d.job[rows]
    # A reservation says when a job is to start; why it waits now its last skip says, even if that is no news.
    tells = (d.kind[rows] == SKIP) | (rows < first[job])
    rows = rows[tells & waits[job] & (d.time[rows] < placed.start[job])]
    rules, which = np.unique(d.rule[rows], return_inverse=True)
    job, kind = d.job[rows], np.array([KINDS.index(held_by(rule)) for rule in rules.tolist()], np.int64)[which]
    holds = (kind != BUSY) | schedule.shares_nodes
    blocker = np.where(holds, d.blocker[rows], -1)
    runs_too = np.isin(d.rule[rows], [RULES.index(rule) for rule in STANDS_FOR_MORE])
    return (
        job,
        np.maximum(d.time[rows], placed.submit[job]),
        np.where(holds, kind, default_kind(schedule)),
        blocker,
        np.where(runs_too, placed.end[blocker], placed.start[blocker]),
    )


def _intervals(
    schedule: Schedule, job: np.ndarray, begin: np.ndarray, kind: np.ndarray, culprit: np.ndarray, until: np.ndarray
) -> HoldIntervals:
    """Each row holds until the next of its job; of several at one instant the last one given counts.

    until: [rows] s, when the culprit of each is no longer in the way.
    """
    order = np.lexsort((begin, job))  # stable
    job, begin = job[order], begin[order]
    last = np.ones(len(job), bool)
    last[:-1] = (job[1:] != job[:-1]) | (begin[1:] != begin[:-1])
    job, begin, order = job[last], begin[last], order[last]
    end = schedule.placed.start[job]
    same = job[1:] == job[:-1]
    end[:-1][same] = begin[1:][same]
    return _cut(HoldIntervals(job, begin, end, kind[order], culprit[order]), until[order])


def _cut(rows: HoldIntervals, until: np.ndarray) -> HoldIntervals:
    """Rows that end when their culprit is no longer in the way, and what is left of them, which has none."""
    gone = (rows.culprit >= 0) & (until < rows.end)
    left = HoldIntervals(*(column[gone] for column in rows))
    left = left._replace(begin=np.maximum(until[gone], left.begin), culprit=np.full(len(left.job), -1))
    rows = rows._replace(end=np.where(gone, until, rows.end))
    job, begin, end, kind, culprit = (np.concatenate(parts) for parts in zip(rows, left, strict=True))
    lasting = np.flatnonzero(end > begin)
    order = lasting[np.lexsort((begin[lasting], job[lasting]))]
    return HoldIntervals(job[order], begin[order], end[order], kind[order], culprit[order])
