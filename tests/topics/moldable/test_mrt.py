"""MRT against all schedules of small instances, and on drawn ones of any size."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.offline_moldable import Tasks
from scheduler.topics.moldable.bounds import makespan
from scheduler.topics.moldable.kernels import mrt as kernel
from tests.cases import moldable
from tests.cases.every_case import every_case
from tests.topics.moldable.naive import moldable as naive_moldable

SMALL = [(seed, *size) for seed, size in enumerate([(3, 2), (3, 3), (3, 4), (4, 2), (2, 4)] * 8 + [(4, 3)] * 4)]
EPSILON = 0.01


def tasks_of(tables, processors, weight=None):
    runtime = np.full((len(tables), processors + 1), np.inf)
    for row, table in enumerate(tables):
        runtime[row, 1:] = [table[min(q, len(table)) - 1] for q in range(1, processors + 1)]
    return Tasks(runtime, np.ones(len(tables)) if weight is None else np.array(weight, float))


@cache
def optimum(seed, tasks, processors):
    return naive_moldable.least_makespan(moldable.drawn(seed, tasks, processors), processors)


def accepted(tasks, guess):
    n, m = len(tasks.weight), tasks.processors
    return bool(kernel.accepted(tasks.runtime, guess, kernel.new_shelves(n, m), kernel.new_knapsack(n, m)))


def planned(tasks, epsilon=EPSILON):
    plan = offline_moldable.mrt(tasks, {"epsilon": epsilon}, stream(0))
    return plan, float((plan.start + tasks.on(plan.processors)).max())


def most_busy(tasks, plan):
    end = plan.start + tasks.on(plan.processors)
    return max(int(plan.processors[(plan.start <= at) & (end > at + 1e-9)].sum()) for at in plan.start)


def test_the_micro_example():
    tasks = tasks_of([(4, 2), (2, 1.5), (1, 0.9)], 2)
    assert not accepted(tasks, 3.5) and accepted(tasks, 4.0)  # 3.5: a has both processors, and b costs 3 of work
    assert naive_moldable.least_makespan([(4, 2), (2, 1.5), (1, 0.9)], 2) == pytest.approx(4)


@every_case("seed, n, m", SMALL)
def test_within_one_and_a_half_of_the_least_makespan(seed, n, m):
    tasks, best = tasks_of(moldable.drawn(seed, n, m), m), optimum(seed, n, m)
    plan, length = planned(tasks)
    found = offline_moldable.allotted(tasks, EPSILON)
    assert best * (1 - 1e-9) <= length <= 1.5 * (1 + EPSILON) * best * (1 + 1e-9)
    assert length <= 1.5 * found.guess * (1 + 1e-9)
    assert found.refused <= best * (1 + 1e-9)
    assert found.guess <= (1 + EPSILON) * found.refused * (1 + 1e-9)
    assert most_busy(tasks, plan) <= m


@every_case("seed, n, m", SMALL)
def test_a_guess_that_can_be_met_is_never_refused(seed, n, m):
    tasks, best = tasks_of(moldable.drawn(seed, n, m), m), optimum(seed, n, m)
    for factor in (1.0, 1.001, 1.1, 1.5, 3.0):
        assert accepted(tasks, best * factor)


@every_case("seed", range(60))
def test_guesses_are_refused_exactly_where_the_twin_refuses_them(seed):
    draw = Random(f"guesses {seed}")
    n, m = draw.randint(1, 9), draw.randint(1, 8)
    tables = moldable.drawn(seed + 1_000, n, m)
    tasks = tasks_of(tables, m)
    least = offline_moldable.least_makespan(tasks)
    for factor in (0.7, 0.95, 1.0, 1.05, 1.2, 1.35, 1.6, 2.0):
        assert accepted(tasks, least * factor) == naive_moldable.possible(tables, m, least * factor)


@every_case("seed", range(40))
def test_large_plans_fit_the_machine_and_the_guess(seed):
    draw = Random(f"large {seed}")
    n, m = draw.randint(1, 60), draw.choice((1, 2, 3, 7, 16, 40))
    tasks = tasks_of(moldable.drawn(seed + 2_000, n, m, longest=draw.choice((3, 12, 100))), m)
    plan, length = planned(tasks)
    found = offline_moldable.allotted(tasks, EPSILON)
    assert length <= 1.5 * found.guess * (1 + 1e-9) and most_busy(tasks, plan) <= m
    assert found.guess <= (1 + EPSILON) * max(found.refused, offline_moldable.least_makespan(tasks)) * (1 + 1e-9)
    assert plan.start.min() == 0


def test_room_is_made_in_every_way():
    """Over many guesses: thinner tasks, tasks on each other, tasks moved from the second shelf."""
    seen = set()
    for seed in range(120):
        draw = Random(f"room {seed}")
        n, m = draw.randint(2, 8), draw.randint(2, 9)
        tasks = tasks_of(moldable.drawn(seed + 5_000, n, m, longest=draw.choice((4, 12))), m)
        shelves, found = kernel.new_shelves(n, m), offline_moldable.allotted(tasks, EPSILON)
        for guess in (found.guess, 1.1 * found.guess, 1.3 * found.guess):
            assert kernel.accepted(tasks.runtime, guess, shelves, kernel.new_knapsack(n, m))
            before, size = shelves.shelf.copy(), shelves.processors.copy()
            assert kernel.make_room(tasks.runtime, guess, shelves)
            kernel.place(tasks.runtime, guess, shelves, np.argsort(-tasks.runtime[:, 1], kind="stable"))
            end = shelves.start + tasks.on(shelves.processors)
            assert end.max() <= 1.5 * guess * (1 + 1e-9)
            assert most_busy(tasks, offline_moldable.Plan(shelves.start, shelves.processors)) <= m
            seen |= {"stacked"} if np.any(shelves.below >= 0) else set()
            seen |= {"moved"} if np.any((before == kernel.SECOND) & (shelves.shelf != kernel.SECOND)) else set()
            seen |= {"thinner"} if np.any((before == kernel.FIRST) & (shelves.processors < size)) else set()
    assert seen == {"stacked", "moved", "thinner"}


@pytest.mark.parametrize("seed", range(10))
def test_all_times_doubled_double_the_plan(seed):
    tables = moldable.drawn(seed + 3_000, 12, 6)
    one, _ = planned(tasks_of(tables, 6))
    two, _ = planned(tasks_of([[2 * p for p in table] for table in tables], 6))
    assert np.array_equal(2 * one.start, two.start) and np.array_equal(one.processors, two.processors)


# -- the policy and the bound -----------------------------------------------------------------------------------------


def test_the_schedule_has_its_shelves_as_marks():
    work = moldable.workload([(4, 2), (2, 1.5), (1, 0.9)], 2, submits=[5, 5, 5])
    run = simulate(work, "mrt")
    assert run.certificate.passed and run.placed.start.min() == 5
    assert run.marks.label.tolist() == ["first shelf", "second shelf"] and set(run.marks.kind) == {
        offline_moldable.SHELF
    }
    guess = run.marks.value[0]
    assert run.marks.begin.tolist() == [5, 5 + guess] and run.marks.end.tolist() == [5 + guess, 5 + 1.5 * guess]
    assert 4 <= guess <= 4.04


@every_case("seed, n, m", SMALL)
def test_no_schedule_is_shorter_than_the_bound(seed, n, m):
    tables, release = moldable.drawn(seed, n, m), [float(3 * (row // 2)) for row in range(n)]
    assert makespan.least(moldable.workload(tables, m)) <= optimum(seed, n, m) * (1 + 1e-9)
    if seed < 20:
        work = moldable.workload(tables, m, submits=[7 + at for at in release])
        assert makespan.least(work) <= naive_moldable.least_makespan(tables, m, release) * (1 + 1e-9)


def test_the_bound_counts_what_comes_late():
    assert makespan.least(moldable.workload([(4, 3), (4, 3)], 2, submits=[0, 10])) == pytest.approx(13)


def test_what_does_not_suit_is_said():
    with pytest.raises(Unsupported, match="submitted from 0 s to 9 s; choose batch"):
        simulate(moldable.workload([(4, 2), (2, 1.5)], 2, submits=[0, 9]), "mrt")
    from tests.cases.strategies import rigid

    with pytest.raises(Unsupported, match="this workload has rigid jobs"):
        simulate(rigid(0).workload, "mrt")
    with pytest.raises(Unsupported, match="this workload has rigid jobs"):
        makespan.least(rigid(0).workload)
