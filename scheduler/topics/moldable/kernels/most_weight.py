"""Which moldable tasks can be done by a deadline, those that weigh most.

In a schedule that meets a deadline, tasks that take more than half of it stand side by side, on no more processors than
there are, and all work fits the machine.  So every task is left out, goes to a first shelf as high as the deadline, on
as few processors as that takes, or to a second one half as high, or is small: done in half of it on one processor.  The
first shelf is no wider than the machine and the work of all no more than it can do; of all such choices the heaviest
weighs at least as much as what any schedule does by the deadline.

Work is counted in whole units, rounded down, so that the choice is a table: for each width and each number of units the
most weight of the tasks up to one.  Of equal weights the choice with the fewest units is taken, then the narrowest
first shelf, then the one that leaves out the highest row (else has it on the second shelf).

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.4, with the shelves of section 5.1; the paper has no
procedure for the choice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.topics.moldable.engine.allotment import fewest

LEFT, SECOND, FIRST = 0, 1, 2  # where a task goes


class Choice(NamedTuple):
    """What each task costs in either place, and the table."""

    width: np.ndarray  # [n] i8, processors of the first shelf; NONE where that is no place for it
    first: np.ndarray  # [n] i8, units of work there
    second: np.ndarray  # [n] i8, units of work on the second shelf, or as a small task; NONE
    best: np.ndarray  # [m + 1, units + 1] f8, weight
    place: np.ndarray  # [n, m + 1, units + 1] i1


NONE = -1


def new_choice(n: int, m: int, units: int) -> Choice:
    """For n tasks on m processors, whose work until the deadline is that many units."""
    return Choice(
        np.full(n, NONE),
        np.full(n, NONE),
        np.full(n, NONE),
        np.zeros((m + 1, units + 1)),
        np.zeros((n, m + 1, units + 1), np.int8),
    )


@kernel
def choose(runtime, weight, deadline, rounding, choice, taken):
    """Mark the tasks taken [n] bool.  rounding: a unit of work is that part of the machine's, over n."""
    n, m = runtime.shape[0], runtime.shape[1] - 1
    for i in range(n):
        _cost(runtime, i, deadline, n / (rounding * m * deadline), choice)
    choice.best[:] = 0.0
    for i in range(n):
        _weigh(weight[i], i, choice)
    _trace(choice, taken)


@part
def _cost(runtime, i, deadline, units, c):
    """What a task costs; units: of a processor-second."""
    m = runtime.shape[1] - 1
    c.width[i] = c.first[i] = c.second[i] = NONE
    if runtime[i, 1] <= deadline / 2:
        c.second[i] = int(np.floor(runtime[i, 1] * units))
        return
    q = fewest(runtime, i, deadline / 2)
    if q <= m:
        c.second[i] = int(np.floor(q * runtime[i, q] * units))
    q = fewest(runtime, i, deadline)
    if q <= m:
        c.width[i], c.first[i] = q, int(np.floor(q * runtime[i, q] * units))


@part
def _weigh(weight, i, c):
    """Put a task where it makes the weight largest, for every width and number of units."""
    many, units = c.best.shape
    for w in range(many - 1, -1, -1):
        for u in range(units - 1, -1, -1):
            best, place = c.best[w, u], LEFT
            if c.second[i] != NONE and c.second[i] <= u and c.best[w, u - c.second[i]] + weight > best:
                best, place = c.best[w, u - c.second[i]] + weight, SECOND
            if c.width[i] != NONE and c.width[i] <= w and c.first[i] <= u:
                other = c.best[w - c.width[i], u - c.first[i]] + weight
                if other > best:
                    best, place = other, FIRST
            c.best[w, u], c.place[i, w, u] = best, place


@part
def _trace(c, taken):
    """Which tasks the heaviest choice has."""
    w, u = c.best.shape[0] - 1, c.best.shape[1] - 1
    most = c.best[w, u]
    while u > 0 and c.best[w, u - 1] == most:
        u -= 1
    while w > 0 and c.best[w - 1, u] == most:
        w -= 1
    for i in range(len(taken) - 1, -1, -1):
        taken[i] = c.place[i, w, u] != LEFT
        if c.place[i, w, u] == SECOND:
            u -= c.second[i]
        elif c.place[i, w, u] == FIRST:
            w, u = w - c.width[i], u - c.first[i]
