"""Tables that are closed at first come when they are opened: a page of a thousand components is slow at everything.

The browser's part of Dash looks at every component of a page whenever any of them changes, so what nobody sees yet
is not sent.  Opening a table asks the server for its rows, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dash import MATCH, Dash, Input, Output, ctx, html, no_update
from dash.development.base_component import Component

from layouts import ids
from layouts.state import page_state
from layouts.state.page_state import STORES


def folded(section: Component) -> Component:
    """The same with empty places in its closed parts; their summaries stay."""
    for at, part in enumerate(section.children):
        if isinstance(part, html.Details):
            section.children[at] = html.Details(
                [part.children[0], html.Div(id=ids.folded(at))], id=ids.fold(at), className=part.className
            )
    return section


def content(section: Component, at: Any) -> list:
    """What belongs into the place `at`; nothing where there is no such part."""
    parts = section.children
    is_part = isinstance(at, int) and 0 <= at < len(parts) and isinstance(parts[at], html.Details)
    return list(parts[at].children[1:]) if is_part else []


def register(app: Dash, states: dict[str, Any], make: Callable[..., Component | None]) -> None:
    """states: what `make` is given by name, after the state of the page, when a part is opened.

    make: the section, None where there is none.
    """

    @app.callback(
        Output(ids.folded(MATCH), "children"),
        inputs={"clicks": Input(ids.fold(MATCH), "n_clicks")},
        state={"arguments": states, "stores": STORES},
        prevent_initial_call=True,
    )
    def unfold(clicks: Any, arguments: dict[str, Any], stores: dict[str, Any]) -> Any:
        if clicks != 1:
            return no_update  # a click in the table, or closing it
        section = make(page_state.read(stores), **arguments)
        return content(section, ctx.triggered_id["part"]) if section is not None else []
