"""How waits are spread: a line per run that says which share of the jobs waits at most so long.

Wait: start - submit.  The axis is logarithmic from a second on; jobs that waited less stand at its beginning, so that
a line begins as high as the share of jobs that hardly waited.  A drag lights the jobs of a range in the Gantt charts.
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

SPREAD = Spread("wait", "wait (start - submit), logarithmic", 1.0, theme.log_ticks, human)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: wait; y: share of the jobs that wait at most as long."""
    return distribution.figure(runs, view, SPREAD)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Who did not wait, half of the jobs, and the longest wait, run by run."""
    return distribution.caption(runs, SPREAD, _sentence)


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The median of every run."""
    return distribution.headline(runs, SPREAD, "Half of the jobs wait at most")


def _sentence(run: FinishedRun, values: np.ndarray) -> str:
    none = theme.percent(float(np.searchsorted(values, 0, "right") / len(values)))
    half, late, longest = (
        human(value) for value in (distribution.middle(values), distribution.nearly_all(values), float(values[-1]))
    )
    return (
        f"{run.name}: {none} of jobs did not wait, half waited at most {half}, 95 % at most {late}, the longest "
        f"wait was {longest}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Within how long which share of the jobs starts."""
    return distribution.table(runs, SPREAD)


PLOT = Plot(
    "waits",
    "Waits of all jobs",
    "How many jobs wait how long?",
    figure,
    caption,
    table,
    max_points=2 * distribution.MOST + 12,
    marks=partial(distribution.marks, spread=SPREAD),
    lights=partial(distribution.lights, spread=SPREAD),
    one_panel=True,
    per_name=56,
    place=8,
    brushes="wait",
    caveats=(caveats.both_kinds,),
    glance=4,
    variant=("wait", "cumulative"),
    advice="requests",
    mixed=True,
    headline=headline,
)
