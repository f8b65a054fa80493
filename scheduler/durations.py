"""Seconds for people: two units, the smallest useful ones; as Slurm writes them; and seconds as they are.

>>> human(750), human(11_100), human(187_200), human(-1)
('12 min 30 s', '3 h 05 min', '2 d 04 h', '—')
>>> slurm(11_100), slurm(187_200.4), in_seconds(187_200.4), human(11_100).seconds
('0-03:05:00', '2-04:00:00', '187\u202f200 s', 11100.0)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

UNKNOWN = "—"
MINUTE, HOUR, DAY = 60, 3_600, 86_400
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY}  # seconds of each
WEEK = 7 * DAY
YEAR = 365 * DAY
LEAST = "under 0.001 s"
THIN = "\u202f"  # the narrow space between thousands


class Scale(NamedTuple):
    """Two units, and up to which length they are used."""

    below: float  # s, after rounding to the small unit
    large: str
    size: int  # s, of the large unit
    small: str
    step: int  # s, of the small unit
    digits: int  # of the small number


SCALES = (
    Scale(HOUR, "min", MINUTE, "s", 1, 2),
    Scale(DAY, "h", HOUR, "min", MINUTE, 2),
    Scale(2 * WEEK, "d", DAY, "h", HOUR, 2),
    Scale(2 * YEAR, "wk", WEEK, "d", DAY, 1),
    Scale(math.inf, "y", YEAR, "wk", WEEK, 1),
)


class Length(str):
    """A length of time in words that still knows its seconds, so that a table can show it in another unit."""

    seconds: float | None  # None: unknown

    def __new__(cls, text: str, seconds: float | None = None) -> Length:
        """The second argument is missing where a copy is made; the copy then gets it with the other attributes."""
        length = super().__new__(cls, text)
        length.seconds = seconds
        return length


def is_known(seconds: float | None) -> bool:
    """Whether this is a length at all: a log writes -1 for what is unknown."""
    return seconds is not None and math.isfinite(seconds) and seconds >= 0


def human(seconds: float | None) -> Length:
    """A length of time in at most two units, rounded to the smaller one; what is unknown (None, nan, below 0) is —."""
    if seconds is None or not is_known(seconds):
        return Length(UNKNOWN)
    return Length(_words(seconds), float(seconds))


def duration(seconds: float) -> str:
    """A length of time as human() has it, without a part that is zero: 30 min."""
    return _words(seconds, brief=True) if is_known(seconds) else UNKNOWN


def _words(seconds: float, brief: bool = False) -> str:
    if float(f"{seconds:.3g}") < MINUTE:
        return f"{seconds:.3g} s" if seconds == 0 or seconds >= 0.001 else LEAST
    scale = next(s for s in SCALES if round(seconds / s.step) * s.step < s.below)
    whole, rest = divmod(round(seconds / scale.step) * scale.step, scale.size)
    rest //= scale.step
    return f"{whole} {scale.large}" + (f" {rest:0{scale.digits}} {scale.small}" if rest or not brief else "")


def slurm(seconds: float | None) -> str:
    """A length as Slurm's commands print it, D-HH:MM:SS; below a minute with milliseconds where it has any."""
    if seconds is None or not is_known(seconds):
        return UNKNOWN
    thousandths = math.floor(1_000 * seconds + 0.5) if seconds < MINUTE else 1_000 * round(seconds)
    whole, rest = divmod(thousandths, 1_000)
    days, left = divmod(whole, DAY)
    fraction = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{days}-{left // HOUR:02d}:{left % HOUR // MINUTE:02d}:{left % MINUTE:02d}{fraction}"


def in_seconds(seconds: float | None) -> str:
    """A length in seconds alone: whole from 1000 on, three significant digits below."""
    if seconds is None or not is_known(seconds):
        return UNKNOWN
    if float(f"{seconds:.3g}") < 1_000:
        return f"{seconds:.3g} s" if seconds == 0 or seconds >= 0.001 else LEAST
    return f"{round(seconds):,} s".replace(",", THIN)


def in_unit(unit: str) -> Callable[[float], str]:
    """What puts instants and lengths of time, s, into words of one of UNITS.

    >>> in_unit("min")(120), in_unit("h")(176_400)
    ('2 min', '49 h')
    """
    return lambda seconds: f"{number(round(seconds / UNITS[unit], 2))} {unit}"


def in_all_units(seconds: float | None) -> str:
    """The three beside each other, the seconds to a thousandth: 3 h 05 min · 0-03:05:00 · 11100.25 s."""
    if seconds is None or not is_known(seconds):
        return UNKNOWN
    return f"{human(seconds)} · {slurm(seconds)} · {number(round(seconds, 3))} s"


def moment(seconds: float) -> str:
    """An instant since the log's start, to the second: 68 d 01:07:34."""
    if not math.isfinite(seconds):
        return UNKNOWN
    whole = math.floor(seconds + 1e-9)
    rest = round(seconds - whole, 3)
    days, left = divmod(whole, DAY)
    clock = f"{left // HOUR:02d}:{left % HOUR // MINUTE:02d}:{left % MINUTE:02d}"
    clock += f"{rest:.3g}"[1:] if rest > 0 else ""
    return f"{days} d {clock}" if days else clock


def instant(seconds: float) -> str:
    """An instant for a sentence: in the first hour seconds, then as moment() has it."""
    return f"{number(round(seconds, 3))} s" if seconds < HOUR else moment(seconds)


def number(value: float) -> str:
    """Whole numbers without a decimal point, others in shortest form."""
    value = float(value)
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
