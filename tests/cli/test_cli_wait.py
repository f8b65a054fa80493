"""`wait` on the command line: jobs like one in words, as recorded and under a policy, in all and by time of day."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.preparation.requested_times import has_request
from scheduler.simulate import simulate
from tests.query.test_filters import log

LOG = log(600, 5)
JOB, LIKE = "8 processors for 2 h", {"processors": (4, 16), "requested_time": (3_600, 14_400)}


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "cluster.swf"
    file.write_bytes(swf.write(LOG))
    return file


def test_waits_of_a_policy_are_those_of_its_run_by_time_of_day(path, run):
    work = workload(swf.read(path.read_bytes(), "cluster.swf"))
    like = has_request(work) & np.all(
        [(getattr(work.jobs, name) >= low) & (getattr(work.jobs, name) <= high) for name, (low, high) in LIKE.items()],
        axis=0,
    )
    wait = simulate(work, "easy").wait[like]
    code, out, err = run("wait", JOB, path, "--policy", "easy", "--json")
    answer = json.loads(out)["answers"][1]
    assert (code, err, answer["of"], answer["jobs"]) == (0, "", "easy", like.sum())
    assert (answer["median"], answer["most"]) == (np.median(wait), pytest.approx(np.quantile(wait, 0.9)))
    hour = (work.jobs.submit[like] + work.platform.start_time) // 3_600 % 24
    for at, (name, part) in enumerate(answer["by_time_of_day"].items()):
        inside = wait[(hour >= 6 * at) & (hour < 6 * at + 6)]
        assert (
            name.startswith(f"{6 * at:02}:00")
            and part["jobs"] == len(inside)
            and (not len(inside) or part["median"] == np.median(inside))
        )
    assert sum(part["jobs"] for part in answer["by_time_of_day"].values()) == answer["jobs"]


def test_the_tables_have_a_row_for_each_run_and_part_of_the_day(path, run):
    code, out, err = run("wait", JOB, path, "--policy", "fcfs,easy", "--at", "2012-06-06")
    rows = out.splitlines()
    assert (code, err) == (0, "") and rows[0].startswith("Jobs like it: processors>=4 processors<=16 ")
    assert [row.split()[0] for row in rows if row and row.split()[0] in ("recorded", "fcfs", "easy")] == [
        "recorded",
        "fcfs",
        "easy",
        *["recorded"] * 4,
        *["fcfs"] * 4,
        *["easy"] * 4,
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x processors", "LOG"], "wanted"),
        ([JOB, "LOG", "--at", "noon"], "wanted: a time"),
        ([JOB, "LOG", "--policy", "eazy"], "easy"),
    ],
)
def test_what_cannot_be_answered_is_said(path, run, words, said):
    code, out, err = run("wait", *[path if word == "LOG" else word for word in words])
    assert code == 2 and out == "" and said in err
