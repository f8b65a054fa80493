"""Step by step: runs of few jobs in lockstep, with the queue and the words of the decision log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts.frame.callbacks import Services
from layouts.frame.player import player
from layouts.pages.compare.tabs import Tab
from layouts.state.view import FinishedRun, View
from scheduler.durations import UNITS
from scheduler.explain.story import MOST_RUNS, can_be_told

MANY = 12  # units the time has at least, of the largest one that fits


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The player of the first four runs; the selected job is marked."""
    first_runs = runs[:MOST_RUNS]
    left_out = f" The first {MOST_RUNS} runs are shown." if len(runs) > MOST_RUNS else ""
    lead = html.P(
        "All runs move on together, one event after the other: nothing right of the instant is shown but "
        f"reservations, which are dashed. Arrows step, V goes to the next difference.{left_out}",
        className="qs-soft",
    )
    job = view.job if view.job is not None and 0 <= view.job < len(first_runs[0].schedule.placed) else -1
    schedules = [run.schedule for run in first_runs]
    return [
        html.Div(
            [lead, player(schedules, [run.name for run in first_runs], unit(first_runs), at=0.0, job=job)],
            className="qs-play-free",
        )
    ]


def unit(runs: Sequence[FinishedRun]) -> str:
    """The largest unit in which the time of the runs is long enough to have some ticks."""
    last = max(float(run.schedule.placed.end.max()) for run in runs)
    return next((name for name, seconds in reversed(UNITS.items()) if last >= MANY * seconds), "s")


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Few jobs, each on processors of its own, and something was decided."""
    return (
        bool(runs)
        and can_be_told([run.schedule for run in runs[:MOST_RUNS]])
        and any(run.schedule.has_decisions for run in runs)
    )


TAB = Tab("steps", "Step by step", 11, content, applies)
