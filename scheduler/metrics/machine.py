"""What the machine did: how long, how full, and how much work it could have done but did not."""

from __future__ import annotations

import numpy as np

from scheduler.analysis import demand
from scheduler.metrics import Headline, Metric
from scheduler.model.schedule import Schedule

FEITELSON = "Feitelson and Rudolph 1998, Metrics and benchmarking for parallel job scheduling"
DFRS = "Casanova, Stillwell and Vivien 2011, section 6.4.1"
BY_ARRIVALS = "Set by arrivals more than by the policy: the last job to be submitted decides when all is over."


def makespan(schedule: Schedule) -> float | None:
    """Last end - first submit, s."""
    return schedule.makespan if len(schedule.placed) else None


def utilization(schedule: Schedule) -> float | None:
    """Work / (processors of the machine x makespan); a task that needs a part of a node does that much work."""
    length = makespan(schedule)
    return demand.work(schedule) / (schedule.workload.platform.processors * length) if length else None


def load(schedule: Schedule) -> float | None:
    """Sum of processors x runtime / (processors of the machine x time from first to last submission)."""
    submit = schedule.placed.submit
    span = float(np.ptp(submit)) if len(submit) else 0.0
    jobs = schedule.jobs
    work = float(np.dot(jobs.processors.astype(float), jobs.runtime))
    return work / (schedule.workload.platform.processors * span) if span else None


def underutilization(schedule: Schedule) -> float | None:
    """Integral of min(P, D) - u, processor-s: P processors, D wanted by submitted, unfinished jobs, u doing work."""
    return demand.underutilization(schedule) if len(schedule.placed) else None


def underutilization_normalized(schedule: Schedule) -> float | None:
    """Underutilization / work."""
    lost = underutilization(schedule)
    return None if lost is None else lost / demand.work(schedule)


def backfilled(schedule: Schedule) -> float | None:
    """Jobs that started while one submitted before them was waiting; None for campaigns, which have another order."""
    if schedule.workload.has_campaigns:
        return None
    placed = schedule.placed
    start = placed.start[np.lexsort((placed.job, placed.submit))]
    latest = np.maximum.accumulate(start)       # a job starts before this where an earlier one still waits
    return int(np.count_nonzero(start < latest))


def jobs(schedule: Schedule) -> float:
    """How many jobs were run."""
    return len(schedule.placed)


METRICS = (
    Metric("makespan", "Makespan", "machine", "s", "", "last end - first submit", FEITELSON, makespan,
           pitfall=BY_ARRIVALS, by_arrivals=True,
           main={"jobs": 11, "shared nodes": 8, "moldable": 1, "grid": 8, "by hand": 4},
           headline=Headline("moldable", 2)),
    Metric("utilization", "Utilization", "machine", "", "",
           "sum of processors x runtime (x CPU need, where tasks have one) / (machine x makespan)", FEITELSON,
           utilization, pitfall=BY_ARRIVALS, by_arrivals=True, percent=True,
           main={"jobs": 10, "moldable": 8, "grid": 7}),
    Metric("load", "Offered load", "machine", "", "",
           "sum of processors x runtime / (machine x (last submit - first submit))", FEITELSON, load,
           pitfall="At 1 or above the queue grows as long as the log lasts, so waits measure the length of the log."),
    Metric("underutilization", "Underutilization", "machine", "processor-s", "lower",
           "integral of min(machine, processors (x CPU need) of submitted, unfinished jobs) - CPU doing work", DFRS,
           underutilization, pitfall="Some of it cannot be avoided: jobs that are not divisible leave gaps."),
    Metric("underutilization_normalized", "Normalized underutilization", "machine", "", "lower",
           "underutilization / sum of processors x runtime (x CPU need)", DFRS, underutilization_normalized,
           pitfall="Below 0 where a log holds more processors than the machine has.",
           main={"jobs": 9, "shared nodes": 7, "moldable": 7}),
    Metric("backfilled", "Jobs that passed an earlier one", "machine", "jobs", "",
           "jobs that started while one submitted before them was waiting", "Mu'alem and Feitelson 2001", backfilled,
           pitfall="More is not better: see what the jobs gained by it. In a log jobs start out of order for reasons "
           "it does not tell, so it is not counted there.", needs=frozenset({"decides"})),
    Metric("jobs", "Jobs", "machine", "jobs", "", "jobs simulated", "the workload", jobs),
)
