"""Fairness: how the waiting is shared out among users, and which of it later arrivals caused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import distribution_choice, fair_starts, user_table, view_list
from layouts.state.view import FinishedRun, View
from scheduler.model.user_names import users_known

ONE_USER = "All jobs are of one user, so there is nothing to share out among users."


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """How waiting is shared out, in a form that is chosen, then the users; one user has nothing to share."""
    users = [user_table.section(runs, view)] if users_known(runs[0].schedule.workload) else []
    if len(set(runs[0].schedule.workload.jobs.user)) < 2 and users:
        return [html.P(ONE_USER, className="qs-card")]
    return [
        html.Div(
            [
                *distribution_choice.section(runs, view, "fairness"),
                *view_list.figures(services, runs, view, "fairness"),
            ],
            className="qs-waiting",
        ),
        *users,
    ]


TAB = Tab("fairness", "Fairness", 6, content, parts=lambda: [fair_starts.section()])
