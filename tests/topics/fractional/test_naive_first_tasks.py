"""The twin of fractional scheduling where jobs have tasks of two kinds: by hand, and what must hold of every schedule."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.topics.fractional.fractions import drawn, with_first_tasks
from tests.topics.fractional.naive import measures
from tests.topics.fractional.naive.decay import decayed
from tests.topics.fractional.naive.dfrs import Loop, Scheme, exact_job, fits_an_empty_cluster, run
from tests.topics.fractional.naive.greedy import fits_where_it_was, forced, greedy, loads, memory_of
from tests.topics.fractional.naive.packing import Job, mcb8, need_on, normal, pack, required_by
from tests.topics.fractional.naive.stretch_per import Past, granted, mcb8_stretch, raised
from tests.topics.fractional.naive.yields import used_by, yields_of
from tests.topics.fractional.test_naive_dfrs import assert_possible

HALF, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)


def job(first: tuple, other: tuple) -> Job:
    """Both (tasks, need, memory)."""
    return exact_job(0, 100, first[0] + other[0], other[1], other[2], *first)


def plain(tasks: int, need, memory) -> Job:
    return exact_job(0, 100, tasks, need, memory)


def tenths(number: int) -> Fraction:
    return Fraction(number, 10)


# ---- kinds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (job((0, HALF, TENTH), (3, 1, QUARTER)), plain(3, 1, QUARTER)),
        (job((3, HALF, TENTH), (0, 1, QUARTER)), plain(3, HALF, TENTH)),
        (job((1, HALF, TENTH), (2, HALF, TENTH)), plain(3, HALF, TENTH)),
        (job((1, HALF, TENTH), (2, HALF, QUARTER)), job((1, HALF, TENTH), (2, HALF, QUARTER))),
    ],
)
def test_a_job_whose_tasks_are_all_alike_has_one_kind(one, expected):
    assert normal(one) == expected


# ---- greedy ----------------------------------------------------------------------------------------------------------


def test_first_tasks_are_placed_first_and_each_counts_with_its_own_need():
    large_first, large_last = (job((1, 1, TENTH), (2, QUARTER, TENTH)), job((2, QUARTER, TENTH), (1, 1, TENTH)))
    assert greedy(0, [large_first], {}, 2) == (0, 1, 1)
    assert greedy(0, [large_last], {}, 2) == (0, 1, 0), "1/4 on both, and the lower number has the task of 1"


def test_nodes_are_listed_by_kind():
    jobs = [job((1, QUARTER, TENTH), (2, QUARTER, HALF)), plain(1, HALF, HALF)]
    assert greedy(0, jobs, {1: (0,)}, 2) == (1, 0, 1), "1; loads 1/2 and 1/4: 1; 1/2 each: 0"
    assert loads({0: (1, 0, 1)}, jobs, 2) == [QUARTER, HALF]
    assert memory_of({0: (1, 0, 1), 1: (0,)}, jobs, 2) == [1, tenths(6)]


def test_no_task_is_placed_where_one_finds_no_memory():
    jobs = [job((1, 1, tenths(6)), (2, 1, HALF)), plain(1, TENTH, TENTH)]
    assert greedy(0, jobs, {}, 2) == (0, 1, 1)
    assert greedy(0, jobs, {1: (1,)}, 2) is None


def test_jobs_are_marked_until_greedy_would_place_the_new_one():
    jobs = [plain(1, QUARTER, tenths(3)), job((1, HALF, tenths(3)), (1, HALF, tenths(8)))]
    assert greedy(1, jobs, {0: (0,)}, 2) is None, "the first goes to node 1, where the other would find memory"
    assert forced(1, jobs, {0: (0,)}, 2, [1, 0], moving=False) == ({1: (0, 1), 0: (0,)}, set())


@pytest.mark.parametrize(("memory", "stays"), [(QUARTER, True), (tenths(3), False)])
def test_a_job_goes_back_where_there_is_memory_for_both_kinds_on_one_node(memory, stays):
    jobs = [job((1, 1, Fraction(2, 10)), (1, HALF, memory)), plain(1, 1, tenths(8)), plain(2, 1, Fraction(55, 100))]
    assert fits_where_it_was(0, (0, 0), jobs, {2: (0, 1)}, 2) == stays
    kept, paused = forced(2, jobs, {0: (0, 0), 1: (1,)}, 2, [2, 1, 0], moving=False)
    assert kept == ({2: (0, 1), 0: (0, 0)} if stays else {2: (0, 1)})
    assert paused == ({1} if stays else {0, 1})


# ---- packing ---------------------------------------------------------------------------------------------------------


def test_each_kind_stands_in_the_list_of_its_own_requirements():
    one = job((2, tenths(6), tenths(2)), (2, tenths(3), tenths(7)))
    assert pack([0], [one], {0: (tenths(6), tenths(3))}, 2, {}) == {0: (0, 1, 0, 1)}


def test_of_equal_requirements_first_tasks_go_first_and_then_the_later_job():
    nine = tenths(9)
    jobs = [job((1, 1, TENTH), (1, 1, TENTH)), job((1, 1, TENTH), (1, 1, TENTH)), plain(1, 1, TENTH)]
    assert pack([0, 1, 2], jobs, {0: (nine, nine), 1: (nine, nine), 2: nine}, 5, {}) == {1: (0, 3), 0: (1, 4), 2: (2,)}
    assert pack([0, 2], jobs, {0: (nine, tenths(8)), 2: nine}, 3, {}) == {0: (0, 2), 2: (1,)}


def test_the_larger_requirement_counts_or_the_sum():
    jobs = [job((1, 1, tenths(4)), (1, 1, TENTH)), plain(1, 1, TENTH)]
    requirement = {0: (HALF, HALF), 1: tenths(6)}
    assert pack([0, 1], jobs, requirement, 3, {}) == {1: (0,), 0: (1, 1)}
    assert pack([0, 1], jobs, requirement, 3, {}, by_sum=True) == {0: (0, 0), 1: (1,)}


def test_a_pinned_job_keeps_the_nodes_of_both_kinds():
    jobs = [job((1, 1, TENTH), (1, HALF, TENTH)), plain(1, 1, TENTH)]
    requirement = {0: (tenths(8), tenths(4)), 1: tenths(6)}
    assert pack([0, 1], jobs, requirement, 2, {0: (1, 0)}) == {0: (1, 0), 1: (0,)}
    assert pack([0, 1], jobs, requirement, 2, {0: (0, 1)}) == {0: (0, 1), 1: (1,)}
    assert pack([0, 1], jobs, requirement, 2, {0: (0, 0)}) is None


def test_a_kind_requires_its_own_need_times_the_yield_and_at_least_one_percent():
    one = job((1, 1, TENTH), (1, QUARTER, TENTH))
    assert required_by(one, HALF) == (HALF, Fraction(1, 8))
    assert required_by(one, Fraction(1, 50)) == (Fraction(1, 50), Fraction(1, 100))


def test_the_lowest_priority_is_dropped_as_a_whole():
    jobs = [job((1, 1, tenths(9)), (1, 1, tenths(3))), plain(1, 1, tenths(9))]
    assert mcb8([0, 1], jobs, 2, {}) == {0: (0, 1)}, "9 + 3 + 9 tenths are more than two nodes have"
    assert mcb8([1, 0], jobs, 2, {}) == {1: (0,)}


# ---- yields ----------------------------------------------------------------------------------------------------------

SHARED = [job((1, 1, TENTH), (1, HALF, TENTH)), plain(1, 1, TENTH), plain(1, 1, TENTH)]
WHERE = {0: (0, 1), 1: (0,), 2: (1,)}


def test_loads_and_shares_are_those_of_each_kind():
    assert loads(WHERE, SHARED, 2) == [2, Fraction(3, 2)]
    assert loads({0: (1, 1)}, SHARED, 2) == [0, Fraction(3, 2)]
    assert need_on(1, SHARED[0], (1, 1)) == Fraction(3, 2) and need_on(1, SHARED[0], (0, 1)) == HALF
    assert used_by({0: HALF, 2: tenths(3)}, WHERE, SHARED, 2) == [HALF, Fraction(55, 100)]


@pytest.mark.parametrize(
    ("opt", "expected"),
    [("none", [HALF, HALF, HALF]), ("min", [HALF, HALF, Fraction(3, 4)]), ("avg", [HALF, HALF, Fraction(3, 4)])],
)
def test_one_yield_for_both_kinds(opt, expected):
    assert list(yields_of(opt, WHERE, SHARED, 2).values()) == expected, "node 0 is full at 1/2; 1 - 1/4 are left on 1"


def test_yields_that_decay():
    weights = {0: HALF, 1: Fraction(1), 2: Fraction(1)}
    assert decayed("min", WHERE, SHARED, 2, weights) == {0: Fraction(1, 3), 1: Fraction(2, 3), 2: Fraction(5, 6)}, (
        "L/2 + L = 1 on node 0; 1 - 1/2 x 1/3 are left on node 1"
    )


def test_stretch_per_grants_no_kind_more_than_it_requires():
    one = job((1, TENTH, TENTH), (1, HALF, TENTH))
    assert granted(one, required_by(one, Fraction(1, 100))) == Fraction(1, 50), "1 % each, which is 1/50 of 1/2"
    assert granted(one, required_by(one, Fraction(1, 25))) == Fraction(1, 25), "1 % and 2 %"
    small = job((1, Fraction(1, 200), TENTH), (1, Fraction(1, 400), TENTH))
    assert granted(small, required_by(small, HALF)) == 1


def test_stretch_per_beside_a_young_job():
    jobs = [job((1, TENTH, TENTH), (1, HALF, TENTH)), plain(1, 1, TENTH)]
    past = {0: Past(Fraction(100_000), Fraction(100_000)), 1: Past(Fraction(0), Fraction(0))}
    mapping, yields = mcb8_stretch([1, 0], jobs, 1, {}, past, Fraction(600))
    assert mapping == {0: (0, 0), 1: (0,)}
    assert yields[0] == Fraction(1, 50), "it has had all it needs for this stretch; each task has 1 %"
    assert Fraction(98, 100) - Fraction(1, 10_000) < yields[1] <= Fraction(98, 100), "2 % are taken"
    more = raised("max", mapping, {0: yields[0], 1: Fraction(97, 100)}, jobs, 1, past, Fraction(600), [1, 0])
    assert more == {0: yields[0], 1: Fraction(988, 1000)}, "1 - (1/10 + 1/2) / 50; the first raise is a whole percent"


# ---- runs ------------------------------------------------------------------------------------------------------------


def test_all_tasks_progress_at_one_rate():
    result = run([(0, 100, 2, HALF, TENTH, 1, 1, HALF), (0, 100, 1, 1, TENTH)], 2, Scheme("Greedy", True))
    assert [piece.nodes for row in (0, 1) for piece in result.pieces[row]] == [(0, 1), (1,)]
    assert result.end == {0: 150, 1: 150}, "node 1 has a load of 3/2"
    assert measures.unused(result, [SHARED[0], SHARED[1]], 2).area == 50, "2 nodes, 3/2 + 1 are asked; 5/3 are given"


def test_kinds_that_change_places_have_moved():
    loop = Loop([SHARED[0]], 2, Scheme("Greedy", True), Fraction(600), Fraction(300), False, "every", False, "keep")
    loop.submissions()
    loop.mapping, loop.result.start[0] = {0: (1, 0)}, Fraction(0)
    loop.account({0: (0, 1)})
    assert loop.result.migrations == {0: 1} and loop.penalty == {0: 300}


@pytest.mark.parametrize(
    ("one", "fits"),
    [
        (job((2, 1, tenths(3)), (1, 1, tenths(7))), True),
        (job((2, 1, tenths(3)), (1, 1, tenths(8))), False),  # Greedy spreads the first tasks
        (job((4, 1, tenths(3)), (4, 1, tenths(2))), False),  # MCB8 puts three first tasks on node 0
        (job((199, 1, Fraction(1, 200)), (1, 1, Fraction(1, 100))), True),
        (job((200, 1, Fraction(1, 200)), (1, 1, Fraction(1, 100))), False),
    ],
)  # each needs 1 % of a node
def test_a_job_must_fit_empty_nodes_by_greedy_and_by_mcb8(one, fits):
    assert fits_an_empty_cluster(one, 2) == fits


def test_what_cannot_be_run():
    rows = [(0, 1, 3, 1, tenths(8), 2, 1, tenths(3))]
    with pytest.raises(ValueError, match="fit"):
        run(rows, 2, Scheme("MCB8", True))
    with pytest.raises(ValueError, match="first tasks"):
        run([(*rows[0][:5], 4, 1, 1)], 3, Scheme("MCB8", True))
    with pytest.raises(ValueError, match="need or memory"):
        run([(*rows[0][:5], 1, 0, 1)], 3, Scheme("MCB8", True))
    with pytest.raises(ValueError, match="one kind"):
        run(rows, 3, Scheme("MCB8", True), quantised=True)
    assert run([(*rows[0][:5], 3, 1, TENTH)], 2, Scheme("MCB8", True), quantised=True).end[0] > 1


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme("Greedy", True, opt="avg"),
        Scheme("GreedyP", True, "per", "none"),
        Scheme("GreedyPM", True),
        Scheme("MCB8", True, "per", "min", "minft", 600),
        Scheme("GreedyPM", True, "per", "min", "minvt", 300),
        Scheme("", False, "stretch-per", "max"),
    ],
    ids=str,
)
def test_every_schedule_is_possible(scheme):
    for seed in range(12):
        few, nodes = drawn(seed)
        rows = with_first_tasks(few, nodes, Random(seed))
        jobs = [
            normal(
                exact_job(
                    *(
                        Fraction(number).limit_denominator(1000) if isinstance(number, float) else number
                        for number in row
                    )
                )
            )
            for row in rows
        ]
        assert_possible(jobs, nodes, run(jobs, nodes, scheme))
