"""Who waits, by size and by order of submission: how many processors they want, and who of them would fit first.

A Fenwick tree (binary indexed tree) holds the wanted processors by size, so that the sum over all sizes up to the free
processors is found in a few steps.  A tree of minima over the jobs in order of submission finds the first one that
fits.  Both take log(n) steps for a job that comes or goes.

Source: Fenwick 1994, A new data structure for cumulative frequency tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part

ABSENT = 1 << 60  # a size that never fits


class Wanting(NamedTuple):
    """Intervals in which jobs want processors they do not hold, and what was found at each instant of a grid."""

    time: np.ndarray  # [grid] f8, s, ascending
    free: np.ndarray  # [grid] i8, processors, from each instant on
    by_begin: np.ndarray  # [intervals] i8, intervals in order of begin
    by_end: np.ndarray  # [intervals] i8, intervals in order of end
    begin: np.ndarray  # [intervals] f8, s
    end: np.ndarray  # [intervals] f8, s
    size: np.ndarray  # [intervals] i8, processors
    place: np.ndarray  # [intervals] i8, place of the job in the order of submission
    wanted: np.ndarray  # [grid] i8, processors wanted by all
    fitting: np.ndarray  # [grid] i8, processors wanted by those that each fit into the free ones
    first: np.ndarray  # [grid] i8, place of the first that fits; -1 none


def new_minima(places: int) -> np.ndarray:
    """[2 x a power of two] i8: nobody wants anything; leaves are in the second half."""
    return np.full(2 << max(places - 1, 1).bit_length(), ABSENT)


@part
def add(sums, size, change):
    """Add to the sum of a size; sums: [largest size + 1] i8."""
    while size < len(sums):
        sums[size] += change
        size += size & -size


@part
def total(sums, size):
    """The sum over all sizes up to this one."""
    size, amount = min(size, len(sums) - 1), 0
    while size > 0:
        amount += sums[size]
        size -= size & -size
    return amount


@part
def put(minima, place, size):
    """Set the size at a place."""
    node = place + len(minima) // 2
    minima[node] = size
    while node > 1:
        node //= 2
        minima[node] = min(minima[2 * node], minima[2 * node + 1])


@part
def first_within(minima, most):
    """The first place with a size of at most `most`; -1 none."""
    if minima[1] > most:
        return -1
    node, leaves = 1, len(minima) // 2
    while node < leaves:
        node *= 2
        if minima[node] > most:
            node += 1
    return node - leaves


@kernel
def sweep(w, sums, minima):
    """Fill w.wanted, w.fitting and, unless minima is None, w.first."""
    come, gone, wanted = 0, 0, 0
    for i in range(len(w.time)):
        while gone < len(w.by_end) and w.end[w.by_end[gone]] <= w.time[i]:
            one = w.by_end[gone]
            gone += 1
            wanted -= w.size[one]
            add(sums, w.size[one], -w.size[one])
            if minima is not None:
                put(minima, w.place[one], ABSENT)
        while come < len(w.by_begin) and w.begin[w.by_begin[come]] <= w.time[i]:
            one = w.by_begin[come]
            come += 1
            wanted += w.size[one]
            add(sums, w.size[one], w.size[one])
            if minima is not None:
                put(minima, w.place[one], w.size[one])
        w.wanted[i], w.fitting[i] = wanted, total(sums, w.free[i])
        if minima is not None:
            w.first[i] = first_within(minima, w.free[i])
