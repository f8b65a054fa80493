"""How much faster moldable tasks get: speed-up over one processor's runtime, against processors.

A task that keeps all processors busy lies on the dashed line.  The words of generators (highly, weakly parallel) say
little; the curve says it.
"""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing.axes import powers
from layouts.figures import Figure, lay_out
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.model.workload import Workload
from scheduler.topics.moldable.allotments import Curve, speedup_curve
from scheduler.topics.moldable.kinds.moldable import is_moldable

MOST = 120  # points of a line
NONE = "Jobs are rigid here: they run on one number of processors each."


def applies(workload: Workload) -> bool:
    """Whether there are moldable tasks."""
    return is_moldable(workload) and len(workload) > 0


def curve(workload: Workload) -> Curve:
    """The speed-up on at most MOST numbers of processors, from 1 to the whole machine."""
    whole = speedup_curve(workload.jobs, workload.table("shapes"), workload.platform.processors)
    kept = np.unique(np.geomspace(1, workload.platform.processors, MOST).astype(int)) - 1
    return Curve(*(column[kept] for column in whole))


def figure(workload: Workload, view: View) -> Figure:
    """Mean, median, and the band from the 10th to the 90th percentile, on logarithmic axes."""
    if not applies(workload):
        return theme.empty(NONE, view.scheme)
    gains, color = curve(workload), theme.hue(0, view.scheme)
    chart = Figure(
        [
            _line(
                gains.processors, gains.processors, "keeps all busy", {"color": theme.GREY[view.scheme], "dash": "dash"}
            ),
            _line(gains.processors, gains.low, "tenth that gains least", {"color": color, "width": 0}),
            _line(gains.processors, gains.high, "eight tenths of the tasks", {"color": color, "width": 0})
            | {"fill": "tonexty", "fillcolor": theme.faded(color, 0.2)},
            _line(gains.processors, gains.median, "median", {"color": color, "dash": "dot"}),
            _line(gains.processors, gains.mean, "mean", {"color": color, "width": 2.5}),
        ]
    )
    chart.data[1]["showlegend"] = False
    axis = {"type": "log", "tickvals": powers(int(gains.processors[-1]))}
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="speedups",
        showlegend=True,
        legend={"x": 0.02, "y": 1, "yanchor": "top", "tracegroupgap": 0},
        xaxis=axis | {"title": {"text": "processors, logarithmic"}},
        yaxis=axis | {"title": {"text": "times as fast"}},
    )


def _line(x: np.ndarray, y: np.ndarray, name: str, line: dict) -> dict:
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "name": name,
        "mode": "lines",
        "line": line,
        "hovertemplate": "%{y:,.3~r} times as fast on %{x} processors<extra>" + name + "</extra>",
    }


def caption(workload: Workload) -> list[str]:
    """How fast on the whole machine, and how different tasks are."""
    if not len(workload):
        return ["This workload has no jobs."]
    if not applies(workload):
        return [NONE]
    last = Curve(*(column[-1] for column in curve(workload)))
    return [
        f"On {theme.counted(int(last.processors), 'processor')} tasks are {theme.number(float(last.mean))} times "
        f"as fast on average, half of them at most {theme.number(float(last.median))} times.",
        f"A tenth gain less than {theme.number(float(last.low))}, a tenth more than {theme.number(float(last.high))}.",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per number of processors drawn."""
    if not applies(workload):
        return []
    return [
        {
            "processors": int(q),
            "mean": theme.number(mean),
            "10th percentile": theme.number(low),
            "median": theme.number(median),
            "90th percentile": theme.number(high),
        }
        for q, mean, low, median, high in zip(*(column.tolist() for column in curve(workload)), strict=True)
    ]


WORKLOAD_PLOT = WorkloadPlot(
    "speedups",
    "Speed-up",
    "How much faster do tasks get on more processors?",
    figure,
    caption,
    table,
    5 * MOST,
    applies=applies,
)
