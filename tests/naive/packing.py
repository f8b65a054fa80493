"""MCB8 as slowly and as obviously as it can be written: two-dimensional vector packing inside a bisection.

A target (a yield, or an inverse stretch) turns the CPU need of every job into a requirement.  The jobs then must be
packed into nodes of CPU 1 and memory 1; the greatest target for which that works is searched by bisection.  Jobs are
given in decreasing priority, and the last is dropped whenever nothing works.

Source: Casanova, Stillwell and Vivien 2011, section 4.3.  Decided here where the text leaves it open: node by node
starts with the CPU list, since nothing is used yet of either; among equal requirements the later job goes first, since
"decreasing" is taken for the whole key (larger requirement, smaller requirement, row); a requirement is at least 1 % of
a node; all sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

LEAST = Fraction(1, 100)        # of a node: the smallest requirement
ACCURACY = Fraction(1, 100)     # of the bisection on the yield

Mapping = dict[int, tuple[int, ...]]    # row of a job: sorted nodes of its tasks, one for each task


class Job(NamedTuple):
    """Submitted at `submit`, s; `runtime` s on a machine of its own; each task needs CPU and memory of one node."""

    submit: Fraction
    runtime: Fraction
    tasks: int
    need: Fraction
    memory: Fraction


def pack(rows: Sequence[int], jobs: Sequence[Job], requirement: dict[int, Fraction], nodes: int,
         pinned: Mapping, by_sum: bool = False) -> Mapping | None:
    """A node for every task of the rows, or None.  Pinned jobs keep theirs."""
    cpu, memory = [Fraction(0)] * nodes, [Fraction(0)] * nodes
    placed: dict[int, list[int]] = {row: [] for row in rows}
    for row in rows:
        for node in pinned.get(row, ()):
            cpu[node] += requirement[row]
            memory[node] += jobs[row].memory
            placed[row].append(node)
    if max(cpu) > 1 or max(memory) > 1:
        return None
    of_cpu, of_memory = two_lists(rows, jobs, requirement, by_sum)
    for node in range(nodes):
        while True:
            lists = (of_cpu, of_memory) if cpu[node] <= memory[node] else (of_memory, of_cpu)
            fitting = [row for one in lists for row in one
                       if len(placed[row]) < jobs[row].tasks
                       and cpu[node] + requirement[row] <= 1 and memory[node] + jobs[row].memory <= 1]
            if not fitting:
                break
            row = fitting[0]
            cpu[node] += requirement[row]
            memory[node] += jobs[row].memory
            placed[row].append(node)
    if any(len(placed[row]) < jobs[row].tasks for row in rows):
        return None
    return {row: tuple(sorted(where)) for row, where in placed.items()}


def two_lists(rows: Sequence[int], jobs: Sequence[Job],
              requirement: dict[int, Fraction], by_sum: bool = False) -> tuple[list[int], list[int]]:
    """Rows that require more CPU than memory, and the others; each by decreasing requirements.

    by_sum: by the sum of both first, as Leinberger et al. have it.
    """
    def key(row: int) -> tuple[Fraction, Fraction, int]:
        both = (requirement[row], jobs[row].memory)
        return (sum(both), max(both), row) if by_sum else (max(both), min(both), row)

    in_order = sorted(rows, key=key, reverse=True)
    return ([row for row in in_order if requirement[row] > jobs[row].memory],
            [row for row in in_order if requirement[row] <= jobs[row].memory])


def best(order: Sequence[int], jobs: Sequence[Job], nodes: int, pinned: Mapping,
         required: Callable[[Sequence[int], Fraction], dict[int, Fraction] | None],
         accuracy: Fraction, by_sum: bool = False) -> tuple[Fraction, Mapping]:
    """The greatest target in (0, 1) found to work, and its mapping; order: rows by decreasing priority.

    required(rows, target) gives the CPU requirements, or None where the target cannot be met whatever the packing.
    """
    kept = list(order)
    while sum(jobs[row].tasks * jobs[row].memory for row in kept) > nodes:
        kept.pop()
    while kept:
        found = bisect(kept, jobs, nodes, pinned, required, accuracy, by_sum)
        if found is not None:
            return found
        kept.pop()
    return Fraction(0), {}


def bisect(rows: Sequence[int], jobs: Sequence[Job], nodes: int, pinned: Mapping,
           required: Callable[[Sequence[int], Fraction], dict[int, Fraction] | None],
           accuracy: Fraction, by_sum: bool = False) -> tuple[Fraction, Mapping] | None:
    """As best(), for exactly these rows; None where no target works.  Neither 0 nor 1 is ever tried."""
    low, high, found = Fraction(0), Fraction(1), None
    while high - low > accuracy:
        target = (low + high) / 2
        requirement = required(rows, target)
        mapping = None if requirement is None else pack(rows, jobs, requirement, nodes, pinned, by_sum)
        if mapping is None:
            high = target
        else:
            low, found = target, (target, mapping)
    return found


def mcb8(order: Sequence[int], jobs: Sequence[Job], nodes: int, pinned: Mapping, quantised: bool = False,
         by_sum: bool = False) -> Mapping:
    """The mapping for the greatest yield of all that works; quantised: requirements are whole percents."""
    def required(rows: Sequence[int], target: Fraction) -> dict[int, Fraction]:
        return {row: requirement(target * jobs[row].need, quantised) for row in rows}

    return best(order, jobs, nodes, pinned, required, ACCURACY, by_sum)[1]


def requirement(share: Fraction, quantised: bool = False) -> Fraction:
    """A share of a node, at least 1 %; quantised: cut to whole percents."""
    return max(LEAST, Fraction(share * 100 // 1, 100) if quantised else share)
