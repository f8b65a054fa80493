"""The facts of a job, known at once: what it is, how it fared under each run, and where it stands among all jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from dash import html

from layouts import theme
from layouts.drawing import ranks
from layouts.drawing.axes import SAME, compared
from layouts.gantt import job_facts
from layouts.kinds import look_of
from layouts.state.view import FinishedRun
from layouts.words import instants, lengths, unit_names
from layouts.words.above_machine import judged
from scheduler.durations import human, number
from scheduler.model.user_names import of_user, user_name, users_known

UP, DOWN = "\u25b2", "\u25bc"
AROUND = 0.05  # of its time from submission to end, shown on either side of a job


def head(runs: Sequence[FinishedRun], job: int) -> str:
    """What the job is, in a few words."""
    first = job_facts.of_job(runs[0].schedule, job)
    who = of_user(runs[0].schedule.workload, first["user"])
    if (of_kind := look_of(runs[0].schedule.workload, lambda look: look.job)) is not None:
        return f"Job {first['job_id']}{who}: {of_kind(runs[0].schedule, job)}"
    size = theme.counted(first["processors"], unit_names.piece(runs[0].schedule.workload))
    return f"Job {first['job_id']}{who}: {size}, ran {human(first['runtime'])}{job_facts.of_requested(first)}"


# ---- under each run -------------------------------------------------------------------------------------------------


def under_each(runs: Sequence[FinishedRun], job: int, baseline: int) -> html.Div:
    """A row per run, in the order of the runs: wait and its change against the baseline, stretch, start, end."""
    base = next((run for run in runs if run.index == baseline), runs[0])
    names = ("run", "wait", "stretch", "start, end")
    rows = [
        html.Tr(
            [
                html.Th(
                    [job_button([run], job, run.name, "qs-pick", f"Show it under {run.name}"), outcome(run, job)],
                    scope="row",
                    className=f"qs-lane qs-run-{run.index}",
                ),
                *cells(run, base, job, len(runs) > 1),
            ]
        )
        for run in runs
    ]
    return html.Div(
        [table("Under each run", names, rows), html.P(in_short(runs, base, job), className="qs-small qs-soft")],
        className="qs-under",
    )


def outcome(run: FinishedRun, job: int) -> html.Span | None:
    """What a run gave a job, below its name, where it chose that."""
    words = look_of(run.schedule.workload, lambda look: look.outcome)
    return html.Span(words(run.schedule, job), className="qs-change qs-soft") if words else None


def cells(run: FinishedRun, base: FinishedRun, job: int, several: bool) -> list:
    """Wait with its change, stretch, start and end of a job in a run; exact seconds below the pointer."""
    facts = job_facts.of_job(run.schedule, job)
    longer = facts["wait"] - ranks.value_of(base.schedule, "wait", job)
    changed, is_same = "baseline" if run is base else wait_change(longer), run is base or abs(longer) < SAME
    verdict = "same" if is_same or not judged(run, base) else "worse" if longer > 0 else "better"
    framed = {} if is_same else lengths.marked(abs(longer), changed.replace(human(abs(longer)), lengths.PLACE))
    change = [html.Span(changed, className=f"qs-change qs-{verdict}", **framed)] if several else []
    stretch = ranks.value_of(run.schedule, "stretch", job)
    start, end = (instants.at(run.schedule.workload, facts[name]) for name in ("start", "end"))
    return [
        html.Td([human(facts["wait"]), *change], **lengths.marked(facts["wait"])),
        html.Td(f"\u00d7{theme.number(stretch)}", title=theme.number(stretch, 6)),
        html.Td(
            [start, html.Span(end, className="qs-change qs-soft")],
            title=f"{number(round(facts['start'], 3))} s to {number(round(facts['end'], 3))} s",
        ),
    ]


def wait_change(seconds: float) -> str:
    """A difference of waits: symbol, amount, word."""
    if abs(seconds) < SAME:
        return "= as long"
    return f"{UP if seconds > 0 else DOWN} {compared(seconds)}"


def in_short(runs: Sequence[FinishedRun], base: FinishedRun, job: int) -> str:
    """When it was submitted, and whether the policy matters to it at all."""
    waits = [ranks.value_of(run.schedule, "wait", job) for run in runs]
    submits = [float(run.schedule.placed.submit[job]) for run in runs]
    others = "" if len(set(submits)) == 1 else ", in other runs at other times"
    sentences = f"Submitted {instants.at(base.schedule.workload, submits[0])}{others}."
    if len(runs) > 1 and max(waits) - min(waits) < SAME:
        sentences += f" It {'waits just as long' if max(waits) > 0 else 'starts at once'} under all of them."
    return sentences


# ---- its place among all --------------------------------------------------------------------------------------------


def places(runs: Sequence[FinishedRun], job: int) -> html.Div:
    """A row per run: how many of all jobs, and of its user's, have less wait, stretch and response."""
    first, workload = runs[0], runs[0].schedule.workload
    user = int(workload.jobs.user_id[job]) if users_known(workload) else None
    rows = [
        html.Tr(
            [
                html.Th(run.name, scope="row", className=f"qs-lane qs-run-{run.index}"),
                *(place(run, name, job, user) for name in ranks.OF_RUN),
            ]
        )
        for run in runs
    ]
    fixed = [f"{name}: {ranks.in_words(ranks.standing(first, name, job), name)}" for name in ("size", "runtime")]
    of_own = "" if user is None else f" (second line: of {user_name(workload, user)}'s)"
    jobs = theme.counted(len(first.schedule.placed), "job")
    names = ("run", *(ranks.MEASURES[name].name for name in ranks.OF_RUN))
    return html.Div(
        [
            table(f"Its place: more than so many of {jobs}{of_own}", names, rows),
            html.P(
                f"{'; '.join(fixed).capitalize()}. Jobs with just as much do not count as less.",
                className="qs-small qs-soft",
            ),
        ],
        className="qs-places",
    )


def place(run: FinishedRun, measure: str, job: int, user: int | None) -> html.Td:
    """The share of all jobs with less, and of the user's where users are known; in full below the pointer."""
    whole, name = ranks.standing(run, measure, job), ranks.MEASURES[measure].name
    tooltip = f"{name.capitalize()}: {ranks.in_words(whole, measure)}"
    if user is None:
        return html.Td(theme.percent(whole.share), title=tooltip)
    own = ranks.of_user(run, measure, job)
    theirs = f"{user_name(run.schedule.workload, user)}'s jobs"
    tooltip += "; " + ("the only job of its user" if own.jobs == 1 else ranks.in_words(own, measure, theirs))
    return html.Td(
        [
            theme.percent(whole.share),
            html.Span("only job" if own.jobs == 1 else theme.percent(own.share), className="qs-change qs-soft"),
        ],
        title=tooltip,
    )


# ---- pieces ---------------------------------------------------------------------------------------------------------


def table(caption: str, names: Sequence[str], rows: list) -> html.Div:
    """A small table that scrolls sideways where it has to."""
    heads = html.Tr([html.Th(name, scope="col") for name in names])
    return html.Div(
        html.Table([html.Caption(caption), html.Thead(heads), html.Tbody(rows)], className="qs-table qs-tight"),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-label": caption},
    )


def job_button(
    runs: Sequence[FinishedRun], job: int, text: str, looks: str = "qs-pick", label: str = ""
) -> html.Button:
    """A button that brings all charts to a job and selects it (frontend/compare/jobs.js)."""
    begin, end = spans(runs, job)
    named: dict[str, Any] = {"aria-label": label} if label else {}
    return html.Button(
        text,
        type="button",
        className=looks,
        title=label or None,
        **{"data-job": str(job), "data-from": f"{begin:.3f}", "data-to": f"{end:.3f}"},
        **named,
    )


def spans(runs: Sequence[FinishedRun], job: int) -> tuple[float, float]:
    """s: from just before the first submission to just after the last end of a job, over these runs."""
    begin = float(np.min([run.schedule.placed.submit[job] for run in runs]))
    end = float(np.max([run.schedule.placed.end[job] for run in runs]))
    room = AROUND * (end - begin) or 1.0
    return begin - room, end + room
