"""The numbers and the sets of jobs that questions are about, taken from what a rule makes of the jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from scheduler.durations import number as plain
from scheduler.errors import InputError
from scheduler.metrics import all_metrics
from scheduler.registry import find
from scheduler.topics.lessons.cases import Case, Run
from scheduler.topics.lessons.lesson import COMPUTED, OF_JOBS, Condition, Group, Lesson, Value

CLOSE = 1e-6  # two values closer than that are the same
METRIC = "metric "  # before the key of a metric of the registry
TIME, RATIO, SHARE = "time", "ratio", "share"
FREE = "free processors"  # at an instant, before anything starts then


class Quantity(NamedTuple):
    """A number of a run.  of: of each job, [n], or of the whole run."""

    kind: str  # TIME, RATIO or SHARE
    each: bool
    of: Callable[[Run, int], np.ndarray | float]  # run, processors of the machine


def _wait(run: Run, _processors: int) -> np.ndarray:
    return run.end - run.submit - run.runtime


def _stretch(run: Run, _processors: int) -> np.ndarray:
    return (run.end - run.submit) / run.runtime


def _end_of_user(run: Run, _processors: int) -> np.ndarray:
    """When the last job of the same user is done."""
    last = np.zeros(int(run.user.max()) + 1)
    np.maximum.at(last, run.user, run.end)
    return last[run.user]


def _utilization(run: Run, processors: int) -> float:
    """Of all processors between the first submission and the last end; every job keeps as many as it asks for."""
    if run.schedule is None:
        raise InputError(f"The utilization can be had of policies only, not of {run.rule}.")
    work = float((run.schedule.jobs.processors * run.runtime).sum())
    return work / (processors * float(run.end.max() - run.submit.min()))


def _load(run: Run, processors: int) -> float:
    """The work that comes, as a part of what the processors could do between the first and the last submission."""
    if run.schedule is None:
        raise InputError(f"The load can be had of policies only, not of {run.rule}.")
    work = float((run.schedule.jobs.processors * run.runtime).sum())
    return work / (processors * float(run.submit.max() - run.submit.min()))


def _idle(run: Run, processors: int) -> float:
    """Processor-seconds without a job between the first submission and the last start."""
    if run.schedule is None:
        raise InputError(f"The idle time can be had of policies only, not of {run.rule}.")
    last = float(run.start.max())
    used = np.clip(np.minimum(run.end, last) - run.start, 0, None)
    return float(processors * (last - run.submit.min()) - (run.schedule.jobs.processors * used).sum())


QUANTITIES = {
    "start": Quantity(TIME, True, lambda run, _m: run.start),
    "end": Quantity(TIME, True, lambda run, _m: run.end),
    "wait": Quantity(TIME, True, _wait),
    "stretch": Quantity(RATIO, True, _stretch),
    "end of the user": Quantity(TIME, True, _end_of_user),
    "mean wait": Quantity(TIME, False, lambda run, m: float(_wait(run, m).mean())),
    "longest wait": Quantity(TIME, False, lambda run, m: float(_wait(run, m).max())),
    "mean stretch": Quantity(RATIO, False, lambda run, m: float(_stretch(run, m).mean())),
    "worst stretch": Quantity(RATIO, False, lambda run, m: float(_stretch(run, m).max())),
    "makespan": Quantity(TIME, False, lambda run, _m: float(run.end.max() - run.submit.min())),
    "utilization": Quantity(SHARE, False, _utilization),
    "load": Quantity(SHARE, False, _load),
    "idle before the last start": Quantity(TIME, False, _idle),
}
OF_THE_JOBS = {
    "submit": TIME,
    "runtime": TIME,
    "requested time": TIME,
    "processors": RATIO,
    "weight": RATIO,
    "cpu need": SHARE,
    "memory": SHARE,
}  # columns of the jobs of the variant, whatever the rule
OF_THE_CASE = {"jobs": lambda case: len(case.numbers), "machine": lambda case: case.workload.platform.processors}
LITERALS = {"time": TIME, "ratio": RATIO, "share": SHARE}  # numbers of a file


def kind_of(value: Value) -> str:
    """TIME, RATIO or SHARE; raises UnknownKey for a quantity there is not."""
    if value.of in LITERALS:
        return LITERALS[value.of]
    if value.of in OF_THE_JOBS:
        return OF_THE_JOBS[value.of]
    if value.of in COMPUTED:
        return kind_of(value.parts[0])
    if value.of == "work":
        return TIME
    if value.of in (FREE, *OF_THE_CASE, *OF_JOBS):
        return RATIO
    if value.of.startswith(METRIC):
        metric = find(all_metrics(), value.of.removeprefix(METRIC), "metric")
        return TIME if metric.unit == "s" else RATIO
    return str(find(QUANTITIES, value.of, "quantity").kind)


def amount(case: Case, value: Value, rule: str = "") -> float:
    """The number, in seconds where it is a time; rule: in place of that of the value."""
    if value.of in LITERALS:
        return value.number
    if value.of in OF_THE_JOBS:
        return _of_the_job(case, value)
    if value.of in COMPUTED:
        first, second = (amount(case, part, rule) for part in value.parts)
        return first + second if value.of == "sum" else first - second
    if value.group is not None:
        jobs = members(case, value.group, rule)
        runtime = case.workload.jobs.runtime
        return float(sum(runtime[case.row(job)] for job in jobs)) if value.of == "work" else float(len(jobs))
    if value.of in OF_THE_CASE:
        return float(OF_THE_CASE[value.of](case))
    if value.of == FREE:
        return _free(case, value, rule)
    run = case.run(rule or value.rule)
    if value.of.startswith(METRIC):
        return _metric(run, value.of.removeprefix(METRIC))
    quantity = find(QUANTITIES, value.of, "quantity")
    result = quantity.of(run, case.workload.platform.processors)
    return float(result[case.row(value.job)] if quantity.each else result)


def _of_the_job(case: Case, value: Value) -> float:
    name = value.of.replace(" ", "_")
    if OF_THE_JOBS[value.of] == SHARE:  # in the file in per cent of a node
        job = next(job for job in case.jobs if job.number == value.job)
        return float(getattr(job, name) or 0) / 100
    return float(getattr(case.workload.jobs, name)[case.row(value.job)])


def _free(case: Case, value: Value, rule: str) -> float:
    """Processors that no job has which started before the instant."""
    run = case.run(rule or value.rule)
    runs = _running(case, run, Group("running", run.rule, at=value.parts[0]))
    return float(case.workload.platform.processors - case.workload.jobs.processors[runs].sum())


def _metric(run: Run, key: str) -> float:
    if run.schedule is None:
        raise InputError(f"The metric {key} can be had of policies only, not of {run.rule}.")
    result = find(all_metrics(), key, "metric").compute(run.schedule)
    if result is None:
        raise InputError(f"The metric {key} has no value under {run.rule}.")
    return float(result)


def counted(lesson: Lesson, value: Value, seconds: float) -> float:
    """A number as answers count it: in the unit of the lesson, in per cent, or as it is; to two decimals."""
    by = {TIME: 1 / lesson.seconds, RATIO: 1.0, SHARE: 100.0}[kind_of(value)]
    return round(seconds * by, 2) + 0.0


def unit_of(lesson: Lesson, value: Value) -> str:
    """What answers count it in; empty for a ratio."""
    return {TIME: lesson.unit, RATIO: "", SHARE: "%"}[kind_of(value)]


def text_of(lesson: Lesson, value: Value, seconds: float) -> str:
    """The number with its unit: 7.8 min."""
    return f"{plain(counted(lesson, value, seconds))} {unit_of(lesson, value)}".strip()


def holds(case: Case, condition: Condition) -> bool:
    """Whether a condition is met."""
    left, right = amount(case, condition.left), amount(case, condition.right)
    equal = abs(left - right) <= CLOSE
    return {
        "<": left < right and not equal,
        "<=": left < right or equal,
        "=": equal,
        ">=": left > right or equal,
        ">": left > right and not equal,
    }[condition.relation]


def compared(left: float, right: float) -> str:
    """One of COMPARED: how the left number stands to the right one."""
    if abs(left - right) <= CLOSE:
        return "same"
    return "less" if left < right else "more"


def members(case: Case, group: Group, rule: str = "") -> list[int]:
    """The numbers of the jobs of a group, ascending; rule: in place of that of the group."""
    run = case.run(rule or group.rule)
    rows = _ROWS[group.of](case, run, group)
    numbers = sorted(int(case.workload.jobs.job_id[row]) for row in np.flatnonzero(rows))
    return [job for job in numbers if not group.among or job in group.among]


def _earlier(case: Case, run: Run, group: Group) -> np.ndarray:
    return run.start < case.run(group.than).start - CLOSE


def _later(case: Case, run: Run, group: Group) -> np.ndarray:
    return run.start > case.run(group.than).start + CLOSE


def _at(case: Case, group: Group) -> float:
    assert group.at is not None
    return amount(case, group.at)


def _starting(case: Case, run: Run, group: Group) -> np.ndarray:
    return np.abs(run.start - _at(case, group)) <= CLOSE


def _waiting(case: Case, run: Run, group: Group) -> np.ndarray:
    now = _at(case, group)
    return (run.submit <= now + CLOSE) & (run.start > now + CLOSE)


def _passing(case: Case, run: Run, group: Group) -> np.ndarray:
    """Those that start while a job before them in the order of submission waits."""
    if group.job:
        row = case.row(group.job)
        return (np.arange(len(run.start)) > row) & (run.start < run.start[row] - CLOSE)
    return np.array([bool((run.start[:row] > run.start[row] + CLOSE).any()) for row in range(len(run.start))])


def _running(case: Case, run: Run, group: Group) -> np.ndarray:
    """Those that have a processor at an instant, and had it before."""
    now = _at(case, group)
    return (run.start < now - CLOSE) & (run.end > now + CLOSE)


def _padded(case: Case, _run: Run, _group: Group) -> np.ndarray:
    """Those that ask for more time than they run."""
    jobs = case.workload.jobs
    return jobs.requested_time > jobs.runtime + CLOSE


def _shorter(case: Case, _run: Run, group: Group) -> np.ndarray:
    """Those that run for less time than a job."""
    runtime = case.workload.jobs.runtime
    return runtime < runtime[case.row(group.job)] - CLOSE


def _narrower(case: Case, _run: Run, group: Group) -> np.ndarray:
    """Those that ask for fewer processors than a job."""
    processors = case.workload.jobs.processors
    return processors < processors[case.row(group.job)]


_ROWS = {
    "earlier": _earlier,
    "later": _later,
    "starting": _starting,
    "waiting": _waiting,
    "passing": _passing,
    "running": _running,
    "padded": _padded,
    "shorter": _shorter,
    "narrower": _narrower,
}
