"""Fairness: how the waiting is shared out among users, and which of it later arrivals caused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import fair_starts, user_table, view_list
from layouts.state.view import Shown, View
from scheduler.model.user_names import users_known


def content(services: Services, runs: Sequence[Shown], view: View) -> list[Any]:
    """The plots that name this tab, then the table of users where it is known who they are."""
    users = [user_table.section(runs, view)] if users_known(runs[0].schedule.workload) else []
    return [*view_list.figures(services, runs, view, "fairness"), *users]


TAB = Tab("fairness", "Fairness", 6, content, parts=lambda: [fair_starts.section()])
