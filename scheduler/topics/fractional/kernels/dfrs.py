"""Dynamic fractional resource scheduling: the event loop of all its algorithms.

At an instant all complete jobs leave; jobs that arrive are placed one after the other (greedily, pausing or moving
others where the algorithm does that); at a period, or where MCB8 is used on arrivals or completions, all jobs are
placed anew, and that takes the place of greedy placing; then, with a star, what is free is handed to jobs without
nodes, by priority.  What has become of all that is settled, and every job is given its yield.

The kernel stops with JOURNAL where the journal is too short for what may happen next, and with PROGRAM where there is
no room for the linear program behind opt=avg; called again once they have grown, it goes on.  With GIVEN_UP there
were as many periods as there may be.

Source: Casanova, Stillwell and Vivien 2011, sections 4.2 to 4.7.  Where the paper is silent: an arrival at the instant
of a period is left to MCB8; several arrivals at one instant are handled one by one, and jobs paused for the first are
paused when the next is looked at; a job that has lost its nodes gets none at that instant.  With /stretch-per yields
are raised anew at every event from what the last period granted, for the time left until the next one.

Where yields decay (rules.decay) they are set at every event, by what jobs count then: see decay.py.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.decision_log import (
    ARRIVE,
    AWAITS_PERIOD,
    LEFT_OUT,
    MEMORY_SHORT,
    NONE,
    PACKED_AT_ARRIVAL,
    PACKED_AT_END,
    PACKED_AT_PERIOD,
    PACKED_FOR_STRETCH,
    note,
    skip,
)
from scheduler.engine.rigid.space import STOP
from scheduler.topics.fractional.engine.average import COLUMNS, least_average_stretch, maximize, set_up
from scheduler.topics.fractional.engine.decay import fill_by_weight, weight_of
from scheduler.topics.fractional.engine.fractions import MCB8, NOTHING, OPT_AVG, OPT_MAX, OPT_MIN
from scheduler.topics.fractional.engine.placement import hand_out, place_all, place_arrivals, rank_all, unmark
from scheduler.topics.fractional.engine.segments import fits
from scheduler.topics.fractional.engine.sharing import (
    ACTIVE,
    ENDED,
    LEFT,
    NEAR,
    PHASE,
    ROWS,
    RUNS,
    SUBMITTED,
    TICK,
    apply,
    end_jobs,
    settle,
    update_priorities,
    whole_micros,
)
from scheduler.topics.fractional.engine.yields import allotted, base, cut, fill_up, raise_smallest

DONE, JOURNAL, PROGRAM, GIVEN_UP = range(4)  # why run() returns
ADVANCE, SHARE = range(2)  # where it goes on: cell PHASE


@kernel
def run(jobs, m, rules, segments, control, log):
    """Go on until all jobs are complete (DONE), or something has to grow, or control says stop (DONE)."""
    s = m.sharing
    while control[STOP] == 0:
        if s.count[PHASE] == SHARE:
            if not _share(jobs, m, rules):
                return PROGRAM
            apply(jobs, s, segments, m.yields.target)
            s.count[PHASE] = ADVANCE
        time = _next_event(jobs, s, rules)
        if time == np.inf:
            return DONE
        if s.count[LEFT] == 0:
            return GIVEN_UP
        if not _room(jobs, s, segments, time):
            return JOURNAL
        s.now[0] = time
        if _instant(jobs, m, rules, segments, control, log) or rules.stretch or rules.decay > 0.0:
            s.count[PHASE] = SHARE
    return DONE


@inner
def _next_event(jobs, s, rules):
    """When something happens next: an end, an arrival, a period while there are jobs."""
    time = np.inf
    if s.count[SUBMITTED] < len(jobs.submit):
        time = jobs.submit[s.count[SUBMITTED]]
        if s.count[ACTIVE] == 0 and rules.period < np.inf:
            s.count[TICK] = max(s.count[TICK], np.int64(np.ceil((time - NEAR) / rules.period)))
    for i in range(s.count[ACTIVE]):
        time = min(time, s.finish[s.active[i]])
    if s.count[ACTIVE] > 0 and rules.period < np.inf:
        time = min(time, s.count[TICK] * rules.period)
    return time


@inner
def _room(jobs, s, segments, time):
    """Whether the journal has room for all that can happen at an instant; if not, s.count says what it takes."""
    last, tasks = s.count[SUBMITTED], 0
    while last < len(jobs.submit) and jobs.submit[last] <= time + NEAR:
        tasks += jobs.tasks[last]
        last += 1
    for i in range(s.count[ACTIVE]):
        tasks += jobs.tasks[s.active[i]]
    s.count[ROWS], s.count[RUNS] = 2 * s.count[ACTIVE], tasks
    return fits(segments, s.count[ROWS], s.count[RUNS])


@inner
def _instant(jobs, m, rules, segments, control, log):
    """All that happens now; returns whether a job stands elsewhere than before, or has left."""
    s = m.sharing
    ended = end_jobs(jobs, m.nodes, s, segments, control, log)
    first = s.count[SUBMITTED]
    _arrive(jobs, s, log)
    update_priorities(jobs, s, rules.priority)
    why, trigger = _why_anew(s, rules, ended, first)
    greedy = NOTHING < rules.submission < MCB8
    hands_out = greedy and rules.star and (rules.eager or ended > 0)
    if why != NONE:
        place_all(jobs, m, rules, why, trigger, log)
    elif greedy:
        place_arrivals(jobs, m, rules, first)
    if hands_out:
        hand_out(jobs, m)
    unmark(m)
    changed = settle(jobs, m.nodes, s, segments, rules.penalty, m.packing.level[0], log)
    if log is not None:
        rule = LEFT_OUT if why != NONE else MEMORY_SHORT if greedy else AWAITS_PERIOD
        _log_waiting(jobs, m, rule, hands_out or why != NONE, log)
    return changed or ended > 0


@inner
def _why_anew(s, rules, ended, first):
    """(rule of the log, job) that make MCB8 place all jobs anew at this instant; NONE where it is not called."""
    if rules.period < np.inf and s.count[TICK] * rules.period <= s.now[0] + NEAR:
        s.count[TICK] += 1
        s.count[LEFT] -= 1
        return PACKED_FOR_STRETCH if rules.stretch else PACKED_AT_PERIOD, -1
    if rules.submission == MCB8 and s.count[SUBMITTED] > first:
        return PACKED_AT_ARRIVAL, first
    if rules.submission == MCB8 and rules.star and ended > 0:
        return PACKED_AT_END, s.count[ENDED]
    return NONE, -1


@inner
def _log_waiting(jobs, m, rule, all_, log):
    """Note why jobs that have not started yet go on waiting: all of them, or those that have just arrived."""
    s = m.sharing
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if np.isnan(s.start[job]) and (all_ or s.flow[job] == 0.0):
            value = m.packing.level[0] if rule == LEFT_OUT else np.nan
            skip(log, s.now[0], job, rule, free=-1, needed=jobs.tasks[job], value=value)


@inner
def _arrive(jobs, s, log):
    """All jobs submitted by now become active."""
    now = s.now[0]
    while s.count[SUBMITTED] < len(jobs.submit) and jobs.submit[s.count[SUBMITTED]] <= now + NEAR:
        job = s.count[SUBMITTED]
        s.active[s.count[ACTIVE]] = job
        s.count[ACTIVE] += 1
        s.count[SUBMITTED] += 1
        note(log, now, ARRIVE, job, NONE, free=-1, needed=jobs.tasks[job])


# ---- yields ----------------------------------------------------------------------------------------------------------


@inner
def _share(jobs, m, rules):
    """Fill yields.target; False when there is no room for the linear program."""
    s, y = m.sharing, m.yields
    active, count = s.active, s.count[ACTIVE]
    if rules.decay > 0.0:
        for i in range(count):
            y.weight[active[i]] = weight_of(whole_micros(s.virtual[active[i]]), rules.decay)
        fill_by_weight(jobs, m.nodes, y, active, count, rules.opt == OPT_MIN)
        return rules.opt != OPT_AVG or _share_on_average(jobs, m, rules)
    if rules.stretch:
        for i in range(count):
            y.target[active[i]] = y.floor[active[i]]
    else:
        base(jobs, m.nodes, y, active, count, rules.quantum)
    if rules.opt == OPT_MIN:
        fill_up(jobs, m.nodes, y, active, count, rules.quantum)
    elif rules.opt == OPT_MAX:
        ahead = s.count[TICK] * rules.period - s.now[0]
        rank_all(m)
        raise_smallest(jobs, m.nodes, y, active, count, s.flow, s.virtual, ahead, m.rank, rules.quantum)
    elif rules.opt == OPT_AVG:
        return _share_on_average(jobs, m, rules)
    return True


@inner
def _share_on_average(jobs, m, rules):
    """The same for opt=avg."""
    s, y, q = m.sharing, m.yields, m.program
    if not set_up(jobs, m.nodes, y, s.active, s.count[ACTIVE], q):
        return False
    ahead = s.count[TICK] * rules.period - s.now[0] if rules.stretch else 0.0
    if rules.stretch and not rules.inverse:
        least_average_stretch(q, y, s.flow, s.virtual, ahead)
    else:
        for column in range(q.count[COLUMNS]):
            q.gain[column] = ahead / (s.flow[q.job[column]] + ahead) if rules.stretch else y.weight[q.job[column]]
        maximize(q, y)
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        yield_ = y.target[job] if rules.stretch else cut(y.target[job], rules.quantum)
        y.target[job] = allotted(jobs, job, yield_, rules.quantum)
    return True
