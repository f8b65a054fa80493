"""Profiles of users against plain code, and the power law of their work."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.state.view import View
from layouts.topics.campaigns.workload_plots import user_profiles as plot
from scheduler.generators import make
from scheduler.preparation.build import workload as build
from scheduler.topics.campaigns.user_profiles import power_law, profiles
from tests.cases import small

DAY = 86_400.0
# user 1: 10 x 2 processor-s at 0 and 30 at 2 d; user 2: 100 at 1 d; user 3: two jobs 10 s apart, one campaign of 8
WORK = small.workload(
    [(0, 10, 2), (DAY, 100, 1), (DAY, 4, 1), (DAY + 10, 4, 1), (2 * DAY, 30, 1)], 4, users=[1, 2, 3, 3, 1]
)


def test_profiles_of_a_log_worked_by_hand() -> None:
    users = profiles(WORK)
    assert (WORK.jobs.user_id[np.searchsorted(WORK.jobs.user, users.user)] >= 0).all()
    assert users.total.tolist() == [100, 50, 8] and users.campaigns.tolist() == [1, 2, 1]
    assert users.work.tolist() == [100, 25, 8]
    assert users.per_day[1] == pytest.approx(0.5) and np.isnan(users.per_day[[0, 2]]).all()


def test_declared_campaigns_are_taken_as_they_are() -> None:
    work = small.campaigns([(1, -1, 0, [2.0, 3.0]), (1, 0, 0, [1.0]), (2, -1, 0, [4.0])], 2, [0, 10, 0])
    users = profiles(work)
    assert users.total.tolist() == [6, 4] and users.campaigns.tolist() == [2, 1] and users.work.tolist() == [3, 4]
    assert users.per_day[0] == pytest.approx(DAY / 10)


@pytest.mark.parametrize("exponent", [0.5, 1.0, 1.4267])
def test_a_power_law_is_found_again(exponent: float) -> None:
    law = power_law(1000 * np.arange(1, 51) ** -exponent)
    assert law is not None and law.exponent == pytest.approx(exponent) and law.share == pytest.approx(1)


def test_there_is_no_law_of_two_users_or_of_equal_ones() -> None:
    assert power_law(np.array([3.0, 1.0])) is None and power_law(np.ones(9)) is None


def test_users_by_zipf_have_about_its_exponent() -> None:
    work = build(make("zipf_campaigns", {"jobs": 20_000, "users": 10, "exponent": 1.4267}, 3))
    law = power_law(profiles(work).total)
    assert law is not None and law.exponent == pytest.approx(1.4267, abs=0.15) and law.share > 0.97


def test_the_chart_has_the_users_who_come_again_and_its_caption_the_law() -> None:
    figure = plot.figure(WORK, View()).checked()
    assert figure.data[0].x.tolist() == pytest.approx([0.5]) and figure.data[0].y.tolist() == pytest.approx([25 / 3600])
    assert "at least 0.5 campaigns a day" in " ".join(plot.caption(WORK)) and "to the power of -" in " ".join(
        plot.caption(WORK)
    )
    assert [row["campaigns"] for row in plot.table(WORK)] == [1, 2, 1]


def test_where_nobody_comes_again_there_is_no_chart() -> None:
    once = small.workload([(0, 10, 1), (5, 10, 1), (9, 10, 1)], 4, users=[1, 2, 3])
    assert not plot.applies(once) and plot.applies(WORK) and "No user" in " ".join(plot.caption(once))
    assert profiles(small.workload([], 4)).user.tolist() == [] and not plot.figure(once, View()).checked().data
