"""What stands in the window before the scripts have run: the page in plain HTML, which nothing can be pressed in."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import dash_mantine_components as dmc
import pytest
from dash import dcc, html

from layouts.frame.first_paint import markup
from layouts.pages.compare.runs import sample
from layouts.pages.home import real_log
from layouts.site import app_of, create_app, services_of


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


@pytest.mark.parametrize(
    "component, text",
    [
        (
            html.P(["3 < 4 & ", html.B("so")], className='a "b"'),
            '<p class="a &#34;b&#34;">3 &lt; 4 &amp; <b>so</b></p>',
        ),
        (
            html.Div(html.Img(src="data:,x", alt="a picture"), id="one", hidden=True, tabIndex="0"),
            '<div hidden=""><img alt="a picture" src="data:,x"></div>',
        ),
        (
            html.Img(src="/picture/x", className="qs-of-dark"),
            '<img class="qs-of-dark" src="/picture/x" loading="lazy">',
        ),
        (
            html.Div(style={"flexBasis": "1px", "left": "2%", "top": 4}),
            '<div style="flex-basis:1px;left:2%;top:4px"></div>',
        ),
        (html.Script("alert(1)"), "<script>alert(1)</script>"),
        (dcc.Store(id="kept", data="secret"), ""),
        (
            dmc.Anchor("Home", href="/", className="qs-link", **{"aria-current": "page"}),
            '<a class="qs-link" aria-current="page">Home</a>',
        ),
        (dmc.Button("Go", variant="light"), '<span class="qs-first-button qs-first-light">Go</span>'),
        (dmc.Skeleton(height=420), '<div style="height:420px"></div>'),
        ([None, 3, "a"], "3a"),
    ],
)
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


@pytest.mark.parametrize(
    "path, current", [("/", "Home"), ("/workload", "Workload"), ("/glossary", "Learn"), ("/no-such", None)]
)
def test_the_header_says_where_one_is(client, path, current):
    assert re.findall(r'aria-current="page">([^<]*)', cover_of(client, path)) == [current] * bool(current)


# -- Compare: the finished sample


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    return services_of(tmp_path_factory.mktemp("compare"))


def test_compare_has_its_sample_as_soon_as_all_its_runs_are_finished(services):
    client = app_of(services).server.test_client()
    assert "qs-still" not in cover_of(client, "/compare") and sample.finished(services) == ()
    with client.application.test_request_context("/compare"):
        keys = sample.opened(services).runs
    services.runs.work(keys[:1])
    assert "qs-still" not in cover_of(client, "/compare")
    services.runs.work(keys)
    assert sample.finished(services) == keys
    cover = cover_of(client, "/compare")
    page = Words()
    page.feed(cover)
    text = "".join(page.words)
    assert "EASY cuts the mean wait of FCFS from" in text and "Nothing is open yet" in text
    assert cover.count("qs-still-data") == 5 and cover.count('aria-selected="true">Overview') == 1
    assert cover.count(' id="') == 1 and not page.attributes & {"href", "tabindex", "name", "for", "onclick"}


def test_an_address_that_names_something_has_the_header_alone(services):
    client = app_of(services).server.test_client()
    assert "qs-still" in cover_of(client, "/compare")
    assert "qs-still" not in cover_of(client, "/compare?tab=idle")
