"""OStrich without the rule that no job starts before its virtual start: what still holds of it, and what does not.

The tags are those of the fluid schedule all the same (the next one of a user begins where the last one ends), so the
fluid schedule is the paper's for the submissions at hand.  As no processor idles while a job waits, the real schedule
is never behind by more than what m - 1 jobs have left: Lemma 1 holds at every instant, and with it the bound on the
last start by the virtual completion.  What does not carry over is (5.1) and with it Theorem 1 (ostrich-2013, section 5):
they count one campaign of the user before the one at hand, and here several may wait in the fluid schedule, all ended.
"""

from __future__ import annotations

from functools import cache

from tests.cases.strategies import Case, assemble, count
from tests.naive.rigid import Job
from tests.topics.campaigns.campaign_answers import cases, received, twin
from tests.topics.campaigns.naive.campaigns import Ostrich
from tests.topics.campaigns.test_ostrich_invariants import Facts, excess_idle_areas


@cache
def facts() -> list[Facts]:
    return [Facts(case, *twin(case, hold=False)) for case in cases()[: count(3_000)]]


def test_jobs_do_start_before_their_virtual_start() -> None:
    early = sum(
        f.real.start[row] < f.virtual.start[i]
        for f in facts()
        for i, campaign in enumerate(f.case.campaigns)
        for row in campaign.rows
    )
    assert early > count(3_000) / 2


def test_no_processor_idles_while_a_job_waits() -> None:
    """Whoever starts after its submission starts when another job ends, and all are busy until then."""
    for f in facts():
        for i, campaign in enumerate(f.case.campaigns):
            for row in campaign.rows:
                for time in sorted({f.real.submit[i], *f.real.end.values()}):
                    if f.real.submit[i] <= time < f.real.start[row]:
                        assert sum(f.real.start[r] <= time < f.real.end[r] for r in f.real.start) == f.m


def test_among_those_that_wait_the_smallest_tag_goes_first() -> None:
    for f in facts():
        starts = [
            (f.real.start[row], f.real.submit[i], (f.virtual.tag[i], f.real.submit[i], campaign.rows[0]))
            for i, campaign in enumerate(f.case.campaigns)
            for row in campaign.rows
        ]
        for start, _, rank in starts:
            assert all(rank <= other for later, submit, other in starts if submit <= start < later)


def test_the_fluid_schedule_is_as_with_the_rule() -> None:
    """Virtual start as soon as submitted and the user's last one is complete; shares fill the machine, work is conserved."""
    for f in facts():
        assert all(sum(shares.values()) == f.m for _, _, shares in f.periods)
        for i, campaign in enumerate(f.case.campaigns):
            before = f.virtual.end[campaign.previous] if campaign.previous >= 0 else 0
            assert f.virtual.start[i] == max(f.real.submit[i], before)
            assert received(f.periods, campaign.user, f.virtual.start[i], f.virtual.end[i]) == f.work[i]


def test_lemma_1_at_every_instant() -> None:
    for f in facts():
        assert max(excess_idle_areas(f)) <= (f.m - 1) * f.longest


def test_the_last_start_is_at_most_one_longest_job_after_the_virtual_completion() -> None:
    for f in facts():
        for i, campaign in enumerate(f.case.campaigns):
            assert max(f.real.start[row] for row in campaign.rows) <= f.virtual.end[i] + f.longest


def test_several_campaigns_of_a_user_may_wait_for_their_virtual_start() -> None:
    assert max(f.virtual.queued for f in facts()) > 2


def test_a_campaign_may_be_complete_later_than_the_papers_bound() -> None:
    """One processor: campaigns of 3, 1 and 5 by the third user, after his first one of 18 that ran ahead of its time."""
    lengths = [[[8, 7, 8]], [[3], [10, 8, 5]], [[5, 6, 7], [3], [1], [5]]]
    case = assemble(1, [[(0, [Job(0, p, p) for p in own]) for own in plan] for plan in lengths])
    f = Facts(case, *twin(case, hold=False))
    last = max(i for i, campaign in enumerate(case.campaigns) if campaign.user == 2)
    assert (f.work[last], f.previous_work[last], f.virtual.crowd, f.longest) == (5, 1, 3, 10)
    assert (f.real.submit[last], f.virtual.start[last]) == (25, 66)
    bound = 25 + 3 * 1 + 10 + 2 * 5 + 10 + 5 + 5
    assert f.real.complete[last] == 76 > bound


class _TagFromVirtualStart(Ostrich):
    """Eligible at once, but before its virtual start as if that were at the submission."""

    def submitted(self, i: int) -> None:
        super().submitted(i)
        self.virtual.tag[i] = self.clock + self.work(i)

    def eligible(self) -> list[int]:
        return list(self.real.submit)


def test_a_wrong_rule_is_told_from_the_right_one() -> None:
    def starts(case: Case, **how) -> list:
        return twin(case, **how)[0].starts

    told = sum(
        starts(case, rules=_TagFromVirtualStart) != f.real.starts
        for case, f in zip(cases()[: count(1_000)], facts(), strict=False)
    )
    assert told > 2
