"""Add a run, on Compare: pick a policy, set its parameters and what it knows of runtimes, run it beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, run_spec, start
from layouts.frame.controls import form_for, number_input, read_form, sentence
from layouts.frame.icons import icon
from layouts.pages.compare.runs import changed_workload
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from scheduler.errors import InputError, QueuescopeError
from scheduler.policies import WORKLOADS, all_policies, usual_policies
from scheduler.registry import find
from scheduler.results import sources

CARD = "add-card"
FORM = {"policy": State(ids.ADD_POLICY, "value"), "seed": State(ids.ADD_SEED, "value"),
        "estimates": State(ids.ADD_ESTIMATES, "value"),
        "identities": State(ids.param("policy", ALL), "id"), "values": State(ids.param("policy", ALL), "value"),
        "switches": State(ids.param("policy", ALL), "checked")}


def add_card() -> html.Details:
    """Pick a policy, set its parameters, run it; hidden as long as there is no workload to run it on."""
    entries = all_policies()
    choices = [{"value": key, "label": policy.title} for key, policy in entries.items()]
    return html.Details([
        html.Summary([icon("plus"), " Add a run"], className="qs-act"),
        html.Div([html.Div([dmc.Select(label="Policy", id=ids.ADD_POLICY, data=choices,
                             value=usual_policies(WORKLOADS[0])[-1], allowDeselect=False, w=260),
                  number_input(sources.SEED, 0, {"id": ids.ADD_SEED, "label": "seed", "w": 140,
                                                 "description": "for policies that draw lots"}),
                  changed_workload.choice(ids.ADD_ESTIMATES, "requested times"),
                  dmc.Button("Run it", id=ids.ADD)], className="qs-row qs-end"),
        html.Div(id=ids.ADD_FORM, className="qs-forms", style={"marginTop": 12}),
        html.Div(id=ids.ADD_MESSAGE, role="status", **{"aria-live": "polite"})], className="qs-popup"),
    ], id=CARD, className="qs-add", hidden=True)


def register(app: Dash, services: Services) -> None:
    """The form of a policy, and one more run of this workload."""
    @app.callback(Output(ids.ADD_FORM, "children"), Input(ids.ADD_POLICY, "value"))
    def form(key: Any) -> Any:
        entry = all_policies().get(str(key))
        return form_for(entry.params, "policy") if entry else None

    @app.callback(Output(ids.REQUEST, "data", allow_duplicate=True), Output(ids.URL, "href", allow_duplicate=True),
                  Output(ids.ADD_MESSAGE, "children"), inputs={"clicks": Input(ids.ADD, "n_clicks")},
                  state={"form": FORM, "stores": STORES}, prevent_initial_call=True)
    def add(clicks: Any, form: dict[str, Any], stores: dict[str, Any]) -> tuple:
        if not clicks:      # Dash calls back when a button appears, too
            return no_update, no_update, no_update
        current_link = page_state.read(stores).link
        try:
            estimates = form.pop("estimates")
            change = {} if estimates == changed_workload.SAME else {"estimates": estimates}
            on = changed_workload.workload_with(services, current_link.workload, change)
            spec = asked_run(on, **form)
        except (InputError, QueuescopeError) as error:
            return no_update, no_update, sentence(str(error), "error")
        return added(services, current_link, spec)


def asked_run(workload: Any, policy: Any, seed: Any, identities: Sequence, values: Sequence,
              switches: Sequence) -> dict:
    """The specification of the run the form asks for; raises ParamError, UnknownKey."""
    entry = find(all_policies(), str(policy), "policy")
    params = read_form(entry.params, identities, values, switches)
    return run_spec(str(workload), entry.key, params, sources.SEED.check(seed) if entry.random else None)


def added(services: Services, current_link: Link, spec: dict) -> tuple[Any, Any, Any]:
    """Start a run and add it to the address."""
    if len(current_link.runs) >= link.MOST_RUNS:
        return no_update, no_update, sentence("Six runs are shown already; remove one first.", "warning")
    started = start(services, [spec])
    if started.problem:
        return no_update, no_update, sentence(started.problem, "error")
    if started.keys[0] in current_link.runs:
        return no_update, no_update, sentence("This run is shown already; change a parameter or the policy.")
    new = replace(current_link, runs=(*current_link.runs, *started.keys))
    return started.request, "/compare" + link.write(new), None
