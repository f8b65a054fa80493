"""What if, on Compare: the runs shown once more, on the same log with one thing changed.

A larger or smaller machine, a cap of requested times, other requested times, some jobs away, another load.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, sentence
from layouts.frame.icons import icon
from layouts.pages.compare.runs import changed_workload, coming_runs, run_list
from layouts.pages.compare.runs.coming_runs import Asked, Wanted
from layouts.state import page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from layouts.words import instants
from scheduler.errors import InputError, QueuescopeError
from scheduler.preparation.workload_change import CHANGES, change_of, filter_without

CARD = "what-if-card"
BASE, ALL_RUNS = "baseline", "all"
FORM = {
    "processors": State(ids.CHANGED_PROCESSORS, "value"),
    "cap": State(ids.CHANGED_CAP, "value"),
    "away": State(ids.CHANGED_AWAY, "value"),
    "load": State(ids.CHANGED_LOAD, "value"),
    "estimates": State(ids.CHANGED_ESTIMATES, "value"),
    "of": State(ids.CHANGED_RUNS, "value"),
}
ENTER = [
    Input(field, "n_submit") for field in (ids.CHANGED_PROCESSORS, ids.CHANGED_CAP, ids.CHANGED_AWAY, ids.CHANGED_LOAD)
]


def card() -> html.Details:
    """What may change, and of which runs; hidden as long as no run is shown."""
    fields = [
        dmc.NumberInput(
            label="Processors",
            id=ids.CHANGED_PROCESSORS,
            min=1,
            allowDecimal=False,
            w=150,
            placeholder="as they are",
            debounce=ENTERED,
        ),
        dmc.TextInput(
            label="Cap of requested times", id=ids.CHANGED_CAP, placeholder="such as 12 h", w=170, debounce=ENTERED
        ),
        dmc.TextInput(
            label="Without these jobs",
            id=ids.CHANGED_AWAY,
            placeholder="user=37, or queue=1,2",
            w=200,
            debounce=ENTERED,
        ),
        dmc.NumberInput(
            label="Offered load", id=ids.CHANGED_LOAD, min=0, step=0.1, w=130, placeholder="as it is", debounce=ENTERED
        ),
        changed_workload.choice(ids.CHANGED_ESTIMATES, "Requested times"),
    ]
    runs = dmc.SegmentedControl(
        id=ids.CHANGED_RUNS,
        value=BASE,
        size="sm",
        data=[{"value": BASE, "label": "the baseline"}, {"value": ALL_RUNS, "label": "all runs shown"}],
    )
    of = html.Div(
        [html.Span("Simulate once more", className="qs-label", **{"aria-hidden": "true"}), runs], className="qs-row"
    )
    return html.Details(
        [
            html.Summary([icon("plus"), " What if"], className="qs-act"),
            html.Div(
                [
                    html.P(
                        "The same log with one thing changed, beside the runs shown. Leave empty what stays as it is.",
                        className="qs-small",
                    ),
                    html.Div(fields, className="qs-row qs-end"),
                    html.Div([of, dmc.Button("Run it", id=ids.CHANGED)], className="qs-row qs-end"),
                    html.Div(id=ids.CHANGED_MESSAGE, role="status", **{"aria-live": "polite"}),
                ],
                className="qs-popup qs-stack",
            ),
        ],
        id=CARD,
        className="qs-add",
        hidden=True,
        **{"data-first": ""},
    )


def register(app: Dash, services: Services) -> None:
    """Run what is shown on a changed workload."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.CHANGED_MESSAGE, "children"),
        Output(ids.COMING, "data", allow_duplicate=True),
        Output(ids.COMING_STATE, "children", allow_duplicate=True),
        inputs={"clicks": Input(ids.CHANGED, "n_clicks"), "enters": ENTER},
        state={"form": FORM, "stores": STORES},
        prevent_initial_call=True,
        running=[(Output(ids.CHANGED, "loading"), True, False)],
    )
    def ask(clicks: Any, enters: Any, form: dict[str, Any], stores: dict[str, Any]) -> tuple:
        if not any((clicks, *enters)):  # Dash calls back when a button appears, too
            return (no_update,) * 5
        current_link = page_state.read(stores).link
        try:
            new = asked(services, current_link, form)
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update, no_update
        return new.request, new.address, new.message, new.awaited, None


def asked(services: Services, current_link: Link, form: Mapping[str, Any]) -> Asked:
    """The runs a form asks for, on their way.  Raises ParamError, InputError, StoreError."""
    away, of = form["away"], form["of"]
    fields = {name: form[name] for name in CHANGES if form.get(name) != changed_workload.SAME and name in form}
    fields |= {"cap": instants.read("cap", form["cap"], None)}
    change = change_of(fields)
    leaves_out = str(away or "").strip()
    if not change and not leaves_out:
        raise InputError("Nothing is changed yet; fill in a field, such as the number of processors.")
    keys = current_link.runs if of == ALL_RUNS else current_link.runs[current_link.baseline : current_link.baseline + 1]
    current_specs = [spec for key in keys if (spec := run_list.spec_of(services, key, services.runs.status(key)))]
    new = coming_runs.asked(services, current_link, [wanted(spec, change, leaves_out) for spec in current_specs])
    if new.awaited is None and new.address is no_update:
        return new
    coming = (
        "The run joins the table as soon as it is"
        if len(current_specs) == 1
        else f"{len(current_specs)} runs join the table once"
    )
    return new._replace(message=sentence(f"{coming} simulated."))


def wanted(spec: Mapping[str, Any], change: Mapping[str, Any], away: str = "") -> Wanted:
    """A run once more, on its workload with a change; away: which jobs are left out."""
    if away:
        change = {**change, "where": filter_without((spec.get("options") or {}).get("where"), away)}
    return Wanted(str(spec["workload"]), change, spec["policy"], spec.get("params") or {}, spec.get("seed"))
