"""Where processors stay idle although jobs wait: the area between min(P, demand) and busy, over time.

P: processors of the machine; demand: processors of submitted, unfinished jobs (dfrs-2011, underutilization).  Long
runs are reduced to time-weighted means of equal buckets, so every area is exactly what it is unreduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.plots import Plot
from layouts.recent import Recent
from layouts.spans import Span, extent, window_of
from layouts.view import Shown, View
from scheduler.durations import human
from scheduler.metrics.machine import underutilization
from scheduler.schedule import Schedule
from scheduler.steps import reduce_steps, steps
from scheduler.table import Table

BUCKETS = 2_000     # in all, shared by the runs
FEW = 4             # processors that are all numbered


# With the schedule, so that its id is not given to another; zooming asks for the same curves again and again.
CURVES: Recent[tuple[Schedule, Table]] = Recent(8)
IDLE: Recent[tuple[Schedule, float]] = Recent(64)


class Areas(NamedTuple):
    """Two stepped curves: value i holds from time[i] to time[i + 1]."""

    time: np.ndarray        # [steps + 1] f8, s
    busy: np.ndarray        # [steps] f8, processors
    possible: np.ndarray    # [steps] f8, processors: min(P, demand)


def exact(schedule: Schedule) -> Table:
    """Table `steps` with demand cut at the machine's processors (never below busy, where a log oversubscribes it)."""
    return CURVES.get(id(schedule), lambda: (schedule, _exact(schedule)))[1]


def _exact(schedule: Schedule) -> Table:
    table = steps(schedule.workload, schedule.placed, schedule.segments)
    possible = np.maximum(np.minimum(table.demand, schedule.workload.platform.processors), table.busy)
    return Table("steps", table.columns | {"demand": possible})


def areas(table: Table, t0: float, t1: float, buckets: int = BUCKETS) -> Areas:
    """The curves over [t0, t1) of a table `steps`: every step where there are few, else time-weighted means."""
    first, last = np.searchsorted(table.time, t0, "right"), np.searchsorted(table.time, t1, "left")
    if last - first + 1 > buckets:
        reduced = reduce_steps(table, t0, t1, buckets)
        return Areas(reduced["time"], reduced["busy"], reduced["demand"])
    rows = np.arange(first - 1, last)
    busy, possible = (np.where(rows >= 0, column[rows], 0.0) for column in (table.busy, table.demand))
    return Areas(np.concatenate(([t0], table.time[first:last], [t1])), busy, possible)


def everywhere(schedule: Schedule, whole: Span, window: Span, buckets: int = BUCKETS) -> Areas:
    """The curves over all time, half of the buckets spent on the window, so that zooming out finds something there."""
    table, borders = exact(schedule), (whole[0], *window, whole[1])
    inside = buckets if window == whole else buckets // 2
    wanted = (buckets // 4, inside, buckets // 4)
    found = [areas(table, t0, t1, count) for (t0, t1), count in zip(pairwise(borders), wanted, strict=True) if t0 < t1]
    times = np.concatenate([part.time[:-1] for part in found] + [np.array([whole[1]])])
    busy, possible = (np.concatenate(curves) for curves in zip(*(part[1:] for part in found), strict=True))
    return Areas(times, busy, possible)


def share(schedule: Schedule) -> float:
    """What stayed idle though it was wanted, as a share of the work."""
    return idle_area(schedule) / schedule.workload.area


def idle_area(schedule: Schedule) -> float:
    """What stayed idle though it was wanted, in processor-s."""
    return IDLE.get(id(schedule), lambda: (schedule, underutilization(schedule) or 0.0))[1]


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """One row per run, same axes; the strong area is what stayed idle though it was wanted."""
    runs = [shown for shown in runs if len(shown.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, made, top = theme.rows(len(runs)), go.Figure(), 0.0
    for row, shown in enumerate(runs):
        found = everywhere(shown.schedule, whole, (t0, t1), BUCKETS // len(runs))
        top = max(top, float(found.possible.max(initial=0.0)), float(shown.schedule.workload.platform.processors))
        made.add_traces(_traces(shown, found, row, view.scheme))
        _name(made, shown, rows[row], view.scheme)
    ticks = {"dtick": 1} if top <= FEW else {"nticks": 4}
    axis = ticks | {"range": [0, 1.02 * top], "fixedrange": True, "automargin": False}
    made.update_layout(theme.row_axes(rows, axis, "processors"))
    made.update_layout(template=theme.template(view.scheme), uirevision="underutilization", hovermode="x",
                       margin=theme.TIME_MARGIN | {"t": 16},
                       xaxis=theme.time_axis(t0, t1, whole, wanted=5) | {"anchor": theme.last_row(rows)},
                       meta={"queuescope": {"kind": "time", "group": theme.group(runs[0].schedule.workload),
                                            "extent": [*whole, None, None], "window": [t0, t1, None, None]}})
    return made


def _traces(shown: Shown, found: Areas, row: int, scheme: str) -> list[go.Scatter]:
    color = theme.run_color(shown.index, scheme)
    common = {"x": found.time, "mode": "lines", "yaxis": theme.row_axis(row)}
    busy, possible = (np.append(curve, curve[-1:]) for curve in (found.busy, found.possible))
    return [
        go.Scatter(**common, y=busy, fill="tozeroy", fillcolor=theme.faded(color, 0.22), name="busy",
                   line={"shape": "hv", "width": 0.8, "color": theme.faded(color, 0.6)},
                   hovertemplate="%{y:.1f} processors busy<extra></extra>"),
        go.Scatter(**common, y=possible, fill="tonexty", fillcolor=theme.faded(color, 0.85), customdata=possible - busy,
                   line={"shape": "hv", "width": 0, "color": color}, name="idle though wanted",
                   hovertemplate="%{customdata:.1f} idle though wanted<extra></extra>"),
    ]


def _name(made: go.Figure, shown: Shown, domain: tuple[float, float], scheme: str) -> None:
    made.add_annotation(x=0, xref="paper", y=domain[1], yref="paper", xanchor="left", yanchor="bottom", showarrow=False,
                        text=f"<b>{theme.safe(shown.name)}</b> · pale: busy, strong: idle though wanted"
                             f" ({theme.percent(share(shown.schedule))} of the work)",
                        font={"color": theme.run_color(shown.index, scheme)})


def caption(runs: Sequence[Shown], view: View) -> str:
    """The whole idle area of each run, against its work."""
    return " ".join(_said(shown) for shown in runs if len(shown.schedule.placed)) or "No run has jobs to show."


def _said(shown: Shown) -> str:
    idle = idle_area(shown.schedule)
    if idle < 0:
        return f"{shown.name}: the log holds more processors than the machine has, so its idle area comes out below 0."
    if idle == 0:
        return f"{shown.name}: no processor is ever idle while a waiting job could use it."
    machine = idle / shown.schedule.workload.platform.processors
    return (f"{shown.name}: {_amount(idle)} idle although jobs waited for them,"
            f" {theme.percent(share(shown.schedule))} of the work: as if the whole machine stood still for"
            f" {human(machine)}.")


def _amount(idle: float) -> str:
    return f"{theme.number(idle / 3600)} processor-hours" if idle >= 3600 else f"{theme.number(idle)} processor-seconds"


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: processors busy and idle though wanted, run by run."""
    runs = [shown for shown in runs if len(shown.schedule.placed)]
    if not runs:
        return []
    t0, t1 = window_of(view, extent(runs))
    edges = np.linspace(t0, t1, 25)
    rows: list[dict] = [{"from": human(low), "to": human(high)} for low, high in pairwise(edges.tolist())]
    for shown in runs:
        reduced = reduce_steps(exact(shown.schedule), t0, t1, 24)
        for row, busy, possible in zip(rows, reduced["busy"].tolist(), reduced["demand"].tolist(), strict=True):
            row[f"{shown.name}: busy"] = busy
            row[f"{shown.name}: idle though wanted"] = possible - busy
    return rows


PLOT = Plot("underutilization", "Underutilization", "When do processors stay idle although jobs wait?",
            figure, caption, table, axis="time", max_points=2 * (BUCKETS + 8))
