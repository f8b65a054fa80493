"""Every row of a log of committed campaigns is true at its moment."""

from __future__ import annotations

import pytest

from scheduler.simulate import simulate
from tests.cases import strategies
from tests.topics.campaigns.commit_verdicts import contradictions_of_commit
from tests.why.reader import Told
from tests.why.test_replay_of_log import WORKLOADS, unnoticed
from tests.why.test_why_told import CAMPAIGNS


def commit(number: int) -> Told:
    """A run of FairCamp that puts all jobs of a campaign on processors together, in every order."""
    case = CAMPAIGNS[number % len(CAMPAIGNS)](number)
    if any(job.processors > 1 for job in case.jobs):
        case = (strategies.closed, strategies.portioned)[number % 2](number, 1)
    chosen = {
        "placement": "commit",
        "order": ("lpt", "spt", "mlpt", "fifo")[number // 5 % 4],
        "base": ("auto", "previous", "latest")[number // 20 % 3],
    }
    return Told(simulate(case.workload, "faircamp", chosen, decisions="all"))


def test_no_row_of_committed_campaigns_is_contradicted() -> None:
    logs = [commit(number) for number in range(WORKLOADS)]
    assert {"queued", "later_deadline", "no_free_processor", "campaign_incomplete"} <= {
        row.rule for told in logs for row in told.log
    }
    assert [wrong for told in logs for wrong in contradictions_of_commit(told)] == []


@pytest.mark.parametrize("number", [1, 11])
def test_a_changed_number_of_a_campaign_is_contradicted(number: int) -> None:
    """Whatever a decision on a job of a campaign tells: one too large."""
    assert unnoticed(commit(number), contradictions_of_commit, lambda job: True) == []
