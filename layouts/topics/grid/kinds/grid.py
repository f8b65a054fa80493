"""A light grid on the pages: local jobs in the hue of their cluster, runs grey, and what became of a run."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.kinds import Groups, Look
from scheduler.durations import human, moment
from scheduler.model.schedule import KILLED, Schedule
from scheduler.model.workload import Workload


def jobs(workload: Workload) -> str:
    """12 local jobs of 3 clusters, 400 runs of 8 grid jobs."""
    jobs = workload.jobs
    local, runs = jobs.home[jobs.grid == 0], jobs.group[jobs.grid > 0]
    of = (
        f" of {theme.counted(len(np.unique(local)), 'cluster')}" if len(local) else "",
        f" of {theme.counted(len(np.unique(runs)), 'grid job')}" if len(runs) else "",
    )
    return f"{theme.counted(len(local), 'local job')}{of[0]}, {theme.counted(len(runs), 'run')}{of[1]}"


def caveat(workload: Workload) -> str:
    """Whose waits a number over all jobs is of."""
    of_grid = int((workload.jobs.grid == 1).sum())
    return (
        f"Counts {theme.counted(len(workload) - of_grid, 'local job')} and {theme.counted(of_grid, 'grid run')} alike: "
        "where runs wait for idle processors, local users may not wait at all."
    )


def compared(workload: Workload) -> np.ndarray:
    """Rows of the local jobs where there are any, else of all."""
    local = np.flatnonzero(workload.jobs.grid == 0)
    return local if len(local) else np.arange(len(workload))


def groups(schedule: Schedule, hues: int) -> Groups:
    """Local jobs by the cluster they were submitted to; runs of grid jobs grey."""
    jobs = schedule.workload.jobs
    last = int(jobs.home.max(initial=0)) + 2
    names = (f"local, cluster {', '.join(map(str, range(first + 1, last, hues)))}" for first in range(hues))
    return np.where(jobs.grid > 0, hues, jobs.home % hues), (*names, "grid run")


def piece(schedule: Schedule, segment: int) -> list[str]:
    """Cluster of a local job; cluster and fate of a run of a grid job, with the job that made it leave."""
    s, jobs = schedule.table("segments"), schedule.workload.jobs
    where, killer, job = f"cluster {s.cluster[segment] + 1}", int(s.killer[segment]), int(s.job[segment])
    begin, end = float(s.begin[segment]), float(s.end[segment])
    if not jobs.grid[job]:
        away = "" if s.cluster[segment] == jobs.home[job] else f" of cluster {jobs.home[job] + 1}"
        return [f"local job{away} in {where}"]
    if s.kind[segment] != KILLED:
        times = int(schedule.placed.preemptions[job])
        return [f"run of a grid job in {where}" + (f", killed {theme.counted(times, 'time')} before" if times else "")]
    if killer < 0:
        return [
            f"run of a grid job in {where}, killed after {human(end - begin)}",
            f"from {moment(begin)} to {moment(end)}: its processor was taken from the grid",
        ]
    return [
        f"run of a grid job in {where}, killed after {human(end - begin)}",
        f"from {moment(begin)} to {moment(end)}: local job {jobs.job_id[killer]} started and needed its processor",
    ]


LOOK = Look("grid", jobs=jobs, caveat=caveat, compared=compared, whose=" of local jobs", groups=groups, piece=piece)
