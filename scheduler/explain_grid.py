"""What became of a run that was killed, and what a local job has to do with the grid: sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler.audit_grid import SPARED
from scheduler.durations import human, instant
from scheduler.log_words import job_name, job_names
from scheduler.schedule import Schedule
from scheduler.wait_parts import wait_parts

MOST_PIECES = 6         # told one by one
KILLED = 2              # kind of a segment


def was_killed(schedule: Schedule, job: int) -> bool:
    """Whether a job (row of jobs) is a run of which a piece was killed."""
    s = schedule.segments
    return s is not None and "killer" in s and bool(schedule.placed.preemptions[job])


def outcome(schedule: Schedule, job: int) -> Iterator[str]:
    """What became of a run that was killed: each piece, and its end."""
    s, placed = schedule.segments, schedule.placed
    assert s is not None
    rows = np.flatnonzero(s.job == job)
    wait, ran = float(schedule.wait[job]), float(s.end[rows[-1]] - s.begin[rows[-1]])
    begins = f"waited {human(wait)} and started at" if wait else "started at once, at"
    yield f"It {begins} {instant(placed.start[job])} in cluster {s.cluster[rows[0]] + 1}."
    if wait:
        yield str(wait_parts(schedule, job))
    dead = rows[:-1]
    for at in dead[:MOST_PIECES].tolist():
        yield _killed(schedule, at)
    if len(dead) > MOST_PIECES:
        yield f"It was killed {len(dead) - MOST_PIECES} more times."
    lost = float((s.end[dead] - s.begin[dead]).sum())
    yield (f"Its last start ran for {human(ran)}, until {instant(placed.end[job])}. What it had done before, "
           f"{human(lost)}, was lost.")


def _killed(schedule: Schedule, at: int) -> str:
    """One kill and the start after it; at: row of segments."""
    s = schedule.segments
    assert s is not None
    pause = float(s.begin[at + 1] - s.end[at])
    again = f"{human(pause)} later, at {instant(s.begin[at + 1])}," if pause else "at once"
    return (f"It was killed at {instant(s.end[at])}, after {human(s.end[at] - s.begin[at])}, because local "
            f"{job_name(schedule, int(s.killer[at]))} started and needed its processor; it started again {again} in "
            f"cluster {s.cluster[at + 1] + 1}.")


def explain_grid(schedule: Schedule, job: int) -> Iterator[str]:
    """Of a local job: where it belongs, that the grid made no difference to it, and which runs left for it."""
    jobs, s = schedule.workload.jobs, schedule.segments
    if "grid" not in jobs or jobs.grid[job]:
        return
    home, ran = int(jobs.home[job]), int(schedule.placed.cluster[job])
    where = "and ran there" if home == ran else f"and ran in cluster {ran + 1}"
    yield f"It is a local job of cluster {home + 1} {where}."
    if schedule.certificate is not None and SPARED in schedule.certificate.checks:
        yield "It started just as it would have started without grid runs."
    gone = s.job[(s.kind == KILLED) & (s.killer == job)] if s is not None and "killer" in s else np.zeros(0, np.int64)
    if len(gone):
        yield f"Its start killed {job_names(schedule, gone)}."
