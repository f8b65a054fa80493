"""Profiles of users: campaigns a day against the work of a campaign, a point for each user."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out, scatter
from layouts.memory.cache import cached
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import HOUR
from scheduler.model.user_names import user_labels, users_known
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.user_profiles import Profiles, power_law, profiles

MOST = 1_000
LARGEST = 30.0  # pixels of the point of the user with most work
NOBODY = "No user has campaigns at different times here."


def applies(workload: Workload) -> bool:
    """Where several users are known, and one of them comes again."""
    return not len(workload) or (users_known(workload) and workload.users > 2 and bool(len(drawn(of(workload)))))


def of(workload: Workload) -> Profiles:
    """The profiles, computed once per workload."""
    return cached("user_profiles", lambda: profiles(workload), workload)


def drawn(users: Profiles) -> np.ndarray:
    """Rows that have a frequency, at most MOST of them, those with most work."""
    return np.flatnonzero(np.isfinite(users.per_day) & (users.total > 0))[:MOST]


def figure(workload: Workload, view: View) -> Figure:
    """A point per user, its area the user's work."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    users, ids = of(workload), theme.user_labels(workload)
    rows = drawn(users)
    if not len(rows):
        return theme.empty(NOBODY, view.scheme)
    texts = [
        f"user {ids[users.user[row]]}<br>{theme.counted(int(users.campaigns[row]), 'campaign')}<br>"
        f"{theme.number(users.total[row] / HOUR)} processor-hours"
        for row in rows.tolist()
    ]
    size = LARGEST * np.sqrt(users.total[rows] / users.total[rows].max())
    chart = Figure(
        scatter(
            x=users.per_day[rows],
            y=users.work[rows] / HOUR,
            mode="markers",
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": theme.ACCENT[view.scheme], "size": np.maximum(size, 4.0), "opacity": 0.65},
        )
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 16},
        uirevision="user_profiles",
        meta={"pick": "user_profiles"},
        xaxis=theme.log_axis("campaigns a day", users.per_day[rows]),
        yaxis=theme.log_axis("processor-hours of a campaign, mean", users.work[rows] / HOUR),
    )


def caption(workload: Workload) -> list[str]:
    """How work is spread over users, and what the usual profile is."""
    if not len(workload):
        return ["This workload has no jobs."]
    users = of(workload)
    rows, law = drawn(users), power_law(users.total)
    if not len(rows):
        return [NOBODY]
    sentences = [
        f"Half of the users submit at least {theme.counted(float(np.median(users.per_day[rows])), 'campaign')} a day.",
        f"Half bring at least {theme.number(float(np.median(users.work[rows])) / HOUR)} processor-hours each time.",
        "The area of a point is the user's work.",
    ]
    if law is None:
        return sentences
    return [
        *sentences,
        f"Over all ranks work falls as rank to the power of -{law.exponent:.2f}; that law has "
        f"{theme.percent(law.share)} of the variation.",
    ]


def table(workload: Workload) -> list[dict]:
    """One row per user, most work first."""
    if not len(workload):
        return []
    users, ids = of(workload), user_labels(workload)
    return [
        {
            "rank": row + 1,
            "user": ids[users.user[row]],
            "campaigns": int(users.campaigns[row]),
            "campaigns a day": theme.number(float(users.per_day[row])),
            "processor-hours of a campaign, mean": theme.number(float(users.work[row]) / HOUR),
            "processor-hours": theme.number(float(users.total[row]) / HOUR),
        }
        for row in range(len(users.user))
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of the user whose point is nearest, as far as the axes of logarithms show it."""
    if not len(workload) or not users_known(workload):
        return ""
    users = of(workload)
    rows = drawn(users)
    if not len(rows) or min(pick.x0, pick.y0) <= 0:
        return ""
    away = np.hypot(np.log(users.per_day[rows] / pick.x0), np.log(users.work[rows] / HOUR / pick.y0))
    number = int(theme.user_ids(workload)[users.user[rows[int(away.argmin())]]])
    return f"user={number if number >= 0 else 'unknown'}"


WORKLOAD_PLOT = WorkloadPlot(
    "user_profiles",
    "Profiles of users",
    "How often do users submit campaigns, and how large are these?",
    figure,
    caption,
    table,
    MOST,
    "campaigns",
    place=4,
    height=320,
    applies=applies,
    pick=picked,
)
