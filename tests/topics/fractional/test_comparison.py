"""Runs of jobs on shared nodes beside each other: what is found of them, and what is said of one and of several."""

from __future__ import annotations

import pytest

from scheduler.errors import InputError
from scheduler.explain.finding import find
from scheduler.replay import fair_start_times as fair
from scheduler.simulate import simulate
from tests.cases.small import schedule
from tests.explain.test_finding import Run, sentence
from tests.plots.test_one_two_many import WAITS, told_alike
from tests.plots.test_plots import shown
from tests.replay.test_fair_start import PASSED
from tests.topics.fractional.fractions import shared, simulated

SCHEMES = {"OFTEN": ("dfrs", {"period": 200.0}), "FREE": ("dfrs", {"penalty": 0.0})}
# submit, runtime, tasks, CPU need, memory: more than two of three nodes for most of the time
TASKS = [(20.0 * at, 60.0 * (1 + at % 5), 1 + at % 3, (1.0, 0.5, 0.25)[at % 3], (0.2, 0.6)[at % 2]) for at in range(24)]


def test_shared_nodes_are_judged_by_bounded_stretch_plain_where_the_page_has_no_threshold():
    # two jobs of 100 s that fill the CPU of one node: one after the other 1 and 2, sharing it 2 and 2
    jobs = [(0, 100, 1, 1, 0.5), (0, 100, 1, 1, 0.5)]
    sharing = simulated(jobs, 1, "Greedy *")
    runs = [Run("fcfs", "FCFS", simulate(sharing.workload, "fcfs")), Run("dfrs", "Shared", sharing)]
    told = "Shared raises the mean {} of FCFS from 1.5 to 2; no job takes less time."
    assert sentence(find(runs)) == told.format("bounded stretch (10 s)")
    assert sentence(find(runs, threshold=0)) == told.format("stretch")
    assert sentence(find(runs, threshold=150)) == told.replace("1.5 to 2", "1.17 to 1.33").format(
        "bounded stretch (150 s)"
    )


def test_what_is_said_of_one_run_is_said_of_it_beside_others():
    made = shared(TASKS, 3)
    runs = [
        ("DFRS", simulate(made, "dfrs")),
        *((name, simulate(made, policy, params)) for name, (policy, params) in SCHEMES.items()),
        ("EASY", simulate(made, "easy")),
    ]
    told = told_alike([shown(schedule, at, name) for at, (name, schedule) in enumerate(runs)])
    assert WAITS | {"demand", "yields"} <= told


@pytest.mark.parametrize(("policy", "title"), [("dfrs", "Fractional scheduling .*"), ("equipartition", "")])
def test_where_most_jobs_start_at_once_there_is_no_fair_start(policy, title):
    with pytest.raises(InputError, match=f"{title} lets most jobs start at once") as caught:
        fair.fair_start(schedule(PASSED, [0, 10, 33, 3], policy=policy))
    assert str(caught.value).endswith(".")
