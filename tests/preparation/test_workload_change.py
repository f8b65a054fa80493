"""What if: a workload with one thing changed keeps everything else, submit times above all."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import ParamError, WorkloadError
from scheduler.formats import parse
from scheduler.preparation.build import workload
from scheduler.preparation.workload_change import apply_change, change_of, filter_without

pytestmark = pytest.mark.core
ROWS = [  # number, submit, runtime, processors, requested time, user
    (1, 0, 100, 4, 200, 1),
    (2, 10, 5000, 2, 9000, 2),
    (3, 20, 50, 8, 60, 1),
    (4, 30, 700, 1, 800, 3),
    (5, 90, 10, 1, 20, 2),
]


def trace(rows=ROWS):
    lines = [
        f"{job} {submit} -1 {runtime} {size} -1 -1 {size} {asked} -1 1 {user} -1 -1 -1 -1 -1 -1"
        for job, submit, runtime, size, asked, user in rows
    ]
    return parse(("; MaxProcs: 8\n" + "\n".join(lines) + "\n").encode(), "made.swf")


def test_a_larger_machine_moves_no_job():
    base = workload(trace())
    made = apply_change(trace(), base, {"processors": 12})
    assert made.platform.processors == 12
    assert made.jobs.submit.tolist() == base.jobs.submit.tolist() and made.jobs.line.tolist() == base.jobs.line.tolist()


def test_a_machine_that_is_too_small_is_refused_with_the_job():
    with pytest.raises(WorkloadError, match=r"Job 3 \(line 4\) asks for 8 of 6 processors"):
        apply_change(trace(), workload(trace()), {"processors": 6})


def test_a_cap_lowers_requests_and_ends_jobs_and_says_both():
    made = apply_change(trace(), workload(trace()), {"cap": 600.0})
    assert made.jobs.requested_time.tolist() == [200, 600, 60, 600, 20]
    assert made.jobs.runtime.tolist() == [100, 600, 50, 600, 10]
    notes = {note.rule: note for note in made.notes}
    assert notes["request_capped"].count == 2 and notes["runtime_capped"].count == 2
    assert "of the work removed" in notes["runtime_capped"].text


def test_a_cap_moves_no_submission_of_a_scaled_log():
    base = workload(trace(), load=0.5)
    made = apply_change(trace(), base, {"cap": 600.0})
    assert np.allclose(made.jobs.submit, base.jobs.submit, rtol=1e-12)


@pytest.mark.parametrize("change", [{"processors": 16}, {"where": "user!=2"}, {"estimates": "exact"}])
def test_jobs_of_a_scaled_log_are_submitted_when_they_were(change):
    base = workload(trace(), load=0.5)
    made = apply_change(trace(), base, change)
    submit = dict(zip(base.jobs.job_id.tolist(), base.jobs.submit.tolist(), strict=True))
    assert made.jobs.submit.tolist() == pytest.approx([submit[job] for job in made.jobs.job_id.tolist()])


def test_another_load_is_the_load_that_is_asked_for():
    made = apply_change(trace(), workload(trace(), load=0.5), {"load": 0.9})
    jobs = made.jobs
    work = float((jobs.processors * jobs.runtime).sum())
    assert work / (8 * float(jobs.submit[-1] - jobs.submit[0])) == pytest.approx(0.9)


def test_without_a_user_the_others_stay():
    base = workload(trace())
    made = apply_change(trace(), base, {"where": filter_without(None, "2")})
    assert made.jobs.job_id.tolist() == [1, 3, 4]


def test_of_the_first_jobs_those_left_are_taken_and_no_later_ones():
    base = workload(trace(), first=4)
    made = apply_change(trace(), base, {"where": filter_without(None, "user=1")})
    assert made.jobs.job_id.tolist() == [2, 4]


def test_nobody_left_is_said():
    with pytest.raises(WorkloadError):
        apply_change(trace(), workload(trace(), where="user=1"), {"where": filter_without("user=1", "user=1")})


@pytest.mark.parametrize(
    "where, away, expected",
    [
        (None, "37", "user!=37"),
        ("queue=1", "user=37", "queue 1 user!=37"),
        ("queue=1 or user=3", "user=37 or queue=4", "(queue 1 or user 3) user!=37 queue!=4"),
    ],
)
def test_what_is_left_out_joins_the_filter(where, away, expected):
    assert filter_without(where, away) == expected


def test_only_some_options_are_changed():
    assert change_of({"processors": "120", "cap": None, "load": ""}) == {"processors": 120}
    with pytest.raises(ParamError, match="'needs' cannot be changed between runs; wanted: one of processors, cap"):
        change_of({"needs": "whole"})
