"""How many jobs of each color have started, over time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts.figures import Figure, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: time, s; y: jobs that have started; a line for each run and color."""
    chart = Figure()
    for run in runs:
        for color in colors(run):
            start = np.sort(run.schedule.placed.start[run.schedule.workload.jobs.color == color])
            chart.add_trace(scatter(x=start, y=np.arange(1, len(start) + 1), name=f"{run.name}, color {color}"))
    return chart


def colors(run: FinishedRun) -> list[int]:
    """The colors of the jobs of a run."""
    return np.unique(run.schedule.workload.jobs.color).tolist()


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How many colors there are."""
    return [f"The jobs have {len(colors(runs[0]))} colors."] if runs else []


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """A row for each run and color."""
    return [
        {"run": run.name, "color": color, "jobs": int((run.schedule.workload.jobs.color == color).sum())}
        for run in runs
        for color in colors(run)
    ]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the jobs have a color."""
    return bool(runs) and "color" in runs[0].schedule.workload.jobs


PLOT = Plot("colors", "Colors", "Which color runs when?", figure, caption, table, applies=applies)
