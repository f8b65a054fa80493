"""Moldable tasks: from file to workload and back, what is repaired, what is refused, and how schedules are audited."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.analysis.trimming import trimmed
from scheduler.audit.schedule import audit, audit_rows
from scheduler.bounds import all_guarantees
from scheduler.errors import WorkloadError
from scheduler.exports import swf_log
from scheduler.formats import swf
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.allotments import runtime_on
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from scheduler.simulate import simulate
from scheduler.statistics import shaking
from scheduler.topics.moldable.allotments import dense
from scheduler.topics.moldable.bounds import makespan
from scheduler.topics.moldable.columns.moldable import MOLDABLE
from scheduler.topics.moldable.kinds.moldable import is_superlinear
from scheduler.topics.moldable.speedup_models import LAWS, amdahl, downey, monotone, runtimes, steps
from tests.cases import moldable

HEAD = "; MaxProcs: 4\n; Queuescope-Moldable: 1\n"


def line(number, runtime, processors, rest, submit=0):
    fields = [number, submit, -1, runtime, processors, -1, -1, processors, runtime, -1, 1, 1, *[-1] * 6]
    return " ".join(map(str, fields)) + f" {rest}".rstrip() + "\n"


def made(*lines, head=HEAD, **options):
    return workload(swf.read((head + "".join(lines)).encode(), "t.swf"), **options)


FOUR = (line(1, 10, 1, "2 10 6 5 4"), line(2, 9, 2, "3 2:9 4:6"), line(3, 12, 1, "2.5 amdahl 0.5"), line(4, 7, 3, ""))


def allotments(work, row):
    first, count = work.jobs.shape_ptr[row], work.jobs.shapes[row]
    rows = slice(first, first + count)
    return dict(
        zip(work.table("shapes").processors[rows].tolist(), work.table("shapes").runtime[rows].tolist(), strict=True)
    )


# -- the file ---------------------------------------------------------------------------------------------------------


def test_three_ways_to_say_allotments_and_a_rigid_job():
    work = made(*FOUR)
    assert work.jobs.weight.tolist() == [2, 3, 2.5, 1]
    assert allotments(work, 0) == {1: 10, 2: 6, 3: 5, 4: 4}
    assert allotments(work, 1) == {2: 9, 4: 6}
    assert allotments(work, 2) == {1: 12, 2: 9, 3: 8, 4: 7.5}
    assert allotments(work, 3) == {3: 7}
    assert work.jobs.processors.tolist() == [1, 2, 1, 3] and work.jobs.runtime.tolist() == [10, 9, 12, 7]
    assert not {"surplus_fields", "work_raised", "allotment_slower"} & {note.rule for note in work.notes}


def test_written_as_it_was_read_gzipped_or_not():
    text = HEAD + "".join(FOUR)
    trace = swf.read(text.encode(), "t.swf")
    assert swf.write(trace).decode() == text
    assert trace.more == ("2 10 6 5 4", "3 2:9 4:6", "2.5 amdahl 0.5", "")


def test_without_the_header_the_fields_are_surplus():
    trace = swf.read(("; MaxProcs: 4\n" + "".join(FOUR)).encode(), "t.swf")
    assert trace.more == () and not workload(trace).tables
    assert [note.rule for note in trace.notes] == ["surplus_fields"]


def test_a_smaller_machine_has_fewer_allotments_a_larger_one_more_of_a_law():
    assert allotments(made(FOUR[0], processors=3), 0) == {1: 10, 2: 6, 3: 5}
    assert len(allotments(made(FOUR[2], processors=40), 0)) == 40
    assert len(allotments(made(FOUR[0], processors=40), 0)) == 4


def test_runtimes_that_rise_and_work_that_falls_are_repaired_and_counted():
    work = made(line(1, 10, 1, "1 10 12 3"), line(2, 8, 1, "1 8 4"))
    notes = {note.rule: note for note in work.notes}
    assert allotments(work, 0) == {1: 10, 2: 10, 3: 20 / 3}  # 20 processor-seconds on 2, so 20/3 s on 3
    assert notes["allotment_slower"].count == 1 and notes["work_raised"].count == 1
    assert "by 1.2e+02 % at most" in notes["work_raised"].text
    assert allotments(work, 1) == {1: 8, 2: 4}


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("0 10 6", "has the weight '0' (field 19)"),
        ("x 10 6", "has the weight 'x' (field 19)"),
        ("1 10 six", "has 'six' in field 21, among its allotments"),
        ("1 10 -2", "has '-2' in field 21"),
        ("1 1:10 1:6", "has '1:6' in field 21"),
        ("1 1:10 2.5:6", "has '2.5:6' in field 21"),
        ("1 9 6", "runs 10 s on 1 by fields 4 and 8, and 9 s on 1 by its first allotment"),
        ("1 2:10", "runs 10 s on 1 by fields 4 and 8, and 10 s on 2 by its first allotment"),
        (
            "1 downey 3",
            "has the law 'downey 3' from field 20 on; wanted: downey and its numbers, average parallelism from 1",
        ),
        ("1 amdahl 1.5", "has the law 'amdahl 1.5'"),
        ("1 gustafson 1", "has 'gustafson' in field 20"),
    ],
)
def test_what_is_wrong_with_a_line_is_named(rest, words):
    with pytest.raises(WorkloadError, match=re.escape(words)) as caught:
        made(line(1, 5, 1, "1 5"), line(7, 10, 1, rest))
    assert "Job 7 (line 4)" in str(caught.value)


def test_a_small_file_does_not_grow_to_gigabytes():
    head = "; MaxProcs: 10000000\n; Queuescope-Moldable: 1\n"
    tasks = [line(number, 10, 1, "1 amdahl 0.5") for number in range(1, 7)]
    with pytest.raises(
        WorkloadError,
        match="6 moldable tasks on 10,000,000 processors have up to 60,000,000 runtimes, "
        "and at most 5,000,000 are kept; choose fewer tasks or a smaller machine",
    ):
        made(*tasks, head=head)
    with pytest.raises(WorkloadError, match="1 moldable task on 10,000,000 processors"):
        made(line(1, 10, 1, "1 1:10"), head=head)  # tables of runtimes are as wide as the machine
    assert len(made(*tasks, head=head, processors=1_000).table("shapes")) == 6_000


def test_a_law_starts_from_one_processor_and_runtimes_are_not_cut():
    with pytest.raises(WorkloadError, match="2 processors in field 8; wanted: 1"):
        made(line(1, 10, 2, "1 amdahl 0.5"))
    short = line(1, 10, 1, "1 10 5").replace("1 10 -1 1 1", "1 4 -1 1 1")
    with pytest.raises(WorkloadError, match="asks for less time than it runs"):
        made(short, overrun="cut")
    assert made(short, overrun="extend").jobs.requested_time.tolist() == [10]


def test_tasks_share_no_nodes():
    with pytest.raises(WorkloadError, match="share no nodes"):
        made(*FOUR, needs="whole")


# -- speed-ups --------------------------------------------------------------------------------------------------------


def test_amdahl_and_downey_at_points_known_from_their_formulas():
    assert amdahl(4, 0.5).tolist() == pytest.approx([1, 4 / 3, 1.5, 1.6])
    assert downey(8, 4, 0).tolist() == pytest.approx([1, 2, 3, 4, 4, 4, 4, 4])
    # sigma 1: A n / (A + (n-1)/2) up to A, then A n / (A - 1/2 + n/2) up to 2A - 1, then A
    assert downey(9, 4, 1)[[1, 3, 4, 6, 8]].tolist() == pytest.approx([8 / 4.5, 16 / 5.5, 20 / 6, 4, 4])
    # sigma 2: 3 n A / (2 (n + A - 1) + A) up to A + 2A - 2 = 10, then A
    assert downey(12, 4, 2)[[0, 3, 9, 11]].tolist() == pytest.approx([1, 48 / 18, 4, 4])


def test_the_formula_of_steps_has_the_closed_form():
    # Gamma(x + 2) j! 2^-1 (j+1) / Gamma(x + j + 1) by hand for x = 0 (perfect up to a half) and x = 1 (none)
    assert steps(5, 0.0).tolist() == pytest.approx([1, 3 / 2, 2, 5 / 2, 3])
    assert steps(5, 1.0).tolist() == pytest.approx([1] * 5)
    assert steps(200, 0.1)[-1] == pytest.approx(62, abs=1)
    assert steps(200, 0.9)[-1] < 2


@pytest.mark.parametrize("numbers", [(1, 0.0), (7.3, 0.4), (30, 1.0), (30, 1.7), (200, 3.0)])
def test_runtimes_of_a_law_are_its_own_and_monotone(numbers):
    found = runtimes(5_000.0, downey(300, *numbers))
    work = found * np.arange(1, 301)
    assert found[0] == 5_000
    assert np.all(np.diff(found) <= 0) and np.all(np.diff(work) >= -1e-9 * work[1:])
    assert np.abs(found / (5_000 / downey(300, *numbers)) - 1).max() < 1e-12


def test_no_runtime_of_a_law_is_below_a_millisecond():
    assert runtimes(0.002, downey(4, 4, 0)).tolist() == [0.002, 0.001, 0.001, 0.001]
    assert allotments(made(line(1, 0.001, 1, "1 amdahl 0.5")), 0) == dict.fromkeys(range(1, 5), 0.001)


def test_exactly_linear_tasks_are_not_made_longer():
    """1,000 / q s on q of 200 processors: as a law, as a file in full, and as a file in whole milliseconds.

    In milliseconds 1,000 / 196 is written as 5.102 s, with 999.992 processor-s of work, and 1,000 / 183 as 5.464 s, with
    999.912; most is written for 199, 5.025 s, too little.  Too much is never more than half a millisecond on each.
    """
    exact = [1_000 / q for q in range(1, 201)]
    whole = made(
        line(1, 1_000, 1, "1 " + " ".join(map(repr, exact))),
        line(2, 1_000, 1, "1 downey 200 0"),
        line(3, 1_000, 1, "1 " + " ".join(f"{p:.3f}" for p in exact)),
        head=HEAD.replace("4", "200"),
    )
    for row in (0, 1):
        assert list(allotments(whole, row).values()) == pytest.approx(exact, rel=1e-12)
    rounded = np.array(list(allotments(whole, 2).values()))
    work = rounded * np.arange(1, 201)
    assert np.all(np.diff(work) >= -1e-9 * 1_000)
    assert (rounded / exact).max() <= 1 + 0.0005 / 5


def test_every_law_says_its_numbers():
    for law in LAWS.values():
        assert len(law.numbers) == len(law.low) == len(law.high)
        assert law.speedup(5, *law.low)[0] == pytest.approx(1)


def test_monotone_leaves_alone_what_is_and_changes_no_more_than_it_must():
    fine = np.array([12.0, 6, 5, 4])
    assert monotone(fine, np.arange(1, 5)).tolist() == fine.tolist()
    assert monotone(np.array([12.0, 5, 7]), np.array([1, 2, 4])).tolist() == [12, 6, 6]


# -- where else it goes -----------------------------------------------------------------------------------------------


def test_dense_runtimes_and_those_on_an_allotment():
    work = made(*FOUR)
    table = dense(work.jobs, work.table("shapes"), 5)
    assert table[1].tolist() == [np.inf, np.inf, 9, 9, 6, 6]
    assert table[3].tolist() == [np.inf, np.inf, np.inf, 7, 7, 7]
    assert runtime_on(work.jobs, work.table("shapes"), np.array([4, 2, 3, 3])).tolist() == [4, 9, 8, 7]
    assert np.isnan(runtime_on(work.jobs, work.table("shapes"), np.array([5, 3, 1, 3]))).tolist() == [
        True,
        True,
        False,
        False,
    ]


def test_rigid_policies_run_the_smallest_allotments():
    run = simulate(made(*FOUR), "fcfs")
    assert run.placed.processors.tolist() == [1, 2, 1, 3]
    assert run.jobs.runtime.tolist() == [10, 9, 12, 7] and run.stretch.tolist() == pytest.approx(
        [2.5, 1.5, 1.6, 17 / 7]
    )
    assert bounded_stretch(run, 8.0).tolist() == pytest.approx([10 / 8, 9 / 8, 12 / 8, 17 / 8])


def test_the_hash_knows_weights_and_shapes():
    hashes = {
        made(*lines).hash
        for lines in (
            FOUR,
            (*FOUR[:3], line(4, 7, 3, "2")),
            (line(1, 10, 1, "2 10 6 5"), *FOUR[1:]),
            (FOUR[0].replace(" 4\n", " 4.5\n"), *FOUR[1:]),
        )
    }
    assert len(hashes) == 4


def test_kept_in_the_store_and_read_back(tmp_path):
    work = made(*FOUR)
    back = Store(tmp_path).workload(Store(tmp_path).put_workload(work))
    assert back.table("shapes").runtime.tolist() == work.table("shapes").runtime.tolist()
    assert back.jobs.weight.tolist() == work.jobs.weight.tolist() and allotments(back, 1) == {2: 9, 4: 6}
    assert replace(back, notes=()).hash == work.hash


def test_shaken_and_trimmed_tasks_keep_their_allotments():
    tasks = [line(n, 10 + n, 1, f"{n} {10 + n} 8 7", submit=n) for n in range(1, 21)]
    work = made(*tasks)
    shaken = shaking.shaken(work, 3, 60)
    assert shaken.jobs.job_id.tolist() != work.jobs.job_id.tolist()
    assert all(allotments(shaken, row)[1] == 10 + number for row, number in enumerate(shaken.jobs.job_id))
    inner = trimmed(simulate(work, "fcfs"), 0.2)
    assert inner.jobs.runtime.tolist() == inner.workload.jobs.runtime.tolist() and len(inner.jobs) == 12


def test_an_export_has_the_tasks_too():
    text = HEAD + "".join(FOUR)
    trace = swf.read(text.encode(), "t.swf")
    run = simulate(workload(trace), "fcfs")
    for users in (True, False):
        back = swf.read(b"".join(swf_log.pieces(trace, run, users)), "back.swf")
        assert MOLDABLE in back.keys and back.more == trace.more


# -- the audit --------------------------------------------------------------------------------------------------------


def placed(work, starts, processors, ends=None):
    zero = np.zeros(len(work), np.int64)
    ends = (
        np.array(starts, float) + runtime_on(work.jobs, work.table("shapes"), np.array(processors))
        if ends is None
        else ends
    )
    return Schedule(
        work,
        "",
        Table.of(
            "placed",
            job=np.arange(len(work)),
            submit=work.jobs.submit,
            start=starts,
            end=ends,
            processors=processors,
            cluster=zero,
            preemptions=zero,
            migrations=zero,
            flags=zero,
        ),
    )


def test_any_allotment_passes_for_as_long_as_it_takes():
    work = made(*FOUR)
    assert audit(placed(work, [0, 4, 10, 18], [4, 4, 3, 3])).passed
    assert audit(placed(work, [0, 0, 9, 0], [1, 2, 1, 3])).first_violation == (
        "6 of 4 processors busy at 0 s, when job 4 (line 6) starts; most: 6 at 0 s."
    )


def test_an_allotment_that_is_none_and_a_wrong_runtime_are_violations():
    work = made(*FOUR)
    assert audit(placed(work, [0, 4, 10, 18], [4, 3, 3, 3], [4, 10, 18, 25])).first_violation == (
        "Job 2 (line 4) is given 3 processors; wanted: one of its 2 allotments, from 2 to 4."
    )
    assert audit(placed(work, [0, 4, 10, 18], [4, 4, 3, 3], [4, 13, 18, 25])).first_violation == (
        "Job 2 (line 4) runs from 4 s to 13 s; wanted: 6 s long."
    )


def test_rows_of_a_file_are_audited_alike():
    work, rows = made(*FOUR), {"job_id": [1, 2, 3, 4], "start": [0, 4, 10, 18], "processors": [4, 4, 3, 3]}
    assert audit_rows(work, rows).passed
    assert audit_rows(work, rows | {"end": [4, 10, 18, 25]}).passed
    assert "wanted: 6 s long" in str(audit_rows(work, rows | {"end": [4, 11, 18, 25]}).first_violation)
    assert "given 3 processors" in str(audit_rows(work, rows | {"processors": [4, 3, 3, 3]}).first_violation)


def test_drawn_tasks_need_no_repair():
    for seed in range(20):
        notes = moldable.workload(moldable.drawn(seed, 4, 5), 5).notes
        assert not {"work_raised", "allotment_slower"} & {note.rule for note in notes}


# -- super-linear speed-up --------------------------------------------------------------------------------------------

FALLING = (line(1, 12, 1, "1 12 4 3 3"), line(2, 8, 1, "1 8 8 6 5"))  # 12, 8, 9, 12 processor-s; 8, 16, 18, 20


def test_work_that_falls_is_raised_or_kept():
    raised, kept = made(*FALLING), made(*FALLING, superlinear="keep")
    assert allotments(raised, 0) == {1: 12, 2: 6, 3: 4, 4: 3} and not is_superlinear(raised)
    assert allotments(kept, 0) == {1: 12, 2: 4, 3: 3, 4: 3} and is_superlinear(kept)
    assert allotments(kept, 1) == allotments(raised, 1) == {1: 8, 2: 8, 3: 6, 4: 5}
    note = next(note for note in kept.notes if note.rule == "superlinear_kept")
    assert note.count == 1 and "does not hold" in note.text and raised.hash != kept.hash
    assert not is_superlinear(made(FALLING[1], superlinear="keep"))


def test_longer_on_more_processors_is_repaired_also_where_work_may_fall():
    assert allotments(made(line(1, 10, 1, "1 10 12 3"), superlinear="keep"), 0) == {1: 10, 2: 10, 3: 3}


@pytest.mark.parametrize(
    "key",
    [
        "mrt",
        "shelf_order",
        "lptf",
        "saf_moldable",
        "smart",
        "demt",
        "batch",
        "bicriteria",
        "bicriteria_on_line",
        "demt_on_line",
        "mixed_tasks",
        "around_reservations",
        "reservations_on_line",
        "malleable",
    ],
)
def test_super_linear_tasks_are_planned_and_nothing_is_promised(key):
    """By the bound that is left no schedule is shorter; drawn tasks fall and rise in work as they like."""
    for seed in range(12):
        draw = Random(f"super-linear {seed}")
        lengths = [sorted((draw.randint(1, 24) for _ in range(4)), reverse=True) for _ in range(draw.randint(1, 8))]
        work = made(
            *(line(n, p[0], 1, " ".join(map(str, [draw.randint(1, 5), *p]))) for n, p in enumerate(lengths, 1)),
            superlinear="keep",
        )
        run = simulate(work, key)
        assert run.certificate.passed and run.placed.end.max() >= makespan.least(work) - 1e-9
        if is_superlinear(work):
            guarantee = all_guarantees()["makespan"]
            assert not guarantee.applies(run) or "do no less work" in guarantee.why_not(run)


def test_the_bound_counts_the_least_work_of_any_number_of_processors():
    """12 s on one processor and 4 s on two: 8 processor-s on a machine of 4, so 2 s; on all processors it takes 3."""
    assert makespan.least(made(FALLING[0], superlinear="keep")) == 3
    assert makespan.least(made(*[line(n, 12, 1, "1 12 4 4 4") for n in range(1, 5)], superlinear="keep")) == 4 * 8 / 4
