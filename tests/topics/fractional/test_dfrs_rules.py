"""Rules of fractional scheduling, each by a case small enough to be followed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from scheduler.topics.fractional.engine.nodes import fractional, new_nodes
from scheduler.topics.fractional.engine.packing import mcb8, new_packing
from tests.topics.fractional.fractions import PENALTY, RUN, drawn, ran, shared, simulated

BEST = "GreedyP */per/minvt=600"


# ---- who is kept in place -------------------------------------------------------------------------------------------

LEFT_OUT = [(1, 1000, 1, 1.0, 0.1), (2, 1000, 1, 1.0, 0.5), (599, 1000, 1, 1.0, 0.6)]


def test_a_job_kept_in_place_that_was_left_out_gets_its_own_node_back_where_it_is_free() -> None:
    # At 599 job 1 is paused for job 2.  At 600 job 0 has the lowest priority of three whose memory is .1 + .5 + .6, so
    # MCB8 drops it, then job 1; beside job 2 there are .1 left, on the node job 0 is kept on.
    run = ran(LEFT_OUT, 1, BEST)
    assert run.end[0] == 2000
    assert run.tables["placed"].preemptions.tolist()[0] == 0
    assert all(kind == RUN for *_, kind in run.of(0))


def test_it_is_paused_where_others_of_higher_priority_have_taken_the_memory() -> None:
    # Job 3 (.35, arriving at 600) takes what job 0 had been left: it has not run, so its turn comes first.
    run = ran([*LEFT_OUT, (600, 1000, 1, 1.0, 0.35)], 1, BEST)
    assert run.tables["placed"].preemptions[0] == 1
    assert run.start[3] == 600


def test_it_is_not_moved_to_another_node_that_has_room() -> None:
    # As the first case, on two nodes; on the second one job 3 leaves .4, but job 0 is kept on the first.
    crowd = [(1, 1000, 1, 1.0, 0.1), (1, 9000, 1, 0.5, 0.6), (2, 1000, 1, 1.0, 0.5), (599, 1000, 1, 1.0, 0.95)]
    for run in (ran(crowd, 2, BEST), ran(crowd, 2, BEST, priority="1/vt")):
        for job in range(len(crowd)):
            young = [row for row in run.rows if row.job == job and row.end <= 1200 and row.kind != PENALTY]
            assert len({row.nodes for row in young}) <= 1


# ---- whole percents --------------------------------------------------------------------------------------------------


def test_in_whole_percents_nodes_that_are_full_at_the_same_percent_are_full_together() -> None:
    # Greedy puts A, B, D on node 0, which need 2.95, and B, C, D on node 1, which need 3: full at 33.9 and 33.3 %, 33
    # both.  A gets 31 % (.33 x .95) of node 0, the others 33 %; they end at 60 / .33 = 181.8, and A has .67 s to go then.
    jobs = [(0, 60, 1, 0.95, 0.1), (0, 60, 2, 1.0, 0.1), (0, 60, 1, 1.0, 0.1), (0, 60, 2, 1.0, 0.1)]
    run = ran(jobs, 2, "GreedyP *", quantized=True)
    assert run.nodes(0) == [((0, 1),)]
    assert run.end[0] == pytest.approx(182.5, abs=0.05)
    assert run.end[1:] == pytest.approx([60 / 0.33] * 3)
    exact = ran(jobs, 2, "GreedyP *")
    assert exact.end == pytest.approx([60 * 0.95 / (1 - 2 / 3), 180, 180, 180]), "a third is left of node 0"


# ---- priorities ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("priority", "paused"), [("ft/vt2", 0), ("1/vt", 0), ("ft/vt", 1)])
def test_of_jobs_that_never_waited_the_older_has_the_lower_priority_but_by_flow_over_virtual_time(priority, paused):
    # At 100: flow and virtual time are 100 and 100, 20 and 20; by their ratio both are 1, and the later one goes.
    jobs = [(0, 900, 1, 0.5, 0.5), (80, 900, 1, 0.5, 0.5), (100, 10, 1, 0.5, 0.5)]
    run = ran(jobs, 1, "GreedyP *", penalty=0, priority=priority)
    assert run.tables["placed"].preemptions.tolist() == [paused == 0, paused == 1, 0]


@pytest.mark.parametrize(("favored", "paused"), [(None, 0), ("1:100", 1), ("2:0.01", 1), ("2:100", 0)])
def test_jobs_of_a_favored_user_stay_and_those_of_others_make_way(favored, paused):
    # At 100: flow / virtual time squared is 100 / 100² = 0.01 and 20 / 20² = 0.05; a hundred times more makes up for it.
    jobs = [(0, 900, 1, 0.5, 0.5), (80, 900, 1, 0.5, 0.5), (100, 10, 1, 0.5, 0.5)]
    run = ran(jobs, 1, "GreedyP *", users=[1, 2, 3], penalty=0, favored=favored)
    assert run.tables["placed"].preemptions.tolist() == [paused == 0, paused == 1, 0]


@pytest.mark.parametrize("text", ["3", "3:", "3:0", "a:2", "3:2000", "3:-1", "3:4, 3:2"])
def test_weights_that_do_not_read_are_refused_in_a_sentence(text):
    with pytest.raises(ParamError, match="favored"):
        ran([(0, 9, 1, 0.5, 0.5)], 1, "GreedyP *", favored=text)


@pytest.mark.parametrize(("priority", "paused"), [("ft/vt2", 1), ("1/vt", 0), ("ft/vt", 1)])
def test_by_the_inverse_of_virtual_time_having_waited_counts_nothing(priority, paused):
    # Job 0 is paused from 10 to 940 for job 1; at 990 it has 990 and 60, job 2 has 50 and 50.
    jobs = [(0, 900, 1, 0.1, 0.5), (10, 930, 1, 0.1, 1.0), (940, 900, 1, 0.1, 0.5), (990, 10, 1, 0.1, 0.5)]
    run = ran(jobs, 1, "GreedyP *", penalty=0, priority=priority)
    assert run.tables["placed"].preemptions.tolist() == [1 + (paused == 0), 0, paused == 1, 0]


@pytest.mark.parametrize(
    ("priority", "words"),
    [
        ("ft/vt2", "0.05 (20 s / (20 s of work)²)"),
        ("1/vt", "0.05 (1 / 20 s of work)"),
        ("ft/vt", "1 (20 s / 20 s of work)"),
    ],
)
def test_why_a_job_was_paused_tells_the_priority_it_had(priority, words):
    # Of two jobs that came at once the one in the later line goes.
    jobs = [(80, 900, 1, 0.5, 0.5), (80, 900, 1, 0.5, 0.5), (100, 10, 1, 0.5, 0.5)]
    told = " ".join(explain(simulated(jobs, 1, "GreedyP *", priority=priority), 1))
    assert f"its own was {words}" in told


def test_why_a_job_was_paused_tells_the_weight_of_its_user():
    # User 2's job has 4 x 20 / 20² = 0.2 and stays; user 1's, which came with it, goes with half of 0.05.
    jobs = [(80, 900, 1, 0.5, 0.5), (80, 900, 1, 0.5, 0.5), (100, 10, 1, 0.5, 0.5)]
    made = simulate(shared(jobs, 1, [1, 2, 3]), "dfrs", {"scheme": "GreedyP *", "favored": "1:0.5, 2:4"})
    assert "its own was 0.025 (0.5 x 20 s / (20 s of work)²)" in " ".join(explain(made, 0))


# ---- how MCB8 sorts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by_sum", "nodes"), [(False, [0, 1]), (True, [1, 0])])
def test_tasks_are_sorted_by_the_larger_requirement_or_by_the_sum(by_sum, nodes):
    # (.6, .1) and (.5, .4) do not fit together at any yield near 1; whoever is first in the list has node 0.
    jobs = fractional(np.zeros(2), np.ones(2), np.ones(2), np.array([0.6, 0.5]), np.array([0.1, 0.4]))
    p = new_packing(2, 2, 2)
    p.chosen[:] = np.arange(2)
    assert mcb8(jobs, new_nodes(jobs, 2), p, 2, 1, by_sum) == 2
    assert p.best.tolist() == nodes


@pytest.mark.parametrize("choice", [{"priority": "1/vt"}, {"priority": "ft/vt"}, {"packing": "sum"}], ids=str)
def test_the_choices_make_a_difference_and_keep_the_audit(choice) -> None:
    cases = [drawn(seed) for seed in range(40)]
    assert any(
        simulated(*case, "MCB8 */per", **choice).placed.end.tolist() != ran(*case, "MCB8 */per").end for case in cases
    )
