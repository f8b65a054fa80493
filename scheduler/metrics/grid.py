"""What a grid is good for and what it costs: runs done, work lost to kills, and how local users and grid users fare.

A piece of a run that is killed is work for nothing.  Shares of the machine are over all clusters, from the first
submission to the last end, so that local, grid and wasted work and the idle rest sum to 1.

Source: the questions are those of Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 (filling holes, the cost of a
kill, local users undisturbed, fairness between communities); the paper has no formulas.
"""

from __future__ import annotations

import numpy as np

from scheduler.metrics import Each, Headline, Metric
from scheduler.model.schedule import KILLED, Schedule

SOURCE = "Dutot, Eyraud, Mounié and Trystram 2005, section 7.2"
NEEDS = frozenset({"grid"})
HOUR = 3_600.0


def kills(schedule: Schedule) -> float | None:
    """Pieces that were killed."""
    return float(_killed(schedule).sum())


def wasted(schedule: Schedule) -> float | None:
    """Processor-s of pieces that were killed."""
    if not schedule.has_segments:
        return 0.0
    s, killed = schedule.table("segments"), _killed(schedule)
    return float(np.dot((s.end - s.begin)[killed], s.processors[killed].astype(float)))


def utilization_local(schedule: Schedule) -> float | None:
    """Work of local jobs / (machine x makespan)."""
    return _share(schedule, _work(schedule, 0))


def utilization_grid(schedule: Schedule) -> float | None:
    """Work of grid runs / (machine x makespan)."""
    return _share(schedule, _work(schedule, 1))


def utilization_wasted(schedule: Schedule) -> float | None:
    """Processor-s of killed pieces / (machine x makespan)."""
    return _share(schedule, wasted(schedule) or 0.0)


def throughput(schedule: Schedule) -> float | None:
    """Runs per hour, from the first submission of one to the last end of one; None without runs."""
    rows = _rows(schedule, 1)
    if not len(rows):
        return None
    span = float(schedule.placed.end[rows].max() - schedule.placed.submit[rows].min())
    return len(rows) * HOUR / span


def response_local(schedule: Schedule) -> float | None:
    """Mean of end - submit over local jobs, s; None without one."""
    return _mean(schedule.response[_rows(schedule, 0)])


def response_grid(schedule: Schedule) -> float | None:
    """Mean of end - submit over grid runs, s; None without one."""
    return _mean(schedule.response[_rows(schedule, 1)])


def wait_local(schedule: Schedule) -> float | None:
    """Mean of start - submit over local jobs, s; None without one."""
    return _mean(schedule.wait[_rows(schedule, 0)])


def away(schedule: Schedule) -> float | None:
    """Local jobs that ran in another cluster than their own."""
    rows = _rows(schedule, 0)
    return float((schedule.placed.cluster[rows] != schedule.workload.jobs.home[rows]).sum())


def _rows(schedule: Schedule, grid: int) -> np.ndarray:
    return np.flatnonzero(schedule.workload.jobs.grid == grid)


def _killed(schedule: Schedule) -> np.ndarray:
    """[segments] bool."""
    return schedule.table("segments").kind == KILLED if schedule.has_segments else np.zeros(0, bool)


def _work(schedule: Schedule, grid: int) -> float:
    """Processor-s."""
    rows, jobs = _rows(schedule, grid), schedule.workload.jobs
    return float(np.dot(jobs.processors[rows].astype(float), jobs.runtime[rows]))


def _share(schedule: Schedule, area: float) -> float | None:
    span = schedule.makespan
    return area / (schedule.workload.platform.processors * span) if span else None


def _mean(values: np.ndarray) -> float | None:
    return float(values.mean()) if len(values) else None


def each_local(schedule: Schedule, _threshold: float) -> Each:
    """The wait of every local job."""
    rows = _rows(schedule, 0)
    return Each(rows, schedule.wait[rows])


OF_BOTH = "Local jobs and grid runs are different jobs: compare it between policies, not between the two."
METRICS = (
    Metric("grid_kills", "Kills of grid runs", "grid", "", "lower", "pieces of grid runs that were killed", SOURCE,
           kills, needs=NEEDS, pitfall="A kill costs what the run had done: see the wasted work.", main={"grid": 5}),
    Metric("grid_wasted", "Wasted work", "grid", "processor-s", "lower",
           "sum over killed pieces of processors x (end - begin)", SOURCE, wasted, needs=NEEDS,
           pitfall="Nobody else wanted these processors then: it costs grid users time, and power.", main={"grid": 6}),
    Metric("utilization_local", "Utilization by local jobs", "grid", "", "",
           "sum over local jobs of processors x runtime / (machine x makespan)", SOURCE, utilization_local, needs=NEEDS,
           pitfall="Falls where grid runs make the makespan longer."),
    Metric("utilization_grid", "Utilization by grid runs", "grid", "", "",
           "sum over grid runs of processors x runtime / (machine x makespan)", SOURCE, utilization_grid, needs=NEEDS,
           pitfall="Set by how many runs were submitted, unless they outlast the local jobs."),
    Metric("utilization_wasted", "Wasted share of the machine", "grid", "", "lower",
           "wasted work / (machine x makespan)", SOURCE, utilization_wasted, needs=NEEDS,
           pitfall="Small where runs are few: compare it with the utilization by grid runs."),
    Metric("grid_throughput", "Grid runs per hour", "grid", "1/h", "higher",
           "grid runs / hours from the first submission of one to the last end of one", SOURCE, throughput, needs=NEEDS,
           pitfall="The last run to end decides it; times without any run to do count, too.", main={"grid": 4}),
    Metric("response_local_mean", "Mean response of local jobs", "grid", "s", "lower",
           "mean over local jobs of end - submit", SOURCE, response_local, needs=NEEDS, pitfall=OF_BOTH,
           main={"grid": 2}),
    Metric("response_grid_mean", "Mean response of grid runs", "grid", "s", "lower",
           "mean over grid runs of end - submit", SOURCE, response_grid, needs=NEEDS, pitfall=OF_BOTH,
           main={"grid": 3}, headline=Headline("grid", 2)),
    Metric("wait_local_mean", "Mean wait of local jobs", "grid", "s", "lower",
           "mean over local jobs of start - submit", SOURCE, wait_local, needs=NEEDS,
           pitfall="One community can pay for the others: look at the jobs of each cluster.", main={"grid": 1},
           headline=Headline("grid", 1, each_local, "local job", ("waits", "wait"), "less")),
    Metric("local_away", "Local jobs in another cluster", "grid", "jobs", "",
           "local jobs that ran in a cluster that is not their own", SOURCE, away, needs=NEEDS,
           pitfall="Says nothing of who gained by it."),
)
