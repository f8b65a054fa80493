"""Conservative backfilling: every waiting job holds a reservation, and a job may pass others if it delays none of them.

At an instant: ends; then, if a job ended before its requested time, one pass in which reservations move up; then the
new jobs get the earliest reservations that delay nobody; then every job whose reservation is now starts.  A
reservation is an event of its own.
"""

from __future__ import annotations

from scheduler.compiled import kernel, part
from scheduler.engine.planning.plan import (
    BY_ARRIVAL,
    BY_START,
    REBUILD,
    compress,
    compress_by_arrival,
    first_due,
    free_early,
    plan_new,
    rebuild,
    start_due,
    tell_plan,
    tell_why_they_wait,
)
from scheduler.engine.rigid.space import advance_to


@kernel
def run(jobs, s, sessions, plan, compression, log):
    """Fill s.start, s.backfilled and plan.promise."""
    machine, told = s.free[0], False
    while advance_to(jobs, s, sessions, log, first_due(plan)):
        if log is not None and not told and log.window[0] <= s.now[0]:
            tell_plan(jobs, s, plan, log)
            told = True
        until = free_early(jobs, s, plan)
        if until > s.now[0]:
            _pass(jobs, s, plan, compression, machine, until, log)
        plan_new(jobs, s, plan, log)
        start_due(jobs, s, plan, log)
        if log is not None:
            tell_why_they_wait(jobs, s, plan, log)


@part
def _pass(jobs, s, plan, compression, machine, until, log):
    if compression == BY_START:
        compress(jobs, s, plan, until, log)
    elif compression == BY_ARRIVAL:
        compress_by_arrival(jobs, s, plan, log)
    elif compression == REBUILD:
        rebuild(jobs, s, plan, machine, log)
