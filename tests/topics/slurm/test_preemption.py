"""Preemption by hand: who is stopped, how, from when on; what is said of it, what the audit refuses, what files hold of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit, audit_rows
from scheduler.errors import ParamError, Unsupported
from scheduler.explain.job import explain
from scheduler.formats import schedule_csv
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases.small import changed, workload
from tests.cases.width import width
from tests.why.reader import Told, all_of
from tests.why.test_why_told import READERS

# two long jobs of QOS and partition 1 hold all 4 processors; at 10 s one of QOS and partition 2 comes that needs 3
ROWS = [(0, 50, 2), (0, 300, 2), (10, 20, 3)]
QOS = {"preempt": "qos", "qos": "1:low; 2:urgent Preempt=1", "preempt_mode": "requeue"}
TIERS = {"preempt": "partition_prio", "partitions": "1:slow; 2:fast PriorityTier=5", "preempt_mode": "cancel"}


def work(rows=ROWS, classes=(1, 1, 2)) -> Workload:
    made = workload(rows, 4)
    return replace(made, jobs=changed(made.jobs, queue=np.array(classes), partition=np.array(classes)))


def run(params: dict, **more) -> Schedule:
    return simulate(work(**more), "slurm", params, decisions="all")


def pieces(made: Schedule, job: int) -> list[tuple[float, float, int]]:
    """(begin, end, 2 where it was stopped)."""
    if made.segments is None:
        return [(made.placed.start[job], made.placed.end[job], 0)]
    s = made.segments.take(made.segments.job == job)
    return list(zip(s.begin.tolist(), s.end.tolist(), s.kind.tolist(), strict=True))


def test_a_job_put_back_starts_from_nothing_after_its_wait() -> None:
    made = run(QOS | {"requeue_wait": 60})
    assert pieces(made, 2) == [(10, 30, 0)]
    assert pieces(made, 0) == [(0, 10, 2), (70, 120, 0)] and pieces(made, 1) == [(0, 10, 2), (70, 370, 0)]
    assert made.placed.preemptions.tolist() == [1, 1, 0] and made.placed.start.tolist() == [0, 0, 10]


def test_a_cancelled_job_is_over() -> None:
    made = run(TIERS)
    assert [pieces(made, job) for job in range(3)] == [[(0, 10, 2)], [(0, 10, 2)], [(10, 30, 0)]]
    assert made.placed.end.tolist() == [10, 10, 30] and made.placed.flags.tolist() == [2, 2, 0]
    assert made.jobs.runtime.tolist() == [10, 10, 20] and made.stretch.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("params", "start"),
    [
        (QOS, 10),
        (QOS | {"preempt": "none"}, 300),
        (QOS | {"preempt_mode": "off"}, 300),
        (QOS | {"preempt_exempt": 40}, 50),
        (QOS | {"qos": "1 PreemptExemptTime=70; 2 Preempt=1"}, 90),
        (QOS | {"qos": "1 Preempt=2; 2"}, 300),
        (TIERS, 10),
        (QOS | {"qos": "1 PreemptMode=off; 2 Preempt=1"}, 300),
        (TIERS | {"partitions": "1 PriorityTier=5; 2 PriorityTier=5"}, 300),
        (TIERS | {"partitions": "1 PreemptMode=OFF; 2 PriorityTier=2"}, 300),
    ],
)
def test_only_who_may_preempts_and_not_who_is_exempt(params: dict, start: float) -> None:
    """From the end of the exemption on the next pass does it: the main pass as job 101 ends, or that of the backfill clock."""
    assert run(params).placed.start[2] == start


def test_no_more_are_stopped_than_it_takes_and_the_smaller_class_goes_first() -> None:
    rows = [(0, 90, 1), (0, 90, 1), (0, 90, 2), (10, 20, 1)]
    made = run(QOS | {"qos": "1 Priority=5; 2 Preempt=1,3; 3 Priority=1"}, rows=rows, classes=(1, 1, 3, 2))
    assert made.placed.preemptions.tolist() == [0, 0, 1, 0]
    made = run(QOS | {"preempt_youngest_first": True}, rows=[(0, 90, 2), (1, 90, 2), (10, 20, 2)])
    assert made.placed.preemptions.tolist() == [0, 1, 0]


def test_a_job_that_may_not_be_put_back_is_cancelled() -> None:
    assert run(QOS | {"job_requeue": False}).placed.flags.tolist() == [2, 2, 0]
    assert run(QOS | {"jobs": "101 Requeue=0"}).placed.flags.tolist() == [2, 0, 0]
    assert run(QOS | {"job_requeue": False, "jobs": "102 Requeue=1"}).placed.flags.tolist() == [2, 0, 0]


def test_more_runs_are_stopped_than_there_was_room_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from scheduler.topics.slurm.adapters import preemption

    whole = run(QOS)
    monkeypatch.setattr(preemption, "ROOM", -11)
    again = run(QOS)
    assert pieces(again, 1) == pieces(whole, 1) and again.decisions.columns.keys() == whole.decisions.columns.keys()
    assert len(again.decisions) == len(whole.decisions)


def test_it_is_refused_with_a_sentence() -> None:
    with pytest.raises(ParamError, match="the QOS 1, 2, 1 preempt one another"):
        run(QOS | {"qos": "1 Preempt=2; 2 Preempt=1"})
    grid = work()
    grid = replace(
        grid, jobs=Table("jobs", grid.jobs.columns | {"grid": np.zeros(3, np.int64), "home": np.zeros(3, np.int64)})
    )
    with pytest.raises(Unsupported, match="light grid"):
        simulate(grid, "slurm", QOS)


def begun(made: Schedule, before: float) -> set[tuple]:
    """What ran until an instant: (job, begin, end)."""
    return {
        (job, begin, min(end, before))
        for job in range(len(made.placed))
        for begin, end, _ in pieces(made, job)
        if begin < before
    }


def test_a_runtime_changes_nothing_before_the_job_first_ends() -> None:
    """Jobs ask for 30 s; one of them takes another time."""
    compared = 0
    for seed in range(25):
        made = busy(seed, 30)
        for row in (0, 4, 9):
            other = busy(seed, 30, row)
            known = min(
                end
                for one in (made, other)
                for _, end, kind in pieces(one, row)
                if kind == 0 or one.placed.flags[row] & 2
            )
            assert begun(made, known) == begun(other, known), (seed, row)
            compared += made.kills
    assert compared > 30


# ---- in words -------------------------------------------------------------------------------------------------------


def test_both_jobs_tell_who_preempted_whom() -> None:
    made = run(QOS)
    assert explain(made, 1)[-2:] == [
        "It was preempted at 10 s, after 10 s, by job 103, which started then, and put back into the queue (Slurm: "
        "BeginTime at first); it started again 2 min 01 s later, at 131 s.",
        "10 s of work was lost, as it started from nothing; it ran from 131 s to 431 s in the end.",
    ]
    assert explain(made, 2)[-1] == "It preempted job 101 and job 102: put back into the queue."
    assert explain(run(TIERS), 0)[-2:] == [
        "It was preempted at 10 s, after 10 s, by job 103, which started then, and cancelled (Slurm: PREEMPTED).",
        "10 s of work was lost, and it never ran to its end.",
    ]
    assert explain(run(TIERS), 2)[-1] == "It preempted job 101 and job 102: cancelled."


def busy(seed: int, asked: float | None = None, shorter: int = -1) -> Schedule:
    """A few jobs of three QOS on processors that each are a node; the third may preempt the others, the second the first.

    asked: s that all ask for, None: as long as they run; shorter: the row of one that takes 1 s.
    """
    draw, time, rows = Random(f"preempted {seed}"), 0, []
    for _ in range(14):
        time += draw.choice((0, 1, 3, 8))
        rows.append((time, draw.randint(2, 30), draw.randint(1, 4)))
    modes = draw.choice(("requeue", "cancel")), draw.choice(("requeue", "cancel", "off"))
    params = {
        "preempt": "qos",
        "qos": f"1 PreemptMode={modes[0]}; 2 Preempt=1 PreemptMode={modes[1]} Priority=1; 3 Preempt=1,2",
        "requeue_wait": draw.choice((1, 9)),
        "preempt_exempt": draw.choice((0, 4)),
        "bf_interval": 5,
    }
    rows = [(submit, 1 if at == shorter else runtime, size) for at, (submit, runtime, size) in enumerate(rows)]
    made = work(rows, [draw.randint(1, 3) for _ in rows])
    asks = made.jobs.runtime if asked is None else np.full(len(rows), asked)
    made = replace(made, jobs=changed(made.jobs, partition=np.ones(len(rows)), requested_time=asks))
    return simulate(made, "slurm", params, decisions="all")


def test_no_sentence_is_contradicted_where_jobs_are_preempted() -> None:
    assert READERS  # which know the sentences
    told, wrong, seeds = 0, [], width(10, 40)
    for seed in range(seeds):
        made = busy(seed)
        for job in range(len(made.placed)):
            lines = explain(made, job)
            wrong += [(seed, one) for one in all_of(Told(made), job, lines)[1]]
            told += any("preempted" in line for line in lines)
    assert wrong == [] and told > 2.5 * seeds


# ---- the audit ------------------------------------------------------------------------------------------------------


def planted(made: Schedule, **params) -> str | None:
    return audit(replace(made, params=made.params | params)).first_violation


@pytest.mark.parametrize(
    ("made", "params", "words"),
    [
        (
            QOS,
            {"qos": "1:low; 2:urgent"},
            "Job 101 (line 11) is preempted at 10 s for job 103 (line 13), which may not preempt it.",
        ),
        (QOS, {"preempt": "none"}, "which may not preempt it."),
        (QOS, {"preempt_mode": "off"}, "as its mode is off."),
        (QOS, {"preempt_mode": "cancel"}, "and starts again; its mode is cancel."),
        (TIERS, {"preempt_mode": "requeue"}, "and does not start again; its mode is requeue."),
        (QOS, {"preempt_exempt": 11}, "after 10 s; wanted: not within 11 s of its start."),
        (
            QOS,
            {"requeue_wait": 122},
            "Job 101 (line 11) starts again 121 s after it was preempted at 10 s; wanted: 122 s at least.",
        ),
        (TIERS, {"partitions": "1; 2 PriorityTier=1"}, "which may not preempt it."),
        (TIERS, {"partitions": "1 Nodes=1; 2 PriorityTier=5 Nodes=4"}, "in use"),
    ],
)
def test_a_planted_fault_is_refused(made: dict, params: dict, words: str) -> None:
    passed = run(made)
    assert audit(passed).first_violation is None and any("preempted" in text for text in audit(passed).checks)
    assert words in str(planted(passed, **params))


def test_the_exemption_counts_from_the_start_of_each_run() -> None:
    """Job 101 is preempted after 30 s and, put back, after 10 s."""
    made = run(
        QOS | {"requeue_wait": 60}, rows=[(0, 50, 2), (0, 300, 2), (30, 20, 3), (100, 20, 3)], classes=(1, 1, 2, 2)
    )
    assert audit(made).first_violation is None
    assert "after 10 s; wanted: not within 20 s of its start." in str(planted(made, preempt_exempt=20))


def test_tables_that_do_not_agree_are_refused() -> None:
    made = run(TIERS)
    for column, cells, words in (
        ("flags", [0, 2, 0], "Job 101 (line 11) runs for 0 s in its segments; wanted: 50 s."),
        ("flags", [2, 2, 2], "runs for 20 s in its segments; wanted: 0 s."),
    ):
        other = replace(made, placed=Table("placed", made.placed.columns | {column: np.array(cells)}))
        assert words in str(audit(other).first_violation)
    for name, cells, words in (
        ("killer", [1, 2, -1], "for job 102 (line 12), which does not start then."),
        ("killer", [-1, 2, -1], "and it is not told for which job."),
        ("end", [9, 10, 30], "ends at 10 s, but its segments say 9 s."),
    ):
        other = replace(made, segments=Table("segments", made.segments.columns | {name: np.array(cells)}))
        assert words in str(audit(other).first_violation)


# ---- files and figures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("params", [QOS, TIERS])
def test_a_file_of_the_schedule_reads_back(params: dict) -> None:
    made = run(params)
    text = schedule_csv.write(made).decode()
    assert (",killed," in text) == (params["preempt"] == "qos") and (",cancelled," in text) == (
        params["preempt"] != "qos"
    )
    assert audit_rows(made.workload, schedule_csv.read_schedule(text)).first_violation is None


@pytest.mark.parametrize("params", [QOS, TIERS])
def test_every_metric_is_a_number_or_none(params: dict) -> None:
    values = measure(run(params))
    assert len(values) > 30 and all(value is None or np.isfinite(value) for value in values.values())
