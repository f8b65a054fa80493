"""The generator zipf_campaigns: what is drawn, in which order it stands in the file, and what the parameters change."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.generators import make
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.statistics.random_draws import stream
from scheduler.topics.campaigns.generators import zipf_campaigns

KEY = "zipf_campaigns"


def groups(trace):
    """{user: [(submit, preceding, think, [rows])]} in the order of the file."""
    found = defaultdict(dict)
    c = {name: column.astype(int).tolist() for name, column in trace.columns.items()}
    for row in range(len(trace)):
        key = (c["submit"][row], c["preceding_job"][row], c["think_time"][row])
        found[c["user_id"][row]].setdefault(key, []).append(row)
    return {user: [(*key, rows) for key, rows in of.items()] for user, of in found.items()}


def owners(params, seeds):
    """Owner of every campaign drawn, by rank from 0."""
    values = checked(zipf_campaigns.GENERATOR.params, params)
    return np.concatenate([zipf_campaigns.draw(stream(seed), values)[0].owner for seed in range(seeds)])


def test_ranks_are_as_likely_as_zipf_says():
    drawn = owners({"users": 5, "jobs": 2_000}, 100)
    weight = np.array([1 / rank**1.4267 for rank in range(1, 6)])
    share = np.bincount(drawn, minlength=5) / len(drawn)
    assert np.all(np.abs(share - weight / weight.sum()) < 4 * np.sqrt(0.25 / len(drawn)))
    assert share[0] / share[1] == pytest.approx(2.69, rel=0.05)  # not twice, as the paper has it


def test_exponent_0_makes_all_users_alike():
    drawn = owners({"users": 4, "exponent": 0, "jobs": 2_000}, 100)
    assert np.all(np.abs(np.bincount(drawn, minlength=4) / len(drawn) - 0.25) < 0.02)


def test_one_user_owns_everything():
    trace = make(KEY, {"users": 1, "jobs": 50})
    assert set(trace.columns["user_id"]) == {1}


def test_lengths_are_whole_seconds_from_1_to_100():
    runtime = make(KEY, {"jobs": 20_000}).columns["runtime"]
    assert set(runtime.astype(int)) == set(range(1, 101))
    assert runtime.mean() == pytest.approx(50.5, rel=0.02)


def test_a_campaign_has_ten_jobs_on_average():
    # 100 instances of 600 jobs: 100 (1 + 599 * 0.1) = 6090 campaigns, standard deviation 73
    seen = sum(len(of) for seed in range(100) for of in groups(make(KEY, seed=seed)).values())
    assert abs(seen - 6_090) < 3 * 73


@pytest.mark.parametrize(
    "params",
    [{}, {"think_time": 30}, {"think": "exponential", "think_time": 200}, {"first_within": 500, "processors": 3}],
)
def test_campaigns_follow_one_another_as_early_as_possible(params):
    trace = make(KEY, params, 3)
    runtime, processors = trace.columns["runtime"].astype(int).tolist(), params.get("processors", 10)
    assert np.all(np.diff(trace.columns["submit"]) >= 0)
    for of in groups(trace).values():
        assert of[0][1:3] == (-1, -1)
        ready = Fraction(of[0][0])
        for submit, _, think, rows in of:
            ready += max(think, 0)
            assert submit == math.ceil(ready)
            assert rows == list(range(rows[0], rows[-1] + 1))
            lengths = [runtime[row] for row in rows]
            ready += max(Fraction(sum(lengths), processors), max(lengths))
        for before, after in pairwise(of):
            assert after[1] == before[3][-1] + 1


def test_first_campaigns_come_at_0_by_rank_and_nobody_thinks():
    trace = make(KEY, seed=4)
    first = trace.columns["submit"] == 0
    assert np.all(np.diff(trace.columns["user_id"][first]) >= 0)
    assert set(trace.columns["user_id"][first]) == set(trace.columns["user_id"])
    assert set(trace.columns["think_time"][~first]) == {0}


def first_users(**params):
    trace = make(KEY, {"users": 8, **params}, 2)
    users = trace.columns["user_id"][trace.columns["submit"] == 0].astype(int).tolist()
    return list(dict.fromkeys(users))


def test_other_orders_of_the_first_campaigns():
    values = checked(zipf_campaigns.GENERATOR.params, {"users": 8})
    drawn = zipf_campaigns.draw(stream(2), values)[0].owner
    assert first_users(first_order="drawn") == [user + 1 for user in dict.fromkeys(drawn.tolist())]
    shuffled = first_users(first_order="random")
    assert sorted(shuffled) == first_users() != shuffled


@pytest.mark.parametrize(
    "params", [{"first_order": "random"}, {"think": "exponential", "think_time": 77}, {"first_within": 1_000}]
)
def test_other_settings_leave_the_jobs_alone(params):
    def jobs(trace):
        return {user: [sorted(trace.columns["runtime"][rows]) for *_, rows in of] for user, of in groups(trace).items()}

    assert jobs(make(KEY, params, 5)) == jobs(make(KEY, {}, 5))


def test_the_workload_has_the_campaigns_that_were_drawn():
    made = workload(make(KEY, {"users": 3}, 6))
    drawn = zipf_campaigns.draw(stream(6), checked(zipf_campaigns.GENERATOR.params, {"users": 3}))[0]
    work = np.bincount(drawn.campaign, drawn.runtime)
    seen = sorted(zip(made.campaigns.user.tolist(), made.campaigns.index.tolist(), made.campaigns.work, strict=True))
    assert [(user, total) for user, _, total in seen] == [
        (user, total) for user in range(3) for total in work[drawn.owner == user]
    ]
    assert made.arrivals == "closed" and [note for note in made.notes if note.level != "info"] == []


def test_lengths_have_to_be_in_order():
    with pytest.raises(ParamError, match="shortest = 50 is above longest = 20"):
        make(KEY, {"shortest": 50, "longest": 20})


# -- further settings of ostrich_profiles -------------------------------------------------------------------------


def test_profiles_may_be_drawn_for_each_user():
    shares = []
    for seed in range(60):
        columns = make("ostrich_profiles", {"jobs": 600, "users": 10, "profiles": "drawn"}, seed).columns
        of_user = {user: set(columns["group_id"][columns["user_id"] == user]) for user in set(columns["user_id"])}
        assert all(len(group) == 1 for group in of_user.values())
        assert np.all((columns["runtime"] <= 3_600) | (columns["group_id"] == 2))
        shares.append(np.mean([group == {1} for group in of_user.values()]))
    assert np.mean(shares) == pytest.approx(0.5, abs=0.08) and np.std(shares) > 0.1


def test_first_campaigns_may_stand_by_user():
    columns = make("ostrich_profiles", {"jobs": 600, "users": 10, "first_order": "user"}, 1).columns
    first = columns["submit"] == 0
    assert np.all(np.diff(columns["user_id"][first]) >= 0)
    usual = make("ostrich_profiles", {"jobs": 600, "users": 10}, 1).columns
    assert np.any(np.diff(usual["user_id"][usual["submit"] == 0]) < 0)
