"""Shaken workloads are the same jobs, a little earlier or later; and every policy can run them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.statistics.shaking import shaken
from tests.analysis.test_reasons import CASES
from tests.cases import strategies
from tests.cases.every_case import every_case
from tests.cases.small import campaigns, workload

POLICIES = all_policies()
LARGE = workload(
    [(1_000 + 37 * i, 10 + i % 90, 1 + i % 8) for i in range(5_000)], 8, users=[i % 11 for i in range(5_000)]
)
SETS = [(1, -1, 0, [2.0] * 3), (2, -1, 0, [3.0, 1]), (1, 0, 5, [3.0, 2]), (2, 1, 5, [2.0])]
CLOSED = campaigns(SETS, 6, [100, 200, 300, 400])


def moves(before, after):
    """[n]: by how much each job moved, by its line."""
    first, second = np.argsort(before.jobs.line), np.argsort(after.jobs.line)
    return after.jobs.submit[second] - before.jobs.submit[first]


@pytest.mark.parametrize("seconds", [0, 1, 60, 3_600])
def test_moves_are_whole_bounded_and_of_every_size(seconds):
    by = moves(LARGE, shaken(LARGE, 1, seconds))
    assert (by == np.floor(by)).all() and np.abs(by).max() <= seconds
    if seconds == 60:  # uniform over 121 values: 5 000 / 121 = 41 each, deviation 6.4
        counts = np.bincount((by + 60).astype(int), minlength=121)
        assert len(counts) == 121 and counts.min() > 10 and counts.max() < 80
        assert abs(by.mean()) < 2.0
        assert by.std() == pytest.approx(np.sqrt((121**2 - 1) / 12), rel=0.03)


@every_case("case", [LARGE, CLOSED, *(case.workload for case in CASES)])
def test_nothing_but_submit_times_differs(case):
    made = shaken(case, 3, 60)
    first, second = np.argsort(case.jobs.line, kind="stable"), np.argsort(made.jobs.line, kind="stable")
    for name in case.jobs.columns:
        if name != "submit":
            assert made.jobs.columns[name][second].tolist() == case.jobs.columns[name][first].tolist()
    assert (made.platform, made.arrivals, made.options, made.campaigns) == (
        case.platform,
        case.arrivals,
        case.options,
        case.campaigns,
    )
    assert made.jobs.line[made.members].tolist() == case.jobs.line[case.members].tolist()


@every_case("case", [LARGE, CLOSED, *(case.workload for case in CASES)])
def test_jobs_are_in_order_and_none_before_the_beginning(case):
    made = shaken(case, 5, 60)
    assert (np.lexsort((made.jobs.line, made.jobs.submit)) == np.arange(len(made))).all()
    assert made.jobs.submit.min() >= min(0, case.jobs.submit.min())


def test_the_same_seed_shakes_alike_and_another_one_does_not():
    assert shaken(LARGE, 7, 60).hash == shaken(LARGE, 7, 60).hash
    assert len({shaken(LARGE, seed, 60).hash for seed in range(20)} | {LARGE.hash}) == 21
    assert shaken(LARGE, 7, 0).hash == LARGE.hash


def test_the_draws_stay_what_they_are():
    assert moves(LARGE, shaken(LARGE, 1, 60))[:8].tolist() == [1, 55, -43, 54, -23, -9, 40, -11]


def test_jobs_of_a_campaign_move_together_and_followers_stay_where_arrivals_are_closed():
    made = shaken(CLOSED, 2, 60)
    by = {}
    for campaign, move in zip(CLOSED.jobs.campaign.tolist(), moves(CLOSED, made).tolist(), strict=True):
        by.setdefault(campaign, set()).add(move)
    assert all(len(one) == 1 for one in by.values())
    assert by[2] == by[3] == {0.0} and by[0] != {0.0} and by[0] != by[1]


def test_campaigns_of_a_user_keep_their_order_where_they_could_cross():
    close = replace(
        campaigns([(1, i - 1, 1, [2.0]) for i in range(40)], 6, [500 + i for i in range(40)]), arrivals="recorded"
    )
    for seed in range(10):
        made = shaken(close, seed, 60)
        first = [float(made.jobs.submit[made.jobs.campaign == campaign].min()) for campaign in range(40)]
        assert first == sorted(first)
        assert max(abs(a - (500 + i)) for i, a in enumerate(first)) <= 60


@pytest.mark.slow
@pytest.mark.parametrize("key", POLICIES)
def test_every_policy_runs_on_shaken_jobs(key):
    for case in strategies.suited(POLICIES[key], strategies.told(POLICIES[key], CASES)):
        made = simulate(shaken(case.workload, 1, 5), key)
        assert made.certificate.passed
