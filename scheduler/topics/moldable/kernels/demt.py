"""Batches of growing length: each takes those of the tasks left that weigh most and fit side by side.

A batch of length L takes tasks that some number of processors does within L, on the fewest such.  Tasks of one
processor that need no more than L / 2 are piled up, the heaviest first, on stacks no higher than L, and each stack is
one item of one processor.  A knapsack chooses the items: as much weight as possible, then as few processors, then
the tasks with the lowest numbers (of two choices the one without the highest task the other has).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.topics.moldable.engine.allotment import fewest, least_work, trace_back

NONE = -1


class Batches(NamedTuple):
    """Which batch took each task, and where in it."""

    batch: np.ndarray  # [n] i8; NONE until one does
    processors: np.ndarray  # [n] i8
    offset: np.ndarray  # [n] f8, s, from the beginning of the batch
    length: np.ndarray  # [1] f8, s, of the batch that is being filled


class Stacks(NamedTuple):
    """The stacks and items of one batch, in the first count cells."""

    of: np.ndarray  # [n] i8, the stack of a task; NONE
    height: np.ndarray  # [n] f8, s
    weight: np.ndarray  # [n] f8, of a stack
    first: np.ndarray  # [n] i8, the task a stack began with
    task: np.ndarray  # [n] i8, the task of an item, the first one of a stack
    size: np.ndarray  # [n] i8, processors of an item
    loss: np.ndarray  # [n] f8, the weight of an item
    nothing: np.ndarray  # [n] f8, zeros
    inside: np.ndarray  # [n] bool
    best: np.ndarray  # [m + 1] f8
    taken: np.ndarray  # [n, m + 1] bool


def new_batches(n: int, length: float) -> Batches:
    """No task taken; length: s, of the first batch."""
    return Batches(np.full(n, NONE), np.zeros(n, np.int64), np.zeros(n), np.array([length]))


def new_stacks(n: int, m: int) -> Stacks:
    """For n tasks on m processors."""
    whole, real = np.zeros(n, np.int64), np.zeros(n)
    return Stacks(
        whole,
        real,
        real.copy(),
        whole.copy(),
        whole.copy(),
        whole.copy(),
        real.copy(),
        real.copy(),
        np.zeros(n, np.bool_),
        np.zeros(m + 1),
        np.zeros((n, m + 1), np.bool_),
    )


@kernel
def fill(runtime, weight, heaviest_first, batches, stacks, number):
    """Choose the tasks of the next batch, which gets that number; returns how many it takes."""
    m, length = runtime.shape[1] - 1, batches.length[0]
    _pile(runtime, weight, heaviest_first, batches, stacks, length)
    items = _items(runtime, weight, batches, stacks, length)
    least_work(stacks.loss, stacks.size, stacks.nothing, items, stacks.best, stacks.taken)
    room = m
    while room > 0 and stacks.best[room - 1] == stacks.best[m]:
        room -= 1
    trace_back(stacks.size, items, stacks.taken, room, stacks.inside)
    count = 0
    for item in range(items):
        if stacks.inside[item]:
            count += _take(runtime, heaviest_first, batches, stacks, item, number)
    return count


@part
def _pile(runtime, weight, heaviest_first, batches, s, length):
    """Put each task that is short on one processor on the first stack that has room for it."""
    count = 0
    for i in heaviest_first:
        s.of[i] = NONE
        if batches.batch[i] != NONE or runtime[i, 1] > length / 2:
            continue
        k = 0
        while k < count and s.height[k] + runtime[i, 1] > length:
            k += 1
        if k == count:
            s.height[k], s.weight[k], s.first[k] = 0.0, 0.0, i
            count += 1
        s.of[i] = k
        batches.offset[i] = s.height[k]
        s.height[k] += runtime[i, 1]
        s.weight[k] += weight[i]


@part
def _items(runtime, weight, batches, s, length):
    """What the knapsack chooses from, by task; returns how many."""
    items, m = 0, runtime.shape[1] - 1
    for i in range(len(weight)):
        stack = s.of[i]
        q = 1 if stack != NONE else fewest(runtime, i, length)
        if batches.batch[i] != NONE or q > m or (stack != NONE and s.first[stack] != i):
            continue
        s.task[items], s.size[items] = i, q
        s.loss[items] = -(s.weight[stack] if stack != NONE else weight[i])
        items += 1
    return items


@part
def _take(runtime, heaviest_first, batches, s, item, number):
    """Mark the tasks of an item; returns how many."""
    first, count = s.task[item], 0
    if s.of[first] == NONE:
        batches.batch[first], batches.processors[first], batches.offset[first] = number, s.size[item], 0.0
        return 1
    for i in heaviest_first:
        if s.of[i] == s.of[first] and batches.batch[i] == NONE:
            batches.batch[i], batches.processors[i] = number, 1
            count += 1
    return count
