"""The stretches of users in the samples of the papers' examples, by hand from the papers."""

from __future__ import annotations

import pytest

from scheduler.topics.campaigns.metrics.campaigns import user_stretch
from tests.topics.campaigns.test_paper_samples import simulated


@pytest.mark.parametrize(
    ("name", "run", "stretches"),
    [
        ("long-before-short", "campaign_fcfs placement=block", [21 / 20, 11]),
        ("long-before-short", "faircamp", [1.1, 1]),
        ("greedy-deadlines", "faircamp", [1.98, 1009.9 / 1004.9]),
        ("greedy-deadlines", "multicamp", [1, 1009.9 / 1004.9]),
        ("idle-halves", "multicmax", [1, 2]),
        ("equal-users", "multicamp", [1, 2, 3]),
    ],
)
def test_stretches_of_users(name, run, stretches):
    assert user_stretch(simulated(name, run)).value.tolist() == pytest.approx(stretches)
