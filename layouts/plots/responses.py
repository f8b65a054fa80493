"""How responses are spread: a line per run that says which share of the jobs is done within how long.

Response: end - submit.  The axis is logarithmic from a second on.  A drag lights the jobs of a range in the Gantt
charts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from layouts import theme
from layouts.drawing import distribution
from layouts.drawing.distribution import Spread
from layouts.figures import Figure
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from scheduler.durations import human

SPREAD = Spread("response", "response (end - submit), logarithmic", 1.0, theme.log_ticks, human)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: response; y: share of the jobs that are done within it."""
    return distribution.figure(runs, view, SPREAD)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Half of the jobs, nearly all, and the longest response, run by run."""
    return distribution.caption(runs, SPREAD, _sentence)


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The median of every run."""
    return distribution.headline(runs, SPREAD, "Half of the jobs are done within")


def _sentence(run: FinishedRun, values: np.ndarray) -> str:
    half, late, longest = (
        human(value) for value in (distribution.middle(values), distribution.nearly_all(values), float(values[-1]))
    )
    return f"{run.name}: half of the jobs are done within {half}, 95 % within {late}, the slowest takes {longest}."


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Within how long which share of the jobs is done."""
    return distribution.table(runs, SPREAD)


PLOT = Plot(
    "responses",
    "Responses of all jobs",
    "How many jobs are done within how long?",
    figure,
    caption,
    table,
    max_points=2 * distribution.MOST + 12,
    marks=partial(distribution.marks, spread=SPREAD),
    lights=partial(distribution.lights, spread=SPREAD),
    one_panel=True,
    per_name=56,
    place=9,
    brushes="response",
    caveats=(caveats.both_kinds,),
    variant=("response", "cumulative"),
    mixed=True,
    headline=headline,
)
