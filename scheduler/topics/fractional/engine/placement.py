"""Which nodes jobs get: those that arrive or have none, placed greedily, and all of them placed anew.

Jobs that arrive, and jobs without nodes: placed greedily, others being paused (GreedyP) or moved (GreedyPM).
A job that does not fit is let in by force: jobs are marked for pausing, lowest priority first, until there is memory
for it; then it is placed; then marked jobs stay after all where their own nodes have memory for them, highest priority
first.  GreedyPM looks for other nodes for those still marked.  What is marked in the end is paused, before the next
arrival of the instant is looked at.

Source: Casanova, Stillwell and Vivien 2011, section 4.2; for `hand_out` (the star of a name) 4.5.  A job that gets
other nodes at the instant at which it loses its own is moved.  So a job that MCB8 left out may get some, which makes of
its pause a move; one that was paused for an arrival does not, for GreedyP moves nobody.  One that minvt or minft keep
on its nodes "may be paused", but if it goes on, then there (4.3): when its turn comes it gets its own nodes back where
their memory is free, or none.

All jobs placed anew by MCB8: who is packed gets those nodes, who is not is paused or goes on waiting.

Jobs that have not run for long (minvt), or are not in the system for long (minft), stay on their nodes if they are
packed at all.

Source: Casanova, Stillwell and Vivien 2011, section 4.3.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.decision_log import FORCED_IN, MADE_WAY, PACK, PLACED_AT_ARRIVAL, ROOM_LEFT, note
from scheduler.engine.structures.heap import pop
from scheduler.topics.fractional.engine.fractions import GREEDY, GREEDY_PM, MARKED, MINVT, NO_LIMIT, NOT_MARKED, PAUSED
from scheduler.topics.fractional.engine.greedy import new_greedy, place, would_fit
from scheduler.topics.fractional.engine.nodes import Fractional, fits_back, has_two, kinds, new_nodes, put, take
from scheduler.topics.fractional.engine.packing import mcb8, mcb8_stretch, new_packing, packs_at_least
from scheduler.topics.fractional.engine.sharing import ACTIVE, SUBMITTED, TOUCHED, enqueue, remember, whole_micros


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
    while not would_fit(jobs, nodes, m.greedy, job) and s.order.count[0] > 0:
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
    """Greedy for jobs without nodes, highest priority first; who lost nodes now and may not move gets those or none."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if m.nodes.mapped[job] == 0 and m.marked[job] != PAUSED:
            enqueue(s, job, False)
    tasks, memory = np.inf, np.inf  # of the last job that did not fit; larger ones will not either
    while s.order.count[0] > 0:
        job = pop(s.order)
        if jobs.tasks[job] >= tasks and _least_memory(jobs, job) >= memory:
            continue
        if s.running[job] != 0 and m.packing.pinned[job] != 0:
            _put_back(jobs, m, job)
        elif not _place(jobs, m, job, ROOM_LEFT, -1) and not has_two(jobs, job):
            tasks, memory = float(jobs.tasks[job]), float(jobs.memory[job])


@inner
def _least_memory(jobs, job):
    """Memory of a task of a job, the smaller one where its first tasks differ."""
    least = jobs.memory[job]
    for kind in kinds(jobs, job):
        least = min(least, jobs.memory[kind])
    return least


@inner
def _put_back(jobs, m, job):
    """A job that MCB8 has just left out stays after all where its own nodes have memory for it."""
    if fits_back(jobs, m.nodes, job):
        put(jobs, m.nodes, job)
        m.nodes.mapped[job] = 1


@inner
def place_all(jobs, m, rules, why, trigger, log):
    """MCB8: all active jobs get new nodes, or none; why, trigger: the rule of the log, and the job that made us do it.

    The log has a row for it: blocker is the trigger (-1: the period), value the yield or inverse stretch, free the jobs
    that were packed, needed all that are there.
    """
    s, p = m.sharing, m.packing
    count = _choose(m, rules)
    if rules.stretch:
        count = mcb8_stretch(jobs, m.nodes, p, count, s.flow, s.virtual, rules.period, rules.quantum, rules.by_sum)
    else:
        count = mcb8(jobs, m.nodes, p, count, rules.quantum, rules.by_sum)
    for i in range(count):
        m.packed[p.chosen[i]] = 1
    for i in range(s.count[ACTIVE]):
        _replace(jobs, m, rules, s.active[i], why, trigger)
    note(log, s.now[0], PACK, trigger, why, free=count, needed=s.count[ACTIVE], blocker=trigger, value=p.level[0])


@inner
def _choose(m, rules):
    """All active jobs by decreasing priority; those that may not be moved are pinned.  Returns how many."""
    s, p = m.sharing, m.packing
    count = s.count[ACTIVE]
    for i in range(count):
        job = s.active[i]
        age = whole_micros(s.virtual[job]) if rules.limit == MINVT else s.flow[job]
        p.pinned[job] = m.nodes.mapped[job] != 0 and rules.limit != NO_LIMIT and age < rules.bound
    rank_all(m)
    for i in range(count):
        p.chosen[m.rank[s.active[i]]] = s.active[i]
    return count


@inner
def rank_all(m):
    """The place of all active jobs in the order of their priorities at this instant."""
    s = m.sharing
    s.order.count[0] = 0
    for i in range(s.count[ACTIVE]):
        enqueue(s, s.active[i], False)
    for i in range(s.count[ACTIVE]):
        m.rank[pop(s.order)] = i


@inner
def _replace(jobs, m, rules, job, why, trigger):
    """Let one job have what the packing says."""
    nodes, p, packed = m.nodes, m.packing, m.packed[job] != 0
    m.packed[job] = 0
    if packed and rules.stretch:
        m.yields.floor[job] = p.granted[job]
    if packed and p.pinned[job] != 0:
        return
    remember(jobs, nodes, m.sharing, job, why, trigger)
    if nodes.mapped[job] != 0:
        take(jobs, nodes, job)
    nodes.mapped[job] = packed
    if packed:
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            nodes.node[task] = p.best[task]
        put(jobs, nodes, job)


# ---- whether a job fits at all ---------------------------------------------------------------------------------------


def first_that_does_not_fit(jobs: Fractional, rows: np.ndarray, nodes: int) -> int:
    """The first of these rows whose job cannot be placed where it is alone on so many nodes; -1 none.

    Greedy has to place it, and MCB8 where each task requires one percent of the CPU, as little as there is: it packs
    that at the lowest yields it tries, whatever the algorithm.
    """
    packing = new_packing(len(jobs.submit), int(jobs.ptr[-1]), nodes, len(jobs.need))
    return int(_first_misfit(jobs, new_nodes(jobs, nodes), new_greedy(nodes), packing, rows))


@kernel
def _first_misfit(jobs, nodes, greedy, p, rows):
    for job in rows:
        if not place(jobs, nodes, greedy, job) or not packs_at_least(jobs, nodes, p, job):
            return job
        take(jobs, nodes, job)
    return -1
