"""Tasks that run on a number of processors that the policy chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.state.view import FinishedRun, View
from scheduler.topics.moldable.kinds.moldable import is_moldable


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The plots that name this tab."""
    return [*view_list.proven(runs), *view_list.figures(services, runs, view, "moldable")]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload has them."""
    return any(is_moldable(run.schedule.workload) for run in runs)


TAB = Tab("moldable", "Moldable", 9, content, applies)
