"""MRT: a guess of the makespan, refused or answered by a schedule one and a half times as long.

A guess says of every task whether it is short (done in half the guess on one processor) and, for the others, how many
processors the first shelf, as high as the guess, and the second, half as high, would cost.  A knapsack chooses shelves
with the least work so that the first fits the machine.  If even that is more than the machine can do within the guess,
no schedule is that short.  Otherwise tasks of the second shelf that find no processors are made room for: some tasks of
the first become thinner or lie on each other, and stand alone on their processors, for up to one and a half times the
guess.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.topics.moldable.engine.allotment import fewest, least_work, trace_back

SHORT, FIRST, SECOND, ALONE = 0, 1, 2, 3  # shelves of Shelves.shelf
ROUNDING = 1e-14  # relative, per task: sums of work that differ by less are equal
NONE = -1


class Shelves(NamedTuple):
    """What is made of a guess: where each task stands, and then when."""

    shelf: np.ndarray  # [n] i8, SHORT .. ALONE
    processors: np.ndarray  # [n] i8
    below: np.ndarray  # [n] i8, the task it lies on; NONE
    covered: np.ndarray  # [n] i8, 1 where a task lies on it
    start: np.ndarray  # [n] f8, s
    bottom: np.ndarray  # [m] f8, s: busy from the beginning until then, by processor
    top: np.ndarray  # [m] f8, s: free until then
    above: np.ndarray  # [m] i8, the task of the second shelf; NONE


class Knapsack(NamedTuple):
    """Room for the choice between shelves."""

    task: np.ndarray  # [n] i8
    cost: np.ndarray  # [n] f8, processor-s in the first shelf
    size: np.ndarray  # [n] i8, processors in the first shelf
    other: np.ndarray  # [n] f8, processor-s in the second
    inside: np.ndarray  # [n] bool
    best: np.ndarray  # [m + 1] f8
    taken: np.ndarray  # [n, m + 1] bool


def new_shelves(n: int, m: int) -> Shelves:
    """For n tasks on m processors."""
    whole = np.zeros(n, np.int64)
    return Shelves(
        whole, whole.copy(), np.full(n, NONE), whole.copy(), np.zeros(n), np.zeros(m), np.zeros(m), np.full(m, NONE)
    )


def new_knapsack(n: int, m: int) -> Knapsack:
    """For n tasks on m processors."""
    whole = np.zeros(n, np.int64)
    return Knapsack(
        whole,
        np.zeros(n),
        whole.copy(),
        np.zeros(n),
        np.zeros(n, bool),
        np.zeros(m + 1),
        np.zeros((n, m + 1), np.bool_),
    )


@kernel
def accepted(runtime, guess, shelves, sack):
    """Whether a schedule of that length cannot be ruled out; then shelf and processors are those of the two shelves.

    Never False where there is such a schedule, if work does not fall with the processors.
    """
    n, m = runtime.shape[0], runtime.shape[1] - 1
    work, items = 0.0, 0
    for i in range(n):
        first, second = fewest(runtime, i, guess), fewest(runtime, i, guess / 2)
        if first > m:
            return False
        if runtime[i, 1] <= guess / 2:
            shelves.shelf[i], shelves.processors[i] = SHORT, 1
            work += runtime[i, 1]
            continue
        sack.task[items], sack.size[items], sack.cost[items] = i, first, first * runtime[i, first]
        sack.other[items] = second * runtime[i, second] if second <= m else np.inf
        items += 1
    work += least_work(sack.cost, sack.size, sack.other, items, sack.best, sack.taken)
    if work > m * guess * (1 + ROUNDING * n):
        return False
    trace_back(sack.size, items, sack.taken, m, sack.inside)
    for k in range(items):
        i = sack.task[k]
        shelves.shelf[i] = FIRST if sack.inside[k] else SECOND
        shelves.processors[i] = sack.size[k] if sack.inside[k] else fewest(runtime, i, guess / 2)
    return True


@kernel
def search(runtime, least, epsilon, shelves, sack, bounds):
    """Halve the interval between a guess that is refused and one that is not, to a width of 1 + epsilon.

    least: s, no schedule is shorter.  bounds: [2] set to the last guess accepted, whose shelves these are, and the last
    one refused (`least` where none was).
    """
    refused, guess = least, least
    while not accepted(runtime, guess, shelves, sack):
        refused, guess = guess, 2 * guess
    while guess > refused * (1 + epsilon):
        middle = (refused + guess) / 2
        if accepted(runtime, middle, shelves, sack):
            guess = middle
        else:
            refused = middle
    accepted(runtime, guess, shelves, sack)
    bounds[0], bounds[1] = guess, refused


# ---- room for the second shelf --------------------------------------------------------------------------------------


@kernel
def make_room(runtime, guess, shelves):
    """Change shelves until the second fits beside what stands alone; False if that cannot be done."""
    m = runtime.shape[1] - 1
    for i in range(len(shelves.below)):
        shelves.below[i], shelves.covered[i] = NONE, 0
    alone, first, second = _needed(shelves)
    while second > m - alone:
        if not (
            _thinner(runtime, guess, shelves)
            or _stacked(runtime, guess, shelves, 0.75 * guess)
            or _moved(runtime, guess, shelves, m - alone - first)
            or _stacked(runtime, guess, shelves, 1.5 * guess)
        ):
            return False
        alone, first, second = _needed(shelves)
    return True


@part
def _needed(s):
    """Processors of what stands alone, of the first shelf and of the second.

    A task that lies on another needs none of its own; the processor it lies on stands alone.
    """
    alone, first, second = 0, 0, 0
    for i in range(len(s.shelf)):
        if s.below[i] != NONE or s.shelf[i] == SHORT:
            continue
        if s.shelf[i] == ALONE:
            alone += s.processors[i]
        elif s.shelf[i] == SECOND:
            second += s.processors[i]
        else:
            alone += s.covered[i]
            first += s.processors[i] - s.covered[i]
    return alone, first, second


@part
def _thinner(runtime, guess, s):
    """A task of the first shelf that is not too long gives up a processor, and stands alone."""
    for i in range(len(s.shelf)):
        q = s.processors[i]
        if s.shelf[i] == FIRST and q > 1 and s.covered[i] == 0 and runtime[i, q] <= 0.75 * guess:
            s.shelf[i], s.processors[i] = ALONE, q - 1
            return True
    return False


@part
def _stacked(runtime, guess, s, longest):
    """A task of one processor lies on another task of the first shelf that is no longer than `longest`.

    With 3/4 of the guess: two tasks of one processor each, which then stand alone.  With more: where only one such task
    is left, it may lie on a longer or a wider one.
    """
    for i in range(len(s.shelf)):
        if s.shelf[i] != FIRST or s.processors[i] != 1 or s.covered[i] == 1 or runtime[i, 1] > 0.75 * guess:
            continue
        for k in range(len(s.shelf)):
            if k == i or s.shelf[k] != FIRST or s.covered[k] == 1:
                continue
            p, alike = runtime[k, s.processors[k]], s.processors[k] == 1
            if (alike or longest > guess) and p <= longest and p + runtime[i, 1] <= 1.5 * guess:
                s.shelf[i], s.below[i], s.covered[k] = ALONE, k, 1
                return True
    return False


@part
def _moved(runtime, guess, s, idle):
    """A task of the second shelf that the idle processors can do in 3/2 of the guess goes to the first, or alone."""
    for i in range(len(s.shelf)):
        if idle > 0 and s.shelf[i] == SECOND and runtime[i, idle] <= 1.5 * guess:
            q = fewest(runtime, i, 1.5 * guess)
            s.shelf[i], s.processors[i] = ALONE if runtime[i, q] > guess else FIRST, q
            return True
    return False


# ---- when and where -------------------------------------------------------------------------------------------------


@kernel
def place(runtime, guess, shelves, longest_first):
    """Starts: alone and first shelf at 0, the second so that it ends at 3/2 of the guess, short tasks in between.

    longest_first: [n] tasks by their runtime on one processor; each short one goes where most room is left.
    """
    for k in range(len(shelves.top)):
        shelves.bottom[k], shelves.top[k], shelves.above[k] = 0.0, 1.5 * guess, NONE
    _place_first(runtime, shelves)
    _place_second(runtime, guess, shelves)
    for i in longest_first:
        if shelves.shelf[i] == SHORT:
            k = _roomiest(shelves)
            shelves.start[i] = shelves.bottom[k]
            shelves.bottom[k] += runtime[i, 1]
    for k in range(len(shelves.above)):
        i = shelves.above[k]
        if i != NONE:  # rounding must not let tasks overlap
            shelves.start[i] = max(shelves.start[i], shelves.bottom[k])


@part
def _place_first(runtime, s):
    """Tasks that begin at 0, side by side, and those that lie on them."""
    free = 0
    for i in range(len(s.shelf)):
        if s.below[i] == NONE and (s.shelf[i] == FIRST or s.shelf[i] == ALONE):
            s.start[i] = 0.0
            for k in range(free, free + s.processors[i]):
                s.bottom[k] = runtime[i, s.processors[i]]
                if s.shelf[i] == ALONE:
                    s.top[k] = s.bottom[k]
            for over in range(len(s.below)):
                if s.below[over] == i:
                    s.start[over] = s.bottom[free]
                    s.bottom[free] += runtime[over, 1]
                    s.top[free] = s.bottom[free]
            free += s.processors[i]


@part
def _place_second(runtime, guess, s):
    """Tasks of the second shelf, from the last processor on, on such as do not stand alone."""
    k = len(s.above) - 1
    for i in range(len(s.shelf)):
        if s.shelf[i] == SECOND:
            s.start[i] = 1.5 * guess - runtime[i, s.processors[i]]
            wanted = s.processors[i]
            while wanted > 0:
                if s.top[k] > s.bottom[k]:
                    s.above[k], s.top[k] = i, s.start[i]
                    wanted -= 1
                k -= 1


@part
def _roomiest(s):
    """The processor with most time between its bottom and its top; the first of equals."""
    best = 0
    for k in range(1, len(s.top)):
        if s.top[k] - s.bottom[k] > s.top[best] - s.bottom[best]:
            best = k
    return best
