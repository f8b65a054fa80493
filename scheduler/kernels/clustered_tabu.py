"""Conservative backfilling on several clusters whose plan is searched for a better one every few minutes.

The order of things at an instant is that of tabu.py; a search may carry reservations to other clusters.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import SEARCHED
from scheduler.engine.planning.clustered_plan import (
    compress,
    free_early,
    plan_new,
    start_due,
    tell_plan,
    tell_reserved,
    tell_why_they_wait,
)
from scheduler.engine.planning.clustered_search import improve
from scheduler.engine.planning.journal import spent
from scheduler.engine.planning.objective import learn, learn_waits
from scheduler.engine.planning.plan import first_due
from scheduler.engine.planning.search import is_tick, next_tick
from scheduler.engine.rigid.clusters import give_back
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, search, first, period, iterations, most, log):
    """Fill what conservative backfilling fills, and search.one.journal; ticks at first + k period, k = 1, 2, ...

    Stops when the search is given up, in the middle of the run.
    """
    told, tick, objective = False, np.inf, search.one.objective
    while not spent(search.one.journal) and advance_to(jobs, s, sessions, log, min(first_due(plan), tick)):
        now = s.now[0]
        give_back(jobs, s, plan.clusters)
        if log is not None and not told and log.window[0] <= now:
            tell_plan(jobs, s, plan, log)
            told = True
        if free_early(jobs, s, plan):
            compress(jobs, s, plan, log)
        learn(jobs, s, objective)
        plan_new(jobs, s, plan, log)
        _start(jobs, s, plan, objective, log)
        if plan.count[0] > 0 and is_tick(now, first, period):
            _tick(jobs, s, plan, search, iterations, most, log)
        tick = next_tick(now, first, period) if plan.count[0] > 0 else np.inf
        if log is not None:
            tell_why_they_wait(jobs, s, plan, log)


@part
def _start(jobs, s, plan, objective, log):
    """Start what is due, and count its wait for its user."""
    learn_waits(s, plan, objective)
    start_due(jobs, s, plan, log)


@part
def _tick(jobs, s, plan, search, iterations, most, log):
    if log is not None:
        for i in range(plan.count[0]):
            job = plan.order[i]
            search.one.before[job], search.there[job] = plan.start[job], plan.clusters.of[job]
    changed = improve(jobs, s, plan, search, min(most, np.int64(iterations * plan.count[0])))
    if changed and log is not None:
        for i in range(plan.count[0]):
            job = plan.order[i]
            if plan.start[job] != search.one.before[job] or plan.clusters.of[job] != search.there[job]:
                tell_reserved(jobs, s, plan, log, job, SEARCHED)
    if changed:
        _start(jobs, s, plan, search.one.objective, log)
