"""The scheduler of Slurm: a main pass that starts jobs in their order, and a backfill pass that plans the others.

A job joins the queue when it is submitted, and not before its time has come, those it depends on have ended and the
reservation that it is bound to has begun.

The main pass is made whenever jobs end, soon after submissions, and now and then for the whole queue.  It looks at jobs
by priority and starts what has room.  The first job of a partition that has none closes the partition, with all of its
nodes, until the pass is over.

The backfill pass is made at the ticks of a clock.  Job by job it asks for the earliest time at which nodes of the
partition that nobody has reserved have room: a job that may start now is started, for the others their nodes are
reserved from then on, as long as they ask for.  Reservations take whole nodes, whatever the job holds of them, and are
forgotten when the pass is over.  A pass that finds things as the one before left them changes nothing and is left out.

Priorities are made anew at the ticks of a third clock, at which usage decays and is added to.  At an instant: ends,
stops of jobs whose reservation is over, submissions, priorities, the main pass, the backfill pass.

Source: slurmctld and its plugins backfill and priority/multifactor, Slurm 22.05.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel, part
from scheduler.engine.rigid.sessions import job_ended
from scheduler.engine.rigid.space import FINISHED, advance_to, sort_expected, start, submit_more
from scheduler.topics.slurm.engine.ineligible_jobs import is_eligible, leave_system, next_begin, stay_outside
from scheduler.topics.slurm.engine.limits import count_job, count_nodes
from scheduler.topics.slurm.engine.maintenance import ends_now, next_end
from scheduler.topics.slurm.engine.nodes import occupy
from scheduler.topics.slurm.engine.passes import backfill_pass, main_pass
from scheduler.topics.slurm.engine.preemption import next_exempt
from scheduler.topics.slurm.engine.queue import join_queue, priority_of, set_rank, sort_queue
from scheduler.topics.slurm.engine.reservations import NONE, next_stop, used_by
from scheduler.topics.slurm.engine.shares import add_usage, decay, forget, rank, weigh
from scheduler.topics.slurm.engine.stops import leave_nodes, stop_bound, use

PRIORITIES, WHOLE, BACKFILL = range(3)  # clocks


@kernel
def run(jobs, s, sessions, c, settings, log):
    """Fill s.start and s.backfilled."""
    asked = changed = unplanned = False  # for a main pass; since the whole queue was looked at, or planned
    stopped = False  # whether a job was preempted at the event before, which is as an end
    last_main = -np.inf
    while advance_to(jobs, s, sessions, log, _due(s, c, settings, asked, changed, unplanned, last_main, stopped)):
        now, ended = s.now[0], s.gone[0] > 0 or stopped
        stopped = started = False
        if s.expected.sorted[0] == 0:
            sort_expected(jobs, s)
        for i in range(s.gone[0]):
            _end(jobs, s, c, settings, s.ended[i])
        if stop_bound(jobs, s, c, settings, log):
            ended = True
            _tell_cancelled(s, c, sessions)
            submit_more(jobs, s, sessions, log)
        runs = c.preemption.count[0]
        joined = _join(jobs, s, c, log)
        asked = asked or joined
        moved = _counts(s, c, settings, ended) and _hear(c, settings, PRIORITIES, now)
        moved = moved and _set_priorities(jobs, s, c, settings)
        opened = ends_now(c.maintenance, now) or ends_now(c.reserved, now)
        if ends_now(c.reserved, now):
            _leave_reservations(s, c)
        if moved or ended or joined or opened or _exempt_no_more(s, c):
            changed = unplanned = True
        if c.queue.count[0] == 0:
            continue
        whole = changed and _hear(c, settings, WHOLE, now)
        wanted = asked and now >= last_main + settings.delay
        if whole or wanted or ended:
            if whole or wanted:
                asked, last_main = False, now
            started = main_pass(jobs, s, c, settings, whole, log)
            unplanned = started or unplanned
            changed = changed and not whole
        if settings.backfill and unplanned and c.queue.count[0] > 0 and _hear(c, settings, BACKFILL, now):
            unplanned = backfill_pass(jobs, s, c, settings, log)
            changed, started = changed or unplanned, started or unplanned
        if started and c.preemption.on:  # what has started may be preempted from the next instant on
            changed = unplanned = True
        stopped = c.preemption.count[0] > runs
        _tell_cancelled(s, c, sessions)


@kernel
def one_step(jobs, s, c, settings, running, began, counts, waiting, now):
    """Start who would be started now: one main pass over the whole queue, then a backfill pass.

    running: jobs that run, in the order in which they began (s); counts: [running, nodes] processors that they hold;
    waiting: jobs with their priorities in the queue set.
    """
    for i in range(len(running)):
        s.now[0] = began[i]
        occupy(c.nodes, running[i], counts[i])
        count_job(c.limits, running[i], jobs.size[running[i]], 1)
        count_nodes(c.limits, c.nodes, running[i], 1)
        start(jobs, s, running[i])
    s.now[0] = now
    sort_expected(jobs, s)
    for i in range(len(waiting)):
        c.since[waiting[i]] = jobs.submit[waiting[i]]
        _set_rank(s, c, waiting[i])
        join_queue(c.queue, waiting[i])
    main_pass(jobs, s, c, settings, True, None)
    if settings.backfill and c.queue.count[0] > 0:
        backfill_pass(jobs, s, c, settings, None)


# ---- clocks ---------------------------------------------------------------------------------------------------------


@part
def _due(s, c, settings, asked, changed, unplanned, last_main, stopped):
    """When the scheduler wants to be woken, whatever else happens."""
    due, waiting = np.inf, c.queue.count[0] > 0
    if stopped:
        return s.now[0]
    if c.weights.multifactor and (waiting or (c.weights.share > 0 and s.ends.count[0] > 0)):
        due = min(due, _next_tick(c, settings, PRIORITIES, s.now[0]))
    if waiting and changed:
        due = min(due, _next_tick(c, settings, WHOLE, s.now[0]))
    if waiting and unplanned and settings.backfill:
        due = min(due, _next_tick(c, settings, BACKFILL, s.now[0]))
    if waiting and asked:
        due = min(due, max(s.now[0], last_main + settings.delay))
    if waiting:
        due = min(due, next_end(c.maintenance, s.now[0]), next_end(c.reserved, s.now[0]))
        due = min(due, next_exempt(s, c.preemption, s.now[0]))
    if c.outside.count[0] > 0:
        due = min(due, next_begin(s, c.outside))
    if s.ends.count[0] > 0:
        due = min(due, next_stop(c.reserved, s.now[0]))
    if c.weights.share > 0 and s.control[FINISHED] < len(c.partition):
        due = min(due, _next_reset(settings, s.now[0]))
    return due


@part
def _next_reset(settings, now):
    """When usage is reset next, s, later than now; inf never."""
    place = np.searchsorted(settings.resets, now, "right")
    return settings.resets[place] if place < len(settings.resets) else np.inf


@part
def _counts(s, c, settings, ended):
    """Whether priorities are anybody's: somebody waits, or runs and uses his share, or has just `ended`, or all usage
    is reset now."""
    resets = _next_reset(settings, np.nextafter(s.now[0], -np.inf)) == s.now[0]
    uses = c.weights.share > 0 and (s.ends.count[0] > 0 or ended or resets)
    return c.weights.multifactor and (c.queue.count[0] > 0 or uses)


@part
def _next_tick(c, settings, clock, now):
    """The first tick of a clock that is not before now and has not been heard."""
    first, period = settings.origins[clock], settings.ticks[clock]
    count = np.floor((now - first) / period)
    while first + count * period < now or first + count * period <= c.heard[clock]:
        count += 1
    return first + count * period


@part
def _hear(c, settings, clock, now):
    """Whether a clock ticks now, for the first time it is asked."""
    ticks = _next_tick(c, settings, clock, now) == now
    if ticks:
        c.heard[clock] = now
    return ticks


# ---- priorities -----------------------------------------------------------------------------------------------------


@part
def _priority(c, job, fixed, now):
    return priority_of(c.weights, job, fixed, now - c.since[job], c.shares.factor[c.association[job]])


@inner
def _join(jobs, s, c, log):
    """Let those outside into the queue who may join it, then those submitted now; whether anybody joined."""
    o, joined = c.outside, False
    count = o.count[0]
    o.count[0] = 0
    for i in range(count):
        joined = _submit_or_leave(jobs, s, c, o.job[i], log) or joined
    for i in range(s.new[0], s.new[1]):
        joined = _submit_or_leave(jobs, s, c, s.order[i], log) or joined
    return joined


@part
def _submit_or_leave(jobs, s, c, job, log):
    if is_eligible(jobs, s, c.outside, job, log):
        _submit(s, c, job)
        return True
    stay_outside(c.outside, job)
    return False


@inner
def _submit(s, c, job):
    """Put a job into the queue."""
    c.since[job] = s.now[0]
    c.queue.priority[job] = _priority(c, job, c.weights.at_first, s.now[0])
    _set_rank(s, c, job)
    join_queue(c.queue, job)


@part
def _set_rank(s, c, job):
    set_rank(c.queue, job, used_by(c.reserved, job, s.now[0]) != NONE)


@inner
def _leave_reservations(s, c):
    """Put jobs whose reservation has ended among all others."""
    for i in range(c.queue.count[0]):
        _set_rank(s, c, c.queue.job[i])
    sort_queue(c.queue)


@inner
def _end(jobs, s, c, settings, job):
    """Take back what a job held that has ended."""
    leave_system(c.outside, job)
    leave_nodes(jobs, s, c, settings, job)


@part
def _exempt_no_more(s, c):
    """Whether a running job may be preempted from now on."""
    return c.preemption.on and next_exempt(s, c.preemption, np.nextafter(s.now[0], -np.inf)) == s.now[0]


@part
def _tell_cancelled(s, c, sessions):
    """Let campaigns of a closed loop know of jobs that were cancelled."""
    if sessions is not None:
        for i in range(c.preemption.count[1]):
            job_ended(sessions, c.preemption.gone[i], s.now[0])
    c.preemption.count[1] = 0


@inner
def _set_priorities(jobs, s, c, settings):
    """Let usage decay, add what has been used since, and put the queue in its new order; whether that is another."""
    now = s.now[0]
    if c.weights.share > 0:
        forget(c.shares, settings.resets, c.added[0], now)
        if now > c.added[0] > -np.inf:
            decay(c.shares, settings.decay, now - c.added[0])
        for i in range(s.ends.count[0]):
            use(jobs, s, c, settings, s.ends.item[i])
        c.added[0] = now
        if settings.fair_tree:
            rank(c.shares)
        else:
            weigh(c.shares, settings.damping)
    for i in range(c.queue.count[0]):
        job = c.queue.job[i]
        c.queue.priority[job] = _priority(c, job, c.weights.fixed, now)
    return sort_queue(c.queue)


@kernel
def trace_factors(jobs, c, settings, ticks, start, end, by_end, factors):
    """Set the fair-share factors of all associations after each tick, by what ran when.

    ticks: [ticks] s, ascending; start, end: [n] s; by_end: [n] rows in order of end; factors: [ticks, associations].
    """
    ended = 0
    for i in range(len(ticks)):
        while ended < len(by_end) and end[by_end[ended]] <= ticks[i]:
            job = by_end[ended]
            if settings.counts_ends:
                _add_recorded(jobs, c, settings, job, start[job], end[job])
            ended += 1
        forget(c.shares, settings.resets, c.added[0], ticks[i])
        if ticks[i] > c.added[0] > -np.inf:
            decay(c.shares, settings.decay, ticks[i] - c.added[0])
        for j in range(ended, len(by_end)):
            if start[by_end[j]] < ticks[i]:
                _add_recorded(jobs, c, settings, by_end[j], start[by_end[j]], ticks[i])
        c.added[0] = ticks[i]
        if settings.fair_tree:
            rank(c.shares)
        else:
            weigh(c.shares, settings.damping)
        for one in range(len(c.shares.factor)):
            factors[i, one] = c.shares.factor[one]


@part
def _add_recorded(jobs, c, settings, job, start, until):
    ran = until - max(start, c.added[0])
    if ran > 0:
        add_usage(c.shares, c.association[job], c.weights.usage[job], ran, settings.decay)
