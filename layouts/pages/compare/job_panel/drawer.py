"""The drawer of a selected job: facts at once, then why it waited, run by run, and the way back to the job before.

The facts need a few numbers of each run, so they are there with the next picture.  Reasons may have to be simulated
once more: each run asks for its own, and what comes late goes to the place of its own job or nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, MATCH, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.gantts import looks
from layouts.pages.compare.job_panel import fact_list
from layouts.pages.compare.job_panel import reasons as compare_why_reasons
from layouts.pages.compare.job_panel.fact_list import job_button
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, alike
from scheduler.errors import QueuescopeError
from scheduler.explain import Groups, all_groups
from scheduler.explain.words import Names
from scheduler.model.user_names import users_known
from scheduler.wording import capital

TICK = 1_000  # ms between two looks at a simulation that works out reasons
MOST = 50  # jobs of the history


def register(app: Dash, services: Services) -> None:
    """A picked job, its facts, its reasons."""
    app.clientside_callback(
        ClientsideFunction("why", "picked"),
        Output(ids.JOB, "data", allow_duplicate=True),
        Output(ids.HISTORY, "data"),
        Input(ids.PICKED, "data"),
        State(ids.JOB, "data"),
        State(ids.HISTORY, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "close"),
        Output(ids.PICKED, "data", allow_duplicate=True),
        Input(ids.FACTS_CLOSE, "n_clicks"),
        prevent_initial_call=True,
    )
    telling(app, services)
    reasoning(app, services)
    working(app, services)


def telling(app: Dash, services: Services) -> None:
    """The facts of the selected job or campaign."""

    # PICKED is no input: `picked` sets JOB at each of its changes, and facts asked for twice come later
    @app.callback(
        Output(ids.FACTS, "children"),
        inputs={"changes": [Input(store, "data") for store in (ids.JOB, ids.FINISHED, ids.BASELINE)]},
        state={"picked": State(ids.PICKED, "data"), "history": State(ids.HISTORY, "data"), "stores": STORES},
    )
    def facts(changes: Any, picked: Any, history: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        try:
            every = run_list.of_page(services, page)
            runs = list(alike(every))
            picked_facts = (picked or {}).get("facts")
            group = picked_facts.get("campaign") if isinstance(picked_facts, dict) else None
            others = [run.name for run in every if run.rows is not None]
            return job_facts(runs, page.link.job, page.link.baseline, history, others) or group_facts(runs, group)
        except QueuescopeError as error:
            return sentence(str(error), "warning")


def reasoning(app: Dash, services: Services) -> None:
    """Why it waited in one run, as soon as its place is there, and again while that is being simulated."""

    @app.callback(
        Output(ids.why("said", MATCH, MATCH), "children"),
        Output(ids.why("tick", MATCH, MATCH), "disabled"),
        inputs={
            "changes": [
                Input(ids.why("ask", MATCH, MATCH), "data"),
                Input(ids.why("tick", MATCH, MATCH), "n_intervals"),
            ]
        },
        state={"place": State(ids.why("ask", MATCH, MATCH), "id"), "stores": STORES},
    )
    def reasons(changes: Any, place: Any, stores: dict[str, Any]) -> tuple[Any, bool]:
        try:
            subject = named(run_list.of_same_jobs(services, page_state.read(stores)), place)
            return compare_why_reasons.answer_so_far(services, *subject) if subject else (None, True)
        except QueuescopeError as error:
            return sentence(str(error), "warning"), True


def working(app: Dash, services: Services) -> None:
    """Simulate a long run once more for the reasons of one job, in the background."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.why("tick", ALL, ALL), "disabled", allow_duplicate=True),
        Output(ids.why("fault", ALL, ALL), "children"),
        inputs={"clicks": Input(ids.why("work", ALL, ALL), "n_clicks")},
        state={
            "ticks": State(ids.why("tick", ALL, ALL), "id"),
            "faults": State(ids.why("fault", ALL, ALL), "id"),
            "stores": STORES,
        },
        prevent_initial_call=True,
    )
    def work(clicks: Any, ticks: Any, faults: Any, stores: dict[str, Any]) -> tuple[Any, list, list]:
        still = no_update, [no_update] * len(ticks), [no_update] * len(faults)
        if not any(clicks or []):
            return still
        place = ctx.triggered_id
        try:
            subject = named(run_list.of_same_jobs(services, page_state.read(stores)), place)
        except QueuescopeError:
            return still
        if subject is None:
            return still
        started = compare_why_reasons.begin(services, subject[1], subject[2])
        fault = sentence(started.problem, "error") if started.problem else None
        return (
            started.request,
            [False if same(one, place) else no_update for one in ticks],
            [fault if same(one, place) else no_update for one in faults],
        )


def same(one: Any, other: Any) -> bool:
    """Whether two parts belong to the same job in the same run."""
    return (one["run"], one["job"]) == (other["run"], other["job"])


def named(runs: Sequence[FinishedRun], place: Any) -> tuple[Sequence[FinishedRun], FinishedRun, int] | None:
    """(all runs, the run, the job) that a part of the drawer is about; None where there is no such one."""
    run = next((one for one in runs if one.key == place.get("run")), None)
    row = row_of([run], place.get("job")) if run is not None else None
    return (runs, run, row) if run is not None and row is not None else None


def row_of(runs: Sequence[FinishedRun], job: Any) -> int | None:
    """A row of jobs a browser sent; None for anything else."""
    is_row = isinstance(job, int) and not isinstance(job, bool) and runs and 0 <= job < len(runs[0].schedule.workload)
    return int(job) if is_row else None


def before(runs: Sequence[FinishedRun], history: Any) -> int | None:
    """The job looked at before, as a browser says."""
    return row_of(runs, history[-1]) if isinstance(history, list) and 0 < len(history) <= MOST else None


def job_facts(
    runs: Sequence[FinishedRun], job: Any, baseline: Any = 0, history: Any = None, others: Sequence[str] = ()
) -> Any:
    """The drawer of a job: facts, and a place for the reasons of each run; None where no such job is selected.

    others: names of the runs with other jobs, which it leaves out.
    """
    row = row_of(runs, job)
    if row is None:
        return None
    index = baseline if isinstance(baseline, int) and not isinstance(baseline, bool) else 0
    places = [html.Div([html.H3(run.name), *waiting(run, row)], className=f"qs-run qs-run-{run.index}") for run in runs]
    workload = runs[0].schedule.workload
    pin = [html.P(looks.pin_button(workload, int(workload.jobs.user_id[row])))] if users_known(workload) else []
    rest = (
        html.P(f"Not here, as other jobs are in it: {', '.join(others)}.", className="qs-small qs-soft")
        if others
        else None
    )
    body = [
        *pin,
        fact_list.under_each(runs, row, index),
        rest,
        html.Div(places, className="qs-runs"),
        fact_list.places(runs, row),
    ]
    return drawer(fact_list.head(runs, row), body, back(runs, before(runs, history)), {"data-about": str(row)})


def waiting(run: FinishedRun, job: int) -> list:
    """The place where the reasons of a run come, and what stands there until then."""
    place = [html.P(compare_why_reasons.waiting_for(run, job), className="qs-small qs-soon", role="status")]
    return [
        dcc.Store(id=ids.why("ask", run.key, job), data=job),
        dcc.Interval(id=ids.why("tick", run.key, job), interval=TICK, disabled=True),
        html.Div(place, id=ids.why("said", run.key, job), className="qs-reasons"),
        html.Div(id=ids.why("fault", run.key, job)),
    ]


def back(runs: Sequence[FinishedRun], job: int | None) -> html.Button | None:
    """The way back to the job looked at before."""
    if job is None:
        return None
    number = runs[0].schedule.workload.jobs.job_id[job]
    return job_button(runs, job, f"\u2190 Job {number}", "qs-back", f"Back to job {number}")


def group_facts(runs: Sequence[FinishedRun], number: Any) -> Any:
    """What there is to say of a group of jobs, such as a campaign, in every run of a policy that knows it."""
    for groups in all_groups() if isinstance(number, int) else ():
        known_by = [run for run in runs if groups.has(run.schedule, number)]
        if known_by:
            head = capital(Names(known_by[0].schedule.workload).of(groups.named(number)))
            return drawer(head, [html.Div([_story(run, groups, number) for run in known_by], className="qs-runs")])
    return None


def _story(run: FinishedRun, groups: Groups, number: int) -> html.Div:
    story = compare_why_reasons.group_story(run, groups, number)
    return html.Div([html.H3(run.name), *story], className=f"qs-run qs-run-{run.index}")


def drawer(head: str, body: list, way_back: Any = None, of: Mapping[str, str] | None = None) -> html.Div:
    """What is selected, in the inspector or, where the page is narrow, at its lower edge, with a way to close it.

    head: its name and, after a colon, what it is.  of: data attributes that tell what it is about
    (frontend/compare/jobs.js).
    """
    close = dmc.Button("Close", id=ids.FACTS_CLOSE, size="compact-sm", variant="default")
    name, _, rest = head.partition(": ")
    return html.Div(
        [
            html.Div([html.H2(name), html.Div([way_back, close], className="qs-ways")], className="qs-drawer-head"),
            html.P(rest, className="qs-small") if rest else None,
            *body,
        ],
        className="qs-drawer",
        tabIndex="0",
        role="region",
        **{"aria-label": "Facts"},
        **(of or {}),
    )
