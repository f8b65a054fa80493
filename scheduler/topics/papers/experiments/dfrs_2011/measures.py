"""What is kept of a schedule, and the bound that its maximum stretch is compared with; one row of numbers a trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.metrics.machine import underutilization_normalized
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from scheduler.topics.fractional.metrics import moves
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BOUND, policy

THRESHOLD = 10.0  # s, of the bounded stretch: section 2.2
BANDWIDTH = "GB/s"
MOVES = {  # table 3: number that is kept of the pauses, of the moves
    BANDWIDTH: (moves.preemption_bandwidth, moves.migration_bandwidth),
    "per hour": (moves.preemptions_per_hour, moves.migrations_per_hour),
    "per job": (moves.preemptions_per_job, moves.migrations_per_job),
}
WORDS = ("pauses", "moves")
UNUSED = "underutilization"


def under(jobs: Workload, name: str, settings: Mapping[str, Any]) -> dict[str, float]:
    """What is kept of a workload under an algorithm, or its bound; every schedule is audited."""
    if name == BOUND:
        return bound(jobs)
    entry, params = policy(name)
    return kept(simulate(jobs, entry, params | dict(settings), decisions=None))


def kept(schedule: Schedule) -> dict[str, float]:
    """{stretch: maximum of the bounded stretch, underutilization: normalized, "pauses, GB/s": ...}."""
    return {
        "stretch": float(np.max(bounded_stretch(schedule, THRESHOLD))),
        UNUSED: underutilization_normalized(schedule) or 0.0,
        **{
            moved(word, unit): measure(schedule) or 0.0
            for unit, measures in MOVES.items()
            for word, measure in zip(WORDS, measures, strict=True)
        },
    }


def moved(word: str, unit: str) -> str:
    """Under which name a number of table 3 is kept."""
    return f"{word}, {unit}"


def as_printed(values: np.ndarray, unit: str) -> np.ndarray:
    """Numbers that were kept, as table 3 counts them: a job's memory once, where the metric has it out and back."""
    return values / moves.TRANSFERS if unit == BANDWIDTH else values


def bound(jobs: Workload) -> dict[str, float]:
    """{bound}: no schedule has a smaller maximum stretch."""
    table = jobs.jobs
    need = task_needs.mean(table, "cpu_need")
    return {
        "bound": max_stretch(
            table.submit, table.runtime, table.processors, need, jobs.platform.processors, THRESHOLD, exact=True
        ).bound
    }
