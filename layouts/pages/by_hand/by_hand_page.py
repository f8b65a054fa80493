"""By hand: a table of up to fifty jobs, and what one to four policies make of them while one types.

The page is the browser's: frontend/by_hand/jobs.js keeps the table, its history and the drawings, and asks here after
every change.  What is on it stands in the address, so a link or a reload brings it back; nothing is stored until it is
opened in Compare.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.by_hand import answer as by_hand_answer
from layouts.pages.by_hand import hand_runs, job_table, next_steps, parameters, paste, request
from layouts.state import hand_link
from layouts.state.hand_link import Sheet
from layouts.topics import BESIDE_POLICIES, forms
from scheduler.errors import QueuescopeError
from scheduler.formats import swf
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import MOST_JOBS
from scheduler.policies import all_policies
from scheduler.program_files import folder

PATH = "/by-hand"
SAMPLES = folder("sample_traces")
EXAMPLE = "five-jobs.swf"
TITLE = "Five jobs"


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The page; what is in it follows the address."""
    lead = html.P("Type a few jobs, and see at once what every policy makes of them.", className="qs-lead")
    return html.Div(
        [
            html.Header([html.H1("By hand"), lead], className="qs-title qs-inline hand-title"),
            html.Div(
                [
                    *(
                        dcc.Store(id=store)
                        for store in (
                            ids.HAND_START,
                            ids.HAND_STATE,
                            ids.HAND_ANSWER,
                            ids.HAND_CLIP,
                            ids.HAND_PASTED,
                            ids.HAND_REST,
                        )
                    ),
                    dcc.Download(id=ids.HAND_SAVED),
                    html.Div(id=ids.HAND_LINK_MESSAGE, role="status", **{"aria-live": "polite"}),
                    html.Div([job_table.settings(), parameters.box()], className="qs-card hand-bar-of-settings"),
                    html.Div([editor(), charts()], className="hand-page"),
                    next_steps.ways(),
                ],
                className="qs-stack hand",
            ),
        ]
    )


def editor() -> html.Section:
    """The table of jobs."""
    return html.Section(
        [
            html.H2("Jobs", id="hand-jobs"),
            job_table.rows_tools(),
            job_table.columns_tools(),
            html.Div(job_table.grid(), id="hand-table"),
            html.Div(id=ids.HAND_MESSAGE, role="status", **{"aria-live": "polite"}),
            job_table.paste_box(),
            html.Div(id=ids.HAND_PASTE_MESSAGE, role="status", **{"aria-live": "polite"}),
            html.P(job_table.limit(), className="qs-soft qs-small"),
        ],
        className="qs-card",
        **{"aria-labelledby": "hand-jobs"},
    )


def charts() -> html.Section:
    """The drawings, the numbers, and why."""
    return html.Section(
        [
            html.Div(
                [
                    html.H2("Who has which processors when?", id="hand-charts"),
                    html.P(id=ids.HAND_USERS, className="qs-soft qs-small hand-users"),
                ],
                className="qs-row hand-head",
            ),
            html.Div(id=ids.HAND_PANELS),
            job_table.hint(),
            html.Div(
                id=ids.HAND_NUMBERS,
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Numbers of each policy"},
            ),
            html.Div(id=ids.HAND_TWIN),
            html.Div(id=ids.HAND_WHY, className="qs-why", role="status", **{"aria-live": "polite"}),
        ],
        className="qs-card",
        **{"aria-labelledby": "hand-charts"},
    )


@cache
def example() -> Sheet:
    """What an address without jobs shows: the five jobs of Home under two policies."""
    trace = swf.read((SAMPLES / EXAMPLE).read_bytes(), EXAMPLE)
    names = ("job_id", "submit", "requested_processors", "runtime", "requested_time", "user_id")
    rows = zip(*(trace.columns[name].tolist() for name in names), strict=True)
    jobs = tuple(
        Job(int(number), submit, int(size), runtime, asked, int(user))
        for number, submit, size, runtime, asked, user in rows
    )
    return Sheet(jobs, trace.number("MaxProcs") or 1, hand_link.USUAL, title=TITLE)


def arrived(search: str | None) -> Sheet:
    """The sheet of an address; the example where it has no jobs."""
    asked = hand_link.read(search) if (search or "").strip("?") else example()
    if asked.jobs:
        return asked
    return example()._replace(
        bad=(
            *asked.bad,
            "The link has no job that can be read; wanted: m=4 and j=submit.processors.runtime;... Here is an example.",
        )
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page."""
    arriving(app)
    answering(app)
    wiring(app)
    parameters.register(app)
    paste.register(app)
    next_steps.register(app, services)
    for form in forms(BESIDE_POLICIES):
        form.module().register(app, services)


def arriving(app: Dash) -> None:
    """From the address to the page."""

    @app.callback(
        Output(ids.HAND_START, "data"),
        Output(ids.HAND_LINK_MESSAGE, "children"),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
    )
    def arrive(search: str | None, path: str | None) -> tuple[Any, Any]:
        if path != PATH:
            return no_update, no_update
        sheet = arrived(search)
        message = sentence(" ".join(sheet.bad), "warning") if sheet.bad else None
        expressions = hand_link.expression_policies()
        usual = [param.default for key in expressions[:1] for param in hand_link.expression_params(key)] or ["", ""]
        return {
            "rows": [request.cells(job) for job in sheet.jobs],
            "processors": sheet.processors,
            "policies": list(sheet.policies),
            "seed": sheet.seed,
            "title": sheet.title,
            "most": MOST_JOBS,
            "random": [key for key, policy in all_policies().items() if policy.random],
            "priority": sheet.expression or usual[0],
            "passing": sheet.passing or usual[1],
            "expressions": expressions,
            "usual": parameters.usual(),
            "params": {f"{policy}{hand_link.IN}{name}": value for policy, name, value in sheet.params},
        }, message


def answering(app: Dash) -> None:
    """After every change: simulate and draw, or say what is wrong."""

    @app.callback(
        Output(ids.HAND_ANSWER, "data"),
        Output(ids.HAND_MESSAGE, "children"),
        Output(ids.HAND_NUMBERS, "children"),
        Output(ids.HAND_SHEET, "href"),
        Input(ids.HAND_STATE, "data"),
        prevent_initial_call=True,
    )
    def answer(data: Any) -> tuple:
        return tuple(answer_to(request.read(data))) if data else (no_update,) * 4

    @app.callback(
        Output(ids.HAND_TWIN, "children"),
        Output(ids.HAND_WHY, "children"),
        Output(ids.HAND_POLICIES, "data"),
        Input(ids.HAND_REST, "data"),
        prevent_initial_call=True,
    )
    def at_rest(data: Any) -> tuple:
        state = request.read(data)
        if state.problems or hand_runs.awaited(state.sheet):
            return (no_update,) * 3
        try:
            choices = job_table.offered(hand_runs.able(state.sheet), state.sheet.policies)
            runs = hand_runs.runs(state.sheet)
        except QueuescopeError as error:
            return no_update, sentence(str(error), "error"), no_update
        return by_hand_answer.starts(runs), by_hand_answer.why(state, runs), choices


def answer_to(state: request.State) -> list[Any]:
    """What each of the outputs gets; charts and numbers stay where the table cannot be simulated."""
    stay = [no_update] * 2
    if state.problems:
        return [by_hand_answer.wrong(state), by_hand_answer.problems(state), *stay]
    if titles := hand_runs.awaited(state.sheet):
        return [by_hand_answer.wrong(state) | {"again": True}, by_hand_answer.compiling(titles), *stay]
    try:
        runs = hand_runs.runs(state.sheet)
    except QueuescopeError as error:
        return [by_hand_answer.wrong(state), sentence(str(error), "error"), *stay]
    drawing = by_hand_answer.drawn(state, runs)
    return [drawing, None, by_hand_answer.numbers(runs), f"/sheet{drawing['link']}"]


def wiring(app: Dash) -> None:
    """What the browser does by itself: see frontend/by_hand/jobs.js."""

    def heard(name: str, store: str, *inputs: Input | State) -> None:
        app.clientside_callback(
            ClientsideFunction("queuescopeHand", name), Output(store, "id"), *inputs, prevent_initial_call=True
        )

    heard("start", ids.HAND_START, Input(ids.HAND_START, "data"))
    heard("answer", ids.HAND_ANSWER, Input(ids.HAND_ANSWER, "data"))
    heard(
        "settings",
        ids.HAND_STATE,
        Input(ids.HAND_MACHINE, "value"),
        Input(ids.HAND_POLICIES, "value"),
        Input(ids.HAND_SEED, "value"),
        Input(ids.HAND_TITLE, "value"),
        *(Input(field, "value") for field in (ids.HAND_EXPRESSION, ids.HAND_PASSING) if forms(BESIDE_POLICIES)),
    )
    heard(
        "params",
        parameters.BOX,
        Input(parameters.FIELDS, "value"),
        Input(parameters.FIELDS, "checked"),
        State(parameters.FIELDS, "id"),
    )
    heard("pasted", ids.HAND_PASTED, Input(ids.HAND_PASTED, "data"))
