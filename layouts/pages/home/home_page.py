"""Home: a real log's finished comparison, five jobs to decide about, the three ways to go on, and recent work.

The five jobs open at a question: what both policies do at the instant at which they first differ is shown once
somebody has answered, or has moved a step.
"""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import data_table
from layouts.frame.icons import icon
from layouts.frame.openings import open_setup
from layouts.pages.home import five_jobs, real_log
from layouts.pages.home.five_jobs import Comparison, comparison
from scheduler.results import sources

LEAD = (
    "Queuescope runs the same jobs under several scheduling policies, and shows who starts earlier, who waits "
    "longer, and why."
)
NOBODY = "nobody"  # the answer that no job should start
SEEN = "seen"  # the answer is shown though nobody gave one
DOORS = (
    (
        "Learn",
        "book",
        "/learn",
        "Samples that each show one thing, jobs to type by hand, a policy that you write yourself.",
    ),
    ("Compare", "compare", "/compare", "One to six policies on the same jobs: who gains, who waits longer, and why."),
    (
        "Explore a trace",
        "trace",
        "/workload",
        "Drop a log in SWF anywhere on this page, or begin with a sample or a generator.",
    ),
)


def depends_on() -> tuple:
    """What the page is made of but the program: the logs of this server, and whether the five jobs are simulated."""
    return bool(comparison.cache_info().currsize), *sources.logs()


def layout() -> html.Div:
    """The page; of the five jobs their place, where they are not simulated yet."""
    pair = comparison() if comparison.cache_info().currsize else None
    five = body(pair) if pair else [dmc.Skeleton(height=420), dcc.Store(id=ids.HOME_WAIT, data=True)]
    return html.Div(
        [
            html.Header(
                [html.H1("What does a scheduler do to the people who wait?"), html.P(LEAD, className="qs-lead")],
                className="qs-title",
            ),
            html.Div(
                [
                    real_log.card(real_log_name()),
                    html.Section(five, id=ids.HOME_BODY, className="qs-card qs-five", **{"aria-label": "Five jobs"}),
                ],
                className="qs-home",
            ),
            html.Nav([entry_link(*which) for which in DOORS], className="qs-doors", **{"aria-label": "Ways to go on"}),
            html.Section(
                [html.H2("Recent work", id="recent-title"), html.Ul(id="recent-work", className="qs-plain")],
                id="recent",
                className="qs-card",
                hidden=True,
                **{"aria-labelledby": "recent-title"},
            ),
        ]
    )


def real_log_name() -> str | None:
    """The log of the shipped comparison among those of this server."""
    name = real_log.result()["log"]["name"]
    return next((log for log in sources.logs() if log.split(".swf")[0] == name), None)


def entry_link(title: str, picture: str, href: str, text: str) -> dmc.Anchor:
    """A way to go on."""
    return dmc.Anchor(
        [icon(picture), html.B(title), html.Span(text)], href=href, underline="never", className="qs-door"
    )


def body(pair: Comparison) -> list:
    """The question, the charts, the answers, and the steps."""
    return [
        dcc.Store(id=ids.HOME_CHOICE),
        html.H2(five_jobs.question(pair)),
        html.Div(five_jobs.charts(pair, pair.asked, True), id=ids.HOME_CHARTS, className="qs-minis"),
        html.Div(asking(pair), id=ids.HOME_QUESTION),
        html.Div(steering(pair), id=ids.HOME_STEERING, hidden=True),
        html.Div(id=ids.HOME_WHY, className="qs-why", role="status", hidden=True, **{"aria-live": "polite"}),
        html.Div(data_table(five_jobs.table(pair), "Starts of the five jobs"), id=ids.HOME_TABLE, hidden=True),
    ]


def asking(pair: Comparison) -> list:
    """Who waits, and an answer for each of them."""
    jobs = pair.schedules[0].jobs
    answers = [(str(row), f"Job {jobs.job_id[row]}") for row in five_jobs.waiting(pair)]
    return [
        html.P(five_jobs.known_by_then(pair)),
        html.P("These jobs wait, in this order:", className="qs-soft"),
        five_jobs.queue(pair),
        html.Div(
            [
                dmc.Button(words, id=ids.act("answer", key), variant="default")
                for key, words in (*answers, (NOBODY, "None of them"))
            ],
            className="qs-row qs-answers",
            role="group",
            **{"aria-label": five_jobs.question(pair)},
        ),
    ]


def steering(pair: Comparison) -> html.Div:
    """Back, on, and the jump to where the two first differ."""
    slider = dmc.Slider(
        id=ids.HOME_STEP,
        min=0,
        max=pair.last,
        value=pair.asked,
        step=1,
        updatemode="drag",
        thumbLabel="Step",
        style={"flex": "1 1 90px"},
        label=None,
    )
    return html.Div(
        [
            dmc.Button("Back", id=ids.HOME_BACK, variant="default", leftSection=icon("back")),
            slider,
            dmc.Button("Step", id=ids.HOME_NEXT, variant="default", rightSection=icon("forward")),
            dmc.Button("Why do they differ?", id=ids.HOME_DIVERGENCE, variant="light", **{"data-step": pair.asked}),
        ],
        className="qs-row qs-steering",
    )


def words(pair: Comparison, step: int, choice: Any) -> list:
    """What is said of a step: what happens, at the question both answers and their reasons, at the end the result."""
    if step == pair.asked:
        chosen = row_of(pair, choice)
        begin = (
            [five_jobs.events(pair, step)]
            if chosen is False
            else [five_jobs.verdict(pair, chosen), five_jobs.objection(pair, chosen)]
        )
        return [*map(html.P, filter(None, begin)), *five_jobs.why(pair), html.P(five_jobs.result(pair))]
    if step == pair.last:
        return [
            html.P(five_jobs.events(pair, step)),
            html.P(five_jobs.result(pair)),
            html.P("Step goes back to the beginning from here."),
        ]
    return [html.P(five_jobs.events(pair, step))]


def row_of(pair: Comparison, choice: Any) -> Any:
    """The row that was chosen, None for nobody; False where nothing was chosen."""
    if choice == NOBODY:
        return None
    rows = {str(row): row for row in five_jobs.waiting(pair)}
    return rows.get(choice, False) if isinstance(choice, str) else False


def register(app: Dash, services: Services) -> None:
    """Fill the page, answer, step, and open the real log."""

    @app.callback(Output(ids.HOME_BODY, "children"), Input(ids.HOME_WAIT, "data"))
    def fill(_waiting: Any) -> list:
        return body(comparison())

    answering(app)
    stepping(app)
    opening(app, services)


def answering(app: Dash) -> None:
    """An answer shows what both policies do; so does moving a step."""

    @app.callback(Output(ids.HOME_CHOICE, "data"), Input(ids.act("answer", ALL), "n_clicks"), prevent_initial_call=True)
    def answer(_clicks: Any) -> Any:
        return str(ctx.triggered_id["key"]) if ctx.triggered_id and ctx.triggered[0]["value"] else no_update

    @app.callback(
        Output(ids.HOME_CHOICE, "data", allow_duplicate=True),
        Input(ids.HOME_STEP, "value"),
        State(ids.HOME_CHOICE, "data"),
        prevent_initial_call=True,
    )
    def moved(_step: Any, choice: Any) -> Any:
        return no_update if choice else SEEN

    @app.callback(
        Output(ids.HOME_CHARTS, "children"),
        Output(ids.HOME_WHY, "children"),
        Output(ids.HOME_QUESTION, "hidden"),
        Output(ids.HOME_STEERING, "hidden"),
        Output(ids.HOME_WHY, "hidden"),
        Output(ids.HOME_TABLE, "hidden"),
        Input(ids.HOME_CHOICE, "data"),
        Input(ids.HOME_STEP, "value"),
        prevent_initial_call=True,
    )
    def show(choice: Any, step: Any) -> tuple:
        if not choice:
            return (no_update,) * 6
        pair = comparison()
        at = min(max(int(step or 0), 0), pair.last)
        return five_jobs.charts(pair, at, False), words(pair, at, choice), True, False, False, False


def stepping(app: Dash) -> None:
    """The buttons and the address."""
    # in the browser: an answer that comes later would take back a step made since then
    app.clientside_callback(
        ClientsideFunction("queuescope", "stepTo"),
        Output(ids.HOME_STEP, "value"),
        Input(ids.HOME_BACK, "n_clicks"),
        Input(ids.HOME_NEXT, "n_clicks"),
        Input(ids.HOME_DIVERGENCE, "n_clicks"),
        State(ids.HOME_STEP, "value"),
        State(ids.HOME_STEP, "max"),
        State(ids.HOME_DIVERGENCE, "data-step"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "arriveAt"),
        Output(ids.HOME_STEP, "value", allow_duplicate=True),
        Input(ids.HOME_STEP, "max"),
        prevent_initial_call="initial_duplicate",
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "stepped"),
        Output(ids.HOME_STEP, "data-done"),
        Input(ids.HOME_STEP, "value"),
        prevent_initial_call=True,
    )


def opening(app: Dash, services: Services) -> None:
    """The real log under both policies, where this server has it."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.HOME_MESSAGE, "children"),
        Input(ids.act("real-log", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def open_log(_clicks: Any) -> tuple:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:
            return no_update, no_update, no_update
        runs: list[tuple[str, dict[str, Any]]] = [(run["policy"], {}) for run in real_log.result()["runs"]]
        return tuple(open_setup(services, {"kind": "log", "name": str(ctx.triggered_id["key"])}, {}, runs, log=True))
