"""How short and how long times may be: one range, for files, tables typed by hand, generators and programs alike.

Times are seconds in float64, which has 16 digits: an instant of 1e12 s is known to a tenth of a millisecond, one of
1e16 s to two seconds.  So a time is from a millisecond to some 300 years, and until all jobs could be over, one after
the other, at most 30,000 years may pass; then whatever is added up on the way is still exact to less than the shortest
job.  Logs keep far from these ends: their submit times are at most those of a Unix clock, 2e9 s.  An outside schedule
has no such sum, so the audit bounds each of its times (scheduler/audit/precision.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.number_text import number
from scheduler.model.table import Table

SHORTEST = 0.001  # s, of a runtime
LONGEST = 1e10  # s, of a runtime, a requested time, a think time, a recorded wait; the latest submission
TOGETHER = 1e12  # s, the last submission and all runtimes and think times
LATEST = 2.0**40  # s, of a schedule: before it eight neighboring numbers are closer together than SHORTEST
TIMES = (
    ("submit", "is submitted at", 0.0),
    ("runtime", "runs for", SHORTEST),
    ("requested_time", "asks for", SHORTEST),
    ("recorded_wait", "waited, by the log, for", -np.inf),  # unknown where negative
)


def check(jobs: Table, campaigns: Table | None = None) -> None:
    """Raise WorkloadError, naming job and line, for a time outside the range, or where all times together are."""
    check_times(jobs.columns.__getitem__)
    thinks = 0.0
    if campaigns is not None:
        thinks, place = float(campaigns.think_time.sum()), outside(campaigns.think_time, 0.0)
        if place is not None:
            refuse(
                jobs.columns.__getitem__,
                int(np.argmax(jobs.campaign == place)),
                "is submitted after a think time of",
                float(campaigns.think_time[place]),
                0.0,
            )
    _check_together(float(jobs.submit.max(initial=0.0)), float(jobs.runtime.sum()), thinks)


def check_times(column: Callable[[str], np.ndarray]) -> None:
    """The same of the times of jobs alone; column: [n] job_id, line, submit and the others of TIMES."""
    for name, words, low in TIMES:
        if (row := outside(column(name), low)) is not None:
            refuse(column, row, words, float(column(name)[row]), low)


def outside(times: np.ndarray, low: float) -> int | None:
    """The first of these times that is not from low to LONGEST; not a number is not, either."""
    if not len(times) or (times.min() >= low and times.max() <= LONGEST):
        return None
    return int(np.argmax(~((times >= low) & (times <= LONGEST))))


def refuse(column: Callable[[str], np.ndarray], row: int, words: str, time: float, low: float) -> NoReturn:
    """Raise WorkloadError: what a job does at a time outside the range, which begins at low, s."""
    raise WorkloadError(
        f"Job {column('job_id')[row]:.0f} (line {column('line')[row]}) {words} {number(time)} s; "
        f"wanted: from {max(low, 0.0):g} to {LONGEST:,.0f} s",
        (
            Remedy(words="correct it there"),
            Remedy("begin", words="choose a window without it"),
            Remedy("end"),
            Remedy("week"),
        ),
    )


def _check_together(submit: float, runtimes: float, thinks: float) -> None:
    if not submit + runtimes + thinks <= TOGETHER:
        others = f", all think times to {thinks:.3g} s" if thinks else ""
        raise WorkloadError(
            f"The last job is submitted at {submit:.3g} s, and all runtimes add up to {runtimes:.3g} s"
            f"{others}; wanted: at most {TOGETHER:,.0f} s together; take fewer jobs."
        )
