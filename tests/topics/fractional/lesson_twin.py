"""The twin of a lesson on jobs that share nodes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.topics.fractional.naive.dfrs import Scheme, run


def ends(jobs: Sequence[tuple[int, int, int, Fraction, Fraction]]) -> list[float]:
    """When each of these jobs ends on one node, by GreedyP* without a penalty, s."""
    twin = run(list(jobs), 1, Scheme("GreedyP", True), penalty=0)
    return [float(twin.end[job]) for job in range(len(jobs))]
