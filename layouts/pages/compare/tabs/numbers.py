"""Numbers and export: all metrics, the settings that differ, replicas, sweeps, and files to take away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.pages.compare.sweeps import sweep_list
from layouts.pages.compare.tabs import Tab
from layouts.pages.compare.views import export_list, replicas, view_list
from layouts.state.view import FinishedRun, View


def content(services: Services, runs: Sequence[FinishedRun], view: View) -> list[Any]:
    """What leaves the page; the tables of metrics stand above it."""
    return [*view_list.figures(services, runs, view, "numbers"), export_list.section(runs, view)]


def parts() -> list[Any]:
    """The tables, which follow trimming and replicas; replicas; sweeps."""
    return [html.Div(id=ids.RUN_TABLE), replicas.section(), sweep_list.section()]


TAB = Tab("numbers", "Numbers and export", 12, content, parts=parts, holds=("sweep",))
