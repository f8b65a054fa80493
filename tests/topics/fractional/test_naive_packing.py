"""The parts of the twin of fractional scheduling, by hand: packing, greedy placement, yields, estimated stretch."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from scipy.optimize import linprog

from tests.topics.fractional.naive.greedy import forced, greedy
from tests.topics.fractional.naive.packing import ACCURACY, Job, bisect, mcb8, pack, requirement
from tests.topics.fractional.naive.stretch_per import Past, average_yield, mcb8_stretch, raised
from tests.topics.fractional.naive.yields import average, base, progressive, used_by, yields_of

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def job(tasks: int, need, memory, submit=0, runtime=100) -> Job:
    return Job(Fraction(submit), Fraction(runtime), tasks, Fraction(need), Fraction(memory))


# ---- packing --------------------------------------------------------------------------------------------------------


def test_a_node_is_kept_in_balance():
    jobs = [job(2, Fraction(6, 10), Fraction(2, 10)), job(2, Fraction(3, 10), Fraction(7, 10))]
    assert pack([0, 1], jobs, {0: jobs[0].need, 1: jobs[1].need}, 2, {}) == {0: (0, 1), 1: (0, 1)}


def test_who_requires_most_goes_first_and_equals_go_last_first():
    jobs = [job(1, 1, Fraction(1, 10)), job(1, 1, Fraction(1, 10)), job(1, 1, Fraction(2, 10))]
    assert pack([0, 1, 2], jobs, dict.fromkeys(range(3), Fraction(9, 10)), 3, {}) == {2: (0,), 1: (1,), 0: (2,)}


def test_the_larger_requirement_counts_not_the_sum():
    jobs = [job(1, 1, HALF), job(1, 1, TENTH)]
    assert pack([0, 1], jobs, {0: Fraction(55, 100), 1: Fraction(7, 10)}, 2, {}) == {1: (0,), 0: (1,)}


def test_equal_requirements_of_both_are_in_the_list_of_memory():
    jobs = [job(1, 1, Fraction(7, 10)), job(1, 1, Fraction(3, 10))]
    assert pack([0, 1], jobs, {0: Fraction(7, 10), 1: Fraction(4, 10)}, 2, {}) == {1: (0,), 0: (1,)}


def test_the_other_list_is_taken_where_the_better_one_has_nothing_that_fits():
    jobs = [job(1, HALF, Fraction(8, 10)), job(1, Fraction(3, 10), Fraction(4, 10)), job(1, HALF, Fraction(1, 10))]
    assert pack([0, 1, 2], jobs, {0: HALF, 1: Fraction(3, 10), 2: HALF}, 2, {}) == {2: (0,), 0: (0,), 1: (1,)}


def test_the_last_of_equal_loads_begins_with_cpu():
    jobs = [job(1, 1, Fraction(9, 10)), job(1, 1, TENTH)]
    assert pack([0, 1], jobs, {0: TENTH, 1: Fraction(95, 100)}, 2, {}) == {1: (0,), 0: (1,)}


def test_pinned_jobs_stay_or_nothing_works():
    jobs = [job(1, 1, TENTH), job(1, 1, TENTH)]
    assert pack([0, 1], jobs, {0: HALF, 1: HALF}, 2, {0: (1,)}) == {0: (1,), 1: (0,)}
    assert pack([0, 1], jobs, {0: HALF, 1: Fraction(6, 10)}, 2, {0: (1,), 1: (1,)}) is None


@pytest.mark.parametrize(
    ("works", "probes"),
    [(True, [Fraction(2**k - 1, 2**k) for k in range(1, 8)]), (False, [Fraction(1, 2**k) for k in range(1, 8)])],
)
def test_yields_that_are_tried(works, probes):
    tried = []

    def required(rows, target):
        tried.append(target)
        return dict.fromkeys(rows, TENTH) if works else None

    found = bisect([0], [job(1, 1, TENTH)], 1, {}, required, ACCURACY)
    assert tried == probes
    assert found == ((Fraction(127, 128), {0: (0,)}) if works else None)


def test_the_lowest_priority_is_dropped_until_memory_suffices_and_a_packing_works():
    jobs = [
        job(1, 1, Fraction(6, 10)),
        job(1, 1, Fraction(6, 10)),
        job(1, 1, Fraction(6, 10)),
        job(1, 1, Fraction(2, 10)),
    ]
    assert mcb8([3, 0, 1, 2], jobs, 2, {}).keys() == {3, 0, 1}
    assert mcb8([2, 1, 0], jobs, 1, {}) == {2: (0,)}


def test_requirements_are_exact_or_whole_percents():
    share = Fraction(127, 512)
    assert [requirement(share), requirement(share, True), requirement(Fraction(1, 128), True)] == [
        share,
        Fraction(24, 100),
        Fraction(1, 100),
    ]
    jobs = [job(1, Fraction(1, 4), Fraction(1, 1000)) for _ in range(5)]
    assert len({node for where in mcb8(range(5), jobs, 2, {}).values() for node in where}) == 2
    assert set(mcb8(range(4), jobs, 2, {}).values()) == {(0,)}
    many = [job(1, Fraction(3, 1000), Fraction(1, 1000)) for _ in range(101)]
    assert len(set(mcb8(range(101), many, 2, {}).values())) == 2, "at least 1 % each"


# ---- greedy ---------------------------------------------------------------------------------------------------------


def test_tasks_go_to_the_least_loaded_node_with_memory():
    jobs = [job(1, HALF, Fraction(9, 10)), job(1, HALF, TENTH), job(3, Fraction(1, 4), Fraction(2, 10))]
    assert greedy(2, jobs, {0: (0,), 1: (1,)}, 3) == (1, 2, 2)
    assert greedy(2, jobs, {0: (0,)}, 1) is None


def test_all_tasks_or_none():
    jobs = [job(1, 1, HALF), job(4, 1, HALF)]
    assert greedy(1, jobs, {0: (0,)}, 2) is None
    assert greedy(1, jobs, {}, 2) == (0, 0, 1, 1)


def test_the_lowest_priorities_make_room_and_who_still_fits_stays():
    jobs = [
        job(1, 1, Fraction(4, 10)),
        job(1, 1, Fraction(4, 10)),
        job(1, 1, Fraction(9, 10)),
        job(1, 1, Fraction(9, 10)),
    ]
    mapping = {0: (0,), 1: (1,), 2: (2,)}
    kept, paused = forced(3, jobs, mapping, 3, [3, 1, 0, 2], moving=False)
    assert (kept, paused) == ({0: (0,), 1: (1,), 3: (2,)}, {2})
    kept, paused = forced(3, jobs, mapping, 3, [3, 2, 1, 0], moving=False)
    assert (kept, paused) == ({2: (2,), 1: (1,), 3: (0,)}, {0}), "0 is marked, and that is enough"


def test_a_marked_job_that_is_not_in_the_way_is_left_running():
    jobs = [job(2, 1, Fraction(5, 10)), job(1, 1, Fraction(3, 10)), job(2, 1, Fraction(7, 10))]
    kept, paused = forced(2, jobs, {0: (0, 1), 1: (0,)}, 2, [2, 0, 1], moving=False)
    assert (kept, paused) == ({2: (0, 1), 1: (0,)}, {0}), "1 was marked first; 0 has the higher priority but no room"


def test_of_two_that_fit_only_one_by_one_the_higher_priority_is_left_running():
    jobs = [
        job(1, 1, Fraction(3, 10)),
        job(1, 1, Fraction(3, 10)),
        job(1, 1, Fraction(6, 10)),
        job(1, Fraction(1, 4), Fraction(2, 10)),
        job(2, 1, HALF),
    ]
    kept, paused = forced(4, jobs, {0: (0,), 1: (0,), 2: (1,), 3: (0,)}, 2, [4, 3, 2, 1, 0], moving=False)
    assert (kept, paused) == ({3: (0,), 4: (0, 1), 1: (0,)}, {0, 2})


def test_greedy_pm_moves_where_greedy_p_pauses():
    jobs = [
        job(1, 1, Fraction(6, 10)),
        job(1, Fraction(1, 4), Fraction(3, 10)),
        job(1, 1, Fraction(7, 10)),
        job(1, 1, Fraction(4, 10)),
    ]
    mapping = {0: (0,), 1: (0,), 3: (1,)}
    order = [2, 1, 3, 0]
    assert forced(2, jobs, mapping, 2, order, moving=False) == ({2: (0,), 1: (0,), 3: (1,)}, {0})
    assert forced(2, jobs, mapping, 2, order, moving=True) == ({2: (0,), 1: (0,), 3: (1,), 0: (1,)}, set())


# ---- yields ---------------------------------------------------------------------------------------------------------

SHARED = [job(1, 1, TENTH), job(1, 1, TENTH), job(1, 1, TENTH), job(1, Fraction(1, 5), TENTH)]
WHERE = {0: (0,), 1: (0,), 2: (1,), 3: (1,)}


@pytest.mark.parametrize(
    ("opt", "expected"),
    [
        ("none", [HALF] * 4),
        ("avg", [HALF, HALF, Fraction(4, 5), 1]),
        ("min", [HALF, HALF, Fraction(5, 6), Fraction(5, 6)]),
    ],
)
def test_yields_of_two_nodes(opt, expected):
    assert list(yields_of(opt, WHERE, SHARED, 2).values()) == expected


def test_yields_in_whole_percents():
    assert list(yields_of("min", WHERE, SHARED, 2, quantised=True).values()) == [
        HALF,
        HALF,
        Fraction(83, 100),
        Fraction(16, 20),
    ]


def placements(seed: int):
    """Jobs anywhere, so that CPU is short on some nodes and not on others."""
    random = Random(seed)
    nodes = random.randint(1, 4)
    jobs = [
        job(random.randint(1, 3), Fraction(random.choice((1, 2, 3, 4)), 4), Fraction(1, 50))
        for _ in range(random.randint(1, 6))
    ]
    return (
        jobs,
        {row: tuple(sorted(random.randrange(nodes) for _ in range(one.tasks))) for row, one in enumerate(jobs)},
        nodes,
    )


@pytest.mark.parametrize("seed", range(60))
def test_nobody_could_have_more_without_taking_from_somebody_who_has_less(seed):
    jobs, mapping, nodes = placements(seed)
    yields = progressive(mapping, jobs, nodes)
    used = used_by(yields, mapping, jobs, nodes)
    assert max(used) <= 1
    for row, where in mapping.items():
        on = {node: [other for other in mapping if node in mapping[other]] for node in where}
        assert yields[row] == 1 or any(
            used[node] == 1 and yields[row] == max(yields[other] for other in on[node]) for node in where
        )


@pytest.mark.parametrize("seed", range(60))
def test_no_yields_have_a_greater_sum(seed):
    jobs, mapping, nodes = placements(seed)
    yields, least = average(mapping, jobs, nodes), base(mapping, jobs, nodes)
    assert max(used_by(yields, mapping, jobs, nodes)) <= 1
    assert all(least[row] <= yields[row] <= 1 for row in mapping)
    assert sum(yields.values()) >= sum(progressive(mapping, jobs, nodes).values()) >= sum(least.values())
    dual = priced(jobs, mapping, nodes, float(least[0]))
    assert float(sum(yields.values())) == pytest.approx(dual, abs=1e-7)


def priced(jobs, mapping, nodes, least: float) -> float:
    """The dual of the linear program: prices of nodes, of the upper and of the lower bound of each job."""
    rows = sorted(mapping)
    cost = [1.0] * nodes + [1.0] * len(rows) + [-least] * len(rows)
    equal = [
        [float(jobs[row].need) * mapping[row].count(node) for node in range(nodes)]
        + [float(row == other) for other in rows]
        + [-float(row == other) for other in rows]
        for row in rows
    ]
    return linprog(cost, A_eq=equal, b_eq=[1.0] * len(rows)).fun


# ---- stretch-per ----------------------------------------------------------------------------------------------------


def test_yields_that_make_estimated_stretches_equal():
    jobs = [job(1, 1, TENTH), job(1, 1, TENTH)]
    past = {0: Past(Fraction(600), Fraction(600)), 1: Past(Fraction(0), Fraction(0))}
    mapping, yields = mcb8_stretch([1, 0], jobs, 1, {}, past, Fraction(600))
    assert mapping == {0: (0,), 1: (0,)}
    s = average_yield(past[0], yields[0], Fraction(600))
    assert s == average_yield(past[1], yields[1], Fraction(600)), "s = (600 + 600 y) / 1200 = y', y + y' = 1: y' = 2/3"
    assert Fraction(2, 3) - Fraction(1, 10_000) < s <= Fraction(2, 3)
    whole, more = (
        raised("max", mapping, yields, jobs, 1, past, Fraction(600), [1, 0], quantised=percents)
        for percents in (True, False)
    )
    assert whole == yields, "less than 1 % is left"
    assert sum(more.values()) == 1 and more[0] == yields[0], "and all of it goes to the higher priority"


def test_the_worst_is_raised_first():
    jobs = [job(1, HALF, TENTH), job(1, HALF, TENTH), job(1, 1, TENTH)]
    past = {0: Past(Fraction(60), Fraction(6)), 1: Past(Fraction(60), Fraction(30)), 2: Past(Fraction(0), Fraction(0))}
    floor = {0: Fraction(1, 10), 1: Fraction(1, 10), 2: Fraction(87, 100)}
    more = raised("max", {row: (0,) for row in range(3)}, floor, jobs, 1, past, Fraction(60), [2, 0, 1])
    assert more == {0: Fraction(1, 10) + Fraction(6, 100), 1: Fraction(1, 10), 2: Fraction(87, 100)}, (
        "3 % of the node are left, and all go to job 0"
    )


def test_of_equally_bad_jobs_the_higher_priority_is_raised_first():
    jobs = [job(1, 1, TENTH), job(1, 1, TENTH)]
    past = {0: Past(Fraction(60), Fraction(30)), 1: Past(Fraction(60), Fraction(30))}
    floor = dict.fromkeys((0, 1), Fraction(48, 100) + Fraction(1, 200))
    more = raised("max", {0: (0,), 1: (0,)}, floor, jobs, 1, past, Fraction(60), [1, 0])
    assert more == {0: floor[0] + Fraction(1, 100), 1: floor[1] + Fraction(2, 100)}, "3 % are left"


def test_least_sum_of_stretches_gives_to_the_younger():
    jobs = [job(1, 1, TENTH), job(1, 1, TENTH)]
    past = {0: Past(Fraction(60), Fraction(60)), 1: Past(Fraction(60), Fraction(30))}
    paper = raised("avg", {0: (0,), 1: (0,)}, dict.fromkeys((0, 1), TENTH), jobs, 1, past, Fraction(60), [1, 0])
    assert float(paper[1]) == pytest.approx(0.75, abs=1e-4), "v + 60 y is equal: 60 + 60 y = 30 + 60 (1 - y), y = 1/4"
    assert sum(paper.values()) <= 1
    past = {0: Past(Fraction(0), Fraction(0)), 1: Past(Fraction(60), Fraction(0))}
    coded = raised(
        "avg", {0: (0,), 1: (0,)}, dict.fromkeys((0, 1), TENTH), jobs, 1, past, Fraction(60), [1, 0], inverse=True
    )
    assert coded == {0: Fraction(9, 10), 1: TENTH}, "60 / 60 against 60 / 120 for each unit of yield"
