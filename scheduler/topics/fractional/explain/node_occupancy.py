"""Who has tasks on which node at an instant, what they need and get of it, and why a job runs no faster.

A job's yield is held down by its fullest node: all its tasks run at one pace, so that a node that has nothing left to
give stops them all, and the jobs it is shared with are the reason.  Where none of its nodes is full, the algorithm has
left CPU over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.facts import Fact, Job, Nodes, Number, Share
from scheduler.model.schedule import PENALTY, Schedule
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.task_needs import Kind

FULL = 1 - 1e-6  # of a node's CPU
PERCENT = 0.01  # of a node: shares are cut off to it where the policy is told so


class Tenants(NamedTuple):
    """One row for each job on each node, by node, then by job."""

    node: np.ndarray  # [rows] i8
    job: np.ndarray  # [rows] i8, row of jobs
    tasks: np.ndarray  # [rows] i8
    allotted: np.ndarray  # [rows] f8, CPU of the node: tasks x need x yield
    wanted: np.ndarray  # [rows] f8: tasks x need


def tenants(schedule: Schedule, time: float) -> Tenants:
    """All tasks on nodes at an instant (s), of a schedule on shared nodes."""
    s, p = schedule.table("segments"), schedule.table("places")
    there = np.flatnonzero((s.begin <= time) & (time < s.end))
    first, behind = np.searchsorted(p.segment, there), np.searchsorted(p.segment, there, "right")
    run = _ranges(first, behind)
    segment = np.repeat(there, behind - first)
    node = _ranges(p.first[run], p.first[run] + p.count[run])
    segment, tasks, need = (
        np.repeat(column, p.count[run])
        for column in (segment, p.tasks[run], task_needs.of_places(schedule, "cpu_need", run))
    )
    order = np.lexsort((s.job[segment], node))
    node, tasks, segment = node[order], tasks[order], segment[order]
    job, wanted = s.job[segment], tasks * need[order]
    return _together(Tenants(node, job, tasks, wanted * s.yield_[segment], wanted))


def _together(rows: Tenants) -> Tenants:
    """One row for each job on each node, where both kinds of its tasks may stand."""
    changes = (np.diff(rows.node, prepend=-1) != 0) | (np.diff(rows.job, prepend=-1) != 0)
    if changes.all():
        return rows
    first = np.flatnonzero(changes)
    sums = (np.add.reduceat(column, first) for column in (rows.tasks, rows.allotted, rows.wanted))
    return Tenants(rows.node[first], rows.job[first], *sums)


def of_job(schedule: Schedule, job: int) -> tuple[int, int]:
    """The rows [first, behind) of segments of a job."""
    first, behind = np.searchsorted(schedule.table("segments").job, (job, job + 1))
    return int(first), int(behind)


def penalty_until(schedule: Schedule, segment: int) -> float:
    """When the penalty is over that a segment is in, s; several follow each other where the job's share changes."""
    s = schedule.table("segments")
    _, behind = of_job(schedule, int(s.job[segment]))
    last = segment
    while (
        last + 1 < behind
        and s.kind[last + 1] == PENALTY
        and s.begin[last + 1] == s.end[last]
        and places_of(schedule, last + 1) == places_of(schedule, segment)
    ):
        last += 1
    return float(s.end[last])


def _fullest(schedule: Schedule, occupancy: Tenants, job: int) -> int:
    """Of the nodes of a job that have nothing left to give the one that most is wanted of; -1 where all have."""
    size = int(occupancy.node.max()) + 1
    columns = occupancy.allotted, occupancy.wanted, occupancy.tasks
    allotted, wanted, tasks = (np.bincount(occupancy.node, column, size) for column in columns)
    least = 1 - PERCENT * tasks if schedule.params.get("quantized") else np.full(size, FULL)
    own = occupancy.node[occupancy.job == job]
    full = own[allotted[own] >= least[own]]
    return int(full[np.argmax(wanted[full])]) if len(full) else -1


# ---- as facts -------------------------------------------------------------------------------------------------------


def slowed_by(schedule: Schedule, job: int, time: float) -> Fact:
    """Why a job (row of jobs) that runs at an instant (s) has a yield below 1: a full node, or CPU left over.

    Named are the other jobs on that node, whoever wants most first; where the machine is one pool all in the system.
    """
    if not schedule.has_places:
        s = schedule.table("segments")
        others = s.job[(s.begin <= time) & (time < s.end) & (s.job != job)]
        return Fact("by_pool", jobs=tuple(map(Job, others.tolist())))
    occupancy = tenants(schedule, time)
    node = _fullest(schedule, occupancy, job)
    if node < 0:
        return Fact("by_algorithm")
    here = np.flatnonzero(occupancy.node == node)
    others = here[np.argsort(-occupancy.wanted[here], kind="stable")]
    jobs = tuple(Job(other) for other in occupancy.job[others].tolist() if other != job)
    return Fact("by_node", node=node + 1, jobs=jobs, wanted=Share(occupancy.wanted[here].sum()))


def of_kinds(what: str, kinds: Sequence[Kind], yield_: float = 1.0) -> Fact:
    """What each task "needs", or the "cpu" that it gets, its need x the yield; or the first tasks, then the others."""
    first, *others = kinds
    return Fact(
        what,
        tasks=Number(first.tasks),
        cpu=Share(first.cpu_need * yield_),
        memory=Share(first.memory),
        more=of_kinds(f"{what}_other", others, yield_) if others else None,
    )


def nodes_of(schedule: Schedule, segment: int) -> Nodes:
    """The nodes a segment has tasks on."""
    return Nodes(_joined(places_of(schedule, segment)))


def places_of(schedule: Schedule, segment: int) -> tuple[tuple[int, int, int], ...]:
    """(first, behind, tasks on each) of the runs of nodes of a segment, by kind of task, then by node."""
    p = schedule.table("places")
    rows = slice(*np.searchsorted(p.segment, (segment, segment + 1)).tolist())
    return tuple(
        zip(p.first[rows].tolist(), (p.first[rows] + p.count[rows]).tolist(), p.tasks[rows].tolist(), strict=True)
    )


def _joined(runs: tuple[tuple[int, int, int], ...]) -> list[tuple[int, int]]:
    """[low, behind) of nodes with tasks; neighbors as one."""
    ranges: list[tuple[int, int]] = []
    for low, behind, _ in sorted(runs):
        if ranges and ranges[-1][1] >= low:
            ranges[-1] = (ranges[-1][0], max(behind, ranges[-1][1]))
        else:
            ranges.append((low, behind))
    return ranges


def _ranges(first: np.ndarray, behind: np.ndarray) -> np.ndarray:
    """All numbers from each first up to, and without, its behind, one range after the other."""
    count = behind - first
    return np.arange(int(count.sum())) + np.repeat(first - np.cumsum(count) + count, count)
