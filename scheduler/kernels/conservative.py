"""Conservative backfilling: every waiting job holds a reservation, and a job may pass others if it delays none of them.

At an instant: ends; then, if a job ended before its requested time, one pass in which reservations move up; then the
new jobs get the earliest reservations that delay nobody; then every job whose reservation is now starts.  A
reservation is an event of its own.  On several clusters each reservation is in one of them; a machine is one cluster.
"""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.engine.planning.plan import (
    BY_ARRIVAL,
    BY_START,
    NONE,
    REBUILD,
    compress,
    compress_by_arrival,
    first_due,
    free_early,
    log_standing,
    log_waiting,
    plan_new,
    rebuild,
    start_due,
)
from scheduler.engine.rigid.clusters import give_back
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, compression, log):
    """Fill s.start, s.backfilled, plan.promise, plan.promised and plan.clusters.of."""
    logged = False
    while advance_to(jobs, s, sessions, log, first_due(plan)):
        give_back(jobs, s, plan.clusters)
        logged = log_standing(log, jobs, s, plan, logged)
        early = free_early(jobs, s, plan)
        if early:
            if compression == BY_START:
                compress(jobs, s, plan, log)
            elif compression == BY_ARRIVAL:
                compress_by_arrival(jobs, s, plan, log)
            elif compression == REBUILD:
                rebuild(jobs, s, plan, log)
        plan_new(jobs, s, plan, log)
        start_due(jobs, s, plan, log)
        log_waiting(log, jobs, s, plan, early and compression != NONE)
