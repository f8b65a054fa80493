"""What a job does on shared nodes at one time: how fast it runs, on which nodes, and from when to when."""

from __future__ import annotations

from layouts import theme
from scheduler.durations import human, moment
from scheduler.engine.segments import PENALTY
from scheduler.schedule import Schedule
from scheduler.tenants import nodes_of


def lines(schedule: Schedule, segment: int) -> list[str]:
    """Two lines on a row of segments: yield or penalty with the CPU that takes, then nodes and time."""
    s, jobs = schedule.segments, schedule.workload.jobs
    assert s is not None
    job, yield_ = int(s.job[segment]), float(s.yield_[segment])
    need = float(jobs.columns["cpu_need"][job]) if "cpu_need" in jobs.columns else 1.0
    cpu = f"{theme.percent(need * yield_)} of a node's CPU for each task"
    said = f"penalty: holds {cpu}, gets nothing done" if s.kind[segment] == PENALTY else \
        f"yield {theme.number(yield_)}: {cpu}"
    begin, end = float(s.begin[segment]), float(s.end[segment])
    return [said, f"on {nodes_of(schedule, segment)} from {moment(begin)} to {moment(end)} ({human(end - begin)})"]
