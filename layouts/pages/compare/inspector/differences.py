"""The jobs that differ most between the runs: the first few as a list, all of the larger ones by a key.

Every run is compared with the baseline, job by job.  With one run there is nothing to compare, and the jobs that wait
longest stand there instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ClientsideFunction, Dash, Input, Output, State, ctx, html, no_update

from layouts import ids
from layouts.drawing.axes import compared
from layouts.drawing.paired_waits import base_of, verb
from layouts.frame.callbacks import Services
from layouts.frame.shell import caps
from layouts.memory.cache import cached
from layouts.pages.compare.gantts import job_window
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.tabs import all_tabs
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import FinishedRun
from layouts.words import instants, lengths
from layouts.words.above_machine import judged
from scheduler.analysis.disagreement import Differences, largest_differences, largest_first, next_divergence
from scheduler.durations import human
from scheduler.errors import QueuescopeError
from scheduler.explain import story
from scheduler.explain.words import Names, words
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule
from scheduler.wording import capital, enumerated

LISTED = 5  # jobs of the list
REACHED = 100  # jobs that the key goes through, the largest difference first; then it begins anew
NO_WAIT = "No job waits."
UP, DOWN = "\u25b2", "\u25bc"
SCHEDULE = next(key for key, tab in all_tabs().items() if "job" in tab.holds)  # the tab that shows a job


def ways() -> html.Div:
    """The buttons behind the keys; they stay while something is selected."""
    texts = (("Next difference", "KeyV", ids.NEXT_DIFFERENCE), ("Next in time", "Shift+KeyV", ids.NEXT_IN_TIME))
    buttons = [
        dmc.Button(
            text,
            id=identity,
            variant="default",
            size="compact-sm",
            rightSection=html.Span(caps(key), className="qs-cap"),
            **{"data-tab": SCHEDULE},
        )
        for text, key, identity in texts
    ]
    return html.Div(
        buttons,
        id=ids.WAYS,
        className="qs-row",
        role="group",
        hidden=True,
        **{"aria-label": "Differences between the runs"},
    )


def register(app: Dash, services: Services) -> None:
    """The list of the runs shown, and the way to the next difference, by size or in time."""

    @app.callback(
        Output(ids.DIFFERENCES, "children"),
        Output(ids.WAYS, "hidden"),
        inputs={"changes": [Input(ids.FINISHED, "data"), Input(ids.BASELINE, "data")]},
        state={"stores": STORES},
    )
    def enumerate_largest(changes: Any, stores: dict[str, Any]) -> tuple[Any, bool]:
        page = page_state.read(stores)
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return None, True  # the table says what is wrong
        return section(runs, page.link.baseline), not others_of(runs, page.link.baseline)[1]

    @app.callback(
        Output(ids.GOTO, "data"),
        inputs={"by_size": Input(ids.NEXT_DIFFERENCE, "n_clicks"), "in_time": Input(ids.NEXT_IN_TIME, "n_clicks")},
        state={"before": State(ids.GOTO, "data"), "stores": STORES},
        prevent_initial_call=True,
    )
    def go(by_size: Any, in_time: Any, before: Any, stores: dict[str, Any]) -> Any:
        page = page_state.read(stores)
        try:
            runs = run_list.of_same_jobs(services, page)
        except QueuescopeError:
            return no_update
        if ctx.triggered_id == ids.NEXT_IN_TIME:
            target = next_in_time(runs, page.link.baseline, reached(before, page.link.window)) if in_time else None
        else:
            target = next_by_size(runs, page.link.baseline, page.link.job) if by_size else None
        return no_update if target is None else target

    app.clientside_callback(
        ClientsideFunction("queuescope", "goto"),
        Output(ids.PICKED, "data"),
        Input(ids.GOTO, "data"),
        prevent_initial_call=True,
    )


# -- which jobs


def others_of(runs: Sequence[FinishedRun], baseline: int) -> tuple[FinishedRun | None, list[FinishedRun]]:
    """(the baseline, the runs compared with it)."""
    base = base_of(runs, baseline)
    return base, [run for run in runs if run is not base]


def largest(runs: Sequence[FinishedRun], baseline: int) -> Differences | None:
    """The largest differences of the runs from the baseline; None without two runs."""
    base, others = others_of(runs, baseline)
    if base is None or not others:
        return None
    schedules = [run.schedule for run in others]
    return cached(
        "largest differences", lambda: largest_differences(base.schedule, schedules, REACHED), base.schedule, *schedules
    )


def next_by_size(runs: Sequence[FinishedRun], baseline: int, job: Any) -> dict[str, Any] | None:
    """Where the charts go: to the next smaller difference after that of the selected job, else to the largest."""
    differences = largest(runs, baseline)
    if differences is None or not len(differences.job):
        return None
    at = np.flatnonzero(differences.job == job)[:1].tolist() if isinstance(job, int) else []
    following = int(differences.job[(at[0] + 1) % len(differences.job) if at else 0])
    return {"job": following, **job_window.framed(runs, following)}


def next_in_time(runs: Sequence[FinishedRun], baseline: int, after: float) -> dict[str, Any] | None:
    """Where the charts go: to the next instant at which a run starts other jobs; after the last one to the first."""
    base, others = others_of(runs, baseline)
    if base is None:
        return None
    schedules = [run.schedule for run in others]
    divergence = next_divergence(base.schedule, schedules, after) or next_divergence(base.schedule, schedules, -np.inf)
    if divergence is None:
        return None
    time, job = divergence
    return {"time": time, "job": job, **job_window.framed(runs, job)}


def reached(before: Any, window: Any) -> float:
    """After which instant to look on: the difference shown last while it is in view, else just before the view."""
    last, begin, end = (before or {}).get("time"), (window or {}).get("t0"), (window or {}).get("t1")
    if last is not None and (begin is None or end is None or begin <= last <= end):
        return float(last)
    return float(np.nextafter(begin, -np.inf)) if isinstance(begin, int | float) else -np.inf


# -- in words


def section(runs: Sequence[FinishedRun], baseline: int) -> list | None:
    """The heading, what is compared, and the list; None without jobs."""
    if not runs or not len(runs[0].schedule.placed):
        return None
    differences, (base, others) = largest(runs, baseline), others_of(runs, baseline)
    if differences is None or base is None:
        return longest(runs[0])
    entries = [entry(runs, base, others, differences, at) for at in range(min(LISTED, len(differences.job)))]
    beside = f"under {enumerated([run.name for run in others], 'or')} than under {base.name}."
    do = verb(base.schedule.workload)
    summary = f"Jobs that {do} most longer or shorter" if entries else f"No job {do}s longer or shorter"
    return [
        html.H2("Largest differences"),
        html.P(f"{summary} {beside}", className="qs-soft qs-small"),
        html.Ol(entries, className="qs-plain", **{"aria-label": "Largest differences"}) if entries else None,
    ]


def entry(
    runs: Sequence[FinishedRun], base: FinishedRun, others: Sequence[FinishedRun], differences: Differences, at: int
) -> html.Li:
    """A job as a button, with the size of its difference and its start in both runs."""
    run, change = others[int(differences.run[at])], float(differences.change[at])
    verdict = "same" if not judged(run, base) else "worse" if change > 0 else "better"
    sign, word = (UP, "longer") if change > 0 else (DOWN, "shorter")
    size = html.Span(
        f"{sign} {compared(change)}",
        className=f"qs-change qs-{verdict}",
        **lengths.marked(abs(change), f"{sign} {lengths.PLACE} {word}"),
    )
    under = f" under {run.name}" if len(others) > 1 else ""
    after, before = (
        instants.at(base.schedule.workload, float(start[at])) for start in (differences.after, differences.before)
    )
    starts = f"starts {after}{under}, not {before}"
    job = int(differences.job[at])
    return html.Li(button(runs, job, size, starts, why(run.schedule, job, float(differences.before[at]))))


def why(schedule: Schedule, job: int, before: float) -> dict[str, str]:
    """Why a job waits in a run when it starts under the baseline, or why it starts earlier: in short, and as a title.

    Empty where no decision was kept.
    """
    is_later = schedule.placed.start[job] > before
    fact = story.waiting(schedule, job, before) if is_later else story.started(schedule, job)
    if fact is None:
        return {}
    brief = fact.reason if is_later else Fact("started_for", **fact.values)
    names = Names(schedule.workload, clock=partial(instants.at, schedule.workload), decimals=2)
    return {"children": words(brief, names, "short"), "title": capital(words(fact, names))}


def longest(run: FinishedRun) -> list:
    """The jobs of a single run that wait longest."""
    wait = run.schedule.wait
    entries = [waiting(run, job, float(wait[job])) for job in largest_first(wait, LISTED).tolist()]
    return [
        html.H2("Longest waits"),
        html.Ol(entries, className="qs-plain", **{"aria-label": "Longest waits"})
        if entries
        else html.P(NO_WAIT, className="qs-soft qs-small"),
    ]


def waiting(run: FinishedRun, job: int, wait: float) -> html.Li:
    """A job of a single run as a button, with its wait and why it did not start when it was submitted."""
    submitted, starts = (float(run.schedule.placed.columns[name][job]) for name in ("submit", "start"))
    size = html.Span(human(wait), className="qs-change", **lengths.marked(wait))
    submit, start = (instants.at(run.schedule.workload, time) for time in (submitted, starts))
    reason = why(run.schedule, job, submitted)
    return html.Li(button([run], job, size, f"submitted {submit}, starts {start}", reason))


def button(
    runs: Sequence[FinishedRun], job: int, size: html.Span, starts: str, why: Mapping[str, str] = {}
) -> html.Button:
    """Shows a job in all charts and selects it (frontend/compare/jobs.js), in the tab of the schedule.

    why: of its last line.
    """
    window = job_window.framed(runs, job)
    name = html.B(f"Job {runs[0].schedule.workload.jobs.job_id[job]}")
    return html.Button(
        [
            name,
            " ",
            size,
            html.Span(starts, className="qs-soft"),
            html.Span(className="qs-soft", **why) if why else None,
        ],
        type="button",
        className="qs-difference",
        **{
            "data-job": str(job),
            "data-from": f"{window['t0']:.3f}",
            "data-to": f"{window['t1']:.3f}",
            "data-tab": SCHEDULE,
        },
    )
