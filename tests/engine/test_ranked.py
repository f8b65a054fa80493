"""The tree that finds who may start, against looking at all who wait."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scheduler.engine.rigid.aging import enter_aging, foremost, leave_aging, new_aging
from scheduler.engine.rigid.ranked import anybody, enter, first, leave, new_ranked
from scheduler.engine.rigid.space import Jobs, new_state

drawn = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 9), st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=30
)


def tables(rows):
    submit = np.sort(np.array([row[3] for row in rows], float))
    requested = np.array([row[1] for row in rows], float)
    return Jobs(submit, requested, requested, np.array([row[0] for row in rows]))


@given(drawn, st.integers(1, 7), st.integers(1, 12), st.integers(0, 4), st.randoms(use_true_random=False))
def test_the_first_who_may_start_is_found(rows, free, shadow, extra, random):
    jobs, group = tables(rows), np.unique([row[2] for row in rows], return_inverse=True)[1].astype(np.int64)
    ranked, twin = new_ranked(group), []
    for job in range(len(rows)):
        enter(ranked, jobs, job)
        twin.append(job)
        if random.random() < 0.3:
            leave(ranked, twin.pop(random.randrange(len(twin))))
        may = [
            j
            for j in sorted(twin, key=lambda j: (group[j], j))
            if jobs.size[j] <= free and (1 + jobs.requested[j] <= shadow or jobs.size[j] <= extra)
        ]
        assert first(ranked, 1.0, free, float(shadow), extra, 0) == (may[0] if may else -1)


@given(drawn, st.integers(1, 7), st.integers(1, 30), st.integers(0, 4), st.randoms(use_true_random=False))
def test_the_job_of_highest_priority_is_found(rows, free, shadow, extra, random):
    jobs = tables(rows)
    s = new_state(jobs, 7, None, np.zeros(2, np.int64), False)
    ranked, twin = new_ranked(np.zeros(len(rows), np.int64)), []
    aging = new_aging(ranked)
    s.now[0] = 10
    for job in range(len(rows)):
        enter(ranked, jobs, job)
        enter_aging(ranked, aging, jobs, s, job)
        twin.append(job)
        if random.random() < 0.3:
            gone = twin.pop(random.randrange(len(twin)))
            leave(ranked, gone)
            leave_aging(ranked, aging, gone)
        s.now[0] += random.choice((0, 0, 1, 7))
        may = [
            j
            for j in twin
            if jobs.size[j] <= free and (s.now[0] + jobs.requested[j] <= shadow or jobs.size[j] <= extra)
        ]
        best = max(
            may, key=lambda j: (((s.now[0] - jobs.submit[j]) / jobs.requested[j]) ** 3 * jobs.size[j], -j), default=-1
        )
        assert foremost(ranked, aging, jobs, s, free, float(shadow), extra) == best


@given(drawn)
def test_all_who_wait_are_walked_through_in_order(rows):
    jobs, group = tables(rows), np.unique([row[2] for row in rows], return_inverse=True)[1].astype(np.int64)
    ranked, found = new_ranked(group), []
    for job in range(len(rows)):
        enter(ranked, jobs, job)
    leave(ranked, 0)
    job = anybody(ranked, 0)
    while job >= 0:
        found.append(job)
        job = anybody(ranked, ranked.place[job] + 1)
    assert found == sorted(range(1, len(rows)), key=lambda job: (group[job], job))
