"""The parameters of the chosen policies: an unfoldable form for each, with the fields of Add a run of Compare.

The browser keeps what is typed (frontend/by_hand/parameters.js); a value that is not the usual one stands in the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts import ids, theme
from layouts.frame.controls import field_name, form_for
from layouts.pages.by_hand import request
from layouts.state.hand_link import Sheet, fields_of
from scheduler.policies import all_policies

FORM = "hand"
BOX = "hand-params"
FIELDS = ids.param(FORM, ALL)  # the name of a field is that of its policy, a point, that of its parameter


def box() -> html.Div:
    """Where the forms stand."""
    return html.Div(id=BOX, className="hand-params")


def register(app: Dash) -> None:
    """Other policies, other forms; what is typed in them stays."""

    @app.callback(
        Output(BOX, "children"),
        Input(ids.HAND_REST, "data"),
        State(FIELDS, "id"),
        State(BOX, "children"),
        prevent_initial_call=True,
    )
    def follow(data: Any, identities: Sequence[Mapping[str, Any]], before: Any) -> Any:
        sheet = request.read(data).sheet
        return no_update if before is not None and [one["name"] for one in identities] == names(sheet) else forms(sheet)


def names(sheet: Sheet) -> list[str]:
    """Of the fields of a sheet, in their order."""
    return [field_name(policy, param.name) for policy in sheet.policies for param in fields_of(policy)]


def usual() -> dict[str, Any]:
    """{policy.parameter: its usual value, as a field shows it}."""
    return {
        field_name(policy, param.name): "" if param.default is None else param.default
        for policy in all_policies()
        for param in fields_of(policy)
    }


def forms(sheet: Sheet) -> list[html.Details]:
    """One form for each chosen policy that has parameters; open where one of them is not as usual."""
    return [form(sheet, policy) for policy in sheet.policies if fields_of(policy)]


def form(sheet: Sheet, policy: str) -> html.Details:
    """The fields of a policy with the values of a sheet."""
    params = fields_of(policy)
    changed = {name: value for key, name, value in sheet.params if key == policy}
    inputs = form_for(
        params,
        FORM,
        {param.name: param.check(changed[param.name]) for param in params if param.name in changed},
        policy,
    )
    title = all_policies()[policy].title
    return html.Details(
        [
            html.Summary(f"{title}: {theme.counted(len(params), 'parameter')}", className="qs-summary"),
            html.Div(inputs, className="qs-forms"),
        ],
        open=bool(changed),
        className="hand-param",
    )
