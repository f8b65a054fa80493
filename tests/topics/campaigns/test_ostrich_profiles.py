"""Campaigns of users with short and with long jobs: what a trace of them is, and what two samples of campaigns show."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.generators.test_generators import sample


def campaigns(trace):
    """{user: [(submit, preceding, think, [rows])]} in the order of the file, read as the campaigns header says."""
    found = defaultdict(dict)
    c = {name: column.astype(int).tolist() for name, column in trace.columns.items()}
    for row in range(len(trace)):
        key = (c["submit"][row], c["preceding_job"][row], c["think_time"][row])
        found[c["user_id"][row]].setdefault(key, []).append(row)
    return {user: [(*key, rows) for key, rows in groups.items()] for user, groups in found.items()}


@pytest.fixture(scope="module")
def profiles():
    return make(
        "ostrich_profiles",
        {
            "users": 7,
            "jobs": 3_000,
            "think": "exponential",
            "think_time": 5_000,
            "short_share": 0.4,
            "first_within": 10_000,
        },
        5,
    )


def test_a_campaign_names_the_last_job_of_the_previous_one(profiles):
    for groups in campaigns(profiles).values():
        assert groups[0][1] == -1 and groups[0][2] == -1
        for before, after in pairwise(groups):
            assert after[1] == before[3][-1] + 1  # job ids are 1.. in the order of the file
            assert after[2] >= 0


def test_jobs_of_a_campaign_stand_together_and_the_file_is_sorted(profiles):
    for groups in campaigns(profiles).values():
        assert all(rows == list(range(rows[0], rows[-1] + 1)) for *_, rows in groups)
    assert np.all(np.diff(profiles.columns["submit"]) >= 0)


def test_submission_is_the_earliest_possible(profiles):
    runtime = profiles.columns["runtime"].astype(int).tolist()
    for groups in campaigns(profiles).values():
        ready = Fraction(groups[0][0])
        for submit, _, think, rows in groups:
            ready += max(think, 0)
            assert submit == math.ceil(ready)
            lengths = [runtime[row] for row in rows]
            ready += max(Fraction(sum(lengths), 64), max(lengths))


def test_profiles_have_their_lengths(profiles):
    user, runtime = profiles.columns["user_id"], profiles.columns["runtime"]
    short = user <= 3  # 0.4 of 7 users is 2.8
    assert set(profiles.columns["group_id"][short]) == {1} and set(profiles.columns["group_id"][~short]) == {2}
    assert runtime[short].min() >= 1 and runtime[short].max() <= 3_600
    assert runtime[~short].min() >= 3_600 and runtime[~short].max() <= 36_000
    assert runtime[short].mean() == pytest.approx(1_800.5, rel=0.05)
    assert runtime[~short].mean() == pytest.approx(19_800, rel=0.05)
    assert np.array_equal(profiles.columns["requested_time"], runtime)
    assert set(profiles.columns["requested_processors"]) == {1}


def test_the_number_of_campaigns_is_that_of_the_paper():
    # 40 instances: 40 (1 + 9999 * 0.02) = 8040 campaigns, standard deviation 89
    seen = sum(
        len(groups) for seed in range(1, 41) for groups in campaigns(make("ostrich_profiles", seed=seed)).values()
    )
    assert abs(seen - 8_040) < 3 * 89


def test_owners_are_uniform():
    owners = [
        user
        for seed in range(1, 41)
        for user, groups in campaigns(make("ostrich_profiles", {"users": 4}, seed)).items()
        for _ in groups
    ]
    share = np.bincount(owners, minlength=5)[1:] / len(owners)
    assert np.all(np.abs(share - 0.25) < 0.02)


def test_by_default_first_campaigns_come_at_second_0_and_nobody_thinks():
    for groups in campaigns(make("ostrich_profiles")).values():
        assert groups[0][0] == 0
        assert all(think == 0 for _, _, think, _ in groups[1:])


def test_think_time_does_not_change_the_jobs():
    one = make("ostrich_profiles", {"jobs": 500})
    two = make("ostrich_profiles", {"jobs": 500, "think_time": 100})
    assert sorted(one.columns["runtime"]) == sorted(two.columns["runtime"])
    assert all(think == 100 for groups in campaigns(two).values() for _, _, think, _ in groups[1:])


def test_the_workload_has_the_campaigns_that_were_drawn():
    trace = make("ostrich_profiles", {"jobs": 400, "users": 5, "think_time": 60}, 2)
    made = workload(trace)
    drawn = [
        (user - 1, think, rows) for user, groups in sorted(campaigns(trace).items()) for _, _, think, rows in groups
    ]
    seen = [
        (
            made.campaigns.user[c],
            made.campaigns.think_time[c],
            made.members[made.job_ptr[c] : made.job_ptr[c + 1]].tolist(),
        )
        for c in range(len(made.campaigns))
    ]
    assert sorted((user, rows) for user, _, rows in seen) == sorted((user, rows) for user, _, rows in drawn)
    assert made.arrivals == "closed"
    assert {think for _, think, _ in seen} <= {0, 60}


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"short_low": 4_000}, "short_low = 4000 is above short_high = 3600"),
        ({"new_campaign": 1.5}, "new_campaign = 1.5; wanted: a number from 0 to 1"),
    ],
)
def test_bad_parameters_are_named(params, words):
    with pytest.raises(ParamError, match=re.escape(words)):
        make("ostrich_profiles", params)


def test_short_users_gain_by_the_virtual_schedule():
    made = sample("short-and-long-users", estimates="exact")
    stretch = {policy: campaign_stretch(simulate(made, policy)) for policy in ("campaign_fcfs", "ostrich")}
    short = made.jobs.group[made.members[made.job_ptr[:-1]]] == 1
    assert stretch["ostrich"][short].mean() < stretch["campaign_fcfs"][short].mean() / 3
    assert stretch["ostrich"][~short].mean() < 1.1 * stretch["campaign_fcfs"][~short].mean()


def campaign_stretch(schedule):
    made, placed = schedule.workload, schedule.placed
    groups = [made.members[a:b] for a, b in pairwise(made.job_ptr)]
    bound = np.maximum(made.campaigns.work / made.platform.processors, made.campaigns.longest)
    flow = np.array([placed.end[rows].max() - placed.submit[rows].min() for rows in groups])
    return flow / bound


def test_in_the_appendix_a_campaign_waits_for_its_share():
    schedule = simulate(sample("ostrich-appendix"), "ostrich")
    second = schedule.workload.jobs.job_id >= 40  # user 3's second campaign
    assert set(schedule.placed.submit[second]) == {5}
    assert set(schedule.placed.start[second]) == {7}
