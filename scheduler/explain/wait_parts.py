"""A job's wait cut into parts by reason, which sum to the wait, each with the jobs in its way; also as a fact.

Parts are told in whole seconds, minutes or hours, so that what is read sums to the wait only to that rounding; the
seconds behind them sum exactly (wait_causes.py; to the rounding of sums where times are no whole numbers).  Where no
log was kept, time in which the job would have fitted has no reason that could be told.

Where tasks wait for their batch, the marks of a schedule tell when it begins; no log is needed for that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.offline_moldable import BATCH
from scheduler.analysis.blame import ROUNDING, rivals, shares
from scheduler.analysis.hold_causes import BUSY, KINDS, RESERVATION, RULE
from scheduler.analysis.wait_causes import reasons
from scheduler.engine.decision_log import RESERVE, SKIP
from scheduler.facts import Duration, Fact, Instant, Job
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import ON_LINE, TAKE_SOME, decides, policy_of


def batch_begin(schedule: Schedule, job: int) -> float | None:
    """s: the last begin of a batch up to the start of a task (row of jobs); None where no task waits for its batch.

    Batches that are closed up overlap, so their begins hold nobody; of batches planned one by one only the outer ones
    hold a task then.
    """
    batches = policy_of(schedule.policy).batches
    if not schedule.has_marks or not batches:
        return None
    marks = schedule.table("marks")
    waited = marks.kind == BATCH
    if schedule.params.get("compaction") and batches != TAKE_SOME:
        waited &= (batches == ON_LINE) & (np.char.find(marks.label, ",") < 0)
    begins = marks.begin[waited & (marks.begin <= schedule.placed.start[job])]
    return float(begins.max()) if len(begins) else None


def held_until(schedule: Schedule, job: int) -> Fact | None:
    """What held a task of batches: until its batch began at 1 h; None where that is not what held it."""
    begin = batch_begin(schedule, job)
    if begin is None or begin <= schedule.placed.submit[job]:
        return None
    return Fact("until_batch", begin=Instant(begin), later=begin < schedule.placed.start[job])


NEAR = 1e-6  # s; instants of campaigns that are so close are one


class Culprit(NamedTuple):
    """A job in the way of another one."""

    job: int  # row of jobs; -1 where none is known
    seconds: float


class WaitPart(NamedTuple):
    """What of a wait had one kind of reason."""

    kind: int  # of hold_causes.KINDS; all that was held is RESERVATION where `cause_known` is False
    cause_known: bool  # whether it is known what held the job; always so without room
    seconds: float
    culprits: tuple[Culprit, ...]  # with `others` they sum to `seconds`; longest first, then lowest row, unknown last
    rule: Fact | None = None  # where a rule is known without a log
    others: int = 0  # known culprits beyond these, which have the rest of `seconds`

    def first(self, most: int) -> WaitPart:
        """The part with at most so many known culprits: a wait of months has tens of thousands."""
        culprits = [one for one in self.culprits if one.job >= 0]
        nobody = self.culprits[len(culprits) :]
        return self._replace(culprits=(*culprits[:most], *nobody), others=self.others + len(culprits[most:]))


def parts_of(schedule: Schedule, job: int) -> list[WaitPart]:
    """The wait of a job (row) by kind of reason, in the order of hold_causes.KINDS; none for one that did not wait."""
    table = reasons(schedule, np.array([job]))
    explained = _cause_known(schedule, job, table.take(table.kind != BUSY))
    # without a log, all that was held is one
    kinds = table.kind if explained else np.minimum(table.kind, RESERVATION)
    parts = [
        _part(schedule, kind, explained or kind == BUSY, table.take(kinds == kind))
        for kind in np.unique(kinds).tolist()
    ]
    rule = held_until(schedule, job)
    return [
        part._replace(kind=RULE, cause_known=True, rule=rule) if rule and not part.cause_known else part
        for part in parts
    ]


def wait_parts(schedule: Schedule, job: int) -> Fact | None:
    """What a job (row of jobs) waited for, part by part, a wait of one kind as a whole; None for one that did not.

    "For 3 min too few processors were free (...); for 20 s they were kept free for the reservation of job 12."
    """
    parts = parts_of(schedule, job)
    if len(parts) > 1:
        reasons = None
        for part in reversed(parts):
            reasons = Fact("wait_part", time=Duration(part.seconds), reason=_reason(schedule, part), then=reasons)
        return Fact("waited", reasons=reasons)
    if parts and parts[0].kind == BUSY:
        until = _until(schedule, job)
        return Fact("waited", reasons=_no_room(schedule, parts[0], until=until, whole=not until))
    return Fact("waited", reasons=_reason(schedule, parts[0]), throughout=True) if parts else None


def _cause_known(schedule: Schedule, job: int, rows: Table) -> bool:
    """Whether the log was kept all the while the job was held, or it is known that there can be none."""
    if not decides(schedule.policy):
        return True
    if not schedule.has_decisions or not len(rows):
        return False
    d = schedule.table("decisions")
    times = d.time[(d.job == job) & np.isin(d.kind, (SKIP, RESERVE))]
    return len(times) > 0 and bool(times[0] <= rows.begin[0] + NEAR and d.time[-1] >= rows.end[-1] - NEAR)


def _part(schedule: Schedule, kind: int, cause_known: bool, rows: Table) -> WaitPart:
    """The rows of one kind."""
    if kind == BUSY:
        jobs, time = shares(schedule, int(rows.job[0]), rows.begin, rows.end)
    else:
        jobs, which = np.unique(rows.culprit, return_inverse=True)
        time = np.bincount(which, rows.end - rows.begin)
    order = np.lexsort((jobs, -time, jobs < 0))
    culprits = tuple(map(Culprit._make, zip(jobs[order].tolist(), time[order].tolist(), strict=True)))
    return WaitPart(kind, cause_known, float((rows.end - rows.begin).sum()), culprits)


def made_way(schedule: Schedule, job: int) -> np.ndarray:
    """Rows of the jobs that ended, or paused, at the start of one (row of jobs) which had no room until then.

    None for a job that would have fitted before, or did not wait: nobody had to make way for it then.
    """
    rows = reasons(schedule, np.array([job]))
    if not len(rows) or rows.kind[-1] != BUSY:
        return np.zeros(0, np.int64)
    begin, start = float(rows.begin[-1]), float(schedule.placed.start[job])
    h = rivals(schedule, job, begin, start)
    leaves = h.end == start
    if not schedule.shares_nodes:
        leaves &= h.cluster == schedule.placed.cluster[job]
    goes_on = holding(schedule.placed, schedule.segments)
    return np.setdiff1d(h.job[leaves], goes_on.job[(goes_on.begin <= start) & (goes_on.end > start)])


# ---- the facts ------------------------------------------------------------------------------------------------------


def _until(schedule: Schedule, job: int) -> tuple[Job, ...]:
    """Whose end let a job (row of jobs) start that had no room before; nobody where that was not an end."""
    jobs = made_way(schedule, job)
    ended = schedule.placed.end[jobs] == schedule.placed.start[job]
    return tuple(map(Job, jobs.tolist())) if ended.all() else ()


def _reason(schedule: Schedule, part: WaitPart) -> Fact:
    """What a part was for, with the jobs to blame."""
    if part.kind == BUSY:
        return _no_room(schedule, part)
    if schedule.shares_nodes:
        return Fact(f"on_nodes_{KINDS[part.kind]}" if part.cause_known else "on_nodes_untold")
    if not part.cause_known:
        return Fact("held_untold")
    if part.rule:
        return Fact("held_back", until=part.rule)
    jobs, mostly = _blamed(part)
    return Fact(f"held_{KINDS[part.kind]}", jobs=jobs, mostly=mostly, several=mostly or len(jobs) > 1)


def _no_room(schedule: Schedule, part: WaitPart, **when: Any) -> Fact:
    """A part without room.  when: where it is all of the wait, by whose end it was over, if that is known."""
    jobs, mostly = _blamed(part)
    return Fact(
        "no_room", memory=schedule.shares_nodes, jobs=() if jobs == when.get("until") else jobs, mostly=mostly, **when
    )


def _blamed(part: WaitPart) -> tuple[tuple[Job, ...], bool]:
    """(the jobs to blame, whether that is one of several with more than half of the time); nobody if half is nobody's.

    Without such a one they come longest first.
    """
    culprits = [one for one in part.culprits if one.job >= 0]
    half = part.seconds / 2 * (1 + ROUNDING)
    if culprits and len(part.culprits) > 1 and culprits[0].seconds > half:
        return (Job(culprits[0].job),), True
    if sum(one.seconds for one in culprits) <= half:
        return (), False
    return tuple(Job(one.job) for one in culprits), False
