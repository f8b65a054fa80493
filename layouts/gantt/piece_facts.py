"""What a job does in one of its segments, as the kind of its workload says, else what became of it."""

from __future__ import annotations

from layouts import theme
from layouts.kinds import look_of
from scheduler.durations import human, moment
from scheduler.model.schedule import KILLED, Schedule


def lines(schedule: Schedule, segment: int) -> list[str]:
    """Lines on a row of segments: what the kind of the workload says, else its fate."""
    return (look_of(schedule.workload, lambda look: look.piece) or of_preempted)(schedule, segment)


def of_preempted(schedule: Schedule, segment: int) -> list[str]:
    """Fate of a run of a job, with the job that preempted it, if one did."""
    s = schedule.table("segments")
    job, begin, end = int(s.job[segment]), float(s.begin[segment]), float(s.end[segment])
    if s.kind[segment] != KILLED:
        times = int(schedule.placed.preemptions[job])
        return [f"preempted {theme.counted(times, 'time')} before"] if times else []
    if s.killer[segment] < 0:
        return [
            f"stopped after {human(end - begin)}, as its reservation was over",
            f"from {moment(begin)} to {moment(end)}: then cancelled",
        ]
    again = segment + 1 < len(s) and s.job[segment + 1] == job
    return [
        f"preempted after {human(end - begin)} by job {schedule.workload.jobs.job_id[s.killer[segment]]}",
        f"from {moment(begin)} to {moment(end)}: then {'put back into the queue' if again else 'cancelled'}",
    ]
