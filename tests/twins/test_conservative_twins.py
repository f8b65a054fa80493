"""conservative against its plain twin, start for start and promise for promise, and what it promises.

Cases: requested times exact and too long, arrivals recorded and closed, ties everywhere.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from scheduler.engine import decision_log
from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate
from tests.cases import plan_cases, strategies
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive.conservative import Conservative, planned
from tests.naive.rigid import Job
from tests.wrong.plans import PLANS

COMPRESSIONS = ("start", "arrival", "rebuild", "none")
TWIN_OF = {"conservative": Conservative}
FAMILIES = {"exact": 50, "inexact": 80, "closed": 120, "short": 300}
every_compression = pytest.mark.parametrize("compression", COMPRESSIONS)


def by_program(case: Case, compression: str, decisions: str | None = None) -> Schedule:
    return simulate(case.workload, "conservative", {"compression": compression}, decisions=decisions)


def solved(case: Case, compression: str) -> Conservative:
    twin = Conservative(case.jobs, case.processors, case.campaigns, compression)
    twin.run()
    return twin


def promises(run: Schedule) -> list[tuple[float, int, float]]:
    """(when, job, start) of the table."""
    assert run.promises is not None
    return list(zip(*(run.promises.columns[name].tolist() for name in ("time", "job", "start")), strict=True))


def first_promises(run: Schedule) -> np.ndarray:
    """[n] s: the start first promised to each job."""
    told = {job: start for _, job, start in reversed(promises(run))}
    return np.array([told[job] for job in range(len(run.workload))])


def reservations(run: Schedule) -> list[tuple[float, int, float]]:
    """(when, job, start) of every reservation that the log tells of, in that order."""
    table = run.decisions
    assert table is not None
    rows = np.flatnonzero(table.kind == decision_log.RESERVE)
    return list(zip(*(table.columns[name][rows].tolist() for name in ("time", "job", "shadow")), strict=True))


def of_newcomers(plans: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The first plan for each job, of those of a twin."""
    return list({row: (when, row, start) for when, row, start in reversed(plans)}.values())


def without_starts(plans: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Plans without those of newcomers that start at once: nothing is reserved for these."""
    return [plan for plan in plans if plan[0] < plan[2] or plan not in of_newcomers(plans)]


def starts(run: Schedule) -> list[float]:
    return run.placed.start.tolist()


# -- agreement --------------------------------------------------------------------------------------------------------


@every_compression
@pytest.mark.parametrize("family", FAMILIES)
def test_starts_are_those_of_the_twin(compression: str, family: str) -> None:
    some = plan_cases.of(family, count(FAMILIES[family]))
    found = {
        seed: (starts(by_program(case, compression)), planned(compression)(case)) for seed, case in enumerate(some)
    }
    assert {seed: both for seed, both in found.items() if both[0] != both[1]} == {}


@every_compression
@settings(max_examples=width(10, 40))
@given(case=strategies.rigid_cases())
def test_starts_of_drawn_jobs_are_those_of_the_twin(compression: str, case: Case) -> None:
    assert starts(by_program(case, compression)) == planned(compression)(case)


@every_compression
@settings(max_examples=width(10, 40))
@given(case=strategies.closed_cases())
def test_starts_of_drawn_campaigns_are_those_of_the_twin(compression: str, case: Case) -> None:
    assert starts(by_program(case, compression)) == planned(compression)(case)


@every_compression
@pytest.mark.parametrize("family", ["short", "closed"])
def test_promises_and_moves_are_those_of_the_twin(compression: str, family: str) -> None:
    moves = 0
    for case in plan_cases.of(family, count(100)):
        run, plans = by_program(case, compression, "all"), solved(case, compression).promises
        assert set(promises(run)) >= set(of_newcomers(plans))
        assert sorted(reservations(run)) == sorted(without_starts(plans))
        moves += len(plans) - len(case.jobs)
    assert (moves == 0) == (compression == "none")


@pytest.mark.parametrize("name", PLANS)
def test_a_wrong_plan_is_told_from_the_right_one(name: str) -> None:
    right, wrong, family = PLANS[name]
    assert any(right(case) != wrong(case) for case in plan_cases.of(family, 200))


# -- small examples, worked by hand -----------------------------------------------------------------------------------


def jobs(*rows: tuple[int, ...]) -> tuple[Job, ...]:
    """Jobs of (submit, runtime, processors[, requested time])."""
    return tuple(Job(row[0], row[1], row[3] if len(row) > 3 else row[1], row[2]) for row in rows)


EXAMPLE_A = jobs((0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2))
EXAMPLE_B = jobs((0, 4, 3), (0, 3, 2), (0, 5, 4), (1, 8, 1))
# The third may end in the instant in which the second begins.
UP_TO_THE_NEXT = jobs((0, 4, 3), (0, 3, 4), (1, 3, 1))
# The first job asks for 10 and ends at 2.  Reservations then: 10, 14.  By start or arrival, both move up: 2, 6.
ALL_MOVE = jobs((0, 2, 4, 10), (0, 4, 4), (1, 1, 4))
# The first asks for 9 and ends at 2, the second runs until 5.  Planned: 9 for the third, on all 4 processors, 5 for the
# fourth.  At 2, in order of planned starts, the fourth moves to 2 and then the third to 6, where the fourth is over; in
# order of submission, the third finds the fourth at 5 and stays.  With all reservations dropped, the third gets 5.
WHO_IS_FIRST = jobs((0, 2, 2, 9), (0, 5, 2), (1, 3, 4), (1, 4, 2))
# Without a pass the hole that the first leaves at 2 is found by the last one only.
NEWCOMER = jobs((0, 2, 4, 10), (1, 5, 4), (3, 4, 4))

EXAMPLES = [
    (
        EXAMPLE_A,
        {"start": [0, 4, 1, 7, 7], "arrival": [0, 4, 1, 7, 7], "rebuild": [0, 4, 1, 7, 7], "none": [0, 4, 1, 7, 7]},
    ),
    (EXAMPLE_B, {"start": [0, 4, 7, 12], "arrival": [0, 4, 7, 12], "rebuild": [0, 4, 7, 12], "none": [0, 4, 7, 12]}),
    (UP_TO_THE_NEXT, {"start": [0, 4, 1]}),
    (ALL_MOVE, {"start": [0, 2, 6], "arrival": [0, 2, 6], "rebuild": [0, 2, 6], "none": [0, 10, 14]}),
    (WHO_IS_FIRST, {"start": [0, 0, 6, 2], "arrival": [0, 0, 9, 2], "rebuild": [0, 0, 5, 8], "none": [0, 0, 9, 5]}),
    (NEWCOMER, {"start": [0, 2, 7], "arrival": [0, 2, 7], "rebuild": [0, 2, 7], "none": [0, 10, 3]}),
]


@pytest.mark.parametrize(
    ("example", "compression", "wanted"),
    [(example, how, wanted) for example, answers in EXAMPLES for how, wanted in answers.items()],
)
def test_small_examples(example: tuple[Job, ...], compression: str, wanted: list[int]) -> None:
    case = Case(4, example)
    assert planned(compression)(case) == wanted
    assert starts(by_program(case, compression)) == wanted


def test_start_is_the_order_unless_asked() -> None:
    for case in plan_cases.of("short", count(50)):
        assert starts(simulate(case.workload, "conservative", decisions=None)) == planned("start")(case)


# -- what is promised -------------------------------------------------------------------------------------------------


@every_compression
def test_with_exact_estimates_a_job_starts_when_it_was_promised_to(compression: str) -> None:
    for case in plan_cases.of("exact", count(60)):
        run = by_program(case, compression)
        assert starts(run) == first_promises(run).tolist()
        assert sorted(job for _, job, _ in promises(run)) == list(range(len(case.jobs)))


@pytest.mark.parametrize("compression", ["start", "arrival", "none"])
@pytest.mark.parametrize("family", ["inexact", "closed", "short"])
def test_no_job_starts_after_its_first_promise(compression: str, family: str) -> None:
    earlier = 0
    for case in plan_cases.of(family, count(60)):
        run = by_program(case, compression)
        late = run.placed.start - first_promises(run)
        assert (late <= 0).all()
        earlier += int((late < 0).sum())
    assert (earlier == 0) == (compression == "none")


def test_where_all_is_made_anew_promises_break() -> None:
    """Which is why the test above can fail."""
    runs = [by_program(case, "rebuild") for case in plan_cases.of("inexact", count(60))]
    assert any((run.placed.start > first_promises(run)).any() for run in runs)


@every_compression
def test_reservations_end_with_the_start_and_move_forward_unless_all_are_made_anew(compression: str) -> None:
    for case in plan_cases.of("short", count(100)):
        run = by_program(case, compression, "all")
        waited = {job for _, job, _ in reservations(run)}
        for job in waited:
            times, plans = zip(*((when, plan) for when, other, plan in reservations(run) if other == job), strict=True)
            assert times[0] == run.placed.submit[job] and plans[-1] == run.placed.start[job]
            assert all(a < b for a, b in pairwise(times)) and all(a != b for a, b in pairwise(plans))
            assert compression == "rebuild" or all(a > b for a, b in pairwise(plans))
        assert {job for job, wait in enumerate(run.wait) if wait} <= waited
