"""Why is this job third?  The queue in the order of a formula, pass by pass, with the value of every part of it.

The formula is read and worked out once more here, part by part and for all waiting jobs at once (formula_values.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import number
from scheduler.model.schedule import Schedule
from scheduler.topics.formula.formula_values import PRIORITY, Names, Pass, by_submission, value_of, waiting_at
from scheduler.topics.formula.program import names_of, text_of
from scheduler.topics.formula.reading import Node, read

MOST_PARTS = 6  # columns beside the job and the value
MOST_ROWS = 20_000  # of all passes
DIGITS = 4  # that count, of a value
MOST_BEFORE = 7  # jobs that are listed before one whose place is explained


class Place(NamedTuple):
    """Where a job stands in the queue when it is submitted, and why."""

    begin: float  # s
    place: int  # from 1
    waiting: int  # jobs, itself included
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # of those before it and of itself; of many the first and the last ones


def formula_order(schedule: Schedule) -> dict[str, Any] | None:
    """A view as of policy_view; None where there would be too many rows."""
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
    queue = Pass(begin, np.inf, waiting_at(schedule.placed, by_submission(schedule.placed), begin))
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
    order = by_submission(placed)
    instants = np.unique(np.concatenate((placed.submit, placed.end, placed.start)))
    for begin, until in zip(instants, np.append(instants[1:], np.inf), strict=True):
        waiting = waiting_at(placed, order, float(begin))
        if len(waiting):
            yield Pass(float(begin), float(until), waiting)


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
