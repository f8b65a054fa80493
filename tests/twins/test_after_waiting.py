"""selective and slack_based against their plain twin, start for start, and what they promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from scheduler.engine import decision_log
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases import plan_cases, strategies
from tests.cases.small import workload
from tests.cases.strategies import Case, count
from tests.naive.after_waiting import AfterWaiting
from tests.naive.queues import by_rule
from tests.naive.rigid import Job, Known

TWIN_OF = {"selective": AfterWaiting, "slack_based": AfterWaiting}
FAMILIES = {"exact": 40, "inexact": 80, "closed": 60, "short": 80}


class Twin(NamedTuple):
    """A policy with parameters, and the rule of its twin."""

    key: str
    params: dict
    rule: Callable[[], AfterWaiting]


TWINS = [
    Twin("selective", {}, lambda: AfterWaiting(False)),
    Twin("selective", {"limit": 1.0}, lambda: AfterWaiting(False, 1)),
    Twin("selective", {"limit": 2.5}, lambda: AfterWaiting(False, 2.5)),
    Twin("selective", {"factor": 2.0}, lambda: AfterWaiting(False, factor=2)),
    Twin("selective", {"shortest": 1.0}, lambda: AfterWaiting(False, shortest=1)),
    Twin("selective", {"ties": "submissions"}, lambda: AfterWaiting(False)),
    Twin("slack_based", {}, lambda: AfterWaiting(True)),
    Twin("slack_based", {"slack": 0.0}, lambda: AfterWaiting(True, 0)),
    Twin("slack_based", {"slack": 5.0}, lambda: AfterWaiting(True, 5)),
    Twin("slack_based", {"factor": 0.5}, lambda: AfterWaiting(True, factor=0.5)),
    Twin("slack_based", {"slack": 5.0, "ties": "submissions"}, lambda: AfterWaiting(True, 5)),
]
every_twin = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.key} {twin.params}")


def by_program(twin: Twin, case: Case) -> list[float]:
    return simulate(case.workload, twin.key, twin.params, decisions=None).placed.start.tolist()


def by_twin(twin: Twin, case: Case) -> list[int]:
    return by_rule(lambda case: twin.rule(), twin.params.get("ties") != "submissions")(case)


@every_twin
@pytest.mark.parametrize("family", FAMILIES)
def test_starts_are_those_of_the_twin(twin: Twin, family: str) -> None:
    for case in plan_cases.of(family, count(FAMILIES[family])):
        assert by_program(twin, case) == by_twin(twin, case)


@every_twin
@settings(max_examples=12)
@given(case=strategies.rigid_cases())
def test_starts_of_drawn_jobs_are_those_of_the_twin(twin: Twin, case: Case) -> None:
    assert by_program(twin, case) == by_twin(twin, case)


# ---- wrong ones -----------------------------------------------------------------------------------------------------


class Newest(AfterWaiting):
    """Who came to a reservation last goes first."""

    def choose(self, known: Known, jobs):
        self.entitled.reverse()
        chosen = super().choose(known, jobs)
        self.entitled.reverse()
        return chosen


class Beyond(AfterWaiting):
    """Only a measure above the limit counts."""

    def measure(self, job: Job, row: int, now: int):
        return super().measure(job, row, now) - self.limit / 1_000_000


class Everybody(AfterWaiting):
    """Who fits now starts, whatever is reserved."""

    def choose(self, known: Known, jobs):
        chosen, free = [], known.free
        for row in known.queue:
            if jobs[row].processors <= free:
                chosen.append(row)
                free -= jobs[row].processors
        return chosen


@pytest.mark.parametrize("wrong", [Newest, Beyond, Everybody])
def test_a_wrong_twin_is_told_from_the_right_one(wrong) -> None:
    cases = plan_cases.of("inexact", 80)
    right = [by_rule(lambda case: AfterWaiting(True, 5))(case) for case in cases]
    assert right != [by_rule(lambda case: wrong(True, 5))(case) for case in cases]


# ---- by hand --------------------------------------------------------------------------------------------------------

# Job 0 has three of four processors until 10.  Job 1 needs all four.  Job 2 comes at 4, needs one for 8 s: until 12.
PASSING = workload([(0, 10, 3), (1, 5, 4), (4, 8, 1)], 4)


@pytest.mark.parametrize(
    ("key", "params", "starts"),
    [
        ("slack_based", {"slack": 0}, [0, 10, 15]),  # protected from the first second on
        ("slack_based", {"slack": 3}, [0, 10, 15]),  # its wait is 3 s at 4
        ("slack_based", {"slack": 4}, [0, 12, 4]),  # it is not
        ("selective", {"limit": 1}, [0, 10, 15]),
        ("selective", {"limit": 1.6}, [0, 10, 15]),  # (3 + 5) / 5
        ("selective", {"limit": 1.7}, [0, 12, 4]),
    ],
)
def test_a_job_may_be_passed_until_it_has_waited_for_long(key, params, starts) -> None:
    assert simulate(PASSING, key, params).placed.start.tolist() == starts


def test_the_mean_of_what_others_have_waited_is_the_usual_limit() -> None:
    # Job 0 waited 0 s, so 0 s are enough at 1; with ten times the mean of nothing, too.
    assert simulate(PASSING, "slack_based", {"factor": 10}).placed.start.tolist() == [0, 10, 15]
    # Nobody is complete at 4: the mean slowdown counts as 1, twice that is more than (3 + 5) / 5.
    assert simulate(PASSING, "selective", {"factor": 2}).placed.start.tolist() == [0, 12, 4]


def test_with_all_protected_and_exact_requests_it_is_conservative() -> None:
    for case in plan_cases.of("exact", 60):
        for key, params in (("slack_based", {"slack": 0}), ("selective", {"limit": 1})):
            assert (
                simulate(case.workload, key, params, decisions=None).placed.start.tolist()
                == simulate(case.workload, "conservative", decisions=None).placed.start.tolist()
            )


def test_with_nobody_protected_whoever_fits_starts() -> None:
    for case in plan_cases.of("inexact", 60):
        assert (
            simulate(case.workload, "slack_based", {"slack": 1e9}, decisions=None).placed.start.tolist()
            == simulate(case.workload, "backfill", decisions=None).placed.start.tolist()
        )


def test_why_a_job_waits_tells_of_the_reservation_and_whose_it_is() -> None:
    run = simulate(PASSING, "slack_based", {"slack": 3})
    assert "after 3 s it had waited for long enough to hold a reservation, which was for 10 s" in " ".join(
        explain(run, 1)
    )
    assert "it would have taken processors that job 102" in " ".join(explain(run, 2))
    assert run.decisions is not None
    kept = run.decisions.kind == decision_log.RESERVE
    assert run.decisions.job[kept].tolist() == [1, 2] and run.decisions.shadow[kept].tolist() == [10, 15]


def test_no_reservation_is_put_off_where_requests_are_exact() -> None:
    """A reservation logged for a time is kept, or moved to an earlier one."""
    for case in plan_cases.of("exact", 60):
        run = simulate(case.workload, "selective")
        table = run.decisions
        assert table is not None
        for row in (table.kind == decision_log.RESERVE).nonzero()[0]:
            assert run.placed.start[table.job[row]] <= table.shadow[row]
