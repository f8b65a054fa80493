"""Every policy's schedule as CSV passes the audit that reads it, and a falsified copy does not.

Jobs that are paused, or that share processors or nodes, have a row for every segment.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scheduler.audit.schedule import audit_rows
from scheduler.errors import FormatError
from scheduler.formats import schedule_csv
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import check_supported, simulate
from tests.cases import strategies
from tests.cases.small_log import ROOT, is_one_sentence, swf
from tests.policies.test_policies import varied

MOLDABLE = (
    "three-tasks",
    "shelves-by-weight",
    "next-batch",
    "growing-batches",
    "deadlines-on-line",
    "rigid-among-moldable",
)
SEGMENTED = ("round_robin", "equipartition", "dfrs", "malleable")

Rows = dict[str, np.ndarray]


def workloads(key: str) -> list[Workload]:
    """Some small workloads the policy can run."""
    policy = all_policies()[key]
    try:
        return [case.workload for case in strategies.suited(policy, strategies.told(policy, varied()))[::25]]
    except pytest.skip.Exception:
        return [made for made in (workload(sample(f"{name}.swf")) for name in MOLDABLE) if suits(key, made)]


def suits(key: str, made: Workload) -> bool:
    try:
        check_supported(all_policies()[key], made)
    except Exception:
        return False
    return True


def rows_of(schedule: Schedule) -> Rows:
    return schedule_csv.read_schedule(schedule_csv.write(schedule).decode())


@pytest.mark.slow
@pytest.mark.parametrize("key", list(all_policies()))
def test_what_a_policy_writes_passes_its_audit(key: str) -> None:
    known = workloads(key)
    assert known
    for made in known:
        schedule = simulate(made, key, decisions=None)
        found = audit_rows(made, rows_of(schedule), feasible=all_policies()[key].feasible)
        assert found.first_violation is None
        assert ("segment" in rows_of(schedule)) == (schedule.segments is not None and "killer" not in schedule.segments)


# ---- by hand --------------------------------------------------------------------------------------------------------

DEADLINES = ROOT / "sample_traces" / "campaign-deadlines.swf"
IN_TURNS = """job_id,user_id,submit,start,end,processors,segment,yield
1,1,0,0,1,1,1,1
"""
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


def test_turns_are_written_and_checked(run: Callable, tmp_path: Path) -> None:
    out = tmp_path / "turns.csv"
    assert run("simulate", DEADLINES, "--policy", "round_robin", "--param", "quantum=1", "--out", out)[0] == 0
    rows = [line.split(",") for line in out.read_text().splitlines()[1:]]
    # user 1 has the seconds 0, 2, 4, 6 and 8 until its first campaign of 5 s is complete at 9
    assert [(row[3], row[4]) for row in rows if row[0] == "1"] == [(str(t), str(t + 1)) for t in (0, 2, 4, 6, 8)]
    assert run("audit", DEADLINES, out)[0] == 0
    lines = out.read_text().splitlines()
    del lines[2]
    out.write_text("\n".join(lines) + "\n")
    assert run("audit", DEADLINES, out)[0] == 1


# ---- falsified copies of what policies write ------------------------------------------------------------------------


def as_fast_on_more(made: Workload, rows: Rows, row: int) -> bool:
    """Whether the task of a row takes as long on one processor more."""
    job, size = int(np.flatnonzero(made.jobs.job_id == rows["job_id"][row])[0]), int(rows["processors"][row])
    first, shapes = int(made.jobs.shape_ptr[job]), made.table("shapes")
    own = slice(first, first + int(made.jobs.shapes[job]))
    runtime = dict(zip(shapes.processors[own].tolist(), shapes.runtime[own].tolist(), strict=True))
    return runtime.get(size + 1) == runtime[size]


@pytest.mark.parametrize("key", SEGMENTED)
def test_no_falsified_copy_passes(key: str) -> None:
    """Of segments in which a job runs: how long a penalty is only the policy knows."""
    tried = 0
    for made in workloads(key)[: 3 if key == "dfrs" else 8]:
        schedule = simulate(made, key, decisions=None)
        rows = rows_of(schedule)
        for row in np.flatnonzero(rows.get("kind", np.zeros(len(rows["job_id"]))) == 0)[::3].tolist():
            for column, by in (
                ("start", 0.5),
                ("end", 0.5),
                ("end", -0.5),
                ("yield", -0.125),
                ("processors", 1),
                ("segment", 1),
                ("submit", 1),
            ):
                other = rows | {column: rows[column] + by * (np.arange(len(rows["job_id"])) == row)}
                if key == "malleable" and column == "processors" and as_fast_on_more(made, rows, row):
                    continue  # nothing of what is checked tells the copy from another schedule that is right
                assert audit_rows(made, other).first_violation, (column, row)
                tried += 1
            if "place_first" in rows:
                there = rows["place_row"] == row
                other = rows | {"place_tasks": rows["place_tasks"] + there}
                assert audit_rows(made, other).first_violation
    assert tried > 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "job_id,start,segment\n",
            "names the column segment, but not yield; wanted: segment, yield, end, a row for every segment",
        ),
        ("job_id,start,end,segment,yield,piece,outcome,killed_for\n", "both killed_for and segment"),
        ("job_id,start,end,segment,yield,yield\n", "the column yield twice"),
        ("job_id,start,end,segment,yield\n1,0,1,1.5,1\n", "Line 2 of s.csv: segment is '1.5'; wanted: a whole number"),
        (
            "job_id,start,end,segment,yield,kind\n1,0,1,1,1,idle\n",
            "Line 2 of s.csv: kind is 'idle'; wanted: run or penalty",
        ),
        (
            "job_id,start,end,segment,yield,nodes\n1,0,1,1,1,two\n",
            "Line 2 of s.csv: nodes is 'two'; wanted: nodes with the tasks",
        ),
        ("job_id,start,end,segment,yield,nodes\n1,0,1,1,1,4-2:1\n", "nodes is '4-2:1'"),
        ("job_id,start,end,segment,yield,nodes\n1,0,1,1,1,0:1\n", "nodes is '0:1'"),
        ("job_id,start,end,segment,yield,nodes\n1,0,1,1,1,1-9999999999:1\n", "nodes is '1-9999999999:1'"),
    ],
)
def test_what_does_not_read_is_said(text: str, words: str) -> None:
    with pytest.raises(FormatError) as said:
        schedule_csv.read_schedule(text, "s.csv")
    assert words in str(said.value)


def test_a_run_of_a_billion_nodes_is_refused_at_once() -> None:
    made = (
        workload(sample("three-tasks.swf"))
        if suits("dfrs", workload(sample("three-tasks.swf")))
        else workloads("dfrs")[0]
    )
    rows = rows_of(simulate(made, "dfrs", decisions=None))
    wide = rows | {"place_count": np.full_like(rows["place_count"], 10**9)}
    assert "tasks on nodes" in str(audit_rows(made, wide).first_violation)
