"""Jobs whose tasks need a part of a node on the pages: what each task needs, and what a job gets in a segment."""

from __future__ import annotations

from layouts import theme
from layouts.gantt.piece_facts import of_preempted
from layouts.kinds import Look
from scheduler.durations import human, moment
from scheduler.explain.words import Names, words
from scheduler.model.schedule import PENALTY, Schedule
from scheduler.model.workload import Workload
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.explain.node_occupancy import nodes_of, of_kinds


def asked(workload: Workload, job: int) -> list[str]:
    """What each task of a job needs of its node, in a line."""
    return [words(of_kinds("needs", task_needs.kinds(workload.jobs, job)), Names(percent=theme.percent))]


def piece(schedule: Schedule, segment: int) -> list[str]:
    """Yield or penalty with the CPU that takes, then nodes and time; of whole nodes what became of a run."""
    if not schedule.shares_nodes:
        return of_preempted(schedule, segment)
    s = schedule.table("segments")
    yield_ = float(s.yield_[segment])
    cpu = of_kinds("cpu", task_needs.kinds(schedule.workload.jobs, int(s.job[segment])), yield_)
    names = Names(percent=theme.percent)
    what = (
        f"penalty: holds {words(cpu, names)}, gets nothing done"
        if s.kind[segment] == PENALTY
        else f"yield {theme.number(yield_)}: {words(cpu, names)}"
    )
    begin, end = float(s.begin[segment]), float(s.end[segment])
    return [
        what,
        f"on {names.of(nodes_of(schedule, segment))} from {moment(begin)} to {moment(end)} ({human(end - begin)})",
    ]


LOOK = Look("needs", piece=piece, asked=asked)
