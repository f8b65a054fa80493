"""EASY that keeps off reserved processors: against its twin, which numbers processors, and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from scheduler.engine.decision_log import KINDS, RULES
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive import restricted as naive_restricted

TWIN_OF = {"easy_restricted": naive_restricted.solve}


def starts(jobs, processors: int, policy: str = "easy_restricted") -> list[float]:
    return simulate(workload(jobs, processors), policy, decisions=None).placed.start.tolist()


@pytest.mark.parametrize(
    "make", [strategies.rigid, lambda seed: strategies.exact(strategies.rigid(seed))], ids=["inexact", "exact"]
)
def test_starts_are_those_of_the_twin(make) -> None:
    wrong = []
    for seed in range(count(150)):
        case = make(seed)
        found = simulate(case.workload, "easy_restricted", decisions=None).placed.start.tolist()
        wrong += [seed] * (found != naive_restricted.solve(case.jobs, case.processors))
    assert not wrong


@settings(max_examples=width(15, 60))
@given(case=strategies.rigid_cases())
def test_starts_of_drawn_jobs_are_those_of_the_twin(case: Case) -> None:
    found = simulate(case.workload, "easy_restricted", decisions=None).placed.start.tolist()
    assert found == naive_restricted.solve(case.jobs, case.processors)


def test_a_short_job_does_not_pass_on_a_reserved_processor() -> None:
    # Three of four are busy until 4, job 1 needs all: the last one is reserved, and job 2 would end at 3.
    jobs = [(0, 4, 3), (0, 3, 4), (1, 2, 1)]
    assert starts(jobs, 4, "easy") == [0, 4, 1]
    assert starts(jobs, 4) == [0, 4, 7]


def test_a_job_passes_on_a_processor_the_head_leaves_over() -> None:
    assert starts([(0, 4, 3), (0, 3, 3), (1, 9, 1)], 4) == [0, 4, 1]


def test_what_gets_free_last_is_reserved_so_that_idle_processors_are_left_over() -> None:
    # Two end at 2, two at 9, two are idle; job 2 needs four: at 2, two that end then and two idle ones.
    jobs = [(0, 2, 2), (0, 9, 2), (0, 5, 4), (1, 1, 1)]
    assert starts(jobs, 6) == [0, 0, 2, 7]
    # It needs three: two that end at 2 and one idle, the other one is left over.
    assert starts([*jobs[:2], (0, 5, 3), (1, 1, 1)], 6) == [0, 0, 2, 1]


def test_a_processor_lent_until_the_shadow_is_left_over_again_at_the_next_event() -> None:
    # Seven processors, four busy until 9; job 1 needs five, so two are left over: jobs 2 and 3, both over before 9, take
    # them.  At 2 a submission: what they hold gets free later than the idle one, and that one is left over now.
    jobs = [(0, 9, 4), (0, 5, 5), (1, 4, 1), (1, 4, 1), (2, 3, 1), (2, 3, 1)]
    found = starts(jobs, 7)
    assert found[:5] == [0, 9, 1, 1, 2]
    assert found == naive_restricted.solve([strategies.Job(*job[:2], job[1], job[2]) for job in jobs], 7)


def test_who_waits_is_told_whose_processors_they_are() -> None:
    made = simulate(workload([(0, 4, 3), (0, 3, 4), (1, 2, 1)], 4), "easy_restricted")
    d = made.decisions
    assert d is not None
    told = [
        (KINDS[kind], RULES[rule], blocker)
        for kind, rule, blocker, job in zip(d.kind, d.rule, d.blocker, d.job, strict=True)
        if job == 2
    ]
    assert ("skip", "behind_reservation", 1) in told
    assert any(
        "it would have fitted (it needs 1 processor and 1 was free at 1 s), but it would have taken processors that job 102 needs, reserved for 4 s"
        in line
        for line in explain(made, 2)
    )
