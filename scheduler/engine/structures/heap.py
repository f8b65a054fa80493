"""A binary min-heap of (time, item) pairs in preallocated arrays; equal times go by item."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part


class Heap(NamedTuple):
    """Pairs (time, item); the heap is in the first count[0] cells."""

    time: np.ndarray  # [capacity] f8
    item: np.ndarray  # [capacity] i8
    count: np.ndarray  # [1] i8


def new_heap(capacity: int) -> Heap:
    """An empty heap for at most `capacity` pairs."""
    return Heap(np.zeros(capacity), np.zeros(capacity, np.int64), np.zeros(1, np.int64))


def heap_of(time: np.ndarray, item: np.ndarray, capacity: int) -> Heap:
    """A heap of these pairs: in their order they are one."""
    heap, order = new_heap(capacity), np.lexsort((item, time))
    heap.time[: len(order)], heap.item[: len(order)], heap.count[0] = time[order], item[order], len(order)
    return heap


@part
def before(time, item, other_time, other_item):
    """Whether the first pair goes before the second."""
    return time < other_time or (time == other_time and item < other_item)


@part
def push(heap, time, item):
    """Add a pair (there must be room)."""
    times, items = heap.time, heap.item
    i = heap.count[0]
    heap.count[0] = i + 1
    while i > 0:
        parent = (i - 1) // 2
        if before(times[parent], items[parent], time, item):
            break
        times[i], items[i] = times[parent], items[parent]
        i = parent
    times[i], items[i] = time, item


@part
def pop(heap):
    """Remove and return the item with the least time (the heap must not be empty)."""
    times, items = heap.time, heap.item
    top = items[0]
    count = heap.count[0] - 1
    heap.count[0] = count
    time, item = times[count], items[count]
    i = 0
    while 2 * i + 1 < count:
        child = 2 * i + 1
        if child + 1 < count and before(times[child + 1], items[child + 1], times[child], items[child]):
            child += 1
        if not before(times[child], items[child], time, item):
            break
        times[i], items[i] = times[child], items[child]
        i = child
    times[i], items[i] = time, item
    return top
