"""A schedule from a stranger is kept where it holds, and named by its first fault where it does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scheduler.engine.decision_log import RESERVE, START
from scheduler.errors import InputError, Unsupported
from scheduler.explain.job import explain
from scheduler.explain.story import story
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.replay.plan import plan
from scheduler.results.store import Store
from scheduler.topics.own_policy import foreign_run
from scheduler.topics.own_policy.foreign_run import Faulty
from tests.cases.every_case import every_case
from tests.cases.small_log import is_one_sentence, swf

# Three processors.  By hand: job 1 holds two until 10, job 2 all three from 10 to 14, job 3 one from 0 to 5.
LOG = swf({1: (0, 10, 2, 2, 10, 1), 2: (1, 4, 3, 3, 4, 2), 3: (0, 5, 1, 1, 5, 1)}, "; MaxProcs: 3\n")
STARTS = {1: 0.0, 3: 0.0, 2: 10.0}
SIZES = {1: 2, 3: 1, 2: 3}
REASONS = ["it fits", "two <b>bold</b>"]


@pytest.fixture(scope="module")
def jobs() -> Workload:
    from scheduler.formats import swf as reading

    return workload(reading.read(LOG.encode(), "three.swf"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def sent(**changes: Any) -> dict[str, Any]:
    """What a browser sends of the schedule by hand."""
    return {
        "name": "By hand",
        "program": "0123456789ab",
        "job": list(STARTS),
        "start": list(STARTS.values()),
        "processors": list(SIZES.values()),
        "reasons": list(REASONS),
        "reason": [0, -1, 1],
    } | changes


def test_a_schedule_that_keeps_the_rules_is_a_run(store: Store, jobs: Workload) -> None:
    key = foreign_run.keep(store, store.put_workload(jobs), foreign_run.read(sent()))
    record, schedule = store.record(key), store.schedule(key)
    assert schedule.placed.start.tolist() == [STARTS[job] for job in jobs.jobs.job_id]
    assert schedule.certificate is not None and schedule.certificate.passed
    assert record["params"] == {"name": "By hand", "program": "0123456789ab"}
    assert record["metrics"]["wait_mean"] == 3.0  # (0 + 9 + 0) / 3
    free = dict(zip(schedule.table("decisions").job.tolist(), schedule.table("decisions").free.tolist(), strict=True))
    assert [free[row] for row in range(3)] == [{1: 3, 3: 1, 2: 3}[job] for job in jobs.jobs.job_id]


def test_the_reasons_of_a_program_are_told(store: Store, jobs: Workload) -> None:
    schedule = store.schedule(foreign_run.keep(store, store.put_workload(jobs), foreign_run.read(sent())))
    row = {int(job): at for at, job in enumerate(jobs.jobs.job_id)}
    assert explain(schedule, row[1])[-1] == "It started at 0 s as a program from outside decided: “it fits”."
    assert explain(schedule, row[2])[-1] == "It started at 10 s as a program from outside decided: “two <b>bold</b>”."
    assert explain(schedule, row[3])[-1] == "It started at 0 s as a program from outside decided, without a reason."
    assert [line[3] for line in story([schedule], ["own"])["runs"][0]["log"]][-1].startswith(
        "Job 2 starts as a program"
    )


def test_what_a_program_promises_is_planned(store: Store, jobs: Workload) -> None:
    """Job 2 (row 2 of what is sent) is promised 10 s at 1 s; job 3 has started then, so that its promise is none."""
    rows = sent(noted_at=[1, 1, 5], noted_row=[2, 1, 2], noted_for=[12, 7, 10])
    schedule = store.schedule(foreign_run.keep(store, store.put_workload(jobs), foreign_run.read(rows)))
    row = jobs.jobs.job_id.tolist().index(2)
    assert [
        (kind, job)
        for kind, job in zip(schedule.table("decisions").kind, schedule.table("decisions").job, strict=True)
        if job == row
    ] == [(RESERVE, row), (RESERVE, row), (START, row)]
    assert (
        "From 1 s to 10 s a program from outside noted that it was to start at 12 s. The reservation was moved once, "
        "last to 10 s."
    ) in explain(schedule, row)
    early, late = plan(schedule, 2.0), plan(schedule, 6.0)
    assert (early.job.tolist(), early.start.tolist(), late.start.tolist()) == ([row], [12.0], [10.0])
    free = schedule.table("decisions").free[schedule.table("decisions").job == row]
    assert free.tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    "changes",
    [
        {"noted_at": [1]},
        {"noted_at": [1], "noted_row": [3], "noted_for": [2]},
        {"noted_at": [1], "noted_row": [0.5], "noted_for": [2]},
        {"noted_at": [None], "noted_row": [0], "noted_for": [2]},
        {"noted_at": [1], "noted_row": [0], "noted_for": [float("inf")]},
        {"noted_at": [1, 2], "noted_row": [0], "noted_for": [2]},
        {"noted_at": "1", "noted_row": [0], "noted_for": [2]},
    ],
)
def test_promises_that_are_none_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"reservations|column"):
        foreign_run.read(sent(**changes))


def test_the_key_names_the_workload_and_all_that_was_sent(store: Store, jobs: Workload) -> None:
    workload_key = store.put_workload(jobs)
    key = foreign_run.keep(store, workload_key, foreign_run.read(sent()))
    assert foreign_run.keep(store, workload_key, foreign_run.read(sent())) == key
    others = [sent(start=[0.0, 0.0, 10.5]), sent(name="Another"), sent(reason=[1, -1, 1])]
    assert len({key, *(foreign_run.keep(store, workload_key, foreign_run.read(one)) for one in others)}) == 4


def test_rows_may_come_in_any_order(store: Store, jobs: Workload) -> None:
    workload_key, rows = store.put_workload(jobs), sent()
    turned = rows | {name: rows[name][::-1] for name in ("job", "start", "processors", "reason")}
    assert foreign_run.keep(store, workload_key, foreign_run.read(turned)) == foreign_run.keep(
        store, workload_key, foreign_run.read(rows)
    )


def without(name: str, at: int) -> Callable[[dict[str, Any]], None]:
    def change(rows: dict[str, Any]) -> None:
        for column in ("job", "start", "processors", "reason") if name == "row" else (name,):
            del rows[column][at]

    return change


def put(name: str, at: int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda rows: rows[name].__setitem__(at, value)


def again(job: int, start: float) -> Callable[[dict[str, Any]], None]:
    def change(rows: dict[str, Any]) -> None:
        for column, value in (("job", job), ("start", start), ("processors", SIZES[job]), ("reason", -1)):
            rows[column].append(value)

    return change


# change of what is sent -> (words of the fault, number of the job, instant)
FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str, int | None, float | None]] = {
    "twice": (again(3, 20), "Job 3 (line 4) is started 2 times, at 0 s and at 20 s; wanted: once.", 3, 20.0),
    "twice at once": (again(3, 0), "Job 3 (line 4) is started 2 times, at 0 s and at 0 s; wanted: once.", 3, 0.0),
    "too early": (put("start", 2, 0.5), "Job 2 (line 3) starts at 0.5 s, before its submission at 1 s.", 2, 0.5),
    "negative": (put("start", 0, -3), "Job 1 (line 2) starts at -3 s, before its submission at 0 s.", 1, -3.0),
    "more than there are": (put("start", 2, 5), "5 of 3 processors busy at 5 s, when job 2 (line 3) starts", 2, 5.0),
    "a moment too early": (put("start", 2, 9.99), "5 of 3 processors busy at 9.99 s, when job 2", 2, 9.99),
    "other size": (put("processors", 1, 2), "Job 3 (line 4) asks for 1 processor and is given 2.", 3, 0.0),
    "half a processor": (put("processors", 1, 0.5), "Job 3 (line 4) asks for 1 processor and is given -1.", 3, 0.0),
    "missing": (without("row", 1), "Job 3 (line 4) is missing (1 missing in all).", 3, 0.0),
    "null": (put("start", 2, None), "Job 2 (line 3) never starts.", 2, 1.0),
    "nan": (put("start", 2, float("nan")), "Job 2 (line 3) never starts.", 2, 1.0),
    "infinite": (put("start", 2, float("inf")), "Job 2 (line 3) starts at inf s, where float64 cannot tell", 2, 1.0),
    "minus infinite": (put("start", 2, float("-inf")), "Job 2 (line 3) starts at -inf s, where float64", 2, 1.0),
    "far away": (put("start", 2, 1e18), "Job 2 (line 3) starts at 1e+18 s, where float64 cannot tell", 2, 1e18),
    "unknown": (put("job", 1, 99), "Row 2 names job 99; the workload has no such job.", None, None),
    "no number": (put("job", 1, None), "Row 2 names job", None, None),
    "part of a number": (put("job", 1, 2.5), "Row 2 names job 2.5; the workload has no such job.", None, None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_fault_is_named_with_job_and_instant(store: Store, jobs: Workload, name: str) -> None:
    change, words, number, time = FAULTS[name]
    rows = sent()
    change(rows)
    key = store.put_workload(jobs)
    with pytest.raises(Faulty) as caught:
        foreign_run.keep(store, key, foreign_run.read(rows))
    fault = caught.value.fault
    assert str(caught.value).startswith(words) and is_one_sentence(str(caught.value))
    assert (int(jobs.jobs.job_id[fault.job]) if fault.job >= 0 else None, fault.time) == (number, time)
    assert not list((store.root / "runs").iterdir())
    near = foreign_run.around(jobs, fault, caught.value.rows)
    assert json.loads(json.dumps(near, allow_nan=False)) == near
    starts = [
        start
        for job, start in zip(rows["job"], rows["start"], strict=True)
        if number is not None and job == number and start is not None and np.isfinite(start)
    ]
    assert [bar[2] for bar in near if bar[5]] == starts


BAD: dict[str, dict[str, Any]] = {
    "no columns": {"job": None},
    "a text": {"start": "0,0,10"},
    "texts": {"start": ["0", "0", "10"]},
    "booleans": {"start": [True, False, True]},
    "lists": {"start": [[0], [0], [10]]},
    "too many": {"job": [1] * (2 * foreign_run.MOST_JOBS + 1)},
    "uneven": {"start": [0.0, 10.0]},
    "beyond all numbers": {"start": [0, 0, 10**400]},
    "reasons of another kind": {"reasons": {"0": "it fits"}},
    "long reason": {"reasons": ["x" * 201, "b"]},
    "empty reason": {"reasons": ["", "b"]},
    "number for a reason": {"reasons": [1, 2]},
    "many reasons": {"reasons": ["x"] * (foreign_run.MOST_REASONS + 1)},
    "no such reason": {"reason": [0, -1, 2]},
    "negative reason": {"reason": [0, -1, -2]},
    "half a reason": {"reason": [0, -1, 0.5]},
    "few reasons": {"reason": [0]},
    "markup in the name": {"name": "<img src=x>"},
    "long name": {"name": "x" * 41},
    "name of another kind": {"name": ["a"]},
    "lines in the name": {"name": "a\nb"},
    "no hash": {"program": "../../etc"},
}


@every_case("name", BAD)
def test_what_is_no_schedule_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(InputError) as caught:
        foreign_run.read(sent(**BAD[name]))
    assert is_one_sentence(str(caught.value)) and len(str(caught.value)) < 300


def test_signs_that_do_not_print_do_not_reach_a_page() -> None:
    assert foreign_run.read(sent(reasons=["a\nb\x00c", "\x1b[31m"])).reasons == ("a b c", "[31m")


@pytest.mark.parametrize("name", ["three-tasks.swf", "barriers-none.swf", "light-grid.swf"])
def test_other_kinds_of_workloads_are_refused(name: str) -> None:
    with pytest.raises(Unsupported, match="choose another workload"):
        foreign_run.columns(
            workload(sample(name), arrivals="closed") if name.startswith("barriers") else workload(sample(name))
        )


def test_a_program_is_given_all_but_names(jobs: Workload) -> None:
    columns = foreign_run.columns(jobs)
    assert columns["number"] == [1, 3, 2] and columns["runtime"] == [10.0, 5.0, 4.0] and columns["user"] == [1, 1, 2]


def test_jobs_that_share_a_number_are_taken_in_their_order(store: Store) -> None:
    from scheduler.formats import swf as reading

    lines = "; MaxProcs: 3\n" + "".join(f"7 {submit} -1 5 1 -1 -1 1 5 -1 1 1 1 1 -1 -1 -1 -1\n" for submit in (0, 2))
    made = workload(reading.read(lines.encode(), "same.swf"))
    rows = {"job": [7, 7], "start": [0.0, 2.0], "processors": [1, 1], "name": "same"}
    schedule = store.schedule(foreign_run.keep(store, store.put_workload(made), foreign_run.read(rows)))
    assert schedule.placed.start.tolist() == [0.0, 2.0]
