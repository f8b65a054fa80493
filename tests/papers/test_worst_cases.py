"""Experiments on worst cases and on what papers say in passing: what they compute, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.papers.dfrs_2011 import appendix_b, fcfs_delta, theorem_2
from scheduler.papers.dfrs_2011.algorithms import BEST_PM
from scheduler.papers.dfrs_2011.degradation import TraceResults
from scheduler.papers.fairness_2012 import estimates

# ---- theorem 2 ------------------------------------------------------------------------------------------------------

def test_the_long_job_comes_first_and_the_others_as_it_would_end():
    assert theorem_2.first_jobs(8, 2, 3) == [(0, 8), (6, 2), (8, 2), (10, 2)]


def test_schedules_that_know_what_comes():
    jobs = [(0, 8), (6, 2), (8, 2), (10, 2)]
    # the long one first: ends at 8, 10, 12, 14; each of the others is there for 4 units
    assert theorem_2.possible(jobs, True) == 2
    # the long one last: it has 6 units by 6 and the other 2 after 12
    assert theorem_2.possible(jobs, False) == 14 / 8
    # a schedule that lets it wait for short ones: 6 by 6, others until 12, the rest after
    assert theorem_2._end_of_rest([(0, 4), (6, 2)]) == 4


def test_ratios_of_a_scheduler():
    # FCFS runs the long one first, as the first schedule does
    assert theorem_2.ratio("FCFS", [(0, 8), (6, 2), (8, 2)]) == pytest.approx(2 / min(2, 12 / 8))
    # a short one at 6 waits 2 + 1 for it; with the long one last nobody is stretched beyond 9/8
    assert theorem_2.ratio("FCFS", [(0, 8), (6, 1)]) == pytest.approx(3 / (9 / 8))


@pytest.mark.parametrize(("delta", "bound"), [(1, 0.5), (32, 2 ** (5 * (2**0.5 - 1)) / 2)])
def test_the_bound_of_the_theorem(delta, bound):
    assert theorem_2.guaranteed(delta) == pytest.approx(bound)


def test_a_scheduler_that_escapes_is_told():
    parts = theorem_2.parts("quick", 0)
    good = [[5.0] * len(theorem_2.DELTAS) for _ in parts]
    assert [claim.holds for claim in theorem_2.outcome(parts, good).claims] == [True]
    good[2] = [5.0, 5.0, 1.0, 5.0]
    claim, = theorem_2.outcome(parts, good).claims
    assert not claim.holds and "1 and 2.8 (D = 64)" in claim.evidence


# ---- fcfs -----------------------------------------------------------------------------------------------------------

def test_fcfs_on_two_jobs_comes_to_the_ratio_of_their_lengths():
    assert fcfs_delta.measure(fcfs_delta.two_jobs(7)) == pytest.approx({"ratio": 7, "delta": 7})


def test_a_ratio_above_the_longest_over_the_shortest_is_told():
    two = [{"ratio": float(delta), "delta": float(delta)} for delta in fcfs_delta.DELTAS]
    for random, holds in (([{"ratio": 2.0, "delta": 2.0}], True), ([{"ratio": 2.1, "delta": 2.0}], False)):
        assert [claim.holds for claim in fcfs_delta.outcome([], [two, random]).claims] == [True, holds]


# ---- appendix B -----------------------------------------------------------------------------------------------------

def test_bandwidth_is_that_of_pauses_and_moves_together():
    def part(load: float) -> dict:
        return {"row": BEST_PM, "load": load, "settings": {"period": 3_600.0}}

    rows = [[{"pauses, GB/s": 0.1, "moves, GB/s": 0.02}, {"pauses, GB/s": 0.3, "moves, GB/s": 0.0}],
            [{"pauses, GB/s": 0.5, "moves, GB/s": 0.25}]]
    found = TraceResults([part(0.7), part(0.8)], rows)
    assert appendix_b.bandwidth(found, 3_600.0) == pytest.approx([0.12, 0.3, 0.75])


@pytest.mark.parametrize(("changed", "failing"), [({}, None), ({("unused", 30_000.0): 0.25}, 0), ({("gb", 3_600.0): 0.19}, 1),
                                                  ({("worse", 3_000.0): 9.0}, 2), ({("thrash", 0.0): 0.5}, 3)])
def test_claims_hold_as_the_paper_has_it_and_fail_one_by_one(changed, failing):
    unused = {period: 0.3 for period in appendix_b.PERIODS} | {600.0: 0.5, 15_000.0: 0.31, 20_000.0: 0.32, 30_000.0: 0.4}
    unused |= {period: value for (what, period), value in changed.items() if what == "unused"}
    worse = {period: 4.0 for period in appendix_b.PERIODS} | {
        period: value for (what, period), value in changed.items() if what == "worse"}
    gb = {600.0: 0.4, 3_600.0: changed.get(("gb", 3_600.0), 0.1)}

    class Two:
        """What is left unused under EASY and where all may be moved."""

        def of(self, what: str, name: str, penalty: float = 300.0) -> np.ndarray:
            return np.array([0.35 if name == appendix_b.EASY else
                             0.5 if penalty == 300.0 else changed.get(("thrash", 0.0), 3.0)])

    claims = appendix_b.claims(Two(), *({key: np.array([value]) for key, value in of.items()}
                                        for of in (unused, worse, gb)), True)
    assert [at for at, claim in enumerate(claims) if not claim.holds] == ([] if failing is None else [failing])


# ---- estimates ------------------------------------------------------------------------------------------------------

def test_the_gain_of_the_search_is_against_the_better_of_the_others():
    assert estimates.gain({"easy": 100.0, "conservative": 80.0, "tabu": 60.0}) == 0.25
    assert estimates.gain({"easy": 50.0, "conservative": 80.0, "tabu": 60.0}) == pytest.approx(-0.2)


@pytest.mark.parametrize(("popular", "similar"), [(80.0, True), (75.0, True), (30.0, False), (55.0, True)])
def test_three_popular_estimates_are_compared_with_exact_ones(popular, similar):
    waits = {kind: {"easy": 100.0, "conservative": 80.0, "tabu": 32.0} for kind in estimates.ESTIMATES}
    waits[estimates.POPULAR] = {"easy": 100.0, "conservative": 80.0, "tabu": popular}
    first, second = estimates.claims({"a log": waits})
    assert first.holds and second.holds is similar and not second.judged
