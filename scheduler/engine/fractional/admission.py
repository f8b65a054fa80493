"""Jobs that arrive, and jobs without nodes: placed greedily, others being paused (GreedyP) or moved (GreedyPM).

A job that does not fit is let in by force: jobs are marked for pausing, lowest priority first, until there is memory
for it; then it is placed; then marked jobs stay after all where their own nodes have memory for them, highest priority
first.  GreedyPM looks for other nodes for those still marked.  What is marked in the end is paused, before the next
arrival of the instant is looked at.

Source: Casanova, Stillwell and Vivien 2011, section 4.2; for `hand_out` (the star of a name) 4.5.  A job that gets
other nodes at the instant at which it loses its own is moved.  So a job that MCB8 left out may get some, which makes of
its pause a move; one that was paused for an arrival does not, for GreedyP moves nobody; nor does one that minvt or
minft keep on its nodes: it "may be paused", but if it goes on, then there (4.3).
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner
from scheduler.engine.decision_log import FORCED_IN, MADE_WAY, PLACED_AT_ARRIVAL, ROOM_LEFT
from scheduler.engine.fractional.fractions import GREEDY, GREEDY_PM, MARKED, NOT_MARKED, PAUSED
from scheduler.engine.fractional.greedy import place
from scheduler.engine.fractional.nodes import fits_back, put, room, take
from scheduler.engine.fractional.sharing import ACTIVE, SUBMITTED, TOUCHED, enqueue, remember
from scheduler.engine.structures.heap import pop


@inner
def place_arrivals(jobs, m, rules, first):
    """Place the jobs of this instant, one after the other in the order of their submission."""
    for job in range(first, m.sharing.count[SUBMITTED]):
        if _place(jobs, m, job, PLACED_AT_ARRIVAL, -1) or rules.submission == GREEDY:
            continue
        _make_room(jobs, m, job)
        _place(jobs, m, job, FORCED_IN, -1)
        _stay(jobs, m)
        if rules.submission == GREEDY_PM:
            _move_marked(jobs, m, job)
        _pause_marked(m)


@inner
def _place(jobs, m, job, why, blocker):
    """Greedy for one job."""
    remember(jobs, m.nodes, m.sharing, job, why, blocker)
    if place(jobs, m.nodes, m.greedy, job):
        m.nodes.mapped[job] = 1
        return True
    return False


@inner
def _make_room(jobs, m, job):
    """Mark jobs for pausing, lowest priority first, until there is memory for a job."""
    s, nodes = m.sharing, m.nodes
    _sort(m, NOT_MARKED, True)
    while not room(jobs, nodes, job) and s.order.count[0] > 0:
        other = len(s.flow) - 1 - pop(s.order)
        remember(jobs, nodes, s, other, MADE_WAY, job)
        take(jobs, nodes, other)
        m.marked[other] = MARKED


@inner
def _stay(jobs, m):
    """Marked jobs whose nodes have memory for them after all stay there, highest priority first."""
    _sort(m, MARKED, False)
    while m.sharing.order.count[0] > 0:
        job = pop(m.sharing.order)
        if fits_back(jobs, m.nodes, job):
            put(jobs, m.nodes, job)
            m.marked[job] = NOT_MARKED


@inner
def _move_marked(jobs, m, arrival):
    """Marked jobs go to other nodes where they can, highest priority first."""
    _sort(m, MARKED, False)
    while m.sharing.order.count[0] > 0:
        job = pop(m.sharing.order)
        if _place(jobs, m, job, MADE_WAY, arrival):
            m.marked[job] = NOT_MARKED


@inner
def _sort(m, marked, lowest_first):
    """Mapped jobs into s.order: those marked for pausing (MARKED), or the others (NOT_MARKED)."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if m.nodes.mapped[job] != 0 and m.marked[job] == marked:
            enqueue(s, job, lowest_first)


@inner
def _pause_marked(m):
    """Jobs that are still marked lose their nodes, and are not looked at again at this instant."""
    s = m.sharing
    for i in range(s.count[TOUCHED]):
        job = s.touched[i]
        if m.marked[job] == MARKED:
            m.marked[job], m.nodes.mapped[job] = PAUSED, 0


@inner
def unmark(m):
    """Call when all is decided at an instant."""
    s = m.sharing
    for i in range(s.count[TOUCHED]):
        m.marked[s.touched[i]] = NOT_MARKED


@inner
def hand_out(jobs, m):
    """Greedy for jobs without nodes, highest priority first; not for those that lost theirs now and may not move."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        kept = s.running[job] != 0 and m.packing.pinned[job] != 0
        if m.nodes.mapped[job] == 0 and m.marked[job] != PAUSED and not kept:
            enqueue(s, job, False)
    tasks, memory = np.inf, np.inf      # of the last job that did not fit; larger ones will not either
    while s.order.count[0] > 0:
        job = pop(s.order)
        if jobs.tasks[job] >= tasks and jobs.memory[job] >= memory:
            continue
        if not _place(jobs, m, job, ROOM_LEFT, -1):
            tasks, memory = float(jobs.tasks[job]), float(jobs.memory[job])
