"""A callback of the pages, asked as a browser asks it: through the server, with values by the names of components."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dash import Dash

URL = "/_dash-update-component"


def answer(app: Dash, changed: str, values: Mapping[str, Any], output: str = "") -> dict[str, dict[str, Any]]:
    """{component: {property: value}} of the first callback with the input `changed`, and with that component as output.

    values: {component.property: value} of its inputs and states; the others are None.
    """

    def filled(parts: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [{**part, "value": values.get(f"{part['id']}.{part['property']}")} for part in parts]

    output, callback = next(
        (name, each)
        for name, each in app.callback_map.items()
        if output in name and changed in [f"{part['id']}.{part['property']}" for part in each["inputs"]]
    )
    outputs = [
        dict(zip(("id", "property"), name.rsplit(".", 1), strict=True)) for name in output.strip(".").split("...")
    ]
    body = {
        "output": output,
        "outputs": outputs if output.startswith("..") else outputs[0],
        "inputs": filled(callback["inputs"]),
        "state": filled(callback["state"]),
        "changedPropIds": [changed],
    }
    said = app.server.test_client().post(URL, json=body)
    assert said.status_code == 200, said.status
    return said.get_json()["response"]
