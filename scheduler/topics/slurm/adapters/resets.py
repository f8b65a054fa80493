"""When all usage is reset to 0 (PriorityUsageResetPeriod): at the first tick behind a midnight on the clock of the log.

Source: the manual of Slurm: DAILY every midnight, WEEKLY on Sunday, MONTHLY on the first day of a month, QUARTERLY of
January, April, July and October, YEARLY of January.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from scheduler.errors import Unsupported
from scheduler.model.calendars import FAR, calendar_of_workload
from scheduler.model.workload import Workload

PERIODS = ("none", "daily", "weekly", "monthly", "quarterly", "yearly")
MONTHS = {"monthly": 1, "quarterly": 3, "yearly": 12}
SUNDAY = 6


def resets_of(workload: Workload, params: Mapping[str, Any], first: float) -> np.ndarray:
    """[resets] s of the log, ticks of the clock of priorities, which ticks first at `first`; up to a time at which
    surely all jobs have ended, or the year 2100.

    Raises Unsupported where usage is reset and the times of the workload have no date.
    """
    if params["usage_reset"] == "none":
        return np.zeros(0)
    calendar, jobs = calendar_of_workload(workload), workload.jobs
    if calendar is None:
        raise Unsupported(
            f"Usage is reset {params['usage_reset']}, and the times of this workload have no date; set "
            "usage_reset to none."
        )
    begin, last = float(jobs.submit.min()), float(jobs.submit.max() + jobs.runtime.sum())
    times, period = list[float](), params["calc_period"]
    for local in midnights(params["usage_reset"], begin + calendar.shift(begin)):
        second = calendar.second(local)
        if second > last or local > FAR:
            break
        times.append(first + np.ceil((second - first) / period) * period)
    return np.unique(times)


def midnights(period: str, after: float) -> Iterator[float]:
    """When usage is reset, later than `after`, both in s from 1970-01-01 00:00 on the clock of the log."""
    day = datetime.fromtimestamp(after, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    while True:
        day += timedelta(days=1)
        months = MONTHS.get(period)
        if (
            period == "daily"
            or (period == "weekly" and day.weekday() == SUNDAY)
            or (months and day.day == 1 and (day.month - 1) % months == 0)
        ):
            yield day.timestamp()
