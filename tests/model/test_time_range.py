"""How short and how long times may be: refused in one place, whichever way a workload comes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.errors import WorkloadError
from scheduler.formats import swf
from scheduler.generators import make
from scheduler.manual import typed_jobs
from scheduler.manual.cells import Job
from scheduler.model.table import Table
from scheduler.model.time_range import LONGEST, SHORTEST, TOGETHER
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.small_log import is_one_sentence

RANGE = "wanted: from {} to 10,000,000,000 s; correct it there, or choose a window without it"
RUNTIMES, SUBMITS = RANGE.format("0.001"), RANGE.format("0")


def trace(*jobs, head="; MaxProcs: 4\n", more=""):
    """Jobs of (submit, runtime, requested time, preceding job, think time), from line 2 on."""
    lines = [
        f"{number} {submit!r} -1 {runtime!r} 1 -1 -1 1 {asked!r} -1 1 1 -1 -1 -1 -1 {before} {think!r}{more}\n"
        for number, (submit, runtime, asked, before, think) in enumerate(
            [(*job, *(0, 5, 5, -1, -1)[len(job) :]) for job in jobs], 1
        )
    ]
    return swf.read((head + "".join(lines)).encode(), "t.swf")


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ((0, 1e-300), f"runs for 1e-300 s; {RUNTIMES}"),
        ((0, 0.00099), f"runs for 0.00099 s; {RUNTIMES}"),
        ((0, 2.0**53, 2.0**53), f"runs for 9007199254740992 s; {RUNTIMES}"),
        ((0, 5, 10**10 + 1), f"asks for 10000000001 s; {RUNTIMES}"),
        ((2.0**53,), f"is submitted at 9007199254740992 s; {SUBMITS}"),
    ],
)
def test_a_time_outside_the_range_is_refused_with_its_line(job, said):
    with pytest.raises(WorkloadError) as caught:
        workload(trace((0, 5), job))
    assert str(caught.value) == f"Job 2 (line 3) {said}." and is_one_sentence(str(caught.value))


def test_a_recorded_wait_is_in_the_range_too():
    late = swf.read(b"; MaxProcs: 4\n1 0 1e15 5 1 -1 -1 1 5 -1 1 1 -1 -1 -1 -1 -1 -1\n", "t.swf")
    with pytest.raises(WorkloadError, match=rf"Job 1 \(line 2\) waited, by the log, for 1000000000000000 s; {SUBMITS}"):
        workload(late)


def test_the_ends_of_the_range_are_inside_it():
    ends = trace((0, SHORTEST, SHORTEST), (LONGEST, LONGEST, LONGEST))
    assert workload(ends).jobs.runtime.tolist() == [SHORTEST, LONGEST]
    assert simulate(workload(ends), "easy").placed.start.tolist() == [0, LONGEST]


def test_a_window_leaves_out_what_is_outside_the_range():
    assert len(workload(trace((0, 5), (2.0**53, 5)), end=100)) == 1
    assert len(workload(trace((0, 5), (7, 1e-9)), first=1)) == 1


def test_options_do_not_lead_out_of_the_range():
    long = trace((0, 1e6, 1e6), (1e6, 1e6, 1e6))
    with pytest.raises(
        WorkloadError, match=r"Job 2 \(line 3\) is submitted at 20000000000(00|\d\.\d+) s; wanted: from 0"
    ):
        workload(long, load=1e-6, processors=1)
    with pytest.raises(WorkloadError, match=r"Job 1 \(line 2\) asks for 1000000000000 s; wanted: from 0\.001"):
        workload(long, estimates="factor", factor=1e6)


def test_think_times_are_in_the_range_too():
    head = "; MaxProcs: 4\n; Queuescope-Campaigns: 1\n"
    with pytest.raises(WorkloadError, match=r"Job 2 \(line 4\) is submitted after a think time of 20000000000 s"):
        workload(trace((0, 5), (9, 5, 5, 1, 2e10), head=head))
    assert workload(trace((0, 5), (9, 5, 5, 1, LONGEST), head=head)).campaigns.think_time.tolist() == [0, LONGEST]


def test_an_allotment_of_a_moldable_task_is_in_the_range_too():
    head = "; MaxProcs: 4\n; Queuescope-Moldable: 1\n"
    with pytest.raises(
        WorkloadError, match=r"Job 1 \(line 3\) runs, on 2 processors, for 0\.0005 s; wanted: from 0\.001"
    ):
        workload(trace((0, 0.001, 0.001), head=head, more=" 1 0.001 0.0005"))


def test_all_times_together_stay_where_they_are_exact():
    many = [(0, LONGEST, LONGEST)] * int(TOGETHER / LONGEST)
    assert len(workload(trace(*many))) == 100
    with pytest.raises(
        WorkloadError,
        match=r"last job is submitted at 1 s, and all runtimes add up to 1e\+12 s; wanted: at "
        r"most 1,000,000,000,000 s together; take fewer jobs",
    ):
        workload(trace(*many, (1, 5)))


def test_by_hand_and_generators_go_the_same_way():
    with pytest.raises(WorkloadError, match=r"Job 1 \(line 6\) runs for 0.0001 s"):
        typed_jobs.workload([Job(1, 0, 1, 0.0001, 5)], 4)
    drawn = make("ostrich_profiles", {}, 1)
    with pytest.raises(WorkloadError, match="asks for"):
        workload(drawn, estimates="factor", factor=1e6, campaigns=None)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("runtime", np.nan, "runs for"),
        ("runtime", 0, "runs for 0 s"),
        ("submit", -1, "is submitted at -1 s"),
        ("submit", np.inf, "is submitted at"),
        ("requested_time", 1e11, "asks for 100000000000 s"),
    ],
)
def test_a_workload_a_program_made_is_looked_at_before_it_is_simulated(column, value, said):
    work = workload(trace((0, 5), (3, 5)))
    jobs = dict(work.jobs.columns) | {column: np.array([*work.jobs.columns[column][:1], value])}
    with pytest.raises(WorkloadError, match=rf"Job 2 \(line 3\) {said}"):
        simulate(replace(work, jobs=Table("jobs", jobs)), "fcfs")
