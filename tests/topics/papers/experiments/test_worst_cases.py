"""Experiments on worst cases and on what papers say in passing: what they compute, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.topics.papers.experiments import ASIDE
from scheduler.topics.papers.experiments.dfrs_2011 import appendix_b, fcfs_delta, periods, table3, theorem_2
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM
from scheduler.topics.papers.experiments.dfrs_2011.degradation import TraceResults
from scheduler.topics.papers.experiments.fairness_2012 import estimates
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS
from scheduler.topics.papers.verdicts import UNDECIDABLE, of_claim

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
    (claim,) = theorem_2.outcome(parts, good).claims
    assert not claim.holds and "1 and 2.8 (D = 64)" in claim.evidence


# ---- fcfs -----------------------------------------------------------------------------------------------------------


def test_fcfs_on_two_jobs_comes_to_the_ratio_of_their_lengths():
    assert fcfs_delta.measure(fcfs_delta.two_jobs(7)) == pytest.approx({"ratio": 7, "delta": 7})


def test_a_ratio_above_the_longest_over_the_shortest_is_told():
    two = [{"ratio": float(delta), "delta": float(delta)} for delta in fcfs_delta.DELTAS]
    for random, holds in (([{"ratio": 2.0, "delta": 2.0}], True), ([{"ratio": 2.1, "delta": 2.0}], False)):
        assert [claim.holds for claim in fcfs_delta.outcome([], [two, random]).claims] == [True, holds]


# ---- appendix B -----------------------------------------------------------------------------------------------------


def loaded(name: str, load: float, **settings: float) -> dict:
    return {"row": name, "load": load, "settings": settings, "first": 0, "count": 2}


def test_bandwidth_is_that_of_pauses_and_moves_together_memory_counted_once():
    rows = [
        [{"pauses, GB/s": 0.1, "moves, GB/s": 0.02}, {"pauses, GB/s": 0.3, "moves, GB/s": 0.0}],
        [{"pauses, GB/s": 0.5, "moves, GB/s": 0.25}],
        [{"pauses, GB/s": 9.0, "moves, GB/s": 9.0}],
    ]
    parts = [loaded(BEST_PM, load, period=3_600.0) for load in (0.7, 0.8, 0.6)]
    assert appendix_b.bandwidth(TraceResults(parts, rows), 3_600.0) == pytest.approx([0.06, 0.15, 0.375])
    assert len(appendix_b.bandwidth(TraceResults([], []), 3_600.0)) == 0


def test_table_3_and_appendix_b_agree_on_equal_traces():
    row = {
        f"{word}, {unit}": value
        for unit, value in (("GB/s", 0.3), ("per hour", 30.0), ("per job", 5.0))
        for word in ("pauses", "moves")
    }
    parts = [loaded(name, 0.8) for name in table3.NAMES]
    made = table3.outcome(parts, [[row, {name: 3 * value for name, value in row.items()}]] * len(parts))
    third = {one.name: one.ours for one in made.measured}
    rows = TraceResults([loaded(BEST_PM, 0.8)], [[row, {name: 3 * value for name, value in row.items()}]])
    together = sum(third[table3.value_name(BEST_PM, "GB/s", at)] for at in range(2))
    assert appendix_b.bandwidth(rows, 600.0).mean() == pytest.approx(together) == pytest.approx(0.6)


def ran(**changed: dict) -> appendix_b.Ran:
    """Numbers as the paper has them, of two traces each that differ from each other by as much at every period."""
    unused = dict(zip(appendix_b.PERIODS, (0.5, 0.3, 0.29, 0.28, 0.27, 0.26, 0.25, 0.32, 0.4), strict=True))
    of = {
        "unused": unused,
        "scaled": {period: unused[period] for period in appendix_b.LONG},
        "worse": dict.fromkeys(appendix_b.PERIODS, 4.0),
        "traffic": {600.0: 0.4, 3_600.0: 0.1},
        "easy": {appendix_b.BOTH_EASY[0]: 0.42, appendix_b.BOTH_EASY[1]: 0.35},
        "thrashing": {300.0: 0.5, 600.0: 3.0},
    }
    of = {name: values | changed.get(name, {}) for name, values in of.items()}
    return appendix_b.Ran(
        *(
            {period: np.array([value - 0.01, value + 0.01]) for period, value in of[name].items()}
            if name in ("unused", "scaled", "worse", "traffic")
            else of[name]
            for name in appendix_b.Ran._fields
        )
    )


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        ({}, []),
        ({"unused": {30_000.0: 0.25}}, [0]),
        ({"unused": {20_000.0: 0.24}}, [0]),
        ({"unused": {12_000.0: 0.28}}, [1]),
        ({"unused": {9_000.0: 0.24, 12_000.0: 0.24}}, [1]),
        ({"traffic": {3_600.0: 0.19}}, [2]),
        ({"traffic": {600.0: 1.0, 3_600.0: 0.25}}, [2]),
        ({"worse": {3_000.0: 9.0}}, [3, 5]),
        ({"worse": {6_000.0: 9.0}}, [4, 5]),
        ({"easy": {appendix_b.BOTH_EASY[1]: 0.29}}, [3, 5]),
        ({"worse": {12_000.0: 8.1}}, [5]),
        ({"thrashing": {600.0: 0.9}}, [6]),
        ({"scaled": {20_000.0: 0.2}}, [7]),
        ({"scaled": {15_000.0: 0.27}}, [8]),
    ],
)
def test_claims_hold_as_the_paper_has_it_and_fail_one_by_one(changed, failing):
    made = appendix_b.claims(ran(**changed), True, True)
    assert [at for at, claim in enumerate(made) if not claim.holds] == failing and len(made) == 9


def test_scaled_traces_are_judged_apart():
    made = appendix_b.claims(ran(), True, False)
    assert [claim.judged for claim in made] == [True] * 7 + [False] * 2 and "Not judged" in made[-1].evidence


def test_new_parts_of_appendix_b_are_those_of_figure_3_where_they_may_be():
    def essentials(made: list[dict]) -> set[str]:
        return {str({name: value for name, value in part.items() if name not in ASIDE}) for part in made}

    own = [
        part
        for part in appendix_b.parts("full", 0)
        if part["row"] == BEST_PM
        and part["settings"].get("period", 600) <= 12_000
        and part["settings"].get("period") != 3_000
    ]
    assert essentials(own) <= essentials(periods.parts("full", 0)) and len(own) > 400


# ---- estimates ------------------------------------------------------------------------------------------------------


def test_the_gain_of_the_search_is_against_the_better_of_the_others():
    assert estimates.gain({"easy": 100.0, "conservative": 80.0, "tabu": 60.0}) == 0.25
    assert estimates.gain({"easy": 50.0, "conservative": 80.0, "tabu": 60.0}) == pytest.approx(-0.2)


def waits_with(popular: float, requested: float = 40.0) -> dict:
    """Of TS with three popular estimates and with those of the users; BF-CONS, the better of the others, waits 80."""
    waits = {kind: {"easy": 100.0, "conservative": 80.0, "tabu": 32.0} for kind in estimates.ESTIMATES}
    waits[estimates.REQUESTED] = waits[estimates.REQUESTED] | {"tabu": requested}
    waits[estimates.POPULAR] = waits[estimates.POPULAR] | {"tabu": popular}
    return waits


@pytest.mark.parametrize(("popular", "similar"), [(80.0, True), (75.0, True), (30.0, False), (55.0, False)])
def test_three_popular_estimates_are_compared_with_backfilling(popular, similar):
    every = {log.title: waits_with(popular) for log in LOGS}
    first, second, third = estimates.claims(every, True)
    assert first.holds and second.holds is similar and third.holds is (popular > 32)
    assert {claim.judged for claim in (first, second, third)} == {True}
    assert ("On 6 of 6 logs. " if similar else "On 0 of 6 logs; not on MetaCentrum, SDSC BLUE, ") in second.evidence
    assert of_claim(replace(third, holds=False)) == UNDECIDABLE


def test_estimates_are_judged_where_enough_was_run_and_users_made_some():
    assert not any(claim.judged for claim in estimates.claims({"a log": waits_with(75.0)}, True))
    every = {log.title: waits_with(75.0) for log in LOGS}
    assert not any(claim.judged for claim in estimates.claims(every, False))
    every["MetaCentrum"] = waits_with(75.0, requested=32.0)
    evidence = estimates.claims(every, True)[0].evidence
    assert "MetaCentrum is left out" in evidence and "MetaCentrum: TS" not in evidence
