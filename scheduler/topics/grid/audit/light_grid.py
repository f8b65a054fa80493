"""Rules of a light grid: local users are not disturbed, and only local jobs make runs of grid jobs leave.

Where a policy promises it, local jobs start as they would without grid runs: whoever calls
`local_jobs_undisturbed` hands in those starts, found by running the local jobs alone.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit import Check, Checks
from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import KILLED, Schedule
from scheduler.topics.grid.kinds.grid import is_light_grid
from scheduler.wording import counted

SPARED = "local jobs start as they would without grid runs"


TAKEN_AWAY = 4  # of marks.kind
ROUNDED = 1e-9  # of a yield


def applies(schedule: Schedule) -> bool:
    """Whether the workload tells local jobs from grid runs, and the schedule for which job a piece was killed."""
    kills_known = is_light_grid(schedule.workload) and schedule.kills
    return kills_known and bool((schedule.table("segments").kind == KILLED).any())


def victims(schedule: Schedule) -> Violation:
    """Local jobs are never killed."""
    table, jobs = schedule.table("segments"), schedule.workload.jobs
    row = first_row((table.kind == KILLED) & (jobs.grid[table.job] == 0))
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, int(table.job[row]))} is a local job and is killed at "
        f"{number(table.end[row])} s; wanted: only grid runs are."
    )


def killers(schedule: Schedule) -> Violation:
    """The job a piece is killed for is local, starts then, and in that cluster.

    Or there is none, and processors of that cluster are taken away then.
    """
    table, placed, jobs = schedule.table("segments"), schedule.placed, schedule.workload.jobs
    dead = np.flatnonzero(table.kind == KILLED)
    by, when = table.killer[dead], table.end[dead]
    named = (by >= 0) & (by < len(placed))
    right = named & (jobs.grid[by] == 0) & (placed.cluster[by] == table.cluster[dead])
    for_job = right & (np.abs(placed.start[by] - when) <= instant(when))
    row = first_row(~(for_job | ~named & _taken_away(schedule, table.cluster[dead], when)))
    if row is None:
        return None
    at, run = dead[row], job_name(schedule.workload, int(table.job[dead[row]]))
    opening = f"{run} is killed at {number(when[row])} s in cluster {table.cluster[at] + 1}"
    if not named[row]:
        return (
            f"{opening}, and it is not told for which local job; where processors were taken from the grid, name "
            "the policy and its parameter away."
        )
    return (
        f"{opening} for {job_name(schedule.workload, int(by[row]), 'job')}; wanted: a local job that starts then "
        "and there."
    )


def _taken_away(schedule: Schedule, cluster: np.ndarray, when: np.ndarray) -> np.ndarray:
    """[kills] bool: whether processors of that cluster are taken away then."""
    taken = np.zeros(len(when), bool)
    if not has_taken(schedule):
        return taken
    marks = schedule.table("marks")
    for begin, place in zip(marks.begin.tolist(), marks.cluster.tolist(), strict=True):
        taken |= (cluster == place) & (np.abs(begin - when) <= instant(when))
    return taken


def has_taken(schedule: Schedule) -> bool:
    """Whether processors are taken from the grid for a time."""
    return schedule.has_marks and bool(np.any(schedule.table("marks").kind == TAKEN_AWAY))


def beside_taken(schedule: Schedule) -> Violation:
    """No run on a processor that is taken away: runs have what local jobs and those away leave of a cluster."""
    table, marks = schedule.table("segments"), schedule.table("marks")
    sizes = schedule.workload.platform.clusters or (schedule.workload.platform.processors,)
    runs = schedule.workload.jobs.grid[table.job] == 1
    for cluster, size in enumerate(sizes):
        here, away = table.cluster == cluster, (marks.kind == TAKEN_AWAY) & (marks.cluster == cluster)
        when = np.unique(np.concatenate((table.begin[here], marks.begin[away])))
        grid = _level(table.begin[here & runs], table.end[here & runs], table.processors[here & runs], when)
        local = _level(table.begin[here & ~runs], table.end[here & ~runs], table.processors[here & ~runs], when)
        gone = _level(marks.begin[away], marks.end[away], marks.value[away], when)
        row = first_row(grid > np.maximum(size - local - gone, 0))
        if row is not None:
            return (
                f"{grid[row]:g} grid {'run runs' if grid[row] == 1 else 'runs run'} in cluster {cluster + 1} at "
                f"{number(when[row])} s; wanted: at most "
                f"{max(size - local[row] - gone[row], 0):g}, beside {counted(int(local[row]), 'processor')} of "
                "local jobs and "
                f"{gone[row]:g} that are taken away."
            )
    return None


def _level(begin: np.ndarray, end: np.ndarray, size: np.ndarray, when: np.ndarray) -> np.ndarray:
    """[when] what intervals of these sizes come to right after each instant."""
    by_begin, by_end = np.argsort(begin), np.argsort(end)
    come, gone = (np.concatenate(([0.0], np.cumsum(size[order]))) for order in (by_begin, by_end))
    return (
        come[np.searchsorted(begin[by_begin], when, side="right")]
        - gone[np.searchsorted(end[by_end], when + instant(when), side="right")]
    )


def has_links(schedule: Schedule) -> bool:
    """Whether clusters differ in speed, or data has to be sent to them."""
    return schedule.has_links and schedule.has_segments and is_light_grid(schedule.workload)


def speeds(schedule: Schedule) -> Violation:
    """Every piece gets on at the speed of its cluster, a local job's away from home as its own cluster's is to that.

    The time in which the data of a run is sent counts as part of its piece, in which it gets on by so much less.
    """
    table, links, jobs = schedule.table("segments"), schedule.table("links"), schedule.workload.jobs
    if len(links) != len(schedule.workload.platform.clusters or (1,)):
        return f"There are speeds of {len(links)} clusters; wanted: one for each."
    job, where = table.job, _clusters(schedule)
    own = np.where(jobs.grid[job] == 1, 1.0, links.speed[np.maximum(jobs.home[job], 0)])
    sent = np.where(jobs.grid[job] == 1, links.transfer[where], 0.0)
    wanted = jobs.runtime[job] / (sent + jobs.runtime[job] * own / links.speed[where])
    row = first_row(~(np.abs(table.yield_ - wanted) <= ROUNDED * wanted))
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, int(job[row]))} gets on at {number(table.yield_[row])} of its speed in "
        f"cluster {where[row] + 1} from {number(table.begin[row])} s on; wanted: {number(wanted[row])}."
    )


def _clusters(schedule: Schedule) -> np.ndarray:
    """[segments] the cluster of each; of jobs that are never killed that of the job."""
    table = schedule.table("segments")
    return np.asarray(table.cluster if "cluster" in table else schedule.placed.cluster[table.job])


def one_at_a_time(schedule: Schedule) -> Violation:
    """The data of no two runs is sent at once; what is begun is sent to its end, though the run be killed."""
    table, links, where = schedule.table("segments"), schedule.table("links"), _clusters(schedule)
    runs = np.flatnonzero((schedule.workload.jobs.grid[table.job] == 1) & (links.transfer[where] > 0))
    runs = runs[np.argsort(table.begin[runs], kind="stable")]
    free = table.begin[runs] + links.transfer[where[runs]]
    row = first_row(~(table.begin[runs][1:] >= free[:-1] - instant(free[:-1])))
    if row is None:
        return None
    first, second = (job_name(schedule.workload, int(table.job[runs[at]])) for at in (row, row + 1))
    return (
        f"The data of {second.replace('Job', 'job')} is sent from {number(table.begin[runs[row + 1]])} s on; "
        f"wanted: not before {number(free[row])} s, when that of {first.replace('Job', 'job')} is there."
    )


def local_jobs_undisturbed(schedule: Schedule, rows: np.ndarray, start: np.ndarray) -> Violation:
    """Local jobs start as they do alone; rows: of jobs; start: [rows] s, where there are no grid runs."""
    actual = schedule.placed.start[rows]
    row = first_row(~(np.abs(actual - start) <= instant(start)))
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, int(rows[row]))} is a local job and starts at {number(actual[row])} s; "
        f"without grid runs it starts at {number(start[row])} s."
    )


CHECKS = Checks(
    "light_grid",
    (
        Check("only grid runs are killed", applies, victims),
        Check(
            "every kill at the start of the local job that it is for, or as processors are taken away", applies, killers
        ),
        Check("every job as fast as its cluster", has_links, speeds),
        Check("data sent to one cluster at a time", has_links, one_at_a_time),
        Check("no grid run on a processor that is taken away", has_taken, beside_taken),
    ),
)
