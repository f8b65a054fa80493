"""A search for a job in words, 64 processors for 8 h: how long jobs like it wait in each run, and one more would.

It stands above the finding, on every tab.  One more is submitted at the begin of the selected range,
which can be typed here, else with the last job.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import numpy as np
from dash import Dash, Input, Output, State, html, no_update

from layouts import ids, theme
from layouts.drawing import query_mask
from layouts.drawing.axes import extent
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, table
from layouts.pages.compare.runs import run_list
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from layouts.words import instants
from scheduler.analysis import like_jobs
from scheduler.analysis.like_jobs import Prediction
from scheduler.analysis.query import Query, parse
from scheduler.durations import human
from scheduler.errors import ParamError, QueryError, QueuescopeError
from scheduler.model.calendars import calendar_of_workload

HEADING, TITLE = "like-job-heading", "How long such a job waits"
RUN, JOBS, HALF, MOST = "run", "jobs", "half wait at most", "90 % wait at most"
SUBMITTED, BY_DAY = "submitted", "By time of day"
RECORDED = "as recorded"
MORE, COVERED = "one more would wait", "such intervals held"
AIM = like_jobs.HIGH - like_jobs.LOW


class LikeIt(NamedTuple):
    """The jobs like it in a run, or as the log recorded them."""

    name: str
    submit: np.ndarray  # [n] s
    wait: np.ndarray  # [n] s, nan where it is not recorded


def place() -> html.Section:
    """The card, hidden as long as no such job is asked for."""
    return html.Section(
        [
            html.H2(TITLE, id=HEADING),
            html.Div(
                [
                    html.Div(
                        id=ids.LIKE_JOB_TABLE,
                        className="qs-scroll",
                        tabIndex="0",
                        role="region",
                        **{"aria-label": "Waits of jobs like it"},
                    ),
                    dmc.TextInput(
                        id=ids.LIKE_JOB_AT,
                        label="One more, submitted",
                        placeholder="with the last job",
                        debounce=ENTERED,
                        autoComplete="off",
                        inputProps={"maxLength": 60},
                        w=210,
                    ),
                ],
                className="qs-row qs-like-job",
            ),
            html.P(id=ids.LIKE_JOB_MESSAGE, className="qs-small qs-soft", role="status", **{"aria-live": "polite"}),
            html.Div(id=ids.LIKE_JOB_DAY),
        ],
        id=ids.LIKE_JOB,
        className="qs-card",
        hidden=True,
        **{"aria-labelledby": HEADING},
    )


def register(app: Dash, services: Services) -> None:
    """It follows what is lit and the selected range; a moment that is typed selects the range from it on."""

    @app.callback(
        Output(ids.LIKE_JOB, "hidden"),
        Output(ids.LIKE_JOB_TABLE, "children"),
        Output(ids.LIKE_JOB_MESSAGE, "children"),
        Output(ids.LIKE_JOB_DAY, "children"),
        Output(ids.LIKE_JOB_AT, "value"),
        inputs={"changes": [Input(store, "data") for store in (ids.LOOK, ids.FINISHED, ids.BASELINE, ids.RANGE)]},
        state={"stores": STORES},
    )
    def follow(changes: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        moment = page.link.range["r0"] if page.link.range else None
        try:
            runs = run_list.of_same_jobs(services, page) if page.link.only else []
            answer = content(runs, page.link.baseline, page.link.only, moment) if runs else None
        except QueuescopeError:
            answer = None
        if answer is None:
            return True, None, None, None, no_update
        parts = by_day(runs, page.link.baseline, page.link.only)
        return False, *answer, parts, "" if moment is None else instants.when(runs[0].schedule.workload, moment)

    @app.callback(
        Output(ids.RANGE, "data", allow_duplicate=True),
        Output(ids.LIKE_JOB_AT, "error"),
        inputs={"entered": Input(ids.LIKE_JOB_AT, "n_submit")},
        state={"text": State(ids.LIKE_JOB_AT, "value"), "stores": STORES},
        prevent_initial_call=True,
    )
    def choose(entered: Any, text: Any, stores: dict[str, Any]) -> tuple[Any, str | None]:
        try:
            runs = run_list.of_same_jobs(services, page_state.read(stores)) if entered else []
            return (range_from(runs, text), None) if runs else (no_update, None)
        except QueuescopeError as error:
            return no_update, str(error)


def range_from(runs: Sequence[FinishedRun], text: Any) -> dict[str, float] | None:
    """The range from a moment to the end of the runs; None where no moment is given.  Raises ParamError."""
    moment = instants.read("submitted", text, calendar_of_workload(runs[0].schedule.workload))
    if moment is None:
        return None
    end = extent(runs)[1]
    if moment >= end:
        raise ParamError(
            f"submitted = {str(text)[:60]!r} is behind the end of the runs; wanted: a time before "
            f"{instants.when(runs[0].schedule.workload, end)}."
        )
    return {"r0": moment, "r1": end}


def content(runs: Sequence[FinishedRun], baseline: int, only: str, moment: float | None) -> tuple[Any, str] | None:
    """(table, sentence) for what is lit; None where that is no job in words, or no job is like it."""
    base = query_mask.baseline(runs, baseline)
    try:
        query = parse(only)
        mask = query_mask.of_query(base.schedule, query)
    except QueryError:
        return None
    if not is_one(query) or not mask.any():
        return None
    last = float(base.schedule.placed.submit.max())
    answers = [
        (one, like_jobs.predict(one.submit, one.wait, last if moment is None else moment))
        for one in like_it(runs, base, mask)
        if like_jobs.waits(one.wait).jobs
    ]
    return table([row(*one) for one in answers], "Waits of jobs like it"), sentence(answers, base, moment)


def by_day(runs: Sequence[FinishedRun], baseline: int, only: str) -> html.Details | None:
    """The waits of `content` by the time of day of the submissions, closed at first; None for a log without dates."""
    base = query_mask.baseline(runs, baseline)
    mask = query_mask.of_query(base.schedule, parse(only))
    rows = [
        {RUN: one.name, SUBMITTED: part, JOBS: theme.number(waits.jobs), **halves(waits)}
        for one in like_it(runs, base, mask)
        if like_jobs.waits(one.wait).jobs
        for part, waits in zip(
            like_jobs.parts_of_day(),
            like_jobs.by_time_of_day(base.schedule.workload, one.submit, one.wait),
            strict=False,
        )
    ]
    if not rows:
        return None
    title = "Waits of jobs like it by time of day"
    scrolled = html.Div(table(rows, title), className="qs-scroll", tabIndex="0", role="region", **{"aria-label": title})
    return html.Details([html.Summary(BY_DAY, className="qs-summary"), scrolled])


def halves(waits: like_jobs.Waits) -> dict[str, str]:
    """What half of jobs and 90 % of them wait at most."""
    return {HALF: human(waits.median), MOST: human(waits.most)} if waits.jobs else {HALF: "—", MOST: "—"}


def is_one(query: Query) -> bool:
    """Whether a search asks for jobs of some processors and requested time, whatever a policy makes of them."""
    return not query.of_run and all(map(query.of_field, ("processors", "requested_time")))


def like_it(runs: Sequence[FinishedRun], base: FinishedRun, mask: np.ndarray) -> Iterator[LikeIt]:
    """The jobs of a mask as recorded, and in each run that has the jobs of the baseline."""
    jobs = base.schedule.workload.as_recorded.jobs
    recorded = np.where(jobs.recorded_wait < 0, np.nan, jobs.recorded_wait)
    yield LikeIt(RECORDED, jobs.submit[mask], recorded[mask])
    for run in runs:
        if len(run.schedule.wait) == len(mask):
            yield LikeIt(f"under {run.name}", run.schedule.placed.submit[mask], run.schedule.wait[mask])


def row(like: LikeIt, predicted: Prediction) -> dict[str, str]:
    """A row of the table."""
    waits = like_jobs.waits(like.wait)
    bounded = predicted.tried > 0 and predicted.high < float("inf")
    return {
        RUN: like.name,
        JOBS: theme.number(waits.jobs),
        **halves(waits),
        MORE: interval(predicted),
        COVERED: f"{theme.percent(predicted.coverage)} of {theme.number(predicted.tried)}" if bounded else "—",
    }


def interval(predicted: Prediction) -> str:
    """From ... to ...; where the jobs are few there is no upper bound."""
    if not predicted.history:
        return "not known: none had started"
    if predicted.high == float("inf"):
        return f"{human(predicted.low)} or more: {theme.counted(predicted.history, 'job')} had started"
    return f"{human(predicted.low)} to {human(predicted.high)}"


def sentence(answers: Sequence[tuple[LikeIt, Prediction]], base: FinishedRun, moment: float | None) -> str:
    """When one more is submitted, and what the last column tells."""
    when = "with the last job" if moment is None else f"at {instants.when(base.schedule.workload, moment)}"
    few = [like.name for like, predicted in answers if predicted.tried and predicted.coverage < AIM]
    too_few = f" Fewer held {', '.join(few)}: do not rely on it there." if few else ""
    return (
        f"One more, submitted {when}: the interval rests on the last jobs like it that had started by then. How "
        "often such intervals held was counted for the jobs like it of the second half of the log; "
        f"{theme.percent(AIM)} are aimed at.{too_few}"
    )
