"""Criteria and rejection in parallel-tasks-2005: what the experiments compute, by hand, and when a claim fails."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.papers.parallel_tasks_2005 import contradictions, rejection
from scheduler.papers.parallel_tasks_2005.jobs import late, minsum, response_sum, rigid, sequential
from scheduler.simulate import simulate


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


def test_claims_on_criteria_fail_where_they_should():
    right = {"both": [[3, 9], [4, 8]], "one_long": [2.0] * 5 + [17.0], "releases": [[2.0, 1.5], [1.0, 1.0]],
             "stream": [{"late under sjf": 1, "late under fcfs": 9, "wait of the long one": wait} for wait in (100.0, 300.0, 1000.0)]}
    wrong = {"both": [[3, 8], [4, 8]], "one_long": [2.0] * 6, "releases": [[1.0, 1.5], [2.0, 1.0]],
             "stream": [{"late under sjf": 1, "late under fcfs": 9, "wait of the long one": 100.0}] * 3}
    assert all(claim.holds for claim in contradictions.outcome([], [right]).claims)
    for at, (key, value) in enumerate(wrong.items()):
        assert [claim.holds for claim in contradictions.outcome([], [right | {key: value}]).claims] == [k != at for k in range(4)]


# ---- rejection ------------------------------------------------------------------------------------------------------

def test_who_would_be_late_is_rejected_and_makes_room():
    """One processor, due three times the runtime after submission.

    A runs 0-10.  B (4 s, due at 13) would run 10-14: rejected.  C (6 s at 2 s, due at 20) then runs 10-16.  D (1 s at 15 s,
    due at 18) runs 16-17.  With B accepted C would have run 14-20 and D 20-21, late.
    """
    work = rigid(np.array([0.0, 1.0, 2.0, 15.0]), np.array([10.0, 4.0, 6.0, 1.0]), np.ones(4), 1)
    some = rejection.accepted(work, 3.0)
    run = simulate(some, "conservative")
    assert some.jobs.runtime.tolist() == [10, 6, 1] and run.placed.start.tolist() == [0, 10, 16]
    assert late(simulate(work, "conservative"), 3.0).tolist() == [False, True, False, True]


def test_nobody_is_rejected_without_need_and_nobody_accepted_is_moved():
    """Whoever is rejected would be late behind those accepted before it; these start when they did without later ones."""
    rows = rejection.run({"seed": 7})
    assert len(rows) == len(rejection.SLACKS) and all(row[2] == 0 and 0 <= row[1] < 1 for row in rows)


def test_claims_on_rejection_fail_where_they_should():
    good = [[0.5, 0.3, 0.0, 100.0, 50.0]] * len(rejection.SLACKS)
    parts = rejection.parts("quick", 0)

    def holds(row):
        return [claim.holds for claim in rejection.outcome(parts, [good] * 4 + [[row] * len(rejection.SLACKS)]).claims]

    assert holds([0.5, 0.3, 0.0, 100.0, 50.0]) == [True, True, True]
    assert holds([0.5, 0.3, 0.1, 100.0, 50.0])[0] is False
    assert holds([0.5, 2.3, 0.0, 100.0, 50.0])[1] is False
    assert holds([0.5, 0.3, 0.0, 100.0, 900.0])[2] is False
