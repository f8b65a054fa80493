"""Which query means the jobs of a color, where a query can say it: user 37, size>=65 size<=128, stretch>10.

The classes are those of layouts/coloring.py; what has no query (why a job waited, how its wait changed) is told only.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from layouts.coloring import STRETCHES, Coloring
from layouts.theme import COLORS, OTHERS
from scheduler.analysis.query import ALSO, Condition, parse
from scheduler.durations import number
from scheduler.errors import QueryError
from scheduler.model.schedule import Schedule

FIELDS = {"user": "user", "size": "size", "stretch": "stretch"}         # of view.COLORS those that are a field
OF_RUN = ("stretch", "reason", "change")                                # colors that differ between runs


def queries(found: Coloring, schedule: Schedule) -> dict[int, str]:
    """{index of a hue: the query of its jobs}; "" where none says it."""
    made = {"user": _user, "size": _size, "stretch": _stretch}.get(found.kind)
    return {index: "" if made is None else made(found, schedule, index) for index, _ in found.words}


def _user(found: Coloring, _schedule: Schedule, index: int) -> str:
    """The user of that hue; of grey everybody but those who have one."""
    named = [float(text) for hue, text in found.words if hue != OTHERS]
    if index == OTHERS:
        return " ".join(str(Condition("user", "!=", user)) for user in named)
    return str(Condition("user", "=", float(dict(found.words)[index])))


def _size(_found: Coloring, schedule: Schedule, index: int) -> str:
    """Processors in powers of two; a query asks for what a job wants, so none where policies give other sizes."""
    if not np.array_equal(schedule.placed.processors, schedule.jobs.processors):
        return ""
    high, last = 2 ** index, index == COLORS - 1
    if index <= 1:
        return f"size={high}"
    return f"size>{high // 2}" if last else f"size>={high // 2 + 1} size<={high}"


def _stretch(_found: Coloring, _schedule: Schedule, index: int) -> str:
    edges = list(pairwise((0.0, *STRETCHES, np.inf)))[index]
    parts = (f"stretch>{number(edges[0])}" if edges[0] > 0 else "", f"stretch<={number(edges[1])}"
             if np.isfinite(edges[1]) else "")
    return " ".join(filter(None, parts))


def holds(text: str, only: str) -> bool:
    """Whether the query of a color is what `only` asks of that field, whatever else it asks."""
    try:
        wanted, asked = parse(text).conditions, parse(only).conditions
    except QueryError:
        return False
    return {one for one in asked if one.field == wanted[0].field} == set(wanted)


def names(field: str) -> list[str]:
    """What a field may be called in a query."""
    return [field, *(other for other, known in ALSO.items() if known == field)]
