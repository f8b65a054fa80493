"""How stretches are spread: a line per run that says which share of the jobs takes at most so many times its runtime.

Stretch: response / runtime, at least 1; short jobs are not spared here as they are in the bounded one.  A drag lights
the jobs of a range in the Gantt charts.
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

MANY = 6  # ticks that have room


def times(value: float) -> str:
    """A stretch for people."""
    return f"\u00d7{theme.number(value)}"


def ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """Ticks of ratios up to `high`; every other one on a long axis."""
    places, texts = theme.ratio_ticks(high)
    step = 1 if len(places) <= MANY else 2
    return places[::step], texts[::step]


SPREAD = Spread("stretch", "stretch (response / runtime), logarithmic", 1.0, ticks, times)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: stretch; y: share of the jobs whose stretch is at most as large."""
    return distribution.figure(runs, view, SPREAD)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Half of the jobs, nearly all, and the largest stretch, run by run."""
    return distribution.caption(runs, SPREAD, _sentence)


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The median of every run."""
    return distribution.headline(runs, SPREAD, "Half of the jobs have a stretch of at most")


def _sentence(run: FinishedRun, values: np.ndarray) -> str:
    half, late, largest = (
        times(value) for value in (distribution.middle(values), distribution.nearly_all(values), float(values[-1]))
    )
    return (
        f"{run.name}: half of the jobs have a stretch of at most {half}, 95 % of at most {late}, the largest is "
        f"{largest}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Within which stretch which share of the jobs is."""
    return distribution.table(runs, SPREAD)


PLOT = Plot(
    "stretches",
    "Stretches of all jobs",
    "How many jobs take how many times as long as they run?",
    figure,
    caption,
    table,
    max_points=2 * distribution.MOST + 12,
    marks=partial(distribution.marks, spread=SPREAD),
    lights=partial(distribution.lights, spread=SPREAD),
    one_panel=True,
    per_name=56,
    place=14,
    brushes="stretch",
    variant=("stretch", "cumulative"),
    mixed=True,
    headline=headline,
)
