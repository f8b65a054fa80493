"""What a formula says of the jobs that wait at an instant, worked out once more from the finished schedule.

What its names stand for is as it was when the pass began: after ends and submissions of that instant, and before
anybody starts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.topics.formula.by_formula import clock_of, column_of
from scheduler.topics.formula.names import NAMES
from scheduler.topics.formula.reading import Node, read

PRIORITY = "priority"  # the parameter that holds the formula
DAY, HOUR = 86_400.0, 3_600.0
FUNCTIONS = {
    "abs": np.abs,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "floor": np.floor,
    "min": np.minimum,
    "max": np.maximum,
}
OPERATIONS = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "%": np.mod,
    "**": np.power,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


class Pass(NamedTuple):
    """The queue at an instant."""

    begin: float
    until: float  # s: the next one
    jobs: np.ndarray  # rows of the workload, as they are submitted


def by_submission(placed: Table) -> np.ndarray:
    """Rows of the jobs in the order of their submission."""
    return np.lexsort((np.arange(len(placed)), placed.submit))


def waiting_at(placed: Table, order: np.ndarray, begin: float) -> np.ndarray:
    """Rows of the jobs that wait when a pass begins, as they are submitted (order: all rows so)."""
    return order[(placed.submit[order] <= begin) & (placed.start[order] >= begin)]


def priorities(schedule: Schedule, jobs: np.ndarray, time: float) -> np.ndarray:
    """[jobs] f8: the values of the formula of waiting jobs (rows of the workload) in the pass of an instant, s."""
    waiting = waiting_at(schedule.placed, by_submission(schedule.placed), time)
    with np.errstate(all="ignore"):
        values = value_of(read(str(schedule.params[PRIORITY])), Names(schedule, Pass(time, np.inf, waiting)))
    return values[[int(np.flatnonzero(waiting == job)[0]) for job in jobs]]


class Names:
    """What names stand for in a pass: [waiting jobs] f8 each."""

    def __init__(self, schedule: Schedule, queue: Pass):
        self.schedule, self.queue = schedule, queue
        placed = schedule.placed
        self.runs = (placed.start < queue.begin) & (placed.end > queue.begin)

    def __getitem__(self, name: str) -> np.ndarray:
        jobs, queue, placed = self.schedule.workload.jobs, self.queue, self.schedule.placed
        if name in ("submit", "wait"):
            submit = placed.submit[queue.jobs]
            return submit if name == "submit" else queue.begin - submit
        if NAMES[name].column or name == "area":
            return column_of(self.schedule.workload, name)[queue.jobs]
        if name.startswith("user_"):
            of_user = jobs.user[:, None] == jobs.user[None, queue.jobs]
            return getattr(self, f"_{name}")()[:, None].astype(float).T @ of_user
        return np.full(len(queue.jobs), self._state(name))

    def _state(self, name: str) -> float:
        machine = float(self.schedule.workload.platform.processors)
        free = machine - float(self.schedule.workload.jobs.processors[self.runs].sum())
        if name == "hour":
            begins, shifts = clock_of(self.schedule.workload)
            shift = shifts[max(int(np.searchsorted(begins, self.queue.begin, "right")) - 1, 0)]
            return float((self.queue.begin + shift) % DAY / HOUR)
        return {
            "now": self.queue.begin,
            "machine": machine,
            "free": free,
            "load": 1.0 - free / machine,
            "queue_length": float(len(self.queue.jobs)),
        }[name]

    def _user_running(self) -> np.ndarray:
        return self.schedule.workload.jobs.processors * self.runs

    def _user_waiting(self) -> np.ndarray:
        return np.isin(np.arange(len(self.runs)), self.queue.jobs)

    def _user_used(self) -> np.ndarray:
        """[jobs] processor-s up to now, what is older counting less."""
        placed, now, half = self.schedule.placed, self.queue.begin, self.schedule.params.get("half_life")
        age_of_start, age_of_end = (np.maximum(now - time, 0.0) for time in (placed.start, placed.end))
        size = self.schedule.workload.jobs.processors
        if half is None:
            return size * (age_of_start - age_of_end)
        decay = np.log(2) / half
        return size * (np.exp(-decay * age_of_end) - np.exp(-decay * age_of_start)) / decay


def value_of(node: Node, names: Names) -> np.ndarray:
    """[waiting jobs] f8: a part of the formula."""
    if node.kind == "number":
        return np.full(len(names.queue.jobs), node.value)
    if node.kind == "name":
        return names[node.text].reshape(-1)
    values = [value_of(part, names) for part in node.parts]
    if node.kind == "if":
        return np.where(_is_true(values[0]), values[1], values[2])
    if node.kind in ("and", "or"):
        both = np.logical_and if node.kind == "and" else np.logical_or
        return both(_is_true(values[0]), _is_true(values[1])).astype(float)
    if node.kind == "not":
        return 1.0 - _is_true(values[0])
    if node.kind == "sign":
        return -values[0]
    function = FUNCTIONS[node.text] if node.kind == "call" else OPERATIONS[node.kind]
    whole = values[0]
    for value in values[1:]:
        whole = function(whole, value)
    return (whole if len(values) > 1 else function(whole)).astype(float)


def _is_true(value: np.ndarray) -> np.ndarray:
    return (value != 0.0) & ~np.isnan(value)
