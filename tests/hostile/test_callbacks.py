"""Every callback of the site answers or refuses what a stranger sends as its values, and none of them fails."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dash import Dash

from layouts import site
from tests.cases import callbacks
from tests.cases.callbacks import flat
from tests.cases.small_log import is_one_sentence

VALUES = (1, -1.5, 2**60, True, "x", "?w=1", [None], ["x"], {}, {"a": None}, [[1]], {"key": [], "name": 5, "seq": 1})
KEYS = "easy", 1  # of the components that a pattern means


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Dash:
    made = site.create_app(Path(tmp_path_factory.mktemp("hostile")))
    made._setup_server()
    return made


def calls(app: Dash, value: Any) -> Iterator[dict[str, Any]]:
    """A call of each callback, from the page it belongs to or not, with this value wherever one stands."""
    for output, callback in app.callback_map.items():
        for path in ("/compare", "/papers"):

            def filled(parts: list[Any], path: str = path) -> list[Any]:
                return [with_value(part, path, value) for part in parts]

            outputs = filled([dict(zip(callbacks.PART, one.rsplit(".", 1), strict=True)) for one in names(output)])
            inputs = filled(callback["inputs"])
            yield {
                "output": output,
                "outputs": outputs if output.startswith("..") else outputs[0],
                "inputs": inputs,
                "state": filled(callback["state"]),
                "changedPropIds": [f"{callbacks.name(one['id'])}.{one['property']}" for one in flat(inputs)[:1]],
            }


def names(output: str) -> list[str]:
    return output.strip(".").split("...")


def with_value(part: dict[str, Any], path: str, value: Any) -> Any:
    """What a page sends of an input, state or output: of a pattern the component of each of KEYS."""
    if not part["id"].startswith("{"):
        return {**part, "value": path if part["property"] == "pathname" else value}
    pattern = json.loads(part["id"])
    several = callbacks.EVERY in pattern.values()
    meant = [{name: key if isinstance(one, list) else one for name, one in pattern.items()} for key in KEYS]
    sent = [{**part, "id": one, "value": one if part["property"] == "id" else value} for one in meant]
    return sent if several else sent[0]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_no_value_is_a_fault_of_a_callback(app, value, caplog):
    caplog.set_level(logging.ERROR)
    client = app.server.test_client()
    wrong = []
    for call in calls(app, value):
        answer = client.post(callbacks.URL, json=call)
        is_refused = answer.status_code == 400 and answer.mimetype == "text/plain" and is_one_sentence(answer.text)
        if caplog.records or not (answer.status_code in (200, 204) or is_refused):
            wrong.append(f"{call['output'][:80]}: {answer.status_code} {caplog.text[-200:]}")
            caplog.clear()
    assert not wrong, "\n".join(wrong)
