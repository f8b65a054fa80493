"""tabu against its plain twin: every start, every move it tries, and what each plan is worth, in exact numbers.

The cases are short and ticks every few seconds, so that a search has something to move.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases import plan_cases
from tests.cases.strategies import Case, count
from tests.naive.rigid import Job
from tests.naive.tabu import Iteration, Tabu, Worth, search, splitmix64
from tests.twins.test_conservative_twins import (
    first_promises,
    of_newcomers,
    promises,
    reservations,
    starts,
    without_starts,
)
from tests.wrong.searches import SEARCHES

WAYS = [
    {},
    {"period": 1, "iterations": 1.0},
    {"period": 7, "iterations": 3.5, "tabu_length": 3},
    {"period": 2, "tabu_length": 0, "seed": 2**53 - 1},
    {"period": 2, "tabu_length": 1, "seed": 5},
    {"period": 2, "most": 2, "seed": 6},
    {"weights": (0.0, 1.0, 0.0, 0.25), "seed": 7},
    {"weights": (0.0, 0.0, 0.0, 1.0), "seed": 8},
    {"weights": (2.0, 0.0, 1.0, 0.0), "seed": 9, "iterations": 4.0},
]
every_way = pytest.mark.parametrize("way", WAYS, ids=str)
NAMES = ("w_bsd", "w_wt", "w_rt", "w_f")
TWIN_OF = {"tabu": search}


def by_program(
    case: Case, *, seed: int = 1, period: int = 3, weights: tuple = (1, 1, 1, 1), decisions: str | None = None, **params
) -> Schedule:
    weighed = dict(zip(NAMES, weights, strict=True))
    return simulate(case.workload, "tabu", {"period": period, **weighed, **params}, seed=seed, decisions=decisions)


def solved(case: Case, **params) -> Tabu:
    return search(case, **{"seed": 1, "period": 3} | params)


@cache
def right(solve: Callable[[Case], list[int]], seed: int) -> list[int]:
    """Starts by the right twin, which most of the wrong ones share."""
    return solve(plan_cases.MAKERS["searched"](seed))


def told(run: Schedule) -> list[tuple]:
    """(time, waiting, iteration, job or -1, accepted) of every move tried."""
    return list(
        zip(
            *(tried(run).columns[name].tolist() for name in ("time", "waiting", "iteration", "job", "accepted")),
            strict=True,
        )
    )


def tried(run: Schedule) -> Table:
    """The moves of a run, without the rows that tell how a search began."""
    assert run.search is not None
    assert (run.search.iteration >= 0).all() and (run.search.job[run.search.iteration == 0] == -1).all()
    return run.search.take(run.search.iteration > 0)


# -- agreement --------------------------------------------------------------------------------------------------------


@every_way
def test_starts_and_moves_are_those_of_the_twin(way: dict) -> None:
    accepted = 0
    for seed, case in enumerate(plan_cases.of("searched", count(40))):
        run, twin = by_program(case, **way), solved(case, **way)
        wanted = [
            (one.time, one.waiting, one.iteration, -1 if one.job is None else one.job, one.accepted)
            for one in twin.told
        ]
        assert starts(run) == twin.done.starts, f"searched {seed}"
        assert told(run) == wanted, f"searched {seed}"
        assert_worth(run, twin.told)
        accepted += sum(one.accepted for one in twin.told)
    assert accepted > 5


def assert_worth(run: Schedule, moves: list[Iteration]) -> None:
    """What the best plan is worth after each move, and by how much the move would make it better, in exact numbers."""
    columns = [tried(run).columns[name] for name in ("bounded_stretch", "wait", "response", "unfairness")]
    exact = np.array([[float(value) for value in one.best] for one in moves]).reshape(-1, 4)
    np.testing.assert_allclose(np.column_stack(columns), exact, rtol=1e-12, atol=1e-12)
    drawn = np.array([one.job is not None for one in moves], bool)
    weights = [float(one.weight) for one in moves if one.weight is not None]
    np.testing.assert_allclose(tried(run).weight[drawn], weights, rtol=1e-9, atol=1e-12)


def test_promises_and_moves_are_those_of_the_twin() -> None:
    """Before and after each search, not the plans tried between."""
    for case in plan_cases.of("searched", count(40)):
        run, plans = by_program(case, decisions="all"), solved(case).promises
        assert set(promises(run)) >= set(of_newcomers(plans))
        assert sorted(reservations(run)) == sorted(without_starts(plans))


@pytest.mark.parametrize("name", SEARCHES)
def test_a_wrong_search_is_told_from_the_right_one(name: str) -> None:
    solve, wrong, family = SEARCHES[name]
    assert any(right(solve, seed) != wrong(case) for seed, case in enumerate(plan_cases.of(family, 200)))


# -- what has to hold -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nothing", [{"iterations": 0.0}, {"weights": (0.0, 0.0, 0.0, 0.0)}, {"period": 10**6}], ids=str
)
def test_without_a_search_it_is_conservative(nothing: dict) -> None:
    for case in plan_cases.of("searched", count(40)) + plan_cases.of("inexact", count(40)):
        plain = simulate(case.workload, "conservative", {"compression": "start"}, decisions=None)
        assert starts(by_program(case, **nothing)) == starts(plain)


def test_a_search_tells_how_it_began() -> None:
    for case in plan_cases.of("searched", count(40)):
        table = by_program(case).search
        assert table is not None
        first = np.flatnonzero(table.iteration == 0).tolist()
        assert len(set(table.time[first])) == len(first) == len(set(table.time))
        for begin, end in pairwise([*first, len(table)]):
            until = (
                begin + 1 + int(np.argmax(table.accepted[begin + 1 : end])) if table.accepted[begin:end].any() else end
            )
            assert len(set(table.wait[begin:until])) == 1  # as it began, until a move is taken


def test_a_seed_is_a_schedule() -> None:
    cases = plan_cases.of("searched", count(40))
    once, again, other = ([starts(by_program(case, seed=seed)) for case in cases] for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_an_accepted_plan_is_better_by_its_weights() -> None:
    for case in plan_cases.of("inexact", count(40)):
        table = by_program(case, period=5).search
        assert table is not None
        assert ((table.accepted == 1) == (table.weight > 1e-9))[table.job >= 0].all()
        assert (table.accepted[table.job < 0] == 0).all()


def test_a_search_may_break_promises() -> None:
    runs = [by_program(case) for case in plan_cases.of("searched", count(40))]
    assert any((run.placed.start > first_promises(run)).any() for run in runs)


# -- worked by hand ---------------------------------------------------------------------------------------------------


def test_draws_of_the_generator() -> None:
    """The published first outputs of SplitMix64 for seed 1234567, shifted to 53 bits."""
    draw = splitmix64(1234567)
    outputs = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [draw() for _ in outputs] == [Fraction(output >> 11, 2**53) for output in outputs]


# One processor.  The first runs until 10; behind it user 1 plans 10 s at 10, user 2 plans 1 s at 20.
LONG_BEFORE_SHORT = Case(1, (Job(0, 10, 10), Job(0, 10, 10), Job(0, 1, 1)))


def test_what_a_plan_is_worth() -> None:
    """The long one first: bounded stretch (1 + 11)/2, wait (0 + 10)/2, response (10 + 11)/2, F 5^2 + 5^2."""
    twin = Tabu([Job(0, 10, 10), Job(0, 1, 1)], 1, users=[0, 1])
    twin.queue, twin.arrived = [0, 1], {0, 1}
    before, after = twin.worth({0: 0, 1: 10}), twin.worth({0: 1, 1: 0})
    assert before == Worth(Fraction(6), Fraction(5), Fraction(21, 2), Fraction(50))
    assert after == Worth(Fraction(21, 20), Fraction(1, 2), Fraction(6), Fraction(1, 200))
    assert twin.better(before, after) == Fraction(33, 40) + Fraction(9, 10) + Fraction(3, 7) + Fraction(9999, 10000)


def test_a_short_job_is_taken_before_a_long_one() -> None:
    """At the tick at 5: two jobs wait, one move of the long one swaps them, by whichever draw comes first."""
    for seed in range(5):
        run = by_program(LONG_BEFORE_SHORT, seed=seed, period=5)
        assert starts(run) == [0, 11, 10]
        assert run.search is not None
        best = run.search.accepted == 1
        assert best.sum() == 1 and run.search.job[best] == 1
        # Waits 11 and 10, requested 10 and 1; users 0, 1, 2 have 0/10, 11/10, 10/1 of wait per area, 3.7 on average.
        found = [run.search.columns[name][best][0] for name in ("bounded_stretch", "wait", "response", "unfairness")]
        assert found == pytest.approx([(2.1 + 11) / 2, 10.5, 16, 3.7**2 + 2.6**2 + 6.3**2], rel=1e-12)
