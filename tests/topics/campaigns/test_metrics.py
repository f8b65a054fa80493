"""The numbers of campaigns, worked by hand, and where they are undefined."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from scheduler.metrics import all_metrics, measure
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch, lpt_length, lpt_lengths, user_stretch
from tests.audit.test_audit import TWO_USERS, closed
from tests.cases.every_case import every_case
from tests.cases.small import campaigns, changed, schedule
from tests.metrics.test_metrics import value

CAMPAIGNS = {
    "campaign_stretch_mean": 5 / 3,
    "campaign_stretch_max": 2,
    "user_stretch_max": 1.75,
    "pieces_mean": 1,
    "pieces_max": 1,
    "user_stretch_sum": 9 / 7 + 7 / 4,
    "user_stretch_product": 9 / 4,
}


def test_campaigns_worked_by_hand():
    measured = measure(closed())
    assert {key: measured[key] for key in CAMPAIGNS} == pytest.approx(CAMPAIGNS)
    assert set(CAMPAIGNS) == {key for key, metric in all_metrics().items() if metric.family == "campaigns"}


def test_the_example_of_ostrich_appendix_a():
    sets = [
        (1, -1, 0, [2] * 24),
        (2, -1, 0, [3, 3, 2, 2, 2, 2, 2, 1, 1]),
        (3, -1, 0, [3, 2, 2, 1, 1, 1]),
        (3, 2, 0, [2] * 4),
    ]
    first = np.repeat([4, 5, 6, 8, 9, 10, 11, 12, 13], [2, 4, 2, 2, 4, 2, 4, 2, 2]).tolist()
    starts = [*first, 0, 0, 0, 0, 0, 0, 3, 4, 4, 2, 2, 2, 2, 3, 3, 7, 7, 7, 7]
    made = schedule(campaigns(sets, 6, [0, 0, 2, 5]), starts)
    assert campaign_stretch(made).value == pytest.approx([15 / 8, 5 / 3, 1, 2])
    assert campaign_stretch(made).flow.tolist() == [15, 5, 3, 4]


def test_per_user_and_per_campaign_arrays():
    assert campaign_stretch(closed()).value.tolist() == [1.25, 1.75, 2]
    users = user_stretch(closed())
    assert users.user.tolist() == [0, 1] and users.value == pytest.approx([9 / 7, 7 / 4])


def test_user_stretch_is_undefined_for_parallel_jobs():
    wide = replace(TWO_USERS, jobs=changed(TWO_USERS.jobs, processors=[1, 1, 1, 2, 1, 1]))
    assert value("user_stretch_max", schedule(wide, [0, 0, 3, 3, 8, 8])) is None


def test_a_product_too_large_for_a_number_is_none():
    """Three hundred users, each with a job of a second that waits nine: the stretch of each is 10."""

    def of(users: int) -> float | None:
        work = campaigns([(user, -1, 0, [1.0]) for user in range(users)], users, [0.0] * users)
        return value("user_stretch_product", schedule(work, [9.0] * users))

    assert of(299) == pytest.approx(1e299) and of(300) is None


def test_a_campaign_without_jobs_is_not_counted():
    fewer = replace(TWO_USERS, jobs=TWO_USERS.jobs.take(np.array([0, 1, 2, 4, 5])))
    assert campaign_stretch(schedule(fewer, [0, 0, 3, 8, 8])).campaign.tolist() == [0, 2]
    assert lpt_lengths(fewer).tolist() == [5, 0, 2]


def test_the_classic_bad_case_of_lpt():
    assert lpt_length(np.array([5.0, 5, 4, 4, 3, 3, 3]), 3) == 11


@every_case("seed", range(20))
def test_lpt_against_the_best_of_all_assignments(seed):
    random = np.random.default_rng(seed)
    runtimes, processors = np.sort(random.integers(1, 20, 7))[::-1].astype(float), int(random.integers(1, 4))
    best = min(np.bincount(where, runtimes, processors).max() for where in product(range(processors), repeat=7))
    assert best <= lpt_length(runtimes, processors) <= best * (4 / 3 - 1 / (3 * processors)) + 1e-9
