"""Pieces of campaigns, on schedules written down by hand."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scheduler.topics.campaigns.metrics.pieces import pieces, pieces_max, pieces_mean, pieces_per_campaign
from tests.cases.small import campaigns, schedule

# User 1: four jobs; user 2: two jobs; two processors.
TWO = campaigns([(1, -1, 0, [2, 2, 2, 2]), (2, -1, 0, [1, 1])], 2, [0, 0])


def test_a_start_of_another_campaign_between_two_starts_cuts():
    made = schedule(TWO, [0, 0, 4, 4, 2, 2])
    found = pieces(made)
    assert found.campaign.tolist() == [0, 0, 1]
    assert found.start.tolist() == [0, 4, 2] and found.last.tolist() == [0, 4, 2]
    assert found.end.tolist() == [2, 6, 3] and found.jobs.tolist() == [2, 2, 2]
    assert pieces_per_campaign(made).tolist() == [2, 1]
    assert (pieces_mean(made), pieces_max(made)) == (1.5, 2)


def test_starts_at_the_same_instant_do_not_cut():
    """Strictly between: another campaign that starts with the last job of a piece is no interruption."""
    found = pieces(schedule(TWO, [0, 2, 3, 5, 0, 2]))
    assert found.campaign.tolist() == [0, 1] and found.jobs.tolist() == [4, 2]
    assert found.start.tolist() == [0, 0] and found.last.tolist() == [5, 2]


def test_every_job_is_in_one_piece():
    random = np.random.default_rng(3)
    for _ in range(50):
        starts = random.integers(0, 6, 6).astype(float)
        found = pieces(schedule(TWO, starts))
        assert found.jobs.sum() == 6
        for campaign, rows in ((0, [0, 1, 2, 3]), (1, [4, 5])):
            mine, others = np.unique(starts[rows]), np.delete(starts, rows)
            cuts = sum(bool(((others > a) & (others < b)).any()) for a, b in pairwise(mine.tolist()))
            assert (found.campaign == campaign).sum() == cuts + 1
