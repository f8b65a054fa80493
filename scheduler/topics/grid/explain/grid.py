"""What clusters and the grid have to do with a job: how long it took there, its moves, the runs that left for it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.engine.decision_log import AGREED, MIGRATE
from scheduler.explain import Story
from scheduler.facts import Cluster, Duration, Fact, Instant, Job, Number
from scheduler.model.schedule import KILLED, Schedule
from scheduler.policies import policy_of
from scheduler.topics.grid.kinds.grid import is_light_grid

INSTANT = 1e-6  # s
MOST_MOVES = 4  # told one by one


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
    if not schedule.has_decisions:
        return
    d = schedule.table("decisions")
    rows = np.flatnonzero((d.job == job) & (d.kind == MIGRATE) & (d.rule == AGREED)).tolist()
    for row in rows[:MOST_MOVES]:
        yield Fact("moved_to_queue", time=Instant(d.time[row]), cluster=Cluster(d.value[row]))
    if len(rows) > MOST_MOVES:
        yield Fact("moved_more", times=Number(len(rows) - MOST_MOVES))


def of_local(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Where a local job belongs, that the grid made no difference to it, and which runs left for it."""
    jobs = schedule.workload.jobs
    if jobs.grid[job]:
        return
    home, cluster = int(jobs.home[job]), int(schedule.placed.cluster[job])
    yield Fact("local_job", home=Cluster(home), cluster=None if home == cluster else Cluster(cluster))
    spares = policy_of(schedule.policy).spares
    if spares is not None and schedule.certificate is not None and spares.promise in schedule.certificate.checks:
        yield Fact("spared")
    if not schedule.kills:
        return
    s = schedule.table("segments")
    gone = s.job[(s.kind == KILLED) & (s.killer == job)]
    if len(gone):
        yield Fact("start_killed", jobs=tuple(map(Job, gone.tolist())))


def facts(schedule: Schedule, job: int) -> Iterator[Fact]:
    """All of these, of a job (row of jobs) on a light grid."""
    if is_light_grid(schedule.workload):
        yield from of_local(schedule, job)
        yield from of_cluster(schedule, job)
        yield from moves(schedule, job)


PHRASES: dict[str, str] = {
    "took_in_cluster": "In {cluster} it took {took}, not the {runtime} that it is given as[sent:; {sent} of that its "
    "data was sent]. || {took} in {cluster}",
    "moved_to_queue": "At {time} it moved to the end of the queue of {cluster}: by requested times the larger of the "
    "loads of both clusters became smaller. || moved to {cluster} at {time}",
    "moved_more": "Later it moved {times} more times, left out here. || moved {times} more times",
    "local_job": "It is a local job of {home} and ran [!cluster:there][cluster:in {cluster}]. || local job of {home}",
    "spared": "It started just as it would have started without grid runs. || no later than without grid runs",
    "start_killed": "Its start killed {jobs}. || killed {jobs}",
}

STORY = Story("grid", facts, PHRASES)
