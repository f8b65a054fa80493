"""Schedules on shared nodes to step through: parts of nodes one above the other, and the yield of each job."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from scheduler.durations import number
from scheduler.explain.policy_view import DIGITS, Row, view_of
from scheduler.model.schedule import PENALTY, Schedule
from scheduler.model.table import Table
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.explain.node_occupancy import tenants

MOST_JOBS = 100  # each change of one share moves the bars of all others on its node
NOTHING = 1e-9  # of a node


def shares_nodes(schedule: Schedule) -> bool:
    """Whether jobs share nodes in a schedule."""
    return schedule.shares_nodes


def bars(schedule: Schedule) -> list[list[float]]:
    """The parts of its node that the tasks of a job get, one above the other; a bar goes on while nothing changes."""
    times = np.unique(np.concatenate([schedule.table("segments").begin, schedule.table("segments").end]))
    boxes: list[list[float]] = []
    going: dict[tuple[int, int], list[float]] = {}
    for begin, end in zip(times[:-1].tolist(), times[1:].tolist(), strict=True):
        now = tenants(schedule, begin)
        before, going, top = going, {}, dict.fromkeys(now.node.tolist(), 0.0)
        for node, job, part in zip(now.node.tolist(), now.job.tolist(), now.allotted.tolist(), strict=True):
            bar = before.get((node, job))
            low, top[node] = node + top[node], top[node] + part
            if bar and bar[2] == begin and abs(bar[3] - low) < NOTHING and abs(bar[4] - part) < NOTHING:
                bar[2] = end
            elif part > NOTHING:
                bar = [job, begin, end, low, part]
                boxes.append(bar)
            else:
                continue
            going[node, job] = bar
    return boxes


def view(schedule: Schedule) -> dict[str, Any] | None:
    """What the tasks of each job need and get, as policy_view.py has it; None where they do not share nodes."""
    if not schedule.shares_nodes:
        return None
    return view_of("Shares of the nodes", ("job", "CPU need", "memory", "yield"), _shares(schedule), is_ordered=False)


def _shares(schedule: Schedule) -> Iterator[Row]:
    """A job in each of its segments, and paused between two of them."""
    s, jobs = schedule.table("segments"), schedule.workload.jobs
    needs_of = cache(partial(_needs, jobs))
    for segment, job in enumerate(s.job.tolist()):
        name, parts = str(jobs.job_id[job]), needs_of(job)
        begin, end = float(s.begin[segment]), float(s.end[segment])
        if segment and s.job[segment - 1] == job and s.end[segment - 1] < begin:
            yield [float(s.end[segment - 1]), begin, job, [name, *parts, "paused"]]
        pace = number(round(float(s.yield_[segment]), DIGITS))
        yield [begin, end, job, [name, *parts, "0, in its penalty" if s.kind[segment] == PENALTY else pace]]


def _needs(jobs: Table, job: int) -> list[str]:
    """CPU need and memory of the tasks of a job; of both kinds where there are two."""
    kinds = task_needs.kinds(jobs, job)
    columns = zip(*((f"{kind.cpu_need:.0%}", f"{kind.memory:.0%}") for kind in kinds), strict=True)
    return [" for the first, ".join(words) + (" for others" if len(words) > 1 else "") for words in columns]
