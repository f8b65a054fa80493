"""When jobs are submitted: how many per hour, day, week, whatever fits the span of the workload."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.instants import when
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import MOST_BINS, edges_over_time, width_over_time
from scheduler.durations import human
from scheduler.model.user_names import user_labels
from scheduler.model.workload import Workload

EACH = {
    1.0: "second",
    10.0: "10 seconds",
    60.0: "minute",
    600.0: "10 minutes",
    3_600.0: "hour",
    21_600.0: "6 hours",
    86_400.0: "day",
    604_800.0: "week",
}
BINS = tuple(EACH)  # s


class Arrivals(NamedTuple):
    """Jobs per bin."""

    edges: np.ndarray  # [bins + 1] f8, s; at whole minutes, hours, days, ... of the clock, where there is one
    jobs: np.ndarray  # [bins] i8
    each: str  # how long a bin is, in words


def arrivals(workload: Workload) -> Arrivals:
    """Submissions per bin of the finest width that needs at most MOST_BINS bins."""
    submit = workload.jobs.submit
    if not len(submit):
        return Arrivals(np.zeros(1), np.zeros(0, np.int64), "second")
    width, edges = width_over_time(workload, BINS), edges_over_time(workload, BINS)
    jobs = np.bincount(np.searchsorted(edges, submit, "right") - 1, minlength=len(edges) - 1)
    return Arrivals(edges, jobs, EACH.get(width) or f"{width / BINS[-1]:.0f} weeks")


def figure(workload: Workload, view: View) -> Figure:
    """Bars of jobs per bin over time; of campaigns per user where submissions follow completions."""
    bins = arrivals(workload)
    if not len(bins.jobs):
        return theme.empty("This workload has no jobs.", view.scheme)
    if workload.is_closed:
        return _campaigns(workload, view)
    texts = [
        f"{when(workload, begin)} to {when(workload, end)}<br>{theme.counted(jobs, 'job')} submitted"
        for (begin, end), jobs in zip(pairwise(bins.edges.tolist()), bins.jobs.tolist(), strict=True)
    ]
    width = np.diff(bins.edges)
    chart = Figure(
        bar(
            x=bins.edges[:-1] + width / 2,
            y=bins.jobs,
            width=width * 0.92,
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    extent = (float(bins.edges[0]), float(bins.edges[-1]))
    return lay_out(
        chart,
        **picks.meta("arrivals"),
        template=theme.template(view.scheme),
        margin={"t": 16, "b": 58},
        uirevision="arrivals",
        xaxis=axes.time_axis(workload, *extent, extent, wanted=6),
        yaxis={"title": {"text": f"jobs submitted per {bins.each}"}, "rangemode": "tozero"},
    )


def campaigns(workload: Workload) -> tuple[np.ndarray, np.ndarray]:
    """(user [users], campaigns [users]), most campaigns first (ties: lower number)."""
    counts = np.bincount(workload.table("campaigns").user)
    order = np.argsort(-counts, kind="stable")
    return order, counts[order]


def _campaigns(workload: Workload, view: View) -> Figure:
    """A bar per user, the first MOST_BINS."""
    users, counts = (column[:MOST_BINS] for column in campaigns(workload))
    numbers = theme.user_labels(workload)
    texts = [
        f"user {numbers[user]}: {theme.counted(count, 'campaign')}"
        for user, count in zip(users.tolist(), counts.tolist(), strict=True)
    ]
    chart = Figure(
        bar(
            x=np.arange(1, len(counts) + 1),
            y=counts,
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16},
        uirevision="arrivals",
        xaxis={"title": {"text": "users, most campaigns first"}, "tickformat": "d"},
        yaxis={
            "title": {"text": "campaigns submitted"},
            "rangemode": "tozero",
            "dtick": max(1, round(float(counts.max(initial=0)) / 5)),
        },
    )


def caption(workload: Workload) -> list[str]:
    """The busiest bin against the usual one; no rate where submissions follow completions or all come at once."""
    bins = arrivals(workload)
    if not len(bins.jobs):
        return ["This workload has no jobs."]
    if workload.is_closed:
        users, counts = campaigns(workload)
        return [
            f"Submit times follow completions, so no rate is told: {theme.counted(int(counts.sum()), 'campaign')} "
            f"of {theme.counted(len(users), 'user')}, at most {theme.number(int(counts[0]))} of one."
        ]
    span = float(np.ptp(workload.jobs.submit))
    if span < workload.jobs.runtime.max():
        span_words = f"within {human(span)}, less than the longest job runs" if span else "at one instant"
        return [f"{theme.counted(len(workload), 'job')} submitted {span_words}."]
    top = int(bins.jobs.argmax())
    return [
        f"{theme.counted(len(workload) / len(bins.jobs), 'job')} per {bins.each} on average; the most, "
        f"{theme.number(int(bins.jobs[top]))}, from {when(workload, float(bins.edges[top]))} on."
    ]


def table(workload: Workload) -> list[dict]:
    """One row per bin, or per user where submissions follow completions."""
    if workload.is_closed:
        numbers = user_labels(workload)
        return [
            {"user": numbers[user], "campaigns": count}
            for user, count in zip(*(column.tolist() for column in campaigns(workload)), strict=True)
        ]
    bins = arrivals(workload)
    return [
        {"from": when(workload, begin), "to": when(workload, end), "jobs submitted": jobs}
        for (begin, end), jobs in zip(pairwise(bins.edges.tolist()), bins.jobs.tolist(), strict=True)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs submitted in a range of time; of a click those of its bar.  Nothing where the bars are users."""
    if workload.is_closed or not len(workload):
        return ""
    return picks.submitted_in(workload, arrivals(workload).edges, pick)


WORKLOAD_PLOT = WorkloadPlot(
    "arrivals", "Arrivals", "When are jobs submitted?", figure, caption, table, MOST_BINS + 1, pick=picked
)
