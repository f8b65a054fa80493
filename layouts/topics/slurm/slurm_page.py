"""Slurm, what if: slurm.conf and a log, the replay against the recorded waits, then changed settings.

The address names the workload and the two runs, which are runs like any other; the texts of the configuration stay in
this browser's tab.  Nothing that a text names is opened: Include is listed as not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import inline_link, sentence
from layouts.server.web import visitor
from layouts.state import link
from layouts.theme import counted
from layouts.topics.slurm import asked, changes, sliders, slurm_ids, tables, trade_off
from layouts.topics.slurm.asked import PATH
from layouts.words import slice_names
from scheduler.durations import number
from scheduler.errors import InputError, QueuescopeError
from scheduler.model.schedule import Schedule
from scheduler.statistics.week_blocks import agree
from scheduler.topics.slurm.calibration.agreement import agreement, verdict
from scheduler.topics.slurm.calibration.evidence import not_simulated
from scheduler.topics.slurm.calibration.gains import gains
from scheduler.topics.slurm.files.changed_lines import changed_lines
from scheduler.topics.slurm.files.configuration import Configuration
from scheduler.topics.slurm.policies.slurm import POLICY

LEAD = (
    "What would other weights, limits or nodes have done on your cluster? First your log is simulated under your "
    "own slurm.conf and held against the waits it recorded; advice follows only where the two are near enough."
)
THREE = {"gridTemplateColumns": "repeat(auto-fill, minmax(300px, 1fr))", "alignItems": "start"}
TICK = 500  # ms
USUAL = "weight_fairshare"  # what the form of several values begins with
LABELS = (
    ("slurm.conf (needed)", "Partitions, nodes, weights, backfill. Empty: Slurm's defaults, without weights."),
    (
        "sshare -a -P, or sacctmgr dump (needed for fair share)",
        "Accounts, shares and usage. Empty: equal shares for everybody.",
    ),
    ("sacctmgr show qos -P (optional)", "QOS with priorities and limits. Empty: no limits."),
    ("scontrol -o show reservation (optional)", "Reservations. Empty: none."),
    (
        "sacct ... -o JobIDRaw,JobID,Submit,Eligible,Reservation,ReqMem,ReqCPUS,AllocTRES,SubmitLine (optional)",
        "Who asks for a reservation; nice values, dependencies, memory. Empty: nobody, none.",
    ),
)
NO_LOG = "Open a log first: drop it anywhere on this page, or open it on the Workload page and come back from there."
TEXTS = [State(identity, "value") for identity in slurm_ids.TEXTS]
BEGUN = [
    Output(slurm_ids.ASKED, "data", allow_duplicate=True),
    Output(slurm_ids.MESSAGE, "children", allow_duplicate=True),
    Output(slurm_ids.TICK, "disabled", allow_duplicate=True),
]
GONE_TO = [Output(ids.REQUEST, "data", allow_duplicate=True), Output(ids.URL, "href", allow_duplicate=True)]


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The files and their button; then what the address names."""
    texts = [
        dmc.Textarea(
            id=identity,
            label=label,
            description=words,
            value="",
            autosize=True,
            minRows=4,
            maxRows=8,
            persistence=True,
            persistence_type="session",
            spellCheck=False,
        )
        for identity, (label, words) in zip(slurm_ids.TEXTS, LABELS, strict=True)
    ]
    return shell.titled(
        "Slurm, what if",
        LEAD,
        html.Div(
            [
                dcc.Store(id=slurm_ids.ASKED, storage_type="session"),
                dcc.Store(id=slurm_ids.SOURCE, storage_type="session"),
                dcc.Store(id=slurm_ids.UPLOADED),
                dcc.Store(id=slurm_ids.COME),
                dcc.Interval(id=slurm_ids.TICK, interval=TICK, disabled=True),
                html.Section(
                    [
                        html.H2("The log and its configuration"),
                        html.Div(id=slurm_ids.LOG),
                        html.P(
                            [
                                "Drop the files anywhere, choose them, or paste their texts. Include is not "
                                "followed: join the files of slurm.conf first. ",
                                html.Span(id="slurm-files-place", **{"data-texts": ",".join(slurm_ids.TEXTS)}),
                            ]
                        ),
                        html.Div(texts, className="qs-forms", style=THREE),
                        html.Div(dmc.Button("Replay", id=slurm_ids.REPLAY), className="qs-row"),
                        html.Div(id=slurm_ids.MESSAGE, role="status", **{"aria-live": "polite"}),
                    ],
                    className="qs-card qs-stack",
                ),
                html.Div(id=slurm_ids.BODY, className="qs-stack", **{"data-python": "yes"}),
            ],
            className="qs-stack",
        ),
    )


def register(app: Dash, services: Services) -> None:
    """Asking for a run, how far it is, and what came of it."""
    asking(app, services)

    @app.callback(
        Output(slurm_ids.LOG, "children"),
        Output(slurm_ids.BODY, "children"),
        Output(slurm_ids.TICK, "disabled", allow_duplicate=True),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
        State(ids.SCHEME, "data"),
        *TEXTS,
        prevent_initial_call="initial_duplicate",
    )
    def show(search: Any, path: Any, scheme: Any, *contents: Any) -> tuple[Any, Any, Any]:
        if path != PATH:
            return no_update, no_update, no_update
        current = link.read(search)
        if current.load:
            return None, [], False
        try:
            parts = body(services, search, contents, str(scheme or "light"))
            return log_line(services, current.workload), parts, no_update
        except QueuescopeError as error:
            return sentence(f"{error}", "warning"), [], no_update


def asking(app: Dash, services: Services) -> None:
    """A log that is sent, the two buttons, and the clock that follows what they began."""
    taking(app, services)
    replaying(app, services)
    changing(app, services)
    sliders.following(app, changes.FORM)
    trying(app, services)
    following(app, services)


def taking(app: Dash, services: Services) -> None:
    """A log that is dropped on this page is read for the nodes of slurm.conf."""

    @app.callback(
        *GONE_TO,
        BEGUN[1],
        Output(slurm_ids.SOURCE, "data"),
        Output(ids.UPLOAD_STATE, "children", allow_duplicate=True),
        Input(slurm_ids.UPLOADED, "data"),
        *TEXTS,
        prevent_initial_call=True,
    )
    def take(uploaded: Any, *contents: Any) -> tuple:
        if not isinstance(uploaded, dict):
            return (no_update,) * 5
        source = {"kind": "upload", "key": str(uploaded.get("key")), "name": str(uploaded.get("name"))[:120]}
        new = asked.load(services, source, contents)
        return new.request, new.address, new.message, source, ""


def replaying(app: Dash, services: Services) -> None:
    """Replay asks for the run under the configuration as it stands."""

    @app.callback(
        *GONE_TO,
        *BEGUN,
        Input(slurm_ids.REPLAY, "n_clicks"),
        State(ids.URL, "search"),
        State(slurm_ids.SOURCE, "data"),
        *TEXTS,
        prevent_initial_call=True,
    )
    def replay(clicks: Any, search: Any, source: Any, *contents: Any) -> tuple:
        if not clicks:
            return (no_update,) * 5
        workload = link.read(search).workload
        if not workload and isinstance(source, dict):
            new = asked.load(services, source, contents)
            pressed = {"load": new.key, "again": clicks} if new.key else no_update  # what is replayed once it is read
            return new.request, new.address, pressed, new.message, not new.key
        try:
            if not workload:
                raise InputError(NO_LOG)
            params, _ = asked.configured(services, workload, contents)
        except QueuescopeError as error:
            return no_update, no_update, no_update, sentence(str(error), "error"), no_update
        wanted = {**asked.wanted(search, [params]), "again": clicks, "part": "replay"}
        return no_update, no_update, wanted, no_update, False


def changing(app: Dash, services: Services) -> None:
    """Run with these settings asks for a second run, with what the form says."""
    form = ids.param(changes.FORM, ALL)

    @app.callback(
        *BEGUN,
        Input(slurm_ids.TRY, "n_clicks"),
        State(ids.URL, "search"),
        State(form, "id"),
        State(form, "value"),
        State(form, "checked"),
        prevent_initial_call=True,
    )
    def attempt(clicks: Any, search: Any, names: Any, values: Any, switches: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        current = link.read(search)
        try:
            runs = [one.params for one in schedules_of(services, current)]
            params = runs[0]
            after = changes.changed(params, names, values, switches)
            if after == params:
                raise InputError("These are the settings of the replay; change one of them.")
        except QueuescopeError as error:
            return no_update, sentence(str(error), "error"), no_update
        # what several values gave stays
        new = asked.wanted(search, runs, after) if len(runs) > 2 else asked.wanted(search, [params, after])
        return {**new, "again": clicks, "part": "settings"}, no_update, False


def trying(app: Dash, services: Services) -> None:
    """Try these values asks for a run of each; the chart of them follows light and dark."""

    @app.callback(
        Output(trade_off.VALUES, "value"),
        Input(slurm_ids.SETTING, "value"),
        State(ids.URL, "search"),
        State(trade_off.VALUES, "value"),  # so that what is typed meanwhile stays
        prevent_initial_call=True,
    )
    def propose(setting: Any, search: Any, _: Any) -> Any:
        try:
            return (
                trade_off.proposed(setting, replay_of(services, link.read(search)).params)
                if setting in trade_off.settings()
                else no_update
            )
        except QueuescopeError:  # the run is gone; a press says so
            return no_update

    @app.callback(
        *BEGUN,
        Input(trade_off.TRY, "n_clicks"),
        State(ids.URL, "search"),
        State(slurm_ids.SETTING, "value"),
        State(trade_off.VALUES, "value"),
        prevent_initial_call=True,
    )
    def attempt(clicks: Any, search: Any, setting: Any, values: Any) -> tuple[Any, Any, Any]:
        if not clicks:
            return no_update, no_update, no_update
        current = link.read(search)
        try:
            runs = trade_off.read(replay_of(services, current).params, setting, values)
            if len(runs) < 3:
                raise InputError("Two values or more beside that of the replay are wanted; one alone is tried above.")
            after = changed_of(services, search)
        except QueuescopeError as error:
            return no_update, sentence(str(error), "error"), no_update
        stays = None if after is None else after.params
        return {**asked.wanted(search, runs, stays), "again": clicks, "part": "values"}, no_update, False

    @app.callback(
        Output(ids.act(trade_off.FIGURE, ALL), "figure"),
        Input(ids.SCHEME, "data"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def draw(scheme: Any, search: Any) -> Any:
        if not ctx.outputs_list:
            return no_update
        try:
            schedules = schedules_of(services, link.read(search))
            setting = trade_off.setting_of(schedules)
            return [trade_off.figure(trade_off.trade_off(setting, schedules), setting, str(scheme or "light"))]
        except QueuescopeError:  # the run is gone: the chart stays as it was drawn
            return no_update


def following(app: Dash, services: Services) -> None:
    """How far it is, until it is there or is cancelled."""

    @app.callback(
        *GONE_TO,
        Output(slurm_ids.MESSAGE, "children"),
        Output(slurm_ids.TICK, "disabled"),
        Output(slurm_ids.ASKED, "data"),
        Output(slurm_ids.COME, "data"),
        Input(slurm_ids.ASKED, "data"),
        Input(slurm_ids.TICK, "n_intervals"),
        State(ids.URL, "search"),
        State(ids.URL, "pathname"),
        *TEXTS,
        prevent_initial_call=True,
    )
    def follow(sent: Any, ticks: Any, search: Any, path: Any, *contents: Any) -> tuple:
        current = link.read(search)
        if path == PATH and current.load:
            new = asked.loading(services, current.load)
            try:
                replay = asked.after_loading(services, sent, current.load, new, contents)
            except QueuescopeError as error:
                return new.request, new.address, sentence(str(error), "error"), True, no_update, no_update
            is_over = new.is_complete and replay is no_update and not asked.begins_at(sent, new.address)
            return new.request, new.address, new.message, is_over, replay, no_update
        if asked.is_loaded_first(sent):  # the address of the log comes a moment later, or the visitor has left it
            is_left = True if ctx.triggered_id == slurm_ids.TICK else no_update
            return no_update, no_update, no_update, is_left, no_update, no_update
        if not isinstance(sent, dict) or not sent.get("again") or not asked.is_meant(sent, search):
            return no_update, no_update, no_update, True, no_update, no_update
        new = asked.step(services, sent, again=not ticks)
        ended = {**sent, "done": True} if new.is_complete else no_update
        come = (
            {"part": sent.get("part"), "at": new.address}
            if isinstance(new.address, str) and not sent.get("done")
            else no_update
        )
        return new.request, new.address, new.message, new.is_complete, ended, come

    app.clientside_callback(
        ClientsideFunction("slurm", "come"),
        Output(slurm_ids.COME, "clear_data"),
        Input(slurm_ids.COME, "data"),
        prevent_initial_call=True,
    )

    @app.callback(
        Output(slurm_ids.TICK, "disabled", allow_duplicate=True),
        Input(slurm_ids.CANCEL, "n_clicks"),
        State(slurm_ids.ASKED, "data"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def cancel(clicks: Any, sent: Any, search: Any) -> Any:
        key = (link.read(search).load or (asked.step(services, sent).key if sent else "")) if clicks else ""
        if key:
            services.runs.cancel(key, visitor())
        return False if key else no_update


def log_line(services: Services, workload: str) -> Any:
    """Which log is open."""
    if not workload:
        return sentence(NO_LOG)
    record = services.store.workload_record(workload)
    sizes = f"{counted(record['jobs'], 'job')} · {counted(record['processors'], 'processor')}"
    return html.P(
        [
            html.B(slice_names.of_record(record)),
            f" · {sizes} · ",
            inline_link("its workload", f"/workload?w={workload}"),
        ],
        className="qs-lead",
    )


def replay_of(services: Services, current: link.Link, place: int = 0) -> Schedule:
    """The first or the second run that a link names; raises StoreError, InputError."""
    if len(current.runs) <= place:
        raise InputError("There is no replay yet; press Replay.")
    schedule = services.store.schedule(current.runs[place])
    if schedule.policy != POLICY.key:
        raise InputError("A run of this link is not of the policy that reads slurm.conf; press Replay.")
    return schedule


def schedules_of(services: Services, current: link.Link) -> list[Schedule]:
    """All runs that a link names, the replay first; raises StoreError, InputError."""
    return [replay_of(services, current, place) for place in range(max(1, len(current.runs)))]


def changed_of(services: Services, search: Any) -> Schedule | None:
    """The run with changed settings that an address names, if any; raises StoreError, InputError."""
    key = asked.changed_run(search)
    return replay_of(services, link.Link(runs=(key,))) if key else None


def body(services: Services, search: Any, contents: Sequence[Any], scheme: str = "light") -> list:
    """The agreement, then the forms and what came of them, where the agreement allows it."""
    current, at = link.read(search), asked.address(search)
    if not current.runs:
        return []
    base = replay_of(services, current)
    rows = agreement(base.workload, base.wait)
    judgement = verdict(rows, len(base.workload))
    missing = not_simulated(base.workload, base.params, _read(services, current.workload, contents).ignored)
    parts = [result("replay", at, tables.agreement(rows, judgement, missing))]
    after = changed_of(services, search)
    form = [changes.card(base.params, base.params if after is None else after.params)]
    if after is not None:
        agree(base.workload, after.workload)
        written = changed_lines(str(contents[0] or ""), base.params, after.params)
        form += [result("settings", at, tables.gains(gains(base.workload, base.wait, after.wait), *written))]
    if len(current.runs) > 2:
        card, outcome = tried(schedules_of(services, current), scheme)
        form += [card, result("values", at, outcome)]
    else:
        form += [trade_off.card(base.params, USUAL)]
    extra = asked.extra_run(search)
    shown_there = replace(current, runs=(*current.runs, *([extra] if extra else ()))[: link.MOST_RUNS])
    compare = html.P([inline_link("All charts of these runs on Compare", "/compare" + link.write(shown_there))])
    if judgement.advises:
        return [*parts, *form, compare]
    return [
        *parts,
        html.Details(
            [html.Summary("Go on all the same: what follows is not advice"), *form],
            className="qs-twin",
            open=len(current.runs) > 1,
        ),
        compare,
    ]


def result(part: str, at: str, what: Any) -> html.Div:
    """A part of what came of it, which a press brings into view; at: the address that names its runs."""
    return html.Div(what, className="qs-stack", **{"data-result": part, "data-at": at})


def tried(schedules: Sequence[Schedule], scheme: str) -> list:
    """The form of values with those that were tried, and what they trade, or why that cannot be told."""
    params, setting = schedules[0].params, trade_off.setting_of(schedules)
    values = ", ".join(number(one.params[setting]) for one in schedules[1:]) if setting else ""
    card = trade_off.card(params, setting or USUAL, values)
    try:
        for one in schedules[1:]:
            agree(schedules[0].workload, one.workload)
        return [card, trade_off.section(schedules, scheme)]
    except QueuescopeError as error:
        return [card, sentence(str(error), "warning")]


def _read(services: Services, workload: str, contents: Sequence[Any]) -> Configuration:
    """What was not read of the texts; nothing where they do not read, or are not in this tab."""
    try:
        return asked.configured(services, workload, contents)[1]
    except QueuescopeError:
        return Configuration({}, ())
