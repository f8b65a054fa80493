"""What became of a job that was stopped, by others, with its reservation or for a local job, and whom it stopped."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.engine.decision_log import RULES, SLURM_CANCELLED, SLURM_OVER_RUN
from scheduler.explain.decision import Decision, known_job
from scheduler.explain.wait_parts import waited
from scheduler.facts import Cluster, Duration, Fact, Instant, Job, Number
from scheduler.model.schedule import CANCELLED, KILLED, Schedule

MOST_PIECES = 6  # told one by one


def was_stopped(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) was preempted, put back into the queue or cancelled, or killed for a local job."""
    return schedule.kills and bool(schedule.placed.preemptions[job] or _was_cancelled(schedule, job))


def _was_cancelled(schedule: Schedule, job: int) -> bool:
    return bool(schedule.placed.flags[job] & CANCELLED)


def first_start(schedule: Schedule, job: int) -> Iterator[Fact]:
    """How long a job that was stopped waited at first, and why."""
    s, wait = schedule.table("segments"), float(schedule.wait[job])
    yield Fact(
        "started_first",
        wait=Duration(wait) if wait else None,
        start=Instant(schedule.placed.start[job]),
        cluster=Cluster(s.cluster[np.searchsorted(s.job, job)]) if schedule.workload.is_light_grid else None,
    )
    yield from waited(schedule, job)


def stops(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Every time a job was stopped, with the start after it, and what became of it in the end."""
    if not was_stopped(schedule, job):
        return
    rows = np.flatnonzero(schedule.table("segments").job == job)
    yield from (_kills if schedule.workload.is_light_grid else _preemptions)(schedule, job, rows)


def _preemptions(schedule: Schedule, job: int, rows: np.ndarray) -> Iterator[Fact]:
    """Those of a job that others preempted, or that was stopped with its reservation; rows: of segments."""
    s = schedule.table("segments")
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
        by=known_job(s.killer[at]),
        again=None if again is None else Instant(again),
        later=None if again is None else Duration(again - s.end[at]),
    )


def _kills(schedule: Schedule, job: int, rows: np.ndarray) -> Iterator[Fact]:
    """Those of a run of the grid; rows: of segments."""
    s, dead, last = schedule.table("segments"), rows[:-1], rows[-1]
    for at in dead[:MOST_PIECES].tolist():
        yield _killed(schedule, at)
    yield Fact(
        "killed_in_all",
        times=Number(len(dead)),
        several=len(dead) > 1,
        by=known_job(s.killer[dead[-1]]),
        lost=Duration((s.end[dead] - s.begin[dead]).sum()),
        begin=Instant(s.begin[last]),
        end=Instant(s.end[last]),
    )


def _killed(schedule: Schedule, at: int) -> Fact:
    """One kill, for a local job if one is known, and the start after it; at: row of segments."""
    s = schedule.table("segments")
    pause = float(s.begin[at + 1] - s.end[at])
    return Fact(
        "killed",
        time=Instant(s.end[at]),
        ran=Duration(s.end[at] - s.begin[at]),
        by=known_job(s.killer[at]),
        cluster=Cluster(s.cluster[at]),
        pause=Duration(pause) if pause else None,
        again=Instant(s.begin[at + 1]),
        next_cluster=Cluster(s.cluster[at + 1]),
    )


def stop(schedule: Schedule, job: int, d: Decision) -> Fact:
    """A row of the log by which a job is stopped."""
    fates = {RULES[SLURM_OVER_RUN]: "with_reservation", RULES[SLURM_CANCELLED]: "cancelled"}
    return Fact(
        "is_stopped",
        job=Job(job),
        by=known_job(d.blocker),
        lost=Duration(d.value),
        **{fates.get(d.rule, "requeued"): True},
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
