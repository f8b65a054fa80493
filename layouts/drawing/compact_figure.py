"""Figures drawn small: what a glance can do without is left out, in place."""

from __future__ import annotations

import math
from typing import Any

from layouts.figures import Figure, lay_out, title_of

MARGIN, SIDE = {"l": 40, "r": 8, "t": 26, "b": 38}, 110  # pixels; the most that names beside a chart get
FEW = 2  # rows, of which each has room for four ticks
MOST_TICKS = 5  # along the x axis, of those that are not chosen by the size of the chart
CHARACTER = 6  # pixels, of a small letter
LONGEST = 30  # characters of the title of an axis
SECOND_LINE = 14  # pixels of a second line of labels
LINE = 20  # pixels of a line with some air
TEXT = 11  # pixels, of names in a figure


def compact(chart: Figure) -> Figure:
    """The figure without titles of y axes, legends and what follows a name after a dot; margins and text are small."""
    y_axes, x_axes = chart.axes("y"), chart.axes("x")
    y_axis = {"title": None, "tickfont": {"size": 10}, "nticks": 4 if len(y_axes) <= FEW else 2}
    lay_out(chart, dict.fromkeys(y_axes, y_axis), {name: small_x_axis(axis) for name, axis in x_axes.items()})
    right = min(chart.layout.get("margin", {}).get("r") or MARGIN["r"], SIDE)
    left, top = max(MARGIN["l"], names_beside(chart)), max(MARGIN["t"], lines_above(chart))
    margin = {**MARGIN, "l": left, "r": right, "t": top, "b": MARGIN["b"] + SECOND_LINE * has_dates(chart)}
    return lay_out(
        chart,
        annotations=[short_note(note) for note in chart.annotations],
        showlegend=False,
        title={"font": {"size": 12}},
        margin=margin,
    )


def small_x_axis(axis: dict[str, Any]) -> dict[str, Any]:
    """What changes of an x axis: a short title, small text, and fewer ticks."""
    title = {"text": short_title(title_of(axis)), "font": {"size": TEXT}, "standoff": 2}
    return {"title": title, "tickfont": {"size": 10}, **thinned(axis)}


def has_dates(chart: Figure) -> bool:
    """Whether labels of times may have a second line, with what is larger than a label: the date or the year."""
    return any("<br>" in str(text) for axis in chart.axes("x").values() for text in labels_of(axis))


def thinned(axis: dict[str, Any]) -> dict[str, Any]:
    """Every other tick of an axis and the last, where there are many and nothing else chooses them."""
    if not labels_of(axis) or axis.get("minallowed") is not None:
        return {}
    low, high = axis.get("range") or (-math.inf, math.inf)
    seen = [at for at, place in enumerate(axis["tickvals"]) if low <= place <= high]
    if len(seen) <= MOST_TICKS:
        return {}
    kept = [*seen[:-2:2], seen[-1]]
    return {
        "tickvals": [axis["tickvals"][at] for at in kept],
        "ticktext": [axis["ticktext"][at] for at in kept],
        "tickangle": 0,
    }


def labels_of(axis: dict[str, Any]) -> list[Any]:
    """The labels that an axis was given."""
    texts = axis.get("ticktext")
    return [] if texts is None else list(texts)


def names_beside(chart: Figure) -> float:
    """Pixels that the names of rows take, left of the plot."""
    names = [str(text) for axis in chart.axes("y").values() for text in labels_of(axis)]
    return max((CHARACTER * len(name) + LINE / 2 for name in names), default=0.0)


def lines_above(chart: Figure) -> float:
    """Pixels that names above the plot take."""
    return max(
        (
            note["yshift"] + LINE
            for note in chart.annotations
            if note.get("yref") == "paper" and note["y"] == 1 and note.get("yshift")
        ),
        default=0.0,
    )


def short_note(note: dict[str, Any]) -> dict[str, Any]:
    """An annotation with its name alone, in small letters."""
    font = note.get("font") or {}
    name = str(note.get("text") or "").split(" · ")[0]
    return {**note, "text": name, "font": {**font, "size": min(font.get("size") or TEXT, TEXT)}}


def short_title(text: str) -> str:
    """The title of an axis; a long one without what stands in parentheses."""
    before, _, rest = text.partition(" (")
    return before + rest.partition(")")[2] if rest and len(text) > LONGEST else text
