"""Jobs on shared nodes explained: worked examples word by word, and what must hold of every explanation."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from scheduler.analysis.hold_causes import BUSY, ORDER, RULE
from scheduler.analysis.wait_causes import reasons, waits_by_kind
from scheduler.engine.decision_log import MIGRATE, PAUSE, RESUME
from scheduler.explain.decision import STARTING, WAITING, decision_of, reason
from scheduler.explain.job import explain
from scheduler.explain.wait_parts import parts_of
from scheduler.explain.words import sentences
from scheduler.replay.decisions import repetition_time, run_with_decisions
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from scheduler.topics.fractional.explain.shared_nodes import events, response
from tests.topics.fractional.fractions import drawn, shared, simulated

SCHEMES = [str(scheme) for scheme in published()]


def made_of(seed: int, step: int):
    return simulated(*drawn(seed), SCHEMES[seed * step % len(SCHEMES)])


def test_no_start_and_no_wait_is_told_by_the_name_of_its_rule() -> None:
    rules = set()
    for seed in range(12):
        schedule = made_of(seed, 5)
        for row in np.flatnonzero(np.isin(schedule.table("decisions").kind, (*STARTING, *WAITING))).tolist():
            d = decision_of(schedule, row)
            rules.add(d.rule)
            assert reason(schedule, d).what.endswith(d.rule)
    assert len(rules) > 4


# ---- word by word ---------------------------------------------------------------------------------------------------


# One node: job 101 runs 50 s, is paused 20 s for 102, punished until 370 s, and shares with 103 from then to 380 s.
@pytest.fixture(scope="module")
def paused():
    return simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6), (360, 10, 1, 1, 0.3)], 1, "GreedyP *")


def test_a_job_that_makes_way(paused) -> None:
    assert explain(paused, 0) == [
        "Job 101 (line 11) of user 7 was submitted at 0 s with 1 task, which needs 100 % of a node's CPU and 60 % of "
        "its memory; there is 1 node.",
        "It started at once on node 1: of the nodes with memory for it the least loaded.",
        "At 50 s it was paused for 20 s: job 102 came and there was not enough memory for it; the jobs of lowest "
        "priority make way, and its own was 0.02 (50 s / (50 s of work)²). It went on at 70 s on node 1: there was "
        "memory for all of its tasks when job 102 ended. A penalty held it up until 370 s.",
        "While it made progress its yield was 95.2 % on average; it was lowest, 50 %, from 370 s to 380 s: node 1 was "
        "full, which it shared with job 103; together they want 200 % of it.",
        "Its response of 425 s is 100 s work, 20 s paused, 5 s lost to sharing and 300 s in penalties.",
    ]


def test_a_job_that_is_let_in_by_force(paused) -> None:
    assert explain(paused, 1)[1:] == [
        "It started at once on node 1: room was made for it (job 101 was paused); of the nodes with memory for it the "
        "least loaded.",
        "Whenever it made progress it ran at full speed.",
        "Its response of 20 s is all work.",
    ]


def test_a_job_that_shares_all_its_time(paused) -> None:
    assert explain(paused, 2)[2:] == [
        "Whenever it made progress its yield was 50 %: node 1 was full, which it shared with job 101; together they "
        "want 200 % of it.",
        "Its response of 20 s is 10 s work and 10 s lost to sharing.",
    ]


def test_a_job_that_is_moved() -> None:
    made = simulated([(0, 1000, 1, 0.2, 0.6), (0, 1000, 1, 0.2, 0.3), (100, 50, 1, 0.2, 0.8)], 2, "GreedyPM *")
    assert explain(made, 1)[2] == (
        "At 100 s it was moved from node 2 to node 1: job 103 came and there was not enough memory for it; the jobs of "
        "lowest priority make way, and its own was 0.01 (100 s / (100 s of work)²). A penalty held it up until 400 s."
    )
    assert explain(made, 2)[1] == (
        "It started at once on node 2: room was made for it (job 102 was moved); of the nodes "
        "with memory for it the least loaded."
    )


def test_a_wait_for_memory() -> None:
    made = simulated([(0, 100, 2, 1, 0.6), (10, 10, 1, 1, 0.6)], 2, "Greedy *")
    assert explain(made, 0)[1] == (
        "It started at once on nodes 1 and 2: of the nodes with memory for a task of it the least loaded, task by task."
    )
    assert explain(made, 1)[1:4] == [
        "It waited 1 min 30 s and started at 100 s on node 1: there was memory for all of its tasks; of the nodes with "
        "memory for it the least loaded.",
        "Too little memory was free for all of its tasks until job 101 ended.",
        "It could start when job 101 ended, which freed the memory of 1.2 nodes and made room for it.",
    ]
    assert [(part.kind, part.seconds, part.culprits) for part in parts_of(made, 1)] == [(BUSY, 90, ((0, 90),))]


def test_a_wait_for_the_period() -> None:
    made = simulated([(0, 700, 1, 1, 0.5), (1, 700, 1, 1, 0.5)], 1, "/per")
    assert explain(made, 1)[1:3] == [
        "It waited 9 min 59 s and started at 600 s on node 1: all jobs were placed anew at the period, at a yield of "
        "50 %.",
        "All this time it waited for the next period, for jobs are placed at periods only.",
    ]
    assert [(part.kind, part.seconds) for part in parts_of(made, 1)] == [(RULE, 599)]


def test_a_job_that_is_left_out() -> None:
    made = simulated([(0, 100, 1, 1, 0.6), (0, 100, 1, 1, 0.6)], 1, "MCB8 */opt=min")
    assert explain(made, 0)[1] == (
        "It started at once on node 1: all jobs were placed anew because it came, at a yield of 99.2 %."
    )
    assert explain(made, 1)[1:3] == [
        "It waited 1 min 40 s and started at 100 s on node 1: all jobs were placed anew because job 101 ended, at a "
        "yield of 99.2 %.",
        "All this time it was left out when all jobs were placed anew, for jobs of higher priority.",
    ]
    assert [(part.kind, part.seconds) for part in parts_of(made, 1)] == [(ORDER, 100)]


def test_a_job_that_is_paused_by_a_packing() -> None:
    """Two nodes.  At 600 s there is memory for one of two jobs; the one that has waited long goes first."""
    made = simulated([(0, 5000, 1, 0.5, 0.6), (1, 5000, 1, 0.5, 0.6)], 1, "Greedy/per")
    assert explain(made, 0)[2].startswith(
        "At 600 s it was paused for 10 min 00 s: all jobs were placed anew at the period, at a yield of 99.2 %, and "
        "it was left out, for jobs of higher priority; its own was 0.00167 (600 s / (600 s of work)²). It went on at "
        "1200 s on node 1: all jobs were placed anew at the period"
    )


def test_a_placing_that_evens_out_stretches() -> None:
    made = simulated([(0, 500, 1, 1, 0.5), (0, 500, 1, 1, 0.5)], 1, "/stretch-per")
    assert explain(made, 0)[1] == (
        "It started at once on node 1: all jobs were placed anew at the period, so that by the "
        "next one no stretch so far is above 2."
    )


def test_equal_shares_of_a_pool() -> None:
    """Two nodes as one pool: job 101 wants both, and halves them with 102 from 10 s to 30 s."""
    made = simulate(shared([(0, 30, 2, 1, 0.5), (10, 20, 1, 1, 0.5)], 2), "equipartition")
    assert explain(made, 0)[1:] == [
        "It started at once: the machine is one pool of CPU here, and everybody gets a share of it.",
        "While it made progress its yield was 75 % on average; it was lowest, 50 %, from 10 s to 30 s: it shared the "
        "whole machine with job 102.",
        "Its response of 40 s is 30 s work and 10 s lost to sharing.",
    ]
    alone = simulate(shared([(0, 10, 4, 1, 0.5)], 2), "equipartition")
    assert (
        explain(alone, 0)[2]
        == "Whenever it made progress its yield was 50 %: its own tasks want more than the whole machine."
    )


def test_a_long_story_is_cut_in_the_middle() -> None:
    """Two jobs of which only one fits take turns, period after period."""
    made = simulated([(0, 9000, 1, 0.5, 0.6), (1, 9000, 1, 0.5, 0.6)], 1, "Greedy/per")
    told = explain(made, 0)
    assert len(told) == 2 + 9 + 2
    assert told[6] == f"It was paused and moved {made.placed.preemptions[0] - 8} more times, left out here."


# ---- what must hold of every one ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_every_job_has_its_story(seed: int) -> None:
    made = made_of(seed, 17)
    for job in range(len(made.placed)):
        told = explain(made, job)
        text = " ".join(told)
        assert all(line.endswith(".") for line in told) and "nan" not in text and "not kept" not in text
        kinds = [event.kind for event in events(made, job)]
        assert kinds.count(PAUSE) == kinds.count(RESUME) == made.placed.preemptions[job]
        assert kinds.count(MIGRATE) == made.placed.migrations[job]


@pytest.mark.parametrize("seed", range(25))
def test_the_numbers_of_a_response_sum(seed: int) -> None:
    made = made_of(seed, 19)
    for job in range(len(made.placed)):
        (sentence,) = sentences([response(made, job)], made)
        whole, *parts = map(float, re.findall(r"([0-9.]+) s", sentence))
        assert whole == pytest.approx(float(made.response[job]), abs=1 if whole >= 1000 else 0.01)
        assert sum(parts) == pytest.approx(whole) if parts else "is all work" in sentence


@pytest.mark.parametrize("seed", range(25))
def test_reasons_cover_every_wait(seed: int) -> None:
    made = made_of(seed, 23)
    table, kinds = reasons(made), waits_by_kind(made)
    assert kinds.sum(axis=1) == pytest.approx(made.wait)
    for kind in range(kinds.shape[1]):
        rows = table.kind == kind
        assert np.bincount(table.job[rows], (table.end - table.begin)[rows], len(made.placed)) == pytest.approx(
            kinds[:, kind]
        )
    for job in np.flatnonzero(made.wait > 0).tolist():
        assert sum(part.seconds for part in parts_of(made, job)) == pytest.approx(made.wait[job])
        own = table.take(table.job == job)
        assert own.begin[0] == made.placed.submit[job] and own.end[-1] == made.placed.start[job]
        assert (own.begin[1:] == own.end[:-1]).all()


@pytest.mark.parametrize("seed", range(10))
def test_simulated_once_more_it_is_the_same_story(seed: int) -> None:
    made = made_of(seed, 29)
    bare = replace(made, decisions=None)
    for job in range(0, len(made.placed), 3):
        assert explain(run_with_decisions(bare, job), job) == explain(made, job)
        assert repetition_time(bare, job) >= 0


def test_without_a_log_the_acts_are_told_and_the_reasons_are_not() -> None:
    made = replace(simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6)], 1, "GreedyP *"), decisions=None)
    told = explain(made, 0)
    assert told[1] == "It started at once on node 1: why was not kept."
    assert told[2].startswith("At 50 s it was paused for 20 s: why was not kept. It went on at 70 s on node 1: why was")
