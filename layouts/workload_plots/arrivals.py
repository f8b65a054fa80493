"""When jobs are submitted: how many per hour, day, week, whatever fits the span of the workload."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.instants import when
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import human
from scheduler.model.user_names import user_labels
from scheduler.model.workload import Workload

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


def figure(workload: Workload, view: View) -> Figure:
    """Bars of jobs per bin over time; of campaigns per user where submissions follow completions."""
    bins = arrivals(workload)
    if not len(bins.jobs):
        return theme.empty("This workload has no jobs.", view.scheme)
    if workload.is_closed:
        return _campaigns(workload, view)
    texts = [f"{when(workload, begin)} to {when(workload, begin + bins.width)}<br>"
             f"{theme.counted(jobs, 'job')} submitted" for begin, jobs in zip(
                 bins.begin.tolist(), bins.jobs.tolist(), strict=True)]
    chart = Figure(bar(x=bins.begin + bins.width / 2, y=bins.jobs, width=bins.width * 0.92, hovertext=texts,
                             hovertemplate="%{hovertext}<extra></extra>",
                             marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}}))
    extent = (float(bins.begin[0]), float(bins.begin[-1] + bins.width))
    return lay_out(
        chart, **picks.meta("arrivals"), template=theme.template(view.scheme), margin={"t": 16, "b": 58},
        uirevision="arrivals", xaxis=axes.time_axis(workload, *extent, extent, wanted=6),
        yaxis={"title": {"text": f"jobs submitted per {bins.each}"}, "rangemode": "tozero"})


def campaigns(workload: Workload) -> tuple[np.ndarray, np.ndarray]:
    """(user [users], campaigns [users]), most campaigns first (ties: lower number)."""
    counts = np.bincount(workload.table("campaigns").user) if workload.has_campaigns else np.zeros(0, np.int64)
    order = np.argsort(-counts, kind="stable")
    return order, counts[order]


def _campaigns(workload: Workload, view: View) -> Figure:
    """A bar per user, the first MOST_BINS."""
    users, counts = (column[:MOST_BINS] for column in campaigns(workload))
    numbers = theme.user_labels(workload)
    texts = [f"user {numbers[user]}: {theme.counted(count, 'campaign')}"
             for user, count in zip(users.tolist(), counts.tolist(), strict=True)]
    chart = Figure(bar(x=np.arange(1, len(counts) + 1), y=counts, hovertext=texts,
                             hovertemplate="%{hovertext}<extra></extra>",
                             marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}}))
    return lay_out(chart, template=theme.template(view.scheme), margin={"t": 16}, uirevision="arrivals",
                          xaxis={"title": {"text": "users, most campaigns first"}, "tickformat": "d"},
                          yaxis={"title": {"text": "campaigns submitted"}, "rangemode": "tozero",
                                 "dtick": max(1, round(float(counts.max(initial=0)) / 5))})


def caption(workload: Workload) -> str:
    """The busiest bin against the usual one; no rate where submissions follow completions or all come at once."""
    bins = arrivals(workload)
    if not len(bins.jobs):
        return "This workload has no jobs."
    if workload.is_closed:
        users, counts = campaigns(workload)
        return (f"Submit times follow completions, so no rate is told: {theme.counted(int(counts.sum()), 'campaign')} "
                f"of {theme.counted(len(users), 'user')}, at most {theme.number(int(counts[0]))} of one.")
    span = float(np.ptp(workload.jobs.submit))
    if span < workload.jobs.runtime.max():
        span_words = f"within {human(span)}, less than the longest job runs" if span else "at one instant"
        return f"{theme.counted(len(workload), 'job')} submitted {span_words}."
    top = int(bins.jobs.argmax())
    return (f"{theme.number(len(workload) / len(bins.jobs))} jobs per {bins.each} on average; the most, "
            f"{theme.number(int(bins.jobs[top]))}, from {when(workload, float(bins.begin[top]))} on.")


def table(workload: Workload) -> list[dict]:
    """One row per bin, or per user where submissions follow completions."""
    if workload.is_closed:
        numbers = user_labels(workload)
        return [{"user": numbers[user], "campaigns": count}
                for user, count in zip(*(column.tolist() for column in campaigns(workload)), strict=True)]
    bins = arrivals(workload)
    return [{"from": when(workload, float(begin)), "to": when(workload, float(begin + bins.width)),
             "jobs submitted": int(jobs)}
            for begin, jobs in zip(bins.begin, bins.jobs, strict=True)]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs submitted in a range of time; of a click those of its bar.  Nothing where the bars are users."""
    bins = arrivals(workload)
    if workload.is_closed or not len(bins.jobs):
        return ""
    begin, end = (pick.x0, pick.x1) if pick.x1 > pick.x0 else (
        pick.x0 - bins.width / 2, pick.x0 + bins.width / 2)
    begin, end = (float(np.clip(place, bins.begin[0], bins.begin[-1] + bins.width)) for place in (begin, end))
    return picks.submitted(workload, begin, end) if begin < end else ""


WORKLOAD_PLOT = WorkloadPlot("arrivals", "Arrivals", "When are jobs submitted?", figure, caption, table, MOST_BINS + 1,
                             pick=picked)
