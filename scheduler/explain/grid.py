"""What became of a run that was killed, and what a local job has to do with the grid: sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.audit.grid import SPARED
from scheduler.durations import human, instant
from scheduler.engine.decision_log import AGREED, MIGRATE
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.phrases.decision import job_name, job_names
from scheduler.explain.wait_parts import wait_parts
from scheduler.model.schedule import KILLED, Schedule

INSTANT = 1e-6  # s
MOST_PIECES = 6  # told one by one
MOST_MOVES = 4  # told one by one


def was_killed(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) is a run of which a piece was killed."""
    return schedule.kills and bool(schedule.placed.preemptions[job])


def first_start(schedule: Schedule, job: int) -> Iterator[str]:
    """How long a run that was killed waited at first, and why."""
    s, wait = schedule.table("segments"), float(schedule.wait[job])
    begins = f"waited {human(wait)} and started first" if wait else "started at once,"
    row = int(np.searchsorted(s.job, job))
    yield f"It {begins} at {instant(schedule.placed.start[job])} in cluster {s.cluster[row] + 1}."
    if wait:
        yield str(wait_parts(schedule, job))
        yield from who_went_first(schedule, job)


def kills(schedule: Schedule, job: int) -> Iterator[str]:
    """Every kill of a run with the start after it, and what became of it in the end."""
    s = schedule.table("segments")
    rows = np.flatnonzero(s.job == job)
    dead, last = rows[:-1], rows[-1]
    for at in dead[:MOST_PIECES].tolist():
        yield _killed(schedule, at)
    times = f"{len(dead)} times, last" if len(dead) > 1 else "once,"
    lost = float((s.end[dead] - s.begin[dead]).sum())
    killer = int(s.killer[dead[-1]])
    why = f"for local {job_name(schedule, killer)}" if killer >= 0 else "as processors were taken from the grid"
    yield (
        f"Killed {times} {why}, it lost {human(lost)} of work and ran from {instant(s.begin[last])} to "
        f"{instant(s.end[last])} in the end."
    )


def of_cluster(schedule: Schedule, job: int) -> Iterator[str]:
    """How long a job took where it ran, where clusters differ in speed or data has to be sent."""
    if not schedule.has_links or not schedule.has_segments:
        return
    s, runtime = schedule.table("segments"), float(schedule.workload.jobs.runtime[job])
    last = int(np.searchsorted(s.job, job, "right")) - 1
    took = float(s.end[last] - s.begin[last])
    if abs(took - runtime) > INSTANT:
        yield (
            f"In cluster {schedule.placed.cluster[job] + 1} it took {human(took)}, not the {human(runtime)} that it "
            f"is given as{_sent(schedule, job)}."
        )


def moves(schedule: Schedule, job: int) -> Iterator[str]:
    """The first moves of a waiting job to queues of other clusters, with the reason."""
    if not schedule.workload.is_light_grid or not schedule.has_decisions:
        return
    d = schedule.table("decisions")
    rows = np.flatnonzero((d.job == job) & (d.kind == MIGRATE) & (d.rule == AGREED)).tolist()
    for row in rows[:MOST_MOVES]:
        yield (
            f"At {instant(d.time[row])} it moved to the end of the queue of cluster {d.value[row] + 1:.0f}: by "
            "requested times the larger of the loads of both clusters became smaller."
        )
    if len(rows) > MOST_MOVES:
        yield f"Later it moved {len(rows) - MOST_MOVES} more times, left out here."


def _sent(schedule: Schedule, job: int) -> str:
    """How much of that its data took."""
    sent = float(schedule.table("links").transfer[schedule.placed.cluster[job]])
    return f"; {human(sent)} of that its data was sent" if sent and schedule.workload.jobs.grid[job] else ""


def _killed(schedule: Schedule, at: int) -> str:
    """One kill and the start after it; at: row of segments."""
    s = schedule.table("segments")
    pause = float(s.begin[at + 1] - s.end[at])
    again = f"{human(pause)} later, at {instant(s.begin[at + 1])}," if pause else "at once"
    killer = int(s.killer[at])
    why = (
        f"local {job_name(schedule, killer)} started and needed its processor"
        if killer >= 0
        else f"processors of cluster {s.cluster[at] + 1} were taken from the grid"
    )
    return (
        f"It was killed at {instant(s.end[at])}, after {human(s.end[at] - s.begin[at])}, because {why}; it started "
        f"again {again} in cluster {s.cluster[at + 1] + 1}."
    )


def of_local(schedule: Schedule, job: int) -> Iterator[str]:
    """Where a local job belongs, that the grid made no difference to it, and which runs left for it."""
    jobs = schedule.workload.jobs
    if not schedule.workload.is_light_grid or jobs.grid[job]:
        return
    home, ran = int(jobs.home[job]), int(schedule.placed.cluster[job])
    where = "and ran there" if home == ran else f"and ran in cluster {ran + 1}"
    yield f"It is a local job of cluster {home + 1} {where}."
    if schedule.certificate is not None and SPARED in schedule.certificate.checks:
        yield "It started just as it would have started without grid runs."
    if not schedule.kills:
        return
    s = schedule.table("segments")
    gone = s.job[(s.kind == KILLED) & (s.killer == job)]
    if len(gone):
        yield f"Its start killed {job_names(schedule, gone)}."
