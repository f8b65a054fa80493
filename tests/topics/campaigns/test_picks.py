"""What is picked in the charts of campaigns and of profiles of users takes just the jobs shown there."""

from __future__ import annotations

import pytest

from layouts.drawing.picks import Pick
from layouts.state.view import View
from layouts.topics.campaigns.workload_plots import campaign_sizes, user_profiles
from scheduler.preparation.build import workload
from tests.pages.test_picks_of_users import LOG, WORK, click, declared, each, taken

CAMPAIGNS = declared(  # of 2, 1 and 1 jobs of user 1, and of 3 jobs of user 2
    "Queuescope-Campaigns: 1",
    *(
        f"{job} {at} 5 60 1 -1 -1 1 90 -1 1 {user} 1 -1 1 1 {before} {think}"
        for job, at, user, before, think in (
            (1, 0, 1, -1, -1),
            (2, 0, 1, -1, -1),
            (3, 0, 2, -1, -1),
            (4, 0, 2, -1, -1),
            (5, 0, 2, -1, -1),
            (6, 900, 1, 2, 30),
            (7, 2_000, 1, 6, 30),
        )
    ),
)


@pytest.mark.parametrize("log", [LOG, CAMPAIGNS], ids=["usual rule", "declared"])
def test_a_click_on_a_size_of_campaigns_takes_their_jobs(log):
    work = workload(log)
    jobs = campaign_sizes.steps(work).jobs
    assert (jobs > 0).sum() > 2
    for at, count in each(jobs):
        for shift in (-0.2, 0.2):
            assert len(workload(log, where=campaign_sizes.picked(work, click(at + shift)))) == count
    assert len(workload(log, where=campaign_sizes.picked(work, Pick(0.7, len(jobs), 0, 1)))) == jobs[1:].sum()


def test_campaigns_of_another_rule_are_no_filter():
    for options in ({"gap": 60}, {"overlap": "zero"}):
        work = workload(LOG, campaigns="inferred", **options)
        assert campaign_sizes.picked(work, click(0)) == ""
        assert campaign_sizes.figure(work, View()).layout.get("meta") is None
    usual = workload(LOG, campaigns="inferred")
    assert campaign_sizes.picked(usual, click(0)) == "campaign_jobs=1"
    assert campaign_sizes.figure(usual, View()).layout["meta"] == {"pick": "campaign_sizes"}


def test_a_click_on_a_profile_takes_the_jobs_of_that_user():
    users, jobs = user_profiles.of(WORK), WORK.jobs
    points = user_profiles.figure(WORK, View()).data[0]
    assert len(points["x"]) == len(user_profiles.drawn(users)) == 4  # the fifth has one campaign
    for user, x, y in zip(users.user[user_profiles.drawn(users)].tolist(), points["x"], points["y"], strict=True):
        assert taken(user_profiles.picked(WORK, click(x, y))) == (jobs.user == user).sum()
        assert user_profiles.picked(WORK, click(x * 1.0001, y)) == user_profiles.picked(WORK, click(x, y))
    assert user_profiles.picked(WORK, click(0, 1)) == user_profiles.picked(WORK, click(1, -1)) == ""
