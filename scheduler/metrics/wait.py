"""How long jobs wait and how long until they are complete."""

from __future__ import annotations

import numpy as np

from scheduler.analysis.worked_numbers import from_to, job_name
from scheduler.metrics import Headline, family_of, of_jobs
from scheduler.model.schedule import Schedule

SOURCE = "Feitelson and Rudolph 1998, Metrics and benchmarking for parallel job scheduling"


def wait(schedule: Schedule) -> np.ndarray:
    """[n] s: start - submit."""
    return schedule.wait


def response(schedule: Schedule) -> np.ndarray:
    """[n] s: end - submit."""
    return schedule.response


def wait_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The wait of one job."""
    return f"Wait of {job_name(schedule, row)}: start - submit = {from_to(schedule, row, 'start', 'submit')}."


def response_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The response of one job."""
    return f"Response of {job_name(schedule, row)}: end - submit = {from_to(schedule, row, 'end', 'submit')}."


METRICS = (
    *family_of(
        "wait",
        "wait",
        wait,
        "s",
        "start - submit",
        SOURCE,
        ("mean", "median", "p90", "p95", "max", "std"),
        "wait",
        main={
            "mean": {"jobs": 4, "needs": 4, "moldable": 5, "by hand": 1, "sweep": 1},
            "max": {"jobs": 5, "by hand": 2},
        },
        headline={"mean": Headline("jobs", 1, of_jobs(wait), verbs=("waits", "wait"), less="less")},
        example=wait_example,
    ),
    *family_of(
        "response",
        "response",
        response,
        "s",
        "end - submit",
        SOURCE,
        ("mean", "median", "p90", "max", "std"),
        "wait",
        headline={"mean": Headline("moldable", 1, of_jobs(response))},
        example=response_example,
    ),
)
