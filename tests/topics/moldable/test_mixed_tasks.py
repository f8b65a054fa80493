"""Rigid jobs among moldable tasks, and reservations: every way passes the audit and does what it says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.adapters import reservations as reserving
from scheduler.adapters.reservations import Reservation
from scheduler.audit.schedule import audit
from scheduler.errors import ParamError, Unsupported
from scheduler.explain.job import explain
from scheduler.formats import swf
from scheduler.generators import make
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.moldable.adapters.moldable import tasks_of
from scheduler.topics.moldable.bounds import makespan, weighted_completion
from scheduler.topics.moldable.policies import mixed_tasks
from tests.cases import moldable
from tests.topics.moldable.naive import moldable as naive_moldable

WAYS = ("apart", "allotted", "first_batch")
RESERVED = "3:2-9, 2:5-20"


def text(tables, processors, weights, rigid=()):
    """Tasks of the tables; rigid: {row: (processors, runtime)} in place of some."""
    lines = moldable.text(tables, processors, weights).splitlines()
    for row, (size, time) in dict(rigid).items():
        lines[2 + row] = f"{row + 1} 0 -1 {time} {size} -1 -1 {size} {time} -1 1 1 -1 -1 -1 -1 -1 -1 {weights[row]}"
    return "\n".join([*lines, ""])


def case(seed, tasks=14, processors=6, share=0.4):
    draw = Random(f"mixed {seed}")
    tables, weights = moldable.drawn(seed + 400, tasks, processors), [draw.randint(1, 10) for _ in range(tasks)]
    rigid = {row: (draw.randint(1, processors), draw.randint(1, 12)) for row in range(tasks) if draw.random() < share}
    return workload(swf.read(text(tables, processors, weights, rigid).encode(), "mixed.swf")), rigid


# -- rigid jobs among moldable tasks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_rigid_jobs_get_what_they_ask_for(way):
    for seed in range(8):
        work, rigid = case(seed)
        for params in ({"way": way}, {"way": way, "first": "rigid", "order": "saf_moldable", "compaction": False}):
            run = simulate(work, "mixed_tasks", params)
            assert run.certificate.passed
            assert {row: run.placed.processors[row] for row in rigid} == {row: size for row, (size, _) in rigid.items()}


def test_one_kind_after_the_other():
    for seed in range(8):
        work, _ = case(seed)
        rigid = mixed_tasks.rigid(tasks_of(work))
        for first, before, after in (("moldable", ~rigid, rigid), ("rigid", rigid, ~rigid)):
            run = simulate(work, "mixed_tasks", {"way": "apart", "first": first})
            if before.any() and after.any():
                assert run.placed.end[before].max() == run.placed.start[after].min()
                assert run.marks.label.tolist()[0] == f"{first} tasks" and len(run.marks) == 2


def test_with_no_rigid_job_apart_and_batches_are_those_of_demt():
    work = moldable.workload(moldable.drawn(8, 12, 5), 5, [3] * 12)
    faster = ~mixed_tasks.rigid(tasks_of(work))
    assert faster.any()
    if faster.all():
        wanted = simulate(work, "demt", seed=2).placed.start.tolist()
        for way in ("apart", "first_batch"):
            assert simulate(work, "mixed_tasks", {"way": way}, seed=2).placed.start.tolist() == wanted


def test_a_rigid_job_is_in_the_first_batch_in_which_it_fits():
    """Batches are of 1, 2, 4 .. times some length; of two rigid jobs that fit the same one the heavier takes it."""
    tables = [(8, 4, 8 / 3, 2), (1, 1, 1, 1), (1, 1, 1, 1)]
    work = workload(swf.read(text(tables, 4, [1, 2, 9], {1: (3, 2), 2: (3, 2)}).encode(), "t.swf"))
    run = simulate(work, "mixed_tasks", {"compaction": False})
    assert run.placed.start[2] < run.placed.start[1]
    lengths = run.marks.value.tolist()
    at = [int(mark.split()[1]) for mark in run.marks.label.tolist()]
    assert lengths[0] >= 2 and at == sorted(at)


def test_bounds_hold_with_rigid_jobs_too():
    for seed in range(12):
        work, _ = case(seed, 3, 3, 0.5)
        shapes, jobs = work.table("shapes"), work.jobs
        tables = []
        for row in range(len(jobs)):
            rows = slice(int(jobs.shape_ptr[row]), int(jobs.shape_ptr[row] + jobs.shapes[row]))
            allowed = dict(zip(shapes.processors[rows].tolist(), shapes.runtime[rows].tolist(), strict=True))
            tables.append([allowed.get(q, 1e6) for q in range(1, 4)])
        plans = list(naive_moldable.all_plans(tables, 3))
        ends = [naive_moldable.ends(tables, plan) for plan in plans]
        assert makespan.least(work) <= min(map(max, ends)) * (1 + 1e-9)
        assert weighted_completion.least(work) <= min(np.dot(jobs.weight, end) for end in ends) * (1 + 1e-7)
        for way in WAYS:
            assert simulate(work, "mixed_tasks", {"way": way}).placed.end.max() >= min(map(max, ends)) * (1 - 1e-9)


def test_shelves_of_mrt_take_no_rigid_jobs():
    with pytest.raises(Unsupported, match=r"as the shelves of MRT need; .* choose mixed_tasks"):
        simulate(case(1)[0], "mrt")


def test_generated_tasks_are_rigid_as_often_as_asked_for():
    plain, some = (make("parallel_tasks", {"jobs": 500, "processors": 16, "rigid": share}, 3) for share in (0, 0.3))
    work = workload(some)
    rigid = work.jobs.shapes == 1
    assert 0.24 < rigid.mean() < 0.36 and work.jobs.processors[rigid].min() == 1 and work.jobs.processors.max() <= 16
    assert np.median(work.jobs.processors[rigid]) == pytest.approx(4, abs=1)  # uniform logarithm
    assert np.array_equal(plain.columns["runtime"], some.columns["runtime"])
    assert {a for a, wide in zip(plain.more, rigid, strict=True) if not wide} <= set(some.more)


# -- reservations -----------------------------------------------------------------------------------------------------


def busy(run, time):
    return int(run.placed.processors[(run.placed.start <= time) & (run.placed.end > time)].sum())


@pytest.mark.parametrize("way", ["around", "aligned"])
def test_reserved_processors_are_left_alone(way):
    of = reserving.read(RESERVED)
    for seed in range(8):
        work, _ = case(seed)
        run = simulate(work, "around_reservations", {"way": way, "reservations": RESERVED})
        assert "no processor that is reserved for somebody else" in run.certificate.checks
        for time in [*run.placed.start.tolist(), *(one.begin for one in of)]:
            assert busy(run, time) + reserving.reserved(of, time) <= 6
        assert [name for name in run.marks.label.tolist() if "reserved" in name] == [
            "3 processors reserved",
            "2 processors reserved",
        ]


def test_a_list_around_reservations_starts_what_fits():
    """At every start or end no task that is still to come could run to its end in the room there is."""
    of = reserving.read(RESERVED)
    for seed in range(6):
        work, _ = case(seed)
        run = simulate(work, "around_reservations", {"reservations": RESERVED})
        start, end, q = run.placed.start, run.placed.end, run.placed.processors
        for now in sorted({*end.tolist(), *(one.end for one in of)}):
            for task in np.flatnonzero(start > now):
                last = now + (end - start)[task]
                at = [now, *(one.begin for one in of if now < one.begin < last), *start[(start > now) & (start < last)]]
                began = start <= now
                room = [6 - int(q[began & (end > time)].sum()) - reserving.reserved(of, time) for time in at]
                assert min(room) < q[task]


def test_without_reservations_it_is_the_list():
    work, _ = case(3)
    for order, policy in (("lptf", "lptf"), ("saf", "saf_moldable")):
        found = simulate(work, "around_reservations", {"order": order}).placed.start
        assert found.tolist() == simulate(work, policy).placed.start.tolist()


def test_batches_end_where_reservations_begin_and_end():
    for seed in range(8):
        work, _ = case(seed)
        run = simulate(work, "around_reservations", {"way": "aligned", "reservations": RESERVED})
        for begin, end, kind in zip(run.marks.begin, run.marks.end, run.marks.kind, strict=True):
            assert kind == 3 or not any(begin < edge < end for edge in (2, 5, 9, 20))
        assert len(run.marks) > 2


def test_times_of_reservations_are_those_of_the_log():
    work = moldable.workload([(4, 2), (4, 2)], 2, submits=[100, 100])
    run = simulate(work, "around_reservations", {"reservations": "2:0-50, 2:100-130"})
    assert run.placed.start.min() == 130 and run.marks.begin.tolist() == [100]


def test_the_audit_finds_who_takes_reserved_processors():
    work, _ = case(2)
    run = simulate(work, "around_reservations", {"reservations": "1:1000-1001"})
    longer = {"begin": np.array([0.0]), "end": np.array([50.0]), "value": np.array([6.0])}
    marks = Table("marks", run.marks.columns | longer)
    found = audit(replace(run, marks=marks)).first_violation
    assert found is not None and "of 6 processors busy or reserved at 0 s" in found


def test_reservations_are_read_and_refused():
    assert reserving.read(" 5:0-60 , 50:3600-7200.5,") == (Reservation(5, 0, 60), Reservation(50, 3600, 7200.5))
    for wrong in ("5", "5:60", "five:0-60", "0:0-60", "5:60-60", "5:0-inf"):
        with pytest.raises(ParamError, match="wanted: processors:from-to in seconds"):
            reserving.read(wrong)
    with pytest.raises(Unsupported, match="At 5 s 7 processors are reserved, and the machine has 6"):
        simulate(case(1)[0], "around_reservations", {"reservations": "5:2-9, 2:5-20"})


# -- why --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "policy", ["mrt", "shelf_order", "smart", "demt", "batch", "around_reservations", "mixed_tasks", "fcfs"]
)
def test_every_task_is_told_its_story(policy):
    work = moldable.workload(moldable.drawn(31, 12, 6), 6, [1 + row % 4 for row in range(12)])
    run = simulate(work, policy)
    for job in range(12):
        told = explain(run, job)
        assert all(sentence[-1] in ".?" for sentence in told) and f"Task {job + 1} (line {job + 3})" in told[0]
        assert f"it was given {run.placed.processors[job]} processor" in told[1] or "rigid" in told[1]


def test_why_a_task_has_its_processors():
    work = moldable.workload([(4, 2), (2, 1.5), (1, 0.9)], 2)
    told = " ".join(explain(simulate(work, "shelf_order"), 0))
    assert (
        "it was given 2 processors, on which it is 2 times as fast as on 1" in told
        or "it was given 1 processor," in told
    )
    assert "MRT's guess of the makespan is 4" in told and "It started when it was the first on the list" in told
    told = " ".join(explain(simulate(work, "demt"), 0))
    assert "Batch " in told and "took it: it" in told
    around = " ".join(explain(simulate(work, "around_reservations", {"reservations": "1:0-3"}), 0))
    assert "beside the reservations" in around and "MRT's guess" in around
    for way, said in (("apart", "were planned"), ("allotted", "planned as a list"), ("first_batch", "took it")):
        assert said in " ".join(explain(simulate(work, "mixed_tasks", {"way": way}), 0))
    late = moldable.workload([(4, 2), (2, 1.5), (1, 0.9)], 2, submits=[0, 1, 1])
    assert "planned together with 1 other task" in " ".join(explain(simulate(late, "batch"), 2))


def test_who_comes_later_is_planned_around_reservations_when_the_machine_is_empty():
    """Two processors, one of them reserved from 3 to 8; tasks of 4 s on one, at 0, 0 and 1.

    At 0 one of the first two may run over the beginning of the reservation; the other one starts at 4.  The third is
    planned at 8, when both are over, though the machine had room for nobody until then.
    """
    work = moldable.workload([[4.0, 4.0]] * 3, 2, submits=[0, 0, 1])
    run = simulate(work, "reservations_on_line", {"reservations": "1:3-8"})
    assert run.placed.start.tolist() == [0, 4, 8] and run.placed.processors.tolist() == [1, 1, 1]
    told = " ".join(explain(run, 2))
    assert (
        "When the machine was empty it was planned together with 0 other tasks" in told
        and "beside the reservations" in told
    )
    with pytest.raises(Unsupported, match="reserve no more than there are"):
        simulate(work, "reservations_on_line", {"reservations": "3:3-8"})
