"""Large tasks, boundaries of batches and killed runs in parallel-tasks-2005: by hand, and when a claim fails."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from scheduler.adapters.reservations import read
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from scheduler.topics.moldable.speedup_models import steps
from scheduler.topics.papers.experiments.parallel_tasks_2005 import batch_boundaries, draws, killed_runs, large_task
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import MIXED

MANY = draws.JUDGED


def verdicts(claims):
    return [claim.holds for claim in claims]


def test_draws_are_those_of_the_seed_each_once():
    parts = draws.parts_of("any", 12, 3)
    assert [seed for part in parts for seed in draws.seeds(part)] == list(range(3_000_000, 3_000_012))
    assert parts[-1]["label"] == "draws 11 to 12 of 12"


def test_a_mean_lies_in_its_interval():
    value = draws.mean("x", np.array([1.0, 2.0, 6.0]), "s")
    assert value.ours == 3 and value.low is not None and value.high is not None
    assert value.low < 3 < value.high and value.unit == "s"


# ---- a large task ---------------------------------------------------------------------------------------------------


def test_a_large_task_first_and_last():
    """All 32 processors for 100 s, and two tasks of 16 processors and 10 s.

    First: it ends at 100, the others at 110.  Last: they end at 10, it at 110.
    """
    row = large_task.compared(np.array([100.0, 10.0, 10.0]), np.array([32, 16, 16]))
    assert row == pytest.approx([110 / 100, 110 / 10, (100 + 2 * 110) / (110 + 2 * 10)])


@pytest.mark.parametrize("work", large_task.WORKS)
def test_a_large_task_is_as_large_as_it_should_be(work):
    runtime, size = large_task.tasks(5, work)
    assert len(runtime) == large_task.SMALL + 1 and 16 <= size[0] <= 32 and set(size[1:].tolist()) <= {1, 2, 4, 8}
    assert np.dot(runtime[1:], size[1:]) / (runtime[0] * size[0]) == pytest.approx(work, rel=0.01)


def large(change=(), count=MANY):
    """Claims on equal draws; change: (size, column, value) of all of them."""
    values = np.tile([[1.1, 8.0, 6.0], [1.2, 4.0, 4.0], [1.8, 2.5, 2.4], [3.3, 1.7, 1.6]], (count, 1, 1))
    for at, column, value in change:
        values[:, at, column] = value
    return large_task.claims(values)


def test_claims_on_a_large_task_fail_where_they_should():
    assert verdicts(large()) == [True, True, True] and "smaller in all of them" in large()[0].evidence
    assert verdicts(large([(3, large_task.SUM, 0.9)])) == [False, True, True]
    assert verdicts(large([(2, large_task.DELAY, 2.6)])) == [True, False, True]
    assert verdicts(large([(3, large_task.GAIN, 3.4)])) == [True, True, False]
    assert not any(claim.judged for claim in large(count=MANY - 1))


# ---- boundaries of batches ------------------------------------------------------------------------------------------


def test_both_ways_of_the_sample_of_a_reservation():
    """Two of four processors are reserved from 4 to 8 s: the list ends at 14, aligned batches at 21 s."""
    tasks = workload(sample("reserved-processors.swf"))
    assert [batch_boundaries.planned(tasks, way, "2:4-8")[0] for way in batch_boundaries.WAYS] == [14, 21]


def test_reservations_are_within_the_span_and_leave_processors():
    for seed in range(20):
        every = read(",".join(batch_boundaries.reservations(seed, 1_000.0)))
        assert len(every) == batch_boundaries.RESERVED[-1]
        assert all(1 <= one.processors <= 16 and 0 <= one.begin <= 1_000 for one in every)
        assert all(49 <= one.end - one.begin <= 252 for one in every)


def boundaries(growth, count=MANY):
    """Claims where batches grow so many times by reservations [kinds], the list 1.1 times."""
    values = np.ones((count, len(growth), len(batch_boundaries.RESERVED), 2, 2))
    values[:, :, 1:, 0, 0], values[:, :, :, 1, 0] = 1.1, 1.3
    values[:, :, 1:, 1, 0] = 1.3 * np.array(growth)[:, None]
    return batch_boundaries.claims(values)


def test_claims_on_boundaries_fail_where_they_should():
    assert verdicts(boundaries([0.8, 1.5, 1.4, 1.3])) == [True, True, True]
    assert "75%" in boundaries([0.8, 1.5, 1.4, 1.3])[0].evidence
    assert verdicts(boundaries([1.2, 1.5, 1.4, 1.3])) == [True, False, True]
    assert verdicts(boundaries([0.8, 1.0, 1.0, 1.3])) == [False, True, True]
    assert verdicts(boundaries([0.8, 0.8, 0.8, 0.8])) == [False, True, False]
    assert not any(claim.judged for claim in boundaries([1.2] * 4, MANY - 1))


def test_a_draw_has_both_ways_without_and_with_reservations():
    rows = batch_boundaries.of_draw(1, MIXED)
    assert np.array(rows).shape == (len(batch_boundaries.RESERVED), 2, 2) and rows[0] != rows[-1]


# ---- killed runs ----------------------------------------------------------------------------------------------------


def test_what_kills_lose_on_the_sample_of_a_light_grid():
    """What was killed is counted by the metrics, too; the sample's runs need not be as long, so 10 s stands for all."""
    run = simulate(workload(sample("light-grid.swf")), "best_effort")
    share, kills, of_run = killed_runs.lost(run, 10.0)
    pieces = run.table("segments")
    ends = {int(job): float(end) for job, end in zip(pieces.job, pieces.end, strict=True)}
    assert kills > 0 and 0 < share < 1 and of_run > 0 and len(ends) == len(run.placed)
    wasted = share / (1 - share) * 6 * 10.0
    assert wasted == pytest.approx(of_run * 10.0 * kills * 6)


def test_grid_jobs_have_the_same_work_whatever_their_runs_are():
    for length in killed_runs.LENGTHS:
        parameters = killed_runs.settings(length)
        assert parameters["runs"] * parameters["run_time"] == killed_runs.WORK
    grid = workload(make("light_grid", killed_runs.settings(57_600), 0))
    assert grid.platform.processors == killed_runs.PROCESSORS


def killed(shares, count=MANY):
    return killed_runs.claims(np.tile([[share, 0.1, 0.3] for share in shares], (count, 1, 1)))


def test_claims_on_killed_runs_fail_where_they_should():
    assert verdicts(killed([0.01, 0.04, 0.1, 0.2, 0.1])) == [True, True]
    assert verdicts(killed([0.01, 0.06, 0.1, 0.2, 0.1])) == [False, True]
    assert verdicts(killed([0.01, 0.04, 0.2, 0.1, 0.1])) == [True, False]
    assert not any(claim.judged for claim in killed([0.01, 0.04, 0.1, 0.2, 0.1], MANY - 1))


# ---- section 6.1 ----------------------------------------------------------------------------------------------------


def test_the_formula_makes_tasks_that_are_faster_and_do_more_work_on_more_processors():
    """p(j) = p(j-1) (X + j) / (1 + j): of any X in [0, 1] runtimes never rise and work never falls."""
    for x in (0.0, 0.1, 0.5, 0.9, 1.0):
        runtime = 1 / np.array(steps(200, x))
        assert runtime[1] / runtime[0] == pytest.approx((x + 2) / 3)
        assert np.all(np.diff(runtime) <= 1e-12) and np.all(np.diff(runtime * np.arange(1, 201)) >= -1e-9)


@pytest.mark.parametrize("kind", batch_boundaries.KINDS)
def test_no_runtime_of_a_drawn_task_has_to_be_changed(kind):
    """Work that would fall is raised, and runtimes that would rise are lowered; both are noted."""
    tasks = workload(make("parallel_tasks", batch_boundaries.settings(kind), 2))
    assert not {note.rule for note in tasks.notes} & {"work_raised", "allotment_slower"}


def test_one_processor_in_the_order_of_the_ratio_of_weight_and_runtime():
    """Smith's rule: the least weighted sum of completion times of four tasks on one processor."""
    tasks = workload(make("parallel_tasks", {"jobs": 4, "processors": 1}, 3))
    runtime, weight = tasks.jobs.runtime, tasks.jobs.weight
    sums = [float(np.dot(weight[list(order)], np.cumsum(runtime[list(order)]))) for order in permutations(range(4))]
    ends = simulate(tasks, "lptf").placed.end
    assert float(np.dot(weight, ends)) == pytest.approx(min(sums))
