"""Five jobs under two policies, as Home draws them: bars of the page itself, up to the instant of a step.

Right of the instant nothing is drawn but the reservation that the first waiting job holds.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from dash import html

from scheduler.analysis.placement import place
from scheduler.durations import human
from scheduler.engine.decision_log import KINDS
from scheduler.explain import job as explain
from scheduler.explain.why_not import free_before, why_not
from scheduler.explain.words import sentences
from scheduler.formats import swf
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies, usual_policies
from scheduler.preparation.build import workload
from scheduler.program_files import folder
from scheduler.simulate import simulate
from scheduler.wording import capital, enumerated

SAMPLES = folder("sample_traces")
FIVE = "five-jobs.swf"
PAIR = usual_policies("jobs")
SLIVER = 0.012  # of the whole time: how wide a job is drawn that starts at this very instant
TICK = 2 * 3600  # s between two labels of the axis
REASONS = ("waited_for", "started_for")  # facts that tell a reason


class Comparison(NamedTuple):
    """Two schedules of the same jobs, where their jobs stand, and the instants at which something happens."""

    schedules: tuple[Schedule, ...]
    places: tuple[Table, ...]
    instants: np.ndarray  # [steps] s
    divergence: float  # s: the first instant at which they decide differently
    job: int  # the job that gains most: row of jobs

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.instants) - 1

    @property
    def asked(self) -> int:
        """The step at which they decide differently."""
        return int(np.searchsorted(self.instants, self.divergence))


@cache
def comparison() -> Comparison:
    """The five jobs under both policies."""
    jobs = workload(swf.read((SAMPLES / FIVE).read_bytes(), FIVE))
    first, second = (simulate(jobs, policy) for policy in PAIR)
    instants = np.unique(
        np.concatenate(
            [getattr(schedule.placed, name) for schedule in (first, second) for name in ("submit", "start", "end")]
        )
    )
    differ = explain.first_divergence(first, second)
    assert differ is not None
    return Comparison(
        (first, second),
        (place(first), place(second)),
        instants,
        differ.time,
        int(np.argmax(first.placed.start - second.placed.start)),
    )


def short(policy: str) -> str:
    """What a policy is called in a sentence."""
    entry = all_policies()[policy]
    return entry.short or entry.title


def title(policy: str) -> str:
    """The title of a policy, with its short name where that is not in it."""
    name, words = short(policy), all_policies()[policy].title
    return words if name in words else f"{words} ({name})"


# ---- what is said ---------------------------------------------------------------------------------------------------


def waiting(pair: Comparison) -> list[int]:
    """Rows of the jobs that wait when the two first decide differently, in the order of submission."""
    first = pair.schedules[0]
    return np.flatnonzero((first.placed.submit <= pair.divergence) & (first.placed.start >= pair.divergence)).tolist()


def started(pair: Comparison) -> list[list[int]]:
    """Of each schedule, the rows of the jobs that start at that instant."""
    return [np.flatnonzero(schedule.placed.start == pair.divergence).tolist() for schedule in pair.schedules]


def free(pair: Comparison) -> int:
    """Processors that are free at that instant, before anybody decides."""
    return free_before(pair.schedules[0], pair.divergence)


def question(pair: Comparison) -> str:
    """What is asked when the page opens: it is about the second policy."""
    return f"At {hours(pair.divergence)}, {free(pair)} processors are free. Which job does {short(PAIR[1])} start?"


def known_by_then(pair: Comparison) -> str:
    """How both policies decide, and until when the running jobs have asked for their processors."""
    jobs, starts = pair.schedules[0].jobs, pair.schedules[0].placed.start
    running = np.flatnonzero((starts < pair.divergence) & (pair.schedules[0].placed.end > pair.divergence)).tolist()
    until = [
        f"Job {jobs.job_id[row]} is running, and has asked for {processors(int(jobs.processors[row]))} until "
        f"{hours(float(starts[row] + jobs.requested_time[row]))}."
        for row in running
    ]
    return " ".join(
        [
            f"{short(PAIR[0])}: nobody passes the first job in the queue. {short(PAIR[1])}: the first job is "
            "promised a start, and another job may pass it only if that start is not delayed, by the times "
            "that the jobs have asked for.",
            *until,
        ]
    )


def queue(pair: Comparison) -> html.Ul:
    """The waiting jobs and what they ask for."""
    jobs = pair.schedules[0].jobs
    return html.Ul(
        [
            html.Li(
                [
                    html.B(f"job {jobs.job_id[row]}"),
                    f": {processors(int(jobs.processors[row]))} for {hours(float(jobs.requested_time[row]))}",
                    ", first in the queue" if place == 0 else "",
                ]
            )
            for place, row in enumerate(waiting(pair))
        ],
        className="qs-queue",
    )


def verdict(pair: Comparison, chosen: int | None) -> str:
    """Whether either policy does what was chosen (a row; None: nobody starts), and what both do."""
    done = started(pair)
    agree = [
        short(policy)
        for policy, rows in zip(PAIR, done, strict=True)
        if (chosen is None and not rows) or (chosen is not None and chosen in rows)
    ]
    mark = "Right." if short(PAIR[1]) in agree else "Not so."
    sentence = f"That is what {' and '.join(agree)} does." if agree else "Neither policy does that."
    return (
        f"{mark} {sentence} "
        + "; ".join(f"{short(policy)} starts {names(pair, rows)}" for policy, rows in zip(PAIR, done, strict=True))
        + "."
    )


def objection(pair: Comparison, chosen: int | None) -> str:
    """Why the second policy does not do what was chosen; empty where it does."""
    schedule, done = pair.schedules[1], started(pair)[1]
    if chosen in done or (chosen is None and not done):
        return ""
    if chosen is not None:
        return " ".join(sentences([why_not(schedule, chosen, pair.divergence)], schedule, clock=hours))
    reasons = " ".join(sentences((why_not(schedule, row, pair.divergence) for row in done), schedule, clock=hours))
    return f"If nobody started, {processors(free(pair))} would be idle for nothing. {reasons}"


def names(pair: Comparison, rows: list[int]) -> str:
    """job 4; jobs 4 and 5; none of them."""
    job_ids = [str(pair.schedules[0].jobs.job_id[row]) for row in rows]
    if not job_ids:
        return "none of them"
    return f"{'jobs' if len(job_ids) > 1 else 'job'} {enumerated(job_ids)}"


def result(pair: Comparison) -> str:
    """What became of it, in a sentence that is true of these two schedules."""
    first, second = (schedule.wait for schedule in pair.schedules)
    later = int((second > first).sum())
    nobody = "nobody waits longer" if not later else f"{later} of {len(first)} wait longer"
    return (
        f"Under {short(PAIR[1])}, {names(pair, [pair.job])} starts "
        f"{hours(float(first[pair.job] - second[pair.job]))} earlier, and {nobody}: the mean wait is "
        f"{human(float(second.mean()))} instead of {human(float(first.mean()))}."
    )


def why(pair: Comparison) -> list:
    """The first difference, explained from both decision logs; what is the same in both is left out."""
    facts = [explain.facts(schedule, pair.job) for schedule in pair.schedules]
    reasons = [
        [fact for fact in own if fact not in other and fact.what in REASONS]
        for own, other in zip(facts, reversed(facts), strict=True)
    ]
    job = capital(names(pair, [pair.job]))
    return [
        html.P([html.B(f"{job} under {short(policy)}: "), " ".join(sentences(own, schedule, clock=hours))])
        for policy, own, schedule in zip(PAIR, reasons, pair.schedules, strict=True)
    ]


def hours(seconds: float) -> str:
    """A length of time; whole hours without their minutes."""
    return f"{int(seconds) // 3600} h" if seconds % 3600 == 0 else human(seconds)


def events(pair: Comparison, step: int) -> str:
    """What happens at a step, in both schedules."""
    time, parts = pair.instants[step], []
    for verbs, column in (
        (("ends", "end"), "end"),
        (("is submitted", "are submitted"), "submit"),
        (("starts", "start"), "start"),
    ):
        per_run = [np.flatnonzero(getattr(schedule.placed, column) == time).tolist() for schedule in pair.schedules]
        both = [row for row in per_run[0] if row in per_run[1]]
        parts.append(event(pair, both, verbs, "" if column == "submit" else " under both"))
        parts += [
            event(pair, [row for row in rows if row not in both], verbs, f" under {short(policy)}")
            for policy, rows in zip(PAIR, per_run, strict=True)
        ]
    return f"At {hours(float(time))}: " + "; ".join(filter(None, parts)) + "."


def event(pair: Comparison, rows: list[int], verbs: tuple[str, str], where: str) -> str:
    """Jobs 4 and 5 start under EASY; nothing for no jobs."""
    return f"{names(pair, rows)} {verbs[len(rows) > 1]}{where}" if rows else ""


# ---- what is drawn --------------------------------------------------------------------------------------------------


def charts(pair: Comparison, step: int, open_question: bool) -> list:
    """Both schedules up to the instant of a step, and their axis; with an open question nothing starts at it yet."""
    panels = [panel(pair, run, float(pair.instants[step]), open_question) for run in range(len(PAIR))]
    total = float(pair.instants[-1])
    ticks = [html.Span(hours(at), style={"left": share(at, total)}) for at in range(0, int(total) + 1, TICK)]
    return [*panels, html.Div(ticks, className="qs-mini-axis", **{"aria-hidden": "true"})]


def panel(pair: Comparison, run: int, now: float, open_question: bool) -> html.Div:
    """One schedule: bars over the rows of processors, the reservation, and the line of the instant."""
    schedule, total = pair.schedules[run], float(pair.instants[-1])
    bars = [
        bar(pair, run, row, now)
        for row in range(len(pair.places[run].segment))
        if (begin := float(schedule.placed.start[pair.places[run].segment[row]])) < now
        or (begin == now and not open_question)
    ]
    now_line = html.I(className="qs-mini-now", style={"left": share(now, total)})
    drawn = html.Div(
        [*bars, promise(schedule, now, total, open_question), now_line],
        className="qs-mini-rows",
        role="img",
        **{"aria-label": in_words(pair, run, now, open_question)},
    )
    return html.Div([html.H3(title(PAIR[run])), drawn], className="qs-mini")


def bar(pair: Comparison, run: int, row: int, now: float) -> html.Span:
    """A job on its processors, cut at the instant; what begins just now is a sliver."""
    places, schedule = pair.places[run], pair.schedules[run]
    job, total = int(places.segment[row]), float(pair.instants[-1])
    begin = float(schedule.placed.start[job])
    end = min(float(schedule.placed.end[job]), max(now, begin + SLIVER * total))
    m = schedule.workload.platform.processors
    name = f"job {schedule.jobs.job_id[job]}"
    return html.Span(
        name if end - begin > 0.05 * total else "",
        title=f"{name}: submitted at {hours(float(schedule.placed.submit[job]))}, starts at {hours(begin)}",
        className="qs-mini-bar" + (" qs-mini-marked" if job == pair.job else ""),
        style={
            "left": share(begin, total),
            "width": share(end - begin, total),
            "bottom": share(float(places.first[row]), m),
            "height": share(float(places.count[row]), m),
        },
    )


def promise(schedule: Schedule, now: float, total: float, open_question: bool) -> html.Span | None:
    """The reservation held at this instant, dashed: the only thing known of the future."""
    if not schedule.has_decisions or open_question:
        return None
    log = schedule.table("decisions")
    waits = (schedule.placed.start > now)[log.job]
    reservations = np.flatnonzero((log.kind == KINDS.index("reserve")) & (log.time <= now) & waits)
    if not len(reservations):
        return None
    job, shadow = int(log.job[reservations[-1]]), float(log.shadow[reservations[-1]])
    name = f"job {schedule.jobs.job_id[job]}"
    words = html.Span([html.Span("reserved for\u00a0", className="qs-wide-only"), name])
    return html.Span(
        words,
        title=f"reserved for {name}",
        className="qs-mini-promise",
        style={
            "left": share(shadow, total),
            "width": share(float(schedule.jobs.requested_time[job]), total),
            "bottom": "0",
            "height": share(float(schedule.jobs.processors[job]), schedule.workload.platform.processors),
        },
    )


def in_words(pair: Comparison, run: int, now: float, open_question: bool) -> str:
    """The chart in words."""
    schedule = pair.schedules[run]
    start, jobs = schedule.placed.start, schedule.jobs
    seen = np.flatnonzero(start < now if open_question else start <= now).tolist()
    begun = ", ".join(f"job {jobs.job_id[row]} from {hours(float(start[row]))}" for row in seen)
    return f"{title(PAIR[run])}, until {hours(now)}: {begun or 'nothing has started'}."


def share(part: float, whole: float) -> str:
    """A part of a whole as CSS has it."""
    return f"{100 * part / whole:.3f}%"


def table(pair: Comparison) -> list[dict[str, Any]]:
    """When each job starts under both."""
    return [
        {
            "job": int(job),
            **{
                f"starts under {short(policy)}": human(float(schedule.placed.start[row]))
                for policy, schedule in zip(PAIR, pair.schedules, strict=True)
            },
        }
        for row, job in enumerate(pair.schedules[0].jobs.job_id)
    ]
