"""What a policy marks in time, drawn over all rows of a Gantt chart: batches, shelves, periods and outages.

Periods and outages are bands, the others a line where each begins, with a halo that parts it from the outlines of
jobs; labels stand above the rows where there is room.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.rectangles import Window
from layouts.view import Shown
from scheduler.durations import moment
from scheduler.table import Table

MOST = 300                  # marks of a window that are drawn: the longest
WIDTH, HALO = 1.5, 4.0      # pixels
LETTER, GAP = 6.0, 8.0      # pixels: of a label's letter, between two labels
KINDS = ("batch", "shelf", "period", "outage")      # in the order of marks.kind


class Kind(NamedTuple):
    """How marks of a kind look."""

    band: bool
    dash: str
    pattern: str


LOOKS = (Kind(False, "solid", ""), Kind(False, "dash", ""), Kind(True, "dot", ""), Kind(True, "dashdot", "x"))


def inside(shown: Shown, window: Window) -> Table | None:
    """The marks that meet a window, by begin, then as listed; the MOST longest of many; None where there are none."""
    marks = shown.schedule.marks
    if marks is None:
        return None
    rows = np.flatnonzero((marks.end >= window[0]) & (marks.begin < window[1]))
    rows = rows[np.argsort(marks.begin[rows] - marks.end[rows], kind="stable")[:MOST]]
    rows = rows[np.lexsort((rows, marks.begin[rows]))]
    return marks.take(rows) if len(rows) else None


def traces(shown: Shown, window: Window, extent: Window, scheme: str, pixels: float) -> list[go.Scatter]:
    """A halo of the lines, a trace of each kind, and one of labels; pixels: width of the window on a usual screen."""
    marks = inside(shown, window)
    if marks is None:
        return []
    made = [_of_kind(marks.take(marks.kind == kind), kind, extent, scheme) for kind in np.unique(marks.kind).tolist()]
    halos = [go.Scatter(line | {"line": {"color": theme.BACKGROUND[scheme], "width": HALO}})
             for line in (trace.to_plotly_json() for trace in made) if "fill" not in line]
    return [*halos, *made, _labels(marks, window, scheme, pixels)]


def _of_kind(marks: Table, kind: int, extent: Window, scheme: str) -> go.Scatter:
    look, (p0, p1) = LOOKS[kind], extent[2:]
    gap = np.full(len(marks), np.nan)
    corners = (marks.begin, marks.begin, marks.end, marks.end, marks.begin, gap) if look.band else (
        marks.begin, marks.begin, gap)
    height = (p0, p1, p1, p0, p0, np.nan) if look.band else (p0, p1, np.nan)
    ink = theme.INK[scheme]
    fill: dict = {} if not look.band else {"fill": "toself", "fillcolor": theme.faded(ink, 0.08)}
    if look.pattern:
        fill["fillpattern"] = {"shape": look.pattern, "size": 9, "solidity": 0.12, "fgcolor": theme.faded(ink, 0.5),
                               "bgcolor": theme.faded(ink, 0.08)}
    return go.Scatter(x=np.stack(corners, axis=1).ravel(), y=np.tile(height, len(marks)), mode="lines",
                      line={"color": theme.faded(ink, 0.6) if look.band else ink, "dash": look.dash,
                            "width": 1 if look.band else WIDTH}, hoverinfo="skip",
                      name=KINDS[kind], **fill)


def _labels(marks: Table, window: Window, scheme: str, pixels: float) -> go.Scatter:
    """Above the rows, where each mark begins, its label; those left out that would cover the one before."""
    places, texts, free = [], [], -np.inf
    for at in range(len(marks)):
        text = name(marks, at)
        x = max(float(marks.begin[at]), window[0])
        across = (x - window[0]) / (window[1] - window[0]) * pixels
        if across >= free and across + LETTER * len(text) <= pixels:
            places.append(x)
            texts.append(theme.safe(text))
            free = across + LETTER * len(text) + GAP
    return go.Scatter(x=places, y=[window[3]] * len(places), mode="text", text=texts, textposition="top right",
                      textfont={"size": 11, "color": theme.INK[scheme]}, cliponaxis=False, hoverinfo="skip",
                      name="marks")


def name(marks: Table, at: int) -> str:
    """What a mark is called: its label, else its kind."""
    return str(marks.label[at]) or KINDS[int(marks.kind[at])]


def said(shown: Shown) -> str:
    """How many of each kind a run has, and the first of them; empty where it has none."""
    marks = shown.schedule.marks
    if marks is None or not len(marks):
        return ""
    plural = {"batch": "batches", "shelf": "shelves", "period": "periods", "outage": "outages"}
    counts = [(KINDS[kind], int((marks.kind == kind).sum())) for kind in np.unique(marks.kind).tolist()]
    told = ", ".join(f"{theme.number(count)} {kind if count == 1 else plural[kind]}" for kind, count in counts)
    first = int(marks.begin.argmin())
    return f"{shown.name} marks {told}, the first ({name(marks, first)}) from {moment(float(marks.begin[first]))}."
