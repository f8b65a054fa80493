"""Who uses the machine: the users with the most processor-seconds, in the colors they have everywhere."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.kinds import uses_less
from scheduler.model.user_names import user_labels, user_name, users_known
from scheduler.model.workload import Workload

BARS = 10
NOBODY = "Nothing is known of the users of these jobs."


class Users(NamedTuple):
    """Users, most processor-seconds first (ties: lower number)."""

    user: np.ndarray  # [users] i8, dense number
    work: np.ndarray  # [users] f8, processor-seconds
    jobs: np.ndarray  # [users] i8


def users(workload: Workload) -> Users:
    """All users of a workload by their work."""
    jobs = workload.jobs
    work = np.bincount(jobs.user, weights=jobs.runtime * jobs.processors, minlength=workload.users)
    order = np.argsort(-work, kind="stable")
    return Users(order, work[order], np.bincount(jobs.user, minlength=workload.users)[order])


def figure(workload: Workload, view: View) -> Figure:
    """A bar per user, the first ten, and one for everybody else."""
    ranked = users(workload)
    if not len(ranked.user):
        return theme.empty("This workload has no jobs.", view.scheme)
    if not users_known(workload):
        return theme.empty(NOBODY, view.scheme)
    names, share, hues, jobs = _bars(workload, ranked, view.scheme)
    places = list(range(len(names)))
    chart = Figure(
        bar(
            orientation="h",
            y=places,
            x=share,
            marker={"color": hues, "line": {"width": 0}},
            text=[theme.percent(value) for value in share],
            textposition="outside",
            cliponaxis=False,
            hovertext=[f"{name}: {theme.counted(count, 'job')}" for name, count in zip(names, jobs, strict=True)],
            hovertemplate="%{hovertext}, %{x:.1%} of the work<extra></extra>",
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16, "r": 56},
        uirevision="top_users",
        meta={"pick": "top_users"},
        xaxis={
            "title": {"text": "share of the work (processor-seconds)"},
            "tickformat": ".0%",
            "rangemode": "tozero",
            "showgrid": True,
        },
        yaxis={
            "tickvals": places,
            "ticktext": names,
            "range": [len(names) - 0.4, -0.6],
            "showgrid": False,
            "title": {"text": "user"},
        },
    )


def _bars(workload: Workload, ranked: Users, scheme: str) -> tuple[list[str], list[float], list[str], list[int]]:
    """Names, shares, colors and jobs of the bars, everybody else as the last one."""
    colors, ids = theme.user_colors(workload), theme.user_ids(workload)
    share, first = ranked.work / ranked.work.sum(), ranked.user[:BARS]
    names = [theme.safe(user_name(workload, int(ids[user]))) for user in first]
    hues = [theme.hue(int(colors[user]), scheme) for user in first]
    values, jobs = share[:BARS].tolist(), ranked.jobs[:BARS].tolist()
    if len(ranked.user) > BARS:
        names, hues = [*names, f"{theme.counted(len(ranked.user) - BARS, 'other')}"], [*hues, theme.GREY[scheme]]
        values, jobs = [*values, float(share[BARS:].sum())], [*jobs, int(ranked.jobs[BARS:].sum())]
    return names, values, hues, jobs


def applies(workload: Workload) -> bool:
    """Not where nothing is known of users, and needs are shown in their place."""
    return users_known(workload) or not uses_less(workload)


def caption(workload: Workload) -> list[str]:
    """How few users have half of the work."""
    ranked = users(workload)
    if not len(ranked.user):
        return ["This workload has no jobs."]
    if not users_known(workload):
        return [NOBODY]
    half = int(np.searchsorted(np.cumsum(ranked.work), ranked.work.sum() / 2)) + 1
    return [
        f"Half of the work is that of {half} of {theme.counted(len(ranked.user), 'user')}; the first has "
        f"{theme.percent(float(ranked.work[0] / ranked.work.sum()))}.",
        *nameless(workload),
    ]


def nameless(workload: Workload) -> list[str]:
    """How many jobs have no user in the log, and stand for one user."""
    count = int((workload.jobs.user_id < 0).sum())
    counts = "counts" if count == 1 else "count"
    return [f"{theme.counted(count, 'job')} without a user {counts} as one."] if count else []


def table(workload: Workload) -> list[dict]:
    """Every user, most work first, with their jobs and work."""
    if not users_known(workload):
        return []
    ranked, names = users(workload), user_labels(workload)
    return [
        {"user": names[user], "jobs": jobs, "work (processor-hours)": work / 3600}
        for user, work, jobs in zip(ranked.user.tolist(), ranked.work.tolist(), ranked.jobs.tolist(), strict=True)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of the user of a bar; of the last one those of everybody else."""
    ranked, ids = users(workload), theme.user_ids(workload)
    if not len(ranked.user) or not users_known(workload):
        return ""
    at = int(np.clip(np.floor(pick.y0 + 0.5), 0, min(len(ranked.user), BARS + 1) - 1))
    first = [f"{number}" if number >= 0 else "unknown" for number in ids[ranked.user[:BARS]].tolist()]
    return f"user={first[at]}" if at < BARS else f"user!={','.join(first)}"


WORKLOAD_PLOT = WorkloadPlot(
    "top_users", "Users", "Who uses the machine?", figure, caption, table, BARS + 1, applies=applies, pick=picked
)
