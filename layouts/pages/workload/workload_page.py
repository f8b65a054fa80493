"""Workload: open a log or make one, see what is in it and what was repaired, and send it to Compare."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update
from flask import has_request_context, request

from layouts import ids, theme
from layouts.frame import samples
from layouts.frame.callbacks import Services, run_spec, start
from layouts.frame.controls import inline_link, sentence
from layouts.frame.openings import open_load
from layouts.pages.workload import (
    accounts_card,
    body,
    delete_box,
    downloads,
    filter_card,
    generate,
    health_card,
    log_notes,
    pictures,
    reading,
    recipe_box,
    suitable_policies,
    usage_card,
    wait_card,
)
from layouts.pages.workload.cards import all_cards
from layouts.server.web import visitor
from layouts.state import card_state, link
from layouts.state.link import Link
from layouts.topics import ways_from
from scheduler import formats
from scheduler.errors import QueuescopeError
from scheduler.exports import reading_recipes
from scheduler.formats.reading.decompression import SUFFIXES
from scheduler.model.calendars import Calendar, calendar_of_platform
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import recipe
from scheduler.results import health_reports, sources
from scheduler.results.queue import deletion

LEAD = "The jobs that every policy is given: open a log, make one, or take a sample."
TICK = 300  # ms
MOST_POLICIES = link.MOST_RUNS
CARDS = ((ids.USAGE_PER, "value"), (ids.ACCOUNT_AT, "data"), (ids.WAIT_JOB, "value"), (ids.WAIT_AT, "value"))
SOURCE = "qs-card qs-source"
IN_SIGHT = {
    "position": "sticky",
    "top": 68,
    "bottom": 12,
    "zIndex": 60,
    "borderRadius": 8,
    "background": "var(--qs-surface)",
}  # a message stays in the window however far one has scrolled


def layout() -> html.Div:
    """The page; what is loaded follows the address."""
    return html.Div(
        [
            html.Header(
                [
                    html.Div([html.H1("Workload"), html.P(LEAD, className="qs-lead")], className="qs-title"),
                    source_card(),
                ],
                className="qs-workload-head",
            ),
            html.Div(
                [
                    dcc.Interval(id=ids.LOAD_TICK, interval=TICK),
                    dcc.Store(id=ids.LOADED),
                    dcc.Store(id=ids.DIAGNOSED),
                    dcc.Store(id=ids.CHANGED_FROM),
                    dcc.Store(id=ids.PICKED_JOBS),
                    html.Div(id=ids.LOAD_STATE, role="status", **{"aria-live": "polite"}),
                    html.Div(id=ids.OPTIONS_MESSAGE, role="status", style=IN_SIGHT, **{"aria-live": "polite"}),
                    html.Div(id=ids.HEALTH, className="qs-stack"),
                    html.Div(id=ids.WORKLOAD_BODY, className="qs-stack qs-workload"),
                    run_bar(),
                    ahead(),
                ],
                className="qs-stack",
            ),
        ]
    )


def depends_on() -> tuple:
    """What the page is made of but the program: who asks, and which samples and logs there are."""
    return local(), samples.versions(), *sources.logs()


def ahead() -> html.Div:
    """A hidden empty graph: the browser reads plotly while the visitor looks for a file, not after."""
    return html.Div(dcc.Graph(figure={"data": [], "layout": {}}, config=theme.graph_config()), hidden=True)


def source_card() -> html.Details:
    """Three ways to get a workload; closed once there is one."""
    tabs = dmc.Tabs(
        [
            dmc.TabsList(
                [
                    dmc.TabsTab("Your log", value="upload"),
                    dmc.TabsTab("Generate", value="generate"),
                    dmc.TabsTab("Samples and logs", value="samples"),
                    dmc.TabsTab("By hand", value="hand"),
                ]
            ),
            dmc.TabsPanel(drop_area(), value="upload", pt="md"),
            dmc.TabsPanel(generate.area(), value="generate", pt="md"),
            dmc.TabsPanel(shelf(), value="samples", pt="md"),
            dmc.TabsPanel(by_hand(), value="hand", pt="md"),
        ],
        value="upload",
        keepMounted=True,
        id=ids.SOURCE_KIND,
    )
    words = (("Open another workload", "qs-closed"), ("Open a workload", "qs-opened"))
    head = html.Summary([html.Span(text, className=kind) for text, kind in words], className="qs-summary qs-button")
    return html.Details([head, tabs], open=False, id=ids.SOURCE_FORM, className=f"{SOURCE} qs-undecided")


def drop_area() -> html.Div:
    """A file input with its label; the whole window takes drops as well (frontend/forms/upload.js)."""
    return html.Div(
        [
            html.Label(
                [
                    html.B("Drop a log anywhere on the page, or choose one; several files at once are one log"),
                    html.Span(f"{formats.wanted()}; plain, or packed with gzip, xz or zstd", className="qs-soft"),
                ],
                htmlFor="file",
            ),
            html.Span(
                id="file-place",
                **{
                    "data-many": "yes",
                    "data-accept": ",".join((*formats.suffixes(), formats.ARCHIVE, *SUFFIXES.values(), ".txt", ".log")),
                },
            ),
            html.Span(
                ["No log at hand? The ", dcc.Link("catalogue", href="/catalogue"), " says where public ones are."],
                className="qs-soft qs-small",
            ),
            dmc.Checkbox(
                id=ids.NUMBERS_ONLY,
                size="sm",
                label="Replace users, accounts and job names by numbers before the file is kept",
            ),
            html.Span(where_it_goes(), className="qs-soft qs-small"),
        ],
        className="qs-drop",
    )


def where_it_goes() -> str:
    """Honest about where the file goes."""
    return (
        "The file stays on this computer."
        if local()
        else "The file is kept on this server until room is needed or you delete it; "
        "only people with its link can open it."
    )


def local() -> bool:
    """Whether this request came by a name of this computer."""
    return has_request_context() and request.host.split(":")[0] in ("127.0.0.1", "localhost", "[::1]")


def by_hand() -> html.Div:
    """The way to the page where jobs are typed."""
    return html.Div(
        [
            html.P(
                "Type or paste up to 50 jobs, drag their bars, and see at once what every policy makes of "
                "them; from there they open in Compare like any log."
            ),
            dmc.Anchor("Make a workload by hand →", href="/by-hand", fw=600),
        ]
    )


def shelf() -> html.Div:
    """Samples with their lessons, and the logs of the folder QUEUESCOPE_TRACES."""
    logs = [dmc.Button(name, id=ids.act("log", name), variant="default", size="compact-md") for name in sources.logs()]
    return html.Div(
        [
            *samples.shelf(sources.samples()),
            html.H2("Logs on this server") if logs else None,
            html.Div(logs, className="qs-row"),
        ]
    )


def run_bar() -> html.Div:
    """Sticky, one line: the policies to run, and the way to their comparison."""
    chosen = dmc.MultiSelect(
        id=ids.POLICIES,
        data=[],
        value=[],
        searchable=True,
        hidePickedOptions=True,
        maxValues=MOST_POLICIES,
        placeholder="+ choose",
        nothingFoundMessage="No policy of this name suits the workload.",
        maxDropdownHeight=380,
        comboboxProps={"position": "top-start", "shadow": "md"},
        className="qs-grow",
        **{"aria-label": "Policies to run (one to six)"},
    )
    return html.Div(
        [
            html.B("Run"),
            chosen,
            html.Div(id=ids.UNSUITED),
            dmc.Button("Simulate and compare", id=ids.SIMULATE),
            *(inline_link(words, path) for words, path in ways_from("/workload")),
            html.Div(id=ids.SIMULATE_MESSAGE, role="status", className="qs-whole-line", **{"aria-live": "polite"}),
        ],
        id=ids.SIMULATE_BAR,
        className="qs-sticky",
        hidden=True,
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page."""
    opening(app, services)
    generate.register(app, services)
    watching(app, services)
    address(app)
    diagnosing(app, services)
    showing(app, services)
    applying(app, services)
    for card in all_cards().values():
        card.register(app, services)
    pictures.register(app, services)
    reading.register(app, services)
    register_offered_changes(app, services)
    filter_card.register(app, services, body.asked_of)
    following(app, services)
    usage_card.register(app, services)
    accounts_card.register(app, services)
    wait_card.register(app, services)
    delete_box.register(app, services)
    going_on(app, services)


def opening(app: Dash, services: Services) -> None:
    """A log of the server."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("log", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def open_log(_logs: Any) -> tuple:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:
            return no_update, no_update, no_update
        return tuple(open_load(services, {"kind": "log", "name": str(ctx.triggered_id["key"])}, {}))


def watching(app: Dash, services: Services) -> None:
    """What the address names: a load under way, or a workload."""

    @app.callback(
        Output(ids.LOAD_STATE, "children"),
        Output(ids.LOADED, "data"),
        Output(ids.LOAD_TICK, "disabled"),
        Output(ids.LOAD_TICK, "interval"),
        Output(ids.SOURCE_FORM, "open"),
        Output(ids.SOURCE_FORM, "className"),
        Input(ids.LOAD_TICK, "n_intervals", allow_optional=True),
        Input(ids.URL, "search"),
        State(ids.LOADED, "data", allow_optional=True),
        State(ids.URL, "pathname"),
    )
    def watch(_ticks: Any, search: str | None, before: Any, path: str | None) -> tuple[Any, ...]:
        if path != "/workload":
            return no_update, no_update, True, no_update, no_update, no_update
        asked = link.read(search)
        message, key, pause = followed(services, asked)
        if key and key != before:
            message = body.drawing()  # until show() has drawn it
        opened = not (key or pause or needs_options(services, asked))
        return message, no_update if key == before else key, not pause, pause or TICK, opened, SOURCE


def needs_options(services: Services, asked: Link) -> bool:
    """Whether the page offers options to correct: then nothing else is open, and they are in sight."""
    return bool(asked.load) and body.correctable(services.runs.status(asked.load))


def address(app: Dash) -> None:
    """Once it is read, a workload has an address of its own."""
    app.clientside_callback(
        ClientsideFunction("queuescope", "workload"),
        Output(ids.LOADED, "id"),
        Input(ids.LOADED, "data"),
        prevent_initial_call=True,
    )


def followed(services: Services, asked: Link) -> tuple[Any, str | None, int | None]:
    """(what to say, key of the workload if there is one, ms until to ask again, None: never)."""
    if asked.bad:
        return sentence(f"The link names {asked.bad[0]!r}, which is no key; open the log again.", "error"), None, None
    if asked.workload:
        if services.store.has_workload(asked.workload):
            return None, asked.workload, None
        return sentence("This workload is no longer kept on the server; open the log again.", "warning"), None, None
    if not asked.load:
        return None, None, None
    status = services.runs.status(asked.load)  # first, so that a load which ends meanwhile is in the store
    if key := services.store.loaded(asked.load):
        return None, key, None
    message, key, pause = body.progress(status)
    if status.state == "failed" and (
        read_so := reading.card(services, (status.spec or {}).get("source"), wanted=not body.correctable(status))
    ):
        message = html.Div([message, read_so], className="qs-stack qs-unread")
    return message, key, pause


def diagnosing(app: Dash, services: Services) -> None:
    """What was changed by the last press, and the health of the log; the rest, which takes its time, follows."""

    @app.callback(
        Output(ids.HEALTH, "children"),
        Output(ids.DIAGNOSED, "data"),
        Input(ids.LOADED, "data"),
        State(ids.CHANGED_FROM, "data"),
    )
    def diagnose(key: str | None, before: Any) -> tuple[list | None, str | None]:
        if not key:
            return None, None
        try:
            workload, record = services.store.workload(key), services.store.workload_record(key)
            changed = log_notes.change(services, before, key)
            report = health_reports.of_workload(services.store, record)
            own = deletion.owns(services.store, record["source"].get("key"), visitor())
        except QueuescopeError:
            return None, key  # show() says what is wrong
        return [changed, health_card.card(workload, record, report, changed is not None, own)], key


def showing(app: Dash, services: Services) -> None:
    """The workload in numbers and pictures, its options, and the bar that leads on."""

    @app.callback(
        Output(ids.WORKLOAD_BODY, "children"),
        Output(ids.POLICIES, "data"),
        Output(ids.POLICIES, "value"),
        Output(ids.UNSUITED, "children"),
        Output(ids.SIMULATE_BAR, "hidden"),
        Output(ids.LOAD_STATE, "children", allow_duplicate=True),
        Input(ids.DIAGNOSED, "data"),
        Input(ids.SCHEME, "data"),
        State(ids.URL, "search"),
        *(State(identity, prop, allow_optional=True) for identity, prop in CARDS),
        prevent_initial_call="initial_duplicate",
    )
    def show(key: str | None, scheme: str | None, search: Any, *cards: Any) -> tuple[Any, Any, Any, Any, bool, Any]:
        if not key:
            return None, [], [], None, True, no_update
        try:
            workload, record = services.store.workload(key), services.store.workload_record(key)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), [], [], None, True, None
        listed, chosen, others = suitable_policies.policies(workload)
        again = ctx.triggered_id == ids.SCHEME  # then the page holds what the address does not tell Dash yet
        kept, state = (no_update, card_state.of_values(*cards)) if again else (chosen, card_state.read(search))
        below = body.body(workload, record, scheme or "light", key, state)
        content = [reading.card(services, record["source"]), *below, downloads.card(workload, key)]
        beside = [html.Div(one) for one in (others, health_card.asks(workload, record)) if one is not None]
        return content, listed, kept, beside, False, None


def applying(app: Dash, services: Services) -> None:
    """The options of the form and those of cards of topics, whichever button asks for them."""
    names, props = ("options", *all_cards()), ("id", "value", "checked")
    forms = [State(ids.param(form, ALL), prop) for prop in props for form in names]

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
        Output(ids.CHANGED_FROM, "data"),
        Input({"type": "apply", "key": ALL}, "n_clicks"),
        State(ids.URL, "search"),
        State(ids.LOADED, "data"),
        *forms,
        prevent_initial_call=True,
    )
    def apply(_clicks: Any, search: Any, key: Any, *forms: Sequence) -> tuple[Any, ...]:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:  # Dash calls back when a button appears, too
            return (no_update,) * 4
        try:
            count = len(names)
            inputs, values, switches = (list(chain(*forms[at : at + count])) for at in range(0, len(forms), count))
            options = body.read_options(inputs, values, switches, calendar(services, key))
            for card in all_cards().values():
                options = card.changed(options, str(ctx.triggered_id["key"]))
            return *open_load(services, body.source_of(services, link.read(search)), options.as_json()), key
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update


def calendar(services: Services, key: Any) -> Calendar | None:
    """The calendar of the log of a workload; None where there is none."""
    if not isinstance(key, str) or not services.store.has_workload(key):
        return None
    return calendar_of_platform(services.store.workload(key).platform)


def register_offered_changes(app: Dash, services: Services) -> None:
    """The workload made anew as a message or a note offers: what the button says changed, the others as they are."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.OPTIONS_MESSAGE, "children", allow_duplicate=True),
        Output(ids.CHANGED_FROM, "data", allow_duplicate=True),
        Input(ids.act("suit", ALL), "n_clicks"),
        State(ids.URL, "search"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def suit(_clicks: Any, search: Any, key: Any) -> tuple:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:
            return (no_update,) * 4
        try:
            source, options = body.asked_of(services, link.read(search), key)
            changed = WorkloadOptions.of(options | log_notes.read_press(ctx.triggered_id["key"]))
            return *open_load(services, source, changed.as_json()), key
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update


def following(app: Dash, services: Services) -> None:
    """The log on the page, read and its jobs taken as a recipe says."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.RECIPE_MESSAGE, "children"),
        Output(ids.CHANGED_FROM, "data", allow_duplicate=True),
        Input(ids.RECIPE_FOLLOW, "n_clicks"),
        State(ids.RECIPE, "value"),
        State(ids.URL, "search"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def follow(clicks: Any, text: Any, search: Any, key: Any) -> tuple[Any, ...]:
        if not clicks:
            return (no_update,) * 4
        try:
            wanted = recipe.read(reading_recipes.of_lines(str(text or ""), "This text"))
            source, _ = body.asked_of(services, link.read(search), key)
            opened = open_load(services, recipe_box.read_as(source, wanted), wanted.asked)
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "error"), no_update
        return opened.request, opened.href, opened.message, key


def going_on(app: Dash, services: Services) -> None:
    """Simulate the chosen policies and go to Compare."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.SIMULATE_MESSAGE, "children"),
        Input(ids.SIMULATE, "n_clicks"),
        State(ids.POLICIES, "value"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def simulate(clicks: Any, policies: Any, key: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        chosen = [str(policy) for policy in policies or []]
        if not 1 <= len(chosen) <= MOST_POLICIES:
            return no_update, no_update, sentence(f"Choose one to {MOST_POLICIES} policies; {len(chosen)} are chosen.")
        started = start(services, [run_spec(str(key), policy) for policy in chosen])
        if started.problem:
            return no_update, no_update, sentence(started.problem, "error")
        return started.request, "/compare" + link.write(Link(str(key), runs=started.keys)), None
