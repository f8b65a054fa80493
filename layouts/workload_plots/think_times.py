"""How long users think: from the end of a job to the next submission of its user."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.left_out_jobs import left_out
from layouts.words.length_steps import NAMES
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.user_activity import SESSION, think_times
from scheduler.analysis.workloads.workload_profile import LENGTHS, length_step
from scheduler.durations import human
from scheduler.model.workload import Workload

EARLIER = "before the end"


class Steps(NamedTuple):
    """Think times by steps of length; those below 0 are apart."""

    earlier: int  # submissions before the end of the job before
    later: np.ndarray  # [LENGTHS] submissions after it


def steps(workload: Workload) -> Steps:
    """How many think times there are of each length."""
    seconds = think_times(workload).seconds
    later = length_step(seconds[seconds >= 0])
    return Steps(int((seconds < 0).sum()), np.bincount(later, minlength=len(LENGTHS)))


def applies(workload: Workload) -> bool:
    """Where users and the ends of jobs are known, and submissions are the users' own."""
    return not len(workload) or (not workload.is_closed and len(think_times(workload).seconds) > 0)


def figure(workload: Workload, view: View) -> Figure:
    """A bar per step of length, and one for submissions that did not wait."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    bins = steps(workload)
    counts, names = np.append(bins.earlier, bins.later), (EARLIER, *NAMES)
    texts = [
        f"{name}{'' if name == EARLIER else ' after the end'}<br>{theme.counted(int(count), 'submission')}"
        for name, count in zip(names, counts.tolist(), strict=True)
    ]
    colors = [theme.GREY[view.scheme]] + [theme.ACCENT[view.scheme]] * len(NAMES)
    chart = Figure(
        bar(
            x=np.arange(len(names)),
            y=counts / max(int(counts.sum()), 1),
            width=0.92,
            hovertext=texts,
            hovertemplate="%{hovertext}, %{y:.1%}<extra></extra>",
            marker={"color": colors, "line": {"width": 0}},
        )
    )
    return lay_out(
        chart,
        picks.meta("think_times"),
        template=theme.template(view.scheme),
        margin={"t": 16, "b": 72},
        uirevision="think_times",
        xaxis={
            "title": {"text": "from the end of a job to the next submission of its user"},
            "tickvals": list(range(len(names))),
            "ticktext": list(names),
            "tickangle": -35,
        },
        yaxis={"title": {"text": "share of submissions"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def caption(workload: Workload) -> list[str]:
    """How many do not wait for the end, and how long the others of a session think."""
    if not len(workload):
        return ["This workload has no jobs."]
    times = think_times(workload)
    if not len(times.seconds):
        return ["The log does not tell when jobs of a user end before the next one is submitted."]
    waited = times.seconds[(times.seconds >= 0) & (times.seconds <= SESSION)]
    earlier = theme.percent(float((times.seconds < 0).mean()))
    sentences = [f"{earlier} of submissions do not wait for the end of the user's job before."]
    if len(waited):
        half = human(float(np.median(waited)))
        sentences.append(f"Of those within {human(SESSION)} after that end half come within {half}.")
    return sentences + left_out(times.unknown, "a known end")


def table(workload: Workload) -> list[dict]:
    """One row per step."""
    if not len(workload):
        return []
    bins = steps(workload)
    return [
        {"think time": name, "submissions": int(count)}
        for name, count in zip((EARLIER, *NAMES), np.append(bins.earlier, bins.later).tolist(), strict=True)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs submitted so long after the end of their user's job before; the first bar: before that end."""
    if not len(workload):
        return ""
    first, last = picks.bars(pick, len(LENGTHS) + 1)
    if last == 0:
        return "since_end<0"
    least = "since_end>=0" if first == 1 else ""
    return f"{least} {picks.steps_of('since_end', LENGTHS, max(first - 1, 0), last - 1)}".strip()


WORKLOAD_PLOT = WorkloadPlot(
    "think_times",
    "Think times",
    "How long do users think before the next job?",
    figure,
    caption,
    table,
    len(LENGTHS) + 1,
    place=1_020,
    applies=applies,
    pick=picked,
)
