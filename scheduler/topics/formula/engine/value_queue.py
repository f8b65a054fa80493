"""The waiting jobs in the order of a value, the largest first, which may change for all of them at any time.

They are kept in the order of the last time.  A merge sort of the runs that are there already puts them in order again:
it goes over them once where nothing has changed, and takes q log q steps where everything has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part


class Valued(NamedTuple):
    """The queue: the first count[0] cells of `order`."""

    order: np.ndarray  # [n] i8, jobs
    spare: np.ndarray  # [n] i8, to sort with
    count: np.ndarray  # [1] i8
    value: np.ndarray  # [n] f8, of a job; -inf is last
    came: np.ndarray  # [n] i8, place of a job in the order of submission, by which equal ones go


def new_valued(n: int) -> Valued:
    """An empty queue for jobs 0..n-1."""
    return Valued(
        np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(1, np.int64), np.zeros(n), np.zeros(n, np.int64)
    )


def by_another_value(queue: Valued) -> Valued:
    """The same queue, to be put in order by a value of its own."""
    return queue._replace(value=np.zeros(len(queue.value)))


@part
def join(queue, job, place):
    """Put a job last; place: in the order of submission."""
    queue.order[queue.count[0]] = job
    queue.count[0] += 1
    queue.came[job] = place


@part
def _goes_before(queue, job, other):
    value, others = queue.value[job], queue.value[other]
    return value > others or (value == others and queue.came[job] < queue.came[other])


@inner
def _end_of_run(queue, begin, count):
    """Where the run that begins there ends: jobs that are in order already."""
    end = begin + 1
    while end < count and not _goes_before(queue, queue.order[end], queue.order[end - 1]):
        end += 1
    return end


@inner
def _merge(queue, begin, middle, end):
    """Merge two neighboring runs."""
    order, spare = queue.order, queue.spare
    for i in range(begin, middle):
        spare[i] = order[i]
    left, right, at = begin, middle, begin
    while left < middle and right < end:
        if _goes_before(queue, order[right], spare[left]):
            order[at] = order[right]
            right += 1
        else:
            order[at] = spare[left]
            left += 1
        at += 1
    while left < middle:
        order[at] = spare[left]
        left, at = left + 1, at + 1


@inner
def sort(queue, first):
    """Put the jobs from a place on in order: neighboring runs are merged until there is one."""
    count, runs = queue.count[0], 2
    while runs > 1:
        begin, runs = first, 0
        while begin < count:
            middle = _end_of_run(queue, begin, count)
            runs += 1
            if middle == count:
                break
            end = _end_of_run(queue, middle, count)
            _merge(queue, begin, middle, end)
            begin = end
