"""Gantt charts below each other at full width: low enough for all of them to be seen at once, on one axis of time.

Times stand below the last chart, and words of colors are not said twice, so that charts fit closely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.figures import Figure, lay_out, lay_out_axes, title_of
from layouts.state.view import FinishedRun, View

ALL = 620  # pixels that all charts together take, times apart
AREA = (76, 250)  # least and most pixels of a chart without them
TITLE, TIMES, APART = 27, 46, 6  # pixels above a chart, below one with its times, below one without
LEGEND = 15  # pixels of a line between title and chart
WORDY = 150  # pixels that the title of an axis in two lines takes


def area(count: int) -> int:
    """The height of each of so many charts without title and times, pixels."""
    return min(max(ALL // max(count, 1) - TITLE, AREA[0]), AREA[1])


def height(figure: Figure, count: int) -> int:
    """The height of one of so many charts, pixels."""
    return area(count) + int(figure.layout["margin"]["t"] + figure.layout["margin"]["b"])


def below(at: int, count: int, view: View) -> int:
    """Pixels below a chart: its times are written under the last one, and under each where axes differ."""
    return TIMES if at == count - 1 or not view.shared else APART


def fitted(figure: Figure, lanes: Sequence[tuple[FinishedRun, str]], at: int, view: View) -> Figure:
    """The figure of the at-th of these charts, made to fit among them."""
    timed = below(at, len(lanes), view) == TIMES
    lay_out(figure, margin={"t": TITLE, "b": TIMES if timed else APART})
    if not timed:
        lay_out_axes(figure, "x", showticklabels=False, ticks="", title={"text": None})
    words = title_of(figure.layout["yaxis"])
    if area(len(lanes)) < WORDY and words:
        lay_out_axes(figure, "y", title={"text": words.split("<br>")[0], "font": {"size": 11}})
    return figure


def drop_repeated_legends(figures: Sequence[Figure]) -> None:
    """Leave out of each figure a legend that stands above another one already, and make room for it else; in place."""
    texts: set[str] = set()
    for figure in figures:
        notes = figure.annotations
        figure.layout["annotations"] = [note for note in notes if not (legend(note) and note["text"] in texts)]
        texts |= {note["text"] for note in notes if legend(note)}
        has_legend = any(legend(note) and note.get("visible") is not False for note in figure.annotations)
        lay_out(figure, margin={"t": TITLE + LEGEND * (has_legend or has_words_above(figure))})


def has_words_above(figure: Figure) -> bool:
    """Whether words of the policy stand above the rows: the names of shelves and batches."""
    return any(
        trace.get("mode") == "text" and trace.get("cliponaxis") is False and len(trace.get("text", ()))
        for trace in figure.data
    )


def legend(note: dict[str, Any]) -> bool:
    """Whether an annotation says what colors mean: it stands above the upper right corner."""
    return (note.get("xref"), note.get("yref"), note["x"], note["y"]) == ("paper", "paper", 1, 1)
