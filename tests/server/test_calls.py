"""What a page calls: bodies that are no call of ours are refused in a sentence, and never end as a fault."""

from __future__ import annotations

import copy
import io
import json
import logging

import pytest
from dash import ALL, MATCH, Dash, Input, Output, State, html
from hypothesis import given
from hypothesis import strategies as st

from layouts.server import bodies, calls
from tests.cases.small_log import is_one_sentence

JSON = "application/json"


@pytest.fixture(scope="module")
def app():
    made = Dash("calls", suppress_callback_exceptions=True)
    made.layout = html.Div()

    @made.callback(Output("b", "children"), Input("a", "value"))
    def single(value):
        return value

    @made.callback(
        Output("c", "children"),
        Output({"kind": "d", "key": MATCH}, "children"),
        Input({"kind": "e", "key": ALL}, "value"),
        Input({"kind": "d", "key": MATCH}, "value"),
        State("f", "value", allow_optional=True),
    )
    def several(values, value, state):
        return [len(values)], str(value)

    @made.callback(
        Output({"kind": "h", "key": ALL}, "children"),
        Input({"kind": "h", "key": ALL}, "n_clicks"),
        State({"kind": "h", "key": ALL}, "id"),
        State("url", "search"),
        State("store", "data"),
    )
    def pattern(clicks, names, search, store):
        return [f"{name['key']}{search}{store}" for name in names]

    @made.callback(Input("g", "value"))
    def none(value):
        return None

    bodies.register(made.server, {})
    calls.register(made, {"store.data": list[str] | None})
    return made


def part(name, prop="value", **more):
    return {"id": name, "property": prop, **more}


def good(app) -> list[dict]:
    """What a browser sends to each callback."""
    one, two, of_pattern, none = app.callback_map
    shown = [{"kind": "h", "key": key} for key in "ab"]
    return [
        {
            "output": one,
            "outputs": part("b", "children"),
            "inputs": [part("a", value=1)],
            "changedPropIds": ["a.value"],
        },
        {
            "output": two,
            "outputs": [part("c", "children"), part({"kind": "d", "key": "x"}, "children")],
            "inputs": [
                [part({"kind": "e", "key": at}, value=at) for at in range(3)],
                part({"kind": "d", "key": "x"}, value=None),
            ],
            "state": [part("f")],
            "changedPropIds": [],
        },
        {
            "output": of_pattern,
            "outputs": [part(name, "children") for name in shown],
            "inputs": [[part(name, "n_clicks", value=1) for name in shown]],
            "state": [
                [part(name, "id", value=name) for name in shown],
                part("url", "search", value="?w=1"),
                part("store", "data", value=["x"]),
            ],
            "changedPropIds": ['{"key":"a","kind":"h"}.n_clicks'],
        },
        {"output": none, "inputs": [part("g", value={"any": ["thing"]})], "state": [], "changedPropIds": ["g.value"]},
    ]


def post(app, body, kind=JSON):
    return app.server.test_client().post(
        calls.ROUTE, data=body if isinstance(body, bytes) else json.dumps(body), content_type=kind
    )


def refused(answer) -> bool:
    return answer.status_code == 400 and answer.mimetype == "text/plain" and is_one_sentence(answer.text)


def test_what_a_page_sends_is_answered(app):
    answers = [post(app, body) for body in good(app)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 204]
    assert answers[0].json["response"] == {"b": {"children": 1}}
    assert answers[1].json["response"]["c"] == {"children": [3]}
    assert answers[2].json["response"]['{"key":"b","kind":"h"}'] == {"children": "b?w=1['x']"}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"[", JSON),
        (b"", JSON),
        (b"null", JSON),
        (b"[]", JSON),
        (b"{}", JSON),
        (b"1", JSON),
        (b'"output"', JSON),
        (b"\xff", JSON),
        (b"9" * 5_000, JSON),
        (b"{}", "text/plain"),
        (b"output=x", "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_call_is_refused(app, body, kind):
    assert refused(post(app, body, kind))


@pytest.mark.parametrize("key", ["output", "outputs", "inputs"])
def test_a_call_without_a_key_that_it_needs_is_refused(app, key):
    for body in good(app)[:2]:
        answer = post(app, {name: value for name, value in body.items() if name != key})
        assert refused(answer)
        assert key in answer.text or "does not have" in answer.text


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("output", "..nothing.children.."),
        ("output", ["a"]),
        ("output", {"a": 1}),
        ("inputs", []),
        ("inputs", None),
        ("inputs", [part("a"), part("a")]),
        ("inputs", [part("other")]),
        ("inputs", [part("a", "other")]),
        ("inputs", [[part("a")]]),
        ("inputs", [part(["a"])]),
        ("inputs", [part("a", ["value"])]),
        ("outputs", [part("b", "children")]),
        ("state", [part("a")]),
        ("state", None),
        ("changedPropIds", None),
        ("changedPropIds", [[]]),
        ("changedPropIds", {"a": 1}),
        ("changedPropIds", [1]),
        ("changedPropIds", ["b.value"]),
        ("changedPropIds", ["a.children"]),
        ("changedPropIds", ["{.value"]),
    ],
)
def test_a_call_of_another_shape_is_refused(app, key, value):
    assert refused(post(app, {**good(app)[0], key: value}))


def test_components_that_a_pattern_does_not_mean_are_refused(app):
    for name in (
        {"kind": "other", "key": 1},
        {"kind": "e"},
        {"kind": "e", "key": []},
        {"kind": "e", "key": 1, "more": 1},
        "e",
    ):
        body = copy.deepcopy(good(app)[1])
        body["inputs"][0][1]["id"] = name
        assert refused(post(app, body))


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("state", 1, "value"), 5),  # a search that is no text
        (("state", 2, "value"), ["x", None]),  # a store that holds something else
        (("state", 2, "value"), "x"),
        (("state", 0, 0, "value"), {"kind": "h"}),  # an id that is not that of its component
        (("state", 0, 0, "value"), None),
        (("state", 0), []),  # other components than the inputs of the same pattern
        (("inputs", 0, 0, "id", "key"), "c"),
        (("outputs", 0, "id", "key"), "c"),
        (("outputs",), []),
    ],
)
def test_a_value_that_no_page_holds_is_refused(app, way, value):
    body = json.loads(json.dumps(good(app)[2]))  # so that no two parts are the same object
    holder = body
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = value
    assert refused(post(app, body))


def test_a_store_may_be_empty(app):
    body = copy.deepcopy(good(app)[2])
    for state in body["state"][1:]:
        del state["value"]
    assert post(app, body).status_code == 200


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", r'"\ud800"', "1e999"])
def test_what_no_browser_writes_as_json_is_refused(app, text):
    body = json.dumps(good(app)[0]).replace('"value": 1', f'"value": {text}')
    assert text in body and refused(post(app, body.encode()))


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def places(value) -> list[tuple]:
    """Where something stands in a value, as paths to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(), *((key, *path) for key, one in inner for path in places(one))]


@given(st.data())
def test_whatever_stands_anywhere_in_a_call_is_no_fault(app, data):
    body = data.draw(st.sampled_from(good(app)))
    *way, last = data.draw(st.sampled_from([path for path in places(body) if path]))
    holder = body
    for key in way:
        holder = holder[key]
    holder[last] = data.draw(ODD)
    answer = post(app, body)
    assert answer.status_code in (200, 204) or refused(answer)


def test_a_chunked_call_is_looked_at_too(app, caplog):
    caplog.set_level(logging.ERROR)
    answer = app.server.test_client().post(
        calls.ROUTE,
        input_stream=io.BytesIO(b'{"output": "x"}'),
        content_type=JSON,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert refused(answer)
    assert not caplog.records
