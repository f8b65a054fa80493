"""Guarantees measured on schedules: numbers of the worked example, agreement with the exact twin, planted violations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.bounds import Measured, all_guarantees
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases import small, strategies
from tests.cases.small import changed
from tests.topics.campaigns.campaign_answers import answers, cases
from tests.topics.campaigns.test_ostrich_invariants import Facts, excess_idle_areas

SETS = [
    (1, -1, 0, [2.0] * 24),
    (2, -1, 0, [3.0, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3.0, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2.0] * 4),
]
APPENDIX = small.campaigns(SETS, 6, [0, 0, 2, 2])
GUARANTEES = all_guarantees()
OF_OSTRICH = ("campaign_stretch", "completion", "last_start", "lemma_1")


@pytest.fixture(scope="module")
def example() -> Schedule:
    return simulate(APPENDIX, "ostrich")


def test_bounds_of_the_worked_example(example):
    """K = 3 users at most, m = 6, longest job 3; work 48, 18, 10, 8; the last campaign follows the one of work 10."""
    assert [key for key, g in GUARANTEES.items() if g.applies(example)] == sorted(OF_OSTRICH)
    found = GUARANTEES["completion"].measure(example)
    assert found.value.tolist() == [15, 5, 3, 4]
    assert found.bound.tolist() == pytest.approx([24 + 6 + 2, 9 + 6 + 3, 5 + 6 + 3, 5 + 4 + 6 + 2])
    last = GUARANTEES["last_start"].measure(example)
    assert last.value.tolist() == [13 - 14, 4 - 8, 3 - 7, 7 - 10] and set(last.bound) == {3}
    stretch = GUARANTEES["campaign_stretch"].measure(example)
    assert stretch.value.tolist() == pytest.approx([15 / 8, 5 / 3, 1, 2])
    assert stretch.bound.tolist() == pytest.approx([33 / 8, 18 / 3, 14 / 3, 18 / 2])
    assert all(GUARANTEES[key].measure(example).holds and not GUARANTEES[key].why_not(example) for key in OF_OSTRICH)


def test_the_row_closest_to_its_bound(example):
    found = GUARANTEES["completion"].measure(example)
    assert found.tightest == 0  # 15 of 32 is nearest
    assert Measured("campaign", np.arange(3), np.array([-5.0, 1, 2]), np.array([1.0, 2, 8])).tightest == 1


def test_agreement_with_the_exact_twin():
    for case, answer in list(zip(cases(), answers(), strict=True))[: strategies.count(400)]:
        made, facts = simulate(strategies.workload(case), "ostrich"), Facts(case, *answer)
        lemma = GUARANTEES["lemma_1"].measure(made)
        assert float(lemma.value.max()) == pytest.approx(float(max(excess_idle_areas(facts))), abs=1e-6)
        assert set(lemma.bound) == {facts.m * facts.longest}
        last = GUARANTEES["last_start"].measure(made)
        for i, campaign in enumerate(case.campaigns):
            wanted = max(facts.real.start[row] for row in campaign.rows) - facts.virtual.end[i]
            assert last.value[i] == pytest.approx(float(wanted), abs=1e-6)
        assert all(GUARANTEES[key].measure(made).holds for key in OF_OSTRICH)


@pytest.mark.parametrize("key", OF_OSTRICH)
def test_a_violation_is_seen(example, key):
    """All jobs a minute later, the virtual schedule as it was."""
    placed = example.placed
    late = placed.start + np.where(placed.start > 0, 60.0, 0.0)
    moved = replace(example, placed=changed(placed, start=late, end=late + APPENDIX.jobs.runtime))
    assert not GUARANTEES[key].measure(moved).holds


def spoiled(**columns) -> Workload:
    return replace(APPENDIX, jobs=changed(APPENDIX.jobs, **columns))


@pytest.mark.parametrize(
    ("work", "params", "words"),
    [
        (spoiled(requested_time=APPENDIX.jobs.runtime + 1), {}, "knows requested times"),
        (spoiled(processors=np.where(np.arange(len(APPENDIX)) == 30, 2, 1)), {}, "wider"),
        (APPENDIX, {"hold": False}, "before their campaign's virtual start"),
    ],
)
def test_why_not(work, params, words):
    made = simulate(work, "ostrich", params)
    assert all(words in GUARANTEES[key].why_not(made) for key in OF_OSTRICH)


def turns(lengths: list[tuple[int, list[float]]], processors: int = 1, think: float = 0) -> Workload:
    """Campaigns of one job each per (user, lengths), all first ones at 0."""
    sets: list[tuple[int, int, float, list[float]]] = []
    submits = []
    for user, jobs in lengths:
        for index, length in enumerate(jobs):
            sets.append((user, len(sets) - 1 if index else -1, think if index else 0, [length]))
            submits.append(sum(jobs[:index]) + think * index)
    order = sorted(range(len(sets)), key=lambda i: submits[i])
    place = {old: new for new, old in enumerate(order)}
    moved = [(sets[i][0], place[sets[i][1]] if sets[i][1] >= 0 else -1, sets[i][2], sets[i][3]) for i in order]
    return small.campaigns(moved, processors, [submits[i] for i in order])


EXAMPLE = turns([(1, [5, 3]), (2, [3, 3, 10])])


def test_deadlines_of_the_worked_example():
    made = simulate(EXAMPLE, "faircamp")
    found = GUARANTEES["deadlines"].measure(made)
    assert sorted(found.bound.tolist()) == [6, 10, 12, 16, 32] and found.holds
    assert not GUARANTEES["deadlines"].why_not(made)
    users = GUARANTEES["user_stretch"].measure(made)
    assert users.value.tolist() == pytest.approx([14 / 8, 24 / 16]) and set(users.bound) == {2}


@pytest.mark.parametrize(
    ("work", "params", "words"),
    [
        (EXAMPLE, {"placement": "list"}, "they share it"),
        (turns([(1, [5, 3]), (2, [3, 3, 10])], think=1), {}, "think between"),
        (replace(EXAMPLE, jobs=changed(EXAMPLE.jobs, requested_time=EXAMPLE.jobs.runtime + 1)), {}, "requested times"),
    ],
)
def test_why_deadlines_are_not_guaranteed(work, params, words):
    made = simulate(work, "faircamp", params)
    assert words in GUARANTEES["deadlines"].why_not(made)
    assert not GUARANTEES["user_stretch"].applies(made)


def test_fcfs_promises_nothing():
    made = simulate(APPENDIX, "campaign_fcfs")
    assert not any(guarantee.applies(made) for guarantee in GUARANTEES.values())


RANKED = turns([(1, [5, 3]), (2, [3, 3, 10]), (3, [2])])


def test_ranks_of_a_worked_example():
    """Alone 8, 16 and 2: user 3 goes first, then 1, then 2; done at 2, 10 and 26."""
    of_users = GUARANTEES["vector_ratio"].measure(simulate(RANKED, "multicamp"))
    assert of_users.value.tolist() == pytest.approx([10 / 8, 26 / 16, 2 / 2])
    assert of_users.bound.tolist() == [2, 3, 1] and of_users.holds
    assert not GUARANTEES["vector_ratio"].why_not(simulate(RANKED, "multicamp"))


def test_equal_users_reach_their_rank():
    made = simulate(turns([(user, [4]) for user in (1, 2, 3)]), "multicmax")
    of_users = GUARANTEES["vector_ratio"].measure(made)
    assert of_users.value.tolist() == of_users.bound.tolist() == [1, 2, 3]


def test_a_user_who_is_late_by_rank_is_seen():
    made = simulate(RANKED, "multicamp")
    virtual = changed(made.table("virtual"), real_end=made.table("virtual").real_end + 10)
    assert not GUARANTEES["vector_ratio"].measure(replace(made, virtual=virtual)).holds


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (turns([(1, [5, 3]), (2, [3, 3])], think=1), "think between"),
        (replace(RANKED, jobs=changed(RANKED.jobs, requested_time=RANKED.jobs.runtime + 1)), "requested times"),
        (small.campaigns([(1, -1, 0, [3.0]), (2, -1, 0, [3.0])], 1, [0, 1]), "start at the same time"),
    ],
)
def test_why_ranks_are_not_guaranteed(work, words):
    assert words in GUARANTEES["vector_ratio"].why_not(simulate(work, "multicamp"))


@pytest.mark.parametrize("policy", ["faircamp", "campaign_fcfs", "ostrich"])
def test_ranks_speak_of_users_in_blocks_only(policy):
    assert not GUARANTEES["vector_ratio"].applies(simulate(RANKED, policy))


@pytest.mark.parametrize("seed", range(40))
def test_ranks_hold_on_random_workloads(seed):
    random = np.random.default_rng(seed)
    users = [(user, random.integers(1, 9, random.integers(1, 4)).astype(float).tolist()) for user in range(1, 5)]
    assert GUARANTEES["vector_ratio"].measure(simulate(turns(users, 2), "multicamp")).holds
