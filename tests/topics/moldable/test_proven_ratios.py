"""How near the best moldable schedules are proven to be: numbers by hand, many drawn runs, planted violations."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.bounds import all_guarantees
from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate
from tests.cases import moldable
from tests.cases.small import changed

MAKESPAN, WEIGHTED = (all_guarantees()[key] for key in ("makespan", "weighted_completion"))
PROVEN = [
    ("mrt", {}, 1.515),
    ("shelf_order", {}, 2.02),
    ("lptf", {"epsilon": 0.5}, 3.0),
    ("saf_moldable", {}, 2.02),
    ("batch", {}, 3.03),
    ("batch", {"inside": "saf_moldable"}, 4.04),
    ("bicriteria", {}, 6.666),
    ("bicriteria", {"rounding": 0.5, "alpha": 3}, 1.5 * 1.01 * 1.5 * 4.5),
    ("bicriteria_on_line", {}, 6.666),
    ("bicriteria_on_line", {"alpha": 6}, 6 * (1 + 1.5 * 1.01 * 1.1)),
]
ON_LINE = [one for one in PROVEN if one[0] in ("batch", "bicriteria_on_line")]
UNPROVEN = [
    ("smart", {}),
    ("demt", {}),
    ("demt_on_line", {}),
    ("batch", {"inside": "smart"}),
    ("batch", {"inside": "demt"}),
]


def drawn(seed: int, come: bool = False, tasks: int = 9, processors: int = 5) -> Schedule:
    draw = Random(f"ratios {seed}")
    weights = [draw.randint(1, 9) for _ in range(tasks)]
    submits = sorted(draw.randint(0, 40) for _ in range(tasks)) if come else [0] * tasks
    return moldable.workload(moldable.drawn(seed, tasks, processors), processors, weights, submits)


@pytest.mark.parametrize(("key", "params", "ratio"), PROVEN)
def test_the_makespan_is_within_its_ratio(key, params, ratio):
    for seed in range(12):
        run = simulate(drawn(seed), key, params)
        found = MAKESPAN.measure(run)
        assert MAKESPAN.applies(run) and not MAKESPAN.why_not(run)
        assert found.holds and found.bound.tolist() == [pytest.approx(ratio)] and found.value[0] >= 1 - 1e-9


@pytest.mark.parametrize(("key", "params", "ratio"), ON_LINE)
def test_also_where_tasks_come_over_time(key, params, ratio):
    for seed in range(12):
        run = simulate(drawn(seed, come=True), key, params)
        for guarantee in (MAKESPAN, WEIGHTED):
            if guarantee.applies(run):
                found = guarantee.measure(run)
                assert found.holds and found.bound[0] == pytest.approx(ratio) and found.value[0] >= 1 - 1e-9


@pytest.mark.parametrize(("key", "params"), UNPROVEN)
def test_what_is_not_proven_is_not_promised(key, params):
    assert not MAKESPAN.applies(simulate(drawn(1), key, params))


def test_what_shelves_of_equal_lengths_promise():
    """Of equal weights 8, else only next fit promises something; nothing is proven for lower shelves."""
    equal = moldable.workload(moldable.drawn(4, 9, 5), 5, [3] * 9)
    assert WEIGHTED.measure(simulate(equal, "smart")).bound.tolist() == [8]
    assert not WEIGHTED.why_not(simulate(equal, "smart"))
    assert "equal weights, and these differ" in WEIGHTED.why_not(simulate(drawn(4), "smart"))
    next_fit = simulate(drawn(4), "smart", {"packing": "nfiw"})
    assert WEIGHTED.measure(next_fit).bound.tolist() == [8.53] and not WEIGHTED.why_not(next_fit)
    assert "powers of two" in WEIGHTED.why_not(simulate(equal, "smart", {"heights": "longest"}))


def test_a_run_by_hand():
    """One task of 4 s and one of 2 s on one processor, weights 1 and 3.

    By deadline: 2 s (the short one), 4 s (the long one), one after the other: 6 s in all, 3 x 2 + 6 = 12 weighted.  No
    schedule does better in either; in the second every task must be done: the program has at least 3 x 2 + 4 = 10.
    """
    run = simulate(moldable.workload([[4.0], [2.0]], 1, [1, 3]), "bicriteria")
    assert MAKESPAN.measure(run).value.tolist() == [1.0]
    assert 12 / 12 <= WEIGHTED.measure(run).value[0] <= 12 / 10


def test_the_last_batch_makes_the_bound_higher():
    """A task of 8 s comes at 0, one of 8 s at 1: batches end at 8 and 16 s, and nobody is done before 1 + 8 s.

    On two processors all work is done by 8 s, and the second alone is done by 9.
    """
    run = simulate(moldable.workload([[8.0, 8.0], [8.0, 8.0]], 2, submits=[0, 1]), "batch")
    assert run.placed.end.max() == 16 and MAKESPAN.measure(run).value[0] == pytest.approx(16 / 9)


@pytest.mark.parametrize(("key", "guarantee"), [("mrt", MAKESPAN), ("bicriteria", MAKESPAN), ("bicriteria", WEIGHTED)])
def test_a_violation_is_seen(key, guarantee):
    """All tasks much later than they were planned."""
    run = simulate(drawn(2), key)
    placed = run.placed
    late = 20 * float(placed.end.max())
    moved = replace(
        run,
        placed=changed(placed, start=placed.start + late, end=placed.end + late),
        marks=changed(run.marks, begin=run.marks.begin + np.where(run.marks.begin > 0, late, 0.0)),
    )
    assert not guarantee.measure(moved).holds


def test_only_few_tasks_are_measured():
    run = simulate(moldable.workload([[2.0, 1.0]] * 501, 2), "lptf")
    assert not MAKESPAN.applies(run)
