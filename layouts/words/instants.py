"""Instants of a log for people: date and time where the log tells when it starts, else days and the clock since then.

>>> when(None, 8 * 86_400 + 3_661.4), read("begin", "36 h", None), read("begin", "90.5", None)
('8 d 01:01:01', 129600.0, 90.5)
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from scheduler.durations import MINUTE, human, moment
from scheduler.errors import ParamError, QueryError
from scheduler.model.calendars import Calendar, calendar_of
from scheduler.model.workload import Workload
from scheduler.query.instants import WANTED, WITHOUT_DATES, Date, seconds
from scheduler.query.instants import read as parsed

EPOCH = datetime(1970, 1, 1)


def when(workload: Workload | None, time: float) -> str:
    """An instant to the second: Mon 4 Nov 1996 09:00:30, or 8 d 01:01:01; of the first minute in seconds."""
    calendar = calendar_of(workload, max(time, 0.0)) if workload is not None else None
    return dated(calendar, time) if calendar else human(time) if 0 <= time < MINUTE else moment(round(time))


def at(workload: Workload, time: float) -> str:
    """An instant of a tooltip: the date where the axis has dates, else as moment() has it, to the second."""
    calendar = calendar_of(workload, max(time, 0.0))
    return dated(calendar, time) if calendar else moment(time if time < MINUTE else round(time))


def dated(calendar: Calendar, time: float) -> str:
    """The date and the time of a second of a log; seconds only where it has some."""
    at = EPOCH + timedelta(seconds=round(time + calendar.shift(time)))
    return f"{at:%a} {at.day} {at:%b} {at.year} {at:%H:%M}" + (f":{at:%S}" if at.second else "")


def read(name: str, value: Any, calendar: Calendar | None) -> float | None:
    """Seconds of the log of a date, a number or a length of time; None where nothing is given.  Raises ParamError."""
    text = str("" if value is None else value).strip()
    if not text:
        return None
    if calendar is None and isinstance(dated_text(text), Date):
        raise ParamError(
            f"{name} = {text[:60]!r} is a date, and this log does not tell when it starts; wanted: {WITHOUT_DATES}."
        )
    try:
        return seconds(text, calendar)
    except QueryError:
        raise ParamError(f"{name} = {text[:60]!r}; wanted: {WANTED}.") from None


def dated_text(text: str) -> Date | float | None:
    """What a text means before it is known of which log; None where it is no instant."""
    try:
        return parsed(text)
    except QueryError:
        return None
