"""How much longer a job takes than alone on the machine: stretch, and stretch with short jobs tamed."""

from __future__ import annotations

import numpy as np

from scheduler.analysis.worked_numbers import figure, job_name
from scheduler.metrics import THRESHOLD, Headline, family_of, of_jobs
from scheduler.model.schedule import Schedule

BOUNDED = "max(1, response / max(runtime, threshold))"


def stretch(schedule: Schedule) -> np.ndarray:
    """[n]: response / runtime."""
    return schedule.stretch


def bounded_stretch(schedule: Schedule, threshold: float = 10.0) -> np.ndarray:
    """[n]: max(1, response / max(runtime, threshold))."""
    return np.maximum(1.0, schedule.response / np.maximum(schedule.shortest, threshold))


def stretch_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The stretch of one job."""
    response, runtime = float(schedule.response[row]), float(schedule.shortest[row])
    return (
        f"Stretch of {job_name(schedule, row)}: response / runtime = {figure(response, 's')} / "
        f"{figure(runtime, 's')} = {figure(response / runtime)}."
    )


def bounded_example(schedule: Schedule, row: int, threshold: float) -> str:
    """The bounded stretch of one job."""
    response, runtime = float(schedule.response[row]), float(schedule.shortest[row])
    return (
        f"Bounded stretch of {job_name(schedule, row)}: {BOUNDED} = max(1, {figure(response, 's')} / "
        f"max({figure(runtime, 's')}, {figure(threshold, 's')})) = "
        f"{figure(float(bounded_stretch(schedule, threshold)[row]))}."
    )


METRICS = (
    *family_of(
        "stretch",
        "stretch",
        stretch,
        "",
        "response / runtime",
        "Bender, Chakrabarti and Muthukrishnan 1998, Flow and stretch metrics",
        ("mean", "median", "max"),
        "stretch",
        main={"mean": {"moldable": 6, "by hand": 3}},
        example=stretch_example,
    ),
    *family_of(
        "bounded_stretch",
        "bounded stretch",
        bounded_stretch,
        "",
        BOUNDED,
        "Feitelson 2001, Metrics for parallel job scheduling and their convergence",
        ("mean", "median", "p90", "p95", "max", "std"),
        "stretch",
        (THRESHOLD,),
        f" ({THRESHOLD.default:g} s)",
        main={"mean": {"jobs": 6, "needs": 1, "sweep": 2}, "max": {"needs": 2}},
        unbounded={word: f"stretch_{word}" for word in ("mean", "median", "max")},
        headline={"mean": Headline("needs", 1, of_jobs(bounded_stretch, bounded=True))},
        example=bounded_example,
    ),
)
