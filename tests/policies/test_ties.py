"""Simultaneous events in the other order: against twins, by hand, and what it is measured for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scheduler.policies import all_policies
from scheduler.replay.other_order import other_order
from scheduler.simulate import simulate
from tests.cases import plan_cases
from tests.cases.small import workload
from tests.cases.strategies import Case, count
from tests.naive import rigid as naive
from tests.naive.conservative import Conservative
from tests.naive.queues import ORDERS, PASSING, BackfillFair, Ordered, by_rule, easy_sjbf, users

LATER = {"ties": "submissions"}
FAMILIES = {"exact": 30, "inexact": 60, "closed": 40, "short": 60}


def of(rule: naive.Rule) -> Callable[[Case], list[int]]:
    return by_rule(lambda case: rule, ends_first=False)


def in_order(key: str, passing: str) -> Callable[[Case], list[int]]:
    return by_rule(lambda case: Ordered(ORDERS[key], PASSING[passing]), ends_first=False)


def planned(case: Case) -> list[int]:
    return Conservative(case.jobs, case.processors, case.campaigns, ends_first=False).run().starts


TWINS: dict[tuple[str, str], Callable[[Case], list[int]]] = {
    ("fcfs", ""): of(naive.fcfs),
    ("backfill", ""): of(naive.backfill),
    ("easy", ""): of(naive.easy),
    ("easy_sjbf", ""): of(easy_sjbf),
    ("conservative", ""): planned,
    ("backfill_fair", ""): by_rule(lambda case: BackfillFair(users(case)), ends_first=False),
    **{(key, passing): in_order(key, passing) for key in ("sjf", "wfp3") for passing in PASSING},
}


def params(passing: str) -> dict[str, str]:
    return LATER | ({"passing": passing} if passing else {})


@pytest.mark.parametrize(("key", "passing"), TWINS, ids=" ".join)
@pytest.mark.parametrize("family", FAMILIES)
def test_submissions_first_is_what_the_twin_does(key, passing, family):
    for case in plan_cases.of(family, count(FAMILIES[family])):
        run = simulate(case.workload, key, params(passing), decisions=None)
        assert run.placed.start.tolist() == TWINS[key, passing](case)


@pytest.mark.parametrize("key", ["backfill", "easy", "conservative", "backfill_fair", "easy_sjbf"])
def test_it_makes_a_difference(key):
    def starts(case: Case, **given) -> list[float]:
        return simulate(case.workload, key, given, decisions=None).placed.start.tolist()

    assert any(starts(case) != starts(case, **LATER) for case in plan_cases.of("inexact", 60))


EARLY_END = workload([(0, 10, 3), (1, 5, 4), (10, 5, 1)], 4, requested=[20, 5, 5])


@pytest.mark.parametrize("key", ["easy", "backfill"])
def test_a_job_that_comes_as_another_ends_early_slips_in_before_the_end_is_seen(key):
    # At 10 job 0 ends, which had asked for 20 s, and job 2 comes.  Ends first: the head has all 4.  Submissions first:
    # the head is expected at 20, job 2 is over by 15 and takes the free processor; the head waits for it.
    assert simulate(EARLY_END, key).placed.start.tolist() == [0, 10, 15]
    assert simulate(EARLY_END, key, LATER).placed.start.tolist() == [0, 15, 10]


def test_the_order_in_which_it_happened_is_told():
    told = simulate(EARLY_END, "easy", LATER).decisions
    assert told is not None
    at_ten = [int(job) for job, time in zip(told.job, told.time, strict=True) if time == 10]
    assert at_ten.index(2) < at_ten.index(0)
    assert told.time.tolist() == sorted(told.time.tolist())


# ---- measured -------------------------------------------------------------------------------------------------------


def test_a_run_in_the_other_order_is_the_same_run_but_for_that():
    run = simulate(EARLY_END, "easy")
    other = other_order(run)
    assert other is not None
    assert other.params == run.params | LATER
    assert other.placed.start.tolist() == [0, 15, 10]
    again = other_order(other)
    assert again is not None and again.placed.start.tolist() == run.placed.start.tolist()


def test_without_simultaneous_events_there_is_nothing_to_simulate():
    run = simulate(workload([(0, 10, 3), (1, 5, 4), (9, 5, 1)], 4, requested=[20, 5, 5]), "easy")
    assert other_order(run) is run


@pytest.mark.parametrize("key", ["fcfs", "easy", "conservative", "wfp3"])
def test_where_nothing_is_simultaneous_the_order_decides_nothing(key):
    random = np.random.default_rng(3)
    times = np.cumsum(random.uniform(0, 30, 60))
    jobs = workload([(time, random.uniform(5, 90), int(random.integers(1, 5))) for time in times], 6)
    assert other_order(simulate(jobs, key)) is not None
    assert simulate(jobs, key).placed.start.tolist() == simulate(jobs, key, LATER).placed.start.tolist()


def test_policies_whose_rules_say_what_comes_first_are_not_measured():
    assert "ties" not in {param.name for param in all_policies()["tabu"].params}
    assert other_order(simulate(EARLY_END, "tabu")) is None
