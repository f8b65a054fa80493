"""Jobs on machines that become free at different times, complete within 5/4 of the least possible time.

A dual approximation: for a target T it either gives a schedule that ends by 5/4 T, or finds that none ends by T; the
smallest target is found by bisection.  Jobs longer than a quarter of T are large, and a machine has room for three of
them at most.  Their lengths are rounded down to twelfths of T, so that three are at most T/4 longer than they count;
with ten lengths left, all ways to fill one machine after another are tried.  The other jobs go one by one to machines
that end by T.  Where none does and jobs are left, the work is more than all machines can do by T.

The bound is Kellerer's (IIE Transactions 30, 1998), as Pinheiro, Rzadca and Trystram 2012, section III.B, name it.  His
algorithm is a dual approximation, too; its steps are not in the paper, and these are ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

PARTS = 12  # of the target, to which large jobs are rounded
PRECISION = 1e-4  # of the bisection, relative
NEAR = 1e-9


def schedule(runtimes: Sequence[float], free: Sequence[float]) -> tuple[list[int], float]:
    """([jobs] machine of each, completion of the last job).

    runtimes: s, above 0; free: s, when each machine becomes free.
    """
    low, high = _bounds(runtimes, free)
    best = assign(runtimes, free, high)
    assert best is not None
    while high - low > PRECISION * low:
        middle = (low + high) / 2
        tried = assign(runtimes, free, middle)
        if tried is None:
            low = middle
        else:
            high, best = middle, tried
    return best, completion(runtimes, free, best)


def completion(runtimes: Sequence[float], free: Sequence[float], machines: Sequence[int]) -> float:
    """When the last job of an assignment is complete, s."""
    ends, used = np.array(free, dtype=float), np.zeros(len(free), bool)
    np.add.at(ends, machines, runtimes)
    used[list(machines)] = True
    return float(ends[used].max())


def _bounds(runtimes: Sequence[float], free: Sequence[float]) -> tuple[float, float]:
    """(no schedule ends before, one ends by): the longest job, or all jobs, on the machine that is free first."""
    first = min(free)
    return first + max(runtimes), first + sum(runtimes)


def assign(runtimes: Sequence[float], free: Sequence[float], target: float) -> list[int] | None:
    """[jobs] machine of each, all complete by 5/4 of the target; None where no schedule is complete by the target."""
    large = [job for job, runtime in enumerate(runtimes) if runtime > target / 4]
    machines = _place_large([runtimes[job] for job in large], free, target)
    if machines is None:
        return None
    of_job, ends = dict(zip(large, machines, strict=True)), list(map(float, free))
    for job, machine in of_job.items():
        ends[machine] += runtimes[job]
    for job in sorted(set(range(len(runtimes))) - set(large)):
        machine = min(range(len(ends)), key=ends.__getitem__)
        if ends[machine] > target + NEAR:
            return None
        of_job[job] = machine
        ends[machine] += runtimes[job]
    return [of_job[job] for job in range(len(runtimes))]


def _place_large(runtimes: Sequence[float], free: Sequence[float], target: float) -> list[int] | None:
    """[large jobs] machine of each, by rounded lengths within the target; None where they do not fit."""
    unit = target / PARTS
    sizes = [int(runtime / unit + NEAR) for runtime in runtimes]
    room = [int((target - at) / unit + NEAR) for at in free]
    if any(runtime > target + NEAR for runtime in runtimes):
        return None
    count = tuple(sizes.count(size) for size in range(PARTS + 1))

    @cache
    def filled(machine: int, left: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
        """What each machine from this one on takes, as counts by size; None where it cannot all go."""
        if not any(left):
            return ((0,) * (PARTS + 1),) * (len(free) - machine)
        if machine == len(free):
            return None
        for taken in _fillings(left, room[machine]):
            rest = filled(machine + 1, tuple(a - b for a, b in zip(left, taken, strict=True)))
            if rest is not None:
                return (taken, *rest)
        return None

    fillings = filled(0, count)
    return None if fillings is None else _by_job(sizes, fillings)


def _fillings(left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
    """All ways to take jobs for a machine with so many parts left, full ones first."""
    ways: set[tuple[int, ...]] = {(0,) * len(left)}
    for size in range(len(left) - 1, 0, -1):
        for way in list(ways):
            used = sum(at * number for at, number in enumerate(way))
            for number in range(1, min(left[size], (room - used) // size if room > used else 0) + 1):
                ways.add((*way[:size], number, *way[size + 1 :]))
    yield from sorted(ways, key=lambda way: -sum(at * number for at, number in enumerate(way)))


def _by_job(sizes: Sequence[int], fillings: Sequence[Sequence[int]]) -> list[int]:
    """[jobs] machine of each."""
    left = [list(taken) for taken in fillings]
    machines = []
    for size in sizes:
        machine = next(at for at, taken in enumerate(left) if taken[size] > 0)
        left[machine][size] -= 1
        machines.append(machine)
    return machines
