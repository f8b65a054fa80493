"""Sentences on campaigns, on the worked example of ostrich-2013 (appendix A), and what they must be right about."""

from __future__ import annotations

import pytest

from scheduler.errors import UnknownKey
from scheduler.explain.words import number
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.simulate import simulate
from scheduler.topics.campaigns.explain.campaigns import explain_campaign, standing
from tests.cases import small, strategies
from tests.topics.campaigns.test_bounds import APPENDIX, EXAMPLE


def said(policy: str, campaign: int, work=APPENDIX, **params) -> list[str]:
    return explain_campaign(simulate(work, policy, params), campaign)


def test_a_campaign_that_waits_for_its_virtual_start():
    told = said("ostrich", 3)
    assert told[0].startswith("Campaign 2 of user 3 was submitted at 5 s: 4 jobs, 8 processor-seconds of work")
    assert told[1].startswith("It was not allowed to start before 7 s, 2 s later")
    assert "Its tag is 24" in told[2] and "complete at 10 s" in told[2]
    assert told[3] == (
        "Its first job started at 7 s, when 4 processors were free and it had the smallest tag of the "
        "campaigns with jobs left; it went before campaign 1 of user 1 (tag 48)."
    )
    assert told[4] == "It was complete at 9 s, 4 s after its submission and 1 s before its virtual completion."


def test_a_campaign_behind_others():
    told = said("ostrich", 0)
    assert told[1] == "It could start at once."
    assert told[3] == "It waited 4 s. Ahead of it were campaign 1 of user 3 (tag 16) and campaign 1 of user 2 (tag 18)."
    assert "started at 4 s, when 4 processors were free and all jobs ahead of it had started." in told[4]


def test_first_come_first_served():
    told = said("campaign_fcfs", 1)
    assert "Campaigns submitted earlier go first." in told
    assert "It waited 8 s. Ahead of it was campaign 1 of user 1 (submitted at 0 s)." in told
    assert told[-1] == "It was complete at 12 s, 12 s after its submission."


def test_deadlines():
    told = said("faircamp", 0, EXAMPLE)  # user 1's first campaign, length 5
    assert "Its deadline is 10 s; earlier deadlines go first." in told
    assert "It waited 3 s. Ahead of it was campaign 1 of user 2 (deadline 6 s)." in told
    assert told[-1] == "It was complete at 8 s, 8 s after its submission and 2 s before its deadline."


@pytest.mark.parametrize(
    ("policy", "words"),
    [("multicamp", "those planned to take the least time altogether first"), ("round_robin", "Users take turns")],
)
def test_policies_with_an_order_of_their_own(policy, words):
    told = said(policy, 2, EXAMPLE)
    assert words in told[2] and "submitted earlier" not in " ".join(told)
    assert any(text.startswith("Its turn came at") for text in told)


def test_a_turn_that_comes_while_those_before_are_paused():
    """User 1 has [0, 2) and [4, 7), user 2 [2, 4): nothing but the turn let user 2 start."""
    pair = small.campaigns([(1, -1, 0, [5.0]), (2, -1, 0, [2.0])], 1, [0, 0])
    told = said("round_robin", 1, pair, quantum=2)
    assert told[-2] == "Its turn came at 2 s, when 1 processor was free."


def test_large_numbers_have_their_thousands_apart():
    assert [number(value) for value in (7.0, 1205565.0, 1234.5)] == ["7", "1,205,565", "1,234.5"]


@pytest.mark.parametrize("campaign", [-1, 4, 10**9])
def test_there_is_no_such_campaign(campaign):
    with pytest.raises(UnknownKey, match="campaigns run from 0 to 3"):
        said("ostrich", campaign)


def test_a_run_without_campaigns():
    with pytest.raises(UnknownKey):
        explain_campaign(simulate(small.workload([(0, 1, 1)], 1), "fcfs"), 0)


def test_nobody_behind_starts_between_eligibility_and_first_start():
    """Whoever started a job while a campaign waited was ahead of it: that is what the sentence claims."""
    waits = 0
    for seed in range(strategies.count(200)):
        made = simulate(strategies.workload(strategies.exact(strategies.closed(seed, widest=1))), "ostrich")
        table, jobs = by_campaign(made), made.workload.jobs
        for campaign in range(len(table)):
            found = standing(made, table, campaign)
            since, begin = table.eligible[campaign], table.real_start[campaign]
            inside = (made.placed.start >= since) & (made.placed.start < begin - 1e-6)
            assert set(jobs.campaign[inside].tolist()) <= set(found.ahead.tolist())
            waits += begin > since
            assert found.free >= 1
    assert waits > strategies.count(200) / 4
