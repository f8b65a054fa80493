"""The results of parts put together: numbers of each algorithm, trace by trace, and what the tables make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.papers import Measured, Part, Series
from scheduler.papers.dfrs_2011.algorithms import BOUND, PENALTY, PERIOD, settings
from scheduler.statistics.intervals import interval

JUDGED = 20         # traces, or weeks, from which a mean is compared with the paper's
Row = dict[str, float]


class Summary(NamedTuple):
    """Of one number of an algorithm over traces: mean with its 95 % interval, deviation (ddof 0) and maximum."""

    mean: float
    low: float
    high: float
    deviation: float
    most: float


class Found:
    """All results of an experiment, by what was run; traces are in the same order everywhere."""

    def __init__(self, parts: Sequence[Part], results: Sequence[Sequence[Row]]):
        self.rows: dict[tuple[Any, ...], list[Row]] = {}
        for part, result in zip(parts, results, strict=True):
            key = _key(part["row"], part.get("load"), part["settings"])
            self.rows.setdefault(key, []).extend(result)

    def has(self, name: str, load: float | None = None) -> bool:
        """Whether there is a trace under this algorithm."""
        return bool(self.rows.get(_key(name, load, {})))

    def of(self, what: str, name: str, load: float | None = None, penalty: float = PENALTY,
           period: float = PERIOD) -> np.ndarray:
        """[traces] one number that was kept of each, e.g. "underutilization"."""
        rows = self.rows.get(_key(name, load, settings(name, penalty, period)), [])
        return np.array([row[what] for row in rows], float)

    def degradation(self, name: str, load: float | None = None, penalty: float = PENALTY,
                    period: float = PERIOD) -> np.ndarray:
        """[traces] maximum stretch over the bound: degradation from bound (section 6.1); none where not run."""
        stretch = self.of("stretch", name, load, penalty, period)
        return stretch / self.of("bound", BOUND, load) if len(stretch) else stretch

    def over_loads(self, what: str, name: str, loads: Sequence[float | None]) -> np.ndarray:
        """[traces] of several loads, one load after the other; what: as in `of`, or "degradation"."""
        each = [self.degradation(name, load) if what == "degradation" else self.of(what, name, load) for load in loads]
        return np.concatenate(each) if each else np.zeros(0)

    @property
    def loads(self) -> tuple[float, ...]:
        """Those that were run, ascending."""
        return tuple(sorted({load for _, load, _ in self.rows if load is not None}))


def _key(name: str, load: float | None, apart: Mapping[str, Any]) -> tuple[Any, ...]:
    return name, load, tuple(sorted(apart.items()))


def summary(values: np.ndarray) -> Summary | None:
    """None where there is no trace."""
    if not len(values):
        return None
    low, high = interval(lambda rows: float(values[rows].mean()), len(values))
    return Summary(float(values.mean()), low, high, float(values.std()), float(values.max()))


def measured(name: str, values: np.ndarray, cell: tuple[str, str, str] | None = None) -> Measured:
    """The mean of a number, judged where there are enough traces."""
    found = summary(values)
    if found is None:
        return Measured(name, None, judged=False, cell=cell)
    return Measured(name, found.mean, found.low, found.high, judged=len(values) >= JUDGED, cell=cell)


def line(name: str, x: Sequence[float], values: Sequence[np.ndarray]) -> Series:
    """Means with their intervals as a line of a chart; values: [traces] for each x."""
    each = [summary(one) for one in values]
    mean, low, high = (tuple(getattr(one, what) if one else None for one in each) for what in ("mean", "low", "high"))
    return Series(name, tuple(x), mean, low, high)


def near(value: float | None, share: float = 0.25) -> tuple[float, float] | None:
    """From 1 - share to 1 + share of a value."""
    return None if value is None else (value * (1 - share), value * (1 + share))


Columns = Mapping[str, Mapping[str, float | None]]      # {column: {row: value}}


def table(heading: str, columns: Columns, printed: Columns | None = None) -> list[Measured]:
    """Numbers shown as a table and not judged, beside those the paper prints in such a table, if it does."""
    theirs = printed or {}
    rows = dict.fromkeys(row for table in (columns, theirs) for values in table.values() for row in values)
    return [Measured(f"{heading}, {row}: {column}", values.get(row), cell=(heading, row, column),
                     printed=theirs.get(column, {}).get(row))
            for row in rows for column, values in columns.items()
            if row in values or row in theirs.get(column, {})]


def plain(value: float) -> str:
    """A number for sentences: three digits, and no fraction from 100 on.

    >>> plain(4.4512), plain(0.2754), plain(4993.2)
    ('4.45', '0.275', '4,993')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
