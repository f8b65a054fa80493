"""Numbers of one job as they stand in a formula that is worked out in words.

>>> figure(1_234.5, "s"), figure(0.000123456789), length(7_200.0)
('1\\u202f234.5 s', '0.000123457', '7\\u202f200 s (2 h 00 min)')
"""

from __future__ import annotations

import math

from scheduler.durations import MINUTE, THIN, UNKNOWN, human
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import of_user

SIGNIFICANT = 6  # digits of a number, at least
TO_MILLISECONDS = 3  # decimals of instants, so that their differences can be checked
LEAST = 1e-12  # below it in powers of ten


def figure(value: float, unit: str = "") -> str:
    """A number with narrow spaces between thousands: six digits or more, and to a thousandth; with its unit."""
    if not math.isfinite(value):
        return UNKNOWN
    if value == 0 or abs(value) >= LEAST:
        power = math.floor(math.log10(abs(value))) if value else 0
        text = f"{value:,.{max(TO_MILLISECONDS, SIGNIFICANT - 1 - power)}f}".rstrip("0").rstrip(".")
    else:
        text = f"{value:.{SIGNIFICANT}g}"
    return f"{text.replace(',', THIN)} {unit}".strip()


def length(seconds: float) -> str:
    """A result in seconds, from a minute on also in words."""
    words = f" ({human(seconds)})" if seconds >= MINUTE else ""
    return f"{figure(seconds, 's')}{words}"


def job_name(schedule: Schedule, row: int) -> str:
    """job 103 of user 2, without the user where nobody knows; row: of jobs."""
    jobs = schedule.workload.jobs
    return f"job {jobs.job_id[row]}{of_user(schedule.workload, int(jobs.user_id[row]))}"


def begin(text: str) -> str:
    """The text with a capital letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def from_to(schedule: Schedule, row: int, later: str, earlier: str) -> str:
    """Two instants of a job and what lies between: 14 s - 2 s = 12 s; later, earlier: columns of placed."""
    a, b = (float(schedule.placed.columns[name][row]) for name in (later, earlier))
    return f"{figure(a, 's')} - {figure(b, 's')} = {length(a - b)}"
