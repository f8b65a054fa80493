"""What is only looked at is sent as one component: the same elements, and nothing that a callback or a script may speak to."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from layouts import site
from layouts.server.plain_html import PlainHtml, joined
from tests.cases.every_case import every_case

HTML = "dash_html_components"
TAGS = (html.Div, html.Span, html.Td, html.Details, html.Button, html.Img)


def elements(part: Any) -> list[Any]:
    """What is drawn of a part: texts, and (name, attributes, what is inside); the same of components and of trees."""
    if isinstance(part, PlainHtml):
        return [one for tree in part.tree for one in of_tree(tree)]
    if isinstance(part, list | tuple):
        return [one for child in part for one in elements(child)]
    if not isinstance(part, Component):
        return [] if part is None else [part]
    kept = {
        name: value
        for name, value in part.to_plotly_json()["props"].items()
        if name not in ("children", "n_clicks", "disable_n_clicks")
    }
    name = part._type.lower() if part._namespace == HTML else f"{part._namespace}.{part._type}"
    return [(name, kept, elements(getattr(part, "children", None)))]


def of_tree(tree: Any) -> list[Any]:
    if not isinstance(tree, list):
        return [] if tree is None else [tree]
    tag, attributes, *inside = tree
    return [(tag, attributes, [one for child in inside for one in of_tree(child)])]


def anything(draw: random.Random, depth: int) -> Any:
    """A part as pages have them: with ids here and there, other components, texts, numbers, lists, nothing."""
    kind = draw.random()
    if depth == 0 or kind < 0.2:
        return draw.choice(["text", "", 7, 0.5, None, "<b>"])
    inside = [anything(draw, depth - 1) for _ in range(draw.randrange(4))]
    if kind < 0.3:
        return draw.choice([dmc.Anchor(inside, href="/"), dcc.Store(id="store", data=1), dmc.Text("a")])
    named: dict[str, Any] = draw.choice([{}, {}, {}, {"id": "one"}, {"id": {"type": "a", "of": 1}}])
    looks = draw.choice(
        [
            {},
            {"className": "a b"},
            {"style": {"flexBasis": "1px"}, "data-code": "KeyW"},
            {"hidden": True, "n_clicks": 0},
        ]
    )
    return draw.choice(TAGS)(draw.choice([inside, inside[0] if inside else None]), **named, **looks)


def inside_of(part: Any) -> list[Component]:
    """All components of a part, those in trees left out."""
    if isinstance(part, list | tuple):
        return [one for child in part for one in inside_of(child)]
    return [part, *inside_of(getattr(part, "children", None))] if isinstance(part, Component) else []


@every_case("seed", range(300))
def test_the_same_elements_are_drawn_of_fewer_components(seed):
    part = [anything(random.Random(seed + at / 8), 5) for at in range(seed % 4 + 1)]
    before = deepcopy(elements(part))
    after = joined(part)
    assert elements(after) == before
    assert elements(part) == before, "what is kept for others was changed"
    assert len(inside_of(after)) <= len(inside_of(part))
    others = [one for one in inside_of(part) if hasattr(one, "id") or one._namespace != HTML]
    assert [
        getattr(one, "id", one._type)
        for one in inside_of(after)
        if hasattr(one, "id") or one._namespace not in (HTML, PlainHtml._namespace)
    ] == [getattr(one, "id", one._type) for one in others], "all that can be spoken to is a component of its own"


def test_neighbours_become_one_component():
    first, last = html.P("one"), html.P(["two ", html.B("three")])
    assert [one._type for one in joined([first, "and", last, html.Div(id="spoken-to"), html.P("alone")])] == [
        "PlainHtml",
        "Div",
        "P",
    ]


def test_clicks_are_not_counted_where_nobody_asks_for_them():
    assert joined([html.P("a", n_clicks=3), html.P("b")])[0].tree == [["p", {}, "a"], ["p", {}, "b"]]


def test_every_page_is_drawn_of_fewer_components(tmp_path):
    before, after = 0, 0
    for path, page in site.PAGES.items():
        with site.create_app(tmp_path).server.test_request_context():
            layout = page.layout()
        assert elements(joined(layout)) == elements(layout), path
        before, after = before + len(inside_of(layout)), after + len(inside_of(joined(layout)))
    assert after < 0.5 * before
