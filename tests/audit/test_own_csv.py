"""Every policy's schedule as CSV passes the audit that reads it, and a falsified copy does not.

Jobs that are paused, or that share processors or nodes, have a row for every segment.
"""

from __future__ import annotations

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
from tests.policies.test_policies import varied

MOLDABLE = (
    "three-tasks",
    "shelves-by-weight",
    "next-batch",
    "growing-batches",
    "deadlines-on-line",
    "rigid-among-moldable",
)
SEGMENTED = [key for key in ("round_robin", "equipartition", "dfrs", "malleable") if key in all_policies()]

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
