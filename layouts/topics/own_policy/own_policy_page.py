"""Own policy: a program that schedules jobs is written here, run in the browser, audited, and compared.

The browser runs it (frontend/own_policy/page.js): Python loads when somebody writes or presses Run, and not before.
A program that comes with a link is shown and never runs by itself.
"""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED
from layouts.frame.icons import icon
from layouts.state import hand_link, link
from layouts.topics.own_policy import job_choice, outcome, own_policy_ids, python_files
from scheduler.policies import all_policies
from scheduler.topics.own_policy.programs import templates

PATH = "/own-policy"
LEAD = (
    "Write in Python which jobs start, run it on a workload in your browser, and compare the schedule with FCFS, "
    "EASY and all other policies. Nothing is installed, and your program never runs on the server."
)
SECONDS = ("5", "20", "60", "300")  # that a program may run; the browser begins with the usual ones
TEXT = "program-text"  # id of the field of the program
TICK = 500  # ms
NAMES = (
    ("now", "the time, s"),
    ("queue", "the waiting jobs in the order of submission, a list you may sort"),
    ("running", "the running jobs in the order of their starts"),
    ("free", "how many processors are free"),
    ("job.submit, job.wait", "when it was submitted; how long it has waited, s"),
    ("job.processors, job.requested_time, job.area", "what it asks for; area = requested_time x processors"),
    ("job.user, job.queue, job.number", "numbers of the log"),
    ("job.start, job.expected_end", "of a running job: its start, and its start + requested time, s"),
    ('start(job, reason="...")', "in place of a job: it starts, and the reason is shown where its start is explained"),
    ("machine, state", "the number of processors; an empty dict to remember things in"),
    ("reserve(job, time)", "schedule() is called at that time, too"),
    ("def on_submit(now, job), def on_end(now, job)", "called at submissions and ends, where you define them"),
)


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The choices, the program with its buttons, what it says, and what came of it."""
    return shell.titled(
        "Own policy",
        LEAD,
        html.Section(
            [choices(), contract(), editor(), buttons()],
            className="qs-card qs-program",
            **{
                "data-worker": python_files.addresses()["worker"],
                "data-loop": python_files.addresses()["loop"],
                "data-pyodide": python_files.addresses()["pyodide"],
                "id": "program",
            },
        ),
        html.Section(
            id="program-said",
            className="qs-card qs-program-said",
            hidden=True,
            **{"aria-label": "What the program says"},
        ),
        dcc.Store(id=own_policy_ids.PROGRAM_RUN),
        dcc.Interval(id=own_policy_ids.PROGRAM_TICK, interval=TICK, disabled=True),
        dcc.Store(id=own_policy_ids.PROGRAM_HIDDEN),
        dcc.Interval(id=own_policy_ids.PROGRAM_HIDDEN_TICK, interval=TICK, disabled=True),
        html.Div(id=own_policy_ids.PROGRAM_RESULT, role="status", **{"aria-live": "polite"}),
        html.Div(id=own_policy_ids.PROGRAM_HIDDEN_RESULT, role="status", **{"aria-live": "polite"}),
    )


def choices() -> html.Div:
    """What to begin with, which jobs, and what it is called."""
    programs = [{"value": one.key, "label": f"{one.title}: {one.goal}"} for one in templates().values()]
    return html.Div(
        [
            dmc.Select(
                id=own_policy_ids.PROGRAM_JOBS,
                label="Jobs",
                data=job_choice.groups(None),
                value=None,
                searchable=True,
                allowDeselect=False,
                className="qs-grow",
                maxDropdownHeight=420,
                description=html.Span(id=own_policy_ids.PROGRAM_JOBS_STATE),
            ),
            dmc.Select(
                id=own_policy_ids.PROGRAM_FROM,
                label="Begin with",
                data=programs,
                value=None,
                placeholder="a program to change",
                allowDeselect=False,
                className="qs-grow",
                description="It takes the place of the text below.",
            ),
            dmc.TextInput(
                id=own_policy_ids.PROGRAM_NAME,
                label="Name",
                value="My policy",
                autoComplete="off",
                debounce=ENTERED,
                inputProps={"maxLength": 40},
                description="of the run, on Compare",
            ),
        ],
        className="qs-row qs-program-choices",
    )


def editor() -> html.Div:
    """The text, with the numbers of its lines beside it (frontend/own_policy/editor.js).

    The field is the browser's own: where its value comes back after each key, the caret jumps to the end of the text.
    What was chosen to begin with is therefore put into a part that is not shown, and the script takes it from there.
    """
    return html.Div(
        [
            html.Label("Program", htmlFor=TEXT, className="qs-program-label"),
            html.P(id="program-origin", className="qs-program-origin", role="status", hidden=True),
            html.Div(
                [
                    html.Pre("1", id="program-lines", **{"aria-hidden": "true"}),
                    html.Textarea(
                        next(iter(templates().values())).source, id=TEXT, spellCheck="false", wrap="off", rows=18
                    ),
                ],
                className="qs-program-text",
            ),
            html.Pre(id=own_policy_ids.PROGRAM_TEMPLATE, hidden=True),
        ]
    )


def buttons() -> html.Div:
    """Run, Stop, how long it may take, and how far it is."""
    return html.Div(
        [
            html.Button(
                [icon("play"), "Run"],
                type="button",
                className="qs-button qs-button-main",
                disable_n_clicks=True,
                title="Ctrl+Enter",
                **{"data-program": "run"},
            ),
            html.Button(
                "Stop",
                type="button",
                className="qs-button",
                disable_n_clicks=True,
                disabled=True,
                **{"data-program": "stop"},
            ),
            html.Select(
                [html.Option(f"ended after {one} s", value=one) for one in SECONDS],
                id="program-seconds",
                className="qs-button",
                **{"aria-label": "When a program that does not end is ended"},
            ),
            html.Progress(
                id="program-progress", max="1", value="0", hidden=True, **{"aria-label": "Jobs that have ended"}
            ),
            html.Span(id="program-state", role="status", className="qs-grow", **{"aria-live": "polite"}),
        ],
        className="qs-row",
    )


def others() -> list:
    """Of the policies that go by an expression, who lets others pass; nothing where there are none."""
    titles = [all_policies()[key].title for key in hand_link.expression_policies()]
    if not titles:
        return []
    policies = [", while the policy ", html.I(titles[0]), " of Compare lets jobs pass as in EASY unless its "]
    return [*policies, html.Code("passing"), " is changed"]


def contract() -> html.Details:
    """What a program is given, in short."""
    rows = [html.Tr([html.Th(html.Code(name), scope="row"), html.Td(words)]) for name, words in NAMES]
    return html.Details(
        [
            html.Summary("What a program is given"),
            html.P(
                [
                    "Write ",
                    html.Code("def schedule(now, queue, running, free)"),
                    ". It is called whenever jobs were submitted or have ended and some wait, and returns or yields "
                    "the jobs that start now. Real Python, with print() and the standard library; it does not see "
                    "how long jobs will run. Nobody passes a job that does not fit unless your program lets others "
                    "pass: the first three programs to begin with do not",
                    *others(),
                    ".",
                ]
            ),
            html.Table(
                [html.Caption("Names that a program can use", className="qs-unseen"), html.Tbody(rows)],
                className="qs-table qs-compact",
            ),
            html.P(
                "In the text, Tab goes on to the next field, and Enter keeps the indent.", className="qs-soft qs-small"
            ),
        ],
        className="qs-twin",
    )


def register(app: Dash, services: Services) -> None:
    """Jobs, templates, and what came of a run."""
    choosing(app, services)

    @app.callback(
        Output(own_policy_ids.PROGRAM_TEMPLATE, "children"),
        Output(own_policy_ids.PROGRAM_NAME, "value"),
        Input(own_policy_ids.PROGRAM_FROM, "value"),
        State(own_policy_ids.PROGRAM_NAME, "value"),  # so that a name typed meanwhile stays
        prevent_initial_call=True,
    )
    def begin(key: Any, _: Any) -> tuple:
        template = templates().get(key) if isinstance(key, str) else None
        return (template.source, template.title[:40]) if template else (no_update, no_update)

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(own_policy_ids.PROGRAM_RESULT, "children"),
        Output(own_policy_ids.PROGRAM_TICK, "disabled"),
        Input(own_policy_ids.PROGRAM_RUN, "data"),
        Input(own_policy_ids.PROGRAM_TICK, "n_intervals"),
        prevent_initial_call=True,
    )
    def follow(sent: Any, _ticks: Any) -> tuple:
        if not sent:
            return no_update, None, True
        asked = outcome.compared(services, sent)
        return asked.request, asked.panel, asked.is_complete

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(own_policy_ids.PROGRAM_HIDDEN_RESULT, "children"),
        Output(own_policy_ids.PROGRAM_HIDDEN_TICK, "disabled"),
        Input(own_policy_ids.PROGRAM_HIDDEN, "data"),
        Input(own_policy_ids.PROGRAM_HIDDEN_TICK, "n_intervals"),
        prevent_initial_call=True,
    )
    def follow_hidden(sent: Any, _ticks: Any) -> tuple:
        asked = outcome.of_hidden_seeds(services, sent)
        return asked.request, asked.panel, asked.is_complete


def choosing(app: Dash, services: Services) -> None:
    """Which jobs: by the address, by the list, else those that are open."""

    @app.callback(
        Output(own_policy_ids.PROGRAM_JOBS, "data"),
        Output(own_policy_ids.PROGRAM_JOBS, "value"),
        Input(ids.URL, "search"),
        Input(ids.ADDRESSES, "data"),
        State(ids.URL, "pathname"),
        State(own_policy_ids.PROGRAM_JOBS, "value"),
    )
    def arrive(search: Any, addresses: Any, path: Any, value: Any) -> tuple:
        if path != PATH:
            return no_update, no_update
        choice = job_choice.of_address(search)
        opened = job_choice.open_choice(
            services,
            choice.partition(":")[2] if choice.startswith(job_choice.OPEN) else last_workload(services, addresses),
        )
        usual = f"{job_choice.OPEN}:{opened[0]}" if opened else job_choice.first()
        return job_choice.groups(opened), choice or value or usual

    @app.callback(
        Output(own_policy_ids.PROGRAM_JOBS_STATE, "children"),
        Output(ids.URL, "search", allow_duplicate=True),
        Input(own_policy_ids.PROGRAM_JOBS, "value"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def choose(choice: Any, search: Any) -> tuple:
        if not choice:
            return no_update, no_update
        same = job_choice.of_address(search) == choice or ctx.triggered_id is None
        return job_choice.state(services, choice), no_update if same else job_choice.address(str(choice)[:120])


def last_workload(services: Services, addresses: Any) -> str:
    """Key of the workload that was looked at last, or of the last comparison; "" where none was."""
    fields = addresses if isinstance(addresses, dict) else {}
    for page in ("workload", "compare"):
        opened = link.read(str(fields.get(page) or "")[: job_choice.LONGEST])
        key = opened.workload or (services.store.loaded(opened.load) or "" if opened.load else "")
        if key:
            return key
    return ""
