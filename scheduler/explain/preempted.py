"""What became of a job that others preempted, or that was stopped with its reservation, and whom a job preempted
itself: sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.durations import human, instant
from scheduler.engine.decision_log import RULES, SLURM_CANCELLED, SLURM_OVER_RUN
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.phrases.decision import Decision, job_name, job_names
from scheduler.explain.wait_parts import wait_parts
from scheduler.model.schedule import CANCELLED, KILLED, Schedule

MOST_PIECES = 6  # told one by one


def was_preempted(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) was preempted by another one, put back into the queue or cancelled, or stopped."""
    if not schedule.kills or schedule.workload.is_light_grid:
        return False
    return bool(schedule.placed.preemptions[job]) or _was_cancelled(schedule, job)


def _was_cancelled(schedule: Schedule, job: int) -> bool:
    return bool(schedule.placed.flags[job] & CANCELLED)


def first_start(schedule: Schedule, job: int) -> Iterator[str]:
    """How long a job that was preempted or stopped waited at first, and why."""
    wait, at = float(schedule.wait[job]), instant(schedule.placed.start[job])
    yield f"It waited {human(wait)} and started first at {at}." if wait else f"It started at once, at {at}."
    if wait:
        yield str(wait_parts(schedule, job))
        yield from who_went_first(schedule, job)


def preemptions(schedule: Schedule, job: int) -> Iterator[str]:
    """Every time a job was preempted with the start after it, its stop, and what became of it in the end."""
    s = schedule.table("segments")
    rows = np.flatnonzero(s.job == job)
    dead = rows[s.kind[rows] == KILLED]
    preempted, stopped = dead[s.killer[dead] >= 0], dead[s.killer[dead] < 0]
    for at in preempted[:MOST_PIECES].tolist():
        yield _preempted(schedule, at, at == rows[-1])
    if len(preempted) > MOST_PIECES:
        yield f"It was preempted {len(preempted)} times in all."
    for at in stopped.tolist():
        yield (
            f"It was stopped at {instant(s.end[at])}, after {human(s.end[at] - s.begin[at])}, as its reservation "
            "was over (Slurm: TIMEOUT)."
        )
    lost = float((s.end[dead] - s.begin[dead]).sum())
    if _was_cancelled(schedule, job):
        yield f"{human(lost)} of work was lost, and it never ran to its end."
    else:
        yield (
            f"{human(lost)} of work was lost, as it started from nothing; it ran from {instant(s.begin[rows[-1]])} "
            f"to {instant(s.end[rows[-1]])} in the end."
        )


def _preempted(schedule: Schedule, at: int, is_last: bool) -> str:
    """One preemption; at: row of segments."""
    s = schedule.table("segments")
    opening = (
        f"It was preempted at {instant(s.end[at])}, after {human(s.end[at] - s.begin[at])}, by "
        f"{job_name(schedule, int(s.killer[at]))}, which started then,"
    )
    if is_last:
        return f"{opening} and cancelled (Slurm: PREEMPTED)."
    return (
        f"{opening} and put back into the queue (Slurm: BeginTime at first); it started again "
        f"{human(s.begin[at + 1] - s.end[at])} later, at {instant(s.begin[at + 1])}."
    )


def stop(schedule: Schedule, job: int, d: Decision) -> str:
    """A row of the log by which a job is stopped: Job 1 is stopped for job 3: 40 min 00 s of work is lost; ..."""
    if d.rule == RULES[SLURM_OVER_RUN]:
        return (
            f"{job_name(schedule, job).capitalize()} is stopped, as its reservation is over: {human(d.value)} of "
            "work is lost; it is cancelled."
        )
    fate = "it is cancelled" if d.rule == RULES[SLURM_CANCELLED] else "it waits, and starts from nothing"
    names = job_name(schedule, job).capitalize(), job_name(schedule, d.blocker)
    return f"{names[0]} is stopped for {names[1]}: {human(d.value)} of work is lost; {fate}."


def whom_it_preempted(schedule: Schedule, job: int) -> Iterator[str]:
    """The jobs that a job (row of jobs) preempted, and what became of them."""
    if not schedule.kills or schedule.workload.is_light_grid:
        return
    s = schedule.table("segments")
    mine = (s.kind == KILLED) & (s.killer == job)
    is_last = np.append(s.job[1:] != s.job[:-1], True)
    for chosen, fate in ((mine & ~is_last, "put back into the queue"), (mine & is_last, "cancelled")):
        if chosen.any():
            yield f"It preempted {job_names(schedule, s.job[chosen])}: {fate}."
