"""What if: the way from a slice of a comparison to the page by hand, where its jobs can be edited.

The slice is the selected range of time, else the window of the Gantt charts; its jobs are those of the baseline run
that are submitted in it, run at its begin, or wait then.  Time counts from the begin.  A job that runs then comes with
what is left of it, submitted at the begin; one that waits then comes a second later, so that no policy can start it
before those that run already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import dash_mantine_components as dmc
import numpy as np
from dash import Dash, Input, Output, html

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.pages.compare.runs import run_list
from layouts.state import hand_link, page_state
from layouts.state.hand_link import Sheet
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun, View
from scheduler.durations import moment
from scheduler.errors import QueuescopeError
from scheduler.manual.cells import DIGITS, LONGEST, MOST_JOBS, MOST_NUMBER, Job
from scheduler.manual.typed_jobs import least
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies

AFTER = 1.0  # s: how much later than the begin a job comes that waits then


class Slice(NamedTuple):
    """Rows of jobs of a run that a slice of time holds."""

    running: np.ndarray  # at its begin
    waiting: np.ndarray  # at its begin
    submitted: np.ndarray  # in it

    @property
    def total(self) -> int:
        """How many jobs there are."""
        return len(self.running) + len(self.waiting) + len(self.submitted)


def section(runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The button, or how many jobs there are to edit; follows the window and the selected range."""
    slice_of = (view.r0, view.r1) if view.r0 is not None and view.r1 is not None else (view.t0, view.t1)
    return html.Div(offer(runs, *slice_of, view.baseline), id=ids.WHAT_IF, className="qs-row")


def register(app: Dash, services: Services) -> None:
    """Another window, another range: another slice."""

    @app.callback(
        Output(ids.WHAT_IF, "children"),
        inputs={"changes": [Input(ids.WINDOW, "data"), Input(ids.RANGE, "data")]},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def follow(changes: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return None
        span = page.link.range
        begin, end = (span["r0"], span["r1"]) if span else (page.link.t0, page.link.t1)
        return offer(runs, begin, end, page.link.baseline)


def offer(runs: Sequence[FinishedRun], begin: float | None, end: float | None, baseline: int) -> Any:
    """The way to the page by hand with the jobs of a slice and a sheet of them, or how many there are."""
    if not runs or not len(runs[0].schedule.placed):
        return None
    base = next((run for run in runs if run.index == baseline), runs[0])
    placed = base.schedule.placed
    begin = float(placed.submit.min()) if begin is None else begin
    end = float(placed.end.max()) + 1.0 if end is None else end
    slice_jobs = jobs_between(base.schedule, begin, end)
    if not slice_jobs.total:
        return None
    if slice_jobs.total > MOST_JOBS:
        return html.P(
            f"What if … ? {theme.counted(slice_jobs.total, 'job')} lie in this window; at most {MOST_JOBS} "
            "can be edited by hand. Zoom in, or select a range.",
            className="qs-soft qs-small",
        )
    hand_sheet = sheet(base.schedule, slice_jobs, begin, [run.schedule.policy for run in runs])
    if not hand_sheet.jobs:
        return None
    by_expression = next((run.schedule for run in runs if hand_link.expression_params(run.schedule.policy)), None)
    if by_expression is not None:
        params = [by_expression.params[param.name] for param in hand_link.expression_params(by_expression.policy)]
        expression, passing, _ = hand_link.expression_of(*params)
        hand_sheet = hand_sheet._replace(expression=expression, passing=passing)
    address = hand_link.write(hand_sheet)
    return [
        dmc.Anchor(
            f"What if … edit {'this' if slice_jobs.total == 1 else 'these'} {theme.counted(slice_jobs.total, 'job')}",
            href=f"/by-hand{address}",
            className="hand-button",
        ),
        html.A("Printable sheet", href=f"/sheet{address}", target="_blank", className="hand-button"),
        html.Span(adjustments(base, slice_jobs, begin), className="qs-soft qs-small"),
    ]


def jobs_between(schedule: Schedule, begin: float, end: float) -> Slice:
    """The jobs of a slice [begin, end) of a run."""
    submit, start, stop = schedule.placed.submit, schedule.placed.start, schedule.placed.end
    before = submit < begin
    return Slice(
        np.flatnonzero((start < begin) & (stop > begin)),
        np.flatnonzero(before & (start >= begin)),
        np.flatnonzero(~before & (submit < end)),
    )


def adjustments(base: FinishedRun, slice_jobs: Slice, begin: float) -> str:
    """What was done to jobs that are there already when the slice begins."""
    sentences = [f"Time counts from {moment(begin)}."] if begin else []
    if len(slice_jobs.running):
        sentences.append(
            f"{theme.counted(len(slice_jobs.running), 'job')} ran then under {base.name}: submitted at "
            "the begin, with what is left of the runtime."
        )
    if len(slice_jobs.waiting):
        sentences.append(f"{theme.counted(len(slice_jobs.waiting), 'job')} waited then: submitted a second later.")
    if keeps_campaigns(base.schedule):
        sentences.append("Campaigns are kept: each follows its user's one before.")
    elif base.schedule.workload.is_closed:
        sentences.append("Submit times are those of this run; its campaigns are left out.")
    return " ".join(sentences)


def sheet(schedule: Schedule, slice_jobs: Slice, begin: float, policies: Sequence[str]) -> Sheet:
    """The jobs of a slice as a sheet, under the policies of the comparison that need nothing but jobs."""
    rows = np.concatenate([slice_jobs.running, slice_jobs.waiting, slice_jobs.submitted])
    kept = keeps_campaigns(schedule)
    unknown = {"recorded_wait"} if kept else {"recorded_wait", "campaigns"}
    able = [key for key in dict.fromkeys(policies) if key in all_policies() and not all_policies()[key].needs & unknown]
    jobs = [job(schedule, int(row), begin) for row in rows]
    if kept:
        jobs = in_campaigns(schedule, jobs, schedule.jobs.campaign[rows])
    numbers = [one.number for one in jobs]
    if len(set(numbers)) < len(numbers) or any(not 1 <= one <= MOST_NUMBER for one in numbers):
        jobs = [one._replace(number=at) for at, one in enumerate(jobs, 1)]
    fits = all(one.runtime > 0 and max(one.submit, one.requested_time) <= LONGEST for one in jobs)
    title = f"{schedule.workload.name} from {moment(begin)}" if begin else schedule.workload.name
    chosen = tuple(able[: hand_link.MOST_POLICIES]) or hand_link.USUAL
    return Sheet(
        tuple(jobs) if fits else (),
        schedule.workload.platform.processors,
        chosen,
        schedule.seed or 0,
        title[: hand_link.LONGEST_TITLE],
    )


def keeps_campaigns(schedule: Schedule) -> bool:
    """Whether the jobs of a campaign come together, and so can be typed: each campaign after its user's one before."""
    campaign, submit = schedule.jobs.campaign, schedule.placed.submit
    if not schedule.workload.is_closed or (campaign < 0).any():
        return False
    first = np.full(int(campaign.max(initial=-1)) + 1, np.inf)
    np.minimum.at(first, campaign, submit)
    return bool((submit == first[campaign]).all())


def in_campaigns(schedule: Schedule, jobs: Sequence[Job], campaigns: np.ndarray) -> list[Job]:
    """The jobs with the campaigns (a row of campaigns each) they belong to.

    A campaign that follows another one of the slice comes when that is complete at the earliest, and the think time
    later: so it follows it under any policy.  What is left of a campaign that runs already comes together.
    """
    table, machine = cast(Table, schedule.workload.campaigns), schedule.workload.platform.processors
    submit: dict[int, float] = {}
    for row in sorted(set(campaigns.tolist()), key=lambda row: (int(table.user[row]), int(table.index[row]))):
        mine = [job for job, campaign in zip(jobs, campaigns.tolist(), strict=True) if campaign == row]
        submit[row] = min(job.submit for job in mine)
        before = int(table.previous[row])
        if before in submit:
            earlier = [job for job, campaign in zip(jobs, campaigns.tolist(), strict=True) if campaign == before]
            submit[row] = submit[before] + least(earlier, machine) + float(table.think_time[row])
    return [
        job._replace(submit=round(submit[row], DIGITS), campaign=int(table.index[row]) + 1)
        for job, row in zip(jobs, campaigns.tolist(), strict=True)
    ]


def job(schedule: Schedule, row: int, begin: float) -> Job:
    """A job as it comes into the slice."""
    jobs, placed = schedule.jobs, schedule.placed
    whole = float(jobs.runtime[row])
    left = remaining(schedule, row, begin) if float(placed.start[row]) < begin else whole
    late = AFTER if float(placed.submit[row]) < begin <= float(placed.start[row]) else 0.0
    runtime = round(left, DIGITS)
    asked = max(round(float(jobs.requested_time[row]) - (whole - left), DIGITS), runtime)
    submit = round(max(float(placed.submit[row]) - begin, late), DIGITS)
    user = int(jobs.user_id[row])
    return Job(
        int(jobs.job_id[row]),
        submit,
        int(placed.processors[row]),
        runtime,
        asked,
        user if 0 <= user <= MOST_NUMBER else 0,
    )


def remaining(schedule: Schedule, row: int, begin: float) -> float:
    """Seconds a job that started before `begin` still runs from then on, pauses left out."""
    if not schedule.has_segments:
        return float(schedule.placed.end[row]) - begin
    segments = schedule.table("segments")
    mine = segments.job == row
    return float(np.maximum(segments.end[mine] - np.maximum(segments.begin[mine], begin), 0.0).sum())
