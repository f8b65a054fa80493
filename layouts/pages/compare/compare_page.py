"""Compare: one to six runs of the same workload, side by side, the table of their metrics, and why each job waited.

The address says which runs; what is shown of them follows from the registry and the store, never from memory, so a
reload or another browser sees the same and follows a simulation under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, start
from layouts.frame.controls import sentence
from layouts.frame.icons import icon
from layouts.pages.compare import tab_bar
from layouts.pages.compare.gantts import gantt_panel, looks, plan_choice, plan_state
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.inspector import panel
from layouts.pages.compare.job_panel import drawer, marks
from layouts.pages.compare.runs import add_run, change_form, coming_runs, missing_runs, run_list, sample, what_if
from layouts.pages.compare.search import like_job, lit_strip, search_box
from layouts.pages.compare.sweeps import sweep_list
from layouts.pages.compare.table import finding_line, folded, metric_names, metrics_table, summary_table, time_units
from layouts.pages.compare.views import (
    distribution_choice,
    export_list,
    fair_starts,
    glance,
    idle_stretches,
    lazy_views,
    view_list,
)
from layouts.pages.compare.views import replicas as compare_replicas
from layouts.pages.compare.window import range_panel
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES, PageState
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError
from scheduler.model.calendars import calendar_of_workload
from scheduler.results.queue.runs import poll_pause

TICK = 300  # ms
# What an address says of the page, in the order in which it is restored.
ADDRESS = {
    name: STORES[name]
    for name in ("runs", "workload", "baseline", "window", "job", "mode", "plan", "sweep", "look", "range", "tab")
}


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The page; everything in it follows the address."""
    return html.Div(
        [
            html.Header([html.H1("Compare"), html.Div(id=ids.COMPARE_HEAD)], className="qs-title qs-inline"),
            html.Div(
                [
                    html.Div(
                        [
                            *(
                                dcc.Store(id=store)
                                for store in (
                                    ids.RUNS,
                                    ids.WORKLOAD,
                                    ids.BASELINE,
                                    ids.FINISHED,
                                    ids.WINDOW,
                                    ids.PICKED,
                                    ids.JOB,
                                    ids.HISTORY,
                                    ids.MODE,
                                    ids.PLAN,
                                    ids.SWEEP,
                                    ids.LOOK,
                                    ids.RANGE,
                                    ids.GOTO,
                                    ids.SHAPE,
                                    ids.ORIGIN,
                                    ids.TAB,
                                    ids.SEARCH_TYPED,
                                )
                            ),
                            dcc.Interval(id=ids.WATCH, interval=TICK),
                            html.Div(
                                [
                                    html.Div(
                                        id=ids.STATES, className="qs-chips", role="status", **{"aria-live": "polite"}
                                    ),
                                    add_run.add_card(),
                                    change_form.card(),
                                    settings_menu(),
                                ],
                                className="qs-chips",
                            ),
                            coming_runs.place(),
                            like_job.place(),
                            html.Div(id=ids.SUMMARY, className="qs-summary-of"),
                            lit_strip.place(),
                            tab_bar.bar(),
                            tab_bar.panels(),
                        ],
                        className="qs-stack qs-main",
                    ),
                    panel.panel(),
                ],
                className="qs-compare qs-frame",
            ),
        ]
    )


def settings_menu() -> html.Details:
    """How numbers and times are shown, behind one button; hidden where there is nothing to choose."""
    return html.Details(
        [
            html.Summary([icon("settings"), " Numbers and units"], className="qs-act"),
            html.Div(
                [trim_choice(), time_units.unit_choice(), time_units.axis_choice()], className="qs-popup qs-choices"
            ),
        ],
        className="qs-add",
    )


def trim_choice() -> html.Div:
    """Which jobs the numbers are taken over; shown where both are known."""
    choice = dmc.SegmentedControl(
        id=ids.TRIM,
        value="all",
        size="xs",
        data=[{"value": "all", "label": "all jobs"}, {"value": "trimmed", "label": "without the first and last 5 %"}],
    )
    return html.Div(
        [html.Span("Numbers over", className="qs-label", **{"aria-hidden": "true"}), choice],
        id=ids.TRIM_BOX,
        className="qs-row",
        hidden=True,
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page."""
    restoring(app, services)
    watching(app, services)
    add_run.register(app, services)
    change_form.register(app, services)
    coming_runs.register(app, services)
    changing(app, services)
    showing(app, services)
    for part in (
        gantt_panel,
        looks,
        search_box,
        lit_strip,
        like_job,
        range_panel,
        export_list,
        compare_replicas,
        missing_runs,
    ):
        part.register(app, services)
    plan_choice.register(app, services)
    plan_state.register(app, services)
    idle_stretches.register(app, services)
    tab_bar.register(app, services)
    glance.register(app, services)
    metric_names.register(app, services)
    distribution_choice.register(app, services)
    lazy_views.register(app, services, late_content)
    fair_starts.register(app, services)
    sweep_list.register(app, services)
    steering(app)
    panel.register(app, services)
    what_if.register(app, services)
    drawer.register(app, services)
    marks.register(app, services)


def restoring(app: Dash, services: Services) -> None:
    """From the address to the stores; a store is only written when it changes."""

    @app.callback(
        Output(ids.RUNS, "data"),
        Output(ids.WORKLOAD, "data"),
        Output(ids.BASELINE, "data"),
        Output(ids.WINDOW, "data"),
        Output(ids.JOB, "data"),
        Output(ids.MODE, "data"),
        Output(ids.PLAN, "data"),
        Output(ids.SWEEP, "data"),
        Output(ids.LOOK, "data"),
        Output(ids.RANGE, "data"),
        Output(ids.TAB, "data"),
        Output(ids.COMPARE_HEAD, "children"),
        Output(change_form.CARD, "hidden"),
        Output(ids.ORIGIN, "data"),
        inputs={"search": Input(ids.URL, "search")},
        state={"path": State(ids.URL, "pathname"), "stored": ADDRESS},
    )
    def restore(search: str | None, path: str | None, stored: dict[str, Any]) -> tuple:
        if path != "/compare":
            return (no_update,) * 14
        asked = link.read(search)
        is_sample = sample.is_empty(asked)
        asked = replace(sample.opened(services), tab=asked.tab) if is_sample else asked
        workload = run_list.known_workload(services, asked)
        asked = dated(services, asked, search, workload)
        here = workload or not asked.origin  # the runs of a link that waits for its file are none yet
        wanted = (
            list(asked.runs) if here else [],
            workload,
            asked.baseline,
            asked.window,
            asked.job,
            asked.mode,
            asked.plan,
            sweep_list.stored(asked),
            asked.look or None,
            asked.range,
            tab_bar.of_link(asked),
        )
        changed = [no_update if new == old else new for new, old in zip(wanted, stored.values(), strict=True)]
        head: Any = missing_runs.head(services, asked, workload)
        head = [head, sample.note()] if is_sample and workload else head
        return (*changed, head, not (workload and asked.runs), missing_runs.origin_fields(services, asked, workload))

    app.clientside_callback(
        ClientsideFunction("queuescope", "address"),
        Output(ids.WINDOW, "id"),
        Input(ids.WINDOW, "data"),
        Input(ids.JOB, "data"),
        Input(ids.MODE, "data"),
        Input(ids.PLAN, "data"),
        Input(ids.LOOK, "data"),
        Input(ids.RANGE, "data"),
        Input(ids.ORIGIN, "data"),
        Input(ids.TAB, "data"),
        State(ids.RUNS, "data"),
        State(ids.WORKLOAD, "data"),
        prevent_initial_call=True,
    )


def dated(services: Services, asked: Link, search: str | None, workload: str) -> Link:
    """The link with its dates read by the clock of its workload, where that is here and has one."""
    clock = calendar_of_workload(services.store.workload(workload)) if asked.dates and workload else None
    return link.read(search, clock) if clock else asked


def watching(app: Dash, services: Services) -> None:
    """The state of every run, asked as long as one is under way; between changes of state only the bars move."""

    @app.callback(
        Output(ids.STATES, "children"),
        Output(ids.SHAPE, "data"),
        Output(ids.act("pace", ALL), "children"),
        Output(ids.FINISHED, "data"),
        Output(ids.WATCH, "disabled"),
        Output(ids.WATCH, "interval"),
        Input(ids.WATCH, "n_intervals"),
        Input(ids.RUNS, "data"),
        Input(ids.BASELINE, "data"),
        State(ids.FINISHED, "data"),
        State(ids.SHAPE, "data"),
        State(ids.act("pace", ALL), "id"),
    )
    def watch(_ticks: Any, runs: Any, baseline: Any, before: Any, shape: Any, paces: Any) -> tuple:
        keys = [str(key) for key in runs or []]
        states = {key: services.runs.status(key) for key in keys}
        new = [*([key, states[key].state] for key in keys), int(baseline or 0)]
        done = run_list.to_show(states, before or [])
        rest = (
            no_update if done == before else done,
            not any(status.awaited for status in states.values()),
            poll_pause(states.values()),
        )
        if new != shape:
            cards = run_list.chips(services, keys, list(states.values()), int(baseline or 0))
            return cards, new, [no_update] * len(paces), *rest
        moved = [run_list.progress(states[asked["key"]]) if asked["key"] in states else no_update for asked in paces]
        return no_update, no_update, moved, *rest


def changing(app: Dash, services: Services) -> None:
    """Remove, take as baseline, run again; frontend/compare/runs.js cancels."""

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        inputs={
            "removes": Input(ids.act("remove", ALL), "n_clicks"),
            "bases": Input(ids.act("baseline", ALL), "n_clicks"),
        },
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def change(removes: Any, bases: Any, stores: dict[str, Any]) -> Any:
        if not any([*(removes or []), *(bases or [])]):
            return no_update
        page = page_state.read(stores)
        changed = page.link
        for pressed in ctx.args_grouping["removes"]:  # also one whose chip has not gone yet
            if pressed["value"]:
                changed = changed_link(changed, "remove", str(pressed["id"]["key"]))
        if ctx.triggered_id["type"] == "baseline":
            changed = changed_link(changed, "baseline", str(ctx.triggered_id["key"]))
        if changed.job is not None and other_rows(services, page, changed):
            changed = replace(changed, job=None)  # its row is that of another job now
        return "/compare" + link.write(changed)

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.WATCH, "disabled", allow_duplicate=True),
        Output(ids.ADD_MESSAGE, "children", allow_duplicate=True),
        Input({"type": "again", "key": ALL}, "n_clicks"),
        prevent_initial_call=True,
    )
    def again(clicks: Any) -> tuple[Any, Any, Any]:
        if not any(clicks or []):
            return no_update, no_update, no_update
        status = services.runs.status(str(ctx.triggered_id["key"]))
        started = start(services, [status.spec or {}])
        return started.request, False, sentence(started.problem, "error") if started.problem else None


def changed_link(current_link: Link, what: str, key: str) -> Link:
    """The link after removing a run or taking it as the baseline; as it was when the run is not shown."""
    if key not in current_link.runs:
        return current_link
    if what == "baseline":
        return replace(current_link, baseline=current_link.runs.index(key))
    left = tuple(run for run in current_link.runs if run != key)
    base = current_link.runs[current_link.baseline] if current_link.baseline < len(current_link.runs) else ""
    return replace(current_link, runs=left, baseline=left.index(base) if base in left else 0)


def other_rows(services: Services, page: PageState, changed: Link) -> bool:
    """Whether the rows of the baseline's jobs are others after a change of the runs."""
    try:
        run_of_key = {run.key: run for run in run_list.of_page(services, page)}
    except QueuescopeError:
        return False
    before, after = (
        run_of_key.get(one.runs[one.baseline]) if one.baseline < len(one.runs) else None for one in (page.link, changed)
    )
    return before is not None and after is not None and before is not after and after.rows is not None


def late_content(services: Services, key: str, runs: Sequence[FinishedRun], view: View) -> Any:
    """What belongs into a place: a whole tab, or a plot whose data take long to find."""
    parts = (of(services, key, runs, view) for of in (tab_bar.content_of, glance.content, view_list.content))
    return next((part for part in parts if part is not None), None)


def tabulated(services: Services, page: PageState, trim: Any, replicas: Any) -> tuple[Any, bool]:
    """(the table of metrics, None without finished runs; whether trimmed metrics are known of all of them)."""
    runs = run_list.of_page(services, page)
    runs_counted = counted(runs, trim)
    replicated = compare_replicas.of_key(services, replicas) if runs_counted is runs else None  # over all jobs
    return (metrics_table.metric_table(runs_counted, page.link.baseline, replicated) if runs else None), both(runs)


def both(runs: Sequence[FinishedRun]) -> bool:
    """Whether numbers without the first and last jobs are known of all runs."""
    return bool(runs) and all("trimmed" in run.record for run in runs)


def counted(runs: list[FinishedRun], trim: Any) -> list[FinishedRun]:
    """The runs with the numbers that are asked for; the same list where these are over all jobs."""
    return run_list.trimmed(runs) if both(runs) and trim == "trimmed" else runs


def showing(app: Dash, services: Services) -> None:
    """The finding, the tables and the views of the finished runs."""
    triggers = {
        "changes": [Input(ids.FINISHED, "data"), Input(ids.BASELINE, "data")],
        "trim": Input(ids.TRIM, "value"),
        "replicas": Input(ids.REPLICAS_DONE, "data"),
    }

    @app.callback(Output(ids.SUMMARY, "children"), inputs=triggers, state={"stores": STORES})
    def summarize(changes: Any, trim: Any, replicas: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
            replicated = compare_replicas.of_key(services, replicas)
            return (
                [
                    finding_line.line(runs, page.link.baseline, replicated),
                    summary_table.table(counted(runs, trim), page.link.baseline),
                ]
                if runs
                else None
            )
        except QueuescopeError as error:
            return sentence(str(error), "warning")

    @app.callback(
        Output(ids.RUN_TABLE, "children"),
        Output(ids.TRIM_BOX, "hidden"),
        Output(ids.UNITS_BOX, "hidden"),
        Output(ids.AXES_BOX, "hidden"),
        inputs=triggers,
        state={"stores": STORES},
    )
    def tabulate(changes: Any, trim: Any, replicas: Any, stores: dict[str, Any]) -> tuple[Any, bool, bool, bool]:
        page = page_state.read(stores)
        try:
            table, trimmable = tabulated(services, page, trim, replicas)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), True, True, True
        return (
            (None if table is None else folded.folded(table)),
            not trimmable,
            table is None,
            not time_units.dated(services, page),
        )

    folded.register(
        app,
        {"trim": State(ids.TRIM, "value"), "replicas": State(ids.REPLICAS_DONE, "data")},
        lambda page, **arguments: tabulated(services, page, **arguments)[0],
    )

    @app.callback(
        Output(ids.gantt(ALL, ALL), "figure"),
        Output(ids.timed(ALL, ALL), "figure"),
        inputs={"window": Input(ids.WINDOW, "data")},
        state={
            "charts": State(ids.gantt(ALL, ALL), "id"),
            "others": State(ids.timed(ALL, ALL), "id"),
            "stores": STORES,
        },
        prevent_initial_call=True,
    )
    def redraw(window: Any, charts: Any, others: Any, stores: dict[str, Any]) -> tuple:
        still = [no_update] * len(charts), [no_update] * len(others)
        if not window or "seq" not in window:  # a window of the address: the views are drawn with it already
            return still
        page = page_state.read(stores)
        try:
            runs = run_list.of_page(services, page)
        except QueuescopeError:
            return still
        view = view_of(page, runs)
        return view_list.redrawn(runs, view, charts, others, bool(window.get("bars")), window.get("group"))


def steering(app: Dash) -> None:
    """The tools that move the charts."""
    for name, button in (
        ("zoomIn", ids.ZOOM_IN),
        ("zoomOut", ids.ZOOM_OUT),
        ("earlier", ids.EARLIER),
        ("later", ids.LATER),
        ("fit", ids.FIT),
    ):
        app.clientside_callback(
            ClientsideFunction("queuescope", name),
            Output(button, "data-done"),
            Input(button, "n_clicks"),
            prevent_initial_call=True,
        )
