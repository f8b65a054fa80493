"""Backfilling by fairness, by hand.

Rows are (submit, runtime, processors); jobs are called 101, 102, ...
"""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload
from tests.cases.strategies import count


def starts(work, key="backfill_fair", **params):
    return simulate(work, key, params, decisions=None).placed.start.tolist()


def sentences(work, job):
    return "\n".join(explain(simulate(work, "backfill_fair"), job))


# One processor.  4: user 2 is new (0) and user 1 has 0 / 4 = 0, so in order of submission: 102.  6: user 2 has 4 / 2 = 2: 104
# before 103.  7: 103.
TURNS = workload([(0, 4, 1), (0, 2, 1), (1, 3, 1), (5, 1, 1)], 1, users=[1, 2, 1, 2])
# 4: both 0 unless new users go first.  6: user 1 has 4 / 6, user 2 is new.
NEWCOMER = workload([(0, 4, 1), (0, 2, 1), (1, 3, 1), (2, 1, 1)], 1, users=[1, 1, 1, 2])


def test_who_waited_most_for_the_work_goes_first():
    assert starts(TURNS, "backfill") == [0, 4, 6, 9]
    assert starts(TURNS) == [0, 4, 7, 6]
    assert (
        "It started at 6 s because it needs 1 processor and 1 was free, and of the waiting jobs that fit its user had "
        "waited most for the work done so far (priority 2)."
    ) in sentences(TURNS, 3)
    assert "It started at 4 s as the first in the queue" in sentences(TURNS, 1)  # nothing is done yet


@pytest.mark.parametrize(
    ("new_user", "answer"),
    [
        (0, [0, 4, 6, 9]),
        (1e12, [0, 5, 7, 4]),  # 104 at 4; 5: user 1 has 0 / 4, user 2 no more jobs
    ],
)
def test_new_users_go_last_or_first(new_user, answer):
    assert starts(NEWCOMER, new_user=new_user) == answer


def old_wait(runtime):
    """User 2 waits 8 s for 1 s of work and is done at 9, then has 8 s of work at 20, without a wait.

    User 3 waits from 24 to 28, and then has `runtime` of work.  At the end both have a job waiting.
    """
    return workload(
        [(0, 8, 1), (0, 1, 1), (20, 8, 1), (24, runtime, 1), (29, 1, 1), (30, 1, 1)], 1, users=[1, 2, 2, 3, 2, 3]
    )


@pytest.mark.parametrize(
    ("runtime", "halving", "last"),
    [
        (8, None, [36, 37]),  # user 2: (8 + 0) / (1 + 8) = 0.89, user 3: 4 / 8 = 0.5
        (8, 10, [37, 36]),  # halved at 10 and 20, before the job of user 2 ends at 28: (2 + 0) / (0.25 + 8) = 0.24
        (8, 100, [36, 37]),
        (20, 9, [48, 49]),  # user 3: 4 / 20 = 0.2.  Halved at 9, just before that end, 18 and 27: 0.24
        (20, 9.1, [49, 48]),  # halved three times after that end: 1 / 8.125 = 0.12
    ],
)
def test_halving_lets_old_waits_count_less(runtime, halving, last):
    assert starts(old_wait(runtime), halving=halving) == [0, 8, 20, 28, *last]


def test_with_one_user_it_is_plain_backfilling():
    for seed in range(count(60)):
        case = strategies.rigid(seed).workload
        rows = np.stack([case.jobs.submit, case.jobs.runtime, case.jobs.processors], 1)
        work = workload(rows, case.platform.processors, requested=case.jobs.requested_time)
        fair, plain = (simulate(work, key, decisions=None).placed for key in ("backfill_fair", "backfill"))
        assert fair.start.tolist() == plain.start.tolist()
        assert fair.flags.tolist() == plain.flags.tolist()


def test_backfill_fair_does_not_look_at_requested_times():
    assert not {"requested_time", "runtime"} & all_policies()["backfill_fair"].information
    rows = [(0, 4, 1), (0, 2, 1), (1, 3, 1), (5, 1, 1)]
    assert starts(workload(rows, 1, users=[1, 2, 1, 2], requested=[99, 2, 50, 7])) == [0, 4, 7, 6]


@pytest.mark.parametrize(
    ("params", "words"), [({"new_user": -1}, "new_user = -1"), ({"halving": 0.5}, "halving = 0.5")]
)
def test_priorities_of_the_past_are_no_debts(params, words):
    with pytest.raises(ParamError, match=words):
        simulate(TURNS, "backfill_fair", params)
