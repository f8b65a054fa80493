"""What the paper proves of OStrich, checked on the exact twin: no rounding, so no tolerance.

The numbers are those of the list of invariants in the specification; ostrich-2013, sections 4 and 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from tests.cases.strategies import Case, count
from tests.topics.campaigns.campaign_answers import Period, answers, cases, periods_of, received
from tests.topics.campaigns.naive.campaigns import Real, Virtual


class Facts:
    """What the invariants speak of: work W, longest job, previous campaign, all exact."""

    def __init__(self, case: Case, real: Real, virtual: Virtual):
        self.case, self.real, self.virtual, self.m = case, real, virtual, case.processors
        self.numbers = range(len(case.campaigns))
        self.lengths = [[case.jobs[row].runtime for row in c.rows] for c in case.campaigns]
        self.work = [sum(lengths) for lengths in self.lengths]
        self.previous_work = [self.work[c.previous] if c.previous >= 0 else 0 for c in case.campaigns]
        self.longest = max(job.runtime for job in case.jobs)
        self.periods: list[Period] = list(periods_of(virtual.rates, max(virtual.end.values())))


@cache
def facts() -> list[Facts]:
    return [Facts(case, *answer) for case, answer in zip(cases(), answers(), strict=True)]


def test_1_no_campaign_starts_before_its_virtual_start() -> None:
    for f in facts():
        for i, campaign in enumerate(f.case.campaigns):
            before = f.virtual.end[campaign.previous] if campaign.previous >= 0 else 0
            assert f.virtual.start[i] == max(f.real.submit[i], before)
            assert min(f.real.start[row] for row in campaign.rows) >= f.virtual.start[i]


def test_1_is_not_idle() -> None:
    """Among the cases are campaigns that have to wait for their virtual start, and some that do not."""
    waits = [f.virtual.start[i] > f.real.submit[i] for f in facts() for i in f.numbers]
    assert count(4_000) / 4 < sum(waits) < len(waits) / 2


def test_2_a_user_has_one_campaign_in_the_virtual_schedule_and_at_most_one_waiting() -> None:
    for f in facts():
        assert f.virtual.queued <= 1
        for i, campaign in enumerate(f.case.campaigns):
            if campaign.previous >= 0:
                assert f.virtual.end[campaign.previous] <= f.virtual.start[i]


def test_3_the_virtual_schedule_conserves_work() -> None:
    for f in facts():
        assert all(sum(shares.values()) == f.m for _, _, shares in f.periods)
        for i, campaign in enumerate(f.case.campaigns):
            assert received(f.periods, campaign.user, f.virtual.start[i], f.virtual.end[i]) == f.work[i]


def test_4_real_idle_area_exceeds_the_virtual_by_at_most_m_longest_jobs() -> None:
    """Lemma 1 at every change between the first and the last real start; areas count from the first."""
    for f in facts():
        assert max(excess_idle_areas(f)) <= f.m * f.longest


def excess_idle_areas(f: Facts) -> Iterator[Fraction]:
    """Real minus virtual idle area since the first real start, at every change up to the last.

    Both machines have m processors, so it grows at the rate (processors shared out) - (processors busy).
    """
    changes: dict[Fraction, int] = defaultdict(int)
    for row, start in f.real.start.items():
        changes[start] -= 1
        changes[f.real.end[row]] += 1
    for since, to, _ in f.periods:
        changes[since] += f.m
        changes[to] -= f.m
    area, rate, before = Fraction(0), 0, min(changes)
    for time in sorted(t for t in changes if t <= max(f.real.start.values())):
        area, rate, before = area + rate * (time - before), rate + changes[time], time
        yield area


def test_5_a_campaign_is_complete_within_the_bound() -> None:
    """Inequality (5.1); K is the most users at once in the virtual schedule."""
    for f in facts():
        K = f.virtual.crowd
        for i in f.numbers:
            own, before = Fraction(f.work[i], f.m), Fraction(f.previous_work[i], f.m)
            bound = f.real.submit[i] + K * before + f.longest + (K - 1) * own + f.longest + own + max(f.lengths[i])
            assert f.real.complete[i] <= bound


def test_6_the_last_start_is_at_most_one_longest_job_after_the_virtual_completion() -> None:
    for f in facts():
        for i, campaign in enumerate(f.case.campaigns):
            assert max(f.real.start[row] for row in campaign.rows) <= f.virtual.end[i] + f.longest
            assert f.real.complete[i] <= f.virtual.end[i] + 2 * f.longest


def test_7_the_stretch_of_a_campaign_is_bounded() -> None:
    """Theorem 1 with the division by W that its last line drops."""
    for f in facts():
        for i in f.numbers:
            least = max(Fraction(f.work[i], f.m), max(f.lengths[i]))
            stretch = (f.real.complete[i] - f.real.submit[i]) / least
            both = Fraction(f.virtual.crowd * (f.previous_work[i] + f.work[i]), f.m)
            assert stretch <= (both + 3 * f.longest) / least


def test_a_user_alone_never_waits_for_the_virtual_schedule() -> None:
    for f in facts():
        if len({campaign.user for campaign in f.case.campaigns}) == 1:
            assert f.virtual.start == f.real.submit
