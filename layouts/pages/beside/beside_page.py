"""Two workloads beside each other: a log raw and cleaned, two years of one, two machines.

The address says which two; the browser offers those it opened lately, and the link of any other can be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids, theme
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, sentence, spoken, table
from layouts.pages.beside import charts
from layouts.state import link
from layouts.words import slice_names
from scheduler.analysis.workloads import two_workloads
from scheduler.analysis.workloads.two_workloads import Difference
from scheduler.durations import human
from scheduler.errors import QueuescopeError, StoreError
from scheduler.model.workload import Workload
from scheduler.results.records import Record
from scheduler.results.store import Store

PATH = "/beside"
LEAD = "Two workloads on the same axes: a log as it is and cleaned, this year and the last, your machine and another."
SIDES = ("w", "other")  # of the address
HEIGHT = 270  # px of a chart
SIZES = (
    "Cliff's delta is the probability that a value of the second workload is above one of the first, less the "
    "probability that it is below. From 0.15 on the difference is small, from 0.33 medium, from 0.47 large. With "
    "many thousand jobs every test would call any difference significant, so none is made."
)


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The two choices, then what the address names."""
    return shell.titled(
        "Two workloads",
        LEAD,
        html.Div(
            [
                html.Div(
                    [
                        *(
                            dmc.Select(
                                id=identity,
                                label=label,
                                data=[],
                                value=None,
                                searchable=True,
                                allowDeselect=False,
                                placeholder="opened lately",
                                nothingFoundMessage="No other was opened lately.",
                                className="qs-grow",
                            )
                            for identity, label in ((ids.BESIDE_FIRST, "First"), (ids.BESIDE_SECOND, "Second"))
                        ),
                        dmc.TextInput(
                            id=ids.BESIDE_LINK,
                            label="or the link of the second",
                            placeholder="…/workload?w=…",
                            value="",
                            debounce=ENTERED,
                            autoComplete="off",
                            className="qs-grow",
                        ),
                        dmc.Button("Exchange", id=ids.BESIDE_EXCHANGE, variant="default"),
                    ],
                    className="qs-card qs-row qs-end",
                ),
                dcc.Store(id=ids.BESIDE_NAMES),
                html.Div(id=ids.BESIDE_MESSAGE, role="status", **{"aria-live": "polite"}),
                html.Div(id=ids.BESIDE_BODY, className="qs-stack"),
            ],
            className="qs-stack",
        ),
    )


def asked(search: str | None) -> tuple[str, str]:
    """The keys an address names; empty where there is none.  Raises StoreError for what is no key."""
    fields = {name: values[0] for name, values in parse_qs((search or "").lstrip("?")[: link.LONGEST]).items()}
    first, second = (fields.get(side, "") for side in SIDES)
    for key in (first, second):
        if key and not link.KEY.fullmatch(key):
            raise StoreError(f"The link names {key[:40]!r}, which is no key of a workload; choose one of the list.")
    return first, second


def records_of(store: Store, keys: Sequence[str]) -> tuple[dict[str, Record], str]:
    """({key: record} of the workloads that can be read, why another cannot): one that is gone leaves the other."""
    records, refusal = {}, ""
    for key in filter(None, keys):
        try:
            records[key] = store.workload_record(key)
        except StoreError as error:
            refusal = refusal or str(error)
    return records, refusal


def key_of_link(text: str) -> str:
    """The key in a pasted link, or a key alone.  Raises StoreError."""
    key = link.read(text.partition("?")[2]).workload if "?" in text else text.strip()
    if not link.KEY.fullmatch(key):
        raise StoreError(
            f"{text.strip()[:60]!r} is no link of a workload; wanted: the address of its Workload page, "
            "such as /workload?w=0123456789abcdef."
        )
    return key


def address(first: str, second: str) -> str:
    """The address of two workloads."""
    return f"{PATH}?" + "&".join(f"{side}={key}" for side, key in zip(SIDES, (first, second), strict=True) if key)


def names_of(first: str, second: str, records: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """What the two are called; two of one name are told apart."""
    one, other = (slice_names.of_record(records[key]) for key in (first, second))
    return (one, other) if one != other else (f"{one} (first)", f"{other} (second)")


def body(first: Workload, second: Workload, names: tuple[str, str], scheme: str, export: str = "") -> list:
    """The finding, the numbers, the distributions.  export: the address of all numbers as a file."""
    differences = two_workloads.differences(first, second)
    return [
        html.Section(
            [
                html.H2(f"{names[0]} beside {names[1]}"),
                html.P(finding(first, second, differences)),
                _scrolled(totals_table(first, second, names), "The two as wholes"),
            ],
            className="qs-card",
        ),
        html.Section(
            [
                html.H2("How much they differ"),
                _scrolled(differences_table(differences), "Differences of the two, the largest first"),
                html.P([SIZES, " ", html.A("All numbers as CSV", href=export)], className="qs-soft qs-small"),
            ],
            className="qs-card",
        ),
        html.Div(
            [
                *(_figure(one, (first, second), names, scheme) for one in differences),
                _week((first, second), names, scheme),
            ],
            className="qs-grid qs-pictures",
        ),
    ]


def finding(first: Workload, second: Workload, differences: list[Difference]) -> str:
    """Which measures differ most, in a sentence."""
    apart = sorted((one for one in differences if one.size not in ("", "negligible")), key=lambda one: -abs(one.delta))[
        :3
    ]
    if not any(one.size for one in differences):
        return "The two have no values in common."
    if not apart:
        return "By none of these measures do the two differ more than negligibly."
    parts = [
        f"{one.measure.title} ({one.size}; half at most {charts.value_text(one.measure, one.second.median)} "
        f"instead of {charts.value_text(one.measure, one.first.median)})"
        for one in apart
    ]
    return f"The second differs most in {'; '.join(parts)}."


def totals_table(first: Workload, second: Workload, names: tuple[str, str]) -> list[dict[str, str]]:
    """A row per number of the whole."""
    wholes = [two_workloads.totals(workload) for workload in (first, second)]
    return [
        {"": title, **{name: text(whole) for name, whole in zip(names, wholes, strict=True)}} for title, text in _TOTALS
    ]


_TOTALS = (
    ("jobs", lambda whole: theme.number(whole.jobs)),
    ("users", lambda whole: theme.number(whole.users) if whole.users else "—"),
    ("processors of the machine", lambda whole: theme.number(whole.processors)),
    ("time from first to last submission", lambda whole: _length(whole.span)),
    ("jobs per week", lambda whole: theme.number(whole.jobs_per_week)),
    ("offered load", lambda whole: theme.number(whole.load)),
)


def _length(seconds: float) -> str:
    return human(seconds) if seconds == seconds else "—"


def differences_table(differences: list[Difference]) -> list[dict[str, str]]:
    """A row per measure, the largest difference first, those that cannot be compared last."""
    ordered = sorted(differences, key=lambda one: -abs(one.delta) if one.size else 1.0)
    return [
        {
            "measure": one.measure.title,
            **{
                f"{name} of the {side}": charts.value_text(one.measure, value) if value == value else "—"
                for name, pair in (
                    ("median", (one.first.median, one.second.median)),
                    ("90 % at most,", (one.first.most, one.second.most)),
                )
                for side, value in zip(("first", "second"), pair, strict=True)
            },
            "Cliff's delta": charts.delta_text(one) if one.size else "—",
            "size": one.size or "—",
            "largest gap": charts.gap_text(one) if one.size else "—",
        }
        for one in ordered
    ]


def _scrolled(rows: list[dict[str, str]], title: str) -> html.Div:
    return html.Div(table(rows, title), className="qs-scroll", tabIndex="0", role="region", **{"aria-label": title})


def _figure(one: Difference, pair: tuple[Workload, Workload], names: tuple[str, str], scheme: str) -> html.Figure:
    values = [one.measure.values(workload) for workload in pair]
    title = one.measure.title[0].upper() + one.measure.title[1:]
    rows = [
        {
            "workload": name,
            "values": numbers.values,
            "mean": numbers.mean,
            "median": numbers.median,
            "90 % at most": numbers.most,
        }
        for name, numbers in zip(names, (one.first, one.second), strict=True)
    ]
    return spoken(
        title,
        "What share of the values is at most so much?",
        charts.caption(one),
        _graph(one.measure.key, charts.distribution(one.measure, values, names, scheme)),
        rows,
        f"beside-{one.measure.key}",
    )


def _week(pair: tuple[Workload, Workload], names: tuple[str, str], scheme: str) -> html.Figure | None:
    profiles = [profile for workload in pair if (profile := two_workloads.week_profile(workload)) is not None]
    if len(profiles) < len(pair):
        return None
    apart = float(abs(profiles[0] - profiles[1]).sum() / 2)
    rows = [
        {
            "day": charts.DAYS[hour // 24],
            "hour": hour % 24,
            **{name: f"{100 * profile[hour]:.2f} %" for name, profile in zip(names, profiles, strict=True)},
        }
        for hour in range(168)
    ]
    return spoken(
        "Hours of the week",
        "When in the week do their jobs come?",
        [f"{theme.percent(apart)} of the jobs of one would have to come at another hour to have the other's week."],
        _graph("week", charts.week(profiles, names, scheme)),
        rows,
        "beside-week",
    )


def _graph(key: str, figure: Any) -> dcc.Graph:
    return dcc.Graph(id=ids.graph("beside", key), figure=figure, config=theme.graph_config(), style={"height": HEIGHT})


def register(app: Dash, services: Services) -> None:
    """The body follows the address, the address follows the choices."""
    showing(app, services)
    choosing(app)


def showing(app: Dash, services: Services) -> None:
    """What the address names."""

    @app.callback(
        Output(ids.BESIDE_BODY, "children"),
        Output(ids.BESIDE_NAMES, "data"),
        Output(ids.BESIDE_MESSAGE, "children"),
        Input(ids.URL, "search"),
        Input(ids.SCHEME, "data"),
        State(ids.URL, "pathname"),
    )
    def show(search: str | None, scheme: Any, path: str | None) -> tuple[Any, Any, Any]:
        if path != PATH:
            return no_update, no_update, no_update
        choices: dict[str, Any] = {"first": "", "second": "", "names": {}}
        try:
            keys = asked(search)
            records, refusal = records_of(services.store, keys)
            first, second = (key if key in records else "" for key in keys)
            choices = {
                "first": first,
                "second": second,
                "names": {key: slice_names.of_record(record) for key, record in records.items()},
            }
            if refusal:
                return [], choices, sentence(refusal, "warning")
            if not (first and second):
                return [], choices, sentence(WANTED)
            content = body(
                services.store.workload(first),
                services.store.workload(second),
                names_of(first, second, records),
                "dark" if scheme == "dark" else "light",
                f"/export/workload/{first}/beside.csv?other={second}",
            )
        except QueuescopeError as error:
            return [], choices, sentence(str(error), "warning")
        return content, choices, None

    app.clientside_callback(
        ClientsideFunction("queuescope", "besideChoices"),
        Output(ids.BESIDE_FIRST, "data"),
        Output(ids.BESIDE_SECOND, "data"),
        Output(ids.BESIDE_FIRST, "value"),
        Output(ids.BESIDE_SECOND, "value"),
        Input(ids.BESIDE_NAMES, "data"),
        State(ids.BESIDE_FIRST, "value"),
        State(ids.BESIDE_SECOND, "value"),
        prevent_initial_call=True,
    )


WANTED = (
    "Choose two workloads. The lists hold those this browser opened lately; open any other on Workload first, "
    "or paste its link here."
)


def choosing(app: Dash) -> None:
    """A choice, the exchange of the two and a pasted link lead to their address.

    Each has a callback of its own: a choice that the page itself fills in would otherwise take the place of a link
    that was pasted, or of a press, a moment before.  What is wrong with a link stands at its field, where no answer
    to the address before takes its place.
    """

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Input(ids.BESIDE_FIRST, "value"),
        Input(ids.BESIDE_SECOND, "value"),
        State(ids.BESIDE_NAMES, "data"),
        prevent_initial_call=True,
    )
    def choose(first: Any, second: Any, names: Any) -> Any:
        return other_address(str(first or ""), str(second or ""), names)

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Input(ids.BESIDE_EXCHANGE, "n_clicks"),
        State(ids.BESIDE_FIRST, "value"),
        State(ids.BESIDE_SECOND, "value"),
        State(ids.BESIDE_NAMES, "data"),
        prevent_initial_call=True,
    )
    def exchange(presses: Any, first: Any, second: Any, names: Any) -> Any:
        return other_address(str(second or ""), str(first or ""), names) if presses else no_update

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.BESIDE_LINK, "error"),
        Input(ids.BESIDE_LINK, "value"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def follow(text: Any, search: str | None) -> tuple[Any, Any]:
        if not text:
            return no_update, None
        try:
            return address(asked(search)[0], key_of_link(str(text))), None
        except StoreError as error:
            return no_update, str(error)


def other_address(first: str, second: str, names: Any) -> Any:
    """The address of two choices; no update where the page shows these two already, or one is no key."""
    before = names if isinstance(names, dict) else {}
    same = (first, second) == (before.get("first"), before.get("second"))
    return no_update if same or not re.fullmatch(r"[0-9a-f]*", first + second) else address(first, second)
