"""When jobs are submitted: how many per hour, day, week, whatever fits the span of the workload."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import human
from scheduler.workload import Workload

MOST_BINS = 400
BINS = (1.0, 10.0, 60.0, 600.0, 3_600.0, 21_600.0, 86_400.0, 604_800.0)
EACH = ("second", "10 seconds", "minute", "10 minutes", "hour", "6 hours", "day", "week")


class Arrivals(NamedTuple):
    """Jobs per bin; bins begin at multiples of their width."""

    begin: np.ndarray       # [bins] f8, s
    jobs: np.ndarray        # [bins] i8
    width: float            # s
    each: str               # the width in words


def arrivals(workload: Workload, most: int = MOST_BINS) -> Arrivals:
    """Submissions per bin of the finest width that needs at most `most` bins."""
    submit = workload.jobs.submit
    if not len(submit):
        return Arrivals(np.zeros(0), np.zeros(0, np.int64), 1.0, "second")
    width, each = next(((width, each) for width, each in zip(BINS, EACH, strict=True)
                        if np.ptp(submit) / width < most - 1), (0.0, ""))
    if not width:
        weeks = int(np.ceil(np.ptp(submit) / (most - 1) / BINS[-1]))
        width, each = weeks * BINS[-1], f"{weeks} weeks"
    bins = np.floor(submit / width).astype(np.int64)
    jobs = np.bincount(bins - bins.min())
    return Arrivals((bins.min() + np.arange(len(jobs))) * width, jobs, width, each)


def figure(workload: Workload, view: View) -> go.Figure:
    """Bars of jobs per bin over time."""
    found = arrivals(workload)
    if not len(found.jobs):
        return theme.empty("This workload has no jobs.", view.scheme)
    said = [f"{human(begin)} to {human(begin + found.width)}<br>{theme.counted(jobs, 'job')} submitted"
            for begin, jobs in zip(found.begin.tolist(), found.jobs.tolist(), strict=True)]
    made = go.Figure(go.Bar(x=found.begin + found.width / 2, y=found.jobs, width=found.width * 0.92, hovertext=said,
                            hovertemplate="%{hovertext}<extra></extra>",
                            marker={"color": theme.HUES[0], "line": {"width": 0}}))
    extent = (float(found.begin[0]), float(found.begin[-1] + found.width))
    return made.update_layout(template=theme.template(view.scheme), margin={"t": 16}, uirevision="arrivals",
                              xaxis=theme.time_axis(*extent, extent, wanted=6), yaxis={
                                  "title": {"text": f"jobs submitted per {found.each}"}, "rangemode": "tozero"})


def caption(workload: Workload) -> str:
    """The busiest bin against the usual one."""
    found = arrivals(workload)
    if not len(found.jobs):
        return "This workload has no jobs."
    top = int(found.jobs.argmax())
    return (f"{theme.number(len(workload) / len(found.jobs))} jobs per {found.each} on average; the most, "
            f"{theme.number(int(found.jobs[top]))}, from {human(float(found.begin[top]))} on.")


def table(workload: Workload) -> list[dict]:
    """One row per bin."""
    found = arrivals(workload)
    return [{"from": human(float(begin)), "to": human(float(begin + found.width)), "jobs submitted": int(jobs)}
            for begin, jobs in zip(found.begin, found.jobs, strict=True)]


WORKLOAD_PLOT = WorkloadPlot("arrivals", "Arrivals", "When are jobs submitted?", figure, caption, table, MOST_BINS + 1)
