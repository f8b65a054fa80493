"""Small moldable workloads full of ties, by number: whole weights and runtimes, and one guess that is exact in binary.

Runtimes are multiples of the number of processors, so the least work divided by it is whole, and all guesses between it
and its double are whole but for a power of two: what the program computes in floats is exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm
from random import Random

from scheduler.model.workload import Workload
from tests.cases import moldable
from tests.topics.moldable.naive.shelves import Tasks, TwoShelves

RARE = (69, 126, 200, 241, 100_279)  # a batch better than the list, thinner tasks, stacks filled later, a longer list
SEEDS = (*range(3, 59), *RARE)


def drawn(seed: int) -> Tasks:
    """Up to 6 tasks on up to 4 processors; of every third case, up to 9 on up to 6."""
    draw = Random(f"shelves {seed}")
    most, widest = (9, 6) if seed % 3 == 2 else (6, 4)
    processors, count = draw.randint(1, widest), draw.randint(1, most)
    longest, heaviest = draw.choice((2, 6, 24)), draw.choice((1, 2, 5))
    rows = tuple(_runtimes(draw, draw.randint(1, longest), processors) for _ in range(count))
    return Tasks(rows, processors, tuple(draw.randint(1, heaviest) for _ in range(count)))


def _runtimes(draw: Random, alone: int, processors: int) -> tuple[int, ...]:
    """Of perfect speed-up up to a number, or anything that never rises, of work that never falls."""
    whole = lcm(*range(1, processors + 1))
    if draw.random() < 0.4:
        limit = draw.randint(1, processors)
        return tuple(alone * whole // min(q, limit) for q in range(1, processors + 1))
    lengths, ease = [alone], draw.random()
    for q in range(2, processors + 1):
        least = -(-lengths[-1] * (q - 1) // q)
        lengths.append(least if draw.random() < ease else draw.randint(least, lengths[-1]))
    return tuple(length * whole for length in lengths)


def epsilon(seed: int) -> Fraction:
    """How close the guess has to be: by far, or closely; exactly the float that the program gets."""
    return Fraction((0.25, 0.01)[seed % 2])


@cache
def shelves_of(seed: int, kind: type[TwoShelves] = TwoShelves) -> TwoShelves:
    """What the twin makes of a case, worked out once."""
    return kind(drawn(seed), epsilon(seed))


def submits(seed: int, tasks: Tasks) -> list[int]:
    """Many at once, some exactly when others end."""
    draw = Random(f"submits {seed}")
    whole = lcm(*range(1, tasks.processors + 1))
    latest = draw.choice((0, 4, 12)) * whole
    return sorted(draw.randrange(0, latest + 1, whole) for _ in tasks.weights)


def workload(tasks: Tasks, submits: list[int] | None = None) -> Workload:
    """The same as the program sees it."""
    return moldable.workload(tasks.runtimes, tasks.processors, tasks.weights, submits or ())
