"""What became of a job that others preempted, or that was stopped with its reservation, and whom a job preempted
itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.engine.decision_log import RULES, SLURM_CANCELLED, SLURM_OVER_RUN
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.phrases.decision import Decision
from scheduler.explain.wait_parts import wait_parts
from scheduler.facts import Duration, Fact, Instant, Job, Number
from scheduler.model.schedule import CANCELLED, KILLED, Schedule

MOST_PIECES = 6  # told one by one


def was_preempted(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) was preempted by another one, put back into the queue or cancelled, or stopped."""
    if not schedule.kills or schedule.workload.is_light_grid:
        return False
    return bool(schedule.placed.preemptions[job]) or _was_cancelled(schedule, job)


def _was_cancelled(schedule: Schedule, job: int) -> bool:
    return bool(schedule.placed.flags[job] & CANCELLED)


def first_start(schedule: Schedule, job: int) -> Iterator[Fact]:
    """How long a job that was preempted or stopped waited at first, and why."""
    wait = float(schedule.wait[job])
    started = Fact("started_first", wait=Duration(wait) if wait else None, start=Instant(schedule.placed.start[job]))
    yield started
    parts = wait_parts(schedule, job)
    if parts:
        yield parts
        yield from who_went_first(schedule, job)


def preemptions(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Every time a job was preempted with the start after it, its stop, and what became of it in the end."""
    s = schedule.table("segments")
    rows = np.flatnonzero(s.job == job)
    dead = rows[s.kind[rows] == KILLED]
    preempted, stopped = dead[s.killer[dead] >= 0], dead[s.killer[dead] < 0]
    for at in preempted[:MOST_PIECES].tolist():
        yield _stop(schedule, "preempted", at, at == rows[-1])
    if len(preempted) > MOST_PIECES:
        yield Fact("preempted_in_all", times=Number(len(preempted)))
    for at in stopped.tolist():
        yield _stop(schedule, "stopped_with_reservation", at, True)
    lost, last = Duration((s.end[dead] - s.begin[dead]).sum()), rows[-1]
    if _was_cancelled(schedule, job):
        yield Fact("never_completed", lost=lost)
    else:
        yield Fact("completed_at_last", lost=lost, begin=Instant(s.begin[last]), end=Instant(s.end[last]))


def _stop(schedule: Schedule, what: str, at: int, is_last: bool) -> Fact:
    """One stop, and the start after it; at: row of segments."""
    s = schedule.table("segments")
    again = None if is_last else s.begin[at + 1]
    return Fact(
        what,
        time=Instant(s.end[at]),
        ran=Duration(s.end[at] - s.begin[at]),
        by=Job(s.killer[at]),
        again=None if again is None else Instant(again),
        later=None if again is None else Duration(again - s.end[at]),
    )


def stop(schedule: Schedule, job: int, d: Decision) -> Fact:
    """A row of the log by which a job is stopped."""
    fates = {RULES[SLURM_OVER_RUN]: "with_reservation", RULES[SLURM_CANCELLED]: "cancelled"}
    return Fact(
        "is_stopped", job=Job(job), by=Job(d.blocker), lost=Duration(d.value), **{fates.get(d.rule, "requeued"): True}
    )


def whom_it_preempted(schedule: Schedule, job: int) -> Iterator[Fact]:
    """The jobs that a job (row of jobs) preempted, and what became of them."""
    if not schedule.kills or schedule.workload.is_light_grid:
        return
    s = schedule.table("segments")
    mine = (s.kind == KILLED) & (s.killer == job)
    is_last = np.append(s.job[1:] != s.job[:-1], True)
    for rows, cancelled in ((mine & ~is_last, False), (mine & is_last, True)):
        if rows.any():
            yield Fact("preempted_others", jobs=tuple(map(Job, s.job[rows].tolist())), cancelled=cancelled)
