"""Criteria and rejection in parallel-tasks-2005: what the experiments compute, by hand, and when a claim fails."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.simulate import simulate
from scheduler.topics.papers.experiments.parallel_tasks_2005 import contradictions, rejection
from scheduler.topics.papers.experiments.parallel_tasks_2005.jobs import (
    late_by,
    minsum,
    response_sum,
    rigid,
    sequential,
)


def test_four_jobs_that_no_schedule_runs_best_in_both_criteria():
    """3 beside 1+1+1: ends 3, 1, 2, 3.  Shortest first: 1, 1, 2 and the long one from 1 to 4."""
    pairs = contradictions.both()
    assert [3, 9] in pairs and [4, 8] in pairs and [3, 8] not in pairs
    assert min(a for a, _ in pairs) == 3 and min(b for _, b in pairs) == 8


def test_one_long_job_among_short_ones():
    """1,000 then 1,001 against 1 then 1,001."""
    assert contradictions.one_long(2) == pytest.approx(2001 / 1002)


def test_sums_of_completions_and_of_responses():
    run = simulate(sequential([(10.0, 4.0), (10.0, 1.0)], 1), "fcfs")
    assert minsum(run) == 14 + 15 and response_sum(run) == 4 + 5


def test_a_long_job_waits_for_all_short_ones():
    """Jobs of 1 s at 0, 1, .., 99 and one of 20 s at 0: it starts at 100 and is due at 60.

    In order of submission it runs from 1 to 21, and each of the others but the first is 20 s late.
    """
    assert contradictions.starving(100) == {"late under sjf": 1, "late under fcfs": 99, "wait of the long one": 100.0}


def test_two_algorithms_are_measured_in_both_criteria():
    """MRT is proven within 3/2 of the least makespan, SMART within 8.53 of the least weighted sum."""
    ratios = contradictions.two(0, contradictions.MIXED, 0)
    assert set(ratios) == {"mrt", "smart"} and all(value >= 1 for pair in ratios.values() for value in pair)
    assert ratios["mrt"][0] <= 1.5 * 1.02 and ratios["smart"][1] <= 8.53


def test_claims_on_criteria_fail_where_they_should():
    right = {
        "both": [[3, 9], [4, 8]],
        "one_long": [2.0] * 5 + [17.0],
        "releases": [[2.0, 1.5], [1.0, 1.0]],
        "two": [{"mrt": [1.4, 4.0], "smart": [4.0, 2.0]}] * 2 + [{"mrt": [1.4, 2.0], "smart": [2.0, 2.0]}],
        "stream": [
            {"late under sjf": 1, "late under fcfs": 9, "wait of the long one": wait} for wait in (100.0, 300.0, 1000.0)
        ],
    }
    wrong = [
        {"both": [[3, 8], [4, 8]]},
        {"two": [{"mrt": [1.4, 3.0], "smart": [4.0, 2.0]}]},
        {"two": [{"mrt": [1.4, 4.0], "smart": [3.0, 4.0]}]},
        {"releases": [[1.0, 1.5], [2.0, 1.0]]},
        {"stream": [{"late under sjf": 1, "late under fcfs": 9, "wait of the long one": 100.0}] * 3},
    ]
    assert all(claim.holds for claim in contradictions.outcome([], [right]).claims)
    for at, change in enumerate(wrong):
        assert [claim.holds for claim in contradictions.outcome([], [right | change]).claims] == [
            k != at for k in range(5)
        ]


# ---- rejection ------------------------------------------------------------------------------------------------------


def test_who_would_be_late_is_rejected_and_makes_room():
    """One processor, due 14 s after the submission.

    A runs 0-10.  B (6 s at 1 s, due at 15) would run 10-16: rejected.  C (5 s at 2 s, due at 16) then runs 10-15.  D (1 s at
    15 s, due at 29) runs 15-16.  With B accepted C would have run 16-21, late, and D 21-22.
    """
    work = rigid(np.array([0.0, 1.0, 2.0, 15.0]), np.array([10.0, 6.0, 5.0, 1.0]), np.ones(4), 1)
    some = rejection.accepted(work, 14.0)
    run = simulate(some, "conservative")
    assert some.jobs.runtime.tolist() == [10, 5, 1] and run.placed.start.tolist() == [0, 10, 15]
    assert late_by(simulate(work, "conservative"), 14.0).tolist() == [False, True, True, False]


def test_facts_of_a_schedule():
    """Two of four jobs, on one processor: 0-3600 and, submitted at 1800, 3600-7200, late after 1 h.

    The last job is due at 3600 + 3600: one job on time in 2 h.
    """
    times = np.array([0.0, 1800.0, 1800.0, 3600.0])
    work = rigid(times, np.full(4, 3600.0), np.ones(4), 1)
    run = simulate(rigid(times[:2], np.full(2, 3600.0), np.ones(2), 1), "fcfs")
    assert rejection.facts(run, 1.0, work) == [0.5, 0.5, 4500.0, 5400.0, 0.5]


def test_nobody_is_rejected_without_need_and_nobody_accepted_is_late():
    """Whoever is rejected would be late behind those accepted before it; these start when they did without later ones."""
    rows = rejection.run({"seed": 7})
    for hours, row in zip(rejection.HOURS, rows, strict=True):
        assert row["everybody"][rejection.SHARE] == 1 and 0 < row["accepted"][rejection.SHARE] <= 1
        assert row["accepted"][rejection.LATE] == 0 and row["accepted"][rejection.LONGEST] <= hours * rejection.HOUR


def test_claims_on_rejection_fail_where_they_should():
    everybody, good = [1.0, 0.5, 100.0, 9000.0, 2.0], [0.7, 0.0, 50.0, 3000.0, 3.0]

    def holds(*accepted):
        rows = [[{"everybody": everybody, "accepted": list(row)}] * len(rejection.HOURS) for row in accepted]
        return [claim.holds for claim in rejection.outcome([], rows).claims]

    assert holds(good, good) == [True, True, True, True]
    assert holds(good, [0.7, 0.1, 50.0, 3000.0, 3.0])[0] is False
    assert holds(good, [0.7, 0.0, 50.0, 3700.0, 3.0])[0] is False, "longer than the first due date"
    assert holds(good, [0.7, 0.0, 50.0, 3000.0, 0.5])[1] is False
    assert holds(good, [0.1, 0.0, 50.0, 3000.0, 3.0])[2] is False
    assert holds(good, [0.7, 0.0, 900.0, 3000.0, 3.0])[3] is False
