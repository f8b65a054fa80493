"""The numbers and the sets of jobs that questions are about, taken from what a rule makes of the jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from scheduler.durations import number as plain
from scheduler.errors import InputError
from scheduler.lessons.cases import Case, Run
from scheduler.lessons.lesson import Condition, Group, Lesson, Value
from scheduler.metrics import all_metrics
from scheduler.registry import find

CLOSE = 1e-6  # two values closer than that are the same
METRIC = "metric "  # before the key of a metric of the registry
TIME, RATIO, SHARE = "time", "ratio", "share"


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
}
LITERALS = {"time": TIME, "ratio": RATIO, "share": SHARE}  # numbers of a file


def kind_of(value: Value) -> str:
    """TIME, RATIO or SHARE; raises UnknownKey for a quantity there is not."""
    if value.of in LITERALS:
        return LITERALS[value.of]
    if value.of.startswith(METRIC):
        metric = find(all_metrics(), value.of.removeprefix(METRIC), "metric")
        return TIME if metric.unit == "s" else RATIO
    return str(find(QUANTITIES, value.of, "quantity").kind)


def amount(case: Case, value: Value, rule: str = "") -> float:
    """The number, in seconds where it is a time; rule: in place of that of the value."""
    if value.of in LITERALS:
        return value.number
    run = case.run(rule or value.rule)
    if value.of.startswith(METRIC):
        return _metric(run, value.of.removeprefix(METRIC))
    quantity = find(QUANTITIES, value.of, "quantity")
    result = quantity.of(run, case.workload.platform.processors)
    return float(result[case.row(value.job)] if quantity.each else result)


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
    rows = {"earlier": _earlier, "later": _later, "starting": _starting, "waiting": _waiting, "passing": _passing}[
        group.of
    ](case, run, group)
    return sorted(int(case.workload.jobs.job_id[row]) for row in np.flatnonzero(rows))


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
    return np.array([bool((run.start[:row] > run.start[row] + CLOSE).any()) for row in range(len(run.start))])
