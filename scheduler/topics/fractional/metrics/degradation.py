"""How far the worst stretch is from what any scheduler could reach: degradation from bound.

The bound knows all jobs beforehand, leaves memory out and lets tasks move at no cost (bounds/max_stretch.py), so even
the best schedule there is may be above 1.  It belongs to the workload, so that it is found once for all its runs; and
since it takes about a third of a second for 5,000 jobs and much more for many, it is found up to that many only.

Source: Casanova, Stillwell and Vivien 2011, sections 3.1 and 6.1.  They bisect to 1 %; here it is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from scheduler.analysis.worked_numbers import figure, job_name
from scheduler.errors import Unsupported
from scheduler.metrics import THRESHOLD, Each, Example, Metric
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.bounds.max_stretch import max_stretch

MOST_JOBS = 5_000
LEAST_THRESHOLD = 1e-3  # s: the bound asks for one above 0
KEPT = 16  # workloads whose bound is remembered
SOURCE = "Casanova, Stillwell and Vivien 2011, section 6.1"
NEEDS = frozenset({"needs"})


@dataclass(frozen=True)
class _Asked:
    """A workload and a threshold, equal where the bound is."""

    key: tuple[str, float]
    workload: Workload = field(compare=False, repr=False)


def bound(schedule: Schedule, threshold: float = 10.0) -> float | None:
    """Least possible maximum of bounded stretch; None above MOST_JOBS, without jobs, and where too many compete."""
    workload = schedule.workload
    if not 0 < len(workload) <= MOST_JOBS or workload.is_closed:
        return None
    return _bound(_Asked((workload.hash, threshold), workload))


@lru_cache(maxsize=KEPT)
def _bound(asked: _Asked) -> float | None:
    jobs, nodes = asked.workload.jobs, asked.workload.platform.processors
    try:
        return max_stretch(
            jobs.submit,
            jobs.runtime,
            jobs.processors,
            task_needs.mean(jobs, "cpu_need"),
            nodes,
            max(asked.key[1], LEAST_THRESHOLD),
            exact=True,
        ).bound
    except Unsupported:
        return None


def degradation(schedule: Schedule, threshold: float = 10.0) -> float | None:
    """Maximum bounded stretch / bound; None where the bound is not known."""
    least = bound(schedule, threshold)
    if least is None:
        return None
    return float(bounded(schedule, threshold).value.max()) / least


def bounded(schedule: Schedule, threshold: float) -> Each:
    """The bounded stretch of every job."""
    stretch = schedule.response / np.maximum(schedule.workload.jobs.runtime, threshold)
    return Each(np.arange(len(stretch)), np.maximum(1.0, stretch))


def bounded_example(schedule: Schedule, row: int, threshold: float) -> str:
    """The bounded stretch of one job, which the bound is about."""
    response, runtime = float(schedule.response[row]), float(schedule.workload.jobs.runtime[row])
    return (
        f"Bounded stretch of {job_name(schedule, row)}: max(1, response / max(runtime, threshold)) = "
        f"max(1, {figure(response, 's')} / max({figure(runtime, 's')}, {figure(threshold, 's')})) = "
        f"{figure(float(bounded(schedule, threshold).value[row]))}. The bound is on the largest of all jobs."
    )


METRICS = (
    Metric(
        "stretch_bound",
        "Bound on the maximum bounded stretch (10 s)",
        "sharing",
        "",
        "",
        "no schedule of these jobs has a smaller maximum of max(1, response / max(runtime, threshold))",
        "Casanova, Stillwell and Vivien 2011, theorem 1",
        bound,
        (THRESHOLD,),
        needs=NEEDS,
        pitfall=f"Not known above {MOST_JOBS:,} jobs, where it would take too long.",
        example=Example(bounded_example, bounded, "max"),
    ),
    Metric(
        "degradation",
        "Degradation from bound (10 s)",
        "sharing",
        "",
        "lower",
        "maximum bounded stretch / bound on it",
        SOURCE,
        degradation,
        (THRESHOLD,),
        needs=NEEDS,
        pitfall=f"1 may be out of reach, for the bound leaves memory out; not known above {MOST_JOBS:,} jobs.",
        main={"needs": 3},
        example=Example(bounded_example, bounded, "max"),
    ),
)
