"""Offered load, recorded utilization and recorded queue over calendar time, weekends shaded."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import axes, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.state.view import View
from layouts.words.instants import when
from layouts.words.left_out_jobs import left_out
from layouts.words.length_steps import each
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import MOST_BINS, OverTime, over_time, weekends, width_over_time
from scheduler.model.workload import Workload

MOST_WEEKENDS = 60  # more of them would be stripes


def applies(workload: Workload) -> bool:
    """Where submit times are those of the log."""
    return not workload.is_closed


def figure(workload: Workload, view: View) -> Figure:
    """Load and utilization on top, below the jobs that waited."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    bins = over_time(workload)
    recorded = bins.unknown < len(workload)
    chart = Figure(_line(workload, bins, bins.offered, "offered load", theme.GREY[view.scheme], "dot", "y"))
    if recorded:
        color = theme.ACCENT[view.scheme]
        chart.add_trace(_line(workload, bins, bins.used, "recorded utilization", color, "solid", "y"))
        chart.add_trace(_line(workload, bins, bins.waiting, "jobs that waited", color, "solid", "y2"))
    shaded = weekends(workload)
    for begin, end in shaded if len(shaded) <= MOST_WEEKENDS else ():
        chart.add_shape(
            type="rect",
            x0=begin,
            x1=end,
            y0=0,
            y1=1,
            yref="paper",
            layer="below",
            line={"width": 0},
            fillcolor=theme.faded(theme.INK[view.scheme], 0.06),
        )
    extent = (float(bins.edges[0]), float(bins.edges[-1]))
    top = float(np.quantile(bins.offered, 0.98)) * 1.2
    return lay_out(
        chart,
        **picks.meta("load_over_time"),
        template=theme.template(view.scheme),
        margin={"t": 34, "b": 58},
        uirevision="load_over_time",
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        xaxis=axes.time_axis(workload, *extent, extent, wanted=6) | {"anchor": "y2" if recorded else "y"},
        yaxis={
            "title": {"text": "of machine"},
            "nticks": 4,
            "tickformat": ".0%",
            "range": [0, max(1.05, min(top, 4.0))],
            "domain": [0.5, 1] if recorded else [0, 1],
        },
        yaxis2={
            "title": {"text": "waiting"},
            "nticks": 3,
            "rangemode": "tozero",
            "domain": [0, 0.36],
            "visible": recorded,
        },
    )


def _line(workload: Workload, bins: OverTime, values: np.ndarray, name: str, color: str, dash: str, axis: str) -> Trace:
    texts = [
        f"from {when(workload, begin)}<br>{name} {theme.percent(value) if axis == 'y' else theme.number(value)}"
        for begin, value in zip(bins.edges.tolist(), values.tolist(), strict=False)
    ]
    return scatter(
        x=bins.edges[:-1],
        y=values,
        name=name,
        yaxis=axis,
        mode="lines",
        hovertext=texts,
        showlegend=axis == "y",
        line={"color": color, "width": 1.5, "dash": dash, "shape": "hv"},
        hovertemplate="%{hovertext}<extra></extra>",
    )


def caption(workload: Workload) -> list[str]:
    """The means, the worst bin, and what cannot be known."""
    if not len(workload):
        return ["This workload has no jobs."]
    bins = over_time(workload)
    width = each(width_over_time(workload))
    top = int(bins.offered.argmax())
    load = (
        f"Per {width} the offered load is {theme.percent(float(np.median(bins.offered)))} (median), at most "
        f"{theme.percent(float(bins.offered[top]))}, from {when(workload, float(bins.edges[top]))} on."
    )
    if bins.unknown == len(workload):
        why = "Submit times were changed" if (workload.jobs.recorded_wait >= 0).any() else "The log recorded no waits"
        return [load, f"{why}, so neither utilization nor queue of these times are known."]
    queue = int(bins.waiting.argmax())
    return [
        load,
        f"The median of the utilization is {theme.percent(float(np.median(bins.used)))}, and at most "
        f"{theme.counted(float(bins.waiting[queue]), 'job')} waited, from "
        f"{when(workload, float(bins.edges[queue]))} on.",
        *left_out(bins.unknown, "a recorded wait"),
    ]


def table(workload: Workload) -> list[dict]:
    """One row per bin."""
    if not len(workload):
        return []
    bins = over_time(workload)
    recorded, columns = bins.unknown < len(workload), np.stack([bins.edges[:-1], *bins[1:4]])
    return [
        {
            "from": when(workload, begin),
            "offered load": offered,
            "recorded utilization": used if recorded else None,
            "jobs that waited": waiting if recorded else None,
        }
        for begin, offered, used, waiting in columns.T.tolist()
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs submitted in a range of time; of a click those of its bin."""
    if not len(workload):
        return ""
    return picks.submitted_in(workload, over_time(workload).edges, pick)


WORKLOAD_PLOT = WorkloadPlot(
    "load_over_time",
    "Load over time",
    "How busy was the machine, and how long the queue?",
    figure,
    caption,
    table,
    MOST_BINS + 1,
    applies=applies,
    pick=picked,
)
