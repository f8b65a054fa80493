"""What the machine did: how long, how full, and how much work it could have done but did not."""

from __future__ import annotations

import numpy as np

from scheduler.analysis import demand
from scheduler.analysis.worked_numbers import begin, figure, from_to, job_name, length
from scheduler.kinds import answer
from scheduler.metrics import Each, Example, Headline, Metric
from scheduler.model.schedule import Schedule
from scheduler.wording import counted

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
    """Jobs that started while one submitted before them was waiting; None where jobs have another order."""
    if answer(schedule.workload, lambda kind: kind.own_order or None):
        return None
    return int(np.count_nonzero(passes(schedule)))


def passes(schedule: Schedule) -> np.ndarray:
    """[n] bool: whether a job started while one submitted before it was waiting."""
    placed = schedule.placed
    order = np.lexsort((placed.job, placed.submit))
    start, passed = placed.start[order], np.zeros(len(order), bool)
    passed[order] = start < np.maximum.accumulate(start)  # a job starts before this where an earlier one still waits
    return passed


def jobs(schedule: Schedule) -> float:
    """How many jobs were run."""
    return len(schedule.placed)


def each_end(schedule: Schedule, _threshold: float) -> Each:
    """When every job ends, s."""
    return Each(np.arange(len(schedule.placed)), schedule.placed.end)


def each_work(schedule: Schedule, _threshold: float) -> Each:
    """The work of every job, processor-s."""
    return Each(np.arange(len(schedule.placed)), demand.cpu(schedule) * schedule.jobs.runtime)


def each_wait(schedule: Schedule, _threshold: float) -> Each:
    """What every job wanted and did not have until it started, processor-s."""
    return Each(np.arange(len(schedule.placed)), demand.cpu(schedule) * schedule.wait)


def each_passing(schedule: Schedule, _threshold: float) -> Each:
    """The response of the jobs that passed an earlier one, s."""
    row = np.flatnonzero(passes(schedule))
    return Each(row, schedule.response[row])


def _factors(schedule: Schedule, row: int, seconds: float) -> str:
    """processors x seconds of a job, with its CPU need where tasks have one, the mean where they differ."""
    size, is_told = int(schedule.jobs.processors[row]), answer(schedule.workload, lambda kind: kind.factor) is not None
    need = [figure(float(demand.cpu(schedule)[row]) / size)] if is_told else []
    return " x ".join([figure(size), *need, figure(seconds, "s")])


def _named_factors(schedule: Schedule, seconds: str) -> str:
    factor = answer(schedule.workload, lambda kind: kind.factor)
    return " x ".join(["processors", *([factor(schedule.workload)] if factor else []), seconds])


def makespan_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The makespan, and how long before its end one job ended."""
    first, last = float(schedule.placed.submit.min()), float(schedule.placed.end.max())
    before = last - float(schedule.placed.end[row])
    place = f"ended {length(before)} before the last job" if before else "ended last"
    return (
        f"{begin(job_name(schedule, row))} {place}; last end - first submit = {figure(last, 's')} - "
        f"{figure(first, 's')} = {length(last - first)}."
    )


def utilization_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job adds to the utilization."""
    runtime, machine = float(schedule.jobs.runtime[row]), schedule.workload.platform.processors
    share = float(demand.cpu(schedule)[row]) * runtime / (machine * schedule.makespan)
    return (
        f"{begin(job_name(schedule, row))} adds {_named_factors(schedule, 'runtime')} / (machine x makespan) = "
        f"{_factors(schedule, row, runtime)} / ({figure(machine)} x {figure(schedule.makespan, 's')}) = "
        f"{figure(share)}."
    )


def load_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job adds to the load."""
    span, machine = float(np.ptp(schedule.placed.submit)), schedule.workload.platform.processors
    runtime, size = float(schedule.jobs.runtime[row]), int(schedule.jobs.processors[row])
    if not span:
        return f"{begin(job_name(schedule, row))} was submitted together with all others: there is no load over time."
    return (
        f"{begin(job_name(schedule, row))} adds processors x runtime / (machine x (last submit - first submit)) = "
        f"{figure(size)} x {figure(runtime, 's')} / ({figure(machine)} x {figure(span, 's')}) = "
        f"{figure(size * runtime / (machine * span))}."
    )


def waiting_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job wanted while it waited, the most it can add to underutilization by that."""
    wait = float(schedule.wait[row])
    area = float(demand.cpu(schedule)[row]) * wait
    return (
        f"While {job_name(schedule, row)} waited it wanted {_named_factors(schedule, 'wait')} = "
        f"{_factors(schedule, row, wait)} = {figure(area, 'processor-s')}. Of that only the part counts "
        "for which processors were idle."
    )


def work_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What one job adds to the work underutilization is divided by."""
    runtime = float(schedule.jobs.runtime[row])
    return (
        f"{begin(job_name(schedule, row))} adds {_named_factors(schedule, 'runtime')} = "
        f"{_factors(schedule, row, runtime)} = "
        f"{figure(float(demand.cpu(schedule)[row]) * runtime, 'processor-s')} to the work below the line."
    )


def passing_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """Whether one job started while an earlier one was waiting, and which one that was."""
    placed, name = schedule.placed, begin(job_name(schedule, row))
    if own_order := answer(schedule.workload, lambda kind: kind.own_order or None):
        return f"{name} is not counted, nor is any other: {own_order}."
    earlier = (placed.submit < placed.submit[row]) | ((placed.submit == placed.submit[row]) & (placed.job < row))
    waiting = np.flatnonzero(earlier & (placed.start > placed.start[row]))
    if not len(waiting):
        return f"{name} started when no job submitted before it was waiting, so it is not counted."
    first = int(waiting[np.argmax(placed.start[waiting])])
    return (
        f"{name} is counted: {job_name(schedule, first)}, submitted earlier, started after it; start - start = "
        f"{figure(float(placed.start[first]), 's')} - {figure(float(placed.start[row]), 's')} = "
        f"{length(float(placed.start[first] - placed.start[row]))}."
    )


def count_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """That one job is counted."""
    return (
        f"{begin(job_name(schedule, row))} is one of {counted(len(schedule.placed), 'job')}; it was in the system for "
        f"end - submit = {from_to(schedule, row, 'end', 'submit')}."
    )


METRICS = (
    Metric(
        "makespan",
        "Makespan",
        "machine",
        "s",
        "",
        "last end - first submit",
        FEITELSON,
        makespan,
        pitfall=BY_ARRIVALS,
        by_arrivals=True,
        main={"jobs": 11, "needs": 8, "moldable": 1, "grid": 8, "by hand": 4},
        headline=Headline("moldable", 2),
        example=Example(makespan_example, each_end, "max"),
    ),
    Metric(
        "utilization",
        "Utilization",
        "machine",
        "",
        "",
        "sum of processors x runtime (x CPU need, where tasks have one) / (machine x makespan)",
        FEITELSON,
        utilization,
        pitfall=BY_ARRIVALS,
        by_arrivals=True,
        percent=True,
        main={"jobs": 10, "moldable": 8, "grid": 7},
        example=Example(utilization_example, each_work),
    ),
    Metric(
        "load",
        "Offered load",
        "machine",
        "",
        "",
        "sum of processors x runtime / (machine x (last submit - first submit))",
        FEITELSON,
        load,
        pitfall="At 1 or above the queue grows as long as the log lasts, so waits measure the length of the log.",
        example=Example(load_example, each_work),
    ),
    Metric(
        "underutilization",
        "Underutilization",
        "machine",
        "processor-s",
        "lower",
        "integral of min(machine, processors (x CPU need) of submitted, unfinished jobs) - CPU doing work",
        DFRS,
        underutilization,
        pitfall="Some of it cannot be avoided: jobs that are not divisible leave gaps.",
        example=Example(waiting_example, each_wait, "max"),
    ),
    Metric(
        "underutilization_normalized",
        "Normalized underutilization",
        "machine",
        "",
        "lower",
        "underutilization / sum of processors x runtime (x CPU need)",
        DFRS,
        underutilization_normalized,
        pitfall="Below 0 where a log holds more processors than the machine has.",
        main={"jobs": 9, "needs": 7, "moldable": 7},
        example=Example(work_example, each_work),
    ),
    Metric(
        "backfilled",
        "Jobs that passed an earlier one",
        "machine",
        "jobs",
        "",
        "jobs that started while one submitted before them was waiting",
        "Mu'alem and Feitelson 2001",
        backfilled,
        pitfall="More is not better: see what the jobs gained by it. In a log jobs start out of order for reasons "
        "it does not tell, so it is not counted there.",
        needs=frozenset({"decides"}),
        example=Example(passing_example, each_passing),
    ),
    Metric(
        "jobs", "Jobs", "machine", "jobs", "", "jobs simulated", "the workload", jobs, example=Example(count_example)
    ),
)
