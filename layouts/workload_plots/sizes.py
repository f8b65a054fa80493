"""How many processors jobs ask for: share of the jobs and of the work, in doubling steps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, Trace, bar, lay_out
from layouts.state.view import View
from layouts.words import unit_names
from layouts.workload_plots import WorkloadPlot
from scheduler.kinds import are_as_logged
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import unrepaired_jobs


class Sizes(NamedTuple):
    """Jobs of low to high processors, both included; the first step is 1 alone."""

    low: np.ndarray  # [steps] i8, processors
    high: np.ndarray  # [steps] i8, processors
    jobs: np.ndarray  # [steps] i8
    work: np.ndarray  # [steps] f8, processor-seconds


def sizes(workload: Workload) -> Sizes:
    """The steps 1, 2, 3 to 4, 5 to 8, ... up to the widest job."""
    processors = workload.jobs.processors
    if not len(processors):
        none = np.zeros(0, np.int64)
        return Sizes(none, none, none, np.zeros(0))
    powers = 2 ** np.arange(64 - 1, dtype=np.uint64)
    step = np.searchsorted(powers, processors.astype(np.uint64), "left")
    jobs = np.bincount(step)
    high = powers[: len(jobs)].astype(np.int64)
    low = np.concatenate(([1], high[:-1] + 1))
    return Sizes(low, high, jobs, np.bincount(step, weights=workload.jobs.runtime * processors))


def label(low: int, high: int) -> str:
    """5 to 8, or 1, for an axis."""
    return f"{low}" if low == high else f"{low}\u2013{high}"


def figure(workload: Workload, view: View) -> Figure:
    """Two bars per step: share of the jobs, share of the work."""
    bins = sizes(workload)
    if not len(bins.jobs):
        return theme.empty("This workload has no jobs.", view.scheme)
    labels = [label(int(low), int(high)) for low, high in zip(bins.low, bins.high, strict=True)]
    noun = f"{unit_names.piece(workload)}s"
    chart = Figure(
        [
            _bars(labels, bins.jobs / bins.jobs.sum(), "jobs", noun, theme.ACCENT[view.scheme], -0.2),
            _bars(labels, bins.work / bins.work.sum(), "work", noun, theme.GREY[view.scheme], 0.2),
        ]
    )
    places = list(range(len(labels)))
    return lay_out(
        chart,
        **picks.meta("sizes"),
        template=theme.template(view.scheme),
        margin={"t": 34},
        uirevision="sizes",
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        xaxis={
            "title": {"text": f"{noun} of a job"},
            "tickvals": places,
            "ticktext": labels,
            "range": [-0.6, len(labels) - 0.4],
            "ticklabeloverflow": "allow",
        },
        yaxis={"title": {"text": "share of all"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def _bars(labels: list[str], share: np.ndarray, what: str, noun: str, color: str, shift: float) -> Trace:
    return bar(
        x=np.arange(len(labels)) + shift,
        y=share,
        width=0.38,
        name=f"share of the {what}",
        customdata=labels,
        marker={"color": color, "line": {"width": 0}},
        hovertemplate=f"%{{customdata}} {noun}: %{{y:.1%}} of the {what}<extra></extra>",
    )


def caption(workload: Workload) -> list[str]:
    """How much of both serial jobs and the widest ones are."""
    if not len(workload):
        return ["This workload has no jobs."]
    jobs = workload.jobs
    work = jobs.runtime * jobs.processors
    alone, wide = jobs.processors == 1, jobs.processors * 2 > workload.platform.processors

    def share(of: np.ndarray) -> tuple[str, str]:
        return theme.percent(float(of.mean())), theme.percent(float(work[of].sum() / work.sum()))

    (few, little), (many, much) = share(alone), share(wide)
    return [
        f"{few} of the jobs want one {unit_names.piece(workload)}, {little} of the work is theirs.",
        f"{many} want more than half of the machine, with {much} of the work.",
        f"The widest wants {theme.number(int(jobs.processors.max()))} of {theme.number(workload.platform.processors)}.",
        *substituted(workload),
    ]


def substituted(workload: Workload) -> list[str]:
    """How many sizes are not what was to be taken, but the other processor count of the log."""
    count = len(workload) - int(unrepaired_jobs(workload, "size_substituted").sum())
    size = workload.options.get("size", "requested")
    other = "allocated" if size == "requested" else "requested"
    counts = "counts" if count == 1 else "count"
    if not count:
        return []
    return [f"{theme.counted(count, 'job')} without {size} processors {counts} with the {other} ones."]


def table(workload: Workload) -> list[dict]:
    """One row per step."""
    noun = f"{unit_names.piece(workload)}s"
    return [
        {noun: label(low, high), "jobs": jobs, "work (processor-hours)": work / 3600}
        for low, high, jobs, work in zip(*(column.tolist() for column in sizes(workload)), strict=True)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of the steps picked; nothing where sizes are tasks or chosen by the policy."""
    if not len(workload) or not are_as_logged(workload):
        return ""
    bins = sizes(workload)
    first, last = (int(np.clip(np.floor(place + 0.5), 0, len(bins.jobs) - 1)) for place in (pick.x0, pick.x1))
    return picks.counted("processors", int(bins.low[first]), int(bins.high[last]))


WORKLOAD_PLOT = WorkloadPlot("sizes", "Sizes", "How large are jobs?", figure, caption, table, 130, pick=picked)
