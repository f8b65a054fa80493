"""What a job does on shared nodes at one time: how fast it runs, on which nodes, and from when to when."""

from __future__ import annotations

import numpy as np

from layouts import theme
from scheduler.durations import human, moment
from scheduler.engine.segments import PENALTY
from scheduler.schedule import Schedule

MOST = 4        # runs of nodes that are named


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
    return [said, f"on {nodes(schedule, segment)} from {moment(begin)} to {moment(end)} ({human(end - begin)})"]


def nodes(schedule: Schedule, segment: int) -> str:
    """node 3; nodes 3, 5\u20137: those a segment has tasks on, counted from 1 as on the axis."""
    places = schedule.places
    assert places is not None
    first, behind = np.searchsorted(places.segment, (segment, segment + 1))
    at = np.arange(first, behind)
    at = at[np.argsort(places.first[at], kind="stable")]
    runs = joined([(int(places.first[row]), int(places.first[row] + places.count[row])) for row in at])
    named = [str(low + 1) if high == low + 1 else f"{low + 1}\u2013{high}" for low, high in runs[:MOST]]
    count = sum(high - low for low, high in runs)
    more = f" and {sum(high - low for low, high in runs[MOST:])} more" if len(runs) > MOST else ""
    return f"node{'s' * (count != 1)} {', '.join(named)}{more}"


def joined(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs [low, high) in order, neighbors as one."""
    made: list[tuple[int, int]] = []
    for low, high in runs:
        if made and made[-1][1] >= low:
            made[-1] = (made[-1][0], max(high, made[-1][1]))
        else:
            made.append((low, high))
    return made
