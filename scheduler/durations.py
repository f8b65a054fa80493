"""Seconds for people: two units, the smallest useful ones; and seconds as they are.

>>> human(750), human(11_100), human(187_200), human(-1)
('12 min 30 s', '3 h 05 min', '2 d 04 h', '—')
"""

from __future__ import annotations

import math
from typing import NamedTuple

UNKNOWN = "—"
MINUTE, HOUR, DAY = 60, 3_600, 86_400
WEEK = 7 * DAY
YEAR = 365 * DAY


class Scale(NamedTuple):
    """Two units, and up to which length they are used."""

    below: float    # s, after rounding to the small unit
    large: str
    size: int       # s, of the large unit
    small: str
    step: int       # s, of the small unit
    digits: int     # of the small number


SCALES = (
    Scale(HOUR, "min", MINUTE, "s", 1, 2),
    Scale(DAY, "h", HOUR, "min", MINUTE, 2),
    Scale(2 * WEEK, "d", DAY, "h", HOUR, 2),
    Scale(2 * YEAR, "wk", WEEK, "d", DAY, 1),
    Scale(math.inf, "y", YEAR, "wk", WEEK, 1),
)


def human(seconds: float | None) -> str:
    """A length of time in at most two units, rounded to the smaller one; what is unknown (None, nan, below 0) is —."""
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return UNKNOWN
    if float(f"{seconds:.3g}") < MINUTE:
        return f"{seconds:.3g} s" if seconds == 0 or seconds >= 0.001 else "under 0.001 s"
    scale = next(s for s in SCALES if round(seconds / s.step) * s.step < s.below)
    whole, rest = divmod(round(seconds / scale.step) * scale.step, scale.size)
    return f"{whole} {scale.large} {rest // scale.step:0{scale.digits}} {scale.small}"


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
