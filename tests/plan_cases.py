"""Families of cases for queues and plans, by number; `short` and `searched` are small, so there can be thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from tests import strategies
from tests.naive import Job
from tests.strategies import Case


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


MAKERS: dict[str, Callable[[int], Case]] = {
    "exact": lambda seed: strategies.exact(strategies.rigid(seed)),
    "inexact": strategies.rigid,
    "closed": strategies.closed,
    "short": short,
    "short exact": lambda seed: strategies.exact(short(seed)),
    "searched": searched,
}


@cache
def of(family: str, number: int) -> list[Case]:
    """The first cases of a family."""
    return [MAKERS[family](seed) for seed in range(number)]
