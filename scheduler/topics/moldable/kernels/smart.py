"""SMART: tasks of about the same length side by side on shelves, all of a shelf starting together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel


class Shelves(NamedTuple):
    """Shelves in the order in which they were begun, in the first count[0] cells."""

    of: np.ndarray  # [n] i8, the shelf of a task
    level: np.ndarray  # [n] i8, class of the tasks on a shelf
    free: np.ndarray  # [n] i8, processors left on a shelf
    longest: np.ndarray  # [n] f8, s, the longest task on a shelf
    weight: np.ndarray  # [n] f8, of the tasks on a shelf
    count: np.ndarray  # [1] i8


def new_shelves(n: int) -> Shelves:
    """Room for a shelf of its own for each of n tasks."""
    whole = np.zeros(n, np.int64)
    return Shelves(whole, whole.copy(), whole.copy(), np.zeros(n), np.zeros(n), np.zeros(1, np.int64))


@kernel
def fill(order, level, size, time, weight, processors, any_shelf, shelves):
    """Put tasks, in that order [n], on the first shelf of their class with room, or on a new one.

    level: [n] class of length; size: [n] processors, none above `processors`; time: [n] s.  any_shelf: False looks at
    the last shelf of a class only (next fit).
    """
    s = shelves
    for i in order:
        chosen = -1
        for k in range(s.count[0]):
            if s.level[k] == level[i]:
                if s.free[k] >= size[i]:
                    chosen = k
                    if any_shelf:
                        break
                elif not any_shelf:
                    chosen = -1
        if chosen < 0:
            chosen = s.count[0]
            s.count[0] += 1
            s.level[chosen], s.free[chosen], s.longest[chosen], s.weight[chosen] = level[i], processors, 0.0, 0.0
        s.of[i] = chosen
        s.free[chosen] -= size[i]
        s.longest[chosen] = max(s.longest[chosen], time[i])
        s.weight[chosen] += weight[i]
