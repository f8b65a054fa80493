"""Where processors stay idle, and what for: over time, stacked on what is busy up to the size of the machine.

Next to the busy processors are those that waiting jobs could have used and were held back from; above them those that
fit no waiting job, on several clusters first those that would fit one if these were one machine, and at the top those
nobody wants (idle.py).  All but the last are the area between min(P, demand)
and busy (dfrs-2011, underutilization).  Long runs are reduced to time-weighted means of equal buckets, so every area is
exactly what it is unreduced.  A click on an area is resolved from the same curves (point).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from layouts import theme
from layouts.drawing import axes, idle_curves
from layouts.drawing.axes import Span, extent, window_of
from layouts.drawing.idle_curves import LOOKS, Curves
from layouts.drawing.stacked_bars import mixed
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.above_machine import above, fullest
from layouts.words.contrasts import contrast
from scheduler.analysis.idle_over_time import PARTS, areas, edges
from scheduler.durations import human
from scheduler.metrics.machine import underutilization

BUCKETS = 1_500  # in all, shared by the runs
FEW = 4  # processors that are all numbered
LAYERS = len(PARTS) + 1
ROWS = 24  # of the table
PAD = {"t": 40}  # for the legend

# With the schedule, so that its id is not given to another.


def share(run: FinishedRun) -> float:
    """What stayed idle though it was wanted, as a share of the work."""
    jobs = run.schedule.jobs
    return idle_area(run) / float(np.dot(jobs.processors.astype(float), jobs.runtime))


def idle_area(run: FinishedRun) -> float:
    """What stayed idle though it was wanted, in processor-s: as it was measured, if it was."""
    measured, schedule = run.record.get("metrics", {}).get("underutilization"), run.schedule
    return cached("idle area", lambda: float(measured or underutilization(schedule) or 0.0), schedule)


def drawn(runs: Sequence[FinishedRun], run: FinishedRun, view: View) -> Curves:
    """The curves of a run as the figure of these runs draws them."""
    runs = [one for one in runs if len(one.schedule.placed)]
    whole = extent(runs)
    return idle_curves.everywhere(idle_curves.of_run(run), whole, window_of(view, whole), BUCKETS // len(runs))


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether processors are whole: where jobs share nodes, the plot of CPU says what is lost."""
    return not any(run.schedule.shares_nodes for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One row per run, same axes: what is busy, and on it the parts of what is idle."""
    runs = [run for run in runs if len(run.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, chart, top = theme.rows(len(runs)), Figure(), 0.0
    layers = idle_curves.present_parts(runs)
    there = np.sum([idle_curves.whole(run) for run in runs], axis=0) > 0
    for row, run in enumerate(runs):
        curves = drawn(runs, run, view)
        top = max(top, machine_top(run, curves))
        chart.add_traces(_traces(run, curves, row, layers, there if row == 0 else there & False, view.scheme))
        _name(chart, run, rows[row], view.scheme)
    ticks = {"dtick": 1} if top <= FEW else {"nticks": 4}
    axis = ticks | {"range": [0, 1.02 * top], "fixedrange": True, "automargin": False}
    lay_out(chart, theme.row_axes(rows, axis, "processors"))
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="underutilization",
        hovermode="x unified",
        margin=theme.TIME_MARGIN | PAD,
        showlegend=True,
        legend=theme.legend_on_top() | {"font": {"size": 11}},
        xaxis=axes.time_axis(runs[0].schedule.workload, t0, t1, whole, 5) | {"anchor": theme.last_row(rows)},
        meta={"queuescope": _meta(runs, whole, (t0, t1))},
    )
    return chart


def machine_top(run: FinishedRun, curves: Curves) -> float:
    """How far the axis has to reach for a run; where a log holds more processors than there are, to the machine."""
    machine = float(run.schedule.workload.platform.processors)
    return machine if above(run) else max(machine, float(curves.busy.max(initial=0.0)))


def _meta(runs: Sequence[FinishedRun], whole: Span, window: Span) -> dict:
    """What the scripts are told: the window as of every chart over time, and whose row each axis is."""
    return {
        "kind": "time",
        "group": theme.group(runs[0].schedule.workload),
        "extent": [*whole, None, None],
        "window": [*window, None, None],
        **axes.meta(runs[0].schedule.workload, whole[1]),
        "idle": [{"run": run.key, "axis": theme.row_axis(row)} for row, run in enumerate(runs)],
    }


def _traces(
    run: FinishedRun, curves: Curves, row: int, layers: Sequence[int], listed: np.ndarray, scheme: str
) -> list[Trace]:
    """Busy, then the parts (layers, from the top down), each on the one before.  listed: [6] bool, in the legend."""
    color = theme.run_color(run.index, scheme)
    common = {"x": _short(curves.time), "mode": "lines", "yaxis": theme.row_axis(row), "stackgroup": f"run{row}"}
    busy = scatter(
        **common,
        y=_extended(curves.busy),
        name="busy",
        fillcolor=theme.faded(color, 0.22),
        showlegend=False,
        line={"shape": "hv", "width": 0.8, "color": theme.faded(color, 0.6)},
        hovertemplate="%{y:,.3~r} busy<extra></extra>",
    )
    return [
        busy,
        *(
            _layer(common, part, _extended(curves.parts[part]), color, bool(listed[part]), scheme)
            for part in reversed(layers)
        ),
    ]


def _short(time: np.ndarray) -> np.ndarray:
    """Whole seconds in half as many bytes."""
    small = np.all(time == np.floor(time)) and np.abs(time).max(initial=0.0) < 2**31
    return time.astype(np.int32) if small else time


def _extended(level: np.ndarray) -> np.ndarray:
    """A level for each time: the last one to the end."""
    return np.append(level, level[-1:]).astype(np.float32)


def _layer(common: dict, part: int, level: np.ndarray, color: str, listed: bool, scheme: str) -> Trace:
    look = LOOKS[part]
    if not level.any():  # in a stack, plotly takes what is missing between two points as 0
        common, level = common | {"x": common["x"][[0, -1]]}, level[[0, -1]]
    fill = mixed(color, look.strength, scheme)
    hover = {"hovertemplate": f"%{{y:,.3~r}} {look.phrase}<extra></extra>"} if level.any() else {"hoverinfo": "skip"}
    return scatter(
        **common,
        y=level,
        name=look.name,
        legendgroup=look.name,
        showlegend=listed,
        fillcolor=fill,
        line={"shape": "hv", "width": 0, "color": color},
        **hover,
        fillpattern={
            "shape": look.pattern,
            "fillmode": "replace",
            "bgcolor": fill,
            "size": 7,
            "fgcolor": theme.INK[scheme],
            "fgopacity": 0.6,
            "solidity": 0.3,
        },
    )


def _name(chart: Figure, run: FinishedRun, domain: tuple[float, float], scheme: str) -> None:
    machine = run.schedule.workload.platform.processors
    idle = (
        f"holds up to {theme.number(fullest(run))} of {theme.counted(machine, 'processor')}"
        if above(run)
        else f"idle while jobs waited: {theme.number(share(run))} x the work done"
    )
    axes.name_row(chart, domain, run, scheme, f" · {idle}")


def point(
    runs: Sequence[FinishedRun], run: FinishedRun, view: View, time: float, processors: float
) -> tuple[int, Span] | None:
    """(index of the part, [begin, end) s of the step) that the figure draws at a point; None where that is busy."""
    curves = drawn(runs, run, view)
    part = idle_curves.part_at(curves, time, processors)
    return None if part is None else (part, idle_curves.step_at(curves, time))


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the layers are; the whole idle area of each run that was wanted, against its work."""
    sentences = [one for run in runs if len(run.schedule.placed) for one in _sentences(run)]
    if not sentences:
        return ["No run has jobs to show."]
    return ["Pale at the bottom: busy; above it, up to the whole machine: idle, and what for.", *sentences]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The idle area that was wanted, against the work, of every run."""
    return contrast(
        "Idle although jobs waited, as a share of the work:",
        [(run.name, share(run)) for run in runs if len(run.schedule.placed) and idle_area(run) >= 0],
        theme.percent,
    )


def _sentences(run: FinishedRun) -> list[str]:
    idle = idle_area(run)
    beyond = [f"It holds up to {theme.number(fullest(run))}, beyond the axis."] if above(run) else []
    if idle < 0:
        return [f"{run.name} holds more processors than the machine has, so its idle area comes out below 0.", *beyond]
    if idle == 0:
        return [f"{run.name}: no processor is ever idle while a waiting job could use it."]
    machine = idle / run.schedule.workload.platform.processors
    return [
        f"{run.name}: {_amount(idle)} idle although jobs waited for them,"
        f" {theme.percent(share(run))} of the work: as if the whole machine stood still for {human(machine)}.",
        *beyond,
    ]


def _amount(idle: float) -> str:
    return f"{theme.number(idle / 3600)} processor-hours" if idle >= 3600 else f"{theme.number(idle)} processor-seconds"


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: processors busy and idle by what for, run by run."""
    runs = [run for run in runs if len(run.schedule.placed)]
    if not runs:
        return []
    t0, t1 = window_of(view, extent(runs))
    at = edges(t0, t1, ROWS)
    rows: list[dict] = [{"from": human(low), "to": human(high)} for low, high in pairwise(at.tolist())]
    for run in runs:
        parts = areas(idle_curves.of_run(run), at)
        titles = {"busy": "busy"} | {PARTS[part]: LOOKS[part].name for part in idle_curves.present_parts([run])}
        for name, area in ((name, parts[part]) for part, name in titles.items()):
            for row, level in zip(rows, (area / np.diff(at)).tolist(), strict=True):
                row[f"{run.name}: {name}"] = level
    return rows


PLOT = Plot(
    "underutilization",
    "Underutilization",
    "When do processors stay idle although jobs wait, and what for?",
    figure,
    caption,
    table,
    axis="time",
    max_points=LAYERS * (BUCKETS + 64),
    applies=applies,
    slow=True,
    below="idle stretches",
    tab="idle",
    glance=3,
    mixed=True,
    headline=headline,
)
