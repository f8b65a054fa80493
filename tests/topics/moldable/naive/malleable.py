"""A plain twin of malleable tasks that share the machine: from event to event, in Fractions, every choice looked up anew.

Between two events each task has a fixed number of processors.  Whoever is there is served in the order of submission:
the fewest processors, and nobody behind one for whom there are not enough.  Then one step after the other: whoever has the
least for its weight, of those whom some larger number that is still to be had makes faster, gets the next such number.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite
from typing import NamedTuple

Runtimes = Sequence[float]  # on 1, 2, ... processors; inf where it cannot run


class Piece(NamedTuple):
    """What a task does without a change."""

    begin: Fraction
    end: Fraction
    processors: int


def solve(tasks: Sequence[Runtimes], weights: Sequence[int], submits: Sequence[int], machine: int) -> list[list[Piece]]:
    """The pieces of each task; tasks in the order of submission."""
    done = [Fraction(0)] * len(tasks)
    pieces: list[list[Piece]] = [[] for _ in tasks]
    now = Fraction(min(submits))
    while any(part < 1 for part in done):
        there = [row for row in range(len(tasks)) if submits[row] <= now and done[row] < 1]
        has = shared(tasks, weights, there, machine)
        over = [now + (1 - done[row]) * Fraction(tasks[row][has[row] - 1]) for row in has]
        later = min([*over, *(Fraction(one) for one in submits if one > now)])
        for row in has:
            done[row] += (later - now) / Fraction(tasks[row][has[row] - 1])
            join(pieces[row], Piece(now, later, has[row]))
        now = later
    return pieces


def join(pieces: list[Piece], piece: Piece) -> None:
    """Add it; where nothing changed it goes on with the last one."""
    if pieces and pieces[-1].end == piece.begin and pieces[-1].processors == piece.processors:
        pieces[-1] = piece._replace(begin=pieces[-1].begin)
    else:
        pieces.append(piece)


def shared(tasks: Sequence[Runtimes], weights: Sequence[int], there: Sequence[int], machine: int) -> dict[int, int]:
    """Processors of those who have some."""
    has = served(tasks, there, machine)
    while True:
        free = machine - sum(has.values())
        steps = {row: faster(tasks[row], q, q + free) for row, q in has.items()}
        able = [row for row in has if steps[row]]
        if not able:
            return has
        chosen = min(able, key=lambda row: turn(has[row], weights[row], row))
        has[chosen] = steps[chosen]


def served(tasks: Sequence[Runtimes], there: Sequence[int], machine: int) -> dict[int, int]:
    """The fewest processors of each, up to the first for whom there are not enough."""
    has: dict[int, int] = {}
    for row in there:
        fewest = least(tasks[row], machine)
        if sum(has.values()) + fewest > machine:
            break
        has[row] = fewest
    return has


def least(runtimes: Runtimes, machine: int) -> int:
    return next(q for q in range(1, machine + 1) if isfinite(runtimes[q - 1]))


def turn(q: int, weight: int, row: int) -> tuple:
    """The least of these goes first."""
    return Fraction(q, weight), row


def faster(runtimes: Runtimes, q: int, most: int) -> int:
    """The next number of processors, up to most, on which it takes less long than on q; 0 where there is none."""
    return next((more for more in range(q + 1, most + 1) if runtimes[more - 1] < runtimes[q - 1] < inf), 0)
