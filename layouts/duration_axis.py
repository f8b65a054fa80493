"""Lengths of time on axes and in comparisons: an axis that begins at zero, and what is longer than what, in words.

A bar so long that the others could not be told apart any more is cut; its number then stands beside an arrow.

>>> words(3.5 * 3_600), words(0.0), compared(-90.0), compared(0.0)
('3 h 30 min', '0 s', '1 min 30 s shorter', 'as long')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from layouts import theme
from scheduler.durations import human

SAME = 0.001        # s: a smaller difference is none
HIDES = 4.0         # times the second longest bar: a longer one is cut
CUT = 1.5           # times the second longest bar: where it is cut


def duration_axis(top: float, title: str, wanted: int = 5, low: float = 0.0) -> dict[str, Any]:
    """An axis of seconds from `low` to `top` with at most about `wanted` ticks from zero on."""
    top = max(top, 1e-3)
    step = theme.step_for(top, wanted)
    ticks = [n * step for n in range(math.floor(top / step + 1e-9) + 1)]
    return {"title": {"text": title}, "range": [low, top], "tickvals": ticks, "ticktext": [words(t) for t in ticks],
            "fixedrange": True, "showgrid": True}


def end_of(values: Sequence[float], room: float = 1.05) -> float:
    """Where an axis of bars ends: beyond the longest, or beyond the second where the longest would hide the others."""
    ranked = sorted(values)
    hides = len(ranked) > 1 and ranked[-1] > HIDES * ranked[-2] > 0
    return room * (CUT * ranked[-2] if hides else ranked[-1]) or 1.0


def words(seconds: float) -> str:
    """A round length as short as it can be said: 1 h, 1 h 30 min, 2 d."""
    if seconds < 1:
        return f"{seconds:g} s"
    return theme.parts(seconds, 1.0)


def compared(seconds: float) -> str:
    """A difference of lengths in words."""
    if abs(seconds) < SAME:
        return "as long"
    return f"{human(abs(seconds))} {'longer' if seconds > 0 else 'shorter'}"


def signed(seconds: float) -> str:
    """A difference of lengths with its sign."""
    if abs(seconds) < SAME:
        return "0 s"
    return f"{'+' if seconds > 0 else chr(0x2212)}{human(abs(seconds))}"
