"""Segments of jobs that share a processor or nodes, as CSV by hand: they pass the audit, and falsified ones do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scheduler.audit.schedule import audit_rows
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.audit.test_own_csv import rows_of, suits, workloads
from tests.cases.small_log import is_one_sentence, swf

EQUAL = """job_id,user_id,submit,start,end,processors,segment,yield
1,1,0,0,2,1,1,1
1,1,0,2,6,1,2,0.5
2,1,2,2,6,1,1,0.5
2,1,2,6,8,1,2,1
"""
# Two nodes: job 1 has a task on each, job 2, which takes half of the memory of one, stands beside its first.
SHARED = """job_id,user_id,submit,start,end,processors,segment,yield,kind,nodes
1,1,0,0,4,2,1,1,run,1-2:1
2,1,2,4,8,1,1,1,run,2:1
"""
FOUR = swf({1: (0, 4, 1, 1, 4, 1), 2: (2, 4, 1, 1, 4, 1)}, "; MaxProcs: 1\n")
NODES = swf({1: (0, 4, 2, 2, 4, 1), 2: (2, 4, 1, 1, 4, 1)}, "; MaxProcs: 2\n")
FAULTS = {
    "left out": (FOUR, EQUAL, "1,1,0,2,6,1,2,0.5\n", "", "Job 1 (line 2) runs for 2 s in its segments; wanted: 4 s."),
    "first left out": (
        FOUR,
        EQUAL,
        "1,1,0,0,2,1,1,1\n",
        "",
        "Job 1 (line 2) has a segment 2 where segment 1 is wanted: its segments are numbered from 1, each once.",
    ),
    "job left out": (
        FOUR,
        EQUAL,
        "2,1,2,2,6,1,1,0.5\n2,1,2,6,8,1,2,1\n",
        "",
        "Job 2 (line 3) is missing (1 missing in all).",
    ),
    "too much": (
        FOUR,
        EQUAL,
        "2,1,2,2,6,1,1,0.5\n2,1,2,6,8,1,2,1\n",
        "2,1,2,2,6,1,1,1\n",
        "Jobs get the CPU of 1.5 nodes at 2 s; there are 1.",
    ),
    "too fast": (
        FOUR,
        EQUAL,
        "1,1,0,0,2,1,1,1\n1,1,0,2,6,1,2,0.5\n",
        "1,1,0,0,2,1,1,2\n",
        "Job 1 (line 2) has the yield 2 from 0 s on; wanted: above 0, at most 1.",
    ),
    "too little": (
        FOUR,
        EQUAL,
        "6,8,1,2,1\n",
        "6,7,1,2,1\n",
        "Job 2 (line 3) runs for 3 s in its segments; wanted: 4 s.",
    ),
    "overlapping": (
        FOUR,
        EQUAL,
        "1,1,0,2,6,1,2,0.5",
        "1,1,0,1,5,1,2,0.5",
        "Job 1 (line 2) has a segment that begins at 1 s, before the one before it ends at 2 s.",
    ),
    "before it came": (
        FOUR,
        EQUAL,
        "2,1,2,2,6,1,1,0.5\n2,1,2,6,8,1,2,1\n",
        "2,1,2,0,4,1,1,1\n",
        "Job 2 (line 3) starts at 0 s, before its submission at 2 s.",
    ),
    "two submissions": (
        FOUR,
        EQUAL,
        "2,1,2,6,8,1,2,1",
        "2,1,3,6,8,1,2,1",
        "Job 2 (line 3) is submitted at 2 s by one of its segments and at 3 s by another.",
    ),
    "another's": (FOUR, EQUAL, "2,1,2,6,8,1,2,1", "2,9,2,6,8,1,2,1", "Job 2 (line 3) belongs to user 1, not to 9."),
    "wide": (
        FOUR,
        EQUAL,
        "2,1,2,6,8,1,2,1",
        "2,1,2,6,8,2,2,1",
        "Job 2 (line 3) holds 2 processors in a segment; wanted: 1.",
    ),
    "no such node": (
        NODES,
        SHARED,
        "run,2:1",
        "run,3:1",
        "Job 2 (line 3) has tasks on nodes 3 to 3; there are 2, from 1 on.",
    ),
    "too few tasks": (
        NODES,
        SHARED,
        "run,1-2:1",
        "run,1:1",
        "Job 1 (line 2) has 1 task on nodes from 0 s on; wanted: 2.",
    ),
    "full node": (
        NODES,
        SHARED,
        "2,1,2,4,8,1,1,1,run,2:1",
        "2,1,2,2,6,1,1,1,run,2:1",
        "Node 2 holds tasks with 2 of its memory at 2 s, when job 2 (line 3) gets a place on it; wanted: at most 1.",
    ),
    "penalty": (
        NODES,
        SHARED,
        "8,1,1,1,run",
        "8,1,1,1,penalty",
        "Job 2 (line 3) runs for 0 s in its segments; wanted: 4 s.",
    ),
}


def audited(run: Callable, folder: Path, log: str, text: str, *options: str) -> tuple[int, str, str]:
    (folder / "log.swf").write_text(log)
    (folder / "s.csv").write_text(text)
    return run("audit", folder / "log.swf", folder / "s.csv", "--needs", "whole", *options)


@pytest.mark.parametrize(("log", "text"), [(FOUR, EQUAL), (NODES, SHARED)])
def test_schedules_by_hand_pass(run: Callable, tmp_path: Path, log: str, text: str) -> None:
    code, out, err = audited(run, tmp_path, log, text)
    assert (code, err) == (0, "") and out.startswith("Passed: 2 jobs, ")


@pytest.mark.parametrize("name", FAULTS)
def test_a_falsified_file_is_refused_in_a_sentence(run: Callable, tmp_path: Path, name: str) -> None:
    log, text, old, new, words = FAULTS[name]
    assert text.count(old) == 1
    code, out, err = audited(run, tmp_path, log, text.replace(old, new))
    assert (code, err) == (1, "") and is_one_sentence(out)
    assert out.strip() == words


def test_equal_shares_are_written_as_by_hand(run: Callable, tmp_path: Path) -> None:
    (tmp_path / "log.swf").write_text(FOUR)
    out = tmp_path / "equal.csv"
    assert run("simulate", tmp_path / "log.swf", "--needs", "whole", "--policy", "equipartition", "--out", out)[0] == 0
    assert out.read_text() == EQUAL


def test_a_run_of_a_billion_nodes_is_refused_at_once() -> None:
    made = (
        workload(sample("three-tasks.swf"))
        if suits("dfrs", workload(sample("three-tasks.swf")))
        else workloads("dfrs")[0]
    )
    rows = rows_of(simulate(made, "dfrs", decisions=None))
    wide = rows | {"place_count": np.full_like(rows["place_count"], 10**9)}
    assert "tasks on nodes" in str(audit_rows(made, wide).first_violation)
