"""What a grid is good for and what it costs: runs done, work lost to kills, and how local users and grid users fare.

A piece of a run that is killed is work for nothing.  Shares of the machine are over all clusters, from the first
submission to the last end, so that local, grid and wasted work and the idle rest sum to 1.

Source: the questions are those of Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 (filling holes, the cost of a
kill, local users undisturbed, fairness between communities); the paper has no formulas.
"""

from __future__ import annotations

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, from_to, job_name
from scheduler.metrics import Each, Example, Headline, Metric
from scheduler.model.schedule import KILLED, Schedule
from scheduler.wording import counted

SOURCE = "Dutot, Eyraud, Mounié and Trystram 2005, section 7.2"
NEEDS = frozenset({"grid"})
HOUR = 3_600.0
MOST_PIECES = 3  # of a run, in an example


def kills(schedule: Schedule) -> float | None:
    """Pieces that were killed."""
    return float(_killed(schedule).sum())


def wasted(schedule: Schedule) -> float | None:
    """Processor-s of pieces that were killed."""
    if not schedule.has_segments:
        return 0.0
    s, killed = schedule.table("segments"), _killed(schedule)
    return float(np.dot((s.end - s.begin)[killed], s.processors[killed].astype(float)))


def wasted_away(schedule: Schedule) -> float | None:
    """Processor-s of pieces that were killed as processors were taken from the grid."""
    if not schedule.kills:
        return 0.0
    s = schedule.table("segments")
    lost = _killed(schedule) & (s.killer < 0)
    return float(np.dot((s.end - s.begin)[lost], s.processors[lost].astype(float)))


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
    if schedule.has_links:  # they take longer, or less long, where clusters differ
        s = schedule.table("segments")
        done = ~_killed(schedule) & (jobs.grid[s.job] == grid)
        return float(np.dot((s.end - s.begin)[done], s.processors[done].astype(float)))
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


def each_run(schedule: Schedule, _threshold: float) -> Each:
    """The response of every grid run, s."""
    rows = _rows(schedule, 1)
    return Each(rows, schedule.response[rows])


def each_killed(schedule: Schedule, _threshold: float) -> Each:
    """The wasted work of every grid run that was killed, processor-s."""
    if not schedule.has_segments:
        return Each(np.zeros(0, np.int64), np.zeros(0))
    s, killed = schedule.table("segments"), _killed(schedule)
    area = np.bincount(s.job[killed], ((s.end - s.begin) * s.processors)[killed], len(schedule.placed))
    rows = np.unique(s.job[killed])
    return Each(rows, area[rows])


def each_lost_away(schedule: Schedule, _threshold: float) -> Each:
    """What every grid run lost as processors were taken from the grid, processor-s."""
    if not schedule.kills:
        return Each(np.zeros(0, np.int64), np.zeros(0))
    s = schedule.table("segments")
    lost = _killed(schedule) & (s.killer < 0)
    rows = np.unique(s.job[lost])
    return Each(rows, np.bincount(s.job[lost], ((s.end - s.begin) * s.processors)[lost], len(schedule.placed))[rows])


def each_away(schedule: Schedule, _threshold: float) -> Each:
    """The response of the local jobs that ran in another cluster, s."""
    rows = _rows(schedule, 0)
    rows = rows[schedule.placed.cluster[rows] != schedule.workload.jobs.home[rows]]
    return Each(rows, schedule.response[rows])


def _noun(schedule: Schedule, row: int) -> str:
    """a grid run, or a local job."""
    return "a grid run" if schedule.workload.jobs.grid[row] else "a local job"


def response_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The response of one job, and among which jobs it counts."""
    return (
        f"{begin(job_name(schedule, row))} is {_noun(schedule, row)}: end - submit = "
        f"{from_to(schedule, row, 'end', 'submit')}."
    )


def wait_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The wait of one job, and among which jobs it counts."""
    return (
        f"{begin(job_name(schedule, row))} is {_noun(schedule, row)}: start - submit = "
        f"{from_to(schedule, row, 'start', 'submit')}."
    )


def share_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job adds to the utilization by its kind."""
    jobs, machine, span = schedule.workload.jobs, schedule.workload.platform.processors, schedule.makespan
    size, runtime = int(jobs.processors[row]), float(jobs.runtime[row])
    return (
        f"{begin(job_name(schedule, row))} is {_noun(schedule, row)}: processors x runtime / (machine x makespan) "
        f"= {figure(size)} x {figure(runtime, 's')} / ({figure(machine)} x {figure(span, 's')}) = "
        f"{figure(size * runtime / (machine * span))}."
    )


def _pieces(schedule: Schedule, row: int) -> np.ndarray:
    """Rows of segments: the killed pieces of a run."""
    if not schedule.has_segments:
        return np.zeros(0, np.int64)
    return np.flatnonzero(_killed(schedule) & (schedule.table("segments").job == row))


def kills_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How often one run was killed."""
    return (
        f"{begin(job_name(schedule, row))} is {_noun(schedule, row)}; "
        f"{counted(len(_pieces(schedule, row)), 'piece')} of it killed."
    )


def wasted_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The work one run lost."""
    rows = _pieces(schedule, row)
    if not len(rows):
        return f"{begin(job_name(schedule, row))} is {_noun(schedule, row)} that was never killed: it adds nothing."
    return f"{begin(job_name(schedule, row))}, sum over killed pieces of {_lost(schedule, rows)}."


def _lost(schedule: Schedule, rows: np.ndarray) -> str:
    """The sum over these rows of segments, in terms."""
    s = schedule.table("segments")
    terms = " + ".join(
        f"{figure(int(s.processors[at]))} x ({figure(float(s.end[at]), 's')} - {figure(float(s.begin[at]), 's')})"
        for at in rows[:MOST_PIECES].tolist()
    )
    area = float(np.dot((s.end - s.begin)[rows], s.processors[rows].astype(float)))
    left = rows[MOST_PIECES:]
    more = float(np.dot((s.end - s.begin)[left], s.processors[left].astype(float)))
    others = f" + {figure(more, 'processor-s')} (of {counted(len(left), 'more piece')})" if len(left) else ""
    return f"processors x (end - begin) = {terms}{others} = {figure(area, 'processor-s')}"


def wasted_away_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The work one run lost as processors were taken from the grid."""
    rows = _pieces(schedule, row)
    rows = rows[schedule.table("segments").killer[rows] < 0] if schedule.kills else rows
    if not len(rows):
        return (
            f"{begin(job_name(schedule, row))} is {_noun(schedule, row)} that lost nothing as processors were "
            "taken away: it adds nothing."
        )
    return (
        f"{begin(job_name(schedule, row))}, sum over pieces killed as processors were taken away of "
        f"{_lost(schedule, rows)}."
    )


def throughput_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """How many runs there were in an hour, and whether one job is among them."""
    rows = _rows(schedule, 1)
    if not len(rows):
        return "There are no grid runs."
    hours = float(schedule.placed.end[rows].max() - schedule.placed.submit[rows].min()) / HOUR
    return (
        f"{begin(job_name(schedule, row))} is {_noun(schedule, row)}; grid runs / hours = {figure(len(rows))} / "
        f"{figure(hours, 'h')} = {figure(len(rows) / hours)}."
    )


def home_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """Where one local job belongs and where it ran."""
    if schedule.workload.jobs.grid[row]:
        return f"{begin(job_name(schedule, row))} is a grid run, which has no cluster of its own."
    home, there = int(schedule.workload.jobs.home[row]) + 1, int(schedule.placed.cluster[row]) + 1
    counted = "so it is counted" if home != there else "so it is not counted"
    return f"{begin(job_name(schedule, row))} was submitted to cluster {home} and ran in cluster {there}, {counted}."


METRICS = (
    Metric(
        "grid_kills",
        "Kills of grid runs",
        "grid",
        "",
        "lower",
        "pieces of grid runs that were killed",
        SOURCE,
        kills,
        needs=NEEDS,
        pitfall="A kill costs what the run had done: see the wasted work.",
        main={"grid": 5},
        example=Example(kills_example, each_killed, "max"),
    ),
    Metric(
        "grid_wasted",
        "Wasted work",
        "grid",
        "processor-s",
        "lower",
        "sum over killed pieces of processors x (end - begin)",
        SOURCE,
        wasted,
        needs=NEEDS,
        pitfall="Nobody else wanted these processors then: it costs grid users time, and power.",
        main={"grid": 6},
        example=Example(wasted_example, each_killed, "max"),
    ),
    Metric(
        "grid_wasted_away",
        "Work wasted as processors were taken away",
        "grid",
        "processor-s",
        "lower",
        "sum over pieces killed as processors were taken from the grid of processors x (end - begin)",
        SOURCE,
        wasted_away,
        needs=NEEDS,
        pitfall="A part of the wasted work; 0 where no processors are taken away.",
        example=Example(wasted_away_example, each_lost_away, "max"),
    ),
    Metric(
        "utilization_local",
        "Utilization by local jobs",
        "grid",
        "",
        "",
        "sum over local jobs of processors x runtime / (machine x makespan)",
        SOURCE,
        utilization_local,
        needs=NEEDS,
        pitfall="Falls where grid runs make the makespan longer.",
        example=Example(share_example, each_local),
    ),
    Metric(
        "utilization_grid",
        "Utilization by grid runs",
        "grid",
        "",
        "",
        "sum over grid runs of processors x runtime / (machine x makespan)",
        SOURCE,
        utilization_grid,
        needs=NEEDS,
        pitfall="Set by how many runs were submitted, unless they outlast the local jobs.",
        example=Example(share_example, each_run),
    ),
    Metric(
        "utilization_wasted",
        "Wasted share of the machine",
        "grid",
        "",
        "lower",
        "wasted work / (machine x makespan)",
        SOURCE,
        utilization_wasted,
        needs=NEEDS,
        pitfall="Small where runs are few: compare it with the utilization by grid runs.",
        example=Example(wasted_example, each_killed, "max"),
    ),
    Metric(
        "grid_throughput",
        "Grid runs per hour",
        "grid",
        "1/h",
        "higher",
        "grid runs / hours from the first submission of one to the last end of one",
        SOURCE,
        throughput,
        needs=NEEDS,
        pitfall="The last run to end decides it; times without any run to do count, too.",
        main={"grid": 4},
        example=Example(throughput_example, each_run),
    ),
    Metric(
        "response_local_mean",
        "Mean response of local jobs",
        "grid",
        "s",
        "lower",
        "mean over local jobs of end - submit",
        SOURCE,
        response_local,
        needs=NEEDS,
        pitfall=OF_BOTH,
        main={"grid": 2},
        example=Example(response_example, each_local),
    ),
    Metric(
        "response_grid_mean",
        "Mean response of grid runs",
        "grid",
        "s",
        "lower",
        "mean over grid runs of end - submit",
        SOURCE,
        response_grid,
        needs=NEEDS,
        pitfall=OF_BOTH,
        main={"grid": 3},
        headline=Headline("grid", 2),
        example=Example(response_example, each_run),
    ),
    Metric(
        "wait_local_mean",
        "Mean wait of local jobs",
        "grid",
        "s",
        "lower",
        "mean over local jobs of start - submit",
        SOURCE,
        wait_local,
        needs=NEEDS,
        pitfall="One community can pay for the others: look at the jobs of each cluster.",
        main={"grid": 1},
        headline=Headline("grid", 1, each_local, "local job", ("waits", "wait"), "less"),
        example=Example(wait_example, each_local),
    ),
    Metric(
        "local_away",
        "Local jobs in another cluster",
        "grid",
        "jobs",
        "",
        "local jobs that ran in a cluster that is not their own",
        SOURCE,
        away,
        needs=NEEDS,
        pitfall="Says nothing of who gained by it.",
        example=Example(home_example, each_away),
    ),
)
