"""The samples of moldable tasks: every start and width they tell, under every policy they name, and what they claim.

Starts are checked by hand: the rules are applied to the few tasks there are, as the notes of the files have it.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from scheduler.explain.job import explain
from scheduler.formats import swf
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.results.sources import setups
from scheduler.simulate import simulate
from scheduler.topics.moldable.bounds import weighted_completion

FOLDER = Path(__file__).parents[3] / "sample_traces"
GUESS = 4.02  # MRT's for the three tasks, which bisection leaves within 1 % of 4

# {sample: {run: (start of every task, its processors)}}
PLANS = {
    "three-tasks": {"mrt": ([1.5 * GUESS - 2, 0, 0], [2, 1, 1]), "demt": ([1, 0, 0], [1, 1, 1])},
    "shelves-by-weight": {
        "smart": ([2, 6, 0, 0, 2, 2], [2, 2, 1, 1, 1, 1]),
        "mrt": ([0, 0, 4, 4, 4, 4], [2, 2, 1, 1, 1, 1]),
    },
    "next-batch": {"batch": ([0, 0, 10, 6, 6], [1, 1, 2, 2, 1]), "fcfs": ([0, 0, 1, 2, 6], [1, 1, 1, 1, 1])},
    "growing-batches": {
        "demt": ([2, 2, 0, 0, 0, 0], [2, 2, 1, 1, 1, 1]),
        "demt compaction=false": ([6, 2, 0, 0, 0, 0], [2, 2, 1, 1, 1, 1]),
        "mrt": ([0, 8, 0, 0, 2, 2], [2, 2, 1, 1, 1, 1]),
    },
    "deadlines-on-line": {
        "bicriteria_on_line": ([2, 8, 4, 8], [1, 1, 1, 1]),
        "demt_on_line": ([0, 2, 6, 8], [1, 2, 1, 1]),
        "batch": ([4, 0, 6, 6], [1, 2, 1, 1]),
    },
    "rigid-among-moldable": {
        "mixed_tasks way=first_batch": ([6, 0, 0, 0, 2], [2, 1, 1, 1, 3]),
        "mixed_tasks way=apart": ([0, 0, 8, 8, 10], [2, 2, 1, 1, 3]),
        "mixed_tasks way=allotted": ([2, 0, 0, 0, 10], [2, 2, 1, 1, 3]),
    },
    "reserved-processors": {
        "around_reservations reservations=2:4-8": ([2, 0, 0, 0, 10], [2, 2, 1, 1, 3]),
        "around_reservations reservations=2:4-8 way=aligned": ([13, 4, 0, 0, 8], [2, 2, 1, 1, 3]),
    },
}
RUNS = [(name, run) for name, runs in PLANS.items() for run in runs]
CLOSE = 0.005  # s: the third decimal of a guess that bisection found


def text(name):
    return (FOLDER / f"{name}.swf").read_text()


def made(name):
    return workload(swf.read(text(name).encode(), name))


def simulated(name, run):
    ((policy, params),) = setups(run)
    return simulate(made(name), policy, params)


def weighted(name, run):
    schedule = simulated(name, run)
    return float(np.dot(schedule.workload.jobs.weight, schedule.placed.end - schedule.placed.submit))


def makespan(name, run):
    return float(simulated(name, run).placed.end.max())


@pytest.mark.parametrize(("name", "run"), RUNS)
def test_tasks_start_when_they_should_and_on_so_many_processors(name, run):
    placed, (start, processors) = simulated(name, run).placed, PLANS[name][run]
    assert placed.start.tolist() == pytest.approx(start, abs=CLOSE)
    assert placed.processors.tolist() == processors


@pytest.mark.parametrize("name", PLANS)
def test_it_opens_with_these_runs_and_needs_no_repair(name):
    assert re.search(r"^; Policies: (.*)$", text(name), re.MULTILINE)[1].split(", ") == list(PLANS[name])
    assert {run.split()[0] for run in PLANS[name]} <= set(all_policies())
    assert re.search(r"^; Shows: parallel-tasks-2005, section \d", text(name), re.MULTILINE)
    assert re.search(r"^; Lesson: .*\.$", text(name), re.MULTILINE)
    assert [note.text for note in made(name).notes if note.level != "info"] == []


@pytest.mark.parametrize("name", PLANS)
def test_starts_and_processors_in_the_note_are_these(name):
    told = re.search(r"^; Note: Starts: (.*)\. Processors: (.*)\.$", text(name), re.MULTILINE)
    for at, said in enumerate(told.groups()):
        runs = said.split(", ")
        for run, part in zip(PLANS[name], runs, strict=True):
            assert part.startswith(run + " ")
            assert [float(word) for word in part.removeprefix(run).split()] == pytest.approx(
                PLANS[name][run][at], abs=CLOSE
            )


# -- what the lessons say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "run", "whole", "of_weights"),
    [
        ("three-tasks", "mrt", 6.03, 9.03),
        ("three-tasks", "demt", 5, 8),
        ("shelves-by-weight", "smart", 10, 42),
        ("shelves-by-weight", "mrt", 7, 70),
        ("growing-batches", "demt", 10, 62),
        ("growing-batches", "mrt", 12, 92),
        ("deadlines-on-line", "bicriteria_on_line", 14, 68),
        ("deadlines-on-line", "demt_on_line", 12, 60),
        ("deadlines-on-line", "batch", 10, 54),
        ("rigid-among-moldable", "mixed_tasks way=first_batch", 14, 68),
        ("rigid-among-moldable", "mixed_tasks way=apart", 14, 158),
        ("reserved-processors", "around_reservations reservations=2:4-8", 14, 80),
        ("reserved-processors", "around_reservations reservations=2:4-8 way=aligned", 21, 93),
    ],
)
def test_how_long_all_takes_and_weighted_completions(name, run, whole, of_weights):
    assert makespan(name, run) == pytest.approx(whole, abs=CLOSE)
    assert weighted(name, run) == pytest.approx(of_weights, abs=CLOSE)


@pytest.mark.parametrize(("points", "least"), [(1, 4.64), (4, 5.09)])
def test_the_bound_of_the_three_tasks(points, least):
    assert weighted_completion.least(made("three-tasks"), points) == pytest.approx(least, abs=CLOSE)


def test_the_guess_of_the_three_tasks():
    marks = simulated("three-tasks", "mrt").marks
    assert marks.value.tolist() == pytest.approx([GUESS, GUESS / 2], abs=CLOSE)


def test_shelves_come_by_height_over_weight():
    marks = simulated("shelves-by-weight", "smart").marks
    assert (marks.begin.tolist(), marks.end.tolist()) == ([0, 2, 6], [2, 6, 10])
    assert marks.value.tolist() == [8, 3, 1]


def test_no_task_starts_in_the_batch_during_which_it_came():
    schedule = simulated("next-batch", "batch")
    marks, placed = schedule.marks, schedule.placed
    whole = ~np.array(["," in label for label in marks.label.tolist()])
    assert (marks.begin[whole].tolist(), marks.end[whole].tolist()) == ([0, 6], [6, 12])
    for begin, end in zip(marks.begin[whole], marks.end[whole], strict=True):
        inside = (placed.start >= begin) & (placed.start < end)
        assert inside.any() and (placed.submit[inside] <= begin).all()
    assert "planned together with 2 other tasks" in " ".join(explain(schedule, 4))


def test_batches_grow_by_two_and_are_closed_up():
    apart, closed = (simulated("growing-batches", run).marks for run in ("demt compaction=false", "demt"))
    assert apart.value.tolist() == closed.value.tolist() == [2, 4, 8]
    assert (apart.begin.tolist(), closed.begin.tolist()) == ([0, 2, 6], [0, 2, 2])


@pytest.mark.parametrize("run", PLANS["reserved-processors"])
def test_beside_the_reservation_only_two_processors_work(run):
    placed = simulated("reserved-processors", run).placed
    for now in np.arange(4, 8, 0.5):
        assert placed.processors[(placed.start <= now) & (placed.end > now)].sum() <= 2


def test_a_task_says_which_batch_took_it_and_which_could_have():
    by_deadline, growing = (simulated("deadlines-on-line", run) for run in ("bicriteria_on_line", "demt_on_line"))
    second = explain(by_deadline, 1)
    assert "Batch 3, with the deadline 8 s, took it and 1 other task at 8 s." in second
    assert "One batch before it could have taken it, and took others that weigh more for what they need." in second
    assert "All this time it was held back until its batch began at 8 s." in second
    assert "Batch 1, with the deadline 2 s, took it alone at 2 s." in explain(by_deadline, 0)
    fourth = " ".join(explain(growing, 3))
    assert "Batch 3, of at most 10 s, took it and 1 other task at 6 s." in fourth and "piled up" in fourth


def test_deadlines_double_and_batches_follow_each_other():
    marks = simulated("deadlines-on-line", "bicriteria_on_line").marks
    assert (marks.value.tolist(), marks.begin.tolist(), marks.end.tolist()) == ([2, 4, 8], [2, 4, 8], [4, 6, 14])
