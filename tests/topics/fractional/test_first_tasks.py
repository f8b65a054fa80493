"""First tasks of jobs with needs of their own: only where asked for, a whole node at most, counted."""

from __future__ import annotations

import json

import pytest

from layouts.state import origin
from scheduler.errors import ParamError, WorkloadError
from scheduler.exports import command_line
from scheduler.generators import make
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases.small_log import ROOT
from tests.preparation.test_workload import note, touched, trace
from tests.topics.fractional.test_needs import PARTS, asks

COLUMNS = ("first_tasks", "first_cpu_need", "first_memory")
DECLARED = trace(
    {"average_cpu_time": 25, "requested_memory": 10},
    {"average_cpu_time": 50, "requested_memory": 40, "requested_processors": 1},
    {"average_cpu_time": 60, "requested_memory": 70},
    {"average_cpu_time": 100, "requested_memory": 10},
    header=PARTS,
)


def rows(made):
    return list(zip(*(made.jobs.columns[name].tolist() for name in COLUMNS), strict=True))


def test_without_the_options_a_workload_is_what_it_was():
    made = workload(DECLARED)
    assert not set(COLUMNS) & set(made.jobs)
    assert not {"first_cpu", "first_memory"} & set(made.options) and note(made, "first_tasks") is None
    assert made.hash == workload(DECLARED, first_cpu=None).hash != workload(DECLARED, first_cpu=2).hash


def test_the_first_task_of_several_needs_so_many_times_as_much():
    made = workload(DECLARED, first_cpu=2, first_memory=1.5)
    assert rows(made) == [(1, 0.5, pytest.approx(0.15)), (0, 1, 1), (1, 1, 1), (1, 1, pytest.approx(0.15))]
    assert made.jobs.cpu_need.tolist() == [0.25, 0.5, 0.6, 1] and made.jobs.memory.tolist() == [0.1, 0.4, 0.7, 0.1]


def test_a_factor_that_is_left_out_is_one():
    assert rows(workload(DECLARED, first_memory=0.5)) == [(1, 0.25, 0.05), (0, 1, 1), (1, 0.6, 0.35), (1, 1, 0.05)]
    assert rows(workload(DECLARED, first_cpu=2))[-1] == (0, 1, 1), "it has a whole node's CPU anyway"


def test_jobs_that_differ_and_those_that_were_cut_are_counted():
    made = workload(DECLARED, first_cpu=2)
    assert touched(made, "first_tasks") == [1, 3] and touched(made, "first_cut") == [3, 4]
    assert note(made, "first_tasks").text == (
        "2 jobs have a first task that needs 2 times the CPU and 1 times the memory of each of the others, a whole "
        "node at most, as asked for."
    )
    assert note(made, "first_cut").text == (
        "2 jobs would have a first task that needs more than a node: a whole node is taken."
    )


def test_jobs_that_are_left_out_are_not_counted():
    made = workload(
        trace({"requested_processors": 9}, asks(2), header="; MaxProcs: 8\n"),
        needs="drawn",
        wide="drop",
        first_memory=0.5,
    )
    assert len(made) == 1 == note(made, "first_tasks").count and note(made, "first_cut") is None


def test_a_workload_in_which_no_first_task_differs_says_so():
    made = workload(trace({}, {}), needs="whole", first_cpu=2)
    assert rows(made) == [(0, 1, 1), (0, 1, 1)] and note(made, "first_tasks").text.startswith("No job has a first task")
    assert note(made, "first_cut").count == 2


@pytest.mark.parametrize(
    "needs", [{"needs": "drawn"}, {"needs": "whole"}, {"needs": "recorded", "cores": 2, "node_memory": 2}]
)
def test_they_go_with_all_ways_to_know_needs(needs):
    log = trace(asks(4, 0.5), asks(1, 0.5))
    plain, made = workload(log, **needs), workload(log, first_cpu=0.5, first_memory=0.5, **needs)
    assert rows(made) == [(1, plain.jobs.cpu_need[0] / 2, plain.jobs.memory[0] / 2), (0, 1, 1)]
    assert made.jobs.processors.tolist() == plain.jobs.processors.tolist()


def test_a_generator_with_needs_makes_the_jobs_it_made_and_takes_the_options():
    drawn = make("lublin99", {"jobs": 40, "needs": True}, 1)
    plain, made = workload(drawn), workload(drawn, first_memory=2)
    assert "first_tasks" not in plain.jobs and "first_tasks" in made.jobs
    assert all(
        (made.jobs.columns[name] == column).all() for name, column in plain.jobs.columns.items() if name != "repaired"
    )
    assert made.jobs.first_tasks.sum() == note(made, "first_tasks").count > 0


@pytest.mark.parametrize("option", [{"first_cpu": 2}, {"first_memory": 0.5}])
def test_they_need_needs(option):
    with pytest.raises(WorkloadError, match="what the first task of a job needs beside its others") as error:
        workload(trace({}), **option)
    assert {(one.option, one.value) for one in error.value.remedies if one.value} == {
        ("needs", "drawn"),
        ("needs", "whole"),
    }


@pytest.mark.parametrize(
    "wrong", [{"first_cpu": 0}, {"first_memory": -1}, {"first_cpu": 101}, {"first_memory": "much"}]
)
def test_factors_out_of_range_are_refused(wrong):
    with pytest.raises(ParamError, match=r"wanted: a number from 0.01 to 100"):
        WorkloadOptions.of(wrong)


def test_options_command_and_link_tell_them():
    made = workload(DECLARED, first_cpu=2, first_memory=1.5)
    assert json.loads(json.dumps(made.options)) == made.options
    assert " ".join(command_line.options(made.options)) == "--processors 8 --first-cpu 2 --first-memory 1.5"
    record = {"source": {"kind": "upload", "name": "t.swf"}, "trace_sha256": "ab" * 32, "jobs": 4, "name": "t.swf"}
    told = origin.of_records(record | {"options": made.options}, ())
    assert told is not None and dict(told.options) == {"processors": "8", "first_cpu": "2", "first_memory": "1.5"}
    again = workload(DECLARED, WorkloadOptions.of_record(made.options))
    assert again.hash == made.hash and again.options == made.options


def test_the_command_line_takes_them(run):
    code, out, _ = run("inspect", ROOT / "sample_traces" / "steady-load.swf", "--needs", "drawn", "--first-cpu", "0.5")
    assert code == 0 and "have a first task that needs 0.5 times the CPU" in " ".join(out.split())


def test_they_come_back_from_the_store(tmp_path):
    store, made = Store(tmp_path), workload(DECLARED, first_cpu=2)
    back = store.workload(store.put_workload(made))
    assert rows(back) == rows(made) and list(back.jobs) == list(made.jobs) and back.hash == made.hash


def test_policies_that_hand_out_whole_nodes_run_as_without_them():
    plain, made = (simulate(workload(DECLARED, **options), "easy") for options in ({}, {"first_cpu": 0.5}))
    assert made.placed.start.tolist() == plain.placed.start.tolist()
