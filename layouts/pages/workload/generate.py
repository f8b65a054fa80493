"""Making a workload: models by family, the form of the one that is chosen, and beside its button what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import form_for, number_input, read_form, sentence
from layouts.frame.openings import open_load
from scheduler.errors import InputError
from scheduler.generators import all_generators
from scheduler.registry import find
from scheduler.results import sources

# Families in words, in the order of the list; families that have no words come last, by their own names.
FAMILIES = {
    "archive model": "Queue of a machine",
    "teaching": "Simple queue",
    "campaign": "Campaigns",
    "moldable": "Moldable tasks",
    "grid": "Grids",
}


def area() -> html.Div:
    """A form made of what the generator declares; what is wrong stands beside the button and covers nothing."""
    groups = models()
    first = groups[0]["items"][0]["value"] if groups else None
    return html.Div(
        [
            html.Div(
                [
                    dmc.Select(
                        label="Model",
                        id=ids.GENERATOR,
                        value=first,
                        allowDeselect=False,
                        w=470,
                        data=groups,
                        maxDropdownHeight=420,
                    ),
                    number_input(sources.SEED, 1, {"id": ids.SEED, "label": "seed", "description": sources.SEED.help}),
                ],
                className="qs-row qs-end",
            ),
            html.Div(id=ids.GENERATOR_FORM, className="qs-forms", style={"margin": "12px 0"}),
            html.Div(
                [
                    dmc.Button("Generate", id=ids.GENERATE),
                    html.Div(id=ids.GENERATE_MESSAGE, role="status", className="qs-grow", **{"aria-live": "polite"}),
                ],
                className="qs-row",
            ),
        ]
    )


def models() -> list[dict[str, Any]]:
    """The models of each family, most usual families first: groups of a list to choose from."""
    generators = all_generators()
    families = dict.fromkeys((*FAMILIES, *(entry.family for entry in generators.values())))
    groups = {
        family: [{"value": key, "label": entry.title} for key, entry in generators.items() if entry.family == family]
        for family in families
    }
    return [{"group": FAMILIES.get(family, family), "items": items} for family, items in groups.items() if items]


def register(app: Dash, services: Services) -> None:
    """The form of the chosen model, and its button."""

    @app.callback(Output(ids.GENERATOR_FORM, "children"), Input(ids.GENERATOR, "value"))
    def form(key: str | None) -> Any:
        entry = all_generators().get(str(key))
        return form_for(entry.params, "generator", of=entry.key) if entry else None

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.GENERATE_MESSAGE, "children"),
        Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
        Output(ids.LOAD_STATE, "children", allow_duplicate=True),
        Output(ids.LOAD_TICK, "disabled", allow_duplicate=True),
        Input(ids.GENERATE, "n_clicks"),
        State(ids.GENERATOR, "value"),
        State(ids.SEED, "value"),
        State(ids.param("generator", ALL), "id"),
        State(ids.param("generator", ALL), "value"),
        State(ids.param("generator", ALL), "checked"),
        prevent_initial_call=True,
    )
    def generate(clicks: Any, key: Any, seed: Any, inputs: Any, values: Any, switches: Any) -> tuple:
        if not clicks:  # Dash calls back when a button appears, too
            return (no_update,) * 6
        try:
            request, href, problem = open_load(services, generated(key, seed, inputs, values, switches), {})
        except InputError as error:
            return answered(no_update, no_update, sentence(str(error), "error"))
        return answered(request, href, problem)


def answered(request: Any, href: Any, problem: Any) -> tuple:
    """What changes on the page: what was said before goes, whatever said it, and a load under way is asked about."""
    return request, href, problem, None, None, no_update if problem else False


def generated(key: Any, seed: Any, inputs: Sequence[Mapping], values: Sequence, switches: Sequence) -> dict[str, Any]:
    """The source of a generated workload; raises ParamError, UnknownKey."""
    entry = find(all_generators(), str(key), "generator")
    return {
        "kind": "generate",
        "generator": entry.key,
        "seed": sources.SEED.check(seed),
        "params": read_form(entry.params, inputs, values, switches, entry.key),
    }
