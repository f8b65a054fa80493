"""Batches by deadline and DEMT on line against plain twins, start for start and width for width.

Where MRT leaves a choice, the twin gives all plans that are right, and the program's has to be one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate
from scheduler.topics.moldable.adapters.offline_moldable import BATCH
from tests.cases import moldable
from tests.cases.strategies import count
from tests.topics.moldable import moldable_cases
from tests.topics.moldable.moldable_cases import SEEDS, drawn, epsilon, submits
from tests.topics.moldable.naive import moldable as naive_moldable
from tests.topics.moldable.naive.deadlines import LEFT, SECOND, ByDeadlines, GrowingOnLine, Way
from tests.topics.moldable.naive.shelves import Plan, Tasks, ends

CASES = [seed for seed in SEEDS[-count(len(SEEDS)) :] if len(drawn(seed).weights) <= 7]
TWIN_OF = {"bicriteria": ByDeadlines, "bicriteria_on_line": ByDeadlines, "demt_on_line": GrowingOnLine}


def rounding(seed: int) -> Fraction:
    """Exactly the float that the program gets."""
    return Fraction((0.25, 0.0625, 1.0)[seed % 3])


def exactly(schedule: Schedule) -> Plan:
    placed = schedule.placed
    return tuple(
        (Fraction(start), width) for start, width in zip(placed.start.tolist(), placed.processors.tolist(), strict=True)
    )


def by_program(key: str, tasks: Tasks, come: Sequence[int], seed: int, **params) -> Schedule:
    settings = {"epsilon": float(epsilon(seed)), **params}
    return simulate(moldable_cases.workload(tasks, list(come)), key, settings, decisions=None)


# -- agreement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [2, 4, 1.5])
def test_batches_by_deadline_are_among_those_of_the_twin(alpha: float) -> None:
    several = 0
    for seed in CASES:
        tasks, come = drawn(seed), [7] * len(drawn(seed).weights)
        run = by_program("bicriteria", tasks, come, seed, alpha=alpha, rounding=float(rounding(seed)))
        twin = ByDeadlines(tasks, come, epsilon(seed), rounding(seed), Fraction(alpha))
        assert near(exactly(run), twin.plans()), seed
        several += len(run.marks) > 1
    assert several > len(CASES) / 4


@pytest.mark.parametrize("alpha", [2, 4])
def test_batches_by_deadline_on_line_are_among_those_of_the_twin(alpha: float) -> None:
    several = 0
    for seed in CASES:
        tasks = drawn(seed)
        come = [one + 3 for one in submits(seed, tasks)]
        run = by_program("bicriteria_on_line", tasks, come, seed, alpha=alpha, rounding=float(rounding(seed)))
        twin = ByDeadlines(tasks, come, epsilon(seed), rounding(seed), alpha, on_line=True)
        assert near(exactly(run), twin.plans()), seed
        several += len(run.marks) > 1 and max(come) > min(come)
    assert several > len(CASES) / 4


@pytest.mark.parametrize("closed", [True, False])
def test_demt_on_line_is_among_the_plans_of_the_twin(closed: bool) -> None:
    several = 0
    for seed in CASES:
        tasks, come = drawn(seed), submits(seed, drawn(seed))
        run = by_program("demt_on_line", tasks, come, seed, compaction=closed)
        twin = GrowingOnLine(tasks, come, epsilon(seed), closed=closed)
        assert near(exactly(run), twin.plans()), seed
        several += len(run.marks) > 1 and max(come) > min(come)
    assert several > len(CASES) / 4


def near(found: Plan, plans: set[Plan]) -> bool:
    """Whether a plan is one of these, but for the rounding of lengths that have no end in binary."""
    return any(
        [width for _, width in found] == [width for _, width in plan]
        and [float(start) for start, _ in found] == pytest.approx([float(start) for start, _ in plan], rel=1e-12)
        for plan in plans
    )


# -- what is proven ---------------------------------------------------------------------------------------------------


def test_a_batch_weighs_at_least_what_any_schedule_does_by_its_deadline() -> None:
    """Every schedule of some small workloads is gone through."""
    for seed in range(25):
        tables = moldable.drawn(seed, 4, 3)
        weights = [Random(f"weights {seed}").randint(1, 9) for _ in tables]
        run = simulate(moldable.workload(tables, 3, weights), "bicriteria", {"rounding": 1.0})
        batch = np.searchsorted(run.marks.begin, run.placed.start, side="right") - 1
        for number, deadline in enumerate(run.marks.value.tolist()):
            by_then = sum(np.array(weights)[batch <= number])
            best = max(
                sum(w for w, end in zip(weights, naive_moldable.ends(tables, plan), strict=True) if end <= deadline)
                for plan in naive_moldable.all_plans(tables, 3)
            )
            assert by_then >= best


@pytest.mark.parametrize("key", ["bicriteria", "bicriteria_on_line"])
def test_both_criteria_are_within_the_proven_ratio_of_the_best(key: str) -> None:
    for seed in range(20):
        tables, draw = moldable.drawn(seed, 4, 3), Random(f"weights {seed}")
        weights = [draw.randint(1, 9) for _ in tables]
        come = sorted(draw.randint(0, 9) for _ in tables) if key == "bicriteria_on_line" else [0] * 4
        come = [one - come[0] for one in come]
        for alpha, most in ((2.0, 4 * 1.5 * 1.01 * 1.1), (3.0, 4.5 * 1.5 * 1.01 * 1.1)):
            run = simulate(moldable.workload(tables, 3, weights, come), key, {"alpha": alpha})
            assert run.placed.end.max() <= most * naive_moldable.least_makespan(tables, 3, come)
            assert run.placed.end @ weights <= most * naive_moldable.least_weighted(tables, weights, 3, come)


def test_batches_begin_when_they_may() -> None:
    """Two tasks of 4 s on one processor; the second comes at 5 s.  Deadlines are 4, 8, 16 s after the first submission.

    On line the first batch begins at its deadline, 4 s after that, and ends at 8 s; the second begins then.  Were the
    second task there from the beginning, it would be the same; without waiting for others the first begins at once.
    """
    tables = [[4.0], [4.0]]
    run = simulate(moldable.workload(tables, 1, submits=[100, 105]), "bicriteria_on_line")
    assert run.marks.value.tolist() == [4, 8] and run.placed.start.tolist() == [104, 108]
    late = simulate(moldable.workload(tables, 1, submits=[100, 109]), "bicriteria_on_line")
    assert late.marks.value.tolist() == [4, 16] and late.placed.start.tolist() == [104, 116]
    assert simulate(moldable.workload(tables, 1), "bicriteria").placed.start.tolist() == [0, 4]


def test_nobody_who_comes_later_changes_what_was_planned_before() -> None:
    """Batches that begin before a task comes are the same without it."""
    for key in ("bicriteria_on_line", "demt_on_line"):
        compared = 0
        for seed in CASES:
            tasks, come = drawn(seed), submits(seed, drawn(seed))
            last = come.index(max(come))
            if come[last] == come[0]:
                continue
            run = by_program(key, tasks, come, seed)
            others = [row for row in range(len(come)) if row != last]
            fewer = by_program(key, tasks.some(others), [come[row] for row in others], seed)
            for row, start, again in zip(others, run.placed.start[others], fewer.placed.start, strict=True):
                if min(start, again) < come[last]:
                    assert start == again, (key, seed, row)
                    compared += 1
        assert compared > 5


# -- wrong on purpose -------------------------------------------------------------------------------------------------


class _WithoutShelves(ByDeadlines):
    """The first shelf may be as wide as it likes."""

    def fits(self, way: Way, many: int) -> bool:
        return super().fits(way._replace(width=0), many)


class _WithoutWork(ByDeadlines):
    """However much work there is."""

    def fits(self, way: Way, many: int) -> bool:
        return super().fits(way._replace(units=0), many)


class _HighestRows(ByDeadlines):
    """Of equal choices that with the highest rows."""

    def ways(self, rows, deadline):
        return (way._replace(places=tuple(-place for place in way.places)) for way in super().ways(rows, deadline))


class _AllSecond(ByDeadlines):
    """Only the second shelf."""

    def places(self, row, deadline):
        return [place for place in super().places(row, deadline) if place[0] in (LEFT, SECOND)]


class _Later(ByDeadlines):
    """The deadlines begin one later."""

    def first(self):
        return super().first() * self.alpha


WRONG = {kind.__name__: kind for kind in (_WithoutShelves, _WithoutWork, _HighestRows, _AllSecond, _Later)}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_told_from_the_right_one(name: str) -> None:
    def plans(kind: type[ByDeadlines], seed: int) -> set[Plan]:
        tasks = drawn(seed)
        return kind(tasks, [0] * len(tasks.weights), epsilon(seed), rounding(seed)).plans()

    assert any(not plans(WRONG[name], seed) <= plans(ByDeadlines, seed) for seed in CASES)


def test_marks_are_batches_that_follow_each_other() -> None:
    for seed in CASES[:10]:
        tasks = drawn(seed)
        for key in TWIN_OF:
            run = by_program(key, tasks, [0] * len(tasks.weights), seed)
            assert set(run.marks.kind.tolist()) == {BATCH}
            assert np.all(run.marks.begin[1:] >= run.marks.end[:-1])
            assert max(ends(tasks, exactly(run))) == run.marks.end[-1]
