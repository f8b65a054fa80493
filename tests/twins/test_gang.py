"""gang against its plain twin, piece for piece, and what it promises."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.errors import AuditFailed, Unsupported
from scheduler.explain.job import explain
from scheduler.simulate import certified, simulate
from tests.audit.test_audit import closed
from tests.cases.small import changed, workload
from tests.naive import gang as naive

TWIN_OF = {"gang": naive.run}
Jobs = list[tuple[int, int, int]]


def drawn(seed: int) -> tuple[Jobs, int, int, int]:
    """(jobs, processors, quantum, slots): small, and full of ties."""
    random = Random(seed)
    processors, time, jobs = random.randint(1, 6), 0, []
    for _ in range(random.randint(1, 12)):
        time += random.choice((0, 0, 1, 3, 5, 10))
        jobs.append((time, random.choice((1, 2, 5, 5, 10, 23)), random.randint(1, processors)))
    return jobs, processors, random.choice((1, 2, 5, 10)), random.randint(1, 4)


def pieces(jobs: Jobs, processors: int, quantum: int, slots: int) -> dict[int, list[tuple[float, float]]]:
    """Of each job, by the program, audited; neighbors joined."""
    made = simulate(workload(jobs, processors), "gang", {"quantum": quantum, "slots": slots})
    found: dict[int, list[tuple[float, float]]] = {row: [] for row in range(len(jobs))}
    table = made.table("segments")
    for job, begin, end in zip(table.job.tolist(), table.begin.tolist(), table.end.tolist(), strict=True):
        found[job].append((begin, end))
    return found


@pytest.mark.parametrize("seed", range(120))
def test_pieces_are_those_of_the_twin(seed: int) -> None:
    assert pieces(*drawn(seed)) == naive.run(*drawn(seed)).pieces


# ---- by hand --------------------------------------------------------------------------------------------------------

THREE = [(0, 10, 4), (2, 6, 2), (3, 4, 2)]  # the second and the third share a slot


def test_slots_take_turns() -> None:
    # Slot 1 has job 0, slot 2 jobs 1 and 2.  Turns of 4 s, from 0, 4, 8, 12, ...; the third ends at 8, the second at 14.
    assert pieces(THREE, 4, 4, 5) == {0: [(0, 4), (8, 12), (14, 16)], 1: [(4, 8), (12, 14)], 2: [(4, 8)]}


def test_a_slot_alone_keeps_the_machine_until_another_comes() -> None:
    # Its quantum of 4 s is over at 7, when another job comes.
    assert pieces([(0, 20, 4), (7, 3, 1)], 4, 4, 5) == {0: [(0, 7), (10, 23)], 1: [(7, 10)]}


def test_with_one_slot_jobs_start_in_their_order_and_never_pause() -> None:
    for seed in range(40):
        jobs, processors, quantum, _ = drawn(seed)
        fcfs = simulate(workload(jobs, processors), "fcfs").placed
        assert pieces(jobs, processors, quantum, 1) == {
            row: [(start, end)] for row, (start, end) in enumerate(zip(fcfs.start, fcfs.end, strict=True))
        }


def test_who_finds_no_slot_waits_and_so_does_everybody_behind() -> None:
    # Job 3 would fit beside job 1, which runs from 4 on, but job 2 waits before it, until job 0 has left its slot at 12.
    jobs = [(0, 8, 4), (0, 8, 3), (1, 2, 2), (1, 2, 1)]
    assert pieces(jobs, 4, 4, 2) == {0: [(0, 4), (8, 12)], 1: [(4, 8), (12, 16)], 2: [(16, 18)], 3: [(12, 14)]}
    assert pieces([*jobs[:2], jobs[3]], 4, 4, 2)[2] == [(4, 6)]


def test_why_it_waits_and_starts_is_told() -> None:
    made = simulate(workload(THREE, 4), "gang", {"quantum": 4, "slots": 5})
    told = " ".join(explain(made, 1))
    assert "it had processors in a time slot whose turn had not come yet" in told
    assert "when the turn of its time slot came" in told
    assert made.placed.preemptions.tolist() == [2, 1, 0]
    full = simulate(workload([(0, 8, 4), (1, 2, 4)], 4), "gang", {"quantum": 4, "slots": 1})
    assert "no time slot had room for it" in " ".join(explain(full, 1))


def test_closed_arrivals_are_refused() -> None:
    with pytest.raises(Unsupported, match="choose arrivals recorded"):
        simulate(closed().workload, "gang")


# ---- planted faults -------------------------------------------------------------------------------------------------


def test_a_slot_that_runs_out_of_turn_is_found() -> None:
    made = simulate(workload(THREE, 4), "gang", {"quantum": 4, "slots": 5})
    table = made.table("segments")
    early = table.begin - (table.job == 2)  # job 2 runs from 3, when job 0 has all processors
    broken = replace(
        made,
        segments=changed(table, begin=early, end=table.end - (table.job == 2)),
        placed=changed(
            made.placed, start=made.placed.start - np.array([0, 0, 1]), end=made.placed.end - np.array([0, 0, 1])
        ),
    )
    with pytest.raises(AuditFailed, match="6 of 4 processors busy at 3 s"):
        certified(broken)


def test_a_turn_that_is_left_out_is_found() -> None:
    made = simulate(workload(THREE, 4), "gang", {"quantum": 4, "slots": 5})
    table = made.table("segments")
    rows = np.flatnonzero(~((table.job == 0) & (table.begin == 8)))
    broken = replace(
        made,
        segments=table.take(rows),
        placed=changed(made.placed, preemptions=made.placed.preemptions - np.array([1, 0, 0])),
    )
    with pytest.raises(AuditFailed, match="runs for 6 s in its segments; wanted: 10 s"):
        certified(broken)


# ---- wrong ones -----------------------------------------------------------------------------------------------------


def test_other_quanta_and_numbers_of_slots_are_told_apart() -> None:
    right = [naive.run(*drawn(seed)).pieces for seed in range(60)]
    for change in ((1, 0), (0, 1)):
        wrong = [
            naive.run(jobs, processors, quantum + change[0], slots + change[1]).pieces
            for jobs, processors, quantum, slots in map(drawn, range(60))
        ]
        assert wrong != right
