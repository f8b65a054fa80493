"""MCB8: all jobs placed from scratch, at the highest yield at which they fit.

With the yield fixed a task has a requirement in CPU and one in memory, and placing is packing vectors into nodes
(vectors.py).  The highest yield is found by bisection; when none will do, the job of lowest priority is left out and
all begins anew.

Source: Casanova, Stillwell and Vivien 2011, section 4.3 (MCB8) and 4.7 (MCB8-stretch).  Requirements are at least one
percent of a node.  A yield of 1 itself is never tried: the search goes by halves down to steps of 1/128.
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.fractional.nodes import FULL, PERCENT
from scheduler.engine.fractional.vectors import enlist, pack

STEPS = 128                 # yields tried are multiples of 1 / STEPS: an accuracy of 0.01, by halves
ACCURACY = 1e-4             # of the inverse of the stretch
NEAR = 1e-9                 # yields that are above 1 by less are 1
ROUNDING = 0.1              # of a part: requirements that are equal on paper are equal, in spite of what floats lose


@inner
def drop_to_memory(jobs, p, count, nodes):
    """How many of the chosen jobs are left when those of lowest priority go until the sum of memory fits."""
    total = 0.0
    for i in range(count):
        total += float(jobs.memory[p.chosen[i]]) * jobs.tasks[p.chosen[i]]
    while count > 0 and total > float(FULL) * nodes:
        count -= 1
        total -= float(jobs.memory[p.chosen[count]]) * jobs.tasks[p.chosen[count]]
    return count


@kernel
def mcb8(jobs, nodes, p, count, quantum):
    """Pack the chosen jobs; returns how many were, from the first on.  p.best holds their nodes, pinned ones apart.

    quantum: requirements are whole multiples of it, in parts of UNIT.  p.level[0] is the yield.
    """
    p.level[0] = 0.0
    count = drop_to_memory(jobs, p, count, len(p.cpu))
    while count > 0:
        enlist(jobs, p, count)
        low, high = 0, STEPS
        while high - low > 1:
            middle = (low + high) // 2
            for i in range(count):
                job = p.chosen[i]
                p.ask[job] = max(PERCENT, jobs.need[job] * middle // STEPS // quantum * quantum)
            if pack(jobs, nodes, p, count):
                _keep(jobs, p, count)
                low = middle
            else:
                high = middle
        if low > 0:
            p.level[0] = low / STEPS
            return count
        count -= 1
    return 0


@inner
def mcb8_stretch(jobs, nodes, p, count, flow, virtual, period, quantum):
    """The same for the least maximum stretch after the next period; p.granted holds the yields that this takes.

    flow, virtual: [n] s, flow and virtual time of the jobs.  A job whose share would be below one percent gets that.
    p.level[0] is the inverse of that stretch.
    """
    p.level[0] = 0.0
    count = drop_to_memory(jobs, p, count, len(p.cpu))
    while count > 0:
        enlist(jobs, p, count)
        low, high = 0.0, 1.0
        while high - low > ACCURACY:
            middle = (low + high) / 2
            can_be = _ask_for_stretch(jobs, p, count, flow, virtual, period, quantum, middle)
            if can_be and pack(jobs, nodes, p, count):
                _keep(jobs, p, count)
                low = middle
            else:
                high = middle
        if low > 0.0:
            p.level[0] = low
            _ask_for_stretch(jobs, p, count, flow, virtual, period, quantum, low)
            return count
        count -= 1
    return 0


@inner
def _ask_for_stretch(jobs, p, count, flow, virtual, period, quantum, inverse):
    """Set what every job has to get for this inverse of the stretch; False when one would need more than its need."""
    for i in range(count):
        job = p.chosen[i]
        share = (inverse * (flow[job] + period) - virtual[job]) / period
        if share > 1.0 + NEAR:
            return False
        share, need = min(max(share, 0.0), 1.0), jobs.need[job]
        p.ask[job] = max(PERCENT, np.int64(share * need + ROUNDING) // quantum * quantum)
        p.granted[job] = max(share, min(1.0, PERCENT / need)) if quantum <= 1 else min(1.0, p.ask[job] / need)
    return True


@inner
def _keep(jobs, p, count):
    """The present packing is the best so far."""
    for i in range(count):
        job = p.chosen[i]
        if p.pinned[job] == 0:
            for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
                p.best[task] = p.trial[task]
