"""How many users share the virtual machine, over time: each of k(t) active users gets m / k(t) processors of it.

k changes when a campaign starts or is complete in the virtual schedule (ostrich-2013, section 4).  It is the height of
the load streams, and the largest one is the K of the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.figures import Figure, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import integral, levels

MOST = 4_000  # steps, shared by the runs
PARTS = 24  # of the table
WHAT = (
    "A user is active while a campaign of theirs is under way in the virtual schedule, where the machine is shared "
    "evenly."
)


class Active(NamedTuple):
    """A step function: k[i] users from time[i] to time[i + 1]; none after the last."""

    time: np.ndarray  # [steps] f8, s
    k: np.ndarray  # [steps] f8, users; means where steps were joined


def active(schedule: Schedule) -> Active:
    """k(t) of a run with a fluid schedule, exact: one step per change."""
    fluid = schedule.table("virtual")
    one = np.ones(len(fluid), np.int64)
    time, k = levels(np.concatenate((fluid.start, fluid.end)), np.concatenate((one, -one)))
    news = np.append(True, np.diff(k) != 0)
    return Active(time[news], k[news].astype(float))


def reduced(steps: Active, t0: float, t1: float, most: int) -> Active:
    """The steps of a window: exact where they are few, else time-weighted means of equal buckets."""
    first, last = np.searchsorted(steps.time, t0, "right"), np.searchsorted(steps.time, t1, "left")
    if last - first + 2 <= most:
        rows = np.arange(first - 1, last)
        k = np.where(rows >= 0, steps.k[rows], 0.0)
        return Active(np.concatenate(([t0], steps.time[first:last], [t1])), np.append(k, k[-1:]))
    edges = np.linspace(t0, t1, most)
    k = np.diff(_area(steps, edges)) / np.diff(edges)
    return Active(edges, np.append(k, k[-1:]))


def _area(steps: Active, when: np.ndarray) -> np.ndarray:
    """[when] user-s: integral of k until each instant."""
    row = np.searchsorted(steps.time, when, "right") - 1
    area = integral(steps.time, steps.k)[row] + steps.k[row] * (when - steps.time[row])
    return np.where(row >= 0, area, 0.0)


def mean(steps: Active) -> float:
    """k on average while anybody is active."""
    length = np.diff(steps.time, append=steps.time[-1])
    busy = float(length[steps.k > 0].sum())
    return float((steps.k * length).sum()) / busy if busy > 0 else 0.0


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether a run has a fluid schedule."""
    return any(run.schedule.is_fluid for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One stepped line per run with a fluid schedule; x: seconds, y: users."""
    fluid = [run for run in runs if run.schedule.is_fluid]
    if not fluid:
        return theme.empty("No run shown has a virtual schedule.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    chart, top = Figure(), 1.0
    for run in fluid:
        steps = reduced(active(run.schedule), t0, t1, MOST // len(fluid))
        top = max(top, float(steps.k.max(initial=1.0)))
        processors = run.schedule.workload.platform.processors
        chart.add_trace(
            scatter(
                x=steps.time,
                y=steps.k,
                mode="lines",
                line=theme.run_line(run.index, view.scheme) | {"shape": "hv"},
                name=theme.safe(run.name),
                customdata=processors / np.maximum(steps.k, 1.0),
                hovertemplate="%{y:,.3~r} users, %{customdata:,.3~r} processors each<extra>%{fullData.name}</extra>",
            )
        )
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="active_users",
        hovermode="x",
        margin=theme.TIME_MARGIN | {"t": 34 if len(fluid) > 1 else 12},
        xaxis=axes.time_axis(runs[0].schedule.workload, t0, t1, whole),
        showlegend=len(fluid) > 1,
        legend={"orientation": "h", "y": 1.16},
        yaxis={
            "title": {"text": "users active in the<br>virtual schedule, k"},
            "range": [0, 1.08 * top],
            "fixedrange": True,
            "automargin": False,
        }
        | theme.whole_ticks(top),
        meta={
            "queuescope": {
                "kind": "time",
                "group": theme.group(runs[0].schedule.workload),
                **axes.meta(runs[0].schedule.workload, whole[1]),
                "extent": [*whole, None, None],
                "window": [t0, t1, None, None],
            }
        },
    )
    return chart


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What k is; its largest and mean value in each run, and what that leaves a user."""
    sentences = [_sentence(run) for run in runs if run.schedule.is_fluid]
    return [WHAT, *sentences] if sentences else ["No run shown has a virtual schedule."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The most users at once in every run."""
    return contrast(
        "Users who share the virtual schedule at once, at most:",
        [(run.name, float(active(run.schedule).k.max())) for run in runs if run.schedule.is_fluid],
        theme.number,
    )


def _sentence(run: FinishedRun) -> str:
    steps, processors = active(run.schedule), run.schedule.workload.platform.processors
    most = int(steps.k.max())
    return (
        f"{run.name}: at most {theme.counted(most, 'user')} active at once, so that each has "
        f"{theme.number(processors / max(most, 1))} of {theme.counted(processors, 'processor')} then; on average "
        f"{theme.number(mean(steps))} while there are any."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: users active on average, run by run."""
    fluid = [run for run in runs if run.schedule.is_fluid]
    if not fluid:
        return []
    t0, t1 = window_of(view, extent(runs))
    edges = np.linspace(t0, t1, PARTS + 1)
    rows: list[dict] = [{"from": human(low), "to": human(high)} for low, high in pairwise(edges.tolist())]
    for run in fluid:
        k = np.diff(_area(active(run.schedule), edges)) / np.diff(edges)
        for row, value in zip(rows, k.tolist(), strict=True):
            row[f"{run.name}: users active"] = value
    return rows


PLOT = Plot(
    "active_users",
    "Users sharing the virtual schedule",
    "Among how many users is the machine divided?",
    figure,
    caption,
    table,
    axis="time",
    max_points=MOST + 8,
    applies=applies,
    height=220,
    one_panel=True,
    tab="campaigns",
    headline=headline,
)
