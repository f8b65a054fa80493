"""Schedules on shared nodes to step through: parts of nodes as bars, and yields beside the queue."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.explain.policy_view import policy_view
from scheduler.explain.story import can_be_told, story
from scheduler.generators import make
from scheduler.model.schedule import PENALTY, RUN
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.explain.test_policy_view import there
from tests.topics.fractional.fractions import drawn, simulated

# one node: two jobs that can use all of it, from 10 s on a third that can use half
THREE = ([(0, 40, 1, 1, 0.3), (0, 20, 1, 1, 0.3), (10, 5, 1, 0.5, 0.3)], 1)


def test_shares_of_a_node_as_bars_and_as_yields():
    shared = simulated(*THREE, "GreedyP *", penalty=0)
    view = policy_view(shared)
    assert view is not None and view["columns"] == ["job", "CPU need", "memory", "yield"]
    assert there(view, 5) == [["101", "100%", "30%", "0.5"], ["102", "100%", "30%", "0.5"]]
    assert there(view, 10)[2] == ["103", "50%", "30%", "0.4"]
    told = story([shared], ["DFRS"])
    assert told["has_tasks"] and told["instants"] == [0, 10, 22.5, 42.5, 62.5]
    assert [bar for bar in told["runs"][0]["bars"] if bar[1] == 10] == [
        [0, 10, 22.5, 0, 0.4],
        [1, 10, 22.5, 0.4, 0.4],
        [2, 10, 22.5, 0.8, 0.2],
    ]
    assert told["runs"][0]["log"][0][3] == "Job 101 starts on node 1: of the nodes with memory for it the least loaded."


@pytest.mark.parametrize("seed", range(12))
def test_bars_on_a_node_never_overlap_and_fill_what_the_job_gets(seed):
    schedule = simulated(*drawn(seed), "GreedyPM */per/opt=min")
    told = story([schedule], ["DFRS"])
    bars = told["runs"][0]["bars"]
    work = np.zeros(len(schedule.placed))
    for job, begin, end, low, part in bars:
        assert int(low) == int(low + part - 1e-9) and end > begin  # inside one node
        work[job] += (end - begin) * part
        assert not any(
            begin < other[2] and other[1] < end and low < other[3] + other[4] - 1e-9 and other[3] < low + part - 1e-9
            for other in bars
            if other[:2] != [job, begin] or other[3] != low
        )
    jobs, s = schedule.workload.jobs, schedule.table("segments")
    running = np.bincount(s.job, (s.end - s.begin) * s.yield_ * (s.kind == RUN), len(jobs))
    lost = np.bincount(s.job, (s.end - s.begin) * s.yield_ * (s.kind == PENALTY), len(jobs))
    assert running == pytest.approx(jobs.runtime)
    assert work == pytest.approx(jobs.processors * jobs.cpu_need * (jobs.runtime + lost))


def test_many_jobs_on_shared_nodes_are_not_told():
    many = workload(make("poisson", {"jobs": 101, "load": 0.5}, 1), needs="drawn")
    assert not can_be_told([simulate(many, "dfrs")])
    assert can_be_told([simulate(many, "fcfs")])
