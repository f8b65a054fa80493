"""A plain, exact twin of EquiPartition: at every instant each job there has an equal share of the pool.

A job that cannot use its share takes what it can, and the others share the rest, until nobody is left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Job = tuple[Fraction, Fraction, Fraction]  # submit, runtime, CPU it can use


def shares(most: dict[int, Fraction], nodes: Fraction) -> dict[int, Fraction]:
    """What each job gets."""
    given: dict[int, Fraction] = {}
    while len(given) < len(most):
        open_ = [job for job in most if job not in given]
        equal = (nodes - sum(given.values())) / len(open_)
        modest = [job for job in open_ if most[job] <= equal]
        given |= {job: most[job] for job in modest} if modest else dict.fromkeys(open_, equal)
    return given


def solve(jobs: Sequence[Job], nodes: int) -> tuple[list[Fraction], list[list[tuple[Fraction, Fraction, Fraction]]]]:
    """(ends, [(begin, end, yield) of each job])."""
    left = {row: runtime for row, (_, runtime, _) in enumerate(jobs)}
    ends: dict[int, Fraction] = {}
    pieces: list[list[tuple[Fraction, Fraction, Fraction]]] = [[] for _ in jobs]
    now = Fraction(0)
    while left:
        there = {row: most for row, (submit, _, most) in enumerate(jobs) if row in left and submit <= now}
        speed = {row: share / there[row] for row, share in shares(there, Fraction(nodes)).items()}
        until = min(
            [jobs[row][0] for row in left if jobs[row][0] > now] + [now + left[row] / speed[row] for row in there]
        )
        for row in there:
            left[row] -= speed[row] * (until - now)
            _add(pieces[row], now, until, speed[row])
            if left[row] == 0:
                ends[row] = until
                del left[row]
        now = until
    return [ends[row] for row in range(len(jobs))], pieces


def _add(of_job: list[tuple[Fraction, Fraction, Fraction]], begin: Fraction, end: Fraction, speed: Fraction) -> None:
    if of_job and of_job[-1][2] == speed:
        begin = of_job.pop()[0]
    of_job.append((begin, end, speed))
