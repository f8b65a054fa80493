"""Rules of nodes that jobs share: all tasks of a job are somewhere, and no node holds or gives more than it has.

CPU may be wanted by more than there is, so what counts is need times yield.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scheduler.audit import Check, Checks
from scheduler.audit.messages import Violation, first_row, job_name
from scheduler.durations import number
from scheduler.kinds import gives_fractions
from scheduler.model.occupancy import listed_before
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.topics.fractional import task_needs
from scheduler.wording import counted

SLACK = 1e-6  # of a node


def tasks(schedule: Schedule) -> Violation:
    """In every segment all tasks of the job stand on nodes that there are, its first tasks apart from the others."""
    segments, places = _tables(schedule)
    nodes = schedule.workload.platform.processors
    behind = places.first + places.count
    row = first_row((places.first < 0) | (behind > nodes) | (places.count < 1) | (places.tasks < 1))
    if row is not None:
        return (
            f"{_name(schedule, int(places.segment[row]))} has tasks on nodes {places.first[row] + 1} to "
            f"{behind[row]}; there are {nodes}, from 1 on."
        )
    have = np.bincount(places.segment, places.count * places.tasks, len(segments))
    row = first_row(have != segments.processors)
    if row is None:
        return _kinds_apart(schedule)
    return (
        f"{_name(schedule, row)} has {counted(int(have[row]), 'task')} on nodes from "
        f"{number(segments.begin[row])} s on; "
        f"wanted: {segments.processors[row]}."
    )


def _kinds_apart(schedule: Schedule) -> Violation:
    """No row of nodes lists first tasks of a job and others, which need something else; how many there are is right."""
    segments, places = _tables(schedule)
    first, listed = task_needs.first_tasks(schedule.workload.jobs)[segments.job], places.count * places.tasks
    before = listed_before(places.segment, listed)
    row = first_row((before < first[places.segment]) & (before + listed > first[places.segment]))
    if row is None:
        return None
    segment = int(places.segment[row])
    return (
        f"{_name(schedule, segment)} has first tasks and others in one run of nodes, from node "
        f"{places.first[row] + 1} on, from {number(segments.begin[segment])} s on; wanted: the nodes of its first "
        f"{first[segment]}, then those of its other tasks."
    )


def memory(schedule: Schedule) -> Violation:
    """The memory of the tasks on a node is at most the node's, at every instant."""
    return _most(schedule, "memory", task_needs.of_places(schedule, "memory"))


def cpu(schedule: Schedule) -> Violation:
    """Need times yield of the tasks on a node is at most the node's CPU, at every instant."""
    segments, places = _tables(schedule)
    row = first_row(~((segments.yield_ > 0) & (segments.yield_ <= 1 + SLACK)))
    if row is not None:
        return _no_yield(schedule, row)
    return _most(schedule, "CPU", task_needs.of_places(schedule, "cpu_need") * segments.yield_[places.segment])


def pool(schedule: Schedule) -> Violation:
    """Where jobs have no nodes: need times yield of all tasks is at most the CPU of all nodes, at every instant."""
    segments, nodes = schedule.table("segments"), schedule.workload.platform.processors
    row = first_row(~((segments.yield_ > 0) & (segments.yield_ <= 1 + SLACK)))
    if row is not None:
        return _no_yield(schedule, row)
    need = task_needs.mean(schedule.workload.jobs, "cpu_need")
    amount = need[segments.job] * segments.yield_ * segments.processors
    time = np.concatenate((segments.end, segments.begin))  # at equal times ends come first
    order = np.lexsort((np.arange(len(time)) >= len(segments), time))
    used = np.cumsum(np.concatenate((-amount, amount))[order])
    over = np.flatnonzero(used > nodes * (1 + SLACK))
    if not len(over):
        return None
    return (
        f"Jobs get the CPU of {number(float(round(used[over[0]], 6)))} nodes at {number(time[order[over[0]]])} s; "
        f"there are {nodes}."
    )


def moves(schedule: Schedule) -> Violation:
    """A job was moved as often as said: its nodes changed while it was not paused."""
    segments, places = _tables(schedule)
    ptr = np.searchsorted(places.segment, np.arange(len(segments) + 1))
    rows = [
        np.concatenate((places.first[a:b], places.count[a:b], places.tasks[a:b])).tobytes()
        for a, b in zip(ptr[:-1].tolist(), ptr[1:].tolist(), strict=True)
    ]
    joined = (segments.job[1:] == segments.job[:-1]) & (segments.begin[1:] <= segments.end[:-1])
    moved = np.fromiter((a != b for a, b in pairwise(rows)), bool, max(len(rows) - 1, 0))
    count = np.bincount(segments.job[1:][joined & moved], minlength=len(schedule.workload))
    row = first_row(schedule.placed.migrations != count)
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, row)} was moved {counted(count[row], 'time')} by its segments, not "
        f"{counted(schedule.placed.migrations[row], 'time')}."
    )


def _no_yield(schedule: Schedule, row: int) -> Violation:
    segments = schedule.table("segments")
    return (
        f"{_name(schedule, row)} has the yield {number(segments.yield_[row])} from {number(segments.begin[row])} s "
        "on; wanted: above 0, at most 1."
    )


def _tables(schedule: Schedule) -> tuple[Table, Table]:
    return schedule.table("segments"), schedule.table("places")


def _name(schedule: Schedule, segment: int) -> str:
    return job_name(schedule.workload, int(schedule.table("segments").job[segment]))


def _most(schedule: Schedule, what: str, each: np.ndarray) -> Violation:
    """No node with more than 1 of something; each: [places] what one task takes of it."""
    segments, places = _tables(schedule)
    place = np.repeat(np.arange(len(places)), places.count)
    node = places.first[place] + np.arange(len(place)) - np.repeat(np.cumsum(places.count) - places.count, places.count)
    segment = places.segment[place]
    amount = (each * places.tasks)[place]
    time = np.concatenate((segments.end[segment], segments.begin[segment]))  # at equal times ends come first
    change = np.concatenate((-amount, amount))
    order = np.lexsort((np.arange(len(time)) >= len(place), time, np.concatenate((node, node))))
    taken = np.cumsum(change[order])  # every node ends with 0, so they can be summed in one go
    over = np.flatnonzero(taken > 1 + SLACK)
    if not len(over):
        return None
    at = order[over[0]]
    where = at - len(place)
    return (
        f"Node {node[where] + 1} holds tasks with {number(float(round(taken[over[0]], 6)))} of its {what} at "
        f"{number(time[at])} s, when {job_name(schedule.workload, int(segments.job[segment[where]]), 'job')} gets "
        "a place on it; wanted: at most 1."
    )


def _on_nodes(schedule: Schedule) -> bool:
    """The policy says where every task stands."""
    return schedule.shares_nodes


def _in_pool(schedule: Schedule) -> bool:
    """Jobs share the whole machine by what their tasks need, and have no nodes."""
    return gives_fractions(schedule) and not schedule.has_places


CHECKS = Checks(
    "nodes",
    (
        Check("all tasks on nodes that there are", _on_nodes, tasks),
        Check("no node with tasks of more memory than it has", _on_nodes, memory),
        Check("no node that gives more CPU than it has", _on_nodes, cpu),
        Check("no instant with more CPU given than there is", _in_pool, pool),
        Check("jobs moved as often as said", _on_nodes, moves),
    ),
    after_machine=True,
)
