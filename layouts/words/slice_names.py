"""Slices of a log in words: times read from a form, limits told beside it, and what a slice is called.

>>> seconds("begin", "4 wk 2 d"), title("a.swf", {"begin": 2_592_000, "load": 1.2})
(2592000.0, 'a.swf, jobs from 4 wk 2 d, load 1.20')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from layouts.theme import number
from scheduler.durations import DAY, HOUR, MINUTE, WEEK, YEAR, human
from scheduler.errors import ParamError

UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY, "wk": WEEK, "y": YEAR}
PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
PIECE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(s|min|h|d|wk|y)(?![a-z])")
LONGEST = 60        # characters
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
THIN = "\u202f"


def seconds(name: str, value: Any) -> float | None:
    """Seconds of a number or of a text like 36 h, 30 d or 4 wk 2 d; None where nothing is given.  Raises ParamError."""
    text = re.sub(r"(?<=\d)[\s\u202f](?=\d)", "", str("" if value is None else value).strip())
    if not text:
        return None
    if len(text) <= LONGEST and PLAIN.fullmatch(text):
        return float(text)
    pieces = PIECE.findall(text)
    if len(text) > LONGEST or not pieces or PIECE.sub("", text).strip():
        raise ParamError(f"{name} = {text[:LONGEST]!r}; wanted: seconds, or a length of time like 36 h, 30 d or "
                         "4 wk 2 d.")
    return sum(float(count) * UNITS[unit] for count, unit in pieces)


def title(name: str, options: Mapping[str, Any]) -> str:
    """What a workload is called: the name of its trace, and how it was sliced and scaled."""
    begin, end, first, load = (options.get(key) for key in ("begin", "end", "first", "load"))
    made = [name]
    if begin is not None or end is not None:
        since = "" if begin is None else f" from {_time(begin)}"
        until = "" if end is None else f" to {_time(end)}" if since else f" before {_time(end)}"
        made.append(f"jobs{since}{until}")
    if first is not None:
        made.append(f"the first {number(first)} jobs")
    if load is not None:
        made.append(f"load {load:.2f}" if load >= 0.01 else f"load {load:g}")
    if options.get("campaigns") == "inferred":
        made.append(f"campaigns by a gap of {_time(options.get('gap', 0.0))}")
    return ", ".join(made)


def _time(value: float) -> str:
    return re.sub(r"(?<=[a-z]) 0+ [a-z]+$", "", human(value)) if value >= 0 else f"{number(value)} s"


def both(value: float) -> str:
    """A time in seconds, and for people where that differs: 2 592 000 s (4 wk 2 d)."""
    return f"{number(round(value, 3))} s" + (f" ({human(value)})" if value >= MINUTE else "")


def thin(text: str) -> str:
    """A sentence with narrow spaces between thousands, as everywhere on the pages, where it has commas."""
    return THOUSANDS.sub(THIN, text)
