"""CPU need and memory of jobs on nodes they share: declared by a file, told from what a log recorded, drawn, or whole."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.state import origin
from scheduler.errors import ParamError, StoreError, WorkloadError
from scheduler.exports import anonymous, command_line
from scheduler.formats import swf
from scheduler.model.table import Table
from scheduler.preparation import weeks
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from scheduler.simulate import simulate
from scheduler.topics.fractional.preparation.resource_needs import modeled, of_processors, tenths
from tests.preparation.test_workload import note, touched, trace

PARTS = "; MaxProcs: 8\n; Queuescope-Needs: 100\n"
GB = 1_048_576  # kB


def recorded(*jobs, cores=2, node_memory=2.0, header="; MaxProcs: 8\n", **options):
    return workload(trace(*jobs, header=header), needs="recorded", cores=cores, node_memory=node_memory, **options)


def asks(processors, memory=-1, used=-1):
    """A job that asked for so many processors and GB for each of them."""
    kb = [value * GB if value > 0 else value for value in (memory, used)]
    return {
        "requested_processors": processors,
        "allocated_processors": processors,
        "requested_memory": kb[0],
        "used_memory": kb[1],
    }


def rows(made):
    jobs = made.jobs
    return list(zip(jobs.processors.tolist(), jobs.cpu_need.tolist(), jobs.memory.tolist(), strict=True))


# --- without needs ---------------------------------------------------------------------------------------------------


def test_a_log_has_no_needs_unless_they_are_asked_for():
    made = workload(trace({}, asks(2, 0.5)))
    assert "cpu_need" not in made.jobs and "memory" not in made.jobs
    assert made.platform.kind == "identical" and made.options["needs"] is None


def test_the_hash_of_a_workload_without_needs_is_what_it_was():
    # made by the program before there were needs
    made = workload(trace({}, {"submit": 5, "user_id": 8}, {"submit": 9, "requested_processors": 2}))
    assert made.hash == "52949d23466fbbf1e3fc8d28c3621a3eed5396dde1afd5715bfd15c94a487bee"


def test_a_table_has_both_needs_or_none():
    columns = dict(workload(trace({})).jobs.columns)
    with pytest.raises(ValueError, match=r"missing \['memory'\]"):
        Table.of("jobs", **columns, cpu_need=[1.0])
    assert "memory" in Table.of("jobs", **columns, cpu_need=[1.0], memory=[0.5])


# --- declared --------------------------------------------------------------------------------------------------------


def test_a_file_that_declares_needs_has_them():
    made = workload(
        trace(
            {"average_cpu_time": 25, "requested_memory": 10},
            {"average_cpu_time": 100, "requested_memory": 7.5},
            header=PARTS,
        )
    )
    assert rows(made) == [(4, 0.25, 0.1), (4, 1.0, 0.075)]
    assert made.platform.kind == "nodes" and made.platform.processors == 8 and made.options["needs"] == "declared"
    assert note(made, "needs_declared") and note(made, "needs_modeled") is None


def test_parts_are_those_of_the_header():
    made = workload(trace({"average_cpu_time": 1, "requested_memory": 3}, header=PARTS.replace("100", "3")))
    assert rows(made) == [(4, 1 / 3, 1.0)]
    made = workload(trace({"average_cpu_time": 0.25, "requested_memory": 0.1}, header=PARTS.replace("100", "1")))
    assert rows(made) == [(4, 0.25, 0.1)]


def test_needs_that_are_not_known_are_a_whole_node_and_counted():
    made = workload(trace({"average_cpu_time": 50}, {"requested_memory": 50}, {}, header=PARTS))
    assert rows(made) == [(4, 0.5, 1.0), (4, 1.0, 0.5), (4, 1.0, 1.0)]
    assert touched(made, "need_unknown") == [2, 3] and touched(made, "memory_unknown") == [1, 3]
    assert note(made, "need_unknown").text == "2 jobs without a CPU need have that of a whole node for each task."


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (
            {"average_cpu_time": 0},
            "Job 2 (line 4) has a CPU need (field 6) of 0 in 100 parts of a node; wanted: above 0 and at "
            "most 100, or -1",
        ),
        ({"average_cpu_time": 50, "requested_memory": 101}, "has a memory (field 10) of 101 in 100 parts of a node"),
        ({"average_cpu_time": -2}, "CPU need (field 6) of -2 in 100"),
    ],
)
def test_needs_that_are_no_fraction_of_a_node_are_refused_with_their_line(job, words):
    with pytest.raises(WorkloadError) as error:
        workload(trace({}, job, header=PARTS))
    assert words in str(error.value) and str(error.value).endswith("correct it there.")


@pytest.mark.parametrize("told", ["yes", "0", "-3", ""])
def test_a_header_that_says_no_number_of_parts_is_refused(told):
    with pytest.raises(WorkloadError, match=f"says 'Queuescope-Needs: {told}'; wanted: a whole number from 1"):
        workload(trace({}, header=PARTS.replace("100", told)))


def test_a_job_of_more_tasks_than_nodes_is_too_wide():
    wide = trace({"requested_processors": 9}, {}, header=PARTS)
    with pytest.raises(
        WorkloadError, match=r"Job 1 \(line 3\) has 9 tasks, of which each may need one of 8 nodes; give more"
    ):
        workload(wide)
    made = workload(wide, wide="drop")
    assert (
        len(made) == 1
        and note(made, "need_unknown").count == 1
        and "8 nodes left out" in note(made, "wide_dropped").text
    )


# --- recorded --------------------------------------------------------------------------------------------------------


def test_an_even_number_of_processors_with_room_for_two_on_a_node_is_half_as_many_tasks():
    made = recorded(asks(4, 0.5), asks(3, 0.5), asks(4, 1.0), asks(4, 0.98), asks(1, 0.5), asks(2, 1.5))
    assert rows(made) == [(2, 1.0, 0.5), (3, 0.5, 0.25), (4, 0.5, 0.5), (2, 1.0, 0.98), (1, 0.5, 0.25), (2, 0.5, 0.75)]
    assert made.platform.processors == 4 and made.platform.kind == "nodes" and made.options["processors"] == 8
    assert touched(made, "tasks_made") == [1, 4] and note(made, "tasks_single").count == 4
    assert "4 nodes of 2 processors and 2 GB" in note(made, "nodes").text


def test_memory_is_the_larger_of_asked_for_and_used_at_least_the_least_at_most_a_node():
    made = recorded(
        asks(1, 0.5, 1.0), asks(1, 1.0, 0.5), asks(1, -1, 0.5), asks(1), asks(1, 0.01), asks(1, 0, 0), asks(1, 3)
    )
    assert made.jobs.memory.tolist() == [0.5, 0.5, 0.25, 0.1, 0.1, 0.1, 1.0]
    assert touched(made, "memory_unknown") == [4, 6] and touched(made, "memory_cut") == [7]
    assert (note(made, "memory_least").count, note(made, "memory_cut").level) == (1, "warning")
    assert recorded(asks(2), asks(1, 0.3), least_memory=0.2).jobs.memory.tolist() == [0.4, 0.2]


def test_nodes_of_any_number_of_processors():
    made = recorded(
        asks(8, 0.4), asks(6, 0.4), asks(4, 0.5), asks(8, 0.1), cores=4, least_memory=0.01, header="; MaxProcs: 32\n"
    )
    assert rows(made) == [(2, 1.0, pytest.approx(0.8)), (6, 0.25, 0.2), (4, 0.25, 0.25), (2, 1.0, pytest.approx(0.2))]
    assert made.platform.processors == 8
    single = recorded(asks(3, 0.5), cores=1)
    assert rows(single) == [(3, 1.0, 0.25)] and note(single, "tasks_made") is None


def test_a_least_memory_that_fills_a_node_is_warned_of():
    made = recorded(asks(16), cores=16, header="; MaxProcs: 256\n")
    assert rows(made) == [(16, 1 / 16, 0.1)] and note(made, "least_memory").level == "warning"
    assert rows(recorded(asks(16), cores=16, least_memory=0.05, header="; MaxProcs: 16\n")) == [(1, 1.0, 0.8)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"needs": "recorded"}, "give both cores and node_memory"),
        ({"needs": "recorded", "cores": 2}, "give both"),
        (
            {"needs": "recorded", "cores": 3, "node_memory": 2},
            "8 processors make no whole number of nodes of 3; give another",
        ),
        ({"needs": "declared"}, "t.swf declares no CPU needs and memory (no header '; Queuescope-Needs: 100')"),
    ],
)
def test_what_does_not_go_together_is_said_in_a_sentence(options, words):
    with pytest.raises(WorkloadError) as error:
        workload(trace({}), **options)
    assert words in str(error.value) and str(error.value).endswith(".")


@pytest.mark.parametrize(
    "option",
    [{"needs": "none"}, {"cores": 0}, {"node_memory": 0}, {"least_memory": 0}, {"least_memory": 2}, {"need_seed": -1}],
)
def test_options_out_of_range_are_refused_by_name(option):
    with pytest.raises(ParamError, match=next(iter(option))):
        workload(trace({}), **option)


def test_a_file_that_declares_needs_records_no_memory():
    with pytest.raises(WorkloadError, match="declares needs, so its fields 6 and 10 are not what a log recorded"):
        recorded({}, header=PARTS)


MEMORY = st.one_of(st.just(-1), st.integers(1, 3 * GB))


@given(
    st.lists(st.tuples(st.integers(1, 64), MEMORY, MEMORY), min_size=1, max_size=8),
    st.sampled_from([1, 2, 4, 8]),
    st.sampled_from([0.01, 0.1, 0.5]),
)
def test_tasks_hold_all_the_processors_and_their_memory(jobs, cores, least):
    lines = [asks(count) | {"requested_memory": asked, "used_memory": used} for count, asked, used in jobs]
    made = recorded(*lines, cores=cores, least_memory=least, header="; MaxProcs: 512\n")
    for (count, asked, used), (tasks, need, memory) in zip(jobs, rows(made), strict=True):
        one = max(least, min(1.0, max(asked, used) / (2 * GB)))
        assert tasks * need * cores == pytest.approx(count) and 0 < need <= 1 and 0 < memory <= 1
        assert tasks * memory == pytest.approx(count * one)
        fits = count % cores == 0 and one * cores < 1
        assert tasks == (count // cores if fits else count)


# --- drawn, whole ----------------------------------------------------------------------------------------------------


def test_memory_of_the_model_is_drawn_as_the_paper_says():
    edges = np.array([0, 0.5499, 0.5501, 0.5999, 0.6001, 0.9499, 0.9501, 1 - 1e-16])
    assert tenths(edges).tolist() == [1, 1, 2, 2, 3, 9, 10, 10]


def test_the_model_knows_one_task_from_many():
    made = workload(trace(*({"requested_processors": count} for count in (1, 2, 8))), needs="drawn")
    assert made.jobs.cpu_need.tolist() == [0.25, 1.0, 1.0] and set(made.jobs.memory) <= {k / 10 for k in range(1, 11)}
    assert made.options["cores"] == 4 and made.platform.processors == 8
    assert workload(trace({"requested_processors": 1}), needs="drawn", cores=2).jobs.cpu_need.tolist() == [0.5]
    assert (
        "3 jobs have needs by a model, as asked for: 1 of a single task need 0.25" in note(made, "needs_modeled").text
    )


def test_a_job_keeps_its_draw_in_every_slice_and_another_seed_draws_anew():
    log = trace(*({"submit": k} for k in range(200)))
    whole = workload(log, needs="drawn").jobs.memory
    assert np.array_equal(workload(log, needs="drawn", begin=50, end=90).jobs.memory, whole[50:90])
    later = trace(*({"submit": k} for k in range(200)), header="; Note: one more line\n; MaxProcs: 8\n")
    assert np.array_equal(workload(later, needs="drawn").jobs.memory, whole)
    assert not np.array_equal(workload(log, needs="drawn", need_seed=1).jobs.memory, whole)


def test_whole_nodes():
    made = workload(trace({}, {"requested_processors": 1}), needs="whole")
    assert rows(made) == [(4, 1.0, 1.0), (1, 1.0, 1.0)] and touched(made, "needs_modeled") == [1, 2]


def test_drawn_needs_may_take_the_place_of_declared_ones():
    made = workload(trace({"average_cpu_time": 30, "requested_memory": 30}, header=PARTS), needs="whole")
    assert rows(made) == [(4, 1.0, 1.0)]


def test_functions_speak_of_what_they_are_given():
    made = modeled(np.array([0.0, 0.99]), np.array([1, 2]), 8)
    assert made.cpu_need.tolist() == [0.125, 1.0] and made.memory.tolist() == [0.1, 1.0]
    assert of_processors(np.array([2]), np.array([0.5]), 2).tasks.tolist() == [2]


# --- kept, written, shown --------------------------------------------------------------------------------------------

OPTIONS = {"needs": "recorded", "cores": 2, "node_memory": 2.0}


def test_a_workload_with_needs_comes_back_from_the_store(tmp_path):
    store, made = Store(tmp_path), recorded(asks(4, 0.5), asks(3))
    plain = workload(trace(asks(4, 0.5), asks(3)))
    back, other = store.workload(store.put_workload(made)), store.workload(store.put_workload(plain))
    assert rows(back) == rows(made) and list(back.jobs) == list(made.jobs) and back.platform == made.platform
    assert list(other.jobs) == list(plain.jobs)


def test_a_stored_workload_that_lost_its_memory_is_refused(tmp_path):
    key = Store(tmp_path).put_workload(recorded(asks(4, 0.5)))
    (tmp_path / "workloads" / key / "jobs.memory.npy").unlink()
    assert not Store(tmp_path).has_workload(key)
    with pytest.raises(StoreError):
        Store(tmp_path).workload(key)


def test_a_simulated_log_reads_back_with_the_same_needs():
    log = trace({"average_cpu_time": 25, "requested_memory": 10}, {"requested_processors": 1}, header=PARTS)
    made = workload(log)
    text = swf.write_schedule(log, made, simulate(made, "fcfs"))
    assert rows(workload(swf.read(text, "t.swf"))) == rows(made)
    kept = anonymous.header(log.header)
    assert "Queuescope-Needs: 100" in kept


def test_rigid_policies_run_on_nodes_as_on_processors():
    made = recorded(asks(8, 0.4), asks(2, 0.4), asks(1), estimates="exact")
    schedule = simulate(made, "easy")
    assert schedule.placed.processors.tolist() == [4, 1, 1] and schedule.placed.start.tolist() == [0, 60, 60]


def test_options_hash_command_and_link_tell_needs():
    log = trace(asks(4, 0.5), asks(3))
    made, other = workload(log, **OPTIONS), workload(log, needs="drawn")
    assert (
        len({made.hash, other.hash, workload(log).hash}) == 3 and json.loads(json.dumps(made.options)) == made.options
    )
    assert " ".join(command_line.options(made.options)) == "--processors 8 --needs recorded --cores 2 --node-memory 2"
    declared = workload(trace({}, header=PARTS))
    assert command_line.options(declared.options) == ["--processors", "8"]
    record = {"source": {"kind": "upload", "name": "t.swf"}, "trace_sha256": "ab" * 32, "jobs": 2, "name": "t.swf"}
    assert dict(origin.of_records(record | {"options": made.options}, ()).options) == {
        "processors": "8",
        "needs": "recorded",
        "cores": "2",
        "node_memory": "2",
    }
    assert "needs" not in origin.of_records(record | {"options": declared.options}, ()).options


# --- the log of the paper --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hpc2n(real_log):
    return swf.read(real_log("HPC2N-2002-2.1-cln.swf.gz").read_bytes(), "HPC2N")


def test_hpc2n_has_the_counts_of_the_paper(hpc2n):
    """202,876 jobs on 120 nodes in 182 weeks; 2,142 without a memory.  The sums were computed apart from this code."""
    made = workload(hpc2n, estimates="exact", **OPTIONS)
    jobs = made.jobs
    assert len(jobs) == 202_876 and made.platform.processors == 120 and weeks.count(hpc2n) == 182
    assert len(touched(made, "memory_unknown")) == 2_142
    assert jobs.processors.sum() == 692_928 and jobs.processors.max() <= 120
    assert int((jobs.cpu_need == 1).sum()) == 115_743 and set(jobs.cpu_need) == {0.5, 1.0}
    assert jobs.memory.min() == 0.1 and jobs.memory[jobs.cpu_need == 1].min() == 0.2 and jobs.memory.max() < 1
    assert (jobs.processors * jobs.cpu_need * 2).sum() == hpc2n.columns["requested_processors"].sum()


def test_the_weeks_of_hpc2n_are_its_jobs(hpc2n):
    whole = workload(hpc2n, estimates="exact", **OPTIONS).jobs
    made = [workload(hpc2n, estimates="exact", week=week, **OPTIONS).jobs for week in (1, 2, 91, 182)]
    begins = [0, 1, 90, 181]
    assert [len(jobs) for jobs in made] == [int((whole.submit // 604_800 == week).sum()) for week in begins]
    assert (len(made[0]), len(made[3])) == (138, 43)
    for jobs, week in zip(made, begins, strict=True):
        rows_of = whole.submit // 604_800 == week
        assert np.array_equal(jobs.submit + week * 604_800, whole.submit[rows_of])
        assert np.array_equal(jobs.memory, whole.memory[rows_of])
