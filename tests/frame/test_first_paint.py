"""What stands in the window before the scripts have run: the page in plain HTML, which nothing can be pressed in."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import dash_mantine_components as dmc
import pytest
from dash import dcc, html

from app import create_app
from layouts.frame.first_paint import markup
from layouts.pages.home import real_log


class Words(HTMLParser):
    """The words of a text of HTML, and what stands in its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("component, text", [
    (html.P(["3 < 4 & ", html.B("so")], className="a \"b\""), '<p class="a &#34;b&#34;">3 &lt; 4 &amp; <b>so</b></p>'),
    (html.Div(html.Img(src="data:,x", alt="a picture"), id="one", hidden=True, tabIndex="0"),
     '<div hidden=""><img alt="a picture" src="data:,x"></div>'),
    (html.Div(style={"flexBasis": "1px", "left": "2%"}), '<div style="flex-basis:1px;left:2%"></div>'),
    (html.Script("alert(1)"), "<script>alert(1)</script>"), (dcc.Store(id="kept", data="secret"), ""),
    (dmc.Anchor("Home", href="/", className="qs-link", **{"aria-current": "page"}),
     '<a class="qs-link" aria-current="page">Home</a>'),
    (dmc.Button("Go", variant="light"), '<span class="qs-first-button qs-first-light">Go</span>'),
    (dmc.Skeleton(height=420), '<div style="height:420px"></div>'), ([None, 3, "a"], "3a"),
])
def test_a_component_as_html(component, text):
    assert markup(component) == text


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return create_app(tmp_path_factory.mktemp("home")).server.test_client()


def cover_of(client, path: str) -> str:
    """What stands before the place of the program in the page of that path."""
    text = client.get(path).text
    return re.search(r'<div id="first-paint".*?(?=<div id="react-entry-point")', text, re.DOTALL).group()


def test_home_says_what_its_page_says(client):
    page, cover = Words(), cover_of(client, "/")
    page.feed(cover)
    text = "".join(page.words)
    assert real_log.finding(real_log.result()) in text and "What does a scheduler do to the people who wait?" in text
    assert cover.count(' id="') == 1 and not page.attributes & {"href", "tabindex", "name", "for", "onclick"}
    assert page.words.index("Home") < page.words.index("Papers")


@pytest.mark.parametrize("path, current", [("/", "Home"), ("/workload", "Workload"), ("/glossary", "Learn"), ("/no-such", None)])
def test_the_header_says_where_one_is(client, path, current):
    assert re.findall(r'aria-current="page">([^<]*)', cover_of(client, path)) == [current] * bool(current)
