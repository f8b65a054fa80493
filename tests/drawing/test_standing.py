"""Where a job stands among all: ranks against counting, ties apart."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.drawing import ranks
from layouts.drawing.ranks import MEASURES, Standing
from layouts.state.view import FinishedRun
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload


def shown(made, key: str) -> FinishedRun:
    return FinishedRun(key, "EASY", 0, made, {})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("measure", MEASURES)
def test_ranks_are_counts(seed, measure):
    run = shown(simulate(strategies.rigid(seed).workload, "easy"), f"{seed}")
    jobs, placed = run.schedule.workload.jobs, run.schedule.placed
    response = placed.end - placed.submit
    values = {
        "wait": placed.start - placed.submit,
        "response": response,
        "stretch": response / jobs.runtime,
        "size": jobs.processors,
        "runtime": jobs.runtime,
    }[measure].tolist()
    for job, value in enumerate(values):
        found = ranks.standing(run, measure, job)
        less, same = [sum(test) for test in zip(*((one < value, one == value) for one in values), strict=True)]
        assert found == Standing(value, less, same - 1, len(values))
        mine = [one for one, user in zip(values, jobs.user, strict=True) if user == jobs.user[job]]
        own = ranks.of_user(run, measure, job)
        assert own == Standing(value, sum(one < value for one in mine), mine.count(value) - 1, len(mine))


def test_the_values_of_a_run_are_sorted_once_and_cannot_be_changed():
    run = shown(simulate(strategies.rigid(1).workload, "easy"), "once")
    first = ranks.ordered(run, "wait")
    assert ranks.ordered(run, "wait") is first and not first.flags.writeable
    assert (np.diff(first) >= 0).all()


def test_what_does_not_depend_on_the_policy_is_sorted_once_for_all():
    work = strategies.rigid(2).workload
    one, other = (shown(simulate(work, key), key) for key in ("fcfs", "easy"))
    assert ranks.ordered(one, "size") is ranks.ordered(other, "size")
    assert ranks.ordered(one, "wait") is not ranks.ordered(other, "wait")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Standing(5.0, 931, 0, 1_000), "longer than 93.1 % of jobs"),
        (Standing(5.0, 931, 20, 1_000), "longer than 93.1 % of jobs, just as long as 2.0 %"),
        (Standing(0.0, 0, 600, 1_000), "longer than none of the jobs, just as long as 60.0 %"),
        (Standing(9.0, 999, 0, 1_000), "longer than all other jobs"),
        (Standing(9.0, 0, 0, 1), "the only one of the jobs"),
    ],
)
def test_in_words(found, words):
    assert ranks.in_words(found, "wait") == words


def test_one_job_alone():
    run = shown(simulate(workload([(0, 5, 1)], 2), "easy"), "alone")
    assert ranks.standing(run, "stretch", 0) == Standing(1.0, 0, 0, 1) == ranks.of_user(run, "stretch", 0)
