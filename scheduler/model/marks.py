"""Marks: what a policy tells of batches, shelves and reservations, rows of the table `marks`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from scheduler.model.table import Table

BATCH, SHELF, RESERVED = 0, 1, 3  # of marks.kind


class Mark(NamedTuple):
    """A batch, a shelf or a reservation."""

    begin: float  # s
    end: float  # s
    kind: int
    label: str
    value: float


def table(marks: Iterable[Mark]) -> Table:
    """The table `marks` of these, in their order."""
    rows = tuple(marks)
    return Table.of("marks", **{name: [getattr(mark, name) for mark in rows] for name in Mark._fields})


def outer_batches(marks: Table) -> np.ndarray:
    """[marks] bool: batches that are no part of another one."""
    return (marks.kind == BATCH) & (np.char.find(marks.label, ",") < 0)
