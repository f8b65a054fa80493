"""What is measured of a twin's fractional schedule, exact: stretch, virtual time, and capacity that was left unused.

Source: Casanova, Stillwell and Vivien 2011, sections 2.2 (stretch), 4.1 (virtual time) and 6.3 (underutilization).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tests.topics.fractional.naive.dfrs import Piece, Result
from tests.topics.fractional.naive.packing import Job, needs


class Unused(NamedTuple):
    """Node-seconds that were demanded and not put to work, and the same over all work."""

    area: Fraction
    normalized: Fraction


def stretch(job: Job, end: Fraction, threshold: int = 10) -> Fraction:
    """Bounded: response time over runtime, runtimes below the threshold count as that, and never below 1."""
    return max(Fraction(1), (end - job.submit) / max(job.runtime, Fraction(threshold)))


def greatest_stretch(result: Result, jobs: Sequence[Job]) -> Fraction:
    """Of all jobs."""
    return max(stretch(job, result.end[row]) for row, job in enumerate(jobs))


def virtual_time(pieces: Sequence[Piece], until: Fraction) -> Fraction:
    """Integral of the yield; penalties give nothing."""
    return sum(
        (max(Fraction(0), min(p.end, until) - p.begin) * p.yield_ for p in pieces if p.kind == "run"), Fraction(0)
    )


def instants(result: Result, jobs: Sequence[Job]) -> list[Fraction]:
    """When anything changes: submissions, ends, and both sides of every piece; sorted."""
    times = {job.submit for job in jobs} | set(result.end.values())
    times |= {time for pieces in result.pieces.values() for piece in pieces for time in piece[:2]}
    return sorted(times)


def running(result: Result, time: Fraction) -> dict[int, Piece]:
    """{row: piece} just after this time."""
    return {row: piece for row, pieces in result.pieces.items() for piece in pieces if piece.begin <= time < piece.end}


def unused(result: Result, jobs: Sequence[Job], nodes: int) -> Unused:
    """min(nodes, demand of submitted jobs that are not complete) - CPU doing useful work, over time."""
    times, area = instants(result, jobs), Fraction(0)
    for begin, end in pairwise(times):
        demand = sum(sum(needs(job)) for row, job in enumerate(jobs) if job.submit <= begin < result.end[row])
        useful = sum(
            sum(needs(jobs[row])) * piece.yield_ for row, piece in running(result, begin).items() if piece.kind == "run"
        )
        area += (min(Fraction(nodes), demand) - useful) * (end - begin)
    return Unused(area, area / sum(sum(needs(job)) * job.runtime for job in jobs))
