"""Names and columns beyond those of SWF: they follow the lines taken, and stand beside the jobs of a workload."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scheduler.columns import SWF
from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload

NAMES = {"user_id": ("ada", "bob"), "group_id": ("physics",), "partition": ("batch", "gpu"), "state": ("COMPLETED",)}


def trace(header: str = "; MaxProcs: 8\n", more: str = "") -> Trace:
    rows = [
        dict.fromkeys(SWF, -1)
        | {
            "job_id": 10 + k,
            "submit": 30 - 10 * k,
            "runtime": 60,
            "allocated_processors": 1 + k,
            "user_id": 1 + k % 2,
            "partition": 2,
        }
        for k in range(3)
    ]
    text = header + "".join(" ".join(map(str, row.values())) + f"{more}\n" for row in rows)
    return replace(swf.read(text.encode(), "t.swf"), names=NAMES, extra={"gpus": np.array([0.0, 4.0, -1.0])})


def test_a_trace_of_numbers_has_no_names():
    log = swf.read(b"1 0 0 9 1 -1 -1 1 9 -1 1 7 -1 -1 -1 -1 -1 -1\n", "t.swf")
    assert log.names == {} and log.extra == {} and workload(log, processors=4).names == {}


def test_lines_are_taken_with_all_their_columns():
    log = trace()
    for rows in (np.array([2, 0]), np.array([True, False, True])):
        kept, order = log.take(rows), np.arange(3)[rows]
        assert (
            kept.line.tolist() == log.line[order].tolist()
            and kept.extra["gpus"].tolist() == log.extra["gpus"][order].tolist()
        )
        assert kept.columns["allocated_processors"].tolist() == (1.0 + order).tolist()
        assert kept.names == NAMES and kept.header == log.header and kept.more == ()


def test_what_stands_behind_the_fields_of_a_line_is_taken_with_it():
    log = trace("; MaxProcs: 8\n; Queuescope-Moldable: 1\n", " 1 amdahl 0.5")
    assert log.take(np.array([1])).more == (log.more[1],) and "amdahl" in log.more[1]


def test_a_workload_has_the_names_of_its_columns_and_they_change_no_result():
    work, plain = workload(trace()), workload(replace(trace(), names={}))
    assert work.names == {
        "user_id": ("ada", "bob"),
        "group": ("physics",),
        "partition": ("batch", "gpu"),
        "state": ("COMPLETED",),
    }
    assert [work.names["user_id"][number - 1] for number in work.jobs.user_id.tolist()] == ["ada", "bob", "ada"]
    assert work.hash == plain.hash
