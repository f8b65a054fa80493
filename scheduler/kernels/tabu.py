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
    plan_new,
    start_due,
    tell_plan,
    tell_reserved,
    tell_why_they_wait,
)
from scheduler.engine.planning.search import improve, is_tick, next_tick
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, search, first, period, iterations, most, log):
    """Fill s.start, s.backfilled, plan.promise and search.journal; ticks at first + k period, k = 1, 2, ...

    Stops when the search is given up, in the middle of the run.
    """
    told, tick = False, np.inf
    while not spent(search.journal) and advance_to(jobs, s, sessions, log, min(first_due(plan), tick)):
        now = s.now[0]
        if log is not None and not told and log.window[0] <= now:
            tell_plan(jobs, s, plan, log)
            told = True
        until = free_early(jobs, s, plan)
        if until > now:
            compress(jobs, s, plan, until, log)
        learn(jobs, s, search.objective)
        plan_new(jobs, s, plan, log)
        _start(jobs, s, plan, search, log)
        if plan.count[0] > 0 and is_tick(now, first, period):
            _tick(jobs, s, plan, search, iterations, most, log)
        tick = next_tick(now, first, period) if plan.count[0] > 0 else np.inf
        if log is not None:
            tell_why_they_wait(jobs, s, plan, log)


@part
def _start(jobs, s, plan, search, log):
    """Start what is due, and count its wait for its user."""
    learn_waits(s, plan, search.objective)
    start_due(jobs, s, plan, log)


@part
def _tick(jobs, s, plan, search, iterations, most, log):
    if log is not None:
        for i in range(plan.count[0]):
            search.before[plan.order[i]] = plan.start[plan.order[i]]
    changed = improve(jobs, s, plan, search, min(most, np.int64(iterations * plan.count[0])))
    if changed and log is not None:
        for i in range(plan.count[0]):
            job = plan.order[i]
            if plan.start[job] != search.before[job]:
                tell_reserved(jobs, s, plan, log, job, SEARCHED)
    if changed:
        _start(jobs, s, plan, search, log)
