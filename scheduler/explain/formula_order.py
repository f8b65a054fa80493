"""Why is this job third?  The queue in the order of a formula, pass by pass, with the value of every part of it.

The formula is read and worked out once more here, part by part and for all waiting jobs at once; what its names stand
for is counted in the finished schedule, as it was when the pass began: after ends and submissions of that instant, and
before anybody starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.by_formula import clock_of, column_of
from scheduler.durations import number
from scheduler.formula.names import NAMES
from scheduler.formula.program import names_of, text_of
from scheduler.formula.reading import Node, read
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import policy_of

PRIORITY = "priority"  # the parameter that holds the formula
MOST_PARTS = 6  # columns beside the job and the value
MOST_ROWS = 20_000  # of all passes
DAY, HOUR = 86_400.0, 3_600.0
DIGITS = 4  # that count, of a value
MOST_BEFORE = 7  # jobs that are listed before one whose place is explained
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


class Place(NamedTuple):
    """Where a job stands in the queue when it is submitted, and why."""

    begin: float  # s
    place: int  # from 1
    waiting: int  # jobs, itself included
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # of those before it and of itself; of many the first and the last ones


def formula_order(schedule: Schedule) -> dict[str, Any] | None:
    """A view as of policy_view; None of other policies, and where there would be too many rows."""
    if not any(param.is_formula and param.name == PRIORITY for param in policy_of(schedule.policy).params):
        return None
    tree = read(str(schedule.params[PRIORITY]))
    queues = list(passes(schedule))
    if sum(len(one.jobs) for one in queues) > MOST_ROWS:
        return None
    parts = parts_of(tree)
    columns = ["job", *(text_of(part) for part in parts), "priority"]
    rows = [row for one in queues for row in _rows(schedule, tree, parts, one)]
    return {"title": "Order of the last pass, by the formula", "columns": columns, "ordered": True, "rows": rows}


def place_of(schedule: Schedule, job: int) -> Place:
    """The place of a job (row of the workload) in the order of the formula at its submission, with every part."""
    tree = read(str(schedule.params[PRIORITY]))
    parts, begin = parts_of(tree), float(schedule.placed.submit[job])
    queue = Pass(begin, np.inf, _waiting(schedule.placed, _by_submission(schedule.placed), begin))
    lines = list(_ordered(schedule, tree, parts, queue))
    place = next(at for at, (row, _) in enumerate(lines, 1) if row == job)
    rows = [(f"{at}", *cells) for at, (_, cells) in enumerate(lines[:place], 1)]
    if place > MOST_BEFORE + 1:
        half = MOST_BEFORE // 2
        rows = [*rows[:half], ("\u2026",) * len(rows[0]), *rows[half - MOST_BEFORE :]]
    columns = ("place", "job", *(text_of(part) for part in parts), PRIORITY)
    return Place(begin, place, len(lines), columns, tuple(rows))


def parts_of(tree: Node) -> list[Node]:
    """The parts of a formula, names first, then what they are joined to, without numbers and the whole."""
    parts: dict[str, Node] = {name: Node("name", text=name) for name in names_of(tree)}
    joined = [part for part in _inner(tree) if part.kind not in ("number", "name") and any(names_of(part))]
    parts |= {text_of(part): part for part in joined if part is not tree}
    return list(parts.values())[:MOST_PARTS] if len(parts) > 1 else []


def _inner(node: Node) -> Iterator[Node]:
    for part in node.parts:
        yield from _inner(part)
    yield node


def passes(schedule: Schedule) -> Iterator[Pass]:
    """The instants at which jobs wait, with those that do."""
    placed = schedule.placed
    order = _by_submission(placed)
    instants = np.unique(np.concatenate((placed.submit, placed.end, placed.start)))
    for begin, until in zip(instants, np.append(instants[1:], np.inf), strict=True):
        waiting = _waiting(placed, order, float(begin))
        if len(waiting):
            yield Pass(float(begin), float(until), waiting)


def _by_submission(placed: Table) -> np.ndarray:
    return np.lexsort((np.arange(len(placed)), placed.submit))


def _waiting(placed: Table, order: np.ndarray, begin: float) -> np.ndarray:
    """Rows of the jobs that wait when a pass begins, as they are submitted (order: all rows so)."""
    return order[(placed.submit[order] <= begin) & (placed.start[order] >= begin)]


def _rows(schedule: Schedule, tree: Node, parts: list[Node], queue: Pass) -> Iterator[list[Any]]:
    until = queue.until if np.isfinite(queue.until) else float(schedule.placed.end.max())
    for rank, (_, cells) in enumerate(_ordered(schedule, tree, parts, queue)):
        yield [queue.begin, until, rank, cells]


def _ordered(schedule: Schedule, tree: Node, parts: list[Node], queue: Pass) -> Iterator[tuple[int, list[str]]]:
    """(row of the workload, its number, its parts and its value) of each job of a queue, the highest value first."""
    names = Names(schedule, queue)
    with np.errstate(all="ignore"):
        cells = [value_of(part, names) for part in (*parts, tree)]
    first = np.lexsort((np.arange(len(queue.jobs)), np.where(np.isnan(cells[-1]), np.inf, -cells[-1])))
    numbers = schedule.workload.jobs.job_id[queue.jobs]
    for at in first.tolist():
        yield int(queue.jobs[at]), [str(numbers[at]), *(_written(float(cell[at])) for cell in cells)]


def _written(value: float) -> str:
    if not np.isfinite(value):
        return "no number" if np.isnan(value) else f"{value:g}"
    return number(float(f"{value:.{DIGITS}g}"))


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
