"""What a job does in one of its segments: on shared nodes how fast it runs and where; else what became of it.

Of a malleable task it is how many processors it has.
"""

from __future__ import annotations

from layouts import theme
from layouts.kinds import look_of
from scheduler.durations import human, moment
from scheduler.engine.fractional.segments import KILLED, PENALTY
from scheduler.explain.node_occupancy import nodes_of, of_kinds
from scheduler.explain.words import Names, words
from scheduler.model import task_needs
from scheduler.model.schedule import Schedule


def lines(schedule: Schedule, segment: int) -> list[str]:
    """Lines on a row of segments: yield or penalty with the CPU that takes, then nodes and time; or its fate.

    Of a malleable task its processors and the time.
    """
    s = schedule.table("segments")
    if schedule.is_malleable:
        begin, end = float(s.begin[segment]), float(s.end[segment])
        return [
            f"{theme.counted(int(s.processors[segment]), 'processor')} from {moment(begin)} to {moment(end)} "
            f"({human(end - begin)})"
        ]
    if not schedule.shares_nodes:
        return (look_of(schedule.workload, lambda look: look.piece) or of_preempted)(schedule, segment)
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


def of_preempted(schedule: Schedule, segment: int) -> list[str]:
    """Fate of a run of a job, with the job that preempted it, if one did."""
    s = schedule.table("segments")
    job, begin, end = int(s.job[segment]), float(s.begin[segment]), float(s.end[segment])
    if s.kind[segment] != KILLED:
        times = int(schedule.placed.preemptions[job])
        return [f"preempted {theme.counted(times, 'time')} before"] if times else []
    if s.killer[segment] < 0:
        return [
            f"stopped after {human(end - begin)}, as its reservation was over",
            f"from {moment(begin)} to {moment(end)}: then cancelled",
        ]
    again = segment + 1 < len(s) and s.job[segment + 1] == job
    return [
        f"preempted after {human(end - begin)} by job {schedule.workload.jobs.job_id[s.killer[segment]]}",
        f"from {moment(begin)} to {moment(end)}: then {'put back into the queue' if again else 'cancelled'}",
    ]
