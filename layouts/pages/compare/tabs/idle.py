"""When processors are idle although jobs wait, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layouts.frame.callbacks import Services
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import view_list
from layouts.state.view import FinishedRun, View


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """The plots that name this tab."""
    return [*view_list.figures(services, runs, view, "idle")]


TAB = Tab("idle", "Idle", 5, content, mixed=True)
