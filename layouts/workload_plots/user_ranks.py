"""How unevenly jobs are spread over users: jobs of the first, second, ... user on axes of logarithms."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out, scatter
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import user_ranks
from scheduler.model.user_names import user_labels, users_known
from scheduler.model.workload import Workload

MOST = 1_000


def applies(workload: Workload) -> bool:
    """Where several users are known."""
    return not len(workload) or (users_known(workload) and workload.users > 2)


def figure(workload: Workload, view: View) -> Figure:
    """A point per user; of very many those of ranks equally far apart."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    ranks, ids = user_ranks(workload), theme.user_labels(workload)
    rank = np.unique(np.geomspace(1, len(ranks.user), min(MOST, len(ranks.user))).round().astype(np.int64))
    texts = [
        f"{place}. user {ids[ranks.user[place - 1]]}<br>{theme.counted(int(ranks.jobs[place - 1]), 'job')}"
        for place in rank.tolist()
    ]
    chart = Figure(
        scatter(
            x=rank,
            y=ranks.jobs[rank - 1],
            mode="markers",
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "size": 6},
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16},
        uirevision="user_ranks",
        meta={"pick": "user_ranks"},
        xaxis=theme.log_axis("rank of the user, by jobs", rank),
        yaxis=theme.log_axis("jobs", ranks.jobs),
    )


def caption(workload: Workload) -> list[str]:
    """What the first tenth of the users has, and how steep the ranks fall."""
    if not len(workload):
        return ["This workload has no jobs."]
    ranks = user_ranks(workload)
    first = max(1, round(len(ranks.user) / 10))
    who = "" if first == 1 else f"{theme.number(first)} "
    return [
        f"The most active {who}of {theme.counted(len(ranks.user), 'user')} {'submits' if first == 1 else 'submit'} "
        f"{theme.percent(float(ranks.jobs[:first].sum() / ranks.jobs.sum()))} of the jobs.",
        f"Over all ranks jobs fall as rank to the power of -{ranks.exponent:.2f} (1 is Zipf's law).",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per user."""
    if not len(workload):
        return []
    ranks, ids = user_ranks(workload), user_labels(workload)
    return [
        {"rank": rank, "user": ids[user], "jobs": jobs}
        for rank, (user, jobs) in enumerate(zip(ranks.user.tolist(), ranks.jobs.tolist(), strict=True), start=1)
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of the user of a point."""
    if not len(workload) or not users_known(workload):
        return ""
    ranks = user_ranks(workload)
    place = int(np.clip(round(pick.x0), 1, len(ranks.user)))
    number = int(theme.user_ids(workload)[ranks.user[place - 1]])
    return f"user={number if number >= 0 else 'unknown'}"


WORKLOAD_PLOT = WorkloadPlot(
    "user_ranks",
    "Users by jobs",
    "How unevenly are jobs spread over users?",
    figure,
    caption,
    table,
    MOST,
    applies=applies,
    pick=picked,
)
