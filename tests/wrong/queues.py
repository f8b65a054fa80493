"""Queues that are wrong on purpose, each by one part: see rules.py.

A variant goes with the right twin and the family of cases that is to tell the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tests.cases.strategies import Case
from tests.naive import rigid as naive
from tests.naive.queues import ORDERS, BackfillFair, Ordered, by_rule, easy_sjbf, fair
from tests.naive.rigid import Job, Known, Rule
from tests.wrong.rules import RULES as WRONG_EASY


class Wrong(NamedTuple):
    """Starts by the right rule and by the wrong one, and the family of cases."""

    right: Callable[[Case], list[int]]
    wrong: Callable[[Case], list[int]]
    family: str = "inexact"


def _sjbf(**parts) -> Wrong:
    part = {name: WRONG_EASY[rule].keywords[name] for name, rule in parts.items() if name != "by"}
    wrong = partial(easy_sjbf, **part, **({"by": parts["by"]} if "by" in parts else {}))
    return Wrong(by_rule(lambda case: easy_sjbf), by_rule(lambda case: wrong))


class _LowestFirst(BackfillFair):
    """Who has waited least goes first."""

    def turn(self, priority: float | Fraction) -> float | Fraction:
        return priority


class _RunningCount(BackfillFair):
    """A job counts from its start on."""

    def counted(self, user: int) -> list[int]:
        return [row for row in self.started if self.users[row] == user]

    def weight(self, row: int, now: int) -> Fraction:
        return Fraction(1)


class _EndsBeforeHalving(BackfillFair):
    """A halving at the instant of an end halves what ends then, too."""

    def weight(self, row: int, now: int) -> Fraction:
        return Fraction(1, 2 ** (self.halvings(now) - self.halvings(self.ended[row] - 1)))


class _HalvingsFromZero(BackfillFair):
    """At multiples of the time since 0, whenever the first job came."""

    def halvings(self, now: int) -> int:
        return now // self.halving if self.halving else 0


class _Waits(BackfillFair):
    """Waits alone, whatever the user got for them."""

    def priority(self, jobs: Sequence[Job], user: int, now: int) -> float | Fraction:
        return sum(self.started[row] - self.submitted[row] for row in self.counted(user))


class _NoFreshOrder(Ordered):
    """Keeps the order of the first pass that saw a job."""

    def __init__(self, *how) -> None:
        super().__init__(*how)
        self.keys: dict[int, Fraction | int] = {}

    def key(self, jobs: Sequence[Job], row: int, now: int) -> Fraction | int:
        return self.keys.setdefault(row, super().key(jobs, row, now))


class _LatestOfEqual(Ordered):
    """Of equal keys, the one submitted last goes first."""

    def key(self, jobs: Sequence[Job], row: int, now: int) -> Fraction | int:
        return super().key(jobs, row, now) + Fraction(row, 10**6)


def _ordered(key: str, rules: type[Ordered] = Ordered, rule: Rule = naive.easy, order=None) -> Wrong:
    return Wrong(
        by_rule(lambda case: Ordered(ORDERS[key], naive.easy)), by_rule(lambda case: rules(order or ORDERS[key], rule))
    )


def _without_cube(job: Job, wait: int) -> Fraction:
    return Fraction(wait, job.requested_time) * job.processors


def _all_behind_the_first(known: Known, jobs: Sequence[Job]) -> list[int]:
    """Shortest first all through: the job with the reservation too."""
    return naive.easy(replace(known, queue=sorted(known.queue, key=lambda row: jobs[row].requested_time)), jobs)


QUEUES = {
    "sjbf: strictly before the shadow": _sjbf(in_time="strictly before the shadow"),
    "sjbf: extra never reduced": _sjbf(spending="extra never reduced"),
    "sjbf: extra before all releases": _sjbf(reserve="extra before all releases of the shadow instant"),
    "sjbf: shadow from actual runtimes": _sjbf(until="shadow from actual runtimes"),
    "sjbf: by runtime": _sjbf(by=lambda job: job.runtime),
    "sjbf: as submitted": _sjbf(by=lambda job: 0),
    "sjbf: longest first": _sjbf(by=lambda job: -job.requested_time),
    "sjbf: the head is the shortest": Wrong(
        by_rule(lambda case: easy_sjbf), by_rule(lambda case: _all_behind_the_first)
    ),
    "fair: lowest priority first": Wrong(fair(), fair(_LowestFirst)),
    "fair: new users first": Wrong(fair(), fair(new_user=float("inf"))),
    "fair: running jobs count": Wrong(fair(), fair(_RunningCount)),
    "fair: waits alone": Wrong(fair(), fair(_Waits)),
    "fair: halving is off": Wrong(fair(halving=3), fair()),
    "fair: ends before the halving": Wrong(fair(halving=3), fair(_EndsBeforeHalving, halving=3)),
    "fair: halvings from zero": Wrong(fair(halving=3), fair(_HalvingsFromZero, halving=3)),
    "wfp3: order of the first pass": _ordered("wfp3", _NoFreshOrder),
    "wfp3: no cube": _ordered("wfp3", order=_without_cube),
    "saf: by requested time alone": _ordered("saf", order=ORDERS["sjf"]),
    "sjf: longest first": _ordered("sjf", order=ORDERS["lpt"]),
    "ljf: latest of equal ones": _ordered("ljf", _LatestOfEqual),
    "ljf: nothing reserved": _ordered("ljf", rule=naive.backfill),
    "ljf: nothing passes": _ordered("ljf", rule=naive.fcfs),
}
