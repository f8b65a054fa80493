"""How many users share the virtual machine, over time: each of k(t) active users gets m / k(t) processors of it.

k changes when a campaign starts or is complete in the virtual schedule (ostrich-2013, section 4).  It is the height of
the load streams, and the largest one is the K of the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.plots import Plot
from layouts.state.view import Shown, View
from scheduler.durations import human
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import integral, levels

MOST = 4_000        # steps, shared by the runs
PARTS = 24          # of the table
WHAT = ("A user is active while a campaign of theirs is under way in the virtual schedule, where the machine is shared "
        "evenly.")


class Active(NamedTuple):
    """A step function: k[i] users from time[i] to time[i + 1]; none after the last."""

    time: np.ndarray    # [steps] f8, s
    k: np.ndarray       # [steps] f8, users; means where steps were joined


def active(schedule: Schedule) -> Active:
    """k(t) of a run with a fluid schedule, exact: one step per change."""
    fluid = schedule.table("virtual")
    one = np.ones(len(fluid), np.int64)
    time, k = levels(np.concatenate((fluid.start, fluid.end)), np.concatenate((one, -one)))
    news = np.append(True, np.diff(k) != 0)
    return Active(time[news], k[news].astype(float))


def reduced(found: Active, t0: float, t1: float, most: int) -> Active:
    """The steps of a window: exact where they are few, else time-weighted means of equal buckets."""
    first, last = np.searchsorted(found.time, t0, "right"), np.searchsorted(found.time, t1, "left")
    if last - first + 2 <= most:
        rows = np.arange(first - 1, last)
        k = np.where(rows >= 0, found.k[rows], 0.0)
        return Active(np.concatenate(([t0], found.time[first:last], [t1])), np.append(k, k[-1:]))
    edges = np.linspace(t0, t1, most)
    k = np.diff(_area(found, edges)) / np.diff(edges)
    return Active(edges, np.append(k, k[-1:]))


def _area(found: Active, when: np.ndarray) -> np.ndarray:
    """[when] user-s: integral of k until each instant."""
    row = np.searchsorted(found.time, when, "right") - 1
    area = integral(found.time, found.k)[row] + found.k[row] * (when - found.time[row])
    return np.where(row >= 0, area, 0.0)


def mean(found: Active) -> float:
    """k on average while anybody is active."""
    length = np.diff(found.time, append=found.time[-1])
    busy = float(length[found.k > 0].sum())
    return float((found.k * length).sum()) / busy if busy > 0 else 0.0


def applies(runs: Sequence[Shown]) -> bool:
    """Whether a run has a fluid schedule."""
    return any(shown.schedule.is_fluid for shown in runs)


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """One stepped line per run with a fluid schedule; x: seconds, y: users."""
    fluid = [shown for shown in runs if shown.schedule.is_fluid]
    if not fluid:
        return theme.empty("No run shown has a virtual schedule.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    made, top = go.Figure(), 1.0
    for shown in fluid:
        found = reduced(active(shown.schedule), t0, t1, MOST // len(fluid))
        top = max(top, float(found.k.max(initial=1.0)))
        processors = shown.schedule.workload.platform.processors
        made.add_trace(go.Scatter(
            x=found.time, y=found.k, mode="lines", line=theme.run_line(shown.index, view.scheme) | {"shape": "hv"},
            name=theme.safe(shown.name), customdata=processors / np.maximum(found.k, 1.0),
            hovertemplate="%{y:,.3~r} users, %{customdata:,.3~r} processors each<extra>%{fullData.name}</extra>"))
    made.update_layout(
        template=theme.template(view.scheme), uirevision="active_users", hovermode="x", 
        margin=theme.TIME_MARGIN | {"t": 34 if len(fluid) > 1 else 12},
        xaxis=axes.time_axis(runs[0].schedule.workload, t0, t1, whole),
        showlegend=len(fluid) > 1, legend={"orientation": "h", "y": 1.16},
        yaxis={"title": {"text": "users active in the<br>virtual schedule, k"}, "range": [0, 1.08 * top],
               "fixedrange": True, "automargin": False} | theme.whole_ticks(top),
        meta={"queuescope": {"kind": "time", "group": theme.group(runs[0].schedule.workload),
                             **axes.meta(runs[0].schedule.workload, whole[1]),
                             "extent": [*whole, None, None], "window": [t0, t1, None, None]}})
    return made


def caption(runs: Sequence[Shown], view: View) -> str:
    """What k is; its largest and mean value in each run, and what that leaves a user."""
    told = [_said(shown) for shown in runs if shown.schedule.is_fluid]
    return " ".join([WHAT, *told]) if told else "No run shown has a virtual schedule."


def _said(shown: Shown) -> str:
    found, processors = active(shown.schedule), shown.schedule.workload.platform.processors
    most = int(found.k.max())
    return (f"{shown.name}: at most {theme.counted(most, 'user')} active at once, so that each has "
            f"{theme.number(processors / max(most, 1))} of {theme.counted(processors, 'processor')} then; on average "
            f"{theme.number(mean(found))} while there are any.")


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: users active on average, run by run."""
    fluid = [shown for shown in runs if shown.schedule.is_fluid]
    if not fluid:
        return []
    t0, t1 = window_of(view, extent(runs))
    edges = np.linspace(t0, t1, PARTS + 1)
    rows: list[dict] = [{"from": human(low), "to": human(high)} for low, high in pairwise(edges.tolist())]
    for shown in fluid:
        k = np.diff(_area(active(shown.schedule), edges)) / np.diff(edges)
        for row, value in zip(rows, k.tolist(), strict=True):
            row[f"{shown.name}: users active"] = value
    return rows


PLOT = Plot("active_users", "Users sharing the virtual schedule",
            "Among how many users is the machine divided?", figure, caption, table, axis="time", max_points=MOST + 8,
            applies=applies, height=220, one_panel=True, tab="campaigns")
