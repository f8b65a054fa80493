"""Malleable tasks against their exact twin, by hand, and with planted faults."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit, audit_rows
from scheduler.errors import Cancelled, Unsupported
from scheduler.explain.job import explain
from scheduler.formats import schedule_csv
from scheduler.metrics import all_metrics
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases import moldable
from tests.cases.strategies import count
from tests.topics.moldable import moldable_cases
from tests.topics.moldable.naive import malleable as naive
from tests.topics.moldable.naive.shelves import Tasks
from tests.topics.moldable.test_mixed_twins import drawn as drawn_mixed
from tests.topics.moldable.test_mixed_twins import workload as workload_mixed

TWIN_OF = {"malleable": naive.solve}
CASES = range(count(60))


@cache
def case(seed: int) -> tuple[Tasks, list[int]]:
    """(tasks, submissions): of every other case some are rigid, of any width, of the others the machine is wide."""
    if seed % 2:
        return drawn_mixed(seed), moldable_cases.submits(seed, drawn_mixed(seed))
    draw, machine = Random(f"malleable {seed}"), 8
    rows = tuple(
        tuple(840 * length // min(q, limit) for q in range(1, machine + 1))
        for length, limit in zip(
            draw.choices(range(1, 13), k=6), draw.choices(range(1, machine + 1), k=draw.randint(2, 6)), strict=False
        )
    )
    tasks = Tasks(rows, machine, tuple(draw.choices((1, 2, 5), k=len(rows))))
    return tasks, sorted(840 * draw.randint(0, 4) for _ in rows)


def by_program(seed: int, share: str) -> Schedule:
    tasks, submits = case(seed)
    made = workload_mixed(tasks, submits) if seed % 2 else moldable_cases.workload(tasks, submits)
    return simulate(made, "malleable", {"share": share}, decisions=None)


def pieces_of(run: Schedule, row: int) -> np.ndarray:
    s = run.segments
    assert s is not None
    return np.stack((s.begin, s.end, s.processors), axis=1)[s.job == row]


def differs(seed: int, share: str) -> bool:
    """Whether the program's pieces are others than the twin's."""
    tasks, submits = case(seed)
    weights = tasks.weights if share == "weight" else [1] * len(submits)
    right = naive.solve(tasks.runtimes, weights, submits, tasks.processors)
    run = by_program(seed, share)
    ours = [pieces_of(run, row) for row in range(len(submits))]
    return any(
        len(mine) != len(theirs) or mine != pytest.approx(np.array(theirs, float), abs=1e-5)
        for mine, theirs in zip(ours, right, strict=True)
    )


@pytest.mark.parametrize("share", ["equal", "weight"])
def test_the_pieces_are_the_twin_s(share):
    assert [seed for seed in CASES if differs(seed, share)] == []


def test_the_cases_are_hard_enough():
    """Tasks change their number, some wait, and weights matter."""
    runs = [by_program(seed, "equal") for seed in CASES]
    assert sum(bool(len(run.segments) > len(run.placed)) for run in runs) > len(CASES) / 3
    assert sum(bool(run.wait.max() > 0) for run in runs) > len(CASES) / 4
    assert sum(differs_by_weight(seed) for seed in CASES) > len(CASES) / 5


def differs_by_weight(seed: int) -> bool:
    equal, weighted = (by_program(seed, share).placed.end for share in ("equal", "weight"))
    return not np.array_equal(equal, weighted)


def passed_by_others(tasks, there, machine):
    """Whoever fits has its fewest, whoever waits before it."""
    has = {}
    for row in there:
        fewest = naive.least(tasks[row], machine)
        if sum(has.values()) + fewest <= machine:
            has[row] = fewest
    return has


WRONG = {
    "a task that waits is passed": ("served", passed_by_others),
    "also who gains nothing gets more": ("faster", lambda runtimes, q, most: q + 1 if q < most else 0),
    "the last one wins ties": ("turn", lambda q, weight, row: (q, -row)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_twin_is_told_from_the_right_one(wrong, monkeypatch):
    monkeypatch.setattr(naive, *WRONG[wrong])
    assert any(differs(seed, "equal") for seed in CASES)


def test_two_tasks_share_and_the_last_one_has_all():
    """Perfect speed-up on four processors, 40 s of work each; the second comes at 2 s.

    The first has done 8 of 40 by then.  With two processors each it needs 16 s more, until 18 s; the second has then done
    32, and does the last 8 on four processors in 2 s.
    """
    run = simulate(moldable.workload([[40.0, 20.0, 40 / 3, 10.0]] * 2, 4, submits=[0, 2]), "malleable")
    assert pieces_of(run, 0) == pytest.approx(np.array([[0, 2, 4], [2, 18, 2]]), abs=1e-6)
    assert pieces_of(run, 1) == pytest.approx(np.array([[2, 18, 2], [18, 20, 4]]), abs=1e-6)
    assert run.placed.processors.tolist() == [4, 4] and run.placed.preemptions.tolist() == [0, 0]


def test_who_gains_nothing_by_more_leaves_them_to_others():
    run = simulate(moldable.workload([[5.0, 5.0, 5.0, 5.0], [12.0, 6.0, 4.0, 3.0]], 4), "malleable")
    assert pieces_of(run, 0).tolist() == [[0, 5, 1]] and pieces_of(run, 1)[0].tolist() == [0, 4, 3]


def test_weights_share_in_proportion():
    """Of six processors a task of weight 2 has four, one of weight 1 two."""
    linear = [60.0 / q for q in range(1, 7)]
    run = simulate(moldable.workload([linear] * 2, 6, [2, 1]), "malleable", {"share": "weight"})
    assert pieces_of(run, 0)[0, 2] == 4 and pieces_of(run, 1)[0, 2] == 2


def test_more_tasks_than_processors_wait_in_order_and_say_so():
    run = simulate(moldable.workload([[4.0, 2.0]] * 3, 2), "malleable")
    assert run.placed.start.tolist() == [0, 0, 4] and run.placed.end.tolist() == [4, 4, 6]
    told = " ".join(explain(run, 2))
    assert "It waited 4 s" in told and "dealt anew" in told and "it had 2 processors" in told
    shared = " ".join(
        explain(simulate(moldable.workload([[40.0, 20.0, 15.0, 10.0]] * 2, 4, submits=[0, 2]), "malleable"), 0)
    )
    assert "it had 2 to 4 processors, and their number changed once while it ran" in shared


def test_what_is_measured_counts_the_area_of_the_segments():
    run = by_program(4, "equal")
    area = float(np.dot(run.segments.end - run.segments.begin, run.segments.processors))
    assert float(np.dot(run.jobs.processors, run.jobs.runtime)) == pytest.approx(area)
    assert all_metrics()["utilization"].compute(run) <= 1 + 1e-9


def test_the_file_is_read_and_audited():
    run = by_program(3, "equal")
    read = schedule_csv.read_schedule(schedule_csv.write(run).decode())
    assert audit_rows(run.workload, read).passed


FAULTS = {
    "cannot run": ("processors", lambda column, s: np.where(np.arange(len(s)) == 0, 99, column)),
    "full speed": ("yield_", lambda column, s: np.where(np.arange(len(s)) == 0, 0.5, column)),
    "of its work": ("processors", lambda column, s: np.where(np.arange(len(s)) == 0, 1 + (column == 1), column)),
}


@pytest.mark.parametrize("words", FAULTS)
def test_the_audit_finds_planted_faults(words):
    run = simulate(moldable.workload([[40.0, 20.0, 15.0, 10.0]] * 2, 4, submits=[0, 2]), "malleable")
    name, change = FAULTS[words]
    changed = Table("segments", run.segments.columns | {name: change(run.segments.columns[name], run.segments)})
    assert words in audit(replace(run, segments=changed)).first_violation


def test_the_audit_finds_a_wrong_number_in_the_table_of_tasks():
    run = simulate(moldable.workload([[40.0, 20.0, 15.0, 10.0]] * 2, 4, submits=[0, 2]), "malleable")
    placed = Table("placed", run.placed.columns | {"processors": np.array([2, 4])})
    assert "up to 4 processors by its segments, not 2" in audit(replace(run, placed=placed)).first_violation


def test_more_segments_than_guessed_are_made_room_for_and_too_many_refused(monkeypatch):
    seed = max(CASES, key=lambda seed: len(case(seed)[1]))
    usual = by_program(seed, "equal")
    monkeypatch.setattr("scheduler.topics.moldable.policies.malleable.ROWS_PER_TASK", 1)
    again = by_program(seed, "equal")
    assert again.segments.begin.tolist() == usual.segments.begin.tolist()
    monkeypatch.setattr("scheduler.topics.moldable.policies.malleable.MOST_ROWS", 1)
    with pytest.raises(Unsupported, match="choose fewer tasks"):
        by_program(seed, "equal")


def test_it_stops_when_asked():
    with pytest.raises(Cancelled):
        simulate(moldable.workload([[4.0, 2.0]] * 3, 2), "malleable", control=np.array([0, 1]))


def test_a_cheap_random_case_has_no_processor_idle_that_somebody_could_use():
    draw = Random(5)
    for _ in range(20):
        tasks = [[12.0 / q for q in range(1, 5)] for _ in range(draw.randint(2, 6))]
        run = simulate(moldable.workload(tasks, 4, submits=sorted(draw.randint(0, 9) for _ in tasks)), "malleable")
        for begin in run.segments.begin:
            busy = int(run.segments.processors[(run.segments.begin <= begin) & (run.segments.end > begin)].sum())
            assert busy == 4
