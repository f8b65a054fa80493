"""What Dash makes of answers to components that are gone from the page when they arrive."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from dash import Input, Output, html

from layouts.server.dashboard import Dashboard
from tests.browser.steps import Page, expect, served


@pytest.fixture
def emptied() -> Event:
    return Event()


@pytest.fixture
def address(emptied: Event) -> Iterator[str]:
    """A page whose button empties a part of it, and asks for an answer to what was in there and for one to another."""
    app = Dashboard("empty children", serve_locally=True)
    app.layout = html.Div(
        [
            html.Button("Empty", id="button"),
            html.Div([html.Div("inner", id="inner")], id="holder"),
            html.Div(id="other"),
            html.Button("Gone", id="seen"),
        ]
    )
    pressed = Input("button", "n_clicks")

    @app.callback(Output("holder", "children"), pressed, prevent_initial_call=True)
    def empty(clicks: int) -> None:
        return None

    @app.callback(Output("inner", "children"), pressed, prevent_initial_call=True)
    def late(clicks: int) -> str:
        assert emptied.wait(60)
        return "an answer that comes late"

    @app.callback(Output("other", "children"), Input("seen", "n_clicks"), prevent_initial_call=True)
    def after(clicks: int) -> str:
        emptied.set()
        return "an answer to another part"

    with served(app.server) as place:
        yield place
        emptied.set()


def test_a_late_answer_to_what_is_gone_loses_no_other(page: Page, address: str, emptied: Event) -> None:
    page.goto(address)
    expect(page.get_by_text("inner", exact=True)).to_be_visible()
    page.get_by_role("button", name="Empty").click()
    expect(page.get_by_text("inner", exact=True)).to_have_count(0)
    with page.expect_response(lambda answer: "late" in answer.text() if "update-component" in answer.url else False):
        page.get_by_role("button", name="Gone").click()
    expect(page.get_by_text("an answer to another part")).to_be_visible()
    page.wait_for_load_state("networkidle")
