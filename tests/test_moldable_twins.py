"""MRT, the lists on its allotment, SMART, batches and DEMT against plain twins, start for start and width for width.

Where the text leaves a choice, the twin gives all plans that are right, and the program's has to be one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from scheduler.schedule import Schedule
from scheduler.simulate import simulate
from tests import moldable_cases
from tests.naive_growing import Growing, weighted
from tests.naive_lists import ORDERS, EqualLengths, InBatches, listed
from tests.naive_shelves import Plan, Tasks, TwoShelves, ends
from tests.strategies import count
from tests.wrong_shelves import SHELVES

EPSILONS = (0.25, 0.01)
CASES = [(seed, EPSILONS[seed % 2]) for seed in range(count(60))]
WORTH = 1 / 4           # of the cases, so many have a single plan that is right, or the comparison says little


class Twin(NamedTuple):
    """A policy with parameters, and all right plans of tasks for which MRT has been worked out."""

    key: str
    params: dict
    plans: Callable[[Tasks, TwoShelves], set[Plan]]


def lists(key: str) -> Twin:
    return Twin(key, {}, lambda tasks, shelves: listed(tasks, shelves, ORDERS[key]))


def smart(**params: str) -> Twin:
    return Twin("smart", params, lambda tasks, shelves: EqualLengths(tasks, shelves, **params).plans())


def demt(**params: float) -> Twin:
    alpha = params.get("alpha", 2)
    return Twin("demt", {"shuffles": 0, **params}, lambda tasks, shelves: Growing(tasks, shelves, alpha).compacted())


def apart(**params: float) -> Twin:
    """DEMT with its batches one after the other."""
    alpha = params.get("alpha", 2)
    return Twin("demt", {"compaction": False, **params},
                lambda tasks, shelves: {Growing(tasks, shelves, alpha).one_after_the_other()})


MRT = Twin("mrt", {}, lambda tasks, shelves: shelves.plans())
TWINS = [MRT, *map(lists, ORDERS),
         *(smart(packing=packing, heights=heights) for packing in ("ffia", "nfiw") for heights in ("powers", "longest")),
         apart(), apart(alpha=4), demt(), demt(alpha=4), demt(alpha=3), demt(alpha=1.25)]
INSIDE = [*TWINS[:4], smart(), demt()]


def named(twin: Twin) -> str:
    return " ".join([twin.key, *(f"{name}={value}" for name, value in twin.params.items())])


@cache
def worked_out(seed: int, epsilon: float) -> TwoShelves:
    return TwoShelves(moldable_cases.drawn(seed), Fraction(epsilon))


@cache
def workload(seed: int):
    return moldable_cases.workload(moldable_cases.drawn(seed))


def by_program(key: str, seed: int, **params) -> Schedule:
    return simulate(workload(seed), key, params, decisions=None)


def exactly(schedule: Schedule) -> Plan:
    placed = schedule.placed
    return tuple((Fraction(start), width) for start, width in zip(placed.start.tolist(), placed.processors.tolist(), strict=True))


# -- agreement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("twin", TWINS, ids=named)
def test_plans_are_among_those_of_the_twin(twin: Twin) -> None:
    wrong, single = {}, 0
    for seed, epsilon in CASES:
        shelves = worked_out(seed, epsilon)
        plans = twin.plans(shelves.tasks, shelves)
        single += len(plans) == 1
        found = exactly(by_program(twin.key, seed, epsilon=epsilon, **twin.params))
        if found not in plans:
            wrong[seed] = found, plans
    assert wrong == {}
    assert single > WORTH * len(CASES)


def test_the_guess_is_that_of_the_twin() -> None:
    for seed, epsilon in CASES:
        marks = by_program("mrt", seed, epsilon=epsilon).marks
        assert marks is not None
        heights = {label: Fraction(end) for label, end in zip(marks.label.tolist(), marks.end.tolist(), strict=True)}
        guess = worked_out(seed, epsilon).guess
        assert heights == {"first shelf": guess, "second shelf": Fraction(3 * guess, 2)}


@pytest.mark.parametrize("twin", [apart(alpha=1.5), apart(alpha=1.25), apart(alpha=3)], ids=named)
def test_batches_whose_lengths_have_no_end_in_binary(twin: Twin) -> None:
    """Their beginnings are rounded; what is in them is not."""
    for seed, epsilon in CASES:
        shelves = worked_out(seed, epsilon)
        (right,) = twin.plans(shelves.tasks, shelves)
        placed = by_program(twin.key, seed, epsilon=epsilon, **twin.params).placed
        assert placed.start.tolist() == pytest.approx([float(start) for start, _ in right], rel=1e-12, abs=1e-12)
        assert placed.processors.tolist() == [width for _, width in right]


def test_shuffling_inside_batches_gives_a_list_that_is_better_or_changes_nothing() -> None:
    better = 0
    for seed, epsilon in CASES:
        shelves = worked_out(seed, epsilon)
        growing = Growing(shelves.tasks, shelves)
        found = exactly(by_program("demt", seed, epsilon=epsilon))
        assert found in growing.shuffled()
        better += weighted(shelves.tasks, found) < weighted(shelves.tasks, min(growing.compacted()))
    assert better


@pytest.mark.parametrize("twin", INSIDE, ids=named)
def test_batches_on_line_are_among_those_of_the_twin(twin: Twin) -> None:
    waited = 0
    for seed, epsilon in CASES[::2]:
        tasks = moldable_cases.drawn(seed)
        submits = moldable_cases.submits(seed, tasks)
        def inside(some: Tasks, epsilon: float = epsilon) -> set[Plan]:
            return twin.plans(some, TwoShelves(some, Fraction(epsilon)))
        params = {"inside": twin.key, "epsilon": epsilon, **twin.params}
        found = exactly(simulate(moldable_cases.workload(tasks, submits), "batch", params, decisions=None))
        assert found in InBatches(tasks, submits, inside).plans()
        waited += any(start > submit for (start, _), submit in zip(found, submits, strict=True))
    assert waited > len(CASES) / 8


# -- what the twin itself is held to ----------------------------------------------------------------------------------


def test_the_example_with_three_tasks() -> None:
    """Two processors: 3.5 is ruled out, since the long task has to have both and 8 > 7 is too much work; 4 is not."""
    tasks = Tasks(((40, 20), (20, 15), (10, 9)), 2, (1, 1, 1))
    shelves = TwoShelves(tasks, Fraction(1, 100))
    assert (shelves.bound(), shelves.splits(35), len(shelves.splits(40))) == (35, [], 2)
    assert 40 <= shelves.guess <= Fraction(404, 10)
    (plan,) = Growing(tasks, shelves).compacted()
    assert ends(tasks, plan) == [50, 20, 10]


def test_a_plan_of_the_twin_is_within_one_and_a_half_of_its_guess_and_fits() -> None:
    for seed, epsilon in CASES:
        shelves = worked_out(seed, epsilon)
        assert shelves.plans()
        for plan in shelves.plans():
            done = ends(shelves.tasks, plan)
            assert 2 * max(done) <= 3 * shelves.guess
            for now, _ in plan:
                running = [width for (start, width), end in zip(plan, done, strict=True) if start <= now < end]
                assert sum(running) <= shelves.tasks.processors


@pytest.mark.parametrize("name", SHELVES)
def test_a_wrong_rule_is_told_from_the_right_one(name: str) -> None:
    wrong = SHELVES[name]
    cases = range(200)
    assert any(not wrong.wrong(seed) <= wrong.right(seed) for seed in cases)
