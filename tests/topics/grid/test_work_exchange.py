"""Work exchange between clusters against its plain twin, and what it does to local users."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings

from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive.rigid import Job
from tests.topics.grid.naive import exchange as naive_exchange
from tests.topics.grid.naive.exchange import Rules
from tests.topics.grid.test_best_effort import cases

TWIN_OF = {"work_exchange": naive_exchange.solve}

VARIANTS = {
    "easy": ({}, Rules()),
    "fcfs": ({"local": "fcfs"}, Rules(easy=False)),
    "runs only": ({"take": "grid"}, Rules(runs_only=True)),
    "one behind": ({"depth": 1, "local": "easy"}, Rules(depth=1)),
    "credit": ({"credit": 6}, Rules(credit=6)),
    "no credit": ({"credit": 0}, Rules(credit=0)),
    "consensus": ({"protocol": "consensus"}, Rules(consensus=True)),
    "consensus of runs, fcfs": (
        {"protocol": "consensus", "local": "fcfs", "take": "grid"},
        Rules(consensus=True, easy=False, runs_only=True),
    ),
    "consensus on credit": (
        {"protocol": "consensus", "credit": 6, "depth": 1},
        Rules(consensus=True, credit=6, depth=1),
    ),
}
every_variant = pytest.mark.parametrize("name", VARIANTS)


def by_twin(case: Case, rules: Rules) -> list[tuple[int, int]]:
    return naive_exchange.solve(case.clusters or (case.processors,), case.jobs, case.homes, rules)


def by_program(case: Case, params: dict) -> list[tuple[int, int]]:
    made = simulate(case.workload, "work_exchange", params, decisions=None).placed
    return list(zip(made.start, made.cluster, strict=True))


@every_variant
def test_starts_are_those_of_the_twin(name: str) -> None:
    params, rules = VARIANTS[name]
    assert [seed for seed, case in enumerate(cases()) if by_program(case, params) != by_twin(case, rules)] == []


@pytest.mark.parametrize("protocol", ["market", "consensus"])
def test_starts_are_those_of_the_twin_where_clusters_differ_in_speed(protocol: str) -> None:
    wrong, away = [], 0
    for seed, case in enumerate(cases()[: count(120)]):
        speeds = [
            Random(f"speed {seed} {cluster}").choice((Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2)))
            for cluster in range(len(case.clusters or (1,)))
        ]
        params = {"protocol": protocol, "speeds": ",".join(str(float(speed)) for speed in speeds)}
        starts = by_program(case, params)
        wrong += [seed] if starts != by_twin(case, Rules(consensus=protocol == "consensus", speeds=speeds)) else []
        away += sum(cluster != home for (_, cluster), home in zip(starts, case.homes, strict=True) if home >= 0)
    assert wrong == [] and away > 20


@settings(max_examples=width(8, 25))
@given(case=strategies.rigid_cases())
def test_starts_of_drawn_jobs_are_those_of_the_twin(case: Case) -> None:
    case = strategies.with_grid(case)
    assert by_program(case, {}) == by_twin(case, Rules())


@pytest.mark.parametrize("wrong", [Rules(newest_queue_first=True), Rules(may_delay=True), Rules(depth=0)])
def test_a_wrong_exchange_is_told_from_the_right_one(wrong: Rules) -> None:
    assert any(by_twin(case, wrong) != by_twin(case, Rules()) for case in cases())


# Clusters of 2 and 1.  Job 0 holds the first until 9; job 1, for both of it, waits.  Job 2 waits behind it; the second
# cluster is free and takes it at 1.  Job 3, for one processor, is taken by the second cluster at 4, when 2 is over.
# Runs are dealt 2 to the first cluster, 1 to the second: 4 and 5, 6; the second takes 4 at 6, and so on.
JOBS = (Job(0, 9, 9, 2), Job(1, 2, 2, 2), Job(1, 3, 3), Job(2, 2, 2), Job(3, 1, 1), Job(3, 1, 1), Job(3, 1, 1))
EXAMPLE = Case(3, JOBS, clusters=(2, 1), homes=(0, 0, 0, 0, -1, -1, -1))


def test_the_example() -> None:
    assert naive_exchange.dealt((2, 1), EXAMPLE.homes) == [0, 0, 0, 0, 0, 0, 1]
    # at 4 the second cluster starts run 6 of its own queue first, then takes 3, then runs 4 and 5
    assert by_program(EXAMPLE, {}) == [(0, 0), (9, 0), (1, 1), (5, 1), (7, 1), (8, 1), (4, 1)]
    # only runs may be taken: jobs 2 and 3 stay, and go when their cluster has room again
    assert by_program(EXAMPLE, {"take": "grid"}) == [(0, 0), (9, 0), (11, 0), (11, 0), (4, 1), (5, 1), (3, 1)]


def test_a_cluster_owes_what_others_ran_of_its_jobs() -> None:
    """In the example job 2 costs the first cluster 3, all it may owe; job 3 would cost it 2 more, and stays.  Runs cost nothing."""
    assert by_program(EXAMPLE, {"credit": 3}) == [(0, 0), (9, 0), (1, 1), (11, 0), (5, 1), (6, 1), (4, 1)]


@pytest.mark.parametrize(
    "wrong",
    [Rules(), Rules(consensus=True, depth=0), Rules(consensus=True, runs_only=True), Rules(consensus=True, easy=False)],
)
def test_a_wrong_consensus_is_told_from_the_right_one(wrong: Rules) -> None:
    assert any(by_twin(case, wrong) != by_twin(case, Rules(consensus=True)) for case in cases())


def test_a_consensus_by_hand() -> None:
    """Clusters of 1 and 1.  Job 1 holds the first for 10 s; jobs 2 (10 s) and 3 (2 s) wait behind it, so its load is 22, the other's 0.
    Job 3, the last one, moves: 20 and 2.  Job 2 would make that 10 and 12, better still, and moves behind job 3."""
    case = Case(2, (Job(0, 10, 10), Job(0, 10, 10), Job(0, 2, 2)), clusters=(1, 1), homes=(0, 0, 0))
    made = simulate(case.workload, "work_exchange", {"protocol": "consensus"}, decisions="all")
    assert list(zip(made.placed.start, made.placed.cluster, strict=True)) == [(0, 0), (2, 1), (0, 1)]
    assert (
        "as the first in the queue that it had moved to, so that the loads of the clusters differed less"
        in " ".join(explain(made, 1))
    )
    slow = simulate(case.workload, "work_exchange", {"protocol": "consensus", "speeds": "1,0.125"}, decisions=None)
    assert slow.placed.end.tolist() == [10, 20, 16] and slow.placed.cluster.tolist() == [0, 0, 1]


@pytest.mark.parametrize("wrong", [Rules(), Rules(credit=5), Rules(credit=6, never_paid_back=True)])
def test_wrong_accounts_are_told_from_the_right_ones(wrong: Rules) -> None:
    assert any(by_twin(case, wrong) != by_twin(case, Rules(credit=6)) for case in cases())


@pytest.mark.parametrize("credit", [0, 6])
def test_nobody_owes_more_than_the_credit(credit: int) -> None:
    for case in cases()[:40]:
        made = simulate(case.workload, "work_exchange", {"credit": credit}, decisions=None)
        account = [0.0] * 4
        rows = sorted((start, row) for row, start in enumerate(made.placed.start.tolist()) if case.homes[row] >= 0)
        taken = [(start, row) for start, row in rows if made.placed.cluster[row] != case.homes[row]]
        for now in sorted({start for start, _ in taken}):
            for _, row in (one for one in taken if one[0] == now):
                price = case.jobs[row].processors * case.jobs[row].requested_time
                account[case.homes[row]] -= price
                account[made.placed.cluster[row]] += price
            assert min(account) >= -credit and sum(account) == 0
        assert credit or not [row for _, row in taken[:1]]


def test_local_jobs_do_notice_runs_that_stand_in_their_queue() -> None:
    disturbed = 0
    for case in cases():
        with_runs = simulate(case.workload, "work_exchange", {"take": "grid"}, decisions=None).placed
        rows = [row for row, home in enumerate(case.homes) if home >= 0]
        alone = replace(case, jobs=tuple(case.jobs[row] for row in rows), homes=tuple(case.homes[row] for row in rows))
        without = simulate(alone.workload, "work_exchange", {"take": "grid"}, decisions=None).placed
        disturbed += int((with_runs.start[rows] > without.start).sum())
        assert (without.cluster == [case.homes[row] for row in rows]).all()
    assert disturbed
