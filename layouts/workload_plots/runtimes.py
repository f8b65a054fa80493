"""How long jobs run, and how long they were expected to: cumulative shares on a logarithmic axis of time."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.slice_names import thin_spaces
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import human
from scheduler.kinds import chooses_sizes
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import filled_words, of_log, requests, unrepaired_jobs
from scheduler.wording import capital

BINS = 60
OVERRAN = ("overrun_cut", "overrun_extended")  # equal to the request because it was made so


def edges_for(workload: Workload) -> np.ndarray:
    """log10 edges of BINS equal bins that hold all runtimes."""
    runtime = workload.jobs.runtime
    low, high = float(np.log10(runtime.min())), float(np.log10(runtime.max()))
    return np.linspace(low, max(high, low + 0.5), BINS + 1)


def runtimes(workload: Workload) -> tuple[np.ndarray, np.ndarray]:
    """(log10 edges [BINS + 1] of seconds, jobs [BINS])."""
    edges = edges_for(workload)
    values = np.clip(np.log10(workload.jobs.runtime), edges[0], edges[-1])
    return edges, np.histogram(values, bins=edges)[0]


def figure(workload: Workload, view: View) -> Figure:
    """Histogram of runtimes, the median named."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    edges, jobs = runtimes(workload)
    hover = [
        f"{human(10**low)} to {human(10**high)}<br>{theme.counted(count, 'job')}"
        for low, high, count in zip(edges, edges[1:], jobs.tolist(), strict=False)
    ]
    chart = Figure(
        bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=jobs / jobs.sum(),
            width=np.diff(edges) * 0.92,
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    _median(chart, float(np.median(workload.jobs.runtime)), view.scheme)
    places, texts = theme.log_ticks(10 ** edges[0], 10 ** edges[-1])
    return lay_out(
        chart,
        **picks.meta("runtimes"),
        template=theme.template(view.scheme),
        margin={"t": 34},
        uirevision="runtimes",
        xaxis={
            "title": {"text": "runtime, logarithmic"},
            "tickvals": places,
            "ticktext": texts,
            "range": [edges[0], edges[-1]],
        },
        yaxis={"title": {"text": "share of jobs"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def _median(chart: Figure, median: float, scheme: str) -> None:
    at = float(np.log10(median))
    chart.add_shape(
        type="line", x0=at, x1=at, y0=0, y1=1, yref="paper", line={"color": theme.INK[scheme], "width": 1.5}
    )
    chart.add_annotation(x=at, y=1, yref="paper", yanchor="bottom", showarrow=False, text=f"median {human(median)}")


def caption(workload: Workload) -> list[str]:
    """Median and longest runtime, and how much of what was requested is used by the jobs that requested something."""
    if not len(workload):
        return ["This workload has no jobs."]
    jobs = workload.jobs
    median, longest = human(float(np.median(jobs.runtime))), human(float(jobs.runtime.max()))
    return [f"Half of the jobs run at most {median}, the longest {longest}.", *about_requests(workload)]


def about_requests(workload: Workload) -> list[str]:
    """How much of the requested times is used, over those of the log, and how many are not of the log."""
    estimates, jobs = requests(workload), workload.jobs
    if estimates.modeled:
        return ["Requested times are made of the runtimes, as asked for."]
    missing = [f"{capital(thin_spaces(filled_words(workload)))}."] if estimates.filled else []
    if estimates.used is None:
        return missing
    logged = of_log(workload)
    if (jobs.requested_time[logged] == jobs.runtime[logged]).all() and unrepaired_jobs(workload, *OVERRAN).all():
        usage = "requested times equal runtimes"
    elif estimates.used >= 1:
        usage = "at least half run as long as they requested, or longer"
    else:
        usage = f"half use {theme.percent(estimates.used)} of the requested time or less"
    which = f"of the {theme.counted(estimates.measured, 'job')} with a requested time " if missing else ""
    return [f"{capital(which + usage)}.", *missing]


def table(workload: Workload) -> list[dict]:
    """One row per bin with jobs."""
    if not len(workload):
        return []
    edges, jobs = runtimes(workload)
    return [
        {"from": human(10**low), "to": human(10**high), "jobs": count}
        for low, high, count in zip(edges, edges[1:], jobs.tolist(), strict=False)
        if count
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs that run between two times; of a click those of its bar.  A moldable task has several runtimes."""
    if not len(workload) or chooses_sizes(workload):
        return ""
    edges = edges_for(workload)
    low, high = pick.x0, pick.x1
    if low == high:
        at = int(np.clip(np.searchsorted(edges, low, "right") - 1, 0, BINS - 1))
        low, high = float(edges[at]), float(edges[at + 1])
    return picks.lasting("runtime", low, high)


WORKLOAD_PLOT = WorkloadPlot(
    "runtimes", "Runtimes", "How long do jobs run?", figure, caption, table, BINS + 2, pick=picked
)
