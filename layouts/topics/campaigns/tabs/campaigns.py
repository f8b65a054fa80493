"""Campaigns: their virtual schedule, deadlines, stretch, and what was proven of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.state.view import FinishedRun, View


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The plots that name this tab, those over time first."""
    return [*view_list.proven(runs), *view_list.figures(services, runs, view, "campaigns", beside=True)]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether jobs come in campaigns."""
    return any(run.schedule.workload.has_campaigns for run in runs)


TAB = Tab("campaigns", "Campaigns", 7, content, applies)
