"""easy_sjbf, backfill_fair and the ordered queues against their plain twins, start for start.

And against examples worked by hand, and against what EASY promises: the job at the head is never late.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings

from scheduler.engine import decision_log
from scheduler.errors import Unsupported
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import plan_cases, strategies
from tests.cases.strategies import Case, count
from tests.naive.queues import ORDERS, PASSING, Ordered, by_rule, easy_sjbf, fair
from tests.naive.rigid import Job
from tests.wrong.queues import QUEUES

FAMILIES = {"exact": 25, "inexact": 60, "closed": 40, "short": 80}


class Twin(NamedTuple):
    """A policy with parameters, and how its twin solves a case."""

    key: str
    params: dict
    solve: Callable[[Case], list[int]]


def ordered(key: str, passing: str) -> Twin:
    return Twin(key, {"passing": passing}, by_rule(lambda case: Ordered(ORDERS[key], PASSING[passing])))


def fairly(**params) -> Twin:
    return Twin("backfill_fair", params, fair(**params))


SJBF = Twin("easy_sjbf", {}, by_rule(lambda case: easy_sjbf))
TWIN_OF = {"easy_sjbf": easy_sjbf, "backfill_fair": fair, **dict.fromkeys(ORDERS, Ordered)}
TWINS = [
    SJBF,
    fairly(),
    fairly(new_user=1e12),
    fairly(new_user=0.5),
    fairly(halving=3),
    fairly(new_user=1.0, halving=7),
    *(ordered(key, passing) for key in ORDERS for passing in PASSING),
]


def named(twin: Twin) -> str:
    return " ".join([twin.key, *(f"{name}={value}" for name, value in twin.params.items())])


every_twin = pytest.mark.parametrize("twin", TWINS, ids=named)


def by_program(key: str, params: dict, case: Case) -> list[float]:
    return simulate(case.workload, key, params, decisions=None).placed.start.tolist()


# -- agreement --------------------------------------------------------------------------------------------------------


@every_twin
@pytest.mark.parametrize("family", FAMILIES)
def test_starts_are_those_of_the_twin(twin: Twin, family: str) -> None:
    number = FAMILIES[family] * (4 if twin is SJBF else 1)
    found = {
        seed: (by_program(twin.key, twin.params, case), twin.solve(case))
        for seed, case in enumerate(plan_cases.of(family, count(number)))
    }
    assert {seed: starts for seed, starts in found.items() if starts[0] != starts[1]} == {}


@every_twin
@settings(max_examples=12)
@given(case=strategies.rigid_cases())
def test_starts_of_drawn_jobs_are_those_of_the_twin(twin: Twin, case: Case) -> None:
    assert by_program(twin.key, twin.params, case) == twin.solve(case)


@every_twin
@settings(max_examples=12)
@given(case=strategies.closed_cases())
def test_starts_of_drawn_campaigns_are_those_of_the_twin(twin: Twin, case: Case) -> None:
    assert by_program(twin.key, twin.params, case) == twin.solve(case)


@pytest.mark.parametrize("name", QUEUES)
def test_a_wrong_queue_is_told_from_the_right_one(name: str) -> None:
    right, wrong, family = QUEUES[name]
    assert any(right(case) != wrong(case) for case in plan_cases.of(family, 100))


@pytest.mark.parametrize("passing", PASSING)
@pytest.mark.parametrize("aging", [1, 3, Fraction(1, 2)])
def test_smallest_area_first_with_aging_is_ordered_anew_at_each_pass(aging: int | Fraction, passing: str) -> None:
    twin = by_rule(
        lambda case: Ordered(lambda job, wait: aging * wait - job.requested_time * job.processors, PASSING[passing])
    )
    plain, differ = by_rule(lambda case: Ordered(ORDERS["saf"], PASSING[passing])), 0
    for family in ("exact", "inexact", "short"):
        for case in plan_cases.of(family, count(30)):
            wanted = twin(case)
            assert by_program("saf", {"aging": float(aging), "passing": passing}, case) == wanted
            differ += wanted != plain(case)
    assert differ


def test_aging_needs_submit_times() -> None:
    case = next(iter(plan_cases.of("closed", 1)))
    with pytest.raises(Unsupported, match="aging takes submit times as they are"):
        simulate(case.workload, "saf", {"aging": 1.0})


@pytest.mark.parametrize("key", ORDERS)
def test_in_order_is_what_an_ordered_queue_does_unless_asked(key: str) -> None:
    for case in plan_cases.of("short", count(50)):
        assert by_program(key, {}, case) == by_program(key, {"passing": "none"}, case)


# -- small examples, worked by hand -----------------------------------------------------------------------------------


def jobs(*rows: tuple[int, ...]) -> tuple[Job, ...]:
    """Jobs of (submit, runtime, processors[, requested time]); the users of a case are 0, 1, 2, 0, 1, 2, ..."""
    return tuple(Job(row[0], row[1], row[3] if len(row) > 3 else row[1], row[2]) for row in rows)


# 4 processors.  The head of 4 waits for 6; of those that may pass, in order of submission the one of 5 s leaves no
# processor for the others, and by requested time the one of 2 s and then the one of 3 s go, together.
SHORTER_PASSES = jobs((0, 6, 2), (1, 1, 4), (1, 5, 2), (1, 3, 1), (1, 2, 1))
# One processor; jobs of users 0, 1, 2, 0, 1.  At 2 user 0 has waited 0 s for his 2, the others are new; at 6 user 1 has
# waited 2 s for 4, and goes first again unless user 2, who is new, goes first.
WHO_WAITED = jobs((0, 2, 1), (0, 4, 1), (0, 1, 1), (1, 3, 1), (1, 3, 1))
# Three processors, in use until 3.  Then: requested times 4, 6, 2, 3; processors 2, 1, 3, 1; areas 8, 6, 6, 3.
BY_SIZE = jobs((0, 3, 3), (1, 4, 2), (1, 6, 1), (1, 2, 3), (2, 3, 1))

EXAMPLES = [
    (4, SHORTER_PASSES, "easy_sjbf", {}, [0, 6, 7, 1, 1]),
    (4, SHORTER_PASSES, "easy", {}, [0, 6, 1, 7, 7]),
    (1, WHO_WAITED, "backfill_fair", {}, [0, 2, 9, 10, 6]),
    (1, WHO_WAITED, "backfill_fair", {"new_user": 1e12}, [0, 2, 6, 10, 7]),
    (3, BY_SIZE, "sjf", {}, [0, 5, 8, 3, 5]),
    (3, BY_SIZE, "lpt", {}, [0, 3, 3, 10, 7]),
    (3, BY_SIZE, "ljf", {}, [0, 5, 5, 3, 9]),
    (3, BY_SIZE, "saf", {}, [0, 11, 3, 9, 3]),
]


@pytest.mark.parametrize(("machine", "example", "key", "params", "starts"), EXAMPLES)
def test_small_examples(machine: int, example: tuple[Job, ...], key: str, params: dict, starts: list[int]) -> None:
    twin = next((twin for twin in TWINS if twin.key == key and twin.params in (params, {"passing": "none"})), None)
    case = Case(machine, example)
    if twin is not None:
        assert twin.solve(case) == starts
    assert by_program(key, params, case) == starts


def test_a_wait_counts_with_its_third_power() -> None:
    """At 4: (4/4)^3 x 1 for the long one, (2/4)^3 x 4 for the wide one; without the powers, 1 and 2."""
    case = Case(4, jobs((0, 4, 4), (0, 4, 1), (2, 4, 4)))
    assert by_program("wfp3", {}, case) == [0, 4, 8]


# -- what easy_sjbf promises ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["exact", "inexact", "closed"])
def test_a_head_starts_no_later_than_its_first_shadow(family: str) -> None:
    """By requested times: a job that ends early lets the head start earlier."""
    held = 0
    for case in plan_cases.of(family, count(120)):
        run = simulate(case.workload, "easy_sjbf", decisions="all")
        table = run.decisions
        assert table is not None
        rows = np.flatnonzero((table.kind == decision_log.RESERVE) & (table.rule == decision_log.RESERVED))
        heads, first = np.unique(table.job[rows], return_index=True)
        assert (run.placed.start[heads] <= table.shadow[rows[first]]).all()
        held += len(heads)
    assert held > count(120)


def test_what_each_policy_may_look_at() -> None:
    """BF-FAIR does without requested times: making them all longer changes nothing."""
    assert "requested_time" not in all_policies()["backfill_fair"].information
    for case in plan_cases.of("inexact", count(100)):
        runs = [by_program("backfill_fair", {"halving": 3}, one) for one in (case, strategies.exact(case))]
        assert runs[0] == runs[1]
