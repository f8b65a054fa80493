"""The results of parts put together: numbers of each algorithm, trace by trace, and what the tables make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from scheduler.charts import Series
from scheduler.statistics.intervals import interval, place, place_of_maximum, samples
from scheduler.topics.papers.experiments import Band, Measured, Part, Published
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BOUND, PENALTY, PERIOD, settings

JUDGED = 20  # traces of a load, or weeks, from which a mean is compared with the paper's
Row = dict[str, float]
Statistic = Callable[..., Any]  # of values, and of the rows of an array: numpy's mean, std, max


class Summary(NamedTuple):
    """Of one number of an algorithm over traces: mean with its 95 % interval, deviation (ddof 0) and maximum."""

    mean: float
    low: float
    high: float
    deviation: float
    most: float


class TraceResults:
    """All results of an experiment, by what was run; traces are in the same order everywhere."""

    def __init__(self, parts: Sequence[Part], results: Sequence[Sequence[Row]]):
        self.rows: dict[tuple[Any, ...], list[Row]] = {}
        for part, result in zip(parts, results, strict=True):
            key = _key(part["row"], part.get("load"), part["settings"])
            self.rows.setdefault(key, []).extend(result)

    def has(self, name: str, load: float | None = None) -> bool:
        """Whether there is a trace under this algorithm."""
        return bool(self.rows.get(_key(name, load, {})))

    def of(
        self, what: str, name: str, load: float | None = None, penalty: float = PENALTY, period: float = PERIOD
    ) -> np.ndarray:
        """[traces] one number that was kept of each, e.g. "underutilization"."""
        rows = self.rows.get(_key(name, load, settings(name, penalty, period)), [])
        return np.array([row[what] for row in rows], float)

    def degradation(
        self, name: str, load: float | None = None, penalty: float = PENALTY, period: float = PERIOD
    ) -> np.ndarray:
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


def measured(name: str, values: np.ndarray, printed: Published | None = None, least: int = JUDGED) -> Measured:
    """The mean of a number, judged where there are at least so many traces.

    printed: what it is compared with, where that is judged by samples as large as the paper's.
    """
    mean = summary(values)
    if mean is None:
        return Measured(name, None, judged=False)
    one = Measured(name, mean.mean, mean.low, mean.high, judged=len(values) >= least)
    target = printed.target if printed else None
    return among(one, values, np.mean, target, printed.band if printed else None)


def among(
    one: Measured, values: np.ndarray, statistic: Statistic, printed: float | None, band: Band | None
) -> Measured:
    """Ours with the place of the printed number among samples, where that is how it is judged."""
    if printed is None or band is None or not band.sample or not len(values):
        return one
    if statistic is np.max:
        ends, percentile = place_of_maximum(values, band.sample, printed)
    else:
        ends, percentile = place(statistic(values[samples(len(values), band.sample)], axis=1), printed)
    # how wild fewer traces are says little of how wild more are; of the largest it is said exactly
    judged = one.judged and (statistic is np.max or len(values) >= band.sample)
    return replace(one, sampled=ends, percentile=percentile, judged=judged)


def line(name: str, x: Sequence[float], values: Sequence[np.ndarray]) -> Series:
    """Means with their intervals as a line of a chart; values: [traces] for each x."""
    each = [summary(one) for one in values]
    mean, low, high = (tuple(getattr(one, what) if one else None for one in each) for what in ("mean", "low", "high"))
    return Series(name, tuple(x), mean, low, high)


def table(heading: str, columns: Mapping[str, Mapping[str, float | None]]) -> list[Measured]:
    """Numbers of ours shown as a table; columns: {column: {row: value}}."""
    rows = dict.fromkeys(row for values in columns.values() for row in values)
    return [
        Measured(f"{heading}, {row}: {column}", values[row], cell=(heading, row, column))
        for row in rows
        for column, values in columns.items()
        if row in values
    ]


def compared(
    heading: str,
    column: str,
    statistic: Statistic,
    of: Mapping[str, np.ndarray],
    printed: Mapping[str, float],
    band: Band | None,
    least: int = JUDGED,
) -> list[Measured]:
    """A column of a table beside what the paper prints there; of: {row: [traces]}; band None: not judged."""
    column_values = []
    for row in dict.fromkeys((*of, *printed)):
        values, theirs = of.get(row, np.zeros(0)), printed.get(row)
        ours = float(statistic(values)) if len(values) else None
        one = Measured(
            f"{heading}, {row}: {column}",
            ours,
            cell=(heading, row, column),
            printed=theirs,
            judged=len(values) >= least,
            band=None if theirs is None else band,
        )
        column_values.append(among(one, values, statistic, theirs, band))
    return column_values


def plain(value: float) -> str:
    """A number for sentences: three digits, and no fraction from 100 on.

    >>> plain(4.4512), plain(0.2754), plain(4993.2)
    ('4.45', '0.275', '4,993')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
