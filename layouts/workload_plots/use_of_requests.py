"""How much of their requested time jobs run."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.left_out_jobs import left_out
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import use_of_requests
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import of_log, requests

BINS = 20
NONE = "The log has no requested times."


def figure(workload: Workload, view: View) -> Figure:
    """A bar per twentieth of the requested time."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    jobs = use_of_requests(workload, BINS)
    share = jobs / max(jobs.sum(), 1)
    texts = [
        f"{theme.percent(at / BINS)} to {theme.percent((at + 1) / BINS)} of the requested time<br>"
        f"{theme.counted(int(count), 'job')}"
        for at, count in enumerate(jobs)
    ]
    chart = Figure(
        bar(
            x=(np.arange(BINS) + 0.5) / BINS,
            y=share,
            width=0.92 / BINS,
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16},
        uirevision="use_of_requests",
        **picks.meta("use_of_requests"),
        xaxis={"title": {"text": "runtime / requested time"}, "tickformat": ".0%", "range": [0, 1]},
        yaxis={"title": {"text": "share of jobs"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def applies(workload: Workload) -> bool:
    """Where some requested time is the log's own and not the runtime of all."""
    logged = of_log(workload)
    asked, ran = workload.jobs.requested_time[logged], workload.jobs.runtime[logged]
    return not len(workload) or bool((asked != ran).any())


def caption(workload: Workload) -> list[str]:
    """Half of the jobs, those that use hardly any, and those without a requested time."""
    if not len(workload):
        return ["This workload has no jobs."]
    estimates, jobs = requests(workload), use_of_requests(workload, BINS)
    if not estimates.measured or estimates.used is None:
        return [NONE]
    return [
        f"Half of the jobs run at most {theme.percent(estimates.used)} of their requested time.",
        f"{theme.percent(float(jobs[: BINS // 10].sum() / jobs.sum()))} run less than a tenth of it, "
        f"{theme.percent(float(jobs[-1] / jobs.sum()))} more than 95 %.",
        *left_out(len(workload) - estimates.measured, "one"),
    ]


def table(workload: Workload) -> list[dict]:
    """One row per bin."""
    if not len(workload):
        return []
    return [
        {"from": theme.percent(at / BINS), "to": theme.percent((at + 1) / BINS), "jobs": int(jobs)}
        for at, jobs in enumerate(use_of_requests(workload, BINS))
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs that use such a part of their requested time; the last bar: that part and more."""
    if not len(workload):
        return ""
    first, last = picks.bars(Pick(pick.x0 * BINS - 0.5, pick.x1 * BINS - 0.5, 0, 0), BINS)
    least = f"used_time>={first / BINS:g}"
    return least if last == BINS - 1 else f"{least} used_time<{(last + 1) / BINS:g}"


WORKLOAD_PLOT = WorkloadPlot(
    "use_of_requests",
    "Requested times used",
    "How much of what they request do jobs run?",
    figure,
    caption,
    table,
    BINS,
    applies=applies,
    pick=picked,
)
