"""Bursts of one user: how many jobs come at once, in doubling steps."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.user_activity import STEPS, bursts, jobs_of_step
from scheduler.durations import human
from scheduler.model.user_names import user_name, users_known
from scheduler.model.workload import Workload
from scheduler.query.submission_times import BURST


def applies(workload: Workload) -> bool:
    """Where users are known, and submit as recorded."""
    return not len(workload) or (users_known(workload) and not workload.is_closed)


def name(step: int) -> str:
    """The jobs of a burst of a step: 1, 2, 3-4, 5-8."""
    low, high = jobs_of_step(step)
    return f"{low}" if low == high else f"{low}\u2013{high}"


def figure(workload: Workload, view: View) -> Figure:
    """Two bars per step: share of the bursts, share of the jobs."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    counts = bursts(workload)
    names, places = [name(step) for step in range(len(counts.bursts))], np.arange(len(counts.bursts))
    chart = Figure(
        [
            bar(
                x=places + shift,
                y=values / max(int(values.sum()), 1),
                width=0.38,
                name=f"share of the {what}",
                customdata=[
                    f"{label} at once: {theme.counted(int(count), what.removesuffix('s'))}"
                    for label, count in zip(names, values, strict=True)
                ],
                marker={"color": color, "line": {"width": 0}, **hatched},
                hovertemplate="%{customdata}, %{y:.1%}<extra></extra>",
            )
            for values, what, color, shift, hatched in (
                (counts.bursts, "bursts", theme.ACCENT[view.scheme], -0.2, {}),
                (
                    counts.jobs,
                    "jobs",
                    theme.GREY[view.scheme],
                    0.2,
                    {"pattern": {"shape": "/", "solidity": 0.25, "size": 6}},
                ),
            )
        ]
    )
    return lay_out(
        chart,
        picks.meta("bursts"),
        template=theme.template(view.scheme),
        margin={"t": 34, "b": 44},
        uirevision="bursts",
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        xaxis={
            "title": {"text": "jobs of a burst of one user"},
            "tickvals": places.tolist(),
            "ticktext": names,
            "range": [-0.6, len(names) - 0.4],
        },
        yaxis={"title": {"text": "share of all"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def caption(workload: Workload) -> list[str]:
    """How many jobs come alone, how many in bursts, and the largest one."""
    if not len(workload):
        return ["This workload has no jobs."]
    counts, jobs = bursts(workload), workload.jobs
    if counts.user < 0:
        return ["Nothing is known of the users of these jobs."]
    several = 1 - float(counts.jobs[0] / counts.jobs.sum())
    number = int(jobs.user_id[int((jobs.user == counts.user).argmax())])
    return [
        f"{theme.percent(several)} of jobs are submitted within {human(BURST)} of another one of their user.",
        f"The largest burst, of {user_name(workload, number)}, has {theme.counted(counts.largest, 'job')}.",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per step."""
    if not len(workload):
        return []
    counts = bursts(workload)
    return [
        {"jobs of a burst": name(step), "bursts": int(count), "their jobs": int(counts.jobs[step])}
        for step, count in enumerate(counts.bursts.tolist())
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of bursts of the step of a bar; nothing where no user is known."""
    if not len(workload) or not users_known(workload):
        return ""
    first, last = picks.bars(pick, STEPS + 1)
    low, high = jobs_of_step(first)[0], jobs_of_step(last)[1]
    return f"burst>={low}" if last == STEPS else picks.counted("burst", low, high)


WORKLOAD_PLOT = WorkloadPlot(
    "bursts",
    "Bursts",
    "How many jobs does a user submit at once?",
    figure,
    caption,
    table,
    2 * (STEPS + 1),
    place=1_030,
    applies=applies,
    pick=picked,
)
