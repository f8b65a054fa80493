"""Sweeps on Compare: the list of those kept here, and of the one that is open a chart of any of its metrics.

Which one is open, and of which metric, stands in the address; with runs or without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.drawing import data_charts
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence, spoken
from layouts.memory.cache import cached
from layouts.pages.compare.sweeps import sweep_chart as charts
from layouts.state import page_state
from layouts.state.link import Link, write
from layouts.state.page_state import STORES
from layouts.words.slice_names import thin_spaces
from scheduler.exports.sweep_table import comma_separated
from scheduler.metrics import all_metrics, titled
from scheduler.results.sweeps.sweep import kept, load_record
from scheduler.wording import counted

COMMAND = "python -m scheduler sweep PLAN.toml --out FILE.parquet"
HEADING = "sweeps-heading"


def section() -> html.Section:
    """The place of the list and of the sweep that is open."""
    return html.Section(
        [html.Div(id=ids.SWEEPS, className="qs-card"), html.Div(id=ids.SWEEP_BODY), dcc.Download(id=ids.SWEEP_SAVED)],
        className="qs-stack",
        **{"aria-label": "Sweeps"},
    )


def stored(asked: Link) -> list[str] | None:
    """What the store holds of a link."""
    return [asked.sweep, asked.metric] if asked.sweep else None


def register(app: Dash, services: Services) -> None:
    """The list, the open sweep, choosing."""
    showing(app, services)
    choosing(app, services)
    saving(app, services)


def showing(app: Dash, services: Services) -> None:
    """The list and the chart follow the store, which follows the address."""

    @app.callback(
        Output(ids.SWEEPS, "children"),
        Output(ids.SWEEP_BODY, "children"),
        inputs={"changes": [Input(ids.SWEEP, "data"), Input(ids.SCHEME, "data")]},
        state={"stores": STORES},
    )
    def show(changes: Any, stores: dict[str, Any]) -> tuple[Any, Any]:
        page = page_state.read(stores)
        return listing(services, page.link.sweep), body(services, page.link, page.scheme)


def choosing(app: Dash, services: Services) -> None:
    """Another sweep or metric is another address."""

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        inputs={"clicks": Input(ids.act("sweep", ALL), "n_clicks")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def choose(clicks: Any, stores: dict[str, Any]) -> Any:
        if not any(clicks or []):  # Dash calls back when a button appears, too
            return no_update
        return "/compare" + write(clicked(page_state.read(stores).link, str(ctx.triggered_id["key"])))

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        inputs={"metric": Input(ids.SWEEP_METRIC, "value")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def measure(metric: Any, stores: dict[str, Any]) -> Any:
        current_link = page_state.read(stores).link
        new = metered(services, current_link, str(metric))
        return no_update if new == current_link else "/compare" + write(new)


def clicked(current_link: Link, key: str) -> Link:
    """What is open after a click on a sweep of the list: that one, or none where it was open."""
    return replace(current_link, sweep="" if current_link.sweep == key else key)


def metered(services: Services, current_link: Link, metric: str) -> Link:
    """What is open after the choice of a metric; as before where that metric is shown already."""
    record = load_record(services.store, current_link.sweep or None)
    is_same = record is None or metric == charts.metric_of(record, current_link.metric)
    return current_link if is_same else replace(current_link, metric=metric)


def saving(app: Dash, services: Services) -> None:
    """The table of the open sweep, as the command line writes it."""

    @app.callback(
        Output(ids.SWEEP_SAVED, "data"),
        Input(ids.SWEEP_SAVE, "n_clicks"),
        State(ids.SWEEP, "data"),
        prevent_initial_call=True,
    )
    def save(clicks: Any, sweep: Any) -> Any:
        record = load_record(services.store, page_state.read({"sweep": sweep}).link.sweep or None)
        if not clicks or record is None:
            return no_update
        return {"content": comma_separated(record), "filename": f"sweep-{record['key'][:8]}.csv", "type": "text/csv"}


# -- the list


def listing(services: Services, open_key: str) -> list:
    """Every sweep kept here, newest first, each with a button that opens it; folded unless one is open."""
    sweeps = kept(services.store)
    if not sweeps:
        return [
            html.H2("Sweeps", id=HEADING),
            html.P(
                [
                    "No sweep is kept here. Policies at several loads, slices or seeds are run by ",
                    html.Code(COMMAND),
                    "; their curves then appear here.",
                ],
                className="qs-soft",
            ),
        ]
    names = html.Tr(
        [html.Th(text, scope="col") for text in ("sweep", "log", "policies", "loads and processors", "runs", "made")]
    )
    table = html.Div(
        html.Table(
            [
                html.Caption("Sweeps kept here", className="qs-unseen"),
                html.Thead(names),
                html.Tbody([entry(record, record["key"] == open_key) for record in sweeps]),
            ],
            className="qs-table",
        ),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-labelledby": HEADING},
    )
    head = html.Summary(f"Sweeps kept here: {len(sweeps)}", id=HEADING, className="qs-summary")
    return [html.Details([head, table], open=bool(open_key))]


def entry(record: Mapping[str, Any], opened: bool) -> html.Tr:
    """A sweep of the list."""
    button = dmc.Button(
        thin_spaces(record["name"]),
        id=ids.act("sweep", record["key"]),
        size="compact-sm",
        variant="filled" if opened else "default",
        **{"aria-pressed": "true" if opened else "false"},
    )
    return html.Tr(
        [
            html.Th(button, scope="row"),
            html.Td(record["trace"]),
            html.Td("; ".join(record["policies"])),
            html.Td(loads(record)),
            html.Td(counts(record)),
            html.Td(f"{datetime.fromtimestamp(record['made'], UTC):%Y-%m-%d %H:%M} UTC", className="qs-keep"),
        ]
    )


def loads(record: Mapping[str, Any]) -> str:
    """The loads of a sweep, in words, and the sizes of its machine where it names them."""
    load_names = ["as recorded" if load is None else f"{load:g}" for load in record["loads"]]
    *others, last = [*record.get("processors", ())] or [None]
    sizes = [", ".join([*map(str, others), counted(last, "processor")])] if last is not None else []
    return "; ".join([*load_names, *sizes])


def counts(record: Mapping[str, Any]) -> str:
    """How many runs, on how many slices."""
    slices = f" on {theme.counted(record['slices'], 'slice')}" if record["slices"] > 1 else ""
    return f"{theme.number(record['runs'])}{slices}"


# -- the sweep that is open


def body(services: Services, current_link: Link, scheme: str) -> Any:
    """The chart of the sweep an address names, or why there is none."""
    if not current_link.sweep:
        return None
    record = load_record(services.store, current_link.sweep)
    if record is None:
        return sentence("This sweep is not kept on this server (any more); run its plan again.", "warning")
    return opened(record, charts.metric_of(record, current_link.metric), scheme)


def opened(record: Mapping[str, Any], metric: str, scheme: str) -> html.Div:
    """Choice of the metric, chart, table, file."""
    keys = charts.metrics_of(record)
    chart = cached(("sweep", record["key"], metric), lambda: charts.of_record(record, metric))
    choice = dmc.Select(
        id=ids.SWEEP_METRIC,
        label="Metric",
        value=metric,
        allowDeselect=False,
        searchable=True,
        w=320,
        data=[{"value": key, "label": titled(all_metrics()[key], record["threshold"])} for key in keys],
    )
    save = dmc.Button("Save the table (CSV)", id=ids.SWEEP_SAVE, variant="default")
    graph = dcc.Graph(
        id=ids.graph(record["key"], "sweep"),
        figure=charts.figure(chart, scheme),
        config=theme.graph_config(),
        style={"height": charts.HEIGHT},
    )
    return html.Div(
        [
            html.Div([choice, save], className="qs-row qs-end qs-card"),
            spoken(
                chart.title,
                f"{record['name']}: {record['trace']}",
                list(map(thin_spaces, chart.caption)),
                graph,
                data_charts.rows(chart),
                "sweep",
                wide=True,
            ),
        ],
        className="qs-stack",
    )
