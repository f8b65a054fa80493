"""Who has tasks on which node at an instant, what they get of its CPU, and why a job runs no faster.

A job's yield is held down by its fullest node: all its tasks run at one pace, so that a node that has nothing left to
give stops them all, and the jobs it is shared with are the reason.  Where none of its nodes is full, the algorithm has
left CPU over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.engine.fractional.segments import PENALTY
from scheduler.facts import Fact, Job, Nodes, Share
from scheduler.model import task_needs
from scheduler.model.schedule import Schedule

FULL = 1 - 1e-6  # of a node's CPU
PERCENT = 0.01  # of a node: shares are cut off to it where the policy is told so


class Tenants(NamedTuple):
    """One row for each job on each node, by node, then by job."""

    node: np.ndarray  # [rows] i8
    job: np.ndarray  # [rows] i8, row of jobs
    tasks: np.ndarray  # [rows] i8
    allotted: np.ndarray  # [rows] f8, CPU of the node: tasks x need x yield
    wanted: np.ndarray  # [rows] f8: tasks x need


class Limit(NamedTuple):
    """What holds a job down at an instant."""

    state: str  # waiting | paused | outside | penalty | full_speed | full_node | left_over | pool
    yield_: float  # 0 without nodes and in a penalty
    until: float  # s, until when it stays so; nan without nodes
    node: int  # the full one; -1 none
    wanted: float  # CPU wanted there by all, in nodes
    others: np.ndarray  # rows of the other jobs there, whoever wants most first


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


def segment_at(schedule: Schedule, job: int, time: float) -> int:
    """Row of segments in which a job is at an instant (s); -1 where it has no nodes then."""
    first, behind = of_job(schedule, job)
    s = schedule.table("segments")
    at = first + int(np.searchsorted(s.begin[first:behind], time, "right")) - 1
    return at if at >= first and time < s.end[at] else -1


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


def limit(schedule: Schedule, job: int, time: float) -> Limit:
    """What holds a job (row of jobs) down at an instant (s).

    Where the machine is one pool the state is "pool" instead of full_node, and `others` are all jobs in the system.
    """
    s, placed = schedule.table("segments"), schedule.placed
    at, nobody = segment_at(schedule, job, time), np.zeros(0, np.int64)
    if at < 0:
        inside = placed.submit[job] <= time < placed.end[job]
        state = "outside" if not inside else "waiting" if time < placed.start[job] else "paused"
        return Limit(state, 0.0, np.nan, -1, 0.0, nobody)
    until, yield_ = float(s.end[at]), float(s.yield_[at])
    if s.kind[at] == PENALTY:
        return Limit("penalty", 0.0, penalty_until(schedule, at), -1, 0.0, nobody)
    if yield_ >= FULL:
        return Limit("full_speed", yield_, until, -1, 0.0, nobody)
    if not schedule.has_places:
        others = s.job[(s.begin <= time) & (time < s.end) & (s.job != job)]
        return Limit("pool", yield_, until, -1, 0.0, others)
    occupancy = tenants(schedule, time)
    node = _fullest(schedule, occupancy, job)
    if node < 0:
        return Limit("left_over", yield_, until, -1, 0.0, nobody)
    here = np.flatnonzero((occupancy.node == node) & (occupancy.job != job))
    others = occupancy.job[here[np.argsort(-occupancy.wanted[here], kind="stable")]]
    return Limit("full_node", yield_, until, node, float(occupancy.wanted[occupancy.node == node].sum()), others)


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


def reason(cause: Limit) -> Fact:
    """Why a yield is below 1: a full node and who is on it, or CPU left over."""
    jobs = tuple(map(Job, cause.others.tolist()))
    if cause.state == "pool":
        return Fact("by_pool", jobs=jobs)
    if cause.node < 0:
        return Fact("by_algorithm")
    return Fact("by_node", node=cause.node + 1, jobs=jobs, wanted=Share(cause.wanted))


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
