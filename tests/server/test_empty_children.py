"""Callbacks that leave a component without children: the browser is sent an empty list, whatever shape the answer has."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dash import ALL, MATCH, Input, Output, html, no_update

from layouts import ids
from layouts.frame.callbacks import failed
from layouts.server.dashboard import Dashboard
from layouts.site import create_app

ONE, OTHER, DATA = Output("one", "children"), Output("other", "children"), Output("one", "data")
MANY, MATCHED = Output({"kind": "many", "key": ALL}, "children"), Output({"kind": "many", "key": MATCH}, "children")
KEYS = [{"kind": "many", "key": key} for key in (1, 2)]


def answered(declared: list[Any], answer: Any, named: Any = None, outputs: Any = None) -> dict[str, dict[str, Any]]:
    """What Dash sends for a callback that returns this, or raises it: {component: {property: value}}."""
    app = Dashboard("empty children", suppress_callback_exceptions=True, on_error=failed)
    app.layout = html.Div()

    @app.callback(*declared, Input("pressed", "n_clicks"), **(named or {}))
    def act(clicks: int) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    app._setup_server()  # else it registers the callbacks at the first request of a page
    (output,) = app.callback_map
    body = {
        "output": output,
        "inputs": [{"id": "pressed", "property": "n_clicks", "value": 1}],
        "changedPropIds": ["pressed.n_clicks"],
        "outputs": single(declared, named) if outputs is None else outputs,
    }
    sent = app.server.test_client().post("/_dash-update-component", json=body)
    assert sent.status_code in (200, 204)
    answer_sent = json.loads(sent.data or "{}")
    return {**answer_sent.get("response", {}), **answer_sent.get("sideUpdate", {})}


def single(declared: list[Any], named: Any) -> Any:
    flat = list(named["output"].values()) if named else declared[0] if isinstance(declared[0], list) else declared
    sent = [{"id": one.component_id, "property": one.component_property} for one in flat]
    return sent[0] if len(flat) == 1 and not isinstance(declared[0] if declared else flat, list) else sent


def test_none_as_children_is_sent_as_an_empty_list():
    assert answered([ONE], None) == {"one": {"children": []}}


@pytest.mark.parametrize("answer", ["", "a text", 0, [], ["a", None]])
def test_any_other_children_are_sent_as_they_are(answer):
    assert answered([ONE], answer) == {"one": {"children": answer}}


def test_no_other_property_is_changed():
    assert answered([DATA], None) == {"one": {"data": None}}


@pytest.mark.parametrize("kind", [tuple, list])
def test_of_several_outputs_those_of_children_alone(kind):
    assert answered([ONE, DATA, OTHER], kind([None, None, "here"])) == {
        "one": {"children": [], "data": None},
        "other": {"children": "here"},
    }


def test_a_list_of_one_output():
    assert answered([[ONE]], [None]) == {"one": {"children": []}}


def test_outputs_with_names():
    assert answered([], {"head": None, "rest": None}, {"output": {"head": ONE, "rest": DATA}}) == {
        "one": {"children": [], "data": None}
    }


def test_what_is_left_out_stays_left_out():
    assert answered([ONE, OTHER], (no_update, None)) == {"other": {"children": []}}
    assert answered([ONE], no_update) == {}


def test_any_number_of_components():
    outputs = [{"id": key, "property": "children"} for key in KEYS]
    sent = answered([MANY], [None, "second"], outputs=outputs)
    assert sent == {'{"key":1,"kind":"many"}': {"children": []}, '{"key":2,"kind":"many"}': {"children": "second"}}


def test_a_list_of_children_of_one_of_them_is_no_list_of_components():
    sent = answered([MATCHED], ["a", None], outputs={"id": KEYS[0], "property": "children"})
    assert sent == {'{"key":1,"kind":"many"}': {"children": ["a", None]}}


OUTPUTS = [{"id": key, "property": "children"} for key in KEYS]
KINDS = (
    ([ONE], None, None),
    ([ONE, OTHER], None, None),
    ([ONE, MANY], None, [{"id": "one", "property": "children"}, OUTPUTS]),
    ([MANY], None, OUTPUTS),
    ([MANY], None, OUTPUTS[:1]),
    ([MANY], None, []),
    ([MATCHED], None, OUTPUTS[0]),
    ([], {"output": {"head": ONE, "rest": DATA}}, None),
)


@pytest.mark.parametrize(("declared", "named", "outputs"), KINDS)
def test_nothing_new_and_a_fault_leave_outputs_of_every_kind_as_they_are(declared, named, outputs):
    assert answered(declared, no_update, named, outputs) == {}
    told = answered(declared, ZeroDivisionError(), named, outputs)
    assert list(told) == [ids.UPLOAD_STATE] and "a fault of Queuescope" in told[ids.UPLOAD_STATE]["children"]


def test_the_program_is_served_so(tmp_path):
    assert isinstance(create_app(tmp_path), Dashboard)
