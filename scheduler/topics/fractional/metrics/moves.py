"""What pausing and moving jobs costs: how often it happens, and the memory that goes to storage and back.

A job counts once, however many of its tasks are paused or moved.  A pause saves the memory of all its tasks, and its
end restores it; a move is a pause and its end at one instant.  Times are counted from the first submission to the last
end.

Source: Casanova, Stillwell and Vivien 2011, section 6.3 and table 3.  How bandwidth follows from it they leave open;
here it is tasks x memory (the sum where tasks differ) x the memory of a node, 8 GB in their footnote 2, for each save
and each restore.  Their table 3 fits half of it: a job's memory counted once for a pause and its end.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name
from scheduler.metrics import Each, Example, Metric
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.kinds.needs import has_first_tasks
from scheduler.wording import counted

SOURCE = "Casanova, Stillwell and Vivien 2011, section 6.3"
BANDWIDTH = f"{SOURCE}; its table 3 fits half of this, a job's memory counted once for a pause or move"
NEEDS = frozenset({"needs"})
HOUR = 3_600.0
PUBLISHED = 8.0  # GB, memory of a node in the paper
NODE_MEMORY = Param(
    "node_memory",
    None,
    1e-6,
    1e9,
    "GB",
    f"memory of a node; not set: what the needs of the workload were made with, else {PUBLISHED:g}",
    kind=float,
)
TRANSFERS = 2  # of a job's memory: out and back


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


def _node_memory(workload: Workload) -> float:
    """GB."""
    return float(workload.options.get("node_memory") or PUBLISHED)


def _bandwidth(schedule: Schedule, times: np.ndarray, node_memory: float | None) -> float | None:
    span, workload = schedule.makespan, schedule.workload
    memory = task_needs.total(workload.jobs, "memory") * (node_memory or _node_memory(workload))
    return float(np.dot(memory, times)) * TRANSFERS / span if span else None


ACTS = {"preemptions": "paused", "migrations": "moved"}  # what is done to a job, by the column that counts it


def count_of(column: str) -> Callable[[Schedule, float], Each]:
    """How often it was done to every job."""
    return lambda schedule, _threshold: Each(np.arange(len(schedule.placed)), schedule.placed.columns[column])


def times_example(column: str) -> Callable[[Schedule, int, float], str]:
    """How often it was done to one job, among all."""

    def sentence(schedule: Schedule, row: int, _threshold: float) -> str:
        times = schedule.placed.columns[column]
        return (
            f"{begin(job_name(schedule, row))} was {ACTS[column]} {counted(int(times[row]), 'time')}; "
            f"all times / jobs = {figure(times.sum())} / {figure(len(times))} = {figure(times.mean())}."
        )

    return sentence


def hourly_example(column: str) -> Callable[[Schedule, int, float], str]:
    """How often it was done to one job, and to all in an hour."""

    def sentence(schedule: Schedule, row: int, _threshold: float) -> str:
        times, hours = schedule.placed.columns[column], schedule.makespan / HOUR
        return (
            f"{begin(job_name(schedule, row))} was {ACTS[column]} {counted(int(times[row]), 'time')}; "
            f"all times / hours = {figure(times.sum())} / {figure(hours, 'h')} = {figure(times.sum() / hours)}."
        )

    return sentence


def memory_example(column: str) -> Callable[[Schedule, int, float], str]:
    """The memory of one job that goes to storage and back."""

    def sentence(schedule: Schedule, row: int, _threshold: float) -> str:
        jobs, size = schedule.workload.jobs, _node_memory(schedule.workload)
        factors = (
            TRANSFERS,
            int(schedule.placed.columns[column][row]),
            int(jobs.processors[row]),
            float(task_needs.mean(jobs, "memory")[row]),
            size,
        )
        numbers = " x ".join(figure(factor) for factor in factors)
        memory = "mean memory" if has_first_tasks(schedule.workload) else "memory"
        return (
            f"{begin(job_name(schedule, row))} was {ACTS[column]} {counted(factors[1], 'time')}: "
            f"2 x times x tasks x {memory} x memory of a node = {numbers} = {figure(float(np.prod(factors)), 'GB')}."
        )

    return sentence


METRICS = (
    Metric(
        "preemptions_per_job",
        "Pauses per job",
        "sharing",
        "",
        "lower",
        "mean over jobs of the times it was paused",
        SOURCE,
        preemptions_per_job,
        needs=NEEDS,
        pitfall="Long jobs are paused most: the typical job may never be.",
        example=Example(times_example("preemptions"), count_of("preemptions"), "max"),
    ),
    Metric(
        "migrations_per_job",
        "Moves per job",
        "sharing",
        "",
        "lower",
        "mean over jobs of the times its nodes changed without a pause",
        SOURCE,
        migrations_per_job,
        needs=NEEDS,
        pitfall="Long jobs are moved most: the typical job may never be.",
        example=Example(times_example("migrations"), count_of("migrations"), "max"),
    ),
    Metric(
        "preemptions_per_hour",
        "Pauses per hour",
        "sharing",
        "1/h",
        "lower",
        "jobs paused / hours from the first submission to the last end",
        SOURCE,
        preemptions_per_hour,
        needs=NEEDS,
        pitfall="A quiet end of the log makes it small.",
        example=Example(hourly_example("preemptions"), count_of("preemptions"), "max"),
    ),
    Metric(
        "migrations_per_hour",
        "Moves per hour",
        "sharing",
        "1/h",
        "lower",
        "jobs moved / hours from the first submission to the last end",
        SOURCE,
        migrations_per_hour,
        needs=NEEDS,
        pitfall="A quiet end of the log makes it small.",
        example=Example(hourly_example("migrations"), count_of("migrations"), "max"),
    ),
    Metric(
        "preemption_bandwidth",
        "Bandwidth of pauses",
        "sharing",
        "GB/s",
        "lower",
        "2 x sum over jobs of pauses x tasks x memory x memory of a node / time from first submission to last end",
        BANDWIDTH,
        preemption_bandwidth,
        (NODE_MEMORY,),
        needs=NEEDS,
        pitfall="An average: when many jobs are moved at one instant the storage has to bear far more.",
        example=Example(memory_example("preemptions"), count_of("preemptions"), "max"),
    ),
    Metric(
        "migration_bandwidth",
        "Bandwidth of moves",
        "sharing",
        "GB/s",
        "lower",
        "2 x sum over jobs of moves x tasks x memory x memory of a node / time from first submission to last end",
        BANDWIDTH,
        migration_bandwidth,
        (NODE_MEMORY,),
        needs=NEEDS,
        pitfall="Takes it that tasks are saved and restored; moving them while they run needs less.",
        example=Example(memory_example("migrations"), count_of("migrations"), "max"),
    ),
)
