"""CPU that is wanted, that there is, and that does work, over time; what is lost between them is filled.

At the bottom the nodes' worth of CPU that does work.  Above it, up to what could be used - what jobs want, or the whole
machine where they want more - lies the underutilization: hatched what penalties hold without getting on, dotted what is
not handed out.  Long runs are reduced to time-weighted means of equal buckets, so every area is what it is unreduced.
As in figure 2 of Casanova, Stillwell and Vivien 2011.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.drawing.stacked_bars import mixed
from layouts.drawing.step_curves import Curves, curves, extended, in_parts, means
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.analysis.demand import Demand, demand, underutilization, work
from scheduler.model.step_functions import integral
from scheduler.topics.fractional.kinds.needs import has_needs

BUCKETS = 1_000  # in all, shared by the runs
PARTS = 24  # of the table
HIGHEST = 2.0  # machines: what is wanted beyond that is off the chart
USEFUL, PENALTY, UNUSED, WANTED = range(4)
NAMES = ("doing work", "held in penalties", "could be used, is not", "wanted")
PATTERNS = ("", "x", ".")
STRENGTHS = (0.5, 0.3, 0.1)


def of_run(run: FinishedRun) -> Demand:
    """The curves of a run, found once."""
    return cached("demand", lambda: demand(run.schedule), run.schedule)


def layers(run: FinishedRun) -> tuple[np.ndarray, np.ndarray]:
    """(time [rows] s, [4, rows] nodes: doing work, lost to penalties, lost otherwise, wanted).

    The first three are stacked up to what could be used.
    """
    steps = of_run(run)
    lost = np.maximum(steps.unused, 0.0)
    penalty = np.minimum(steps.allocated - steps.useful, lost) if run.schedule.shares_nodes else np.zeros(len(lost))
    return steps.time, np.stack((steps.useful, penalty, lost - penalty, steps.wanted))


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the jobs have CPU needs."""
    return any(has_needs(run.schedule.workload) for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One row per run, same axes; x: seconds, y: nodes."""
    runs = _with_needs(runs)
    if not runs:
        return theme.empty("No run shown has jobs with CPU needs.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, chart = theme.rows(len(runs)), Figure()
    nodes = float(runs[0].schedule.workload.platform.processors)
    curves_of = [curves(*layers(run), t0, t1, BUCKETS // len(runs)) for run in runs]
    top = min(HIGHEST * nodes, max(nodes, *(float(one.level[WANTED].max(initial=0.0)) for one in curves_of)))
    for row, (run, one) in enumerate(zip(runs, curves_of, strict=True)):
        chart.add_traces(_traces(run, one, row, view.scheme))
        chart.add_shape(
            type="line",
            x0=0,
            x1=1,
            xref="paper",
            y0=nodes,
            y1=nodes,
            yref=theme.row_axis(row),
            line={"color": theme.INK[view.scheme], "width": 1, "dash": "dash"},
        )
        _name(chart, run, rows[row], view.scheme)
    axis = {"range": [0, 1.04 * top], "fixedrange": True, "automargin": False, "nticks": 4}
    lay_out(chart, theme.row_axes(rows, axis, "nodes"))
    return axes.rows_over_time(
        chart,
        runs[0].schedule.workload,
        (t0, t1),
        whole,
        rows,
        uirevision="demand",
        template=theme.template(view.scheme),
        hovermode="x unified",
    )


def _with_needs(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    return [run for run in runs if has_needs(run.schedule.workload) and len(run.schedule.placed)]


def _traces(run: FinishedRun, steps: Curves, row: int, scheme: str) -> list[Trace]:
    """Three layers, and what is wanted as a line over them."""
    color, ink = theme.run_color(run.index, scheme), theme.INK[scheme]
    common = {"x": steps.time, "mode": "lines", "yaxis": theme.row_axis(row)}
    traces = []
    for layer, (name, pattern, strength) in enumerate(zip(NAMES, PATTERNS, STRENGTHS, strict=False)):
        fill = mixed(color, strength, scheme)
        traces.append(
            scatter(
                **common,
                y=extended(steps.level[layer]),
                name=name,
                legendgroup=name,
                showlegend=row == 0,
                fillcolor=fill,
                stackgroup=f"run{row}",
                line={"shape": "hv", "width": 0.8 if layer == USEFUL else 0, "color": color},
                fillpattern={
                    "shape": pattern,
                    "fillmode": "replace",
                    "bgcolor": fill,
                    "size": 7,
                    "fgcolor": ink,
                    "fgopacity": 0.6,
                    "solidity": 0.3,
                },
                hovertemplate=f"%{{y:,.3~r}} {name}<extra></extra>",
            )
        )
    traces.append(
        scatter(
            **common,
            y=extended(steps.level[WANTED]),
            name=NAMES[WANTED],
            legendgroup=NAMES[WANTED],
            showlegend=row == 0,
            line={"shape": "hv", "width": 1.6, "color": ink, "dash": "dot"},
            hovertemplate="%{y:,.3~r} wanted<extra></extra>",
        )
    )
    return traces


def _name(chart: Figure, run: FinishedRun, domain: tuple[float, float], scheme: str) -> None:
    share = underutilization(run.schedule) / work(run.schedule.workload)
    more = f" · lost though it could be used: {theme.percent(share)} of the work"
    axes.name_row(chart, domain, run, scheme, more)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the layers are, and the lost area of each run against its work."""
    runs = _with_needs(runs)
    if not runs:
        return ["No run shown has jobs with CPU needs."]
    nodes = theme.counted(runs[0].schedule.workload.platform.processors, "node")
    return [
        f"Dotted line: CPU that submitted jobs want; dashed line: the {nodes} there are.",
        "Filled: CPU that does work; hatched and dotted above it: what could be used and is not.",
        *map(_sentence, runs),
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """What of the work is lost, in every run."""
    return contrast(
        "CPU lost, as a share of the work:", [(run.name, _lost(run)) for run in _with_needs(runs)], theme.percent
    )


def _lost(run: FinishedRun) -> float:
    time, level = layers(run)
    return sum(float(integral(time, level[part])[-1]) for part in (UNUSED, PENALTY)) / work(run.schedule.workload)


def _sentence(run: FinishedRun) -> str:
    time, level = layers(run)
    lost, penalty = (float(integral(time, level[part])[-1]) for part in (UNUSED, PENALTY))
    most = float(level[WANTED].max()) / run.schedule.workload.platform.processors
    total, all_work = lost + penalty, work(run.schedule.workload)
    if total <= 1e-9 * all_work:
        loss = "all CPU that can be used does work"
    else:
        loss = f"{_amount(total)} of CPU lost, {theme.percent(total / all_work)} of the work"
        loss += f", {theme.percent(penalty / total)} of it in penalties" if penalty > 0 else ""
    return f"{run.name}: {loss}; at most {theme.number(most)} times the machine is wanted at once."


def _amount(node_seconds: float) -> str:
    return (
        f"{theme.number(node_seconds / 3600)} node-hours"
        if node_seconds >= 3600
        else f"{theme.number(node_seconds)} node-seconds"
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: mean nodes' worth of CPU, run by run."""
    runs = _with_needs(runs)
    if not runs:
        return []
    edges = np.linspace(*window_of(view, extent(runs)), PARTS + 1)
    return in_parts(edges, NAMES, {run.name: means(*layers(run), edges) for run in runs})


PLOT = Plot(
    "demand",
    "CPU wanted and used",
    "When is CPU lost that jobs could use?",
    figure,
    caption,
    table,
    axis="time",
    max_points=4 * (BUCKETS + 64),
    applies=applies,
    tab="sharing",
    mixed=True,
    headline=headline,
)
