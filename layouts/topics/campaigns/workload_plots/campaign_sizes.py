"""How many jobs campaigns have: share of the campaigns and of the jobs, in doubling steps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, Trace, bar, lay_out
from layouts.memory.cache import cached
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import duration
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.preparation.campaign_gaps import recorded
from scheduler.topics.campaigns.preparation.user_sessions import USUAL_GAP, campaigns


class Steps(NamedTuple):
    """Campaigns of low to high jobs, both included; the first step is 1 alone."""

    low: np.ndarray  # [steps] i8
    high: np.ndarray  # [steps] i8
    campaigns: np.ndarray  # [steps] i8
    jobs: np.ndarray  # [steps] i8, in these campaigns


def jobs_of(workload: Workload) -> np.ndarray:
    """[campaigns] i8: jobs of each campaign; where there are none, of those there would be by the usual rule."""
    if workload.has_campaigns:
        return np.diff(workload.job_ptr)
    return cached("usual campaign sizes", lambda: campaigns(recorded(workload), USUAL_GAP, merge=True).jobs, workload)


def steps(workload: Workload) -> Steps:
    """The steps 1, 2, 3 to 4, 5 to 8, ... up to the largest campaign."""
    sizes = jobs_of(workload)
    step = np.ceil(np.log2(sizes)).astype(np.int64)
    count = np.bincount(step)
    high = 2 ** np.arange(len(count))
    return Steps(np.concatenate(([1], high[:-1] + 1)), high, count, np.bincount(step, weights=sizes).astype(np.int64))


def label(low: int, high: int) -> str:
    """5 to 8, or 1, for an axis."""
    return f"{low}" if low == high else f"{low}\u2013{high}"


def figure(workload: Workload, view: View) -> Figure:
    """Two bars per step: share of the campaigns, share of the jobs."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    bins = steps(workload)
    labels = [label(low, high) for low, high in zip(bins.low.tolist(), bins.high.tolist(), strict=True)]
    chart = Figure(
        [
            _bars(labels, bins.campaigns, "campaigns", theme.ACCENT[view.scheme], -0.2),
            _bars(labels, bins.jobs, "jobs", theme.GREY[view.scheme], 0.2),
        ]
    )
    return lay_out(
        chart,
        picks.meta("campaign_sizes") if can_be_picked(workload) else {},
        template=theme.template(view.scheme),
        margin={"t": 48, "b": 44},
        uirevision="campaign_sizes",
        showlegend=True,
        legend=theme.legend_on_top(),
        xaxis={
            "title": {"text": "jobs of a campaign"},
            "tickvals": list(range(len(labels))),
            "ticktext": labels,
            "range": [-0.6, len(labels) - 0.4],
        },
        yaxis={"title": {"text": "share of all"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def _bars(labels: list[str], count: np.ndarray, what: str, color: str, shift: float) -> Trace:
    texts = [
        f"{name} {'job' if name == '1' else 'jobs'}: {theme.number(value)}"
        for name, value in zip(labels, count.tolist(), strict=True)
    ]
    hatched = {"pattern": {"shape": "/", "solidity": 0.25, "size": 6}} if what == "jobs" else {}  # not by color alone
    return bar(
        x=np.arange(len(labels)) + shift,
        y=count / count.sum(),
        width=0.38,
        name=f"share of the {what}",
        customdata=texts,
        marker={"color": color, "line": {"width": 0}, **hatched},
        hovertemplate="%{customdata} " + what + ", %{y:.1%} of all<extra></extra>",
    )


def caption(workload: Workload) -> list[str]:
    """Single jobs against the half of all jobs that are in the largest campaigns."""
    if not len(workload):
        return ["This workload has no jobs."]
    sizes = np.sort(jobs_of(workload))[::-1]
    half = int(np.searchsorted(np.cumsum(sizes), sizes.sum() / 2)) + 1
    single = theme.percent(float((sizes == 1).mean()))
    sentences = [
        f"{single} of {theme.counted(len(sizes), 'campaign')} have a single job, the largest "
        f"{theme.number(int(sizes[0]))}.",
        f"Half of the jobs are in the {theme.number(half)} largest.",
    ]
    if workload.has_campaigns:
        return sentences
    inferred = f"This is so if campaigns went on for {duration(USUAL_GAP)} and as long as work in them does."
    return [*sentences, inferred]


def table(workload: Workload) -> list[dict]:
    """One row per step."""
    if not len(workload):
        return []
    return [
        {"jobs of a campaign": label(low, high), "campaigns": count, "their jobs": jobs}
        for low, high, count, jobs in zip(*(column.tolist() for column in steps(workload)), strict=True)
    ]


def can_be_picked(workload: Workload) -> bool:
    """Whether a filter knows these campaigns: those that the file declares, and those of the usual rule."""
    chosen = workload.options.get("campaigns")
    rule = float(workload.options.get("gap", USUAL_GAP)), workload.options.get("overlap", "merge")
    return len(workload) > 0 and (chosen != "inferred" or rule == (USUAL_GAP, "merge"))


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of campaigns of the step of a bar, or of a range of bars."""
    if not can_be_picked(workload):
        return ""
    bins = steps(workload)
    first, last = picks.bars(pick, len(bins.low))
    return picks.counted("campaign_jobs", int(bins.low[first]), int(bins.high[last]))


WORKLOAD_PLOT = WorkloadPlot(
    "campaign_sizes",
    "Sizes of campaigns",
    "How many jobs do campaigns have?",
    figure,
    caption,
    table,
    64,
    "campaigns",
    height=320,
    pick=picked,
)
