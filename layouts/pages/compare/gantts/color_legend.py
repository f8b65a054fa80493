"""What the colors of the Gantt charts mean, in a row above them: a color's button lights its jobs and pales the rest.

Pressed again it takes that condition away; conditions on other fields stay (frontend/compare/brushing.js writes the
query).  Where no query means the jobs of a color, its words stand without a button.  Files of figures carry their
legend inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dash import html

from layouts import ids
from layouts.drawing import query_mask
from layouts.gantt import coloring, patterns
from layouts.gantt.pair_hit_test import SOURCES
from layouts.gantt.rectangles import JOBS
from layouts.pages.compare.gantts import looks
from layouts.plots.gantts import difference_chart
from layouts.plots.gantts.bars import coloring_of
from layouts.state.view import COLORS, FinishedRun, View
from scheduler.query.fields import names_of

TITLES = {
    "user": "User",
    "job": "Job",
    "size": "Processors",
    "stretch": "Stretch",
    "reason": "Waited for",
    "grid": "Job",
    "change": "Waits",
}


class Chip(NamedTuple):
    """A color in words; query: what lights its jobs, "" where nothing does."""

    color: str
    words: str
    query: str = ""


def above(source: str, view: View) -> bool:
    """Whether the row says what the colors of such a chart mean, so that the chart itself need not."""
    return source in JOBS or source in SOURCES or (source == "virtual" and view.color == COLORS[0])


def row(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The row; without jobs nothing is in it."""
    if looks.in_both(runs, view) and view.beside == "difference":
        title, entries = "Busy", [Chip(color, words) for color, words in difference_chart.meanings(view.scheme)]
    else:
        title, entries = TITLES[coloring_of(runs[0], runs, view).kind if runs else view.color], chips(runs, view)
    parts = [chip(one, title, view) for one in entries]
    notes = [html.Span(text, className="qs-soft") for text in (*signs(runs, view), *remarks(runs, view, entries))]
    return html.Div(
        [html.B(title), *parts, *notes] if entries else None,
        id=ids.LEGEND,
        className="qs-legend",
        role="group",
        **{"aria-label": f"Colors of the jobs: {title.lower()}"},
    )


def chips(runs: Sequence[FinishedRun], view: View) -> list[Chip]:
    """The colors that occur in any of the runs, in the order of a legend."""
    chip_of_color: dict[tuple[int, str, str], Chip] = {}
    for run in runs:
        colors = coloring_of(run, runs, view)
        asked = coloring.queries(colors, run.schedule)
        for index, words in colors.words:
            entry = Chip(colors.hue(index, view.scheme), words, asked[index])
            chip_of_color.setdefault((index, entry.words, entry.color), entry)
    by_index = view.color != COLORS[0]  # users: as they are numbered
    return [entry for _, entry in (sorted(chip_of_color.items()) if by_index else chip_of_color.items())]


def chip(one: Chip, title: str, view: View) -> Any:
    """A button where a query means the jobs, else its words."""
    look: dict[str, Any] = {"className": "qs-chip", "style": {"--qs-chip": one.color}}
    if not one.query:
        return html.Span(one.words, **look)
    field = coloring.FIELDS[view.color]
    pressed = coloring.holds(one.query, view.only)
    return html.Button(
        one.words,
        type="button",
        title="Reset the highlight" if pressed else "Light only these jobs",
        **look,
        **{
            "aria-pressed": str(pressed).lower(),
            "aria-label": f"{title} {one.words}",
            "data-lights": one.query,
            "data-field": "|".join(names_of(field)),
        },
    )


def signs(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Patterns that occur, and what is pale."""
    if view.beside == "difference" and len(runs) > 1:
        return []
    there = {pattern: None for run in runs for pattern in patterns.present(run.schedule)}
    queue = "waiting or paused" if any(run.schedule.shares_nodes for run in runs) else "waiting"
    pale = [queue] * (view.rows == "queue") + ["not asked for"] * (query_mask.chosen(runs, view) is not None)
    return [f"{pattern.sign} {pattern.words}" for pattern in patterns.LISTED if pattern in there] + (
        [f"pale: {' or '.join(pale)}"] if pale else []
    )


def remarks(runs: Sequence[FinishedRun], view: View, entries: Sequence[Chip]) -> list[str]:
    """Whose values decide where runs differ in them: a lit job is lit in every chart."""
    if view.color not in coloring.OF_RUN or len(runs) < 2 or not any(one.query for one in entries):
        return []
    baseline = query_mask.baseline(runs, view.baseline).name
    return [f"A color lights the jobs that have it under {baseline}, in every chart."]
