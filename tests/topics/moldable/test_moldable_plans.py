"""Lists, SMART, DEMT and batches on line: against plain twins, all schedules of small instances, and their promises."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, permutations
from random import Random

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.bounds import weighted_completion
from tests.cases import moldable
from tests.cases.every_case import every_case
from tests.topics.moldable.naive import moldable as naive_moldable
from tests.topics.moldable.test_mrt import SMALL, most_busy, tasks_of

PARAMS = {"epsilon": 0.01, "packing": "ffia", "heights": "powers", "alpha": 2.0, "compaction": True, "shuffles": 5}
POLICIES = ("mrt", "shelf_order", "lptf", "saf_moldable", "smart", "demt", "batch")
MICRO = [(4, 2), (2, 1.5), (1, 0.9)]


def case(seed, most_tasks=8, most_processors=6):
    draw = Random(f"plans {seed}")
    n, m = draw.randint(1, most_tasks), draw.randint(1, most_processors)
    tables = moldable.drawn(seed + 9_000, n, m)
    weight = [draw.randint(1, 10) for _ in range(n)]
    return tables, weight, m


def plan_of(key, tables, weight, m, **params):
    tasks = tasks_of(tables, m, weight)
    return tasks, offline_moldable.ALGORITHMS[key](tasks, PARAMS | params, stream(1))


@cache
def least_weighted(seed, n, m):
    tables = moldable.drawn(seed, n, m)
    return naive_moldable.least_weighted(tables, weights(seed, n), m)


def weights(seed, n):
    draw = Random(f"weights {seed}")
    return [draw.randint(1, 10) for _ in range(n)]


# -- what all keep ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(offline_moldable.ALGORITHMS))
def test_plans_begin_at_0_and_fit_the_machine(key):
    for seed in range(25):
        tasks, plan = plan_of(key, *case(seed, 30, 12))
        assert most_busy(tasks, plan) <= tasks.processors
        assert plan.start.min() == 0 and np.all(np.isfinite(plan.start))
        assert plan.processors.min() >= 1


@pytest.mark.parametrize("key", POLICIES)
def test_every_policy_passes_the_audit(key):
    for seed in range(6):
        tables, weight, m = case(seed, 20, 8)
        run = simulate(moldable.workload(tables, m, weight), key)
        assert run.certificate.passed and "every job runs for its runtime" in run.certificate.checks
        assert run.seed == (0 if key in ("demt", "batch") else None)


# -- lists ------------------------------------------------------------------------------------------------------------


@every_case("seed", range(30))
def test_lists_are_those_of_the_twin(seed):
    tables, weight, m = case(seed)
    tasks = tasks_of(tables, m, weight)
    found = offline_moldable.allotted(tasks, 0.01)
    sizes, n = found.processors.tolist(), range(len(tables))
    time = [tables[i][sizes[i] - 1] for i in n]
    orders = {
        "shelf_order": sorted(n, key=lambda i: {1: 0, 2: 1, 0: 2}[int(found.shelf[i])]),
        "lptf": sorted(n, key=lambda i: -weight[i] / time[i]),
        "saf_moldable": sorted(n, key=lambda i: sizes[i] * time[i]),
    }
    for key, order in orders.items():
        _, plan = plan_of(key, tables, weight, m)
        assert plan.processors.tolist() == sizes
        assert plan.start.tolist() == pytest.approx(naive_moldable.listed(tables, sizes, order, m))


def test_the_allotment_is_the_cheapest_that_meets_the_guess():
    for seed in range(30):
        tables, weight, m = case(seed)
        found = offline_moldable.allotted(tasks_of(tables, m, weight), 0.01)
        for task, shelf, q in zip(tables, found.shelf, found.processors, strict=True):
            time = {0: None, 1: found.guess, 2: found.guess / 2}[int(shelf)]
            assert q == (1 if time is None else naive_moldable.fewest(task, time))
            assert shelf != 0 or task[0] <= found.guess / 2


# -- SMART ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packing", ["ffia", "nfiw"])
@pytest.mark.parametrize("heights", ["powers", "longest"])
def test_shelves_are_those_of_the_twin(packing, heights):
    for seed in range(30):
        tables, weight, m = case(seed, 14, 6)
        tasks, plan = plan_of("smart", tables, weight, m, packing=packing, heights=heights)
        time = tasks.on(plan.processors).tolist()
        wanted = naive_moldable.smart(time, plan.processors.tolist(), weight, m, packing == "ffia", heights == "powers")
        assert plan.start.tolist() == pytest.approx(wanted)


def test_classes_are_open_below_and_closed_above():
    assert offline_moldable.classes(np.array([0.5, 0.51, 1, 1.001, 2, 3, 4, 1_024, 1_025])).tolist() == [
        -1,
        0,
        0,
        1,
        1,
        2,
        2,
        10,
        11,
    ]


@pytest.mark.parametrize(("packing", "ratio"), [("ffia", 8), ("nfiw", 8.53)])
def test_rigid_tasks_are_within_the_proven_ratio(packing, ratio):
    for seed, n, m in SMALL[:24]:
        draw = Random(f"rigid {seed}")
        time, size = [draw.randint(1, 12) for _ in range(n)], [draw.randint(1, m) for _ in range(n)]
        weight = [1.0] * n if packing == "ffia" else [float(w) for w in weights(seed, n)]
        starts = offline_moldable.shelved(
            np.array(time, float), np.array(size), np.array(weight), m, PARAMS | {"packing": packing}
        ).start
        value = float(np.dot(weight, starts + time))
        best = min(sum(w * c for w, c in zip(weight, found, strict=True)) for found in rigid_ends(time, size, m))
        assert best * (1 - 1e-9) <= value <= ratio * best


def rigid_ends(time, size, m):
    for order in permutations(range(len(time))):
        placed: dict[int, tuple[float, float, int]] = {}
        for i in order:
            start = naive_moldable.earliest(list(placed.values()), 0.0, time[i], size[i], m)
            placed[i] = (start, start + time[i], size[i])
        yield [placed[i][1] for i in range(len(time))]


def test_shelves_are_marked_in_their_order():
    run = simulate(moldable.workload([(8, 8), (8, 8), (1, 1)], 2), "smart")
    assert run.marks.label.tolist() == ["shelf 1", "shelf 2"] and set(run.marks.kind) == {offline_moldable.SHELF}
    assert run.marks.end.tolist() == [*run.marks.begin.tolist()[1:], 9.0]


# -- DEMT -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [1.3, 2.0, 3.0])
def test_batches_are_those_of_the_twin(alpha):
    for seed in range(25):
        tables, weight, m = case(seed)
        tasks, plan = plan_of("demt", tables, weight, m, alpha=alpha, compaction=False)
        guess = offline_moldable.allotted(tasks, 0.01).guess
        wanted = naive_moldable.batches(tables, weight, m, guess, alpha)
        assert plan.processors.tolist() == [q for _, q in wanted]
        assert plan.start.tolist() == pytest.approx([start for start, _ in wanted])


def test_of_equal_weights_a_batch_takes_what_needs_fewer_processors():
    # the batch of about 2 s takes the second task on one processor, not the first on two; it comes last, on one
    tasks, plan = plan_of("demt", MICRO, [1, 1, 1], 2)
    assert (plan.start + tasks.on(plan.processors)).tolist() == pytest.approx([5, 2, 1])
    tasks, plan = plan_of("demt", MICRO, [1.5, 1, 1], 2)
    assert (plan.start + tasks.on(plan.processors)).tolist() == pytest.approx([4, 2, 1])


def test_compaction_makes_neither_the_weighted_sum_larger_nor_the_makespan_longer():
    for seed in range(40):
        tables, weight, m = case(seed, 20, 8)
        sums, lengths = [], []
        for params in ({"compaction": False}, {"shuffles": 0}, {"shuffles": 20}):
            tasks, plan = plan_of("demt", tables, weight, m, **params)
            end = plan.start + tasks.on(plan.processors)
            sums.append(float(np.dot(tasks.weight, end)))
            lengths.append(float(end.max()))
        assert max(lengths[1:]) <= lengths[0] * (1 + 1e-12)
        assert sums[0] >= sums[1] * (1 - 1e-12) and sums[1] >= sums[2] * (1 - 1e-12)


def test_batches_hold_their_tasks_one_after_the_other():
    for seed in range(20):
        tables, weight, m = case(seed, 20, 8)
        tasks, plan = plan_of("demt", tables, weight, m, compaction=False)
        end = plan.start + tasks.on(plan.processors)
        lengths = [mark.value for mark in plan.marks]
        assert all(
            after / before == pytest.approx(2 ** round(np.log2(after / before))) for before, after in pairwise(lengths)
        )
        assert all(mark.end - mark.begin <= mark.value * (1 + 1e-9) for mark in plan.marks)
        assert all(first.end <= second.begin * (1 + 1e-9) for first, second in pairwise(plan.marks))
        assert end.max() == pytest.approx(max(mark.end for mark in plan.marks))


def test_another_seed_shuffles_otherwise():
    tables = moldable.drawn(77, 40, 8)
    starts = {tuple(simulate(moldable.workload(tables, 8), "demt", seed=seed).placed.start) for seed in range(6)}
    assert 1 < len(starts) <= 6


# -- batches on line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inside", list(offline_moldable.ALGORITHMS))
def test_no_task_starts_in_the_batch_during_which_it_came(inside):
    for seed in range(8):
        tables, weight, m = case(seed, 16, 6)
        submits = sorted(Random(f"submits {seed}").randint(0, 40) for _ in tables)
        run = simulate(moldable.workload(tables, m, weight, submits), "batch", {"inside": inside})
        batches = [
            (b, e)
            for b, e, label in zip(run.marks.begin, run.marks.end, run.marks.label, strict=True)
            if "," not in label
        ]
        assert all(before[1] <= after[0] for before, after in pairwise(batches))
        for submit, start in zip(run.placed.submit, run.placed.start, strict=True):
            begin = max(begin for begin, _ in batches if begin <= start + 1e-9)
            assert submit <= begin
        for begin, end in batches:
            inside_it = (run.placed.start >= begin - 1e-9) & (run.placed.start < end)
            assert run.placed.end[inside_it].max() == pytest.approx(end)


def test_a_batch_begins_as_soon_as_the_machine_is_empty():
    work = moldable.workload([(4, 2), (3, 2), (2, 1)], 2, submits=[0, 1, 20])
    run = simulate(work, "batch")
    marks = [
        (b, e) for b, e, label in zip(run.marks.begin, run.marks.end, run.marks.label, strict=True) if "," not in label
    ]
    assert [b for b, _ in marks] == [0, marks[0][1], 20]


@pytest.mark.parametrize(("seed", "n", "m"), SMALL[:25])
def test_with_mrt_batches_are_within_three_times_the_least_makespan(seed, n, m):
    tables, release = moldable.drawn(seed, n, m), sorted(float(Random(f"r {seed} {k}").randint(0, 8)) for k in range(n))
    best = naive_moldable.least_makespan(tables, m, release)
    run = simulate(moldable.workload(tables, m, submits=release), "batch")
    assert best * (1 - 1e-9) <= run.placed.end.max() <= 3 * 1.01 * best


def test_all_at_once_it_is_the_algorithm_inside():
    tables, weight, m = case(3, 20, 8)
    work = moldable.workload(tables, m, weight)
    for inside in ("mrt", "lptf", "smart", "demt"):
        assert (
            simulate(work, "batch", {"inside": inside}).placed.start.tolist()
            == simulate(work, inside).placed.start.tolist()
        )


def test_a_task_of_some_allotments_only_is_refused():
    text = moldable.text([(4, 2)], 4).replace(" 4 2\n", " 1:4 4:1\n")
    from scheduler.formats import swf
    from scheduler.preparation.build import workload

    with pytest.raises(Unsupported, match=r"Job 1 \(line 3\) does not run on every number of processors from 1 on"):
        simulate(workload(swf.read(text.encode(), "t.swf")), "batch")


# -- the bound on the weighted sum ------------------------------------------------------------------------------------


def test_the_micro_example_of_the_bound():
    work = moldable.workload(MICRO, 2)
    assert weighted_completion.least(work, 1) == pytest.approx(4.64, abs=0.02)
    assert weighted_completion.least(work, 4) == pytest.approx(5.09, abs=0.02)


def test_of_a_single_task_it_is_its_shortest_runtime():
    assert weighted_completion.least(moldable.workload([(8, 5, 4)], 3, [2.5]), 3) == pytest.approx(2.5 * 4)


@pytest.mark.parametrize(("seed", "n", "m"), SMALL)
def test_it_is_below_every_schedule_and_rises_with_nested_points(seed, n, m):
    tables, weight = moldable.drawn(seed, n, m), weights(seed, n)
    work = moldable.workload(tables, m, weight)
    found = [weighted_completion.least(work, points) for points in (1, 2, 4)]
    assert found[0] <= found[1] * (1 + 1e-7) and found[1] <= found[2] * (1 + 1e-7)
    assert found[2] <= least_weighted(seed, n, m) * (1 + 1e-7)


@pytest.mark.parametrize(("seed", "n", "m"), SMALL[:15])
def test_it_is_below_every_schedule_with_submissions_too(seed, n, m):
    tables, weight = moldable.drawn(seed, n, m), weights(seed, n)
    release = sorted(float(Random(f"w {seed} {k}").randint(0, 9)) for k in range(n))
    work = moldable.workload(tables, m, weight, release)
    best = naive_moldable.least_weighted(tables, weight, m, release) - release[0] * sum(weight)
    assert weighted_completion.least(work, 4) <= best * (1 + 1e-7)


def test_it_is_below_the_schedules_of_all_policies():
    for seed in range(6):
        tables, weight, m = case(seed, 25, 10)
        work = moldable.workload(tables, m, weight)
        bound = weighted_completion.least(work)
        for key in POLICIES:
            assert bound <= float(np.dot(work.jobs.weight, simulate(work, key).placed.end)) * (1 + 1e-7)
