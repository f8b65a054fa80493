"""The shortest possible schedule of a few sequential jobs, by trying all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def optimum(lengths: Sequence[int], ready: Sequence[int]) -> int:
    """Least makespan of jobs on processors that are free from `ready` on; as long as the latest of these at least.

    Every assignment of jobs to processors is tried, but for those that only swap processors which are free alike.
    """
    return _least(tuple(sorted(lengths, reverse=True)), tuple(sorted(ready)))


@cache
def _least(lengths: tuple[int, ...], free: tuple[int, ...]) -> int:
    if not lengths:
        return free[-1]
    first, rest = lengths[0], lengths[1:]
    return min(_least(rest, tuple(sorted((*free[:q], free[q] + first, *free[q + 1 :])))) for q in range(len(free)))
