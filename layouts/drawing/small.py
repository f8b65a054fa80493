"""Figures drawn small: what a glance can do without is left out, in place."""

from __future__ import annotations

import math
from typing import Any

import plotly.graph_objects as go

from layouts.drawing.figure_layout import lay_out

MARGIN, SIDE = {"l": 40, "r": 8, "t": 26, "b": 38}, 110     # pixels; the most that names beside a chart get
FEW = 2                 # rows, of which each has room for four ticks
MOST_TICKS = 5          # along the x axis, of those that are not chosen by the size of the chart
CHARACTER = 6           # pixels, of a small letter
LONGEST = 30            # characters of the title of an axis
SECOND_LINE = 14        # pixels of a second line of labels
LINE = 20               # pixels of a line with some air
TEXT = 11               # pixels, of names in a figure


def compact(chart: go.Figure) -> go.Figure:
    """The figure without titles of y axes, legends and what follows a name after a dot; margins and text are small."""
    y_axes, x_axes = list(chart.select_yaxes()), list(chart.select_xaxes())
    y_axis = {"title": None, "tickfont": {"size": 10}, "nticks": 4 if len(y_axes) <= FEW else 2}
    lay_out(chart, {axis.plotly_name: y_axis for axis in y_axes},
            {axis.plotly_name: small_x_axis(axis) for axis in x_axes})
    notes = [short_note(note.to_plotly_json()) for note in chart.layout.annotations]
    right = min(chart.layout.margin.r or MARGIN["r"], SIDE)
    left, top = max(MARGIN["l"], names_beside(chart)), max(MARGIN["t"], lines_above(chart))
    margin = {**MARGIN, "l": left, "r": right, "t": top, "b": MARGIN["b"] + SECOND_LINE * has_dates(chart)}
    return lay_out(chart, annotations=notes, showlegend=False, title={"font": {"size": 12}}, margin=margin)


def small_x_axis(axis: go.layout.XAxis) -> dict[str, Any]:
    """What changes of an x axis: a short title, small text, and fewer ticks."""
    title = {"text": short_title(axis.title.text or ""), "font": {"size": TEXT}, "standoff": 2}
    return {"title": title, "tickfont": {"size": 10}, **thinned(axis)}


def has_dates(chart: go.Figure) -> bool:
    """Whether labels of times may have a second line, with what is larger than a label: the date or the year."""
    return any("<br>" in str(text) for axis in chart.select_xaxes() for text in axis.ticktext or ())


def thinned(axis: go.layout.XAxis) -> dict[str, Any]:
    """Every other tick of an axis and the last, where there are many and nothing else chooses them."""
    if axis.ticktext is None or axis.minallowed is not None:
        return {}
    low, high = axis.range or (-math.inf, math.inf)
    seen = [at for at, place in enumerate(axis.tickvals) if low <= place <= high]
    if len(seen) <= MOST_TICKS:
        return {}
    kept = [*seen[:-2:2], seen[-1]]
    return {"tickvals": [axis.tickvals[at] for at in kept], "ticktext": [axis.ticktext[at] for at in kept],
            "tickangle": 0}


def names_beside(chart: go.Figure) -> float:
    """Pixels that the names of rows take, left of the plot."""
    names = [str(text) for axis in chart.select_yaxes() for text in axis.ticktext or ()]
    return max((CHARACTER * len(name) + LINE / 2 for name in names), default=0.0)


def lines_above(chart: go.Figure) -> float:
    """Pixels that names above the plot take."""
    return max((note.yshift + LINE for note in chart.layout.annotations
                if note.yref == "paper" and note.y == 1 and note.yshift), default=0.0)


def short_note(note: dict[str, Any]) -> dict[str, Any]:
    """An annotation with its name alone, in small letters."""
    font = note.get("font") or {}
    name = str(note.get("text") or "").split(" · ")[0]
    return {**note, "text": name, "font": {**font, "size": min(font.get("size") or TEXT, TEXT)}}


def short_title(text: str) -> str:
    """The title of an axis; a long one without what stands in parentheses."""
    before, _, rest = text.partition(" (")
    return before + rest.partition(")")[2] if rest and len(text) > LONGEST else text
