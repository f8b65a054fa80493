"""The results of parts put together: both criteria of each algorithm over their bounds, draw by draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.charts import Series
from scheduler.statistics.intervals import interval_of_mean
from scheduler.topics.papers.experiments import Measured, Part
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import ALPHA, ALPHAS, BOUNDS

JUDGED = 20  # draws from which a mean is compared with the paper's
MAKESPAN, WEIGHTED, COARSE = "makespan", "weighted", "coarse"
CRITERION = {
    MAKESPAN: "makespan",
    WEIGHTED: "weighted sum of completion times",
    COARSE: "weighted sum of completion times, bound by a coarse program",
}


class Ratio(NamedTuple):
    """Mean over draws of a criterion over its bound, with its 95 % interval."""

    mean: float
    low: float
    high: float


class Ratios:
    """All ratios of an experiment; an algorithm is its name, or DEMT's alpha as a number."""

    def __init__(self, parts: Sequence[Part], results: Sequence[Sequence[Any]]):
        self._bounds: dict[tuple[str, int], list[Mapping[str, float]]] = {}
        self._ratios: dict[tuple[str, int], dict[str | float, list[list[float]]]] = {}
        for part, result in zip(parts, results, strict=True):
            key = part["family"], part["tasks"]
            if part["find"] == BOUNDS:
                self._bounds.setdefault(key, []).extend(result)
                continue
            for row in result:
                named: Iterable[tuple[str | float, list[float]]] = (
                    zip(ALPHAS, row, strict=True) if part["find"] == ALPHA else row.items()
                )
                for name, values in named:
                    self._ratios.setdefault(key, {}).setdefault(name, []).append(values)

    def tasks(self, family: str) -> tuple[int, ...]:
        """Numbers of tasks that were run, ascending."""
        return tuple(sorted(tasks for one, tasks in self._ratios if one == family))

    @property
    def judged(self) -> bool:
        """Whether there are enough draws of everything."""
        return min((len(rows) for rows in self._bounds.values()), default=0) >= JUDGED

    def each(self, family: str, tasks: int, name: str | float, what: str) -> np.ndarray:
        """[draws] a criterion over its bound; what: MAKESPAN, WEIGHTED or COARSE."""
        values = np.array(self._ratios[family, tasks][name])[:, 0 if what == MAKESPAN else 1]
        return values / np.array([row[what] for row in self._bounds[family, tasks]])

    def mean(self, family: str, tasks: int, name: str | float, what: str) -> float:
        """The mean over draws."""
        return float(self.each(family, tasks, name, what).mean())

    def by_alpha(self, family: str, tasks: int, what: str) -> dict[float, float]:
        """{alpha: mean over draws}."""
        return {alpha: self.mean(family, tasks, alpha, what) for alpha in ALPHAS}

    def alone(self, family: str, tasks: int) -> float:
        """Share of draws in which no schedule can be shorter than the bound because of a single task."""
        return float(np.mean([row["alone"] >= row["makespan"] * (1 - 1e-9) for row in self._bounds[family, tasks]]))


def ratio(values: np.ndarray) -> Ratio:
    """Mean and interval."""
    return Ratio(float(values.mean()), *interval_of_mean(values))


def line(name: str, x: Sequence[float], values: Sequence[np.ndarray]) -> Series:
    """Means with their intervals as a line of a chart; values: [draws] for each x."""
    mean, low, high = zip(*(ratio(one) for one in values), strict=True)
    return Series(name, tuple(x), mean, low, high)


def table(heading: str, columns: Mapping[str, Mapping[str, float]], each: str = "policy") -> list[Measured]:
    """Numbers shown as a table and compared with nothing; columns: {column: {row: value}}; each: what a row is."""
    rows = dict.fromkeys(row for values in columns.values() for row in values)
    return [
        Measured(
            f"{heading}, {row}: {column}", values[row], cell=(heading, row.removeprefix(f"{each} "), column), rows=each
        )
        for row in rows
        for column, values in columns.items()
        if row in values
    ]


def why(judged: bool) -> str:
    """Why this is no judgment; empty where it is one."""
    return "" if judged else " Not judged: too few draws were made."
