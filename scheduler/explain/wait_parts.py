"""A job's wait cut into parts by reason, which sum to the wait, each with the jobs in its way; also as facts.

Parts are told in whole seconds, minutes or hours, so that what is read sums to the wait only to that rounding; the
seconds behind them sum exactly (wait_causes.py; to the rounding of sums where times are no whole numbers).  Where no
log was kept, time in which the job would have fitted has no reason that could be told.

Where a topic knows what rule held a job, as tasks wait for their batch, no log is needed for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from scheduler.analysis.blame import ROUNDING, rivals, shares
from scheduler.analysis.hold_causes import BUSY, ORDER, RESERVATION, RULE, UNKNOWN
from scheduler.analysis.wait_causes import reasons
from scheduler.engine.decision_log import RESERVE, SKIP
from scheduler.explain import stories
from scheduler.explain.overtaking import who_went_first
from scheduler.facts import Cluster, Duration, Fact, Job, Number, Processors, Share
from scheduler.kinds import memory_of_pieces
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import decides

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
    rule: Fact | None = None  # where it is known without a log
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
    rules = (story.held_until(schedule, job) for story in stories().values() if story.held_until is not None)
    rule = next((fact for fact in rules if fact is not None), None)
    return [
        part._replace(kind=RULE, cause_known=True, rule=rule) if rule and not part.cause_known else part
        for part in parts
    ]


def waited(schedule: Schedule, job: int, at_its_start: Iterable[Fact] = ()) -> Iterator[Fact]:
    """The facts of the wait of a job (row of jobs): its parts, who made room, who went first; none without a wait."""
    if (parts := wait_parts(schedule, job)) is not None:
        yield parts
        yield from at_its_start
        yield from who_went_first(schedule, job)


def wait_parts(schedule: Schedule, job: int) -> Fact | None:
    """ "For 3 min too few processors were free (...); for 20 s they were kept free for the reservation of job 12."

    A wait of one kind has a shorter sentence: "Too few processors were free until job 5 ended."  None for a job that
    did not wait.  job: row of jobs.
    """
    parts = parts_of(schedule, job)
    if not parts:
        return None
    if len(parts) > 1:
        rest: Fact | None = None
        for part in reversed(parts):
            rest = Fact("wait_part", length=Duration(part.seconds), cause=_cause(schedule, part), rest=rest)
        return Fact("waited_in_parts", parts=rest)
    if parts[0].kind == BUSY:
        until, blamed = _until(schedule, job), _blamed(parts[0])
        values = {} if until == blamed.get("culprits") else blamed
        return Fact("no_room_all_the_time", until=until, nodes=schedule.shares_nodes, **values)
    return Fact("held_all_the_time", cause=_cause(schedule, parts[0]))


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


# ---- told -----------------------------------------------------------------------------------------------------------


def at_its_start(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Who made room for a job (row of jobs), or just ended at its start."""
    placed, left = schedule.placed, made_way(schedule, job)
    ended = ended_at(schedule, float(placed.start[job]))
    ended = ended[placed.cluster[ended] == placed.cluster[job]]
    rows = left if len(left) else ended
    freed = _freed(schedule, rows).sum()
    if len(rows):
        yield Fact(
            "room_made" if len(left) else "ended_at_start",
            jobs=tuple(map(Job, rows)),
            ended=bool(np.isin(left, ended).all()),
            cluster=cluster_of(schedule, job),
            freed=_memory(round(freed, 6)) if schedule.shares_nodes else Processors(freed),
        )


def cluster_of(schedule: Schedule, job: int) -> Cluster | None:
    """Where a job (row of jobs) ran, where there are several clusters."""
    return Cluster(schedule.placed.cluster[job]) if schedule.workload.has_clusters else None


def ended_at(schedule: Schedule, time: float) -> np.ndarray:
    """Rows of the jobs that end at an instant, s, those that free most first."""
    rows = np.flatnonzero(schedule.placed.end == time)
    return rows[np.argsort(-_freed(schedule, rows), kind="stable")]


def _freed(schedule: Schedule, rows: np.ndarray) -> np.ndarray:
    """[rows]: processors that jobs had when they ended; memory in nodes where they share nodes."""
    if schedule.shares_nodes:
        return (memory_of_pieces(schedule.workload) * schedule.workload.jobs.processors)[rows]
    if not schedule.has_segments:
        return schedule.placed.processors[rows]
    segments = schedule.table("segments")
    return segments.processors[np.searchsorted(segments.job, rows, side="right") - 1]


def _memory(nodes: float) -> Fact:
    return Fact("memory", nodes=Number(f"{nodes:g}") if nodes > 1 else None, share=Share(nodes))


CAUSES = {RESERVATION: "held_for_reservation", ORDER: "held_for_head", RULE: "held_by_rule", UNKNOWN: "cause_not_told"}
ON_NODES = {ORDER: "left_out_of_placing", RULE: "awaited_period"}


def _until(schedule: Schedule, job: int) -> tuple[Job, ...]:
    """Whose end let a job (row of jobs) start that had no room before; empty where that was not an end."""
    jobs = made_way(schedule, job)
    ended = schedule.placed.end[jobs] == schedule.placed.start[job]
    return tuple(map(Job, jobs)) if len(jobs) and ended.all() else ()


def _cause(schedule: Schedule, part: WaitPart) -> Fact:
    """What a part was for, with the jobs to blame."""
    if part.kind == BUSY:
        return Fact("no_room", nodes=schedule.shares_nodes, **_blamed(part))
    if schedule.shares_nodes:
        return Fact(ON_NODES[part.kind] if part.cause_known else "no_nodes")
    if not part.cause_known:
        return Fact("cause_not_kept")
    return Fact("held_by_batch", batch=part.rule) if part.rule else Fact(CAUSES[part.kind], **_blamed(part))


def _blamed(part: WaitPart) -> dict[str, Any]:
    """The jobs to blame, mostly where one of several has more than half of the time; none if half is nobody's.

    Without such a one the first few are named, longest first.
    """
    culprits = [one for one in part.culprits if one.job >= 0]
    half = part.seconds / 2 * (1 + ROUNDING)
    if sum(one.seconds for one in culprits) <= half:
        return {}
    mostly = len(part.culprits) > 1 and culprits[0].seconds > half
    return {"culprits": tuple(Job(one.job) for one in culprits[: 1 if mostly else None]), "mostly": mostly}
