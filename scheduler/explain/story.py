"""Schedules of the same jobs as a story to step through: the instants at which something happens, and the log in words.

One to four schedules of at most 500 jobs are followed in lockstep.  What is known at an instant is what has happened by
then, and what was reserved by then; pages show nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from scheduler.analysis.placement import place
from scheduler.engine.decision_log import BACKFILL, KILL, RESERVE, SKIP, START
from scheduler.engine.pseudocode import DEALT, PLANNED, STARTED, TURN, Line, applying, line_of, line_of_event
from scheduler.errors import InputError
from scheduler.explain import steps_of, stories
from scheduler.explain.decision import STARTING, WAITING, Decision, decision_of, last_decision, reason
from scheduler.explain.policy_view import policy_view
from scheduler.explain.stopped import stop
from scheduler.explain.words import Names, words
from scheduler.facts import Fact, Job, Processors
from scheduler.kinds import answer, gives_fractions, piece_of
from scheduler.model.marks import outer_batches
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies
from scheduler.wording import capital

MOST_JOBS, MOST_RUNS = 500, 4
DECISIONS = (START, BACKFILL, RESERVE, SKIP, KILL)
KINDS = {START: "start", BACKFILL: "start", KILL: "change"}  # what a line is of; others: "wait"


def can_be_told(schedules: Sequence[Schedule]) -> bool:
    """Whether these schedules can be stepped through: few jobs, each on processors or nodes that are known."""
    return 1 <= len(schedules) <= MOST_RUNS and all(map(_can_be_told, schedules))


def _can_be_told(schedule: Schedule) -> bool:
    steps, only_some_stop = steps_of(schedule), answer(schedule.workload, lambda kind: kind.stops) is not None
    if (steps is None and gives_fractions(schedule)) or (schedule.kills and only_some_stop):
        return False
    return len(schedule.placed) <= (steps.most if steps else MOST_JOBS)


def _fewer() -> str:
    """Where fewer jobs can be stepped through, in brackets."""
    steps = [one.steps for one in stories().values() if one.steps]
    return f" ({', '.join(f'{one.most} {one.where}' for one in steps)})" if steps else ""


def story(schedules: Sequence[Schedule], names: Sequence[str], **how: Any) -> dict[str, Any]:
    """The schedules as plain data; names: what each is called, how: fields of Names.  Times are seconds, jobs are rows.

    jobs: [id, submit, processors, requested time, user]; of each run `bars` [job, begin, end, first processor, how
    many], in parts of one where a topic has them so, `stopped` [job, begin, end] while one that was preempted waits
    again, `starts` and `ends` by job, `code`, the lines of the policy, `log` in the order of time [time, kind, job,
    sentence, shadow or None, place in `code` of the line that decided or -1, the same in short],
    and `view`, of policy_view(); `instants`, and `differences`, the places among them at which the runs start different
    jobs; `has_tasks`: whether the size of a job is its number of tasks.
    Raises InputError where can_be_told() says no.
    """
    if not can_be_told(schedules):
        raise InputError(
            f"Only 1 to {MOST_RUNS} schedules of at most {MOST_JOBS} jobs{_fewer()}, whose processors or nodes are "
            "known, can be stepped through; choose fewer jobs."
        )
    first = schedules[0]
    instants = np.unique(
        np.concatenate(
            [
                *(getattr(one.placed, column) for one in schedules for column in ("submit", "start", "end")),
                *(one.table("segments").begin for one in schedules if steps_of(one) or one.kills),
            ]
        )
    )
    jobs = first.workload.jobs
    return {
        "processors": int(first.workload.platform.processors),
        "has_tasks": piece_of(first.workload) != "processor",
        "jobs": [
            [
                int(jobs.job_id[row]),
                float(jobs.submit[row]),
                int(jobs.processors[row]),
                float(jobs.requested_time[row]),
                int(jobs.user_id[row]),
            ]
            for row in range(len(jobs))
        ],
        "runs": [_run(one, name, **how) for one, name in zip(schedules, names, strict=True)],
        "instants": instants.tolist(),
        "differences": differences(schedules, instants),
    }


def _run(schedule: Schedule, name: str, **how: Any) -> dict[str, Any]:
    placed = schedule.placed
    return {
        "name": name,
        "submits": placed.submit.tolist(),
        "starts": placed.start.tolist(),
        "ends": placed.end.tolist(),
        "bars": _bars(schedule),
        "stopped": _stopped(schedule),
        "log": [_with_words(event, Names(schedule.workload, **how)) for event in _log(schedule)],
        "code": [line.text for line in _lines(schedule)],
        "view": policy_view(schedule),
    }


def _stopped(schedule: Schedule) -> list[list[float]]:
    """From when until when jobs wait again that were stopped for another one."""
    if not schedule.kills:
        return []
    s = schedule.table("segments")
    again = np.flatnonzero(s.job[1:] == s.job[:-1])
    return [[int(s.job[row]), float(s.end[row]), float(s.begin[row + 1])] for row in again.tolist()]


def _lines(schedule: Schedule) -> tuple[Line, ...]:
    """The lines of its policy that can apply to a run."""
    policy = all_policies().get(schedule.policy)
    if policy is None:
        return ()
    return applying(policy.pseudocode, str(schedule.params.get("passing", "")), schedule.workload.has_clusters)


def _bars(schedule: Schedule) -> list[list[float]]:
    steps = steps_of(schedule)
    if steps is not None:
        return steps.bars(schedule)
    stays = holding(schedule.placed, schedule.segments)
    places = schedule.table("places") if schedule.has_places else place(schedule)
    return [
        [int(stays.job[segment]), float(stays.begin[segment]), float(stays.end[segment]), int(first), int(count)]
        for segment, first, count in zip(places.segment.tolist(), places.first, places.count, strict=True)
    ]


def _log(schedule: Schedule) -> list[list[Any]]:
    """What happens, as facts."""
    steps = steps_of(schedule)
    if schedule.has_decisions and not steps:
        return [*_decided(schedule)]
    events = steps.acts(schedule) if steps else _planned(schedule, _lines(schedule))
    return sorted(events, key=lambda event: (event[0], event[2]))


def _with_words(event: list[Any], names: Names) -> list[Any]:
    """An event of the log with its fact as a sentence, and in short at its end."""
    time, kind, job, fact, *rest = event
    return [time, kind, job, capital(words(fact, names)), *rest, capital(words(fact, names, "short"))]


def _planned(schedule: Schedule, lines: tuple[Line, ...]) -> Iterator[list[Any]]:
    """What policies that plan and keep no decisions do, and the place of the line of theirs that does it."""
    if schedule.has_segments and any(line.event for line in lines):
        yield from _pieces(schedule, lines)
    elif any(line.event for line in lines):
        yield from _batches(schedule, line_of_event(lines, PLANNED))
        placed, place = schedule.placed, line_of_event(lines, STARTED)
        for job, start in enumerate(placed.start.tolist()):
            fact = Fact("starts_as_planned", job=Job(job), processors=Processors(placed.processors[job]))
            yield [start, "start", job, fact, None, place]


def _batches(schedule: Schedule, place: int) -> Iterator[list[Any]]:
    """Every job is planned in a batch, when that begins."""
    if place < 0 or not schedule.has_marks:
        return
    marks = schedule.table("marks")
    rows = np.flatnonzero(outer_batches(marks))
    for job, start in enumerate(schedule.placed.start.tolist()):
        begun = rows[marks.begin[rows] <= start]
        if len(begun):
            fact = Fact("planned_in_batch", job=Job(job), batch=str(marks.label[begun[-1]]))
            yield [float(marks.begin[begun[-1]]), "wait", job, fact, None, place]


def _pieces(schedule: Schedule, lines: tuple[Line, ...]) -> Iterator[list[Any]]:
    """Processors are dealt anew, or it is the turn of a user."""
    s, dealt, turn = schedule.table("segments"), line_of_event(lines, DEALT), line_of_event(lines, TURN)
    first = np.append(True, s.job[1:] != s.job[:-1])
    for row, (job, begin, size) in enumerate(zip(s.job.tolist(), s.begin.tolist(), s.processors.tolist(), strict=True)):
        if dealt >= 0:
            fact = Fact("dealt", job=Job(job), processors=Processors(size))
        else:
            fact = Fact("turn_of_user", job=Job(job), first=bool(first[row]))
        yield [begin, "start" if first[row] else "change", job, fact, None, max(dealt, turn)]


def _decided(schedule: Schedule) -> Iterator[list[Any]]:
    """The decisions; a reason that was replaced within its instant is left out."""
    log, code = schedule.table("decisions"), _lines(schedule)
    rows = [row for row in np.flatnonzero(np.isin(log.kind, DECISIONS)).tolist() if log.job[row] >= 0]
    last = {(int(log.job[row]), float(log.time[row])): row for row in rows}
    for row in rows:
        job, d = int(log.job[row]), decision_of(schedule, row)
        if last[job, d.time] == row or d.kind == KILL:
            shadow = d.shadow if d.kind == RESERVE and np.isfinite(d.shadow) else None
            place = line_of(code, int(log.rule[row]))
            yield [d.time, KINDS.get(d.kind, "wait"), job, _fact(schedule, d), shadow, place]


def _fact(schedule: Schedule, d: Decision | None) -> Fact | None:
    """A row of the log: Job 3 waits: it was first in the queue, but it needs 4 processors and 2 were free."""
    if d is None:
        return None
    if d.kind == KILL:
        return stop(d)
    what = "job_starts" if d.starts else "job_waits"
    return Fact(what, job=Job(d.job), backfilled=d.kind == BACKFILL, reason=reason(schedule, d))


def differences(schedules: Sequence[Schedule], instants: np.ndarray) -> list[int]:
    """The places of the instants at which not all schedules start the same jobs."""
    starts = np.array([one.placed.start for one in schedules])
    differ = starts[:, (starts != starts[0]).any(axis=0)]
    return np.unique(np.searchsorted(instants, differ)).tolist() if differ.size else []


def waiting(schedule: Schedule, job: int, time: float) -> Fact | None:
    """Why a job waits at an instant, by the log; None where that was not kept."""
    return _fact(schedule, last_decision(schedule, job, time, WAITING))


def started(schedule: Schedule, job: int) -> Fact | None:
    """Why a job starts when it does, by the log; None where that was not kept."""
    return _fact(schedule, last_decision(schedule, job, float(schedule.placed.start[job]), STARTING))
