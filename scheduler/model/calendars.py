"""Which date and time on the clock of the machine a second of a log is.

A header tells the Unix time of second 0 and the time zone.  Within a log the zone's offset from UTC changes in few
places (summer time), so a log's calendar is a few pieces of constant offset: local seconds are seconds of the log and
a shift, where local seconds count from 1970-01-01 00:00 on the clock of the zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np

from scheduler.durations import DAY
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload

FAR = 4_102_444_800  # s: the year 2100 in Unix time; what is later is no time of a log
NO_ZONE = "UTC (the log does not tell its time zone)"
LONG = 20 * 366 * DAY  # s: hardly a log is longer; later times have the offset of its end
LONGEST = 40  # signs of a name that is shown


class Calendar(NamedTuple):
    """The clock of a log."""

    zone: str  # its name in words
    pieces: tuple[tuple[float, float], ...]  # (from which second of the log on, shift in s); first: from 0

    def shift(self, time: float) -> float:
        """s, to be added to a second of the log to have local seconds."""
        return next((shift for begin, shift in reversed(self.pieces) if time >= begin), self.pieces[0][1])

    def local(self, seconds: np.ndarray) -> np.ndarray:
        """[n] local seconds of seconds of the log; nan stays nan."""
        begins, shifts = np.array(self.pieces).T
        return seconds + shifts[np.maximum(np.searchsorted(begins, seconds, "right") - 1, 0)]

    def second(self, local: float) -> float:
        """The second of the log at which the clock shows so many seconds since 1970-01-01 00:00."""
        return next(
            (local - shift for begin, shift in reversed(self.pieces) if local - shift >= begin),
            local - self.pieces[0][1],
        )


def calendar_of(workload: Workload, end: float) -> Calendar | None:
    """The calendar of a workload up to second `end`; None where its times are no times of a known calendar.

    They are not where the header does not say when the log starts, where submissions follow completions, and where the
    time between submissions was stretched for another load.
    """
    start = workload.platform.second_0
    fixed = not workload.is_closed and workload.options.get("time_factor", 1.0) == 1.0
    if not fixed or start is None or not 0 <= start < FAR or not 0 <= end < FAR - start:
        return None
    return calendar_between(start, workload.platform.time_zone, int(end))


def calendar_of_platform(platform: Platform) -> Calendar | None:
    """The calendar of the log a platform is of; None where its header does not tell when it starts."""
    start = platform.second_0
    return None if start is None else calendar_between(start, platform.time_zone, LONG if start else FAR)


def calendar_of_workload(workload: Workload) -> Calendar | None:
    """The calendar of a workload for dates that are asked for; None where it has none, as `calendar_of` tells."""
    return calendar_of_platform(workload.platform) if calendar_of(workload, 0.0) else None


@lru_cache(64)
def calendar_between(start: int, zone: str, end: int) -> Calendar:
    """The pieces from second 0 to second `end` of a log that starts at Unix time `start`; UTC for an unknown zone."""
    rules, name = find_zone(zone)
    return Calendar(name, tuple((float(at), float(start + shift)) for at, shift in _pieces(rules, start, end)))


def find_zone(zone: str) -> tuple[tzinfo, str]:
    """(rules, name in words) of a time zone; of one that is not known here UTC, and the words say so."""
    try:
        return (ZoneInfo(zone), zone) if zone else (UTC, NO_ZONE)
    except (KeyError, ValueError, OSError):
        return UTC, f"UTC (the log's time zone {zone[:LONGEST]} is not known here)"


def _pieces(rules: tzinfo, start: int, end: int) -> Iterator[tuple[int, int]]:
    """(second of the log, offset from UTC in s) of every change, found day by day and then to the second."""
    before = offset(rules, start)
    yield 0, before
    for day in range(0, end + 1, DAY):
        if (after := offset(rules, start + day + DAY)) != before:
            low, high = day, day + DAY
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(rules, start + middle) == before else (low, middle)
            yield high, after
            before = after


def offset(rules: tzinfo, unix: int) -> int:
    """s, of the zone from UTC at a Unix time."""
    ahead = datetime.fromtimestamp(unix, UTC).astimezone(rules).utcoffset()
    assert ahead is not None
    return int(ahead.total_seconds())
