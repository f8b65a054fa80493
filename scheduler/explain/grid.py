"""What became of a run that was killed, and what a local job has to do with the grid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.audit.grid import SPARED
from scheduler.engine.decision_log import AGREED, MIGRATE
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.wait_parts import wait_parts
from scheduler.facts import Cluster, Duration, Fact, Instant, Job, Number
from scheduler.model.schedule import KILLED, Schedule

INSTANT = 1e-6  # s
MOST_PIECES = 6  # told one by one
MOST_MOVES = 4  # told one by one


def was_killed(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) is a run of which a piece was killed."""
    return schedule.kills and bool(schedule.placed.preemptions[job])


def first_start(schedule: Schedule, job: int) -> Iterator[Fact]:
    """How long a run that was killed waited at first, and why."""
    s, wait = schedule.table("segments"), float(schedule.wait[job])
    started = Fact(
        "started_first",
        wait=Duration(wait) if wait else None,
        start=Instant(schedule.placed.start[job]),
        cluster=Cluster(s.cluster[np.searchsorted(s.job, job)]),
    )
    yield started
    parts = wait_parts(schedule, job)
    if parts:
        yield parts
        yield from who_went_first(schedule, job)


def kills(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Every kill of a run with the start after it, and what became of it in the end."""
    s = schedule.table("segments")
    rows = np.flatnonzero(s.job == job)
    dead, last = rows[:-1], rows[-1]
    for at in dead[:MOST_PIECES].tolist():
        yield _killed(schedule, at)
    yield Fact(
        "killed_in_all",
        times=Number(len(dead)),
        several=len(dead) > 1,
        by=_killer(schedule, int(dead[-1])),
        lost=Duration((s.end[dead] - s.begin[dead]).sum()),
        begin=Instant(s.begin[last]),
        end=Instant(s.end[last]),
    )


def _killer(schedule: Schedule, at: int) -> Job | None:
    """The local job for which a run was killed; None where its processors were taken from the grid."""
    killer = int(schedule.table("segments").killer[at])
    return Job(killer) if killer >= 0 else None


def of_cluster(schedule: Schedule, job: int) -> Iterator[Fact]:
    """How long a job took where it ran, where clusters differ in speed or data has to be sent."""
    if not schedule.has_links or not schedule.has_segments:
        return
    s, runtime = schedule.table("segments"), float(schedule.workload.jobs.runtime[job])
    last = int(np.searchsorted(s.job, job, "right")) - 1
    took = float(s.end[last] - s.begin[last])
    if abs(took - runtime) <= INSTANT:
        return
    cluster = Cluster(schedule.placed.cluster[job])
    sent = float(schedule.table("links").transfer[cluster]) if schedule.workload.jobs.grid[job] else 0.0
    yield Fact(
        "took_in_cluster",
        cluster=cluster,
        took=Duration(took),
        runtime=Duration(runtime),
        sent=Duration(sent) if sent else None,
    )


def moves(schedule: Schedule, job: int) -> Iterator[Fact]:
    """The first moves of a waiting job to queues of other clusters, with the reason."""
    if not schedule.workload.is_light_grid or not schedule.has_decisions:
        return
    d = schedule.table("decisions")
    rows = np.flatnonzero((d.job == job) & (d.kind == MIGRATE) & (d.rule == AGREED)).tolist()
    for row in rows[:MOST_MOVES]:
        yield Fact("moved_to_queue", time=Instant(d.time[row]), cluster=Cluster(d.value[row]))
    if len(rows) > MOST_MOVES:
        yield Fact("moved_more", times=Number(len(rows) - MOST_MOVES))


def _killed(schedule: Schedule, at: int) -> Fact:
    """One kill and the start after it; at: row of segments."""
    s = schedule.table("segments")
    pause = float(s.begin[at + 1] - s.end[at])
    return Fact(
        "killed",
        time=Instant(s.end[at]),
        ran=Duration(s.end[at] - s.begin[at]),
        by=_killer(schedule, at),
        cluster=Cluster(s.cluster[at]),
        pause=Duration(pause) if pause else None,
        again=Instant(s.begin[at + 1]),
        next_cluster=Cluster(s.cluster[at + 1]),
    )


def of_local(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Where a local job belongs, that the grid made no difference to it, and which runs left for it."""
    jobs = schedule.workload.jobs
    if not schedule.workload.is_light_grid or jobs.grid[job]:
        return
    home, cluster = int(jobs.home[job]), int(schedule.placed.cluster[job])
    yield Fact("local_job", home=Cluster(home), cluster=None if home == cluster else Cluster(cluster))
    if schedule.certificate is not None and SPARED in schedule.certificate.checks:
        yield Fact("spared")
    if not schedule.kills:
        return
    s = schedule.table("segments")
    gone = s.job[(s.kind == KILLED) & (s.killer == job)]
    if len(gone):
        yield Fact("start_killed", jobs=tuple(map(Job, gone.tolist())))
