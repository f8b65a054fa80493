"""The chart of what tasks need, and what is picked in it."""

from __future__ import annotations

import pytest

from layouts.state.view import View
from layouts.topics.fractional.workload_plots import needs
from scheduler.errors import WorkloadError
from scheduler.preparation.build import workload
from tests.pages.test_picks_of_users import LOG, click, declared, each
from tests.plots.test_plots import work
from tests.preparation.test_workload import trace
from tests.topics.fractional.plotted import workload as sharing

NEEDS = declared(
    "Queuescope-Needs: 100",
    *(
        f"{job} {job} 5 60 1 {cpu} -1 1 90 {memory} 1 1 1 -1 1 1 -1 -1"
        for job, (cpu, memory) in enumerate(
            [(25, 10), (30, 11), (31, 100), (100, 30), (7, 7), (-1, 50), (90, -1), (10, 60), (91, 70)], start=1
        )
    ),
)


def test_a_click_on_a_need_takes_the_jobs_that_tell_it():
    work = workload(NEEDS)
    for counts, shift in zip(needs.needs(work), (-0.2, 0.2), strict=True):
        assert (counts > 0).sum() >= 5
        for at, count in each(counts):
            assert len(workload(NEEDS, where=needs.picked(work, click(at + shift)))) == count
    assert needs.figure(work, View()).layout["meta"] == {"pick": "needs"}


def test_needs_of_a_model_are_no_filter():
    work = workload(LOG, needs="drawn")
    assert needs.picked(work, click(3)) == "" and needs.figure(work, View()).layout.get("meta") is None
    with pytest.raises(WorkloadError, match="does not tell cpu_need"):
        workload(LOG, where="cpu_need<0.5")


def test_needs_are_counted_in_tenths_of_a_node():
    found = needs.needs(sharing())
    assert (found.cpu.tolist(), found.memory.tolist()) == (
        [0, 0, 0, 0, 2, 0, 0, 0, 0, 1],
        [1, 0, 1, 0, 0, 0, 0, 1, 0, 0],
    )
    assert needs.caption(sharing()) == [
        "66.7 % of the jobs have tasks that use less than a whole node's CPU.",
        "66.7 % of the jobs have tasks of which two fit into a node's memory.",
    ]
    assert not needs.applies(work())


def test_tasks_without_a_known_memory_are_left_out():
    jobs = trace(
        {"used_memory": 1024 * 1024},
        {"used_memory": -1},
        {"used_memory": 3 * 1024 * 1024, "user_id": -1},
        {"requested_processors": -1, "allocated_processors": 4, "used_memory": 1024 * 1024, "user_id": -1},
    )
    made = workload(jobs, needs="recorded", cores=4, node_memory=16, processors=32)
    assert needs.needs(made).memory.sum() == 3 and needs.needs(made).cpu.sum() == 4
    assert " ".join(needs.caption(made)).endswith(" 1 job without a known memory is left out.")
