"""Figures drawn small: what a glance can do without is left out, in place."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

MARGIN, SIDE = {"l": 40, "r": 8, "t": 26, "b": 38}, 110     # pixels; the most that names beside a chart get
LONGEST = 30            # characters of the title of an axis
TEXT = 11               # pixels, of names in a figure


def compact(chart: go.Figure) -> go.Figure:
    """The figure without titles of y axes, legends and what follows a name after a dot; margins and text are small."""
    chart.update_yaxes(title=None, tickfont={"size": 10}, nticks=4)
    chart.update_xaxes(title={"font": {"size": TEXT}, "standoff": 2}, tickfont={"size": 10})
    chart.for_each_xaxis(lambda axis: axis.title.update(text=short_title(axis.title.text or "")))
    chart.layout.annotations = [short_note(note.to_plotly_json()) for note in chart.layout.annotations]
    right = min(chart.layout.margin.r or MARGIN["r"], SIDE)
    return chart.update_layout(showlegend=False, title={"font": {"size": 12}}, margin={**MARGIN, "r": right})


def short_note(note: dict[str, Any]) -> dict[str, Any]:
    """An annotation with its name alone, in small letters."""
    font = note.get("font") or {}
    name = str(note.get("text") or "").split(" · ")[0]
    return {**note, "text": name, "font": {**font, "size": min(font.get("size") or TEXT, TEXT)}}


def short_title(text: str) -> str:
    """The title of an axis; a long one without what stands in parentheses."""
    before, _, rest = text.partition(" (")
    return before + rest.partition(")")[2] if rest and len(text) > LONGEST else text
