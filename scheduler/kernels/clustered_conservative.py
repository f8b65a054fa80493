"""Conservative backfilling on several clusters: every waiting job holds a reservation in the one it can start earliest.

The order of things at an instant is that of conservative.py: ends; where one was early a pass in which reservations
move up; reservations of the new jobs; starts of what is due.
"""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.engine.planning.clustered_plan import (
    compress,
    compress_by_arrival,
    free_early,
    plan_new,
    rebuild,
    start_due,
    tell_plan,
    tell_why_they_wait,
)
from scheduler.engine.planning.plan import BY_ARRIVAL, BY_START, REBUILD, first_due
from scheduler.engine.rigid.clusters import give_back
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, compression, log):
    """Fill s.start, s.backfilled, plan.promise, plan.promised and plan.clusters.of."""
    told = False
    while advance_to(jobs, s, sessions, log, first_due(plan)):
        give_back(jobs, s, plan.clusters)
        if log is not None and not told and log.window[0] <= s.now[0]:
            tell_plan(jobs, s, plan, log)
            told = True
        if free_early(jobs, s, plan):
            if compression == BY_START:
                compress(jobs, s, plan, log)
            elif compression == BY_ARRIVAL:
                compress_by_arrival(jobs, s, plan, log)
            elif compression == REBUILD:
                rebuild(jobs, s, plan, log)
        plan_new(jobs, s, plan, log)
        start_due(jobs, s, plan, log)
        if log is not None:
            tell_why_they_wait(jobs, s, plan, log)
