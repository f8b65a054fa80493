"""The plain twin of fractional scheduling: worked examples by hand, and what must hold of every schedule it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tests.topics.fractional.naive import measures
from tests.topics.fractional.naive.dfrs import Loop, Piece, Result, Scheme, inverse_priority, run
from tests.topics.fractional.naive.greedy import greedy, loads, memory_of
from tests.topics.fractional.naive.packing import Job
from tests.topics.fractional.naive.yields import used_by

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def job(tasks: int, need, memory, submit=0, runtime=100) -> Job:
    return Job(Fraction(submit), Fraction(runtime), tasks, Fraction(need), Fraction(memory))


# ---- time -----------------------------------------------------------------------------------------------------------


def test_virtual_time_is_the_integral_of_the_yield():
    loop = Loop([job(1, 1, 1)], 1, Scheme("Greedy", True), Fraction(600), Fraction(300), False, "every", False, "keep")
    loop.submissions()
    for until, on, one in ((10, True, Fraction(1)), (130, False, Fraction(0)), (160, True, HALF)):
        loop.mapping, loop.yields = ({0: (0,)}, {0: one}) if on else ({}, {})
        loop.advance(Fraction(until))
    assert loop.virtual[0] == 25
    assert measures.virtual_time(loop.result.pieces[0], Fraction(160)) == 25
    assert inverse_priority(Fraction(160), loop.virtual[0]) == Fraction(625, 160)


def test_priorities():
    loop = Loop(
        [job(1, 1, 1, submit=s) for s in (0, 0, 5, 5, 10)],
        1,
        Scheme("Greedy", True),
        Fraction(600),
        Fraction(300),
        False,
        "every",
        False,
        "keep",
    )
    loop.now, loop.virtual = (
        Fraction(20),
        {0: Fraction(4), 1: Fraction(2), 2: Fraction(0), 3: Fraction(3), 4: Fraction(0)},
    )
    assert loop.order() == [2, 4, 1, 3, 0], "16/20, 4/20, 0, 9/15, 0"


def pieces(result: Result, row: int) -> list[tuple]:
    return [(float(p.begin), float(p.end), float(p.yield_), p.kind, p.nodes) for p in result.pieces[row]]


def test_a_job_that_was_paused_pays_when_it_goes_on():
    result = run([(0, 100, 1, 1, Fraction(6, 10)), (50, 20, 1, 1, Fraction(6, 10))], 1, Scheme("GreedyP", True))
    assert pieces(result, 0) == [(0, 50, 1, "run", (0,)), (70, 370, 1, "penalty", (0,)), (370, 420, 1, "run", (0,))]
    assert pieces(result, 1) == [(50, 70, 1, "run", (0,))]
    assert result.preemptions == {0: 1, 1: 0} and result.migrations == {0: 0, 1: 0}


def test_a_penalty_goes_on_beside_others_and_begins_anew_after_another_pause():
    twice = [(0, 100, 1, 1, Fraction(6, 10)), (50, 20, 1, 1, Fraction(6, 10))]
    beside = run([*twice, (100, 10, 1, 1, Fraction(3, 10))], 1, Scheme("GreedyP", True))
    assert pieces(beside, 0) == [
        (0, 50, 1, "run", (0,)),
        (70, 100, 1, "penalty", (0,)),
        (100, 120, HALF, "penalty", (0,)),
        (120, 370, 1, "penalty", (0,)),
        (370, 420, 1, "run", (0,)),
    ]
    paused = run([*twice, (100, 20, 1, 1, Fraction(6, 10))], 1, Scheme("GreedyP", True))
    assert pieces(paused, 0)[1:] == [
        (70, 100, 1, "penalty", (0,)),
        (120, 420, 1, "penalty", (0,)),
        (420, 470, 1, "run", (0,)),
    ]
    assert paused.preemptions[0] == 2


def test_greedy_lets_wait_and_stars_are_tried_by_priority():
    jobs = [(0, 100, 1, 1, Fraction(6, 10)), (10, 10, 1, 1, Fraction(7, 10)), (20, 10, 1, 1, Fraction(5, 10))]
    result = run(jobs, 1, Scheme("Greedy", True))
    assert [result.start[row] for row in range(3)] == [0, 100, 110]


def test_every_event_or_completions_only():
    jobs = [(5, 100, 1, 1, HALF), (10, 100, 1, 1, Fraction(6, 10)), (15, 100, 1, 1, HALF)]
    often, seldom = (run(jobs, 1, Scheme("GreedyP", True), opportunistic=how) for how in ("every", "completion"))
    assert [p.begin for p in often.pieces[0]][:2] == [5, 15], "the third pauses the second, and there is room"
    assert [p.begin for p in seldom.pieces[0]][:2] == [5, 115]


def test_who_was_just_paused_is_not_tried_again():
    jobs = [
        (5, 100, 1, 1, Fraction(6, 10)),
        (10, 200, 1, Fraction(1, 4), Fraction(4, 10)),
        (15, 3, 1, 1, Fraction(7, 10)),
    ]
    result = run(jobs, 2, Scheme("GreedyP", True))
    assert pieces(result, 0)[:2] == [(5, 15, 1, "run", (0,)), (18, 318, 1, "penalty", (0,))], (
        "node 1 has room for it at 15"
    )
    assert pieces(run(jobs, 2, Scheme("GreedyPM", True)), 0)[1][0] == 15


def test_submissions_at_an_instant_of_the_period_are_packed():
    two = [(0, 10, 1, Fraction(1, 4), TENTH), (0, 10, 1, Fraction(1, 4), TENTH)]
    later = [(5, *rest) for _, *rest in two]
    scheme = Scheme("Greedy", False, "per")
    assert [run(two, 2, scheme).pieces[row][0].nodes for row in (0, 1)] == [(0,), (0,)]
    assert [run(later, 2, scheme).pieces[row][0].nodes for row in (0, 1)] == [(0,), (1,)]


def test_moving_costs_and_a_pin_saves_it():
    jobs = [(5, 100, 1, Fraction(1, 4), TENTH), (5, 100, 1, Fraction(1, 4), TENTH)]
    free = run(jobs, 2, Scheme("Greedy", False, "per"), period=40, penalty=15)
    assert pieces(free, 0) == [(5, 105, 1, "run", (0,))]
    assert pieces(free, 1) == [(5, 40, 1, "run", (1,)), (40, 55, 1, "penalty", (0,)), (55, 120, 1, "run", (0,))]
    assert free.migrations == {0: 0, 1: 1}
    pinned = run(jobs, 2, Scheme("Greedy", False, "per", pin="minvt", bound=36), period=40, penalty=15)
    assert pieces(pinned, 1)[0] == (5, 80, 1, "run", (1,)), "35 s are below the bound, 75 s are not"
    assert pieces(run(jobs, 2, Scheme("Greedy", False, "per", pin="minft", bound=35), period=40), 1)[0][1] == 40


def test_stretch_per_raises_and_keeps_its_yields_until_the_next_period():
    alone = [(0, 100, 1, 1, HALF)]
    needed, more = (run(alone, 1, Scheme("", False, "stretch-per", opt)) for opt in ("none", "max"))
    assert needed.end[0] > 100 and more.end[0] == 100, "an inverse stretch of 1 is never tried"
    two = [(0, 20, 1, 1, TENTH), (0, 200, 1, 1, TENTH)]
    kept, filled = (run(two, 1, Scheme("", False, "stretch-per", "max"), between=how) for how in ("keep", "min"))
    assert kept.end == {0: 40, 1: 400} and filled.end == {0: 40, 1: 220}


def test_unused_capacity():
    half = Result(
        end={0: Fraction(15)},
        pieces={
            0: [
                Piece(Fraction(0), Fraction(10), HALF, "run", (0,)),
                Piece(Fraction(10), Fraction(15), Fraction(1), "run", (0,)),
            ]
        },
    )
    assert measures.unused(half, [job(1, 1, 1, runtime=10)], 1) == (5, HALF)


def test_short_runtimes_count_as_ten_seconds():
    assert measures.stretch(job(1, 1, 1, submit=3, runtime=2), Fraction(23)) == 2
    assert measures.stretch(job(1, 1, 1, submit=3, runtime=2), Fraction(5)) == 1


# ---- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("jobs", "scheme", "words"),
    [
        ([(0, 1, 1, 1, 1)], Scheme("Greedy"), "ever look"),
        ([(0, 1, 1, 1, 1)], Scheme("Greedy", True, opt="max"), "stretch-per"),
        ([(0, 1, 1, 1, 1)], Scheme("Greedy", True, "stretch-per", "max"), "alone"),
        ([(5, 1, 1, 1, 1), (0, 1, 1, 1, 1)], Scheme("Greedy", True), "order"),
        ([(0, 1, 3, 1, Fraction(6, 10))], Scheme("Greedy", True), "fit"),
        ([(0, 0, 1, 1, 1)], Scheme("Greedy", True), "runtime"),
    ],
)
def test_what_cannot_be_run(jobs, scheme, words):
    with pytest.raises(ValueError, match=words):
        run(jobs, 2, scheme)


# ---- what holds of every schedule -----------------------------------------------------------------------------------

PERIOD, PENALTY, SEEDS = 60, 20, 25
SCHEMES = [
    Scheme("Greedy", True),
    Scheme("Greedy", True, opt="avg"),
    Scheme("GreedyP", True),
    Scheme("GreedyPM", True, opt="none"),
    Scheme("Greedy", False, "per"),
    Scheme("GreedyP", False, "per", "min", "minvt", 40),
    Scheme("GreedyP", True, "per", "min", "minvt", 40),
    Scheme("GreedyPM", True, "per", "avg", "minft", 90),
    Scheme("GreedyPM", False, "per"),
    Scheme("MCB8", True),
    Scheme("MCB8", True, "", "min", "minvt", 40),
    Scheme("MCB8", False, "per", "avg"),
    Scheme("MCB8", True, "per", "min", "minft", 90),
    Scheme("", False, "per"),
    Scheme("", False, "per", "min", "minvt", 90),
    Scheme("", False, "stretch-per", "max"),
    Scheme("", False, "stretch-per", "avg", "minvt", 40),
    Scheme("", False, "stretch-per", "none"),
]


@cache
def case(seed: int) -> tuple[list[Job], int]:
    """Few distinct times, needs and memories: ties everywhere; more memory asked than there is."""
    random = Random(seed)
    nodes = random.randint(1, 4)
    made = [
        Job(
            Fraction(random.choice((0, 0, 10, 45, 60, 75, 120))),
            Fraction(random.choice((5, 10, 20, 60, 100))),
            random.randint(1, nodes + 1),
            Fraction(random.choice((1, 2, 4)), 4),
            Fraction(random.choice((1, 1, 3, 5, 6, 10)), 10),
        )
        for _ in range(random.randint(1, 9))
    ]
    fitting = [one for one in made if one.tasks <= nodes * (1 // one.memory)]
    return sorted(fitting, key=lambda one: one.submit), nodes


@cache
def solved(scheme: Scheme, seed: int) -> Result:
    jobs, nodes = case(seed)
    return run(jobs, nodes, scheme, PERIOD, PENALTY)


def schemes(wanted: Callable[[Scheme], bool] = lambda scheme: True):
    """Decorator: the test is for the schemes that are wanted."""
    return pytest.mark.parametrize("scheme", [one for one in SCHEMES if wanted(one)], ids=str)


def solutions(scheme: Scheme) -> Iterator[tuple[list[Job], int, Result]]:
    for seed in range(SEEDS):
        yield *case(seed), solved(scheme, seed)


@schemes()
def test_every_schedule_is_possible(scheme):
    for jobs, nodes, result in solutions(scheme):
        assert_possible(jobs, nodes, result)


def assert_possible(jobs: Sequence[Job], nodes: int, result: Result) -> None:
    """No node is too full at any instant, and every job gets all of its work, on nodes for all of its tasks."""
    for time in measures.instants(result, jobs):
        on = measures.running(result, time)
        mapping = {row: piece.nodes for row, piece in on.items()}
        assert max(memory_of(mapping, jobs, nodes)) <= 1
        assert max(used_by({row: piece.yield_ for row, piece in on.items()}, mapping, jobs, nodes)) <= 1
    for row, one in enumerate(jobs):
        assert all(0 < piece.yield_ <= 1 and len(piece.nodes) == one.tasks for piece in result.pieces[row])
        assert result.pieces[row][0].begin == result.start[row] >= one.submit
        assert result.pieces[row][-1].end == result.end[row]
        assert measures.virtual_time(result.pieces[row], result.end[row]) == one.runtime


@schemes(lambda scheme: scheme.periodic != "stretch-per")
def test_no_yield_below_the_greatest_that_all_can_have(scheme):
    for jobs, nodes, result in solutions(scheme):
        for time in measures.instants(result, jobs):
            on = measures.running(result, time)
            if on:
                least = 1 / max(1, *loads({row: piece.nodes for row, piece in on.items()}, jobs, nodes))
                assert min(piece.yield_ for piece in on.values()) >= least
                assert scheme.opt != "none" or {piece.yield_ for piece in on.values()} == {least}


@schemes()
def test_pauses_and_moves_are_counted_and_paid(scheme):
    for _, _, result in solutions(scheme):
        for row, of_job in result.pieces.items():
            pairs = list(pairwise(of_job))
            paused = [b for a, b in pairs if a.end < b.begin]
            moved = [b for a, b in pairs if a.end == b.begin and a.nodes != b.nodes]
            assert (len(paused), len(moved)) == (result.preemptions[row], result.migrations[row])
            assert {piece.kind for piece in paused + moved} <= {"penalty"}
            assert due_is_paid(of_job, {piece.begin for piece in paused + moved})


def due_is_paid(of_job: list[Piece], due: set[Fraction]) -> bool:
    """Penalties last exactly as long as they must, or until the next interruption."""
    begun = None
    for number, piece in enumerate(of_job):
        begun = piece.begin if piece.begin in due else begun
        over = begun is None or piece.begin >= begun + PENALTY
        if (piece.kind == "run") != over or (piece.kind == "penalty" and piece.end > begun + PENALTY):
            return False
        last = number + 1 == len(of_job)
        if last and piece.kind == "penalty":
            return False
    return True


@schemes(lambda scheme: bool(scheme.pin))
def test_pinned_jobs_are_not_moved_by_the_period(scheme):
    for jobs, _, result in solutions(scheme):
        submits = {one.submit for one in jobs}
        for row, one in enumerate(jobs):
            for a, b in pairwise(result.pieces[row]):
                if a.end == b.begin and a.nodes != b.nodes:
                    virtual = measures.virtual_time(result.pieces[row], b.begin)
                    age = b.begin - one.submit if scheme.pin == "minft" else virtual
                    by_greedy = scheme.submission == "GreedyPM" and b.begin in submits and b.begin % PERIOD
                    assert age >= scheme.bound or by_greedy


@schemes(lambda scheme: scheme.submission in ("GreedyP", "GreedyPM"))
def test_preempting_schemes_start_every_job_at_once(scheme):
    for jobs, _, result in solutions(scheme):
        submits = [one.submit for one in jobs]
        for row, one in enumerate(jobs):
            alone = submits.count(one.submit) == 1
            if alone and not (scheme.periodic and one.submit % PERIOD == 0):
                assert result.start[row] == one.submit


@schemes(lambda scheme: scheme.submission == "Greedy" and not scheme.periodic)
def test_plain_greedy_never_pauses_and_leaves_nobody_who_fits(scheme):
    for jobs, nodes, result in solutions(scheme):
        assert set(result.preemptions.values()) | set(result.migrations.values()) <= {0}
        for time in measures.instants(result, jobs):
            mapping = {row: piece.nodes for row, piece in measures.running(result, time).items()}
            waiting = [row for row, one in enumerate(jobs) if one.submit <= time < result.start[row]]
            assert not [row for row in waiting if greedy(row, jobs, mapping, nodes) is not None]


def test_moves_and_pauses_do_happen():
    """Or the tests above would say nothing."""
    for scheme in SCHEMES:
        found = [solved(scheme, seed) for seed in range(SEEDS)]
        paused, moved = (
            sum(sum(getattr(one, what).values()) for one in found) for what in ("preemptions", "migrations")
        )
        assert paused or scheme.submission in ("Greedy", "GreedyPM"), scheme
        assert moved or not (scheme.submission == "GreedyPM" or scheme.submission == "MCB8"), scheme


@schemes(lambda scheme: scheme.periodic != "stretch-per")
def test_one_job_alone_runs_through(scheme):
    result = run([(0, 700, 3, HALF, TENTH)], 2, scheme, penalty=0)
    assert result.end == {0: 700}
    assert measures.unused(result, [job(3, HALF, TENTH, runtime=700)], 2).area == 0


@schemes(lambda scheme: not scheme.periodic)
def test_twice_as_long_takes_twice_the_time(scheme):
    for seed in range(10):
        jobs, nodes = case(seed)
        double = [one._replace(submit=2 * one.submit, runtime=2 * one.runtime) for one in jobs]
        twice = run(double, nodes, scheme._replace(bound=2 * scheme.bound), penalty=2 * PENALTY)
        assert twice.end == {row: 2 * end for row, end in solved(scheme, seed).end.items()}
