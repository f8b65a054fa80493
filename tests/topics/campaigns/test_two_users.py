"""All outcomes of two users: against a plain enumeration of orders, the worked example, and refusals."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.campaigns.bounds.two_users import outcomes
from tests.cases.small_campaigns import case


def plain(processors, *users, think=((), ())):
    """Completions of both users in every sequence of jobs that keeps campaigns in order, on every processor."""
    jobs = [(u, i, p) for u, campaigns in enumerate(users) for i, lengths in enumerate(campaigns) for p in lengths]
    found = set()
    for order in permutations(range(len(jobs))):
        indices = [[jobs[j][1] for j in order if jobs[j][0] == u] for u in range(2)]
        if any(of != sorted(of) for of in indices):
            continue
        for where in product(range(processors), repeat=len(jobs)):
            found.add(placed([jobs[j] for j in order], where, processors, think))
    return sorted(found)


def placed(jobs, where, processors, think):
    free, done = [0] * processors, {}
    for (u, i, p), q in zip(jobs, where, strict=True):
        begin = max(free[q], done[u, i - 1] + (think[u][i] if think[u] else 0) if i else 0)
        free[q] = begin + p
        done[u, i] = max(done.get((u, i), 0), free[q])
    return tuple(max(end for (user, _), end in done.items() if user == u) for u in range(2))


@pytest.mark.parametrize("seed", range(25))
def test_as_many_as_a_plain_enumeration_finds(seed):
    random = stream(seed)
    processors = int(whole(random, 1, 3, 1)[0])
    users = []
    for _ in range(2):
        sizes = whole(random, 1, 2, int(whole(random, 1, 2, 1)[0]))
        users.append([whole(random, 1, 5, int(size)).tolist() for size in sizes])
    if sum(len(lengths) for user in users for lengths in user) > 5:
        users = [user[:1] for user in users]
    think = [[0, 2][: len(user)] for user in users]
    assert [tuple(point) for point in outcomes(case(processors, *users, think=think)).complete.tolist()] == plain(
        processors, *users, think=think
    )


def test_figure_2_has_three_optimal_outcomes():
    found = outcomes(case(2, [[4, 4]], [[3, 7]]))
    assert found.complete[found.optimal].tolist() == [[4, 11], [8, 10], [11, 7]]
    assert found.zenith.tolist() == [4, 7] and found.nadir.tolist() == [11, 11]
    assert found.complete.tolist() == [list(point) for point in plain(2, [[4, 4]], [[3, 7]])]


def test_each_outcome_comes_with_a_schedule_that_gives_it():
    workload = case(2, [[2, 3], [1]], [[4], [1, 2]])
    found, jobs = outcomes(workload), workload.jobs
    for complete, start in zip(found.complete, found.start, strict=True):
        end = start + jobs.runtime
        assert [end[jobs.user == user].max() for user in range(2)] == complete.tolist()
        busy = [np.sum((start <= instant) & (end > instant)) for instant in start]
        assert max(busy) <= 2
        for user in range(2):
            first, second = ((jobs.user == user) & (workload.campaigns.index[jobs.campaign] == i) for i in range(2))
            assert start[second].min() >= end[first].max()


def test_what_policies_do_is_among_the_outcomes():
    workload = case(2, [[2, 3], [1]], [[4], [1, 2]])
    found = {tuple(point) for point in outcomes(workload).complete.tolist()}
    for policy in ("ostrich", "campaign_fcfs", "faircamp", "multicamp"):
        end = simulate(workload, policy).placed.end
        assert tuple(float(end[workload.jobs.user == user].max()) for user in range(2)) in found


@pytest.mark.parametrize(
    ("workload", "words"),
    [
        (case(2, [[1]]), "needs two users, and here are 1"),
        (case(2, [[1] * 5], [[1] * 4]), "at most 8 jobs"),
        (case(9, [[1]], [[1]]), "8 processors"),
    ],
)
def test_what_cannot_be_enumerated_is_told(workload, words):
    with pytest.raises(Unsupported, match=words):
        outcomes(workload)
