"""Where the Gantt charts open: a log with more jobs than pixels begins where its runs disagree most.

Of a whole log with more jobs than the chart has pixels no single job can be seen, so the charts open on a window with
few enough of them.  Which one: that with the most wait that jobs have in only one of the runs (disagreement.py).  A
sentence says so, the key 0 and a button show the whole log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dash import ClientsideFunction, Dash, Input, Output, dcc, html

from layouts import ids, theme
from layouts.drawing.axes import extent
from layouts.drawing.query_mask import baseline
from layouts.frame.shell import key_cap
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, View
from scheduler.analysis.disagreement import Disagreement, largest_disagreement
from scheduler.durations import human

PIXELS = 1_000  # of a chart; with more jobs than that no single one can be told from its neighbors
FEW = 250  # jobs that the first window has on average


class Opening(NamedTuple):
    """The first window, and how much of all disagreement it holds."""

    t0: float  # s
    t1: float  # s
    share: float  # of the disagreement
    whole: float  # s: how long the log is


def crowded(runs: Sequence[FinishedRun]) -> bool:
    """Whether there is more than one job on a pixel of the whole log."""
    return any(len(run.schedule.placed) > PIXELS for run in runs)


def opening(runs: Sequence[FinishedRun], view: View) -> Opening | None:
    """The first window; None where the whole log can be read, or no run differs from the baseline."""
    if len(runs) < 2 or not crowded(runs):
        return None
    begin, end = extent(runs)
    width = (end - begin) * FEW / max(len(run.schedule.placed) for run in runs)
    base = baseline(runs, view.baseline)
    others = [run.schedule for run in runs if run is not base]
    disagreement: Disagreement | None = cached(
        ("largest disagreement", width),
        lambda: largest_disagreement(base.schedule, others, width),
        base.schedule,
        *others,
    )
    if disagreement is None:
        return None
    return Opening(disagreement.begin, disagreement.end, disagreement.inside / disagreement.whole, end - begin)


def section(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """What is said of the window, with the ways to it and to the whole log; the store that opens it.

    Nothing where a plan is shown, whose moment need not be in the window.
    """
    window = opening(runs, view) if view.plan is None else None
    if window is None:
        return html.Div(dcc.Store(id=ids.OPENING))
    there = html.Button(
        "Show the window",
        type="button",
        className="qs-pick",
        **{"data-from": f"{window.t0:.3f}", "data-to": f"{window.t1:.3f}"},
    )
    asked = {"t0": window.t0, "t1": window.t1, "of": "-".join(run.key for run in runs) + f"-{view.baseline}"}
    paragraph = html.P(
        [words(window), " ", key_cap("Digit0", "xs"), " shows the whole log. ", there], className="qs-small"
    )
    return html.Div([dcc.Store(id=ids.OPENING, data=asked), paragraph], className="qs-opening")


def words(window: Opening) -> str:
    """How long the window is, and what it holds."""
    width = window.t1 - window.t0
    return (
        f"The runs differ most in one window of {human(float(round(width)))}: {theme.percent(window.share)} of the "
        f"difference in {theme.percent(width / window.whole)} of the time."
    )


def register(app: Dash) -> None:
    """Charts that nobody has moved yet go there, once for the same runs."""
    app.clientside_callback(
        ClientsideFunction("queuescope", "openOn"), Output(ids.OPENING, "id"), Input(ids.OPENING, "data")
    )
