"""Who is active when: users that submit per hour, day or week, and who of them submits most."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import axes, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.memory.cache import cached
from layouts.state.view import View
from layouts.words.instants import when
from layouts.words.length_steps import each
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.user_activity import Activity, activity
from scheduler.analysis.workloads.workload_profile import MOST_BINS, width_over_time
from scheduler.model.user_names import user_name, users_known
from scheduler.model.workload import Workload


def applies(workload: Workload) -> bool:
    """Where several users are known, and submit times are as recorded."""
    return not len(workload) or (
        users_known(workload)
        and workload.users > 2
        and not workload.is_closed
        and float(np.ptp(workload.jobs.submit)) > 0
    )


def by_time(workload: Workload) -> Activity:
    """Users and jobs per bin, computed once per workload."""
    return cached("activity", lambda: activity(workload), workload)


def figure(workload: Workload, view: View) -> Figure:
    """A bar per bin of time, as high as users submit in it."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    bins, ids = by_time(workload), theme.user_ids(workload)
    width = np.diff(bins.edges)
    texts = [
        f"from {when(workload, begin)}<br>{theme.counted(users, 'user')}, {theme.counted(jobs, 'job')}"
        + (f"<br>most of {theme.safe(user_name(workload, int(ids[first])))}: {theme.number(most)}" if jobs else "")
        for begin, users, jobs, first, most in zip(
            bins.edges.tolist(),
            bins.users.tolist(),
            bins.jobs.tolist(),
            bins.first.tolist(),
            bins.most.tolist(),
            strict=False,
        )
    ]
    chart = Figure(
        bar(
            x=bins.edges[:-1] + width / 2,
            y=bins.users,
            width=width * 0.92,
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "line": {"width": 0}},
        )
    )
    extent = (float(bins.edges[0]), float(bins.edges[-1]))
    return lay_out(
        chart,
        **picks.meta("activity"),
        template=theme.template(view.scheme),
        margin={"t": 16, "b": 58},
        uirevision="activity",
        xaxis=axes.time_axis(workload, *extent, extent, wanted=6),
        yaxis={"title": {"text": f"users who submit per {each(width_over_time(workload))}"}, "rangemode": "tozero"},
    )


def caption(workload: Workload) -> list[str]:
    """How many users are there at a time, and when one of them submits nearly everything."""
    if not len(workload):
        return ["This workload has no jobs."]
    bins = by_time(workload)
    width = each(width_over_time(workload))
    there = bins.jobs > 0
    alone = int((bins.most[there] > bins.jobs[there] / 2).sum())
    top = int(bins.users.argmax())
    return [
        f"Per {width} with submissions, {theme.number(float(np.median(bins.users[there])))} of "
        f"{theme.counted(workload.users, 'user')} submit (median), at most {theme.number(int(bins.users[top]))}.",
        f"The most submit from {when(workload, float(bins.edges[top]))} on.",
        f"In {theme.percent(alone / max(int(there.sum()), 1))} of these times one user submits more than half of the "
        "jobs.",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per bin."""
    if not len(workload):
        return []
    bins, ids = by_time(workload), theme.user_ids(workload)
    return [
        {
            "from": when(workload, begin),
            "users": users,
            "jobs": jobs,
            "most active": user_name(workload, int(ids[first])) if jobs else None,
            "its jobs": most,
        }
        for begin, users, jobs, first, most in zip(
            bins.edges.tolist(),
            bins.users.tolist(),
            bins.jobs.tolist(),
            bins.first.tolist(),
            bins.most.tolist(),
            strict=False,
        )
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs submitted in a range of time; of a click those of its bin."""
    if not len(workload):
        return ""
    return picks.submitted_in(workload, by_time(workload).edges, pick)


WORKLOAD_PLOT = WorkloadPlot(
    "activity",
    "Users over time",
    "How many users submit at a time?",
    figure,
    caption,
    table,
    MOST_BINS + 1,
    place=1_010,
    applies=applies,
    pick=picked,
)
