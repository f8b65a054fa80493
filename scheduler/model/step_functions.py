"""Step functions of a schedule: how many processors or jobs are inside their interval at every instant.

Intervals are half-open.  A level is exact (whole numbers are added), and every function here sorts once and never
loops over jobs.
"""

from __future__ import annotations

import numpy as np

BLOCK = 64  # changes between two instants up to which the integral is kept


def levels(when: np.ndarray, *changes: np.ndarray) -> tuple[np.ndarray, ...]:
    """The instants of `when` (sorted, each once), and the level each of `changes` has reached right after each.

    when: [events] in any order.  changes: [events] i8, what is added at each event.
    """
    order = np.argsort(when)  # the order within an instant is nothing to what holds after it
    time = when[order]
    last = np.append(time[1:] != time[:-1], True)[: len(time)]
    return (time[last], *(np.cumsum(change[order])[last] for change in changes))


def integral(time: np.ndarray, value: np.ndarray) -> np.ndarray:
    """[rows]: integral of a step function from its first change to each change; value[i] holds from time[i] on."""
    return np.concatenate(([0.0], np.cumsum(value[:-1] * np.diff(time)))) if len(time) else np.zeros(0)


# ---- at any instant, without going through all of it -----------------------------------------------------------------


def prefix(time: np.ndarray, value: np.ndarray) -> np.ndarray:
    """[ceil(rows / BLOCK)]: integral of a step function from its first change to every BLOCK-th one."""
    area = np.append(value[:-1] * np.diff(time), 0.0)
    return np.concatenate(([0.0], np.cumsum(np.add.reduceat(area, np.arange(0, len(area), BLOCK)))[:-1]))


def integral_until(time: np.ndarray, value: np.ndarray, before: np.ndarray, when: np.ndarray) -> np.ndarray:
    """[when]: integral of a step function from its first change to each instant not before it.

    before: prefix(time, value); so only the changes since the last BLOCK-th one are looked at.
    """
    row = np.searchsorted(time, when, "right") - 1
    block = row // BLOCK
    rows = block[:, None] * BLOCK + np.arange(BLOCK)
    counted = rows < row[:, None]
    rows = np.minimum(rows, len(time) - 2) if len(time) > 1 else rows * 0
    length = time[np.minimum(rows + 1, len(time) - 1)] - time[rows]
    return before[block] + np.where(counted, value[rows] * length, 0.0).sum(axis=1) + value[row] * (when - time[row])
