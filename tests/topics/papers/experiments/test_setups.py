"""Samples and setups: what an experiment opens is the sample, and the sample what it simulates."""

from __future__ import annotations

import re

import pytest

from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.topics.papers.experiments import all_experiments
from scheduler.topics.papers.experiments.campaign_scheduling_2012 import deadlines, fig2, theorem1
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import case
from tests.cases.every_case import every_case
from tests.topics.campaigns.test_paper_samples import made


@every_case("experiment", all_experiments())
def test_a_setup_of_a_paper_counts_the_jobs_of_its_sample(experiment):
    counted = {"three": 3, "eleven": 11}
    for opening in all_experiments()[experiment][1].openings:
        if opening.source.get("kind") != "sample":
            continue
        jobs = workload(sample(opening.source["name"]), **opening.options)
        words = re.match(r"(\w+) jobs\b", opening.title)
        assert words is None or counted.get(words[1], len(jobs)) == len(jobs)
        assert {policy for policy, _ in opening.runs} <= set(all_policies())


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("campaign-deadlines", deadlines.example()),
        ("shared-machine-deadlines", deadlines.shared()),
        ("thinking-deadlines", deadlines.thinking()),
        ("pareto-two-users", case(2, *fig2.USERS)),
        ("greedy-deadlines", case(1, *[[[length] for length in user] for user in theorem1.users_of(2)])),
        ("barriers-many", case(4, [[1]] * 4)),
        ("barriers-none", case(4, [[1] * 4])),
        ("equal-users", case(2, *[[[1, 1], [1, 1]]] * 3)),
        ("long-before-short", case(2, [[10, 10]] * 2, [[1, 1]] * 2)),
    ],
)
def test_a_sample_is_what_the_experiment_simulates(name, twin):
    def campaigns(of):
        return sorted(
            (
                of.campaigns.user[c],
                of.campaigns.index[c],
                of.campaigns.think_time[c],
                sorted(of.jobs.runtime[of.jobs.campaign == c]),
            )
            for c in range(len(of.campaigns))
        )

    assert campaigns(made(name)) == campaigns(twin)
    assert made(name).platform.processors == twin.platform.processors
