"""Numbered campaign cases with their exact answers, and the virtual schedule as periods of constant shares."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np

from scheduler.model.schedule import Schedule
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.topics.campaigns.naive import campaigns as naive_campaigns
from tests.topics.campaigns.naive.campaigns import Real, Virtual

Period = tuple[Fraction, Fraction, dict[int, Fraction]]  # (from, to, {user: share})


@cache
def cases() -> list[Case]:
    """Sequential jobs in campaigns, estimates exact."""
    return [strategies.exact(strategies.closed(seed, widest=1)) for seed in range(count(4_000))]


@cache
def answers() -> list[tuple[Real, Virtual]]:
    """The exact schedules of cases()."""
    return [twin(case) for case in cases()]


def twin(case: Case, **how) -> tuple[Real, Virtual]:
    """The exact schedules of a case under OStrich."""
    return naive_campaigns.ostrich(case.jobs, case.processors, case.campaigns, **how)


def periods_of(changes: list[tuple], last) -> Iterator[tuple]:
    """(from, to, shares) of changes (time, shares), periods without any user left out."""
    for (begin, shares), end in zip(changes, [time for time, _ in changes[1:]] + [last], strict=True):
        if shares and end > begin:
            yield begin, end, shares


def shares_of(schedule: Schedule) -> list[tuple]:
    """Periods from the steps per user; only what really changes counts."""
    table, changes, current = schedule.shares, [], {}
    assert table is not None and (np.diff(table.time) >= 0).all()
    for time in np.unique(table.time):
        now = table.time == time
        current = current | dict(zip(table.user[now].tolist(), table.share[now].tolist(), strict=True))
        alive = {user: share for user, share in current.items() if share > 0}
        if not changes or changes[-1][1] != alive:
            changes.append((float(time), alive))
    return list(periods_of(changes, float("inf")))


def received(periods: list[tuple], user: int, begin, end):
    """Integral of the user's share over [begin, end)."""
    return sum(
        (min(to, end) - max(since, begin)) * shares.get(user, 0)
        for since, to, shares in periods
        if since < end and to > begin
    )
