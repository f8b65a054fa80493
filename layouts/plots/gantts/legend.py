"""What colors, patterns and paleness mean, in words above a Gantt chart.

Where a page says it in a row of its own, the words are there but not shown: files of figures bring them back
(frontend/export/paper.js).
"""

from __future__ import annotations

from collections.abc import Sequence

from layouts import theme
from layouts.figures import Figure, lay_out
from layouts.gantt import coloring, patterns
from layouts.gantt.rectangles import JOBS, Window
from layouts.plots.gantts import lateness_rows
from layouts.plots.gantts.bars import Look
from layouts.state.view import FinishedRun

NAME = "colors"  # of the annotation
WIDE = 60  # letters of a line in a chart beside another one


def legend(run: FinishedRun, source: str, window: Window, scheme: str, pixels: float, how: Look, narrow: bool) -> dict:
    """The annotation that says it; narrow: whether charts are beside each other."""
    text = (
        lateness_rows.legend(run, window, scheme, pixels)
        if source == "lag"
        else "<br>".join(lines(run, source, scheme, how, narrow))
    )
    return {
        "text": text,
        "x": 1,
        "xref": "paper",
        "xanchor": "right",
        "y": 1,
        "yref": "paper",
        "align": "right",
        "yanchor": "bottom",
        "yshift": 2,
        "showarrow": False,
        "font": {"size": 11},
        "name": NAME,
    }


def hide(chart: Figure) -> Figure:
    """The figure with its legend out of sight, and no room for it; in place."""
    notes = [{**note, "visible": False} if note.get("name") == NAME else note for note in chart.annotations]
    return lay_out(chart, annotations=notes, margin={"t": theme.TIME_MARGIN["t"]})


def lines(run: FinishedRun, source: str, scheme: str, how: Look, narrow: bool) -> list[str]:
    """One line, or two where it would be too long: colors, then patterns."""
    if how.coloring is None:
        return [users(run, scheme)]
    colors = how.coloring
    words = [
        (f'<span style="color:{colors.hue(index, scheme)}">\u25a0</span> {theme.safe(text)}', len(text) + 3)
        for index, text in colors.words
    ]
    parts = [(colors.title, len(colors.title) + 2), *words]
    parts += [(text, len(text) + 2) for text in signs(run, source, how)]
    total = sum(length for _, length in parts)
    return [line for line in _broken(parts, total if total <= WIDE or not narrow else total / 2) if line]


def _broken(parts: Sequence[tuple[str, int]], wide: float) -> list[str]:
    rows: list[list[str]] = [[], []]
    used = 0
    for text, length in parts:
        rows[0 if used < wide else 1].append(text)
        used += length
    return ["  ".join(line) for line in rows]


def signs(run: FinishedRun, source: str, how: Look) -> list[str]:
    """Patterns the run has, and what is pale."""
    there = patterns.present(run.schedule) if source in JOBS else []
    queue = "waiting or paused" if run.schedule.shares_nodes else "waiting"
    pale = [queue] * (source == "queue") + ["not asked for"] * (how.lit is not None)
    return [
        *(f"{pattern.sign} {pattern.words}" for pattern in there),
        *([f"pale: {' or '.join(pale)}"] if pale else []),
    ]


def users(run: FinishedRun, scheme: str) -> str:
    """The users in the order of their numbers, a square of their color before each."""
    colors = coloring.users(run.schedule, run.schedule)
    marks = "  ".join(
        f'<span style="color:{colors.hue(index, scheme)}">\u25a0</span> {theme.safe(text)}'
        for index, text in colors.words
    )
    return f"user  {marks}"
