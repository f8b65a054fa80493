"""How good a plan is: the four criteria of fairness-2012 section 4.1, and which of two plans is better.

Mean bounded slowdown, wait and response are taken over the waiting jobs, as planned; F over all users known so far,
with the jobs that have ended, run and wait.  Durations of jobs that have not ended are the requested ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

BSD, WT, RT, F = range(4)
LEAST = 1e-9  # a smaller gain is rounding, so that equal plans stay equal on every machine
SHORTEST = 1.0  # s, the threshold of bounded slowdown in the paper


class Objective(NamedTuple):
    """What is known of users, and the criteria of the best plan and of the one that is tried."""

    user: np.ndarray  # [n] i8
    wait: np.ndarray  # [users] f8, of started jobs
    area: np.ndarray  # [users] f8, processors x time of submitted jobs; 0 for users yet unknown
    planned: np.ndarray  # [users] f8, planned waits of the best plan
    trial: np.ndarray  # [users] f8, what the tried plan adds to them
    weights: np.ndarray  # [4] f8
    sums: np.ndarray  # [3] f8 over the waiting jobs of the best plan, F left out
    best: np.ndarray  # [4] f8
    new: np.ndarray  # [4] f8


def new_objective(user: np.ndarray, users: int, weights: tuple[float, float, float, float]) -> Objective:
    """Nobody known yet."""
    return Objective(
        user, *(np.zeros(users) for _ in range(4)), np.array(weights), np.zeros(3), np.zeros(4), np.zeros(4)
    )


@part
def slowdown(wait, length):
    """Bounded slowdown of a job that waits so long and runs so long."""
    return max(1.0, (wait + length) / max(length, SHORTEST))


@inner
def learn(jobs, s, objective):
    """The ends and submissions of this event: how long a job really ran, and what is asked for."""
    for i in range(s.gone[0]):
        job = s.ended[i]
        early = jobs.requested[job] - jobs.runtime[job]
        objective.area[objective.user[job]] -= early * jobs.size[job]
    for i in range(s.new[0], s.new[1]):
        job = s.order[i]
        objective.area[objective.user[job]] += jobs.requested[job] * jobs.size[job]


@inner
def learn_waits(s, plan, objective):
    """The waits of the jobs that the plan starts now."""
    for i in range(plan.count[0]):
        job = plan.order[i]
        if plan.start[job] > s.now[0]:
            return
        objective.wait[objective.user[job]] += s.now[0] - s.submit[job]


@inner
def weigh(jobs, s, plan, objective):
    """Criteria of the plan as it is."""
    objective.planned[:] = 0.0
    objective.sums[:] = 0.0
    for i in range(plan.count[0]):
        job = plan.order[i]
        wait, length = plan.start[job] - s.submit[job], jobs.requested[job]
        objective.planned[objective.user[job]] += wait
        objective.sums[BSD] += slowdown(wait, length)
        objective.sums[WT] += wait
        objective.sums[RT] += wait + length
    for k in range(F):
        objective.best[k] = objective.sums[k] / plan.count[0]
    objective.best[F] = unfairness(objective)


@inner
def unfairness(objective):
    """F: sum of (UWT - NUWT)^2 over the known users (equations 4 and 5)."""
    users, total = 0, 0.0
    for o in range(len(objective.area)):
        if objective.area[o] > 0:
            users += 1
            total += _nuwt(objective, o)
    mean, spread = total / users, 0.0
    for o in range(len(objective.area)):
        if objective.area[o] > 0:
            spread += (mean - _nuwt(objective, o)) ** 2
    return spread


@part
def _nuwt(objective, o):
    return (objective.wait[o] + objective.planned[o] + objective.trial[o]) / objective.area[o]


@part
def gain(objective):
    """Weighted sum of the relative improvements of the tried plan (algorithm 1); 0 to 0 is none, 0 to more is -1."""
    total = 0.0
    for k in range(4):
        old, new = objective.best[k], objective.new[k]
        if old > 0:
            total += objective.weights[k] * (old - new) / old
        elif new > 0:
            total -= objective.weights[k]
    return total
