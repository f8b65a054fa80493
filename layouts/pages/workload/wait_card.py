"""How long would my job wait?  The waits that the log recorded of jobs like it, by time of day, and of one more."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ClientsideFunction, Dash, Input, Output, State, html

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, sentence, table
from layouts.words import instants
from scheduler.analysis import like_jobs, query
from scheduler.analysis.like_jobs import Prediction, Waits
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.workload import Workload
from scheduler.query.conditions import rows

HEADING = "wait-heading"
EXAMPLE = "64 processors for 8 h"
LIKE = "Like it are jobs of half to twice the processors and the requested time; conditions such as queue=2 may follow."


def card(workload: Workload, job: str = "", at: str = "") -> html.Section | None:
    """The form, and the place of the answer; None where no wait was recorded.  job, at: what is asked at first."""
    if workload.is_closed or not (workload.jobs.recorded_wait >= 0).any():
        return None
    return html.Section(
        [
            html.H2("How long would my job wait?", id=HEADING),
            html.Div(
                [
                    dmc.TextInput(
                        id=ids.WAIT_JOB,
                        label="Job",
                        placeholder=EXAMPLE,
                        value=job,
                        className="qs-grow",
                        debounce=ENTERED,
                        autoComplete="off",
                        spellCheck=False,
                        inputProps={"maxLength": query.LONGEST},
                    ),
                    dmc.TextInput(
                        id=ids.WAIT_AT,
                        label="Submitted",
                        placeholder="at the end of the log",
                        value=at,
                        debounce=ENTERED,
                        autoComplete="off",
                    ),
                    dmc.Button("Answer", id=ids.WAIT_ASK, variant="light"),
                ],
                className="qs-row qs-end",
            ),
            html.P(f"For example: {EXAMPLE}. {LIKE}", className="qs-soft qs-small"),
            html.Div(
                answered(workload, job, at) if job else None, id=ids.WAIT, role="status", **{"aria-live": "polite"}
            ),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def answered(workload: Workload, job: str, at: str) -> Any:
    """The answer, or in one sentence why there is none."""
    try:
        return answer(workload, job, at)
    except QueuescopeError as error:
        return sentence(str(error), "warning")


def answer(workload: Workload, job: str, at: str) -> list:
    """What the log recorded of jobs like it; raises InputError."""
    if not job.strip():
        raise InputError(f"The job is missing; wanted: a job such as {EXAMPLE}.")
    asked = query.parse(job)
    like = rows(asked.conditions, query.jobs_of_workload(workload))
    clock, submit = calendar_of_workload(workload), workload.as_recorded.jobs.submit
    moment = instants.read("submitted", at, clock) if at.strip() else float(submit[-1])
    wait = np.where(workload.jobs.recorded_wait < 0, np.nan, workload.jobs.recorded_wait)
    waits, predicted = like_jobs.waits(wait[like]), like_jobs.predict(submit[like], wait[like], float(moment or 0.0))
    when = "at the end of the log" if not at.strip() else instants.when(workload, float(moment or 0.0))
    parts = like_jobs.by_time_of_day(workload, submit[like], wait[like])
    return [
        html.P([html.B(recorded(waits, int(like.sum()))), " ", prediction(predicted, when)]),
        html.P(["Jobs like it: ", html.Code(str(asked))], className="qs-small qs-soft"),
        by_time(parts) if parts and waits.jobs else None,
    ]


def recorded(waits: Waits, jobs: int) -> str:
    """How long they waited."""
    if not waits.jobs:
        return f"Of {theme.counted(jobs, 'job')} like it none has a recorded wait."
    few = f" These are few: from {like_jobs.FEW} on the numbers mean more." if waits.jobs < like_jobs.FEW else ""
    return (
        f"Of {theme.counted(waits.jobs, 'job')} like it half waited at most {human(waits.median)}, 90 % at most "
        f"{human(waits.most)}.{few}"
    )


def prediction(predicted: Prediction, when: str) -> str:
    """What one more would wait, and how often such an interval held."""
    if not predicted.history:
        return f"Of jobs like it none had started {when}, so nothing is predicted."
    history = theme.counted(predicted.history, "job")
    if predicted.high == float("inf"):
        return (
            f"For one more, submitted {when}, no upper bound is known: {history} like it had started by then, and "
            f"{like_jobs.LEAST} are needed."
        )
    return (
        f"One more, submitted {when}, would wait {human(predicted.low)} to {human(predicted.high)}, as the last "
        f"{history} like it that had started by then.{coverage(predicted)}"
    )


def coverage(predicted: Prediction) -> str:
    """How often such an interval held."""
    if not predicted.tried:
        return ""
    aim = like_jobs.HIGH - like_jobs.LOW
    wanted = theme.percent(aim)
    end = f", less than the {wanted} aimed at" if predicted.coverage < aim else f"; {wanted} is aimed at"
    tried = theme.counted(predicted.tried, "such job")
    return (
        f" For {theme.percent(predicted.coverage)} of {tried} in the second half of the log the wait lay in "
        f"the interval predicted at submission{end}."
    )


def by_time(parts: tuple[Waits, ...]) -> html.Div:
    """The waits by time of day."""
    table_rows = [
        {
            "submitted": name,
            "jobs": part.jobs,
            "median wait": human(part.median) if part.jobs else "—",
            "90 % wait at most": human(part.most) if part.jobs else "—",
        }
        for name, part in zip(like_jobs.parts_of_day(), parts, strict=True)
    ]
    title = "Recorded waits by time of day"
    return html.Div(
        table(table_rows, title), className="qs-scroll", tabIndex="0", role="region", **{"aria-label": title}
    )


def register(app: Dash, services: Services) -> None:
    """The answer follows the button and Enter; the address follows the answer."""
    app.clientside_callback(
        ClientsideFunction("queuescope", "waitAsked"),
        Output(ids.WAIT, "id"),
        Input(ids.WAIT, "children"),
        State(ids.WAIT_JOB, "value"),
        State(ids.WAIT_AT, "value"),
        prevent_initial_call=True,
    )

    def ask(_pressed: Any, job: Any, at: Any, key: Any) -> Any:
        if not isinstance(key, str) or not _pressed:
            return None
        try:
            return answered(services.store.workload(key), str(job or ""), str(at or ""))
        except QueuescopeError as error:
            return sentence(str(error), "warning")

    for pressed in (Input(ids.WAIT_ASK, "n_clicks"), Input(ids.WAIT_JOB, "n_submit"), Input(ids.WAIT_AT, "n_submit")):
        app.callback(
            Output(ids.WAIT, "children", allow_duplicate=True),
            pressed,
            State(ids.WAIT_JOB, "value"),
            State(ids.WAIT_AT, "value"),
            State(ids.LOADED, "data"),
            prevent_initial_call=True,
        )(ask)
