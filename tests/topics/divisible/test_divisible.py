"""Divisible load: closed forms against exact numbers, all orders and linear programs; rules of every timeline."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.errors import AuditFailed, ParamError
from scheduler.topics.divisible import fork_tasks, multi_round, returns, single_round, steady_state, tree, work_stealing
from scheduler.topics.divisible import workers as workers_text
from scheduler.topics.divisible.answer import answer
from scheduler.topics.divisible.audit import audit
from scheduler.topics.divisible.platform import MASTER, Star, Tree, Worker, bus
from scheduler.topics.divisible.question import PARAMS, USED, describe, question
from scheduler.topics.divisible.samples import SAMPLES
from scheduler.topics.divisible.timeline import COMPUTE, RETURN, SEND, Piece, Timeline
from tests.cases.every_case import every_case
from tests.topics.divisible import naive

SOME = settings(max_examples=12)
NUMBERS = st.integers(1, 8)
WORKERS = st.builds(Worker, NUMBERS, NUMBERS)
LATE = st.builds(Worker, NUMBERS, NUMBERS, st.integers(0, 3))
THREE = (Worker(1, 4), Worker(2, 2), Worker(1.5, 1))


def several(worker=WORKERS, most=3):
    return st.lists(worker, min_size=1, max_size=most).map(tuple)


def ends(made: Timeline) -> list[float]:
    """When each worker that takes part computes its last."""
    return [
        max(p.end for p in made.pieces if p.kind == COMPUTE and p.worker == worker)
        for worker in {p.worker for p in made.pieces}
    ]


# -- one round


@SOME
@given(several(), st.integers(1, 20))
def test_all_end_together_and_the_fastest_link_first_is_the_best_of_all_orders(workers, load):
    made = audit(single_round.plan(Star(workers), load))
    assert ends(made) == pytest.approx([made.completion] * len(workers))
    assert made.completion == pytest.approx(float(naive.best_single(naive.slow(workers), load)))
    programs = [naive.program_single(naive.slow(workers), order, load) for order in permutations(range(len(workers)))]
    assert made.completion == pytest.approx(min(programs))


@SOME
@given(several(LATE), st.integers(1, 20))
def test_with_latencies_the_best_order_is_found(workers, load):
    made = audit(single_round.plan(Star(workers), load, "best"))
    assert made.completion == pytest.approx(float(naive.best_single(naive.slow(workers), load)))
    for order in ("given", "bandwidth", "speed", "slowest"):
        other = audit(single_round.plan(Star(workers), load, order))
        assert ends(other) == pytest.approx([other.completion] * len(ends(other)))
        assert other.completion >= made.completion * (1 - 1e-12)


@SOME
@given(st.one_of(several(), several(LATE)), st.integers(1, 20))
def test_in_any_order_those_are_left_out_who_would_make_it_later(workers, load):
    exact = naive.slow(workers)
    for order in ("given", "bandwidth", "speed", "slowest"):
        served = single_round.sequence(workers, order, load)
        made = audit(single_round.plan(Star(workers), load, order))
        assert made.completion == pytest.approx(float(naive.best_single_in([exact[i] for i in served], load)))


def test_of_many_workers_with_latencies_one_is_taken_in_where_it_helps():
    made = single_round.plan(Star((Worker(1, 1, 100), *[Worker(1, 9, 0.1)] * 9)), 9, "given")
    alone = single_round.plan(Star((Worker(1, 9, 0.1),) * 9), 9, "given")
    assert audit(made).completion == alone.completion < 2.3


@SOME
@given(st.lists(NUMBERS, min_size=1, max_size=5), NUMBERS)
def test_on_a_bus_no_order_is_better(speeds, bandwidth):
    made = [
        single_round.plan(bus(bandwidth, order), 6, "given").completion
        for order in (speeds, speeds[::-1], sorted(speeds))
    ]
    assert made == pytest.approx([made[0]] * 3)


@SOME
@given(several(most=5), WORKERS)
def test_another_worker_never_makes_it_later_and_twice_the_load_takes_twice_as_long(workers, another):
    before, after = (single_round.plan(Star(some), 5).completion for some in (workers, (*workers, another)))
    assert after < before
    assert single_round.plan(Star(workers), 10).completion == pytest.approx(2 * before)


@pytest.mark.parametrize("degree, height, bandwidth", [(1, 3, 2.0), (2, 2, 0.5), (3, 2, 4.0), (2, 3, 1.0)])
def test_a_tree_is_as_fast_as_a_linear_program_makes_it(degree, height, bandwidth):
    made = audit(tree.plan(Tree(degree, height, Worker(2, bandwidth)), 10))
    assert made.completion == pytest.approx(10 * naive.program_tree(degree, height, 1 / bandwidth, 0.5))
    assert ends(made) == pytest.approx([made.completion] * len(made.platform.names))
    assert made.completion == pytest.approx(10 / tree.equivalents(made.platform)[-1])


@pytest.mark.parametrize("returned", ["mirrored", "same"])
@pytest.mark.parametrize("ratio", [0.25, 1.0, 3.0])
@pytest.mark.parametrize("degree, height, bandwidth", [(1, 3, 2.0), (2, 2, 0.5), (3, 2, 4.0), (2, 3, 1.0), (4, 1, 9.0)])
def test_results_come_up_a_tree_as_early_as_a_linear_program_lets_them(degree, height, bandwidth, ratio, returned):
    made = audit(tree.plan(Tree(degree, height, Worker(2, bandwidth)), 10, returned, ratio))
    least = naive.program_tree_returns(degree, height, 1 / bandwidth, 0.5, ratio, returned == "mirrored")
    assert made.completion == pytest.approx(10 * least, rel=1e-6)
    assert made.completion == pytest.approx(10 / tree.equivalents(made.platform, returned, ratio)[-1])
    assert {piece.worker for piece in made.pieces if piece.kind == RETURN} == {
        piece.worker for piece in made.pieces if piece.kind == SEND
    }


def test_the_audit_wants_the_results_of_a_tree_at_its_root():
    made = tree.plan(Tree(2, 2, Worker(1, 2)), 19, "mirrored", 1.0)
    back = [at for at, piece in enumerate(made.pieces) if piece.kind == RETURN]
    for at in back:
        less = made._replace(pieces=(*made.pieces[:at], *made.pieces[at + 1 :]))
        with pytest.raises(AuditFailed, match=r"come back|begins before"):
            audit(less)
    at = min(back, key=lambda one: made.pieces[one].begin)
    first = made.pieces[at]
    with pytest.raises(AuditFailed, match="begins before"):
        audit(changed(made, at, begin=first.begin - 0.01, end=first.end - 0.01))


# -- results that come back


@settings(max_examples=8)
@given(several(most=2), st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3)]))
def test_results_come_back_as_early_as_any_pair_of_orders_allows(workers, ratio):
    exact = naive.slow(workers)
    best = audit(returns.plan(Star(workers), 1, "given", "best", float(ratio)))
    assert best.completion == pytest.approx(float(1 / naive.best_returns(exact, ratio)))
    orders = {"same": lambda sent: sent, "mirrored": lambda sent: sent[::-1]}
    sent = single_round.sequence(workers, "bandwidth", 1)
    for how, back in orders.items():
        made = audit(returns.plan(Star(workers), 1, "bandwidth", how, float(ratio)))
        assert made.completion == pytest.approx(float(1 / naive.exact_returns(exact, ratio, sent, back(sent))))


@settings(max_examples=6)
@given(
    several(most=2), st.sampled_from([Fraction(1, 3), Fraction(1), Fraction(4)]), st.sampled_from(["same", "mirrored"])
)
def test_the_best_of_all_orders_is_found_whether_results_are_shorter_or_longer_than_messages(workers, ratio, how):
    orders = [list(order) for order in permutations(range(len(workers)))]
    best = max(
        naive.exact_returns(naive.slow(workers), ratio, sent, sent if how == "same" else sent[::-1]) for sent in orders
    )
    made = audit(returns.plan(Star(workers), 1, "best", how, float(ratio)))
    assert made.completion == pytest.approx(float(1 / best))


def test_longer_results_are_returned_earlier_with_the_slow_link_first():
    made = {
        order: returns.plan(Star((Worker(1.5, 1), Worker(2, 0.5))), 6, order, "same", 4)
        for order in ("best", "bandwidth")
    }
    assert made["bandwidth"].completion == pytest.approx(34)
    assert made["best"].completion == pytest.approx(420 / 13)
    assert [piece.worker for piece in made["best"].pieces if piece.kind == SEND] == [1, 0]


def test_mirrored_plans_need_not_be_the_best_and_neither_is_first_in_first_out():
    workers = (Worker(1, 5), Worker(2, 4), Worker(3, 3))
    made = {how: audit(returns.plan(Star(workers), 12, "bandwidth", how, 1)).completion for how in returns.RETURNS[1:]}
    assert made["best"] == pytest.approx(float(12 / naive.best_returns(naive.slow(workers), Fraction(1))))
    assert made["best"] < made["same"] < made["mirrored"]


def test_a_mirrored_plan_is_its_own_image():
    made = returns.plan(Star(THREE), 12, "bandwidth", "mirrored", 1)
    end = made.completion
    there = sorted((p.worker, p.begin, p.end) for p in made.pieces if p.kind == SEND)
    back = sorted((p.worker, end - p.end, end - p.begin) for p in made.pieces if p.kind == RETURN)
    assert [x for row in back for x in row] == pytest.approx([x for row in there for x in row])


# -- several rounds, and for ever


@SOME
@given(several(most=5), st.integers(1, 12))
def test_equal_rounds_come_near_the_steady_state(workers, rounds):
    made = audit(multi_round.plan(Star(workers), 7, rounds, "equal"))
    least = 7 / sum(steady_state.rates(workers))
    assert least * (1 - 1e-12) <= made.completion <= least * (1 + 1 / rounds) * (1 + 1e-12)


@SOME
@given(several(LATE, 4), st.integers(1, 6))
def test_growing_rounds_are_sent_while_the_round_before_is_computed(workers, rounds):
    made = audit(multi_round.plan(Star(workers), 30, rounds, "growing"))
    fed = sum(rate > 0 for rate in steady_state.rates(workers))
    sent = sorted((p for p in made.pieces if p.kind == SEND), key=lambda p: p.begin)
    groups = [sent[at : at + fed] for at in range(0, len(sent), fed)]
    rates = steady_state.rates(workers)
    for one, following in pairwise(groups):
        lengths = [p.load / rates[p.worker] for p in one]
        assert lengths == pytest.approx([lengths[0]] * fed)
        assert following[-1].end - following[0].begin == pytest.approx(lengths[0])


def test_behind_links_that_are_alike_the_faster_worker_is_fed_first():
    assert steady_state.rates((Worker(1, 1), Worker(3, 1))) == [0, 1]
    assert audit(multi_round.plan(bus(1, (1, 3)), 12, 4, "equal")).completion == pytest.approx(12 + 1)


@SOME
@given(several(most=4))
def test_the_steady_state_is_that_of_the_linear_program(workers):
    exact = naive.slow(workers)
    found = naive.linprog(
        [-1] * len(workers),
        A_ub=[[float(c) for c, _, _ in exact]],
        b_ub=[1],
        bounds=[(0, float(1 / w)) for _, w, _ in exact],
    )
    assert sum(steady_state.rates(workers)) == pytest.approx(-found.fun)


@pytest.mark.parametrize("degree, height, bandwidth", [(2, 0, 1.0), (2, 3, 4.0), (3, 2, 1.5), (1, 4, 8.0), (4, 2, 0.5)])
def test_the_steady_state_of_a_tree_counts_what_its_ports_take_in(degree, height, bandwidth):
    made = steady_state.throughput(Tree(degree, height, Worker(1, bandwidth)))
    assert made == pytest.approx(naive.program_steady(degree, height, 1, bandwidth))


# -- work stealing


@SOME
@given(several(LATE, 6), st.integers(0, 99))
def test_stolen_load_is_computed_once_and_no_port_is_held_twice(workers, seed):
    made = audit(work_stealing.plan(Star(workers), 40, 0.5, seed))
    assert made == work_stealing.plan(Star(workers), 40, 0.5, seed)
    assert made.completion >= 40 / sum(steady_state.rates(workers)) * (1 - 1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_without_the_time_of_messages_nobody_idles_before_the_end(seed):
    free = tuple(Worker(speed, math.inf) for speed in (1, 2, 4))
    made = audit(work_stealing.plan(Star(free), 700, 0.5, seed))
    assert 100 <= made.completion < 100 + 2 * 0.5 / 1


def test_the_seed_draws_the_victims():
    thieves = {work_stealing.plan(Star(THREE), 12, 0.1, seed).completion for seed in range(6)}
    assert len(thieves) > 1


# -- tasks that cannot be cut


@SOME
@given(several(LATE), st.integers(1, 5))
def test_tasks_are_over_as_early_as_by_any_way_of_handing_them_out(workers, tasks):
    best = min(naive.fork_ends(naive.slow(workers), tasks))
    assert audit(fork_tasks.plan(Star(workers), tasks)).completion == pytest.approx(float(best))
    assert len(fork_tasks.within(workers, float(best) * (1 + 1e-7), tasks + 1)) >= tasks
    assert len(fork_tasks.within(workers, float(best) * (1 - 1e-7))) < tasks


# -- the rules


def changed(made: Timeline, which: int, **change) -> Timeline:
    pieces = list(made.pieces)
    pieces[which] = pieces[which]._replace(**change)
    return made._replace(pieces=tuple(pieces))


PLAN = Timeline(
    Star((Worker(1, 1), Worker(1, 1))),
    4,
    (
        Piece(0, SEND, 0, 2, 2),
        Piece(0, COMPUTE, 2, 4, 2),
        Piece(1, SEND, 2, 4, 2),
        Piece(1, COMPUTE, 4, 6, 2),
        Piece(0, RETURN, 4, 6, 2),
        Piece(1, RETURN, 6, 8, 2),
    ),
    1.0,
)


@pytest.mark.parametrize(
    "broken, words",
    [
        (changed(PLAN, 0, end=3), "should take 2 s"),
        (changed(PLAN, 2, begin=1, end=3), "both hold the port of master"),
        (changed(PLAN, 4, begin=5, end=7), "both hold the port of master"),
        (changed(PLAN, 1, begin=1, end=3), "more than it has"),
        (changed(PLAN, 3, load=1, end=5), "Of a load of 4 a load of 3 is computed"),
        (changed(PLAN, 4, begin=9, end=11, load=2)._replace(pieces=PLAN.pieces[:5]), "come back"),
        (changed(PLAN, 3, begin=5, end=7), "begins before"),
        (changed(PLAN, 0, kind="sleep"), "no piece of a plan"),
        (changed(changed(PLAN, 3, worker=0, begin=3, end=5), 2, worker=0), "are computed at once"),
        (PLAN._replace(load=3), "more than it has"),
    ],
)
def test_a_timeline_that_breaks_a_rule_is_refused(broken, words):
    assert audit(PLAN) is PLAN
    with pytest.raises(AuditFailed, match=words):
        audit(broken)


def test_the_audit_knows_the_ports_of_a_tree():
    made = tree.plan(Tree(2, 2, Worker(1, 2)), 19)
    late = [at for at, piece in enumerate(made.pieces) if piece.partner == 2]
    with pytest.raises(AuditFailed, match=r"hold the port of node 2|more than it has"):
        audit(changed(made, late[0], begin=0.0, end=made.pieces[late[0]].end - made.pieces[late[0]].begin))
    assert {piece.partner for piece in made.pieces if piece.kind == SEND} == {0, 1, 2}
    assert MASTER not in {piece.partner for piece in made.pieces if piece.kind == SEND}


# -- questions, and samples by hand


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_gives_the_number_worked_out_by_hand(name):
    sample = SAMPLES[name]
    found = answer(question(sample.asked))
    assert found.facts[0].value == pytest.approx(sample.completion, rel=1e-12)
    assert describe(question(sample.asked).asked).items() <= sample.asked.items()


@pytest.mark.parametrize(
    "name, loads",
    [
        ("two_alike", [2, 1]),
        ("fast_link_first", [2, 1]),
        ("slow_link_first", [1.2, 1.8]),
        ("bus", [1.4, 5.6]),
        ("tree", [1369, 666, 324, 444, 296, 216, 144]),
        ("tree_mirrored", [9, 6, 4]),
        ("latency", [3, 0]),
        ("mirrored", [3, 1]),
        ("same_order", [2, 2]),
        ("growing", [7]),
        ("stealing", [5.75, 10.25]),
        ("window", [3, 1]),
        ("tasks", [4, 1]),
    ],
)
def test_samples_share_the_load_as_worked_out_by_hand(name, loads):
    assert [row["load"] for row in answer(question(SAMPLES[name].asked)).shares] == pytest.approx(loads)


@pytest.mark.parametrize(
    "name, told_of, value",
    [
        ("slow_link_first", "with the best of all orders", 3),
        ("mirrored", "with the best of all orders", 8),
        ("mirrored", "least any plan needs", 8),
        ("same_order", "least any plan needs", 8),
        ("bus", "least any plan needs", 7),
        ("growing", "completion with that many", 7 * (1 + 1 / (2**51 - 2))),
    ],
)
def test_an_answer_is_measured_against_the_best(name, told_of, value):
    facts = {fact.name: fact.value for fact in answer(question(SAMPLES[name].asked)).facts}
    assert facts[told_of] == pytest.approx(value, rel=1e-12)


def test_the_steady_state_of_the_sample_feeds_the_fast_link_first():
    found = answer(question(SAMPLES["steady"].asked))
    assert (found.timeline, found.rates) == (None, (1.0, 0.5))


def test_workers_are_read_as_they_are_written():
    three = workers_text.read("4/2, 3, 1/2/0.5,2,")
    assert three == (Worker(4, 2), Worker(3, 2), Worker(1, 2, 0.5), Worker(2, 2, 0.5))
    assert workers_text.read(workers_text.write(three)) == three


def test_every_parameter_has_its_mode_or_is_asked_always():
    always = {"mode", "platform", "workers", "load", "degree", "height"}
    assert {param.name for param in PARAMS} == always.union(*USED.values())


@every_case(
    "asked, words",
    [
        ({"workers": "4"}, "Worker 1 is '4'"),
        ({"workers": "1/2/3/4"}, "Worker 1 is"),
        ({"workers": "1/0"}, "bandwidth of worker 1"),
        ({"workers": "1/2, -1"}, "speed of worker 2"),
        ({"workers": "1/2/nan"}, "latency of worker 1"),
        ({"workers": ""}, "empty"),
        ({"workers": "1/2, /1"}, "speed of worker 2 is missing"),
        ({"workers": "1/1," * 60}, "at most 50"),
        ({"workers": "1/1," * 1100}, "characters"),
        ({"load": -1}, "load = -1"),
        ({"mode": "magic"}, "mode = 'magic'"),
        ({"lod": 3}, "did you mean load"),
        ({"platform": "tree"}, "wanted for a tree: one"),
        ({"platform": "tree", "workers": "1/1/1"}, "without latencies"),
        ({"platform": "bus"}, "share one bandwidth"),
        ({"platform": "tree", "workers": "1/1", "degree": 20, "height": 3}, "at most 400"),
        ({"platform": "tree", "workers": "1/1", "mode": "rounds"}, "or a star"),
        ({"platform": "tree", "workers": "1/1", "returns": "best"}, "or a star"),
        ({"mode": "tasks", "load": 2.5}, "whole number"),
        ({"mode": "tasks", "load": 501}, "at most 500"),
        ({"mode": "stealing", "grain": 1e-6}, "too fine"),
        ({"returns": "same", "workers": "1/1/1"}, "without latencies"),
        ({"returns": "best", "workers": "1/1,1,1,1,1"}, "at most 4"),
        ({"order": "best", "workers": "1/1/1,1,1,1,1,1,1,1"}, "at most 7"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(asked, words):
    with pytest.raises(ParamError, match=words):
        answer(question(asked))
