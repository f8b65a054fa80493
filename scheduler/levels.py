"""Step functions of a schedule: how many processors or jobs are inside their interval at every instant.

Intervals are half-open.  A level is exact (whole numbers are added), and every function here sorts once and never
loops over jobs.
"""

from __future__ import annotations

import numpy as np


def levels(when: np.ndarray, *changes: np.ndarray) -> tuple[np.ndarray, ...]:
    """The instants of `when` (sorted, each once), and the level each of `changes` has reached right after each.

    when: [events] in any order.  changes: [events] i8, what is added at each event.
    """
    order = np.argsort(when)    # the order within an instant is nothing to what holds after it
    time = when[order]
    last = np.append(time[1:] != time[:-1], True)[:len(time)]
    return (time[last], *(np.cumsum(change[order])[last] for change in changes))


def integral(time: np.ndarray, value: np.ndarray) -> np.ndarray:
    """[rows]: integral of a step function from its first change to each change; value[i] holds from time[i] on."""
    return np.concatenate(([0.0], np.cumsum(value[:-1] * np.diff(time)))) if len(time) else np.zeros(0)
