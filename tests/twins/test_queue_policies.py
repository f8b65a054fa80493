"""Policies with a queue of their own order, by hand: easy_sjbf, sjf, lpt, ljf, saf, wfp3; and that their log is true.

Rows are (submit, runtime, processors); requested times are the runtimes unless given.  Jobs are called 101, 102, ...
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.engine.decision_log import BACKFILL, KINDS, RESERVE, RULES, SKIP, START
from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload
from tests.cases.strategies import COMPILED, count

ORDERED = ("sjf", "lpt", "ljf", "saf", "wfp3")
PASSING = ("none", "easy", "any")
EVERY = [
    ("easy_sjbf", {}),
    ("backfill_fair", {}),
    *((key, {"passing": passing}) for key in ORDERED for passing in PASSING),
]
each = pytest.mark.parametrize(
    ("key", "params"), EVERY, ids=lambda value: value if isinstance(value, str) else value.get("passing", "")
)


def starts(work, key, **params):
    return simulate(work, key, params, decisions=None).placed.start.tolist()


def told(work, key, **params):
    """(time, kind, row, rule) of every decision on a waiting or starting job."""
    d = simulate(work, key, params, decisions="all").decisions
    return [
        (t, KINDS[k], j, RULES[r])
        for t, k, j, r in zip(d.time, d.kind, d.job, d.rule, strict=True)
        if k in (START, BACKFILL, SKIP, RESERVE)
    ]


def sentences(work, key, job, **params):
    return "\n".join(explain(simulate(work, key, params), job))


# -- easy_sjbf --------------------------------------------------------------------------------------------------------

# 102 needs the whole machine and is promised 4; one processor is free.  103 (3 s) and 104 (2 s) would both be over by 4.
BY_LENGTH = workload([(0, 4, 3), (0, 3, 4), (1, 3, 1), (1, 2, 1)], 4)
# 102 is promised 4 and leaves 1 of 4 processors over: 103 (9 s) or 104 (8 s) may take it for longer.
ONE_EXTRA = workload([(0, 4, 2), (1, 2, 3), (1, 9, 1), (1, 8, 1)], 4)


def test_behind_the_head_short_requests_go_first():
    assert starts(BY_LENGTH, "easy") == [0, 4, 1, 7]
    # 104 runs from 1 to 3; then 103 would run until 6, past the shadow 4.  102 from 4 to 7.
    assert starts(BY_LENGTH, "easy_sjbf") == [0, 4, 7, 1]


def test_extra_processors_go_to_short_requests_first():
    assert starts(ONE_EXTRA, "easy") == [0, 4, 1, 6]
    assert starts(ONE_EXTRA, "easy_sjbf") == [0, 4, 6, 1]


def test_heads_go_in_order_of_submission():
    # 102 (9 s) is the head at 4 although 103 (1 s) is shorter; 103 may not pass, for there is no free processor till 4.
    assert starts(workload([(0, 4, 1), (1, 9, 1), (2, 1, 1)], 1), "easy_sjbf") == [0, 4, 13]


def test_easy_sjbf_tells_who_passed_whom():
    assert told(BY_LENGTH, "easy_sjbf") == [
        (0, "start", 0, "head_fits"),
        (0, "reserve", 1, "reserved"),
        (1, "backfill", 3, "ends_by_shadow"),
        (1, "skip", 2, "does_not_fit"),
        (3, "skip", 2, "would_delay_head"),
        (4, "start", 1, "head_fits"),
        (4, "reserve", 2, "reserved"),
        (7, "start", 2, "head_fits"),
    ]
    assert (
        "From 1 s to 3 s it did not fit: it needs 1 processor and none was left at 1 s, after job 104 started; "
        "job 102 was first in the queue.\nFrom 3 s to 4 s it would have fitted (it needs 1 processor and 1 was free at 3 s), but by its "
        "requested time it would have run until 6 s, past 4 s" in sentences(BY_LENGTH, "easy_sjbf", 2)
    )
    assert "that is no more than the 1 which job 102 will leave over at its reservation at 4 s." in sentences(
        ONE_EXTRA, "easy_sjbf", 3
    )


# -- orders -----------------------------------------------------------------------------------------------------------

# While 101 has the machine until 10, these come; no two of them fit together.  Areas: 18, 8, 12, 12.
FOUR = workload([(0, 10, 4), (1, 6, 3), (2, 2, 4), (3, 4, 3), (4, 3, 4)], 4)


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("sjf", [0, 19, 10, 15, 12]),  # 2, 3, 4, 6 s
        ("lpt", [0, 10, 23, 16, 20]),  # 6, 4, 3, 2 s
        ("ljf", [0, 15, 10, 21, 12]),  # 4, 4 processors in order of submission, then 3, 3
        ("saf", [0, 19, 10, 12, 16]),  # 8, 12 (submitted at 3), 12 (at 4), 18
        # 10: 1.5^3 x 3 = 10.1, 4^3 x 4 = 256, 1.75^3 x 3 = 16.1, 2^3 x 4 = 32: 103.  12: 18.5, 34.2, (8/3)^3 x 4 = 75.9: 105.
        # 15: (14/6)^3 x 3 = 38.1, 3^3 x 3 = 81: 104.
        ("wfp3", [0, 19, 10, 15, 12]),
    ],
)
def test_orders(key, answer):
    assert starts(FOUR, key) == answer
    assert starts(FOUR, key, passing="any") == answer


@pytest.mark.parametrize(
    ("third", "answer"),
    [
        ((9, 2), [0, 10, 20]),  # 102: (10/10)^3 = 1.  103: (1/2)^3 = 0.125; sjf would start it
        ((8, 2), [0, 10, 20]),  # (2/2)^3 = 1: equal, so in order of submission
        ((8, 1), [0, 11, 10]),  # (2/1)^3 = 8
    ],
)
def test_wfp3_weighs_waits_against_lengths(third, answer):
    assert starts(workload([(0, 10, 1), (0, 10, 1), (*third, 1)], 1), "wfp3") == answer


def test_wfp3_counts_processors():
    # at 10: (8/4)^3 x 1 = 8 before; two processors, submitted later: (6/4)^3 x 2 = 6.75, or with wait 7: 10.7
    assert starts(workload([(0, 10, 2), (2, 4, 1), (4, 4, 2)], 2), "wfp3") == [0, 10, 14]
    assert starts(workload([(0, 10, 2), (2, 4, 1), (3, 4, 2)], 2), "wfp3") == [0, 14, 10]


def test_wfp3_makes_its_order_anew_at_a_pass_without_an_end():
    # At 1: 102 (1/10)^3 x 2 = 0.002, 103 has just come: it is behind 102 and may not pass, although it fits.
    # At 2, when 104 comes: 102 (2/10)^3 x 2 = 0.016, 103 (1/2)^3 = 0.125: it is first, and starts.
    # At 4: 102 (4/10)^3 x 2 = 0.128, 104 (2/1)^3 = 8.
    work = workload([(0, 10, 1), (0, 10, 2), (1, 2, 1), (2, 1, 1)], 2)
    assert starts(work, "wfp3") == [0, 10, 2, 4]
    assert told(work, "wfp3")[:4] == [
        (0, "start", 0, "head_fits"),
        (0, "skip", 1, "head_blocked"),
        (1, "skip", 2, "behind_head"),
        (2, "start", 2, "head_fits"),
    ]


@pytest.mark.parametrize("key", ORDERED)
@pytest.mark.parametrize(("passing", "other"), [("none", "fcfs"), ("easy", "easy"), ("any", "backfill")])
def test_equal_keys_leave_the_order_of_submission(key, passing, other):
    for seed in range(count(40)):
        random = Random(seed)
        sizes = [random.randint(1, 6) if key in ("sjf", "lpt") else 3 for _ in range(40)]
        rows = [
            (submit, random.randint(1, 8), size)
            for submit, size in zip(sorted(random.choices(range(60), k=40)), sizes, strict=True)
        ]
        asked = [8 if key != "ljf" else row[1] + random.randint(0, 5) for row in rows]
        work = workload(rows, 7, requested=asked)
        assert starts(work, key, passing=passing) == starts(work, other)
        if key == "sjf":
            assert starts(work, "easy_sjbf") == starts(work, "easy")


# -- who may pass -----------------------------------------------------------------------------------------------------

# sjf.  102 is first and needs the whole machine, at 10.  103 (3 s) is over before; 104 (20 s) is not.
BLOCKED = workload([(0, 10, 3), (1, 2, 4), (1, 3, 1), (1, 20, 1)], 4)


def test_who_may_pass_the_first_of_the_queue():
    assert starts(BLOCKED, "sjf") == [0, 10, 12, 12]
    assert starts(BLOCKED, "sjf", passing="easy") == [0, 10, 1, 12]
    assert starts(BLOCKED, "sjf", passing="any") == [0, 24, 1, 4]  # 104 runs from 4 to 24
    assert simulate(BLOCKED, "sjf", {"passing": "any"}).placed.flags.tolist() == [0, 0, 1, 1]
    assert simulate(BLOCKED, "sjf", {"passing": "none"}).placed.flags.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("key", ORDERED)
def test_only_these_three_may_pass(key):
    with pytest.raises(ParamError, match="passing = 'all'; wanted: one of none, easy, any"):
        simulate(BLOCKED, key, {"passing": "all"})


# sjf, easy.  102 (8 s) is first at 1, promised 10, and takes all: 103 (12 s) may not pass.  At 2 comes 104 (5 s), goes in
# front, is promised 10 and leaves 2 of 4 over: 103 starts, though no job has ended.  At 10 104 runs until 15, then 102.
IN_FRONT = workload([(0, 10, 3), (1, 8, 4), (1, 12, 1), (2, 5, 2)], 4)


def test_a_newcomer_in_front_changes_what_the_others_may():
    assert starts(IN_FRONT, "sjf", passing="easy") == [0, 15, 2, 10]
    assert told(IN_FRONT, "sjf", passing="easy") == [
        (0, "start", 0, "head_fits"),
        (1, "reserve", 1, "reserved"),
        (1, "skip", 2, "would_delay_head"),
        (2, "reserve", 3, "reserved"),
        (2, "skip", 1, "does_not_fit"),
        (2, "backfill", 2, "within_extra"),
        (10, "start", 3, "head_fits"),
        (10, "reserve", 1, "reserved"),
        (15, "start", 1, "head_fits"),
    ]
    assert (
        "From 1 s to 2 s it was first in the queue, but it needs 4 processors and 1 was free at 1 s; by requested "
        "times it was promised a start at 10 s, when job 101 is due to end.\n"
        "From 2 s to 10 s it did not fit: it needs 4 processors and 1 was free at 2 s; job 104 was first in the "
        "queue (job 104 asks for 5 s, job 102 for 8 s).\n"
        "From 10 s to 15 s it was first in the queue once job 104 had started, but it needs 4 processors and 1 was "
        "left at 10 s; by requested times it was promised a start at 15 s, when job 104 is due to end.\n"
        "It started at 15 s as the first in the queue: it needs 4 processors and 4 were free."
    ) in sentences(IN_FRONT, "sjf", 1, passing="easy")


def test_a_newcomer_in_front_that_starts_at_once_moves_the_reservation():
    # 102 (12 s) is promised 10.  At 2 103 (11 s) goes in front and starts: now 102 is promised 13, and 10 again when 103
    # ends early, at 9.
    made = simulate(workload([(0, 10, 2), (1, 8, 3), (2, 7, 1)], 3, requested=[10, 12, 11]), "sjf", {"passing": "easy"})
    assert made.placed.start.tolist() == [0, 10, 2]
    assert made.decisions.shadow[made.decisions.kind == RESERVE].tolist() == [10, 13, 10]


def test_a_newcomer_in_front_is_named_where_nobody_may_pass():
    assert told(IN_FRONT, "sjf") == [
        (0, "start", 0, "head_fits"),
        (1, "skip", 1, "head_blocked"),
        (1, "skip", 2, "behind_head"),
        (2, "skip", 3, "head_blocked"),
        (2, "skip", 1, "behind_head"),
        (2, "skip", 2, "behind_head"),
        (10, "start", 3, "head_fits"),
        (10, "skip", 1, "head_blocked"),
        (10, "skip", 2, "behind_head"),
        (15, "start", 1, "head_fits"),
        (15, "skip", 2, "head_blocked"),
        (23, "start", 2, "head_fits"),
    ]
    assert (
        "From 2 s to 10 s it stood behind job 104, which nothing may pass (job 104 asks for 5 s, job 103 for 12 s)."
        in sentences(IN_FRONT, "sjf", 2)
    )


def test_where_any_may_pass_the_one_passed_is_named():
    assert (
        "It was backfilled at 4 s ahead of job 102, which went first but did not fit: it needs 1 processor and 1 was "
        "free, and this policy holds nothing back for others." in sentences(BLOCKED, "sjf", 3, passing="any")
    )
    assert "From 1 s to 24 s it did not fit: it needs 4 processors and 1 was free at 1 s." in sentences(
        BLOCKED, "sjf", 1, passing="any"
    )


# -- the log is true --------------------------------------------------------------------------------------------------


def logged(key, params):
    cases = [make(seed) for seed in range(count(20)) for make in (strategies.rigid, strategies.closed)]
    return [simulate(case.workload, key, params, decisions="all") for case in cases]


def rows_of(made):
    """(row of decisions, from, to) of every reason a job waits, and how long it stood."""
    d, start = made.decisions, made.placed.start
    until = start.copy()
    for row in range(len(d) - 1, -1, -1):
        job = d.job[row]
        if d.kind[row] in (SKIP, RESERVE):
            yield row, d.time[row], until[job]
            until[job] = d.time[row]


def free_at(made, time):
    p = made.placed
    return made.workload.platform.processors - p.processors[(p.start <= time) & (p.end > time)].sum()


@each
def test_reasons_are_true_as_long_as_they_stand(key, params):
    seen = 0
    for made in logged(key, params):
        d, p, asked = made.decisions, made.placed, made.workload.jobs.requested_time
        for row, begin, end in rows_of(made):
            job, rule, free = d.job[row], RULES[d.rule[row]], free_at(made, begin)
            seen += 1
            if end > begin and d.blocker[row] >= 0 and rule != "reserved":  # the blocker waits as long as that is said
                assert p.submit[d.blocker[row]] <= begin and p.start[d.blocker[row]] >= end
            if d.kind[row] == SKIP:
                assert d.free[row] >= free and d.needed[row] == p.processors[job]  # others may start after it
            if rule in ("does_not_fit", "head_blocked"):
                assert p.processors[job] > d.free[row]
            if rule == "would_delay_head":
                assert d.extra[row] < p.processors[job] <= d.free[row]
                assert begin + asked[job] > d.shadow[row]
    assert seen > count(500)


@each
def test_every_second_of_a_wait_has_a_reason(key, params):
    for made in logged(key, params)[:20]:
        covered = np.zeros(len(made.placed))
        for row, begin, end in rows_of(made):
            covered[made.decisions.job[row]] += end - begin
        assert covered.tolist() == made.wait.tolist()


@each
def test_who_starts_fits_and_is_flagged_where_it_passes(key, params):
    for made in logged(key, params):
        d = made.decisions
        begins = np.flatnonzero(np.isin(d.kind, (START, BACKFILL)))
        assert sorted(d.job[begins]) == list(range(len(made.placed)))
        assert (d.free[begins] >= d.needed[begins]).all()
        assert (made.placed.flags[d.job[begins]] == (d.kind[begins] == BACKFILL)).all()
        passed = begins[(d.kind[begins] == BACKFILL) & (d.blocker[begins] >= 0)]
        assert (made.placed.start[d.blocker[passed]] > d.time[passed]).all()


# -- long queues ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="too long where kernels are interpreted")
@pytest.mark.parametrize("key", ["sjf", "wfp3"])
def test_a_queue_of_twenty_thousand_jobs_is_served(key):
    n = 20_000
    random = np.random.default_rng(3)
    rows = np.stack([np.sort(random.integers(0, 1_000, n)), random.integers(1, 500, n), random.integers(1, 9, n)], 1)
    made = simulate(workload(rows, 8), key, decisions=None)
    assert made.wait.max() > 1_000 and made.certificate.passed
