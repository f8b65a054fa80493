"""What stands in the window of Compare before its scripts have run: the finished sample, its charts as still pictures.

Only where the address names nothing, as then everybody sees the same, and it is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import dcc, html
from dash.development.base_component import Component

from layouts.drawing.sketch import SCHEMES
from layouts.drawing.static_figure import static_figure
from layouts.frame.callbacks import Services
from layouts.pages.compare.compare_page import settings_menu
from layouts.pages.compare.inspector import panel
from layouts.pages.compare.runs import add_run, change_form, missing_runs, run_list, sample
from layouts.pages.compare.table import finding_line, summary_table
from layouts.pages.compare.tabs import all_tabs
from layouts.state.link import Link
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError


class Cover:
    """The page as first_paint.register() wants it."""

    def __init__(self, services: Services):
        self._services = services

    def depends_on(self) -> tuple[str, ...]:
        """The sample's runs, where all of them are finished."""
        return sample.finished(self._services)

    def layout(self) -> html.Div | None:
        """The page; nothing while the sample is not finished."""
        keys = sample.finished(self._services)
        try:
            return whole(self._services, keys) if keys else None
        except QueuescopeError:  # what was kept has been removed meanwhile
            return None


def whole(services: Services, keys: Sequence[str]) -> html.Div:
    """The page of these runs, of which the first is the baseline."""
    runs = run_list.finished(services, keys, keys)
    asked = Link(str(runs[0].record["workload"]), runs=tuple(keys))
    states = [services.runs.status(key) for key in keys]
    head = html.Div([missing_runs.head(services, asked, asked.workload), sample.note()])
    return html.Div(
        [
            html.Header([html.H1("Compare"), head], className="qs-title qs-inline"),
            html.Div(
                [
                    html.Div(
                        [
                            html.Div(
                                [html.Div(run_list.chips(services, keys, states, 0), className="qs-chips"), *forms()],
                                className="qs-chips",
                            ),
                            html.Div(
                                [finding_line.line(runs, 0, None), summary_table.table(runs, 0)],
                                className="qs-summary-of",
                            ),
                            tabs(runs),
                            html.Div(overview(services, runs), className="qs-panel qs-stack"),
                        ],
                        className="qs-stack qs-main",
                    ),
                    panel.panel(),
                ],
                className="qs-compare qs-frame",
            ),
        ]
    )


def forms() -> list[html.Details]:
    """The buttons beside the runs."""
    folded = [add_run.add_card(), change_form.card(), settings_menu()]
    for form in folded:
        form.hidden = False
    return folded


def tabs(runs: Sequence[FinishedRun]) -> html.Div:
    """The tabs that these runs have, the first of them selected."""
    there = [tab for tab in all_tabs().values() if tab.applies(runs)]
    return html.Div(
        [html.Button(tab.title, **{"aria-selected": "false" if at else "true"}) for at, tab in enumerate(there)],
        className="qs-tabs",
    )


def overview(services: Services, runs: Sequence[FinishedRun]) -> Any:
    """The first tab, its charts as still pictures."""
    tab = next(iter(all_tabs().values()))
    light, dark = (tab.content(services, runs, View(scheme=scheme)) for scheme in SCHEMES)
    return with_static_figures(light, dark)


def with_static_figures(light: Any, dark: Any) -> Any:
    """Parts of a page, in place of each chart its picture; light and dark: the same parts in both color schemes."""
    if isinstance(light, dcc.Graph):
        return static_figure({"light": light.figure, "dark": dark.figure}, light.style["height"])
    if isinstance(light, list | tuple):
        return [with_static_figures(one, other) for one, other in zip(light, dark, strict=True)]
    if isinstance(light, Component) and hasattr(light, "children"):
        light.children = with_static_figures(light.children, dark.children)
    return light
