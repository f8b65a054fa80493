"""How many processors a moldable task gets: the fewest with which it is done in time, and who may have them.

Runtimes are a table [tasks, m + 1] in s: with at most q processors, never rising with q, infinite where q is too few.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part


@part
def fewest(runtime, task, time):
    """The fewest processors on which a task takes no longer than `time`; m + 1 where there are none."""
    low, high = 0, runtime.shape[1]
    while high - low > 1:
        middle = (low + high) // 2
        if runtime[task, middle] <= time:
            high = middle
        else:
            low = middle
    return high


@part
def least_work(cost, size, other, items, best, taken):
    """Choose which items go into the room best has ([room + 1]): cost inside [items], size inside, cost outside.

    Marks taken [items, room + 1] and returns the least total; infinite where there is no way.  Where both ways cost the
    same an item stays outside.
    """
    for c in range(len(best)):
        best[c] = 0.0
    for i in range(items):
        for c in range(len(best) - 1, -1, -1):
            outside = best[c] + other[i]
            inside = best[c - size[i]] + cost[i] if size[i] <= c else np.inf
            taken[i, c] = inside < outside
            best[c] = min(inside, outside)
    return best[len(best) - 1]


@part
def trace_back(size, items, taken, room, inside):
    """Set inside [items] to whether each item was chosen by what was marked, for that much room."""
    for i in range(items - 1, -1, -1):
        inside[i] = taken[i, room]
        if taken[i, room]:
            room -= size[i]
