"""The table for evalys, read back as evalys reads it: names of columns, times, and who has which processors when."""

from __future__ import annotations

import csv
import io
import re
from itertools import combinations
from pathlib import Path

import pytest

from scheduler.analysis.placement import place
from scheduler.errors import InputError
from scheduler.exports import evalys_csv
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate

# The columns of evalys.jobset.JobSet, in its order.
JOB_SET = [
    "job_id",
    "workload_name",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
]
INTERVALS = re.compile(r"\d+(-\d+)?( \d+(-\d+)?)*")


def rows(schedule):
    return list(csv.DictReader(io.StringIO(b"".join(evalys_csv.pieces(schedule, place(schedule))).decode())))


def processors(text):
    """The set that a set of intervals means, as ProcSet.from_str has it."""
    assert INTERVALS.fullmatch(text), text
    ends = [[int(word) for word in part.split("-")] for part in text.split()]
    assert all(low <= high for low, *rest in ends for high in rest)
    return {number for low, *rest in ends for number in range(low, (rest or [low])[0] + 1)}


@pytest.fixture(scope="module", params=["fcfs", "easy", "backfill"])
def schedule(request):
    return simulate(workload(sample("bad-estimates.swf")), request.param)


def test_it_has_the_columns_of_evalys_and_a_row_per_job_in_order(schedule, monkeypatch):
    monkeypatch.setattr(evalys_csv, "ROWS", 7)
    table = rows(schedule)
    assert list(table[0]) == JOB_SET
    assert [int(row["job_id"]) for row in table] == schedule.workload.jobs.job_id.tolist()
    assert {row["workload_name"] for row in table} == {"bad-estimates.swf"} and {row["success"] for row in table} == {
        "1"
    }


def test_times_are_those_of_the_schedule_and_agree_with_each_other(schedule):
    placed = schedule.placed
    for at, row in enumerate(rows(schedule)):
        submit, start, end = (float(row[name]) for name in ("submission_time", "starting_time", "finish_time"))
        assert (submit, start, end) == (placed.submit[at], placed.start[at], placed.end[at])
        assert float(row["waiting_time"]) == start - submit
        assert float(row["execution_time"]) == end - start == schedule.workload.jobs.runtime[at]
        assert float(row["turnaround_time"]) == end - submit
        assert float(row["stretch"]) == pytest.approx((end - submit) / (end - start))
        assert float(row["requested_time"]) == schedule.workload.jobs.requested_time[at]


def test_processors_are_as_many_as_asked_for_and_nobody_shares_one(schedule):
    table = rows(schedule)
    held = [processors(row["allocated_resources"]) for row in table]
    assert (
        [len(one) for one in held]
        == [int(row["requested_number_of_resources"]) for row in table]
        == schedule.placed.processors.tolist()
    )
    assert max(map(max, held)) < schedule.workload.platform.processors
    spans = [(float(row["starting_time"]), float(row["finish_time"])) for row in table]
    for one, other in combinations(range(len(table)), 2):
        if spans[one][0] < spans[other][1] and spans[other][0] < spans[one][1]:
            assert not held[one] & held[other], (one, other)


def test_a_job_beside_others_has_several_intervals():
    # jobs 1 to 3 hold processors 0, 1 and 2; when 1 and 3 are done, job 4 gets both ends
    text = "; MaxProcs: 3\n" + "".join(
        f"{job} {at} -1 {long} {size} -1 -1 {size} {long} -1 1 1 -1 -1 -1 -1 -1 -1\n"
        for job, at, long, size in ((1, 0, 5, 1), (2, 0, 9, 1), (3, 0, 5, 1), (4, 1, 2, 2))
    )
    table = rows(simulate(workload(swf.read(text.encode(), 'a "log", of mine.swf')), "fcfs"))
    assert [row["allocated_resources"] for row in table] == ["0", "1", "2", "0 2"]
    assert {row["workload_name"] for row in table} == {'a "log", of mine.swf'}


def test_who_asks_for_no_time_has_minus_one():
    text = (
        "; MaxProcs: 1\n1 0 -1 5 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n2 0 -1 5 1 -1 -1 1 7 -1 1 1 -1 -1 -1 -1 -1 -1\n"
    )
    assert [row["requested_time"] for row in rows(simulate(workload(swf.read(text.encode(), "a.swf")), "fcfs"))] == [
        "-1",
        "7",
    ]


@pytest.mark.parametrize(("name", "policy"), [("light-grid", "best_effort"), ("campaign-deadlines", "round_robin")])
def test_what_evalys_cannot_hold_is_refused_in_a_sentence(name, policy):
    schedule = simulate(workload(sample(f"{name}.swf")), policy)
    assert not evalys_csv.fits(schedule)
    with pytest.raises(InputError, match=r"paused, killed or share processors.*Take the CSV"):
        evalys_csv.pieces(schedule, place(schedule))


def test_the_example_of_the_docs_is_a_row_of_it():
    docs = (Path(__file__).parents[2] / "docs" / "exports.md").read_text()
    lines = (
        b"".join(evalys_csv.pieces(schedule := simulate(workload(sample("five-jobs.swf")), "easy"), place(schedule)))
        .decode()
        .splitlines()
    )
    assert f"```\n{lines[0]}\n{lines[4]}\n```" in docs
    assert len(lines) == 1 + 5
