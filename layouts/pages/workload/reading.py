"""How the file of a workload is read where it does not tell: its first rows, which column is what, units, time zone.

The form says what was guessed; what is chosen here becomes the reading of the source, a part of the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, ctx, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import form_for, sentence
from layouts.frame.openings import open_load
from layouts.pages.workload import body
from layouts.state import link
from scheduler.errors import QueuescopeError
from scheduler.formats import Format
from scheduler.formats.reading.preview import Preview
from scheduler.formats.reading.table_fields import FIELDS, NONE, TIMED
from scheduler.params import Param
from scheduler.results import sources
from scheduler.wording import counted

FORM = "reading"
NO_COLUMN = "(no column)"
AS_IT_LOOKS = ""  # the value of a unit that nobody chose
NEEDED = (
    "submit",
    "runtime",
    "requested_processors",
    "allocated_processors",
    "requested_time",
    "start",
    "end",
    "user_id",
    "job_id",
)  # fields that most want; the others stand behind a button


def card(services: Services, source: Mapping[str, Any] | None, wanted: bool = False) -> html.Details | None:
    """The reading of a file; None where there is nothing to choose.  wanted: it could not be read as it is.

    The first rows are shown even where the reading does not go with the file: then as without it.
    """
    if not source or source.get("kind") == "generate":
        return None
    try:
        seen = _preview(services, source)
    except QueuescopeError:
        return None
    entry, preview = seen if seen else (None, None)
    if entry is None or not entry.params:
        return None
    parts = (
        _of_columns(entry, preview, source)
        if preview
        else [html.Div(form_for(entry.params, FORM, source.get("reading")), className="qs-forms")]
    )
    return html.Details(
        [
            html.Summary(f"How {source['name']} is read: {_summary(preview, source)}", className="qs-summary"),
            *parts,
            html.Div(
                dmc.Button("Read the file so", id=ids.act("read-so", FORM), variant="light"), className="qs-apply"
            ),
        ],
        className="qs-card qs-options-form qs-reading",
        open=wanted or bool(preview and preview.missing),
    )


def _preview(services: Services, source: Mapping[str, Any]) -> tuple[Format, Preview | None] | None:
    try:
        return sources.preview(dict(source), services.store)
    except QueuescopeError:
        return sources.preview({**source, "reading": {}}, services.store)


def _summary(preview: Preview | None, source: Mapping[str, Any]) -> str:
    if preview is None:
        return "what it does not tell"
    if preview.missing:
        return "something is missing"
    return "columns as chosen" if source.get("reading") else "columns by their names"


def _of_columns(entry: Format, preview: Preview, source: Mapping[str, Any]) -> list:
    """What is missing, the first rows, and a select for each field of a job."""
    more = [name for name in FIELDS if name not in NEEDED]
    others = [param for param in entry.params if param.name not in FIELDS and not param.name.endswith("_unit")]
    chosen = dict(source.get("reading") or {})
    return [
        html.Ul([html.Li(words, className="qs-missing") for words in preview.missing]) if preview.missing else None,
        rows(preview),
        html.Div([_pair(name, preview, chosen, entry) for name in NEEDED], className="qs-forms"),
        html.Div(
            form_for(others, FORM, {**chosen, "separator": preview.reading.get("separator")}), className="qs-forms"
        ),
        html.Details(
            [
                html.Summary(f"More: {counted(len(more), 'field')}"),
                html.Div([_pair(name, preview, chosen, entry) for name in more], className="qs-forms"),
            ],
            className="qs-more",
        ),
    ]


def rows(preview: Preview) -> html.Div:
    """The first rows of a file, as they stand in it, each column with the field it is read as."""
    fields: dict[str, list[str]] = {}
    for name in FIELDS:
        if column := preview.reading.get(name):
            fields.setdefault(column, []).append(name.replace("_", " "))
    head = [f"{column} → {', '.join(fields[column])}" if column in fields else column for column in preview.columns]
    caption = f"The first {counted(len(preview.rows), 'row')}; an arrow says what a column is read as"
    return html.Div(
        dmc.Table(
            data={"head": head, "body": [list(row) for row in preview.rows], "caption": caption},
            captionSide="top",
            tabularNums=True,
            className="qs-data",
        ),
        className="qs-scroll",
        tabIndex="0",
        role="region",
        **{"aria-label": "The first rows of the file"},
    )


def _pair(name: str, preview: Preview, chosen: Mapping[str, str], entry: Format) -> html.Div:
    """The column of a field, and its unit where it is a time."""
    field = FIELDS[name]
    columns = [{"value": NONE, "label": NO_COLUMN}, *({"value": one, "label": one} for one in preview.columns)]
    selects = [
        dmc.Select(
            id=ids.param(FORM, name),
            label=name.replace("_", " "),
            data=columns,
            description=f"which column tells {field.means}",
            value=preview.reading.get(name, NONE),
            allowDeselect=False,
            searchable=True,
        )
    ]
    if name in TIMED:
        guessed = preview.reading.get(f"{name}_unit", "")
        unit = next(param for param in entry.params if param.name == f"{name}_unit")
        looks = f"as it looks ({guessed})" if guessed and f"{name}_unit" not in chosen else "as it looks"
        units = [{"value": AS_IT_LOOKS, "label": looks}, *({"value": one, "label": one} for one in unit.choices)]
        selects.append(
            dmc.Select(
                id=ids.param(FORM, unit.name),
                data=units,
                value=chosen.get(unit.name, AS_IT_LOOKS),
                allowDeselect=False,
                mt=4,
                **{"aria-label": f"unit of {name.replace('_', ' ')}"},
            )
        )
    return html.Div(selects)


def read_form(
    params: Sequence[Param], guessed: Mapping[str, str], inputs: Sequence[Mapping[str, Any]], values: Sequence[Any]
) -> dict[str, str]:
    """The reading that a form says: only what is not guessed anyway.

    guessed: the complete reading of the file where nothing is said; inputs, values: ids and values of the inputs.
    """
    entries = {str(which.get("name")): value for which, value in zip(inputs, values, strict=True)}
    reading = {}
    for param in params:
        value = entries.get(param.name)
        usual = guessed.get(param.name, NONE if param.name in FIELDS else "")
        if isinstance(value, str) and value and value != usual:
            reading[param.name] = value
    return reading


def register(app: Dash, services: Services) -> None:
    """The file is read again as the form says."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("read-so", ALL), "n_clicks"),
        State(ids.param(FORM, ALL), "id"),
        State(ids.param(FORM, ALL), "value"),
        State(ids.URL, "search"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def read_so(_clicks: Any, inputs: Sequence, values: Sequence, search: Any, key: Any) -> tuple:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:
            return no_update, no_update, no_update
        try:
            source, options = body.asked_of(services, link.read(search), key)
            seen = sources.preview({**source, "reading": {}}, services.store)
            if seen is None:
                return no_update, no_update, sentence("This workload is of no file that could be read anew.", "error")
            entry, preview = seen
            reading = read_form(entry.params, preview.reading if preview else {}, inputs, values)
            return tuple(open_load(services, {**source, "reading": reading}, options))
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error")
