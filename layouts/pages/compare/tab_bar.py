"""The bar of tabs and their panels: which one is shown, and its content, made when it is first shown.

The panels of all tabs stand in the page; that of the tab shown comes with the page, the others hold a place that is
filled when they come into sight (views/lazy_views.py).  Another baseline, other runs or other colors empty the hidden
ones again.  The tab stands in the store ids.TAB and in the address; the browser switches by itself
(layouts/frontend/compare/tabs.js), so a tab shown before is back at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from dash import ClientsideFunction, Dash, Input, Output, html, no_update
from plotly.io.json import to_json_plotly

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.memory.cache import cached
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.search import views_offered
from layouts.pages.compare.tabs import Tab, all_tabs
from layouts.pages.compare.views import lazy_views
from layouts.server.plain_html import joined
from layouts.state import page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError

HIGH = 500  # pixels kept for a tab that is being made
PLACE = "tab-"  # how the keys of places begin that hold a whole tab


def bar() -> html.Div:
    """The tabs, hidden until there are runs; which of them are offered follows from these."""
    restores = [{"data-holds": " ".join(tab.holds)} for tab in all_tabs().values()]
    return html.Div(
        [
            html.Button(
                tab.title,
                id=ids.tab_button(tab.key),
                type="button",
                role="tab",
                tabIndex=-1,
                disable_n_clicks=True,
                **{"aria-selected": "false", "aria-controls": ids.tab_panel(tab.key), **of},
            )
            for tab, of in zip(all_tabs().values(), restores, strict=True)
        ],
        id=ids.TABS,
        className="qs-tabs",
        role="tablist",
        hidden=True,
        **{"aria-label": "Views of this comparison"},
    )


def panels() -> html.Div:
    """A panel per tab: a place for what is made of the runs, then the parts that stay."""
    return html.Div(
        [
            html.Div(
                [html.Div(id=ids.tab_body(tab.key), className="qs-stack"), *tab.parts()],
                id=ids.tab_panel(tab.key),
                className="qs-panel qs-stack",
                role="tabpanel",
                hidden=True,
                **{"aria-labelledby": ids.tab_button(tab.key)},
            )
            for tab in all_tabs().values()
        ],
        id=ids.VIEWS,
    )


def of_link(asked: Link) -> str:
    """The tab a link opens: the one it names, else the first that shows something else the link names."""
    tabs = all_tabs()
    if asked.tab in tabs:
        return asked.tab
    named = {
        name
        for name in {name for tab in tabs.values() for name in tab.holds}
        if getattr(asked, name) != getattr(Link(), name)
    }
    return next((tab.key for tab in tabs.values() if named & set(tab.holds)), next(iter(tabs)))


def offered(tab: Any, runs: Sequence[FinishedRun]) -> Tab:
    """The tab a browser asks for, if these runs have it; else the first one."""
    tabs = all_tabs()
    wanted = tabs.get(str(tab))
    return wanted if wanted is not None and wanted.applies(runs) else next(iter(tabs.values()))


def written(services: Services, tab: Tab, runs: Sequence[FinishedRun], view: View) -> Any:
    """JSON of a tab's content: made once for all who open the same link, as a run never changes.

    With a plan the components themselves: it is left out where it takes too long at that moment.
    """
    if view.plan is not None:
        return list(tab.content(services, runs, view))
    run_identities = tuple((run.key, run.name, run.index, run.schedule.has_decisions) for run in runs)
    key = ("tab", services.home, tab.key, run_identities, view)
    return orjson.Fragment(cached(key, lambda: to_json_plotly(joined(tab.content(services, runs, view)))))


def place(tab: Tab, runs: Sequence[FinishedRun], view: View) -> html.Div:
    """Where the content of a tab comes when the tab is shown."""
    return lazy_views.place(PLACE + tab.key, tab.title, f"coming-{tab.key}", HIGH, runs, view)


def content_of(services: Services, key: str, runs: Sequence[FinishedRun], view: View) -> Any:
    """What belongs into the place of a tab; None where the key is of none that these runs have."""
    tab = all_tabs().get(key.removeprefix(PLACE)) if key.startswith(PLACE) else None
    return written(services, tab, runs, view) if tab is not None and tab.applies(runs) else None


def register(app: Dash, services: Services) -> None:
    """The content of the panels, and the switch between them."""
    keys = list(all_tabs())

    @app.callback(
        *(Output(ids.tab_body(key), "children") for key in keys),
        *(Output(ids.tab_button(key), "hidden") for key in keys),
        Output(ids.TABS, "hidden"),
        Output(ids.TABS, "data-options"),
        Output(ids.TAB, "data", allow_duplicate=True),
        inputs={"changes": [Input(store, "data") for store in (ids.FINISHED, ids.SCHEME, ids.BASELINE)]},
        state={"stores": STORES},
        prevent_initial_call="initial_duplicate",
    )
    def fill(changes: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
            return filled(services, runs, view_of(page, runs), page.link.tab)
        except QueuescopeError as error:
            return (
                sentence(str(error), "warning"),
                *[None] * (len(keys) - 1),
                *[False] * len(keys),
                True,
                None,
                keys[0],
            )

    app.clientside_callback(
        ClientsideFunction("tabs", "switched"), Output(ids.TABS, "data-tab"), Input(ids.TAB, "data")
    )


def filled(services: Services, runs: Sequence[FinishedRun], view: View, wanted: Any) -> tuple:
    """What `fill` answers: the content of one tab, places in the others, which are offered, the tab that is shown."""
    tabs = all_tabs()
    if not runs:
        return (*[None] * len(tabs), *[False] * len(tabs), True, None, no_update)
    open_tab = offered(wanted, runs)
    bodies = [
        written(services, tab, runs, view)
        if tab is open_tab
        else [place(tab, runs, view)]
        if tab.applies(runs)
        else None
        for tab in tabs.values()
    ]
    there = [tab for tab in tabs.values() if tab.applies(runs)]
    return (
        *bodies,
        *(tab not in there for tab in tabs.values()),
        False,
        views_offered.options(there, runs),
        no_update if open_tab.key == wanted else open_tab.key,
    )
