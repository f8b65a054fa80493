"""Jobs that arrive, and jobs without nodes: placed greedily, others being paused (GreedyP) or moved (GreedyPM).

A job that does not fit is let in by force: jobs are marked for pausing, lowest priority first, until there is memory
for it; then it is placed; then marked jobs stay after all where their own nodes have memory for them, highest priority
first.  GreedyPM looks for other nodes for those still marked.  What is marked in the end is paused.

Source: Casanova, Stillwell and Vivien 2011, section 4.2; for `hand_out` (the star of a name) 4.5.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner
from scheduler.engine.fractions import GREEDY, GREEDY_PM
from scheduler.engine.greedy import place
from scheduler.engine.heap import pop
from scheduler.engine.nodes import fits_back, put, room, take
from scheduler.engine.sharing import ACTIVE, SUBMITTED, enqueue, remember


@inner
def place_arrivals(jobs, m, rules, first):
    """Place the jobs of this instant in the order of their submission."""
    for job in range(first, m.sharing.count[SUBMITTED]):
        if _place(jobs, m, job) or rules.submission == GREEDY:
            continue
        _make_room(jobs, m, job)
        _place(jobs, m, job)
        _stay(jobs, m)
    if rules.submission == GREEDY_PM:
        _move_marked(jobs, m)


@inner
def _place(jobs, m, job):
    """Greedy for one job."""
    remember(jobs, m.nodes, m.sharing, job)
    if place(jobs, m.nodes, m.greedy, job):
        m.nodes.mapped[job] = 1
        return True
    return False


@inner
def _make_room(jobs, m, job):
    """Mark jobs for pausing, lowest priority first, until there is memory for a job."""
    s, nodes = m.sharing, m.nodes
    _sort(m, 0, True)
    while not room(jobs, nodes, job) and s.order.count[0] > 0:
        other = len(s.flow) - 1 - pop(s.order)
        remember(jobs, nodes, s, other)
        take(jobs, nodes, other)
        m.marked[other], s.blocker[other] = 1, job


@inner
def _stay(jobs, m):
    """Marked jobs whose nodes have memory for them after all stay there, highest priority first."""
    _sort(m, 1, False)
    while m.sharing.order.count[0] > 0:
        job = pop(m.sharing.order)
        if fits_back(jobs, m.nodes, job):
            put(jobs, m.nodes, job)
            m.marked[job] = 0


@inner
def _move_marked(jobs, m):
    """Marked jobs go to other nodes where they can, highest priority first."""
    _sort(m, 1, False)
    while m.sharing.order.count[0] > 0:
        job = pop(m.sharing.order)
        if _place(jobs, m, job):
            m.marked[job] = 0


@inner
def _sort(m, marked, lowest_first):
    """Mapped jobs into s.order: those marked for pausing, or the others."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if m.nodes.mapped[job] != 0 and m.marked[job] == marked:
            enqueue(s, job, lowest_first)


@inner
def pause_marked(m):
    """Jobs that are still marked lose their nodes."""
    s = m.sharing
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if m.marked[job] != 0:
            m.marked[job] = m.nodes.mapped[job] = 0


@inner
def hand_out(jobs, m):
    """Greedy for all jobs without nodes, highest priority first."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        if m.nodes.mapped[s.active[i]] == 0:
            enqueue(s, s.active[i], False)
    tasks, memory = np.inf, np.inf      # of the last job that did not fit; larger ones will not either
    while s.order.count[0] > 0:
        job = pop(s.order)
        if jobs.tasks[job] >= tasks and jobs.memory[job] >= memory:
            continue
        if not _place(jobs, m, job):
            tasks, memory = float(jobs.tasks[job]), float(jobs.memory[job])
