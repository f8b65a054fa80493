"""Steps of processors and of lengths of time in words, as charts have them on their axes."""

from __future__ import annotations

from scheduler.analysis.workloads.workload_profile import LENGTHS, sizes_of
from scheduler.durations import DAY, HOUR, MINUTE, WEEK

UNITS = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"))


def length_name(seconds: float, end: float | None) -> str:
    """A step of lengths: 10\u201330 min, \u2265 7 d where it has no end; in the unit of its end."""
    size, unit = next(one for one in UNITS if (end or seconds) >= (2 * one[0] if one[1] == "d" else one[0]))
    if end is None:
        return f"\u2265 {seconds / size:.0f} {unit}"
    if end == HOUR:
        size, unit = MINUTE, "min"
    return f"{seconds / size:.0f}\u2013{end / size:.0f} {unit}" if seconds else f"< {end / size:.0f} {unit}"


NAMES = tuple(map(length_name, LENGTHS.tolist(), [*LENGTHS[1:].tolist(), None]))  # of LENGTHS


def each(width: float) -> str:
    """A bin of time in words: hour, 6 hours, day, week, 2 weeks."""
    size, noun = next(one for one in ((WEEK, "week"), (DAY, "day"), (HOUR, "hour")) if width % one[0] == 0)
    return noun if width == size else f"{width / size:.0f} {noun}s"


def size_name(step: int) -> str:
    """The processors of a step: 1, 2, 3-4, 5-8."""
    low, high = sizes_of(step)
    return f"{low}" if low == high else f"{low}\u2013{high}"


def processors_of(step: int, piece: str) -> str:
    """1 processor; 3-4 processors."""
    return f"{size_name(step)} {piece}" + ("" if step == 0 else "s")
