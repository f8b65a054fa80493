"""Jobs that share nodes: how fast they run, and what slows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.state.view import FinishedRun, View
from scheduler.topics.fractional.kinds.needs import has_needs


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The plots that name this tab."""
    return [*view_list.proven(runs), *view_list.figures(services, runs, view, "sharing")]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload has them."""
    return any(has_needs(run.schedule.workload) for run in runs)


TAB = Tab("sharing", "Sharing", 8, content, applies)
