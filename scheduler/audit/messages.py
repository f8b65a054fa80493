"""Words and comparisons of the audit: how a violation names a job, and when two instants are one."""

from __future__ import annotations

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.time_range import SHORTEST
from scheduler.model.workload import Workload

INSTANT = 1e-6  # s: closer instants are one

Violation = str | None  # wording.About a row of jobs, where it is of a rule that a schedule of fixed jobs can break


def job_name(workload: Workload, row: int, word: str = "Job") -> str:
    """A job by its id and its line of the file, where it is of one."""
    line = workload.jobs.line[row]
    return f"{word} {workload.jobs.job_id[row]}" + f" (line {line})" * int(line > 0)


def campaign_name(schedule: Schedule, row: int) -> str:
    """The campaign of a row of `virtual`, by its user and its first job."""
    workload, campaign = schedule.workload, schedule.table("virtual").campaign[row]
    job = int(np.argmax(workload.jobs.campaign == campaign))
    index = workload.table("campaigns").index[campaign]
    return f"Campaign {index} of user {workload.jobs.user_id[job]} (first {job_name(workload, job, 'job')})"


def first_row(wrong: np.ndarray) -> int | None:
    """The first row where something is wrong."""
    row = int(np.argmax(wrong)) if len(wrong) else 0
    return row if len(wrong) and wrong[row] else None


def instant(times: np.ndarray) -> float:
    """INSTANT, or four units in the last place of the largest time where that is coarser (precision.py).

    Never half of the shortest job, so that one far time does not hide jobs from a check.
    """
    largest = float(np.max(np.abs(times), initial=0.0, where=np.isfinite(times)))
    return max(INSTANT, min(4 * float(np.spacing(largest)), SHORTEST / 2))
