"""The filter of the Workload page: an expression, a chip for each of its conditions, and what is picked in the charts.

The field holds the whole filter and can be edited; a chip's words mark its condition there, its cross takes it away.
Each change reads the log again and is a workload of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, ctx, html, no_update

from layouts import ids
from layouts.drawing import picks
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, sentence
from layouts.frame.icons import icon
from layouts.frame.openings import open_load
from layouts.state import link
from layouts.state.link import Link
from layouts.theme import counted, number
from layouts.words.slice_names import thin_spaces
from layouts.workload_plots import all_workload_plots
from scheduler.analysis.query import names_of
from scheduler.errors import InputError, QueuescopeError
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.query.conditions import Condition, Part, check_names, text
from scheduler.query.fields import LOG
from scheduler.query.grammar import LONGEST, parse

HOW = "Only the jobs that meet it, such as: queue=1,2 processors>=64 submit>=2012-06-01"
PICK = "Drag over a chart of submissions, runtimes or sizes, or click a bar, to take these jobs alone."
RULES = ("filtered", "filter_unknown")  # notes about it
FIELD = ids.param("options", "where")


def card(workload: Workload, where: str) -> html.Section:
    """The field, the chips, and what the filter did."""
    parts = parse(where, LOG)
    listed = [html.Li(chip(parts, at)) for at in range(len(parts))]
    chips = html.Ul(listed, className="qs-conditions") if listed else None
    notes = [html.P(thin_spaces(note.text), className="qs-small") for note in workload.notes if note.rule in RULES]
    return html.Section(
        [
            html.H2("Filter", id="filter-heading"),
            html.Div(
                [
                    dmc.TextInput(
                        id=FIELD,
                        value=where,
                        label="Jobs of the log",
                        description=HOW,
                        className="qs-grow",
                        debounce=ENTERED,
                        inputProps={"maxLength": LONGEST},
                        autoComplete="off",
                        spellCheck=False,
                    ),
                    dmc.Button("Filter", id=ids.act("filter", "field"), variant="light"),
                    dmc.Button("All jobs", id=ids.act("filter", "="), variant="default") if parts else None,
                ],
                className="qs-row qs-end",
            ),
            chips,
            *notes,
            html.P(PICK, className="qs-soft qs-small"),
        ],
        className="qs-card qs-filter",
        **{"aria-labelledby": "filter-heading"},
    )


def left_out(workload: Workload, where: str) -> html.Div | None:
    """How many jobs the filter leaves out, in sight wherever one is on the page; None without a filter."""
    hidden = sum(note.count for note in workload.notes if note.rule == "filtered")
    if not where:
        return None
    return html.Div(
        [
            html.Span(f"{counted(len(workload), 'job')} shown, {number(hidden)} left out", className="qs-lit-count"),
            html.Span(f"by the filter {where}"),
            html.A("Change the filter", href="#filter-heading"),
        ],
        className="qs-lit-strip",
        role="group",
        **{"aria-label": "Jobs left out"},
    )


def chip(parts: tuple[Part, ...], at: int) -> html.Span:
    """A condition: its words mark it in the field (frontend/compare/filtering.js), the cross leaves the others."""
    own, rest = text(parts[at : at + 1]), text(parts[:at] + parts[at + 1 :])
    edit = html.Button(
        own,
        type="button",
        className="qs-chip-text",
        disable_n_clicks=True,
        title="Edit",
        **{"data-condition": own, "aria-label": f"Edit the condition {own}"},
    )
    remove = html.Button(
        icon("close"),
        type="button",
        id=ids.act("filter", f"={rest}"),
        title="Remove",
        **{"aria-label": f"Remove the condition {own}"},
    )
    return html.Span([edit, remove], className="qs-condition")


def with_conditions(where: str, more: str) -> str:
    """A filter with other conditions on the fields that these conditions are about; raises QueryError."""
    added = parse(more, LOG)
    fields = {part.field for part in added if isinstance(part, Condition)}
    kept = [part for part in parse(where, LOG) if not (isinstance(part, Condition) and part.field in fields)]
    return text((*kept, *added))


def picked(workload: Workload, where: str, sent: Any) -> str:
    """The filter after a pick in a chart, as a browser sends it; the same one where the pick means nothing."""
    plot = all_workload_plots().get(str(sent.get("plot")) if isinstance(sent, Mapping) else "")
    pick = picks.read(sent)
    if plot is None or plot.pick is None or pick is None or not plot.applies(workload):
        return where
    more = plot.pick(workload, pick)
    return with_conditions(where, more) if more else where


AskedOf = Callable[[Services, Link, Any], tuple[dict[str, Any], dict[str, Any]]]


def register(app: Dash, services: Services, asked_of: AskedOf) -> None:
    """The field, the chips, and the picks.  asked_of: (source, options) of the workload on the page.

    Each has a callback of its own: Dash would call one of several inputs when some of them leave the page.
    """

    def filter_jobs(_pressed: Any, typed: Any, sent: Any, search: Any, key: Any) -> tuple[Any, ...]:
        nothing = (no_update,) * 4
        if not ctx.triggered or not ctx.triggered[0]["value"]:  # Dash calls back when they appear, too
            return nothing
        try:
            record = services.store.workload_record(str(key))
            before = str(record["options"].get("where") or "")
            where = asked(services, str(key), before, ctx.triggered_id, typed, sent)
            source, options = asked_of(services, link.read(search), key)
            changed = WorkloadOptions.of(options | {"where": where})
            if (changed.where or "") == before:
                return no_update, no_update, None, no_update
            check_names(parse(changed.where or "", LOG), names_of(services.store.workload(str(key))))
            return *open_load(services, source, changed.as_json()), key
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update

    presses = (Input(ids.act("filter", ALL), "n_clicks"), Input(FIELD, "n_submit"), Input(ids.PICKED_JOBS, "data"))
    for pressed in presses:
        app.callback(
            Output(ids.REQUEST, "data", allow_duplicate=True),
            Output(ids.URL, "href", allow_duplicate=True),
            Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
            Output(ids.CHANGED_FROM, "data", allow_duplicate=True),
            pressed,
            State(FIELD, "value", allow_optional=True),
            State(ids.PICKED_JOBS, "data"),
            State(ids.URL, "search"),
            State(ids.LOADED, "data"),
            prevent_initial_call=True,
        )(filter_jobs)


def asked(services: Services, key: str, before: str, trigger: Any, typed: Any, sent: Any) -> str:
    """The filter that a press, Enter or a pick asks for; raises InputError, StoreError."""
    if trigger == ids.PICKED_JOBS:
        return picked(services.store.workload(key), before, sent)
    pressed = str(trigger.get("key")) if isinstance(trigger, Mapping) and trigger.get("type") == "filter" else "field"
    if pressed.startswith("="):
        return pressed[1:]
    if not isinstance(typed, str | None):
        raise InputError("The filter is no text; wanted: conditions such as processors>=64.")
    return typed or ""
