"""Step functions as figures draw them: every step where there are few, else means of equal buckets, areas exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import human
from scheduler.model.step_functions import integral


class Curves(NamedTuple):
    """Several step functions of one time: column i holds from time[i] to time[i + 1]."""

    time: np.ndarray  # [steps + 1] f8, s
    level: np.ndarray  # [curves, steps] f8


def curves(time: np.ndarray, level: np.ndarray, t0: float, t1: float, buckets: int) -> Curves:
    """The curves over [t0, t1).  time: [rows] s; level: [curves, rows], each from its time on, 0 before the first."""
    first, last = np.searchsorted(time, t0, "right"), np.searchsorted(time, t1, "left")
    if last - first + 1 > buckets:
        edges = np.linspace(t0, t1, buckets + 1)
        return Curves(edges, means(time, level, edges))
    rows = np.arange(first - 1, last)
    levels = np.where(rows >= 0, level[:, rows], 0.0) if len(time) else np.zeros((len(level), len(rows)))
    return Curves(np.concatenate(([t0], time[first:last], [t1])), levels)


def means(time: np.ndarray, level: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """[curves, edges - 1]: time-weighted means between edges, which ascend."""
    if not len(time):
        return np.zeros((len(level), len(edges) - 1))
    row = np.searchsorted(time, edges, "right") - 1
    area = np.stack(
        [np.where(row >= 0, integral(time, one)[row] + one[row] * (edges - time[row]), 0.0) for one in level]
    )
    return np.diff(area, axis=1) / np.diff(edges)


def in_parts(edges: np.ndarray, names: Sequence[str], by_run: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
    """Rows of a table, one for each part between edges (s): of every run ([curves, parts]) the value of every curve."""
    rows: list[dict[str, Any]] = [{"from": human(low), "to": human(high)} for low, high in pairwise(edges.tolist())]
    for run, levels in by_run.items():
        for name, level in zip(names, levels, strict=True):
            for row, value in zip(rows, level.tolist(), strict=True):
                row[f"{run}: {name}"] = value
    return rows


def extended(level: np.ndarray) -> np.ndarray:
    """A level for each time: the last one to the end."""
    return np.append(level, level[-1:])
