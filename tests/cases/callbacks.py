"""A callback of the pages, asked as a browser asks it: through the server, with values by the names of components."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dash import Dash

URL = "/_dash-update-component"
PART = ("id", "property")
EVERY = ["ALL"]  # what a pattern says of a part of an id that may be anything


Identity = Mapping[str, Any]
Part = dict[str, Any]


def name(identity: str | Identity) -> str:
    """An id as Dash writes it where it names a component."""
    return identity if isinstance(identity, str) else json.dumps(identity, sort_keys=True, separators=(",", ":"))


def answer(
    app: Dash, changed: str, values: Mapping[str, Any], output: str = "", of_patterns: Sequence[Identity] = ()
) -> dict[str, dict[str, Any]]:
    """{component: {property: value}} of the first callback with the input `changed`, and with that component as output.

    The other parameters are those of response().
    """
    return response(app, changed, values, output, of_patterns)["response"]


def response(
    app: Dash, changed: str, values: Mapping[str, Any], output: str = "", of_patterns: Sequence[Identity] = ()
) -> dict[str, Any]:
    """All that is sent: {response: as answer() has it, sideUpdate: the same of components that are no outputs}.

    values: {component.property: value} of its inputs and states; the others are None.
    of_patterns: the ids on the page that patterns of the callback may mean.
    """

    def hears(callback: Mapping[str, Any]) -> bool:
        inputs = flat([with_value(part, values, of_patterns) for part in callback["inputs"]])
        return any(changed == f"{name(part['id'])}.{part['property']}" for part in inputs)

    output = next(names for names, each in app.callback_map.items() if output in names and hears(each))
    said = app.server.test_client().post(URL, json=body(app, output, changed, values, of_patterns))
    assert said.status_code == 200, said.status
    return said.get_json()


def body(
    app: Dash, output: str, changed: str, values: Mapping[str, Any], of_patterns: Sequence[Identity] = ()
) -> dict[str, Any]:
    """What a browser sends of the callback of these outputs, as Dash names them; the parameters are those of answer()."""
    callback = app.callback_map[output]

    def filled(parts: Sequence[Part]) -> list[Any]:
        return [with_value(part, values, of_patterns) for part in parts]

    outputs = filled([dict(zip(PART, part.rsplit(".", 1), strict=True)) for part in output.strip(".").split("...")])
    return {
        "output": output,
        "outputs": outputs if output.startswith("..") else outputs[0],
        "inputs": filled(callback["inputs"]),
        "state": filled(callback["state"]),
        "changedPropIds": [changed],
    }


def with_value(part: Part, values: Mapping[str, Any], of_patterns: Sequence[Identity]) -> Part | list[Part]:
    """{id, property, value} of an input, state or output; of a pattern a list of them."""
    if part["id"].startswith("{"):
        meant = [identity for identity in of_patterns if is_meant(json.loads(part["id"]), identity)]
        return [{"id": each, **valued(each, part["property"], values)} for each in meant]
    return {"id": part["id"], **valued(part["id"], part["property"], values)}


def valued(identity: str | Identity, prop: str, values: Mapping[str, Any]) -> Part:
    """{property, value} of a component; every component has its id."""
    return {"property": prop, "value": identity if prop == "id" else values.get(f"{name(identity)}.{prop}")}


def is_meant(pattern: Identity, identity: Identity) -> bool:
    """Whether a pattern means the component with that id."""
    return pattern.keys() == identity.keys() and all(pattern[key] in (EVERY, value) for key, value in identity.items())


def flat(parts: Sequence[Any]) -> list[Part]:
    """The parts, those of patterns among them one by one."""
    return [each for part in parts for each in (part if isinstance(part, list) else [part])]
