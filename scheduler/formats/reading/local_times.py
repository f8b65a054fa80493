"""Dates and times as text, in Unix time: ISO 8601 with or without a zone, and seconds since 1970.

A local time without a zone is that of a zone the reader is told.  In the hour in which a clock is set back, each such
time stands for two instants; `instants` gives both, so that what is known besides (how long a job ran) can choose.  A
time in the hour that a clock leaves out stands for the same time of the clock before it was set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from math import nan
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from scheduler.durations import DAY
from scheduler.formats.reading.table_fields import ZONE as NAME
from scheduler.formats.reading.table_fields import check_zone
from scheduler.params import Param

ISO = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))? ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?", re.IGNORECASE
)
USUAL = "%Y-%m-%dT%H:%M:%S"
UNIX = re.compile(r"\d{1,12}(?:\.\d{1,9})?")
FAR = 4_102_444_800  # s: the year 2100; what is later is no time of a log


ZONE = Param(
    NAME,
    None,
    kind=str,
    help="the time zone of dates that do not tell theirs, such as Europe/Paris",
    examples=("UTC", "Europe/Paris"),
    test=check_zone,
)


class Instants(NamedTuple):
    """Unix times of texts."""

    first: np.ndarray  # [n] f8, s; nan where a text is no time; the earlier one where there are two
    second: np.ndarray  # [n] f8, s; the later one where a clock was set back, else as first
    local: np.ndarray  # [n] bool: without a zone of its own
    skipped: np.ndarray  # [n] bool: a local time that the clock of the zone never showed


def instants(texts: Sequence[str], zone: str) -> Instants:
    """The Unix times of texts, which are local times of `zone` where they do not tell theirs.  Raises ParamError."""
    check_zone(zone)
    clock, ahead = _clocks(texts)
    local = np.isnan(ahead) & ~np.isnan(clock)
    first = clock - np.where(local, 0.0, ahead)
    second, skipped = first.copy(), np.zeros(len(first), bool)
    if local.any():
        first[local], second[local], skipped[local] = _of_zone(clock[local], ZoneInfo(zone))
    outside = ~((first >= 0) & (second < FAR))
    first[outside] = second[outside] = nan
    return Instants(first, second, local & ~outside, skipped & ~outside)


def _clocks(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """What the clock showed, in s since 1970 as if it were UTC, and how far it was ahead of UTC: nan where not told."""
    usual = pd.to_datetime(pd.Series(texts, dtype=object), format=USUAL, errors="coerce").to_numpy().astype("M8[s]")
    clock = np.where(np.isnat(usual), nan, usual.astype(np.int64))
    ahead = np.full(len(clock), nan)
    for row in np.flatnonzero(np.isnan(clock)).tolist():
        clock[row], ahead[row] = _clock(texts[row].strip())
    return clock, ahead


def _clock(text: str) -> tuple[float, float]:
    """As _clocks(), of one text."""
    if UNIX.fullmatch(text):
        return float(text), 0.0
    match = ISO.fullmatch(text)
    if not match:
        return nan, nan
    try:
        clock = datetime.fromisoformat(f"{match[1]}T{match[2]}+00:00").timestamp()
        ahead = _offset(match[4]) if match[4] else nan
    except (ValueError, OverflowError):
        return nan, nan
    return clock + (float(f"0.{match[3]}") if match[3] else 0.0), ahead


def _offset(text: str) -> float:
    """s, of Z, UTC, +01, +0100 or -05:30; raises ValueError where there are more than 59 minutes or 23 hours."""
    if text.upper() in ("Z", "UTC"):
        return 0.0
    digits = text[1:].replace(":", "")
    hours, minutes = int(digits[:2]), int(digits[2:] or 0)
    if minutes > 59 or hours > 23:
        raise ValueError(text)
    return (3_600.0 * hours + 60 * minutes) * (-1 if text[0] == "-" else 1)


def _of_zone(clock: np.ndarray, rules: ZoneInfo) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(earlier, later, skipped) of what the clock of a zone showed: each offset of the zone is tried."""
    inside = (clock >= 0) & (clock < FAR)
    if not inside.any():
        return clock, clock, ~inside
    begins, offsets = _pieces(rules, float(clock[inside].min()) - 2 * DAY, float(clock[inside].max()) + 2 * DAY)
    first, second = np.full(len(clock), np.inf), np.full(len(clock), -np.inf)
    for offset in np.unique(offsets):
        instant = clock - offset
        fits = offsets[np.maximum(np.searchsorted(begins, instant, side="right") - 1, 0)] == offset
        first = np.where(fits, np.minimum(first, instant), first)
        second = np.where(fits, np.maximum(second, instant), second)
    skipped = np.isinf(first)
    before = offsets[np.maximum(np.searchsorted(begins, clock - offsets.min(), side="right") - 2, 0)]
    instant = np.where(skipped, clock - before, 0.0)
    return np.where(skipped, instant, first), np.where(skipped, instant, second), skipped


def _pieces(rules: ZoneInfo, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """(from which instant on, s ahead of UTC) of each change of a zone's offset; the first at `begin`."""
    begins, offsets = [begin], [_ahead(rules, begin)]
    at = begin
    while at < end:
        after = _ahead(rules, at + DAY)
        if after != offsets[-1]:
            low, high = at, at + DAY
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if _ahead(rules, middle) == offsets[-1] else (low, middle)
            begins.append(np.floor(high))
            offsets.append(after)
        at += DAY
    return np.array(begins), np.array(offsets)


def _ahead(rules: ZoneInfo, instant: float) -> float:
    """s, how far a zone is ahead of UTC at an instant."""
    ahead = datetime.fromtimestamp(instant, rules).utcoffset()
    assert ahead is not None
    return ahead.total_seconds()
