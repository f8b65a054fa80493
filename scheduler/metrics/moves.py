"""What pausing and moving jobs costs: how often it happens, and the memory that goes to storage and back.

A job counts once, however many of its tasks are paused or moved.  A pause saves the memory of all its tasks, and its
end restores it; a move is a pause and its end at one instant.  Times are counted from the first submission to the last
end.

Source: Casanova, Stillwell and Vivien 2011, section 6.3 and table 3.  How bandwidth follows from it they leave open;
here it is tasks x memory x the memory of a node, 8 GB in their footnote, for each save and each restore.
"""

from __future__ import annotations

import numpy as np

from scheduler.metrics import Metric
from scheduler.model.schedule import Schedule
from scheduler.params import Param

SOURCE = "Casanova, Stillwell and Vivien 2011, section 6.3"
NEEDS = frozenset({"needs"})
HOUR = 3_600.0
PUBLISHED = 8.0     # GB, memory of a node in the paper
NODE_MEMORY = Param("node_memory", None, 1e-6, 1e9, "GB", "memory of a node; not set: what the needs of the workload "
                    f"were made with, else {PUBLISHED:g}", kind=float)
TRANSFERS = 2       # of a job's memory: out and back


def preemptions_per_job(schedule: Schedule) -> float | None:
    """Pauses / jobs."""
    return _per_job(schedule.placed.preemptions)


def migrations_per_job(schedule: Schedule) -> float | None:
    """Moves / jobs."""
    return _per_job(schedule.placed.migrations)


def preemptions_per_hour(schedule: Schedule) -> float | None:
    """Pauses / hours."""
    return _per_hour(schedule, schedule.placed.preemptions)


def migrations_per_hour(schedule: Schedule) -> float | None:
    """Moves / hours."""
    return _per_hour(schedule, schedule.placed.migrations)


def preemption_bandwidth(schedule: Schedule, node_memory: float | None = None) -> float | None:
    """GB/s on average, of pauses and their ends."""
    return _bandwidth(schedule, schedule.placed.preemptions, node_memory)


def migration_bandwidth(schedule: Schedule, node_memory: float | None = None) -> float | None:
    """GB/s on average, of moves."""
    return _bandwidth(schedule, schedule.placed.migrations, node_memory)


def _per_job(times: np.ndarray) -> float | None:
    return float(times.mean()) if len(times) else None


def _per_hour(schedule: Schedule, times: np.ndarray) -> float | None:
    span = schedule.makespan
    return float(times.sum()) * HOUR / span if span else None


def _bandwidth(schedule: Schedule, times: np.ndarray, node_memory: float | None) -> float | None:
    span, workload = schedule.makespan, schedule.workload
    size = node_memory or workload.options.get("node_memory") or PUBLISHED
    memory = workload.jobs.memory * workload.jobs.processors * size
    return float(np.dot(memory, times)) * TRANSFERS / span if span else None


METRICS = (
    Metric("preemptions_per_job", "Pauses per job", "sharing", "", "lower", "mean over jobs of the times it was paused",
           SOURCE, preemptions_per_job, needs=NEEDS,
           pitfall="Long jobs are paused most: the typical job may never be."),
    Metric("migrations_per_job", "Moves per job", "sharing", "", "lower",
           "mean over jobs of the times its nodes changed without a pause", SOURCE, migrations_per_job, needs=NEEDS,
           pitfall="Long jobs are moved most: the typical job may never be."),
    Metric("preemptions_per_hour", "Pauses per hour", "sharing", "1/h", "lower",
           "jobs paused / hours from the first submission to the last end", SOURCE, preemptions_per_hour, needs=NEEDS,
           pitfall="A quiet end of the log makes it small."),
    Metric("migrations_per_hour", "Moves per hour", "sharing", "1/h", "lower",
           "jobs moved / hours from the first submission to the last end", SOURCE, migrations_per_hour, needs=NEEDS,
           pitfall="A quiet end of the log makes it small."),
    Metric("preemption_bandwidth", "Bandwidth of pauses", "sharing", "GB/s", "lower",
           "2 x sum over jobs of pauses x tasks x memory x memory of a node / time from first submission to last end",
           SOURCE, preemption_bandwidth, (NODE_MEMORY,), needs=NEEDS,
           pitfall="An average: when many jobs are moved at one instant the storage has to bear far more."),
    Metric("migration_bandwidth", "Bandwidth of moves", "sharing", "GB/s", "lower",
           "2 x sum over jobs of moves x tasks x memory x memory of a node / time from first submission to last end",
           SOURCE, migration_bandwidth, (NODE_MEMORY,), needs=NEEDS,
           pitfall="Takes it that tasks are saved and restored; moving them while they run needs less."),
)
