"""Families of cases for queues and plans, by number; `short` and `searched` are small, so there can be thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from tests.cases import strategies
from tests.cases.strategies import Case
from tests.naive.rigid import Job


def short(seed: int, most: int = 10) -> Case:
    """3 to 10 jobs on 2 to 6 processors, which come soon after each other; many end early."""
    draw = Random(f"short {seed} {most}")
    machine, longest = draw.randint(2, 6), draw.choice((3, 6, 12))
    widest, span = draw.choice((machine, machine, machine // 2)), draw.choice((1, 5, 10))
    first = draw.randrange(3)
    jobs = [_job(draw, first + draw.randrange(span), longest, widest) for _ in range(draw.randint(3, most))]
    return Case(machine, tuple(sorted(jobs, key=lambda job: job.submit)))


def _job(draw: Random, submit: int, longest: int, widest: int) -> Job:
    runtime = draw.randint(1, longest)
    return Job(submit, runtime, runtime + draw.choice((0, 0, 1, 3, longest)), draw.randint(1, widest))


def searched(seed: int) -> Case:
    """Up to 14 jobs; in one case out of four, arrivals are closed."""
    if seed % 4:
        return short(seed, most=14)
    return next(case for case in (strategies.closed(number) for number in _from(seed)) if 4 <= len(case.jobs) <= 16)


def _from(seed: int) -> Iterator[int]:
    """Numbers that no other seed gives, as long as there are less than 1,000 of each."""
    yield from range(1_000 * seed, 1_000 * (seed + 1))


def clustered(seed: int, most: int = 14) -> Case:
    """6 to 14 jobs on two to four clusters, at few instants, in tens of seconds; in one case out of five, closed."""
    draw = Random(f"clustered {seed}")
    sizes = tuple(draw.choice((1, 2, 2, 3, 4, 6)) for _ in range(draw.randint(2, 4)))
    if seed % 5 == 0:
        return _closed_on(sizes, seed)
    instants, widths = (
        draw.choice(((0, 10, 25), (0, 30), (5, 10, 15, 20, 60))),
        draw.choice(((1, 2), (2, 3), (1, 2, 3, 4, 6))),
    )
    runtimes = draw.choice(((10, 20, 40), (10, 30, 60, 90), (15, 45, 120)))
    jobs = []
    for _ in range(draw.randint(6, most)):
        runtime, times = draw.choice(runtimes), draw.choice((1, 1, 2, 3))
        jobs.append(Job(draw.choice(instants), runtime, runtime * times, min(draw.choice(widths), max(sizes))))
    return Case(sum(sizes), tuple(sorted(jobs, key=lambda job: job.submit)), clusters=sizes)


def _closed_on(sizes: tuple[int, ...], seed: int) -> Case:
    """Closed arrivals, times ten times as long; no job is wider than the largest cluster."""
    found = next(case for case in (strategies.closed(number) for number in _from(seed)) if 5 <= len(case.jobs) <= 16)
    jobs = tuple(replace(job, processors=min(job.processors, max(sizes))) for job in found.jobs)
    return replace(strategies.stretched(replace(found, jobs=jobs), 10), processors=sum(sizes), clusters=sizes)


MAKERS: dict[str, Callable[[int], Case]] = {
    "exact": lambda seed: strategies.exact(strategies.rigid(seed)),
    "inexact": strategies.rigid,
    "closed": strategies.closed,
    "short": short,
    "short exact": lambda seed: strategies.exact(short(seed)),
    "searched": searched,
    "clustered": clustered,
    "crowded": lambda seed: clustered(seed, most=24),
}


@cache
def of(family: str, number: int) -> list[Case]:
    """The first cases of a family."""
    return [MAKERS[family](seed) for seed in range(number)]
