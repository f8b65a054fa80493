"""Slices of a log in words: limits told beside a form, and what a slice is called.

>>> title("a.swf", {"begin": 2_592_000, "load": 1.2})
'a.swf, jobs from 4 wk 2 d, load 1.20'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from layouts.theme import counted, number
from layouts.words.instants import dated
from scheduler.durations import MINUTE, duration, human
from scheduler.model.calendars import Calendar, calendar_of_platform
from scheduler.model.trace import Platform

THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
THIN = "\u202f"


def of_record(record: Mapping[str, Any]) -> str:
    """What the workload of a record is called."""
    return title(str(record["name"]), record["options"], calendar_of_record(record))


def calendar_of_record(record: Mapping[str, Any]) -> Calendar | None:
    """The calendar of the file a workload was made of, but for a week, whose times begin anew."""
    platform = record.get("platform") or {}
    return calendar_of_platform(
        Platform(
            1,
            start_time=platform.get("start_time", 0),
            time_zone=platform.get("time_zone", ""),
            unix_times=platform.get("unix_times", False),
        )
    )


def title(name: str, options: Mapping[str, Any], calendar: Calendar | None = None) -> str:
    """What a workload is called: the name of its trace, and how it was sliced and scaled; by dates if it can be."""
    begin, end, first, load = (options.get(key) for key in ("begin", "end", "first", "load"))
    parts = [name]
    if begin is not None or end is not None:
        since = "" if begin is None else f" from {_at(begin, calendar)}"
        until = "" if end is None else f" to {_at(end, calendar)}" if since else f" before {_at(end, calendar)}"
        parts.append(f"jobs{since}{until}")
    if options.get("where"):
        parts.append(f"jobs with {options['where']}")
    if first is not None:
        parts.append(f"the first {counted(first, 'job')}")
    if load is not None:
        parts.append(f"load {load:.2f}" if load >= 0.01 else f"load {load:g}")
    if options.get("campaigns") == "inferred":
        parts.append(f"campaigns by a gap of {_time(options.get('gap', 0.0))}")
    return ", ".join(parts)


def _at(value: float, calendar: Calendar | None) -> str:
    return dated(calendar, value) if calendar else _time(value)


def _time(value: float) -> str:
    return duration(value) if value >= 0 else f"{number(value)} s"


def both(value: float, calendar: Calendar | None = None) -> str:
    """A time in seconds, and for people where that differs: 2 592 000 s (4 wk 2 d); the date where there is one."""
    words = dated(calendar, value) if calendar else human(value) if value >= MINUTE else ""
    return f"{number(round(value, 3))} s" + (f" ({words})" if words else "")


def thin_spaces(text: str) -> str:
    """A sentence with narrow spaces between thousands, as everywhere on the pages, where it has commas."""
    return THOUSANDS.sub(THIN, text)
