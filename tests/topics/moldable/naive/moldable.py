"""Moldable tasks planned slowly and plainly: every choice is tried where the program has a clever way.

A task is the list of its runtimes on 1, 2, ... processors; a plan is [(start, processors)].
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product

Task = Sequence[float]
Plan = list[tuple[float, int]]
SLACK = 1e-9


# -- all schedules ----------------------------------------------------------------------------------------------------


def earliest(rectangles: Sequence[tuple[float, float, int]], ready: float, length: float, wide: int, m: int) -> float:
    """The first instant from `ready` on at which so many processors are free for so long; rectangles: (start, end, q)."""
    for begin in sorted({ready, *(end for _, end, _ in rectangles if end > ready)}):
        instants = [begin, *(start for start, _, _ in rectangles if begin < start < begin + length)]
        if all(wide + sum(q for start, end, q in rectangles if start <= at < end) <= m for at in instants):
            return begin
    raise AssertionError("after all others there is room")


def all_plans(tasks: Sequence[Task], m: int, release: Sequence[float] = ()) -> Iterator[Plan]:
    """Among these is a best one for every objective that never gets better by a later end.

    Every task, in every order and on every allotment, as early as those before it leave room.
    """
    ready = release or [0.0] * len(tasks)
    for sizes in product(*(range(1, min(m, len(task)) + 1) for task in tasks)):
        if any(q > 1 and task[q - 1] == task[q - 2] for q, task in zip(sizes, tasks, strict=True)):
            continue
        for order in permutations(range(len(tasks))):
            placed: dict[int, tuple[float, float, int]] = {}
            for i in order:
                length = tasks[i][sizes[i] - 1]
                start = earliest(list(placed.values()), ready[i], length, sizes[i], m)
                placed[i] = (start, start + length, sizes[i])
            yield [(placed[i][0], placed[i][2]) for i in range(len(tasks))]


def ends(tasks: Sequence[Task], plan: Plan) -> list[float]:
    return [start + task[q - 1] for task, (start, q) in zip(tasks, plan, strict=True)]


def least_makespan(tasks: Sequence[Task], m: int, release: Sequence[float] = ()) -> float:
    return min(max(ends(tasks, plan)) for plan in all_plans(tasks, m, release))


def least_weighted(tasks: Sequence[Task], weight: Sequence[float], m: int, release: Sequence[float] = ()) -> float:
    return min(
        sum(w * c for w, c in zip(weight, ends(tasks, plan), strict=True)) for plan in all_plans(tasks, m, release)
    )


# -- MRT --------------------------------------------------------------------------------------------------------------


def fewest(task: Task, time: float) -> float:
    """The fewest processors with which a task is done in that time."""
    return next((q for q, runtime in enumerate(task, 1) if runtime <= time), math.inf)


def work(task: Task, q: float) -> float:
    return math.inf if q == math.inf else q * task[int(q) - 1]


def possible(tasks: Sequence[Task], m: int, guess: float) -> bool:
    """Whether MRT accepts a guess: tries every choice of shelves."""
    if any(fewest(task, guess) == math.inf for task in tasks):
        return False
    small = [task for task in tasks if task[0] <= guess / 2]
    others = [task for task in tasks if task[0] > guess / 2]
    least = math.inf
    for shelf in product((1, 2), repeat=len(others)):
        sizes = [fewest(task, guess / number) for task, number in zip(others, shelf, strict=True)]
        if sum(q for q, number in zip(sizes, shelf, strict=True) if number == 1) <= m:
            least = min(least, sum(work(task, q) for task, q in zip(others, sizes, strict=True)))
    return least + sum(task[0] for task in small) <= m * guess * (1 + SLACK)


# -- lists ------------------------------------------------------------------------------------------------------------


def listed(tasks: Sequence[Task], sizes: Sequence[int], order: Sequence[int], m: int) -> list[float]:
    """At 0 and whenever a task ends, start whatever fits, in that order."""
    starts: dict[int, float] = {}
    now = 0.0
    while len(starts) < len(tasks):
        for i in order:
            busy = sum(sizes[k] for k, start in starts.items() if start <= now < start + tasks[k][sizes[k] - 1])
            if i not in starts and busy + sizes[i] <= m:
                starts[i] = now
        now = min((end for k, start in starts.items() if (end := start + tasks[k][sizes[k] - 1]) > now), default=now)
    return [starts[i] for i in range(len(tasks))]


# -- SMART ------------------------------------------------------------------------------------------------------------


def smart(
    time: Sequence[float], sizes: Sequence[int], weight: Sequence[float], m: int, first_fit: bool, powers: bool
) -> list[float]:
    """Starts: shelves of one class of length, side by side first fit by area, or next fit by width to weight."""
    n = range(len(time))
    ratio = [sizes[i] * time[i] if first_fit else sizes[i] / weight[i] for i in n]
    shelves: list[tuple[int, list[int]]] = []
    for i in sorted(n, key=lambda i: ratio[i]):
        level = next(k for k in range(-60, 60) if 2.0 ** (k - 1) < time[i] <= 2.0**k)
        alike = [shelf for k, shelf in shelves if k == level]
        room = [shelf for shelf in (alike if first_fit else alike[-1:]) if sum(sizes[k] for k in shelf) + sizes[i] <= m]
        if room:
            room[0].append(i)
        else:
            shelves.append((level, [i]))
    high = [2.0**k if powers else max(time[i] for i in shelf) for k, shelf in shelves]
    heavy = [sum(weight[i] for i in shelf) for _, shelf in shelves]
    now, starts = 0.0, dict[int, float]()
    for k in sorted(range(len(shelves)), key=lambda k: high[k] / heavy[k]):
        starts |= dict.fromkeys(shelves[k][1], now)
        now += high[k]
    return [starts[i] for i in n]


# -- DEMT -------------------------------------------------------------------------------------------------------------


def batches(tasks: Sequence[Task], weight: Sequence[float], m: int, guess: float, alpha: float) -> Plan:
    """Batches one after the other, without compaction: tries every choice of what a batch takes."""
    shortest = min(task[-1] for task in tasks)
    steps = 0
    while guess / alpha ** (steps + 1) >= shortest * (1 - SLACK):
        steps += 1
    left, plan, begin, number = set(range(len(tasks))), dict[int, tuple[float, int]](), 0.0, 0
    while left:
        length = guess * alpha ** (number - steps)
        items = _items(tasks, weight, sorted(left), length)
        for item in _heaviest(items, weight, m):
            high = 0.0
            for i in item[1]:
                plan[i] = (begin + high, item[0])
                high += tasks[i][item[0] - 1]
                left.remove(i)
        begin += length
        number += 1
    return [plan[i] for i in range(len(tasks))]


def _items(
    tasks: Sequence[Task], weight: Sequence[float], left: list[int], length: float
) -> list[tuple[int, list[int]]]:
    """(processors, tasks): stacks of short tasks, heaviest first, and each other task that is done in time."""
    stacks: list[list[int]] = []
    for i in sorted((i for i in left if tasks[i][0] <= length / 2), key=lambda i: (-weight[i], i)):
        for stack in stacks:
            if sum(tasks[k][0] for k in stack) + tasks[i][0] <= length:
                stack.append(i)
                break
        else:
            stacks.append([i])
    items = [(1, stack) for stack in stacks]
    items += [(int(q), [i]) for i in left if tasks[i][0] > length / 2 and (q := fewest(tasks[i], length)) < math.inf]
    return sorted(items, key=lambda item: item[1][0])


def _heaviest(items: list[tuple[int, list[int]]], weight: Sequence[float], m: int) -> list[tuple[int, list[int]]]:
    """Most weight, then fewest processors, then without the highest item the other choice has."""
    best, key = [], None
    for mask in range(2 ** len(items)):
        chosen = [item for bit, item in enumerate(items) if mask >> bit & 1]
        wide = sum(q for q, _ in chosen)
        found = (-sum(weight[i] for _, rows in chosen for i in rows), wide, mask)
        if wide <= m and (key is None or found < key):
            best, key = chosen, found
    return best
