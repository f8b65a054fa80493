"""The programs to begin with do what they say: start for start what the policies of that name do."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.generators import all_generators
from scheduler.metrics import all_metrics
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from scheduler.topics.own_policy import foreign_run, loop
from scheduler.topics.own_policy.challenges import challenges, hidden_seeds
from scheduler.topics.own_policy.programs import templates
from tests.cases import strategies
from tests.cases.every_case import every_case

FILLED = {
    "in_time = False ": "in_time = now + job.requested_time <= shadow ",
    "in_extra = False ": "in_extra = job.processors <= extra ",
}


def source(key: str) -> str:
    """A template; of the one with a hole also the text with the hole filled."""
    name, _, filled = key.partition(" ")
    text = templates()[name].source
    for hole, words in FILLED.items() if filled else ():
        assert text.count(hole) == 1
        text = text.replace(hole, words)
    return text


def starts(text: str, jobs: Workload) -> list[float]:
    return loop.play(loop.load(text), foreign_run.columns(jobs), jobs.platform.processors).start


def cases() -> list[Workload]:
    many = [strategies.rigid(seed).workload for seed in range(60)]
    return [workload(sample("five-jobs.swf")), *(one for one in many if len(one) and not one.is_closed)]


@pytest.mark.parametrize(
    ("key", "policy"),
    [
        ("1_first_come", "fcfs"),
        ("2_shortest_first", "sjf"),
        ("4_easy_with_a_hole", "fcfs"),
        ("4_easy_with_a_hole filled", "easy"),
        ("5_beat_easy", "easy"),
    ],
)
def test_a_template_is_the_policy_it_says(key: str, policy: str) -> None:
    for jobs in cases():
        assert starts(source(key), jobs) == simulate(jobs, policy, decisions=None).placed.start.tolist(), jobs.name


def test_smallest_area_without_aging_is_that_policy_and_with_it_another() -> None:
    text, aged = source("3_smallest_area"), 0
    for jobs in cases():
        plain = simulate(jobs, "saf", decisions=None).placed.start.tolist()
        assert starts(text.replace("AGING = 2.0", "AGING = 0.0"), jobs) == plain, jobs.name
        aged += starts(text, jobs) != plain
    assert aged


def test_every_template_has_a_title_and_a_goal() -> None:
    assert len(templates()) == 5
    for template in templates().values():
        assert template.title and template.goal and template.source.startswith('"""')
        compile(template.source, template.key, "exec")


@every_case("key", list(challenges()))
def test_a_challenge_names_what_there_is(key: str) -> None:
    one = challenges()[key]
    declared = all_generators()[one.generator].params
    jobs = checked(declared, one.params)["jobs"]
    assert one.metric in all_metrics() and one.beat in all_policies() and 1 <= jobs <= foreign_run.MOST_JOBS


def test_hidden_seeds_follow_from_the_secret_alone() -> None:
    first, second = challenges().values()
    seeds = hidden_seeds(first, b"a secret")
    assert seeds == hidden_seeds(first, b"a secret") and len(set(seeds)) == first.hidden
    assert not set(seeds) & {*hidden_seeds(first, b"another"), *hidden_seeds(second, b"a secret"), first.seed}
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert np.unique(seeds).size == 3
