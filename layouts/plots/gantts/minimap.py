"""The whole of a log in a strip: how busy the machine is and how many jobs wait, a row per run, above the charts.

Both curves are reduced to equal buckets of the whole extent: means are differences of integrals, so areas are exact,
and of the queue the largest length within each bucket is kept, too, for a mean hides a rush of an hour in a year.
Every row has its own scale of the queue, with its maximum told; utilization always goes from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import Span, extent
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun
from layouts.words.short_names import distinct
from scheduler.analysis.machine_over_time import reduce_steps, steps_of
from scheduler.durations import moment
from scheduler.kinds import uses_less
from scheduler.metrics.machine import utilization
from scheduler.model.table import Table

BUCKETS = 600  # per run
FIRST, FURTHER = 64, 30  # pixels of a figure of one run, of every further run
ABOVE, BELOW = 4, 18  # pixels for nothing, and for the labels of the axis
GAP = 0.05  # between rows, of the whole height
LETTERS = 24  # of a name in the margin
ROOM = 1.12  # of a scale: what touches the top would look cut off


class Strip(NamedTuple):
    """A run over equal buckets."""

    time: np.ndarray  # [buckets + 1] f8, s: edges
    utilization: np.ndarray  # [buckets] f8: busy processors / machine, mean
    waiting: np.ndarray  # [buckets] f8, jobs: mean
    most: np.ndarray  # [buckets] i8, jobs: the most at any instant of the bucket
    longest: float  # s: when most jobs wait, first


def machine(run: FinishedRun) -> Table:
    """Table `steps` of a run, exact; it is large, so only what is made of it is kept."""
    return steps_of(run.schedule)


def strip(run: FinishedRun, whole: Span, buckets: int = BUCKETS) -> Strip:
    """The curves of a run over equal buckets of the whole extent."""
    return cached(("strip", whole, buckets), lambda: _strip(run, whole, buckets), run.schedule)


def _strip(run: FinishedRun, whole: Span, buckets: int) -> Strip:
    table = machine(run)
    reduced = reduce_steps(table, *whole, buckets)
    return Strip(
        reduced["time"],
        reduced["busy"] / run.schedule.workload.platform.processors,
        reduced["waiting"],
        highest(table.time, table.waiting, reduced["time"]),
        float(table.time[table.waiting.argmax()]),
    )


def highest(time: np.ndarray, value: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """[edges - 1]: the largest value of a step function within each [edge, next edge); 0 before its first step.

    value[i] holds from time[i] on.
    """
    padded = np.concatenate((np.zeros(1, value.dtype), value, np.zeros(1, value.dtype)))
    first = np.searchsorted(time, edges[:-1], "right")  # the step that holds at the edge
    after = np.searchsorted(time, edges[1:], "left") + 1
    return np.maximum.reduceat(padded, np.stack((first, after), axis=1).ravel())[::2]


def height(runs: Sequence[FinishedRun]) -> int:
    """Pixels of the figure."""
    return FIRST + FURTHER * max(0, len(runs) - 1)


def figure(runs: Sequence[FinishedRun], scheme: str = "light") -> Figure:
    """A row per run in the order of the charts; x: seconds over the whole extent, within the margins of the charts."""
    runs = [run for run in runs if len(run.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", scheme)
    whole, chart = extent(runs), Figure()
    names = distinct([run.name for run in runs], LETTERS)
    for row, (run, domain) in enumerate(zip(runs, _rows(len(runs)), strict=True)):
        curves = strip(run, whole)
        chart.add_traces(_traces(run, curves, row, scheme))
        lay_out(chart, _axes(curves, row, domain))
        _name(chart, names[row], run, curves, domain, scheme)
    return lay_out(
        chart,
        template=theme.template(scheme),
        margin=theme.TIME_MARGIN | {"t": ABOVE, "b": BELOW},
        xaxis=axes.time_axis(runs[0].schedule.workload, *whole, whole, titled=False)
        | {
            "fixedrange": True,
            "anchor": _axis(2 * len(runs) - 2),
            "ticklen": 3,
            "tickangle": 0,
            "tickfont": {"size": 10},
        },
        meta={
            "queuescope": {
                "kind": "minimap",
                "group": theme.group(runs[0].schedule.workload),
                **axes.meta(runs[0].schedule.workload, whole[1]),
                "extent": list(whole),
            }
        },
    )


def _rows(count: int) -> list[tuple[float, float]]:
    """(low, high) of each row as shares of the height, from top to bottom."""
    one = (1 - GAP * (count - 1)) / count
    tops = [1 - row * (one + GAP) for row in range(count)]
    return [(max(0.0, top - one), top) for top in tops]


def _axis(number: int) -> str:
    return "y" if number == 0 else f"y{number + 1}"


def _axes(curves: Strip, row: int, domain: tuple[float, float]) -> dict:
    """The scales of a row: utilization, and the queue over it."""
    busy, queue = _axis(2 * row), _axis(2 * row + 1)
    hidden = {"visible": False, "fixedrange": True, "automargin": False}
    full, longest = max(1.0, float(curves.utilization.max())), ROOM * max(1, int(curves.most.max()))
    return {
        busy.replace("y", "yaxis"): hidden | {"domain": list(domain), "range": [0, full]},
        queue.replace("y", "yaxis"): hidden | {"overlaying": busy, "range": [0, longest]},
    }


def _traces(run: FinishedRun, curves: Strip, row: int, scheme: str) -> list[Trace]:
    color, ink = theme.run_color(run.index, scheme), theme.INK[scheme]
    common = {"mode": "lines", "hoverinfo": "skip", "x": curves.time}
    busy, most, mean = (np.append(curve, curve[-1:]) for curve in (curves.utilization, curves.most, curves.waiting))
    queue = common | {"yaxis": _axis(2 * row + 1)}
    return [
        scatter(
            **common,
            y=busy,
            yaxis=_axis(2 * row),
            fill="tozeroy",
            fillcolor=theme.faded(color, 0.3),
            line={"shape": "hv", "width": 0},
            name="utilization",
        ),
        scatter(**queue, y=mean, line={"shape": "hv", "width": 1.2, "color": ink}, name="jobs waiting, mean"),
        scatter(
            **queue,
            y=most,
            line={"shape": "hv", "width": 0.5, "color": theme.faded(ink, 0.5)},
            fill="tonexty",
            fillcolor=theme.faded(ink, 0.18),
            name="jobs waiting, at most",
        ),
    ]


def _name(chart: Figure, name: str, run: FinishedRun, curves: Strip, domain: tuple[float, float], scheme: str) -> None:
    """Whose row it is, in the margin, and how long the queue gets."""
    common: dict[str, Any] = {"xref": "paper", "yref": "paper", "showarrow": False}
    chart.add_annotation(
        **common,
        x=0,
        xanchor="right",
        xshift=-6,
        y=sum(domain) / 2,
        yanchor="middle",
        align="right",
        text=theme.wrapped(name, 13),
        font={"size": 10, "color": theme.run_color(run.index, scheme)},
    )
    chart.add_annotation(
        **common,
        x=1,
        xanchor="right",
        y=domain[1],
        yanchor="top",
        borderpad=0,
        xshift=-5,
        yshift=-1,
        text=f"at most {theme.counted(int(curves.most.max()), 'job')} {waits(run)}",
        font={"size": 10},
        bgcolor=theme.faded(theme.BACKGROUND[scheme], 0.75),
    )


def waits(run: FinishedRun) -> str:
    """What the counted jobs do: where nodes are shared, paused ones count, too."""
    return "without nodes" if run.schedule.shares_nodes else "waiting"


def caption(runs: Sequence[FinishedRun]) -> list[str]:
    """How busy each run is over all, and when most jobs wait."""
    runs = [run for run in runs if len(run.schedule.placed)]
    sentences = [_sentence(run, strip(run, extent(runs))) for run in runs]
    if not sentences:
        return ["No run has jobs to show."]
    what = (
        "CPU that does work; line, the jobs without nodes"
        if uses_less(runs[0].schedule.workload)
        else "busy processors; line, the jobs that wait"
    )
    return [f"Everything in one strip: filled, the share of {what}.", *sentences]


def _sentence(run: FinishedRun, curves: Strip) -> str:
    used, most, when = utilization(run.schedule) or 0.0, int(curves.most.max()), moment(curves.longest)
    queue = f"at most {theme.counted(most, 'job')} {waits(run)}, first at {when}" if most else "no job waits"
    return f"{run.name}: {theme.percent(used)} busy until its last job ends, {queue}."
