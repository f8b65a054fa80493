"""What a page calls: a body that names a callback of ours, and brings its outputs, inputs and states as declared, with
values of their shapes.

Dash takes such a body as it is.  What is missing there, or is of another kind, would end as a fault of this program,
with a traceback in its log that whoever sends it can fill at will.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from flask import Response, request

from layouts.server import bodies
from scheduler.shapes import has_shape

if TYPE_CHECKING:
    from dash import Dash

ROUTE = "/_dash-update-component"
EVERY = ("ALL", "ALLSMALLER")  # wildcards that stand for any number of components
TEXT = str | None
SHAPES = {"search": TEXT, "pathname": TEXT, "href": TEXT}  # of values by their property
NONE = "The request is no JSON object, so it calls nothing; wanted: output, outputs, inputs, state."


def register(app: Dash, shapes: Mapping[str, Any]) -> None:
    """Refuse calls that no page of this program makes.  Call it after the limits of sizes are set.

    shapes: {component.property: shape} of values, as `has_shape` takes them; a component of a pattern by its type.
    """

    @app.server.before_request
    def refusal() -> Response | None:
        if request.endpoint != ROUTE or request.method != "POST":
            return None
        wrong = problem(request.get_json(silent=True), app.callback_map, shapes)
        return bodies.refused(400, wrong) if wrong else None


def problem(body: Any, callbacks: Mapping[str, Mapping[str, Any]], shapes: Mapping[str, Any]) -> str:
    """What is wrong with a call, in a sentence; empty where nothing is.

    callbacks: {output: what Dash knows of the callback}; shapes: as register() has them.
    """
    if not isinstance(body, dict):
        return NONE
    output = body.get("output")
    callback = callbacks.get(output) if isinstance(output, str) else None
    if callback is None or "callback" not in callback:
        return "The request calls what this server does not have; if a page of it sent this, load the page again."
    if wrong := [part for part, declared in parts(callback) if not is_complete(body, part, declared)]:
        return (
            f"The {wrong[0]} of the request are not those of the callback it names; if a page of this server sent "
            "it, load the page again."
        )
    changed = body.get("changedPropIds", [])
    if not isinstance(changed, list) or not all(is_input(one, callback["inputs"]) for one in changed):
        return "The changedPropIds of the request are no inputs of the callback it names."
    if odd := odd_component(callback, body, shapes):
        return f"What the request brings of {odd} is nothing that a page of this server holds; load the page again."
    return ""


def parts(callback: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """(part of a call, what is declared of it): a list of {id, property}, for a single output without the list."""
    output = callback["output"]
    outputs = [one.to_dict() for one in output] if isinstance(output, Sequence) else output.to_dict()
    return [
        *(() if callback["no_output"] else (("outputs", outputs),)),
        ("inputs", callback["inputs"]),
        ("state", callback["state"]),
    ]


def is_complete(body: Mapping[str, Any], part: str, declared: Any) -> bool:
    """Whether a call brings what is declared; states may be left out where there are none."""
    if isinstance(declared, Mapping):
        return is_declared(body.get(part), declared)
    sent = body.get(part, [])
    return isinstance(sent, list) and len(sent) == len(declared) and all(map(is_declared, sent, declared))


def is_declared(sent: Any, declared: Mapping[str, Any]) -> bool:
    """Whether this is a property of the declared component, or a list of those where any number is meant."""
    name = str(declared["id"])
    pattern = json.loads(name) if name.startswith("{") else None
    if pattern is not None and any(value == [wildcard] for value in pattern.values() for wildcard in EVERY):
        return isinstance(sent, list) and all(_is(one, pattern, declared["property"]) for one in sent)
    return _is(sent, name if pattern is None else pattern, declared["property"])


def _is(sent: Any, wanted: str | dict[str, Any], prop: str) -> bool:
    """Whether this is one component's property; a wildcard of its id stands for any text or number."""
    if not isinstance(sent, dict) or not isinstance(sent.get("property"), str):
        return False
    if sent["property"].partition("@")[0] != prop.partition("@")[0]:  # behind it: which of several callbacks
        return False
    name = sent.get("id")
    if isinstance(wanted, str) or not isinstance(name, dict):
        return bool(name == wanted)
    return name.keys() == wanted.keys() and all(
        isinstance(name[key], str | int | float) if isinstance(value, list) else name[key] == value
        for key, value in wanted.items()
    )


def is_input(changed: Any, inputs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a text such as "component.property" names one of these inputs."""
    name, _, prop = changed.rpartition(".") if isinstance(changed, str) else ("", "", "")
    with suppress(ValueError):
        sent = {"id": json.loads(name) if name.startswith("{") else name, "property": prop}
        return any(is_declared(sent, one) or is_declared([sent], one) for one in inputs)
    return False


def odd_component(callback: Mapping[str, Any], body: Mapping[str, Any], shapes: Mapping[str, Any]) -> str:
    """The component of which a call brings what no page has; empty where there is none."""
    together: dict[str, list[Any]] = {}  # what a pattern means on this page is the same for all its properties
    for part, declared in parts(callback):
        wanted, brought_of_it = (
            (declared, body.get(part, ())) if isinstance(declared, list) else ([declared], [body[part]])
        )
        for one, sent in zip(wanted, brought_of_it, strict=True):
            components = sent if isinstance(sent, list) else [sent]
            names = [each["id"] for each in components]
            if together.setdefault(one["id"], names) != names:
                return str(one["id"])
            if part != "outputs" and not all(has_value(each, shapes) for each in components):
                return str(one["id"])
    return ""


def has_value(component: Mapping[str, Any], shapes: Mapping[str, Any]) -> bool:
    """Whether a component may have the value that a call brings."""
    name, prop, value = component["id"], component["property"].partition("@")[0], component.get("value")
    if prop == "id":
        return bool(value == name)
    kind = name if isinstance(name, str) else name.get("type")
    return has_shape(value, shapes.get(f"{kind}.{prop}", SHAPES.get(prop, Any)))
