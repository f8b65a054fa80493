"""The virtual schedule as dashed outlines over paler bars of the real one."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.figures import Trace, scatter
from layouts.gantt.outlines import PALE, Outline, outlines
from layouts.gantt.rectangles import Rectangles, Window

MOST_CORNERS = 6_000  # of all outlines; beyond it the chart is a picture
INSET = 1.3  # pixels


def drawn(behind: Rectangles, window: Window, pixels: tuple[int, int]) -> list[Outline]:
    """The outlines of a window of so many pixels, drawn in a little, so that neighbors have a line each."""
    inset = INSET * (window[3] - window[2]) / pixels[1]
    return [outline._replace(y=_drawn_in(outline.y, inset)) for outline in outlines(behind, window, *pixels)]


def _drawn_in(y: np.ndarray, inset: float) -> np.ndarray:
    """Lower the upper edge, lift the lower one: the first half of the corners, and the second."""
    half = len(y) // 2
    sign = np.where(np.arange(len(y)) < half, -1.0, 1.0)
    sign[-1] = -1.0
    return y + inset * sign


def few(lines: list[Outline]) -> bool:
    """Whether they can be lines of a figure."""
    return sum(len(outline.x) for outline in lines) <= MOST_CORNERS


def pale(color: str, scheme: str) -> str:
    """A color half way to the background, so that an outline of the same user stands out."""
    return "#" + "".join(
        f"{round(PALE * part + (1 - PALE) * back):02x}"
        for part, back in zip(theme.rgb(color), theme.rgb(theme.BACKGROUND[scheme]), strict=True)
    )


def traces(lines: list[Outline], scheme: str) -> list[Trace]:
    """Dashes in the users' colors on a line of the background's color, so they show on any bar."""
    if not lines:
        return []
    dashes = [_line(lines, {"color": theme.BACKGROUND[scheme], "width": 3.5})]
    for color in sorted({outline.color for outline in lines}):
        dashes.append(
            _line(
                [outline for outline in lines if outline.color == color],
                {"color": theme.hue(color, scheme), "width": 2.2, "dash": "7px,3px"},
            )
        )
    return dashes


def _line(lines: list[Outline], line: dict) -> Trace:
    """Closed lines as one trace, with a gap after each."""
    x, y = (np.concatenate([np.append(getattr(outline, axis), np.nan) for outline in lines]) for axis in "xy")
    return scatter(
        x=x, y=y, mode="lines", line=line | {"simplify": False}, hoverinfo="skip", connectgaps=False, meta="bars"
    )  # hidden with the bars where a picture takes their place
