"""How much time passes between two submissions."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.length_steps import NAMES
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import LENGTHS, gaps, length_step, variation
from scheduler.durations import human
from scheduler.model.workload import Workload


def applies(workload: Workload) -> bool:
    """Where submit times are those of the log."""
    return not workload.is_closed


def counts(workload: Workload) -> np.ndarray:
    """[1 + LENGTHS]: pairs of submissions at one instant, then by steps of the time between them."""
    between = gaps(workload)
    later = np.bincount(length_step(between[between > 0]), minlength=len(LENGTHS))
    return np.concatenate(([int((between <= 0).sum())], later))


def names() -> list[str]:
    """The steps in words."""
    return ["none", *NAMES]


def figure(workload: Workload, view: View) -> Figure:
    """A bar per step of the time between successive submissions."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    jobs = counts(workload)
    chart = Figure(
        bar(
            x=np.arange(len(jobs)),
            y=jobs / max(jobs.sum(), 1),
            customdata=names(),
            hovertext=[theme.number(int(count)) for count in jobs],
            hovertemplate="%{customdata}: %{hovertext} times<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16},
        uirevision="gaps",
        **picks.meta("gaps"),
        xaxis={
            "title": {"text": "time between two submissions"},
            "ticktext": names(),
            "tickvals": list(range(len(jobs))),
        },
        yaxis={"title": {"text": "share of all"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def caption(workload: Workload) -> list[str]:
    """The median, and how bursty it is."""
    if not len(workload):
        return ["This workload has no jobs."]
    between = gaps(workload)
    if not len(between) or not between.any():
        return [f"{theme.counted(len(workload), 'job')} submitted at one instant."]
    return [
        f"Half of the submissions follow the one before within {human(float(np.median(between)))}.",
        f"The standard deviation of these times is {theme.number(variation(between))} times their mean (1 where they "
        "come at random).",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per step."""
    if not len(workload):
        return []
    return [
        {"time between two submissions": name, "times": int(count)}
        for name, count in zip(names(), counts(workload), strict=True)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs that come so long after the submission before them."""
    if not len(workload):
        return ""
    first, last = picks.bars(pick, len(LENGTHS) + 1)
    if last == 0:
        return "gap=0"
    least = {0: "gap>=0", 1: "gap>0"}.get(first, "")
    return f"{least} {picks.steps_of('gap', LENGTHS, max(first - 1, 0), last - 1)}".strip()


WORKLOAD_PLOT = WorkloadPlot(
    "gaps",
    "Submission gaps",
    "Do jobs come evenly, or in bursts?",
    figure,
    caption,
    table,
    len(LENGTHS) + 1,
    applies=applies,
    pick=picked,
)
