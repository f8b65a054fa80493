"""Dynamic fractional resource scheduling: the event loop of all its algorithms.

At an instant all complete jobs leave; jobs that arrive are placed one after the other (greedily, pausing or moving
others where the algorithm does that); at a period, or where MCB8 is used on arrivals or completions, all jobs are
placed anew, and that takes the place of greedy placing; then, with a star, what is free is handed to jobs without
nodes, by priority.  What has become of all that is settled, and every job is given its yield.

Where yields come from a linear program the kernel stops with SOLVE once it has settled an instant; it goes on when
`yields.target` is filled.  It stops with ROOM when the journal is too short, and goes on when that has grown.

Source: Casanova, Stillwell and Vivien 2011, sections 4.2 to 4.7.  Where the paper is silent: an arrival at the instant
of a period is left to MCB8; jobs paused for an arrival get no nodes at that instant unless they can stay where they
are, or be moved (GreedyPM), and among several arrivals the marks of the earlier ones stand until the instant is over.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.admission import hand_out, pause_marked, place_arrivals
from scheduler.engine.fractions import MCB8, NOTHING, OPT_AVG, OPT_MAX, OPT_MIN
from scheduler.engine.log import ARRIVE, NONE, note
from scheduler.engine.replacing import place_all
from scheduler.engine.segments import fits
from scheduler.engine.sharing import ACTIVE, NEAR, PHASE, ROWS, RUNS, SUBMITTED, TICK, apply, end_jobs, look, settle
from scheduler.engine.space import STOP
from scheduler.engine.yields import base, fill_up, raise_smallest

DONE, ROOM, SOLVE = range(3)        # why run() returns
ADVANCE, APPLY = range(2)           # where it goes on: cell PHASE


@kernel
def run(jobs, m, rules, segments, control, log):
    """Go on until all jobs are complete (DONE), or somebody has to help (ROOM, SOLVE), or control says stop (DONE)."""
    s = m.sharing
    while control[STOP] == 0:
        if s.count[PHASE] == APPLY:
            apply(jobs, s, segments, m.yields.target)
            s.count[PHASE] = ADVANCE
        time = _next_event(jobs, s, rules)
        if time == np.inf:
            return DONE
        if not _room(jobs, s, segments, time):
            return ROOM
        s.now[0] = time
        changed = _instant(jobs, m, rules, segments, control, log)
        if rules.stretch or changed:
            s.count[PHASE] = APPLY
            if _share(jobs, m, rules):
                return SOLVE
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
    arrived = s.count[SUBMITTED] > first
    look(jobs, s)
    tick = rules.period < np.inf and s.count[TICK] * rules.period <= s.now[0] + NEAR
    if tick:
        s.count[TICK] += 1
    greedy = NOTHING < rules.submission < MCB8
    if tick or (rules.submission == MCB8 and (arrived or (rules.star and ended > 0))):
        place_all(jobs, m, rules)
    elif greedy and arrived:
        place_arrivals(jobs, m, rules, first)
    if greedy and rules.star and (rules.eager or ended > 0):
        hand_out(jobs, m)
    pause_marked(m)
    return settle(jobs, m.nodes, s, segments, rules.penalty, log) or ended > 0


@inner
def _arrive(jobs, s, log):
    """All jobs submitted by now become active."""
    now = s.now[0]
    while s.count[SUBMITTED] < len(jobs.submit) and jobs.submit[s.count[SUBMITTED]] <= now + NEAR:
        job = s.count[SUBMITTED]
        s.active[s.count[ACTIVE]] = job
        s.count[ACTIVE] += 1
        s.count[SUBMITTED] += 1
        if log is not None:
            note(log, now, ARRIVE, job, NONE, -1, np.nan, -1, -1, jobs.tasks[job], np.nan)


# ---- yields ----------------------------------------------------------------------------------------------------------

@inner
def _share(jobs, m, rules):
    """Fill yields.target, or what a linear program starts from; returns whether one is needed."""
    s, y = m.sharing, m.yields
    if rules.stretch:
        return _share_by_stretch(jobs, m, rules)
    most = base(jobs, m.nodes, y, s.active, s.count[ACTIVE], rules.quantum)
    if most <= 1.0:
        return False
    if rules.opt == OPT_MIN:
        fill_up(jobs, m.nodes, y, s.active, s.count[ACTIVE], rules.quantum)
    return rules.opt == OPT_AVG


@inner
def _share_by_stretch(jobs, m, rules):
    s, y = m.sharing, m.yields
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        y.target[job] = y.floor[job]
    if rules.opt == OPT_MAX:
        ahead = s.count[TICK] * rules.period - s.now[0]
        raise_smallest(jobs, m.nodes, y, s.active, s.count[ACTIVE], s.flow, s.virtual, ahead, m.rank, rules.quantum)
    return rules.opt == OPT_AVG
