"""What a policy goes by, beside its queue: worked examples, and nothing before the policy knows it."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.explain.policy_view import policy_view
from scheduler.explain.story import can_be_told, story
from scheduler.generators import make
from scheduler.model.schedule import PENALTY, RUN, Schedule
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.topics.fractional.fractions import drawn, simulated


def run(name: str, policy: str, **params) -> Schedule:
    return simulate(workload(sample(name)), policy, params)


def there(view: dict, time: float) -> list:
    """The cells at an instant, in their order."""
    rows = [row for row in view["rows"] if row[0] <= time < row[1]]
    return [row[3] for row in sorted(rows, key=lambda row: row[2])]


def test_ostrich_goes_by_who_is_complete_first_in_the_virtual_schedule():
    view = policy_view(run("held-back.swf", "ostrich"))
    assert view is not None and view["title"] == "Virtual schedule"
    assert there(view, 0) == [["campaign 1 of user 1", {"number": 4}], ["campaign 1 of user 2", {"number": 6}]]
    # campaign 2 of user 1 is submitted at 2; the one before it is complete there at 4 only
    assert there(view, 2)[1] == ["campaign 2 of user 1", "its user's campaign before is not complete there yet"]
    assert there(view, 4) == [["campaign 1 of user 2", {"number": 6}], ["campaign 2 of user 1", {"number": 6}]]


def test_faircamp_goes_by_deadlines():
    view = policy_view(run("campaign-deadlines.swf", "faircamp"))
    assert view is not None and view["title"] == "Deadlines"
    assert [cells[1]["time"] for cells in there(view, 0)] == [6, 10]
    assert [cells[1]["time"] for cells in there(view, 3)] == [10, 12]


def test_demt_and_mrt_go_by_batches_and_shelves():
    demt, mrt = (policy_view(run("growing-batches.swf", policy)) for policy in ("demt", "mrt"))
    assert demt is not None and mrt is not None
    assert [(cells[0], cells[2]) for cells in there(demt, 0)] == [
        *((str(task), "batch 1") for task in (3, 4, 5, 6)),
        ("2", "batch 2"),
        ("1", "batch 3"),
    ]
    assert [cells[2] for cells in there(mrt, 0)] == ["first shelf"] * 5 + ["second shelf"]


def test_a_policy_that_has_only_its_queue_has_no_view():
    assert policy_view(run("five-jobs.swf", "easy")) is None


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
