"""Instants of a log for people: date and time where the log tells when it starts, else days and the clock since then.

>>> when(None, 8 * 86_400 + 3_661.4), read("begin", "36 h", None), read("begin", "90.5", None)
('8 d 01:01:01', 129600.0, 90.5)
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from layouts.words.slice_names import seconds as length
from scheduler.analysis.calendars import Calendar, calendar_between, calendar_of
from scheduler.durations import DAY, MINUTE, human, moment
from scheduler.errors import ParamError
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload

EPOCH = datetime(1970, 1, 1)
FAR = 20 * 366 * DAY    # s: hardly a log is longer; later times have the offset of its end
FORMS = tuple(f"{day}{clock}" for day in ("%Y-%m-%d", "%d %b %Y", "%d %B %Y") for clock in ("", " %H:%M", " %H:%M:%S"))
WANTED = "a date like 1996-11-03 or 3 Nov 1996 14:30, seconds, or a length of time like 36 h"


def when(workload: Workload | None, seconds: float) -> str:
    """An instant to the second: Mon 4 Nov 1996 09:00:30, or 8 d 01:01:01; of the first minute in seconds."""
    calendar = calendar_of(workload, max(seconds, 0.0)) if workload is not None else None
    return dated(calendar, seconds) if calendar else human(seconds) if 0 <= seconds < MINUTE else moment(round(seconds))


def at(workload: Workload, seconds: float) -> str:
    """An instant of a tooltip: the date where the axis has dates, else as moment() has it, to the second."""
    calendar = calendar_of(workload, max(seconds, 0.0))
    return dated(calendar, seconds) if calendar else moment(seconds if seconds < MINUTE else round(seconds))


def dated(calendar: Calendar, seconds: float) -> str:
    """The date and the time of a second of a log; seconds only where it has some."""
    at = EPOCH + timedelta(seconds=round(seconds + calendar.shift(seconds)))
    return f"{at:%a} {at.day} {at:%b} {at.year} {at:%H:%M}" + (f":{at:%S}" if at.second else "")


def calendar_of_platform(platform: Platform) -> Calendar | None:
    """The calendar of the log a platform is of; None where its header does not tell when it starts."""
    return calendar_between(platform.start_time, platform.time_zone, FAR) if platform.start_time > 0 else None


def read(name: str, value: Any, calendar: Calendar | None) -> float | None:
    """Seconds of the log of a date, a number or a length of time; None where nothing is given.  Raises ParamError."""
    text = " ".join(str("" if value is None else value).split())
    found = _date(text)
    if found is None:
        try:
            return length(name, value)
        except ParamError:
            if calendar is None:
                raise
            raise ParamError(f"{name} = {text[:60]!r}; wanted: {WANTED}.") from None
    if calendar is None:
        raise ParamError(f"{name} = {text[:60]!r} is a date, and this log does not tell when it starts; wanted: "
                         "seconds, or a length of time like 36 h.")
    local = (found - EPOCH).total_seconds()
    return next((local - shift for begin, shift in reversed(calendar.pieces) if local - shift >= begin),
                local - calendar.pieces[0][1])


def _date(text: str) -> datetime | None:
    if not re.search(r"\d{4}", text) or len(text) > 30:
        return None
    for form in FORMS:
        try:
            return datetime.strptime(re.sub(r"^[A-Z][a-z]{2} ", "", text).replace("T", " "), form)
        except ValueError:
            continue
    return None
