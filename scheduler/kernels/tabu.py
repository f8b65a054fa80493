"""Conservative backfilling whose plan is searched for a better one every few minutes."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import SEARCHED
from scheduler.engine.planning.journal import spent
from scheduler.engine.planning.objective import learn, learn_waits
from scheduler.engine.planning.plan import (
    compress,
    first_due,
    free_early,
    log_plan,
    log_standing,
    log_waiting,
    plan_new,
    start_due,
)
from scheduler.engine.planning.search import improve, is_tick, next_tick
from scheduler.engine.rigid.clusters import give_back
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, search, first, period, iterations, most, log):
    """Fill what conservative backfilling fills, and search.journal; ticks at first + k period, k = 1, 2, ...

    Stops when the search is given up, in the middle of the run.
    """
    logged, tick = False, np.inf
    while not spent(search.journal) and advance_to(jobs, s, sessions, log, min(first_due(plan), tick)):
        now = s.now[0]
        give_back(jobs, s, plan.clusters)
        logged = log_standing(log, jobs, s, plan, logged)
        early = free_early(jobs, s, plan)
        if early:
            compress(jobs, s, plan, log)
        learn(jobs, s, search.objective)
        plan_new(jobs, s, plan, log)
        _start(jobs, s, plan, search, log)
        if plan.count[0] > 0 and is_tick(now, first, period):
            _tick(jobs, s, plan, search, iterations, most, log)
        tick = next_tick(now, first, period) if plan.count[0] > 0 else np.inf
        log_waiting(log, jobs, s, plan, early)


@part
def _start(jobs, s, plan, search, log):
    """Start what is due, and count its wait for its user."""
    learn_waits(s, plan, search.objective)
    start_due(jobs, s, plan, log)


@part
def _tick(jobs, s, plan, search, iterations, most, log):
    """Search for a better plan, and start what is due by it."""
    _remember(plan, search, log)
    if improve(jobs, s, plan, search, min(most, np.int64(iterations * plan.count[0]))):
        _log_moved(jobs, s, plan, search, log)
        _start(jobs, s, plan, search, log)


# ---- the log --------------------------------------------------------------------------------------------------------


@part
def _remember(plan, search, log):
    """What the plan was before the search."""
    if log is None:
        return
    for i in range(plan.count[0]):
        job = plan.order[i]
        search.before[job], search.there[job] = plan.start[job], plan.clusters.of[job]


@part
def _log_moved(jobs, s, plan, search, log):
    if log is None:
        return
    for i in range(plan.count[0]):
        job = plan.order[i]
        if plan.start[job] != search.before[job] or plan.clusters.of[job] != search.there[job]:
            log_plan(log, jobs, s, plan, job, SEARCHED)
