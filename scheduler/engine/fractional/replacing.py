"""All jobs placed anew by MCB8: who is packed gets those nodes, who is not is paused or goes on waiting.

Jobs that have not run for long (minvt), or are not in the system for long (minft), stay on their nodes if they are
packed at all.

Source: Casanova, Stillwell and Vivien 2011, section 4.3.
"""

from __future__ import annotations

from scheduler.compiled import inner
from scheduler.engine.decision_log import PACK, note
from scheduler.engine.fractional.fractions import MINVT, NO_LIMIT
from scheduler.engine.fractional.nodes import put, take
from scheduler.engine.fractional.packing import mcb8, mcb8_stretch
from scheduler.engine.fractional.sharing import ACTIVE, enqueue, remember, whole_micros
from scheduler.engine.structures.heap import pop


@inner
def place_all(jobs, m, rules, why, trigger, log):
    """MCB8: all active jobs get new nodes, or none; why, trigger: the rule of the log, and the job that made us do it.

    The log has a row for it: blocker is the trigger (-1: the period), value the yield or inverse stretch, free the jobs
    that were packed, needed all that are there.
    """
    s, p = m.sharing, m.packing
    count = _choose(m, rules)
    if rules.stretch:
        count = mcb8_stretch(jobs, m.nodes, p, count, s.flow, s.virtual, rules.period, rules.quantum)
    else:
        count = mcb8(jobs, m.nodes, p, count, rules.quantum)
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
    s.order.count[0] = 0
    for i in range(count):
        job = s.active[i]
        age = whole_micros(s.virtual[job]) if rules.limit == MINVT else s.flow[job]
        p.pinned[job] = m.nodes.mapped[job] != 0 and rules.limit != NO_LIMIT and age < rules.bound
        enqueue(s, job, False)
    for i in range(count):
        p.chosen[i] = pop(s.order)
        m.rank[p.chosen[i]] = i
    return count


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
