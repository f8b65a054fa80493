"""Add a run, on Compare: pick a policy, set its parameters and what it knows of runtimes, run it beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import form_for, inline_link, number_input, read_form, sentence
from layouts.frame.icons import icon
from layouts.pages.compare.runs import changed_workload, coming_runs, foreign_schedule
from layouts.pages.compare.runs.coming_runs import Wanted
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.topics import ABOVE_PARAMETERS, BELOW_PARAMETERS, forms, ways_from
from layouts.words.policy_choices import choices
from scheduler.errors import QueuescopeError
from scheduler.model.workload import Workload
from scheduler.policies import WORKLOADS, all_policies, usual_policies
from scheduler.registry import find
from scheduler.results import sources

CARD = "add-card"
FORM = {
    "policy": State(ids.ADD_POLICY, "value"),
    "seed": State(ids.ADD_SEED, "value"),
    "estimates": State(ids.ADD_ESTIMATES, "value"),
    "identities": State(ids.param("policy", ALL), "id"),
    "values": State(ids.param("policy", ALL), "value"),
    "switches": State(ids.param("policy", ALL), "checked"),
}


def add_card() -> html.Details:
    """Pick a policy, set its parameters, run it; hidden as long as there is no workload to run it on."""
    every = sorted(
        ({"value": key, "label": policy.title} for key, policy in all_policies().items()),
        key=lambda choice: choice["label"],
    )  # until the workload is there: then those that suit it
    return html.Details(
        [
            html.Summary([icon("plus"), " Add a run"], className="qs-act"),
            html.Div(
                [
                    html.Div(
                        [
                            dmc.Select(
                                label="Policy",
                                id=ids.ADD_POLICY,
                                data=every,
                                value=usual_policies(WORKLOADS[0])[-1],
                                allowDeselect=False,
                                searchable=True,
                                nothingFoundMessage="No policy has this name.",
                                w=260,
                            ),
                            number_input(
                                sources.SEED,
                                0,
                                {
                                    "id": ids.ADD_SEED,
                                    "label": "seed",
                                    "w": 140,
                                    "description": "for policies that draw lots",
                                },
                            ),
                            changed_workload.choice(ids.ADD_ESTIMATES, "requested times"),
                            dmc.Button("Run it", id=ids.ADD),
                            *(inline_link(words, path) for words, path in ways_from("/compare")),
                        ],
                        className="qs-row qs-end",
                    ),
                    dcc.Store(id=ids.ADD_SHOWN),
                    *(form.module().layout() for form in forms(ABOVE_PARAMETERS)),
                    html.Div(id=ids.ADD_FORM, className="qs-forms", style={"marginTop": 12}),
                    *(form.module().layout() for form in forms(BELOW_PARAMETERS)),
                    foreign_schedule.card(),
                    html.Div(id=ids.ADD_MESSAGE, role="status", **{"aria-live": "polite"}),
                ],
                className="qs-popup",
            ),
        ],
        id=CARD,
        className="qs-add",
        hidden=True,
    )


def register(app: Dash, services: Services) -> None:
    """The form of a policy, and one more run of this workload."""
    for form in forms(ABOVE_PARAMETERS, BELOW_PARAMETERS):
        form.module().register(app, services)
    foreign_schedule.register(app, services)

    @app.callback(
        Output(CARD, "hidden"),
        Output(ids.ADD_POLICY, "data"),
        Output(ids.ADD_POLICY, "value"),
        Input(ids.WORKLOAD, "data"),
        State(ids.ADD_POLICY, "value"),
    )
    def offer(workload: Any, chosen: Any) -> tuple[Any, Any, Any]:
        """Before the form is in sight: a list that changes while somebody chooses takes the choice back."""
        try:
            return False, *offered(services.store.workload(str(workload)), chosen)
        except QueuescopeError:
            return True, no_update, no_update

    @app.callback(Output(ids.ADD_FORM, "children"), Output(ids.ADD_SHOWN, "data"), Input(ids.ADD_POLICY, "value"))
    def form_of(key: Any) -> Any:
        entry = all_policies().get(str(key))
        return (form_for(entry.params, "policy", of=entry.key), entry.key) if entry else (None, None)

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.ADD_MESSAGE, "children"),
        Output(ids.COMING, "data", allow_duplicate=True),
        Output(ids.COMING_STATE, "children", allow_duplicate=True),
        inputs={"clicks": Input(ids.ADD, "n_clicks")},
        state={"form": FORM, "stores": STORES},
        prevent_initial_call=True,
    )
    def add(clicks: Any, form: dict[str, Any], stores: dict[str, Any]) -> tuple:
        if not clicks:  # Dash calls back when a button appears, too
            return (no_update,) * 5
        current_link = page_state.read(stores).link
        try:
            new = coming_runs.asked(services, current_link, [asked_run(current_link.workload, **form)])
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update, no_update
        return new.request, new.address, None if new.awaited else new.message, new.awaited, None


def offered(workload: Workload, chosen: Any) -> tuple[Any, Any]:
    """The policies that suit a workload in groups, and which is chosen: the one before, where it is among them."""
    groups, usual, _ = choices(workload)
    listed = [
        {
            "group": group["group"],
            "items": [
                {"value": item["value"], "label": all_policies()[item["value"]].title} for item in group["items"]
            ],
        }
        for group in groups
    ]
    able = {item["value"] for group in groups for item in group["items"]}
    return listed, no_update if chosen in able or not usual else usual[-1]


def asked_run(
    workload: str, policy: Any, seed: Any, estimates: Any, identities: Sequence, values: Sequence, switches: Sequence
) -> Wanted:
    """The run the form asks for; raises ParamError, UnknownKey."""
    entry = find(all_policies(), str(policy), "policy")
    params = read_form(entry.params, identities, values, switches, entry.key)
    change = {} if estimates == changed_workload.SAME else {"estimates": estimates}
    return Wanted(workload, change, entry.key, params, sources.SEED.check(seed) if entry.random else None)
