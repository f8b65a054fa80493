"""What a page calls: a body that names a callback of ours, and brings its outputs, inputs and states as declared.

Dash takes such a body as it is.  What is missing there, or is of another kind, would end as a fault of this program,
with a traceback in its log that whoever sends it can fill at will.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flask import Response, request

from layouts.server import bodies

if TYPE_CHECKING:
    from dash import Dash

ROUTE = "/_dash-update-component"
EVERY = ("ALL", "ALLSMALLER")  # wildcards that stand for any number of components
NONE = "The request is no JSON object, so it calls nothing; wanted: output, outputs, inputs, state."


def register(app: Dash) -> None:
    """Refuse calls that no page of this program makes.  Call it after the limits of sizes are set."""

    @app.server.before_request
    def refusal() -> Response | None:
        if request.endpoint != ROUTE or request.method != "POST":
            return None
        wrong = problem(request.get_json(silent=True), app.callback_map)
        return bodies.refused(400, wrong) if wrong else None


def problem(body: Any, callbacks: Mapping[str, Mapping[str, Any]]) -> str:
    """What is wrong with a call, in a sentence; empty where nothing is.

    callbacks: {output: what Dash knows of the callback}.
    """
    if not isinstance(body, dict):
        return NONE
    output = body.get("output")
    callback = callbacks.get(output) if isinstance(output, str) else None
    if callback is None or "callback" not in callback:
        return "The request calls what this server does not have; if a page of it sent this, load the page again."
    if wrong := [part for part, declared in parts(callback) if not brought(body, part, declared)]:
        return (
            f"The {wrong[0]} of the request are not those of the callback it names; if a page of this server sent "
            "it, load the page again."
        )
    changed = body.get("changedPropIds", [])
    if not isinstance(changed, list) or not all(isinstance(one, str) for one in changed):
        return "The changedPropIds of the request are no list of texts."
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


def brought(body: Mapping[str, Any], part: str, declared: Any) -> bool:
    """Whether a call brings what is declared; states may be left out where there are none."""
    if isinstance(declared, Mapping):
        return fits(body.get(part), declared)
    sent = body.get(part, [])
    return isinstance(sent, list) and len(sent) == len(declared) and all(map(fits, sent, declared))


def fits(sent: Any, declared: Mapping[str, Any]) -> bool:
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
