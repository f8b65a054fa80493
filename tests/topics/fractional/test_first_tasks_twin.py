"""Fractional scheduling of jobs with tasks of two kinds against its plain, exact twin: segment for segment, node for node.

The first tasks of a job need another share of CPU, or other memory, than its other tasks (Casanova, Stillwell and Vivien
2011, outlook in section 8).  What is compared, and how near, is as in test_dfrs_twin.py.  A job's nodes are those of its
first tasks, sorted, then those of the others, sorted.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from random import Random

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.topics.fractional.adapters.dfrs_scheme import Scheme as Name
from tests.cases.strategies import EXPLORE
from tests.cases.width import ALL, width
from tests.topics.fractional.fractions import Job, drawn, fits, ran, two_kinds, with_first_tasks
from tests.topics.fractional.naive import dfrs as naive
from tests.topics.fractional.naive.packing import Job as ExactJob
from tests.topics.fractional.naive.packing import normal
from tests.topics.fractional.test_dfrs_twin import (
    SEEDS,
    agree_until,
    assert_as_twin,
    assert_largest_sums,
    both,
    crowd,
    difference,
    exact,
    inverse_stretch,
    names,
    of_kernel,
    of_twin,
    part_well,
)
from tests.topics.fractional.wrong_first_tasks import WRONG

# ---- workloads -------------------------------------------------------------------------------------------------------


def alike(seed: int) -> tuple[list[Job], int]:
    """As crowd(): a few kinds of jobs, many of each; here with first tasks, the same in all jobs of a kind."""
    jobs, nodes = crowd(seed)
    kinds = {job[1:]: with_first_tasks([job], nodes, Random(f"{seed} {job[1:]}"))[0][1:] for job in jobs}
    return [(job[0], *kinds[job[1:]]) for job in jobs], nodes


def each(seed: int) -> tuple[list[Job], int]:
    """As drawn(), about half of the jobs with first tasks."""
    jobs, nodes = drawn(seed)
    return with_first_tasks(jobs, nodes, Random(seed)), nodes


def turned(seed: int) -> tuple[list[Job], int]:
    """Two kinds of tasks: what are first tasks of one job are the others of the next, and all tasks of a third."""
    random = Random(seed)
    nodes, jobs = random.randint(1, 4), []
    pairs = [(random.choice((0.25, 0.5, 1.0)), random.choice((0.1, 0.2, 0.3, 1 / 3, 0.5))) for _ in range(2)]
    for time in sorted(random.choice((0, 0, 50, 150, 300, 600, 700)) for _ in range(random.randint(4, 12))):
        first, other = random.sample(pairs, 2)
        job = (float(time), float(random.choice((60, 250, 600, 900))), random.randint(2, 4), *other)
        two = (*job, random.randint(1, job[2] - 1), *first)
        jobs.append(two if random.random() < 0.6 else job)
    return [job for job in jobs if fits(job, nodes)] or [(0.0, 60.0, 1, *pairs[0])], nodes


@cache
def cases() -> list[tuple[list[Job], int]]:
    return [make(seed) for seed in range(SEEDS // 2, SEEDS + 2) for make in (each, alike, turned)]


def some(name: Name) -> list[tuple[int, list[Job], int]]:
    """Numbered cases for a scheme: a tenth of them, another tenth for the next.

    With --all a fifth, and all for stretch-per, where few tell what is granted; all where tests explore.
    """
    every = EXPLORE or (ALL and name.periodic == "stretch-per")
    return [
        (number, *case) for number, case in enumerate(cases()) if every or (number + len(str(name))) % width(15, 5) == 0
    ]


def normal_jobs(jobs: list[Job]) -> list[ExactJob]:
    return [normal(naive.exact_job(*job)) for job in exact(jobs, False)]


def test_about_half_of_the_jobs_have_tasks_of_two_kinds() -> None:
    for make in (each, alike, turned):
        first = [job.first for seed in range(50) for job in normal_jobs(make(seed)[0])]
        assert 0.3 < sum(count > 0 for count in first) / len(first) < 0.7


# ---- the same, to the end --------------------------------------------------------------------------------------------

CHOICES = (
    {},
    {"penalty": 0},
    {"penalty": 45, "period": 300},
    {"star_on": "completion"},
    {"period": 150},
    {"priority": "1/vt", "packing": "sum"},
    {"priority": "ft/vt"},
    {"packing": "sum", "penalty": 20, "period": 450},
)


@pytest.mark.parametrize("name", list(names(("none", "min"), ("none", "max"))), ids=str)
def test_the_schedule_is_the_twin_s(name: Name) -> None:
    assert_as_twin(name, some(name), CHOICES)


@pytest.mark.parametrize("name", list(names(("min",), ("max",))), ids=str)
def test_users_with_weights_are_favored_as_by_the_twin(name: Name) -> None:
    for number, jobs, nodes in some(name)[:2]:
        users = [1 + (job + number) % 3 for job in range(len(jobs))]
        parted = difference(*both(jobs, nodes, name, users=users, favored="1:4, 3:0.5"))
        assert not parted, f"case {number} of cases(): {parted}"


@pytest.mark.parametrize("name", list(names(("none", "min"), ())), ids=str)
def test_yields_decay_as_the_twin_s(name: Name) -> None:
    for number, jobs, nodes in some(name)[: width(1, 2)]:
        params = {"decay": 60} if number % 2 else {"decay": 25, "penalty": 45, "period": 300}
        parted = difference(*both(jobs, nodes, name, **params))
        assert not parted, f"case {number} of cases(), {params}: {parted}"


@pytest.mark.parametrize("name", ["GreedyPM */per/opt=min/minvt=600", "Greedy */opt=none", "/stretch-per/opt=max"])
def test_no_row_of_places_has_tasks_of_both_kinds(name: str) -> None:
    for jobs, nodes in cases():
        kinds, run = normal_jobs(jobs), ran(jobs, nodes, name)
        for row in run.rows:
            behind = list(accumulate((tasks for _, tasks in row.nodes), initial=0))
            first = kinds[row.job].first
            assert first in behind and behind[-1] == kinds[row.job].tasks
            where = [node for node, _ in row.nodes]
            cut = behind.index(first)
            assert where[:cut] == sorted(set(where[:cut])) and where[cut:] == sorted(set(where[cut:]))


# ---- opt=avg ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in names(("avg",), ()) if name.limit != "minft"], ids=str)
def test_with_opt_avg_the_sum_of_yields_is_the_twin_s(name: Name) -> None:
    parted = 0
    for _, jobs, nodes in some(name):
        run, twin = both(jobs, nodes, name)
        parted += part_well(run, twin, lambda job, time: 1.0)
        assert_largest_sums(of_kernel(run), normal_jobs(jobs), nodes)
    assert parted < len(some(name))  # some are compared to their end


def test_stretch_per_maximizes_the_average_inverse_as_the_twin_does() -> None:
    name = Name("none", False, "stretch-per", "avg")
    parted = [part_well(*both(jobs, nodes, name, average="inverse"), inverse_stretch(jobs)) for jobs, nodes in cases()]
    assert not all(parted)  # some are compared to their end


def test_stretch_per_minimizes_the_average_as_the_twin_does() -> None:
    """Few jobs at a time: exact virtual times have twice as many digits after each period."""
    parted = []
    for jobs, nodes in [case for case in cases() if len(case[0]) <= 10]:
        run, twin = both(jobs, nodes, Name("none", False, "stretch-per", "avg"))
        parted.append(agree_until(of_kernel(run), of_twin(twin)))
    assert min(parted) > 600 and sum(time == float("inf") for time in parted) > len(parted) / 2


# ---- what cannot be run ----------------------------------------------------------------------------------------------


def refused(job: Job, nodes: int, name: str, **params) -> tuple[bool, bool]:
    """Whether the twin refuses the job, and whether the kernel does."""
    answers = []
    for play in (
        lambda: naive.run(
            exact([job], False), nodes, naive.Scheme("GreedyP", True), quantised=params.get("quantized", False)
        ),
        lambda: ran([job], nodes, name, **params),
    ):
        try:
            play()
            answers.append(False)
        except (ValueError, Unsupported):
            answers.append(True)
    return answers[0], answers[1]


def test_both_refuse_the_same_jobs_that_fit_no_empty_nodes() -> None:
    both_ways = set()
    for seed in range(400):
        random = Random(seed)
        jobs, nodes = (drawn, crowd)[seed % 2](seed)
        job = two_kinds(random.choice(jobs), random)
        twin, kernel = refused(job, nodes, "MCB8 *" if seed % 3 else "GreedyP *")
        assert twin == kernel, (job, nodes)
        if normal_jobs([job])[0].first:
            both_ways.add(twin)
    assert both_ways == {True, False}


FOR_ALL = ("Greedy *", "MCB8 *", "/per", "/stretch-per")


@pytest.mark.parametrize("name", FOR_ALL)
@pytest.mark.parametrize("job", [(0.0, 60.0, 3, 1.0, 0.8, 2, 1.0, 0.3), (0.0, 60.0, 8, 0.1, 0.2, 4, 0.1, 0.3)])
def test_a_job_must_fit_by_greedy_and_by_mcb8(name: str, job: Job) -> None:
    """Greedy spreads the first tasks, and none of the two nodes has .8 left; MCB8 puts three of .3 on a node, and .1 is
    left there that none of .2 can use."""
    assert refused(job, 2, name) == (True, True)
    assert refused(job, 3, name) == (False, False)


@pytest.mark.parametrize("name", FOR_ALL)
def test_a_job_must_fit_where_each_task_requires_one_percent(name: str) -> None:
    """At a yield of 1/4, CPU and memory happen to put two tasks of each kind on a node; /stretch-per, whose yields are
    others at each period, would leave both nodes empty for some periods."""
    assert refused((0.0, 60.0, 8, 1.0, 0.2, 4, 1.0, 0.3), 2, name) == (True, True)


def test_whole_percents_are_for_one_kind() -> None:
    assert refused((0.0, 60.0, 2, 1.0, 0.5, 1, 0.5, 0.5), 2, "Greedy *", quantized=True) == (True, True)
    assert refused((0.0, 60.0, 2, 1.0, 0.5, 2, 0.5, 0.5), 2, "Greedy *", quantized=True) == (False, False)


# ---- jobs whose kinds do not differ ----------------------------------------------------------------------------------

SAME = {
    "equal needs": lambda job: (*job, job[2] // 2, job[3], job[4]),
    "no first tasks": lambda job: (*job, 0, 0.3, 0.7),
    "first tasks only": lambda job: (*job[:3], 0.3, 0.7, job[2], job[3], job[4]),
}


@pytest.mark.parametrize("way", SAME)
@pytest.mark.parametrize(
    "name", ["Greedy *", "GreedyPM */per/opt=min/minvt=600", "MCB8 */opt=avg", "/stretch-per/opt=max"]
)
def test_kinds_that_do_not_differ_are_one(way: str, name: str) -> None:
    for seed in range(10):
        jobs, nodes = drawn(seed)
        plain, same = ran(jobs, nodes, name), ran([SAME[way](job) for job in jobs], nodes, name)
        for table, columns in plain.tables.items():
            for column, values in columns.columns.items():
                assert np.array_equal(values, same.tables[table].columns[column]), (table, column)


# ---- the cases are worth something -----------------------------------------------------------------------------------

SCHEMES = (
    naive.Scheme("GreedyPM", True, "per", "min", "minvt", 600),
    naive.Scheme("GreedyP", True),
    naive.Scheme("MCB8", True),
    naive.Scheme("", False, "stretch-per", "none"),
)


def twin(scheme: naive.Scheme, number: int) -> naive.Result:
    """Of a case of the tests above."""
    jobs, nodes = cases()[number]
    return naive.run(exact(jobs, False), nodes, scheme)


right_twin = cache(twin)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_twin_that_is_wrong_would_be_noticed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:

    def differs(scheme: naive.Scheme, number: int) -> bool:
        right = right_twin(scheme, number)
        with monkeypatch.context() as patch:
            for place, function in WRONG[wrong].items():
                patch.setattr(f"tests.topics.fractional.naive.{place}", function)
            return twin(scheme, number) != right

    assert any(differs(scheme, number) for number in range(len(cases())) for scheme in SCHEMES)
