"""A simulation under way, as a card shows it: the time reached, the jobs started, and a strip of busy processors.

The strip is one small picture, used as a mask: its color is that of the page, in light and dark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Any
from urllib.parse import quote

from dash import html

from layouts.theme import counted, number
from scheduler.durations import DAY, human

WIDE, HIGH = 1_000, 100  # units of the picture
DAYS = 3  # from how many on the time reached is told as "day 2 of 3"


def section(so_far: Mapping[str, Any] | None) -> list:
    """Words and strip of a snapshot (scheduler.adapters.snapshot); nothing before the first job starts."""
    if not so_far or not so_far["started"]:
        return []
    caption = words(so_far)
    return [
        html.P(caption, className="qs-small qs-soft", style={"margin": "0 0 4px"}),
        html.Div(
            html.I(style={"maskImage": f'url("{picture(so_far)}")'}),
            className="qs-so-far",
            role="img",
            title="Busy processors so far: time to the right, all of them the whole height",
            **{"aria-label": f"Busy processors so far, {share(so_far['busy'])} on average. {caption}"},
        ),
    ]


def words(so_far: Mapping[str, Any]) -> str:
    """Day 113 of 330: 41 200 of 120 000 jobs started."""
    return (
        f"{reached(float(so_far['now']) - float(so_far['begin']), length(so_far))}: "
        f"{number(so_far['started'])} of {counted(so_far['jobs'], 'job')} started."
    )


def length(so_far: Mapping[str, Any]) -> float | None:
    """s from the first submission to the last; None where it is not known before the end."""
    return None if so_far["until"] is None else float(so_far["until"]) - float(so_far["begin"])


def reached(now: float, whole: float | None) -> str:
    """The time reached, of that in which jobs are submitted; now, whole: s since the first submission."""
    days = (now if whole is None else whole) >= DAYS * DAY
    at = f"Day {number(floor(now / DAY) + 1)}" if days else f"{human(now)} simulated"
    if whole is None:
        return at
    if now > whole:
        return f"{at}, after the last submission"
    return f"{at} of {number(ceil(whole / DAY)) if days else human(whole)}"


def share(busy: Sequence[float]) -> str:
    """The mean of the strip in words."""
    return f"{100 * sum(busy) / len(busy):.0f} %" if busy else "nothing"


def picture(so_far: Mapping[str, Any]) -> str:
    """The strip as the address of an SVG picture: time to the right, as far as jobs are submitted, the machine up."""
    now, whole = float(so_far["now"]) - float(so_far["begin"]), length(so_far)
    heights = [HIGH * (1 - min(max(float(part), 0.0), 1.0)) for part in so_far["busy"]]
    step = WIDE * now / max(now, whole or 0.0) / len(heights) if heights else 0.0
    path = f"M0,{HIGH}" + "".join(f"V{top:.0f}h{step:.4g}" for top in heights) + f"V{HIGH}z"
    return "data:image/svg+xml," + quote(
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDE} {HIGH}' "
        f"preserveAspectRatio='none'><path d='{path}'/></svg>"
    )
