"""Lowest-index placement: at each start a job takes the free processors of lowest index.

The free processors are kept as a sorted list of runs (first, count) in a gap at both ends: taking happens at the low
end, which is only moving `head`; giving back inserts, merges with its neighbors, and shifts whichever side has room
and is shorter.  The last run is endless, so more processors than the machine has can always be taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part

ENDLESS = 1 << 62


class Floor(NamedTuple):
    """The free processors as runs, and the runs given to jobs so far."""

    first: np.ndarray  # [room] i8, free runs in rows ends[0]:ends[1]
    count: np.ndarray  # [room] i8
    ends: np.ndarray  # [2] i8
    begin: np.ndarray  # [n] i8, job j was given the runs begin[j]:begin[j] + size[j]
    size: np.ndarray  # [n] i8
    stand: np.ndarray  # [3] i8: jobs started, jobs ended, runs given


def new_free_processors(jobs: int, most: int) -> Floor:
    """All processors free; most: the largest number of processors busy at once."""
    middle = most + 2
    first, count = np.zeros(2 * middle, np.int64), np.zeros(2 * middle, np.int64)
    count[middle] = ENDLESS
    return Floor(
        first,
        count,
        np.array([middle, middle + 1]),
        np.zeros(jobs, np.int64),
        np.zeros(jobs, np.int64),
        np.zeros(3, np.int64),
    )


@part
def find(first, head, tail, at):
    """Row of the first free run that begins after `at`."""
    low, high = head, tail
    while low < high:
        middle = (low + high) // 2
        if first[middle] <= at:
            low = middle + 1
        else:
            high = middle
    return low


@part
def insert(first, count, ends, at, size):
    """Give back processors at..at+size-1: merge with the free runs beside them, or make a run of their own."""
    head, tail = ends[0], ends[1]
    row = find(first, head, tail, at)
    joins_left = row > head and first[row - 1] + count[row - 1] == at
    joins_right = first[row] == at + size  # the endless run is always to the right
    if joins_left and joins_right:
        count[row - 1] += size + count[row]
        remove(first, count, ends, row)
    elif joins_left:
        count[row - 1] += size
    elif joins_right:
        first[row], count[row] = at, count[row] + size
    else:
        if head > 0 and (row - head < tail - row or tail == len(first)):
            for k in range(head, row):
                first[k - 1], count[k - 1] = first[k], count[k]
            ends[0] = head - 1
            row -= 1
        else:
            for k in range(tail, row, -1):
                first[k], count[k] = first[k - 1], count[k - 1]
            ends[1] = tail + 1
        first[row], count[row] = at, size


@part
def remove(first, count, ends, row):
    """Close the gap of a run that was merged into its left neighbor."""
    head, tail = ends[0], ends[1]
    if row - head < tail - row:
        for k in range(row, head, -1):
            first[k], count[k] = first[k - 1], count[k - 1]
        ends[0] = head + 1
    else:
        for k in range(row, tail - 1):
            first[k], count[k] = first[k + 1], count[k + 1]
        ends[1] = tail - 1


@part
def take(floor, job, needed, given_first, given_count):
    """Give a job the free processors of lowest index."""
    first, count, ends = floor.first, floor.count, floor.ends
    used = floor.stand[2]
    floor.begin[job] = used
    while needed > 0:
        row = ends[0]
        taken = min(needed, count[row])
        given_first[used], given_count[used] = first[row], taken
        used += 1
        needed -= taken
        first[row] += taken
        count[row] -= taken
        if count[row] == 0:
            ends[0] = row + 1
    floor.size[job] = used - floor.stand[2]
    floor.stand[2] = used


@kernel
def place_jobs(by_start, by_end, start, end, processors, floor, given_first, given_count):
    """Give every job its runs; by_start, by_end: rows in order of start and of end, end > start.

    Returns whether all jobs are placed.  If not, given_first and given_count were too short: call again with longer
    ones that begin with what these hold.
    """
    ends, stand = floor.ends, floor.stand
    while stand[0] < len(by_start):
        job = by_start[stand[0]]
        while end[by_end[stand[1]]] <= start[job]:
            gone = by_end[stand[1]]
            for k in range(floor.begin[gone], floor.begin[gone] + floor.size[gone]):
                insert(floor.first, floor.count, ends, given_first[k], given_count[k])
            stand[1] += 1
        if stand[2] + min(ends[1] - ends[0], processors[job]) > len(given_first):
            return False
        take(floor, job, processors[job], given_first, given_count)
        stand[0] += 1
    return True
