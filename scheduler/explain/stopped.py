"""What became of a job that was stopped, by others, with its reservation or for a local job, and whom it stopped."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.engine.decision_log import RULES, SLURM_CANCELLED, SLURM_OVER_RUN
from scheduler.explain.decision import Decision, known_job
from scheduler.explain.wait_parts import waited
from scheduler.facts import Cluster, Duration, Fact, Instant, Job, Number
from scheduler.kinds import answer
from scheduler.model.schedule import CANCELLED, KILLED, Schedule

MOST_PIECES = 6  # told one by one


def was_stopped(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) was preempted, put back into the queue or cancelled, or killed for a local job."""
    return schedule.kills and bool(schedule.placed.preemptions[job] or _was_cancelled(schedule, job))


def _was_cancelled(schedule: Schedule, job: int) -> bool:
    return bool(schedule.placed.flags[job] & CANCELLED)


def _by_kind(schedule: Schedule) -> bool:
    """Whether jobs are stopped because of the kind of the workload, not by the policy's own choice."""
    return bool(answer(schedule.workload, lambda kind: kind.stops))


def first_start(schedule: Schedule, job: int) -> Iterator[Fact]:
    """How long a job that was stopped waited at first, and why."""
    s, wait = schedule.table("segments"), float(schedule.wait[job])
    yield Fact(
        "started_first",
        wait=Duration(wait) if wait else None,
        start=Instant(schedule.placed.start[job]),
        cluster=Cluster(s.cluster[np.searchsorted(s.job, job)]) if _by_kind(schedule) else None,
    )
    yield from waited(schedule, job)


def stops(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Every time a job was stopped, with the start after it, and what became of it in the end."""
    if not was_stopped(schedule, job):
        return
    s, by_kind = schedule.table("segments"), _by_kind(schedule)
    rows = np.flatnonzero(s.job == job)
    dead, last = rows[s.kind[rows] == KILLED], rows[-1]
    by_others = dead if by_kind else dead[s.killer[dead] >= 0]
    for at in by_others[:MOST_PIECES].tolist():
        yield _stop(schedule, "killed" if by_kind else "preempted", at, last)
    times, lost = Number(len(by_others)), Duration((s.end[dead] - s.begin[dead]).sum())
    if times > MOST_PIECES and not by_kind:
        yield Fact("preempted_in_all", times=times)
    if len(dead) > times:
        yield _stop(schedule, "stopped_with_reservation", last, last)
    if _was_cancelled(schedule, job):
        yield Fact("never_completed", lost=lost)
        return
    in_the_end = {"lost": lost, "begin": Instant(s.begin[last]), "end": Instant(s.end[last])}
    killer = known_job(s.killer[dead[-1]])
    yield Fact("killed_in_all" if by_kind else "completed_at_last", times=times, by=killer, **in_the_end)


def _stop(schedule: Schedule, what: str, at: int, last: int) -> Fact:
    """One stop, and the start after it; at: row of segments, last: of those of the job."""
    s, after = schedule.table("segments"), {}
    if at < last:
        later = Duration(s.begin[at + 1] - s.end[at]) or None
        after = {"again": Instant(s.begin[at + 1]), "later": later, "next_cluster": Cluster(s.cluster[at + 1])}
    times = {"time": Instant(s.end[at]), "ran": Duration(s.end[at] - s.begin[at])}
    return Fact(what, **times, by=known_job(s.killer[at]), cluster=Cluster(s.cluster[at]), **after)


def stop(d: Decision) -> Fact:
    """A row of the log by which a job is stopped."""
    fates = {RULES[SLURM_OVER_RUN]: "with_reservation", RULES[SLURM_CANCELLED]: "cancelled"}
    fate = {fates.get(d.rule, "requeued"): True}
    return Fact("is_stopped", job=Job(d.job), by=known_job(d.blocker), lost=Duration(d.value), **fate)


def whom_it_preempted(schedule: Schedule, job: int) -> Iterator[Fact]:
    """The jobs that a job (row of jobs) preempted, and what became of them."""
    if not schedule.kills or _by_kind(schedule):
        return
    s = schedule.table("segments")
    mine = (s.kind == KILLED) & (s.killer == job)
    is_last = np.append(s.job[1:] != s.job[:-1], True)
    for rows, cancelled in ((mine & ~is_last, False), (mine & is_last, True)):
        if rows.any():
            yield Fact("preempted_others", jobs=tuple(map(Job, s.job[rows])), cancelled=cancelled)
