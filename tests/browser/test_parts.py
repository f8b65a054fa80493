"""What is sent as one component is drawn as the same elements; the editable table comes later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from dash import Input, Output, html

from layouts.server.dashboard import Dashboard
from layouts.server.plain_html import joined
from tests.browser.conftest import Faults
from tests.browser.steps import SAMPLES, Page, expect, link_of, served
from tests.conftest import REPOSITORY

COUNTED = re.compile(r' data-dash-is-loading="true"| n_clicks="\d+"')


def parts() -> list[Any]:
    """Elements as the pages have them."""
    rows = [
        html.Tr([html.Th("user 7", scope="row"), html.Td(3, colSpan=2, className="qs-number", title="3 < 4")]),
        html.Tr(html.Td()),
    ]
    return [
        "before ",
        html.Table([html.Caption("a table"), html.Tbody(rows)], style={"marginTop": 4, "--qs-at": "2%"}),
        0,
        None,
        html.P(["a ", html.B("b"), html.Br(), html.Code("<c>")], **{"data-job": "5", "aria-label": "job 5"}),
        html.Details([html.Summary("more"), html.Div(hidden=True)], open=True),
        html.Label("name", htmlFor="x"),
        html.Img(src="data:,x", alt="a picture", width="3"),
        html.Button("press", type="button", disabled=True, tabIndex=-1),
    ]


@pytest.fixture
def address() -> Iterator[str]:
    app = Dashboard(
        "plain html",
        assets_folder=str(REPOSITORY / "assets"),
        assets_ignore=r"^(?!queuescope\.js$)",
        serve_locally=True,
    )
    app.layout = html.Div(
        [
            html.Div(parts(), id="one-by-one"),
            html.Div(joined(parts()), id="joined"),
            html.Button("Anew", id="anew"),
            html.Div(id="answered"),
        ]
    )

    @app.callback(Output("answered", "children"), Input("anew", "n_clicks"), prevent_initial_call=True)
    def answer(clicks: int) -> list[Any]:
        return [f"{clicks} presses", *parts()]

    with served(app.server) as place:
        yield place


def drawn(page: Page, name: str) -> str:
    return COUNTED.sub("", page.locator(f"#{name}").inner_html())


def test_the_same_elements_are_drawn(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#joined table")).to_be_visible()
    assert drawn(page, "joined") == drawn(page, "one-by-one")
    for presses in (1, 2):
        page.get_by_role("button", name="Anew").click()
        expect(page.locator("#answered")).to_contain_text(f"{presses} presses")
        assert drawn(page, "answered") == f"{presses} presses" + drawn(page, "one-by-one")


def test_the_editable_table_comes_with_the_first_page_that_has_one_or_says_that_it_cannot(
    page: Page, faults: Faults
) -> None:
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.goto(link_of(SAMPLES / "five-jobs.swf"))
    expect(page.locator(".js-plotly-plot .nsewdrag").first).to_be_visible()
    assert not [one for one in asked if "dash_ag_grid" in one]
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="By hand").first.click()
    expect(page.locator(".ag-row").first).to_be_visible()
    assert [one for one in asked if "dash_ag_grid" in one]

    faults.allow("ERR_FAILED", "dash_ag_grid")
    page.route("**/dash_ag_grid.*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("The table could not be fetched; reload the page.")).to_be_visible()
    page.get_by_role("link", name="Papers", exact=True).click()  # the page goes on
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
