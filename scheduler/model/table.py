"""A table: columns as arrays of one length, reached by name, checked against `scheduler.columns` when it is made.

>>> t = Table.of("steps", time=[0, 1], busy=[2, 0], demand=[2, 0], waiting=[0, 0], held=[0, 0])
>>> t.busy.tolist(), len(t)
([2.0, 0.0], 2)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.columns import tables


class Table:
    """Columns of one of the tables of `scheduler.columns`; `table.start` is an array [n]."""

    def __init__(self, name: str, columns: dict[str, np.ndarray]):
        self.name = name
        self.columns = columns

    @classmethod
    def of(cls, name: str, **columns: Any) -> Table:
        """A table with every column that is declared for it; those of an optional group may be left out together.

        Raises ValueError for a missing, surplus or too short column.
        """
        terms = tables()[name]
        groups = {term.optional for key, term in terms.items() if key in columns}
        wanted = {key for key, term in terms.items() if not term.optional or term.optional in groups}
        if set(columns) != wanted:
            missing, surplus = wanted - set(columns), set(columns) - wanted
            raise ValueError(f"table {name}: missing {sorted(missing)}, surplus {sorted(surplus)}")
        arrays = {key: np.ascontiguousarray(columns[key], dtype=terms[key].dtype) for key in terms if key in wanted}
        lengths = {len(column) for column in arrays.values()}
        if len(lengths) > 1:
            raise ValueError(f"table {name}: columns of different lengths {sorted(lengths)}")
        return cls(name, arrays)

    def __getattr__(self, column: str) -> np.ndarray:
        try:
            return self.__dict__["columns"][column]
        except KeyError:
            raise AttributeError(f"table {self.__dict__.get('name')} has no column {column!r}") from None

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def take(self, rows: np.ndarray) -> Table:
        """The table of these rows (indices or a mask)."""
        return Table(self.name, {key: column[rows] for key, column in self.columns.items()})


def required(owner: Any, name: str) -> Table:
    """The table of that name of a workload or schedule; raises ValueError where it has none."""
    table = getattr(owner, name, None)
    if table is None:
        raise ValueError(f"this {type(owner).__name__.lower()} has no table {name!r}; ask for its kind first")
    return table
