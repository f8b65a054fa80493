"""What is measured of moldable tasks: on the processors they were allotted, and by the criteria of their paper."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.analysis import demand
from scheduler.analysis.machine_over_time import steps_of
from scheduler.analysis.query import parse
from scheduler.analysis.trimming import trimmed
from scheduler.metrics import all_metrics, measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.simulate import simulate
from scheduler.topics.moldable.bounds import makespan, weighted_completion
from scheduler.topics.moldable.metrics import criteria
from tests.cases import moldable, strategies

TASKS = [(8, 4, 3, 2.5), (6, 4, 4, 4), (4, 3, 2, 2)]  # on 1, 2, 3, 4 processors


def run(processors=(2, 1, 4), start=(0, 0, 6), weights=(3, 1, 2), submits=(), machine=4):
    """The first on two processors, the second on one; the third, on four, when both are done."""
    work = moldable.workload(TASKS, machine, weights, submits)
    none, time = (
        np.zeros(3, np.int64),
        np.array([task[q - 1] for task, q in zip(TASKS, processors, strict=True)], float),
    )
    placed = Table.of(
        "placed",
        job=np.arange(3),
        submit=work.jobs.submit,
        start=np.array(start, float),
        end=np.array(start) + time,
        processors=np.array(processors),
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    return Schedule(work, "demt", placed)


def test_work_and_areas_are_those_of_the_allotments():
    measured = measure(run())
    work = 2 * 4 + 1 * 6 + 4 * 2
    assert measured["makespan"] == 8 and measured["utilization"] == pytest.approx(work / (4 * 8))
    assert demand.work(run()) == work and demand.cpu(run()).tolist() == [2, 1, 4]
    # wanted are 7 processors until 4 s, then 5 until 6 s, then 4: all the machine has, all the time
    assert measured["underutilization"] == pytest.approx(4 * 8 - work)
    assert measured["underutilization_normalized"] == pytest.approx(10 / work)
    table = steps_of(run())
    assert dict(zip(table.time.tolist(), table.busy.tolist(), strict=True)) == {0: 3, 4: 1, 6: 4, 8: 0}
    assert dict(zip(table.time.tolist(), table.demand.tolist(), strict=True)) == {0: 7, 4: 5, 6: 4, 8: 0}


def test_offered_load_and_normalized_waits_are_those_of_the_allotments():
    measured = measure(run(start=(0, 1, 7), submits=(0, 1, 5)))
    assert measured["load"] == pytest.approx(22 / (4 * 5))
    assert measured["uwt"] == pytest.approx(2 / 22)  # one user, who waited 2 s


def test_questions_are_answered_by_what_was_allotted():
    schedule = run()
    assert parse("size>=2").rows(schedule).tolist() == [True, False, True]
    assert parse("runtime<5").rows(schedule).tolist() == [True, False, True]
    assert schedule.stretch.tolist() == pytest.approx([4 / 2.5, 6 / 4, 8 / 2])


def test_criteria_by_hand():
    measured = measure(run())
    assert measured["completion_sum"] == 4 + 6 + 8 and measured["weighted_completion"] == 3 * 4 + 6 + 2 * 8
    assert measured["throughput"] == pytest.approx(3 / 8 * 3_600)
    assert measured["response_mean"] == 6 and measured["response_max"] == 8
    # due five shortest runtimes after submission, 12.5, 20 and 10 s: all in time
    assert (measured["late"], measured["tardiness_sum"], measured["tardiness_max"]) == (0, 0, 0)
    assert criteria.late(run(), 1.5) == 2 and criteria.tardiness_sum(run(), 1.5) == pytest.approx(0.25 + 5)
    assert criteria.tardiness_max(run(), 1.5) == 5 and criteria.tardiness_max(run(), 4.0) == 0


def test_completion_counts_from_the_first_submission():
    late = run(start=(7, 7, 13), submits=(7, 7, 7))
    assert criteria.completion_sum(late) == criteria.completion_sum(run())
    assert measure(late)["makespan_ratio"] == pytest.approx(measure(run())["makespan_ratio"])


def test_ratios_are_over_the_bounds():
    schedule, measured = run(), measure(run())
    assert measured["makespan_ratio"] == pytest.approx(8 / makespan.least(schedule.workload))
    assert measured["weighted_completion_ratio"] == pytest.approx(34 / weighted_completion.least(schedule.workload, 4))
    assert min(measured["makespan_ratio"], measured["weighted_completion_ratio"]) >= 1


def test_no_ratio_where_there_are_too_many_tasks(monkeypatch):
    monkeypatch.setattr(criteria, "MOST_TASKS", 2)
    assert measure(run())["makespan_ratio"] is None and measure(run())["completion_sum"] == 18


def test_criteria_are_of_moldable_tasks_only():
    own = {key for key, metric in all_metrics().items() if metric.family == "criteria"}
    assert own <= set(measure(run())) and not own & set(measure(simulate(strategies.rigid(0).workload, "fcfs")))


def test_tasks_between_warm_up_and_cool_down_keep_their_allotments():
    inner = trimmed(run(), 0.34)
    assert inner.jobs.processors.tolist() == [1] and inner.jobs.runtime.tolist() == [6]


def test_a_bound_beyond_the_numbers_of_the_solver_is_not_known():
    tasks = 2 * [(0.001, 0.001)] + 2 * [(1e10, 6e9)]
    work = moldable.workload(tasks, 2, (1e9, 1e-6, 1, 1))
    with pytest.raises(ArithmeticError):
        weighted_completion.least(work, criteria.POINTS)
    measured = measure(simulate(work, "smart"))
    assert measured["weighted_completion_ratio"] is None and measured["makespan_ratio"] is None
    assert measured["makespan"] >= 6e9
