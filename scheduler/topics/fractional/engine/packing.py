"""MCB8: all jobs placed from scratch, at the highest yield at which they fit.

With the yield fixed a task has a requirement in CPU and one in memory, and placing is packing vectors into nodes.
There are two lists, tasks that want more CPU than memory and the others, each sorted by the larger requirement, or by
the sum of both.  Nodes are filled one after the other; the next task comes from the list that goes against the node's
imbalance, so that both are used up evenly.  A task that does not fit on a node now will not fit later: each list is
gone through once a node.

Where the first tasks of a job differ from the others, each kind (nodes.py) is in the lists by itself, and the job is
packed when both are.

An empty node is filled like the one before it as long as every job put there has as many tasks left: such nodes are
filled at once, which is what makes this fast.

Source: Casanova, Stillwell and Vivien 2011, section 4.3, after Leinberger, Karypis and Kumar 1999.  The paper picks the
first list arbitrarily: on an empty node it is CPU.  Leinberger's sort by the sum is there to be compared, as the paper
does; of equal sums the larger requirement goes first.

The highest yield is found by bisection; when none will do, the job of lowest priority is left out and
all begins anew.

Source: Casanova, Stillwell and Vivien 2011, section 4.3 (MCB8) and 4.7 (MCB8-stretch).  Requirements are at least one
percent of a node.  A yield of 1 itself is never tried: the search goes by halves down to steps of 1/128.  Tasks that
differ are from section 8: of equal tasks first tasks go before others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.topics.fractional.engine.nodes import FULL, PERCENT, end_of, kind_of, kinds, memory_of

CPU, MEMORY = 0, 1  # the two lists
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)


class Packing(NamedTuple):
    """What is to be packed, and what is needed on the way."""

    chosen: np.ndarray  # [n] i8, jobs to pack, by decreasing priority
    pinned: np.ndarray  # [n] i1, 1 where a job stays on its nodes if it is packed
    ask: np.ndarray  # [kinds] i8, CPU requirement of a task, parts of UNIT
    granted: np.ndarray  # [n] f8, the yield that was found for each; for stretches only
    total: np.ndarray  # [kinds] i8, sum of both requirements of a task; where they are sorted by it
    order: np.ndarray  # [2, kinds] i8, kinds of jobs that are not pinned as `_sort_both` sorts them: both lists
    sorted: np.ndarray  # [1] i8, how many
    next: np.ndarray  # [2, kinds + 1] i8, the lists as chains of kinds, the last cell is both ends
    left: np.ndarray  # [kinds] i8, tasks still to be packed
    here: np.ndarray  # [kinds] i8, kinds put on the present node
    many: np.ndarray  # [kinds] i8, how many tasks of each
    cpu: np.ndarray  # [nodes] i8
    memory: np.ndarray  # [nodes] i8
    trial: np.ndarray  # [tasks] i4, nodes of the tasks
    best: np.ndarray  # [tasks] i4, nodes of the tasks at the highest yield so far
    level: np.ndarray  # [1] f8, that yield, or inverse stretch; 0 where no job could be packed


def new_packing(n: int, tasks: int, nodes: int, kinds: int | None = None) -> Packing:
    """For n jobs with that many tasks in all, of so many kinds; None: of one kind each."""

    def row(cells: int) -> np.ndarray:
        return np.zeros(cells, np.int64)

    k = n if kinds is None else kinds
    return Packing(
        row(n),
        np.zeros(n, np.int8),
        row(k),
        np.zeros(n),
        row(k),
        np.zeros((2, k), np.int64),
        row(1),
        np.zeros((2, k + 1), np.int64),
        row(k),
        row(k),
        row(k),
        row(nodes),
        row(nodes),
        np.zeros(tasks, np.int32),
        np.zeros(tasks, np.int32),
        np.zeros(1),
    )


@inner
def enlist(jobs, p, count):
    """Both orders hold the tasks of the chosen jobs that are not pinned."""
    free = 0
    for i in range(count):
        job = p.chosen[i]
        if p.pinned[job] == 0:
            for kind in kinds(jobs, job):
                p.order[CPU, free] = p.order[MEMORY, free] = kind
                free += 1
    p.sorted[0] = free


@inner
def _behind(larger, smaller, kind, other):
    """Whether `kind` goes behind `other`."""
    if larger[kind] != larger[other]:
        return larger[kind] < larger[other]
    if smaller[kind] != smaller[other]:
        return smaller[kind] < smaller[other]
    return kind < other


@inner
def _sort(order, count, larger, smaller):
    """Sort kinds of tasks by (larger, smaller, kind), decreasing.  They are nearly sorted from the last time."""
    for gap in GAPS:
        for i in range(gap, count):
            kind, at = order[i], i
            while at >= gap:
                if not _behind(larger, smaller, order[at - gap], kind):
                    break
                order[at] = order[at - gap]
                at -= gap
            order[at] = kind


@inner
def _sort_both(jobs, p, by_sum):
    """Sort both lists by (larger requirement, other, kind), or by (sum of both, larger, kind), decreasing."""
    if not by_sum:
        _sort(p.order[CPU], p.sorted[0], p.ask, jobs.memory)
        _sort(p.order[MEMORY], p.sorted[0], jobs.memory, p.ask)
        return
    for i in range(p.sorted[0]):
        kind = p.order[CPU, i]
        p.total[kind] = p.ask[kind] + jobs.memory[kind]
    _sort(p.order[CPU], p.sorted[0], p.total, p.ask)
    _sort(p.order[MEMORY], p.sorted[0], p.total, jobs.memory)


@inner
def _chain(p, side, memory):
    """Link the kinds of tasks of one list (CPU or MEMORY), in order."""
    end, order = p.next.shape[1] - 1, p.order[side]
    last = end
    for i in range(p.sorted[0]):
        kind = order[i]
        if (p.ask[kind] > memory[kind]) == (side == CPU):
            p.next[side, last] = kind
            last = kind
    p.next[side, last] = end


# ---- packing at given requirements ----------------------------------------------------------------------------------


@inner
def pack(jobs, nodes, p, count, by_sum):
    """Put all tasks on nodes; False when they do not fit this way."""
    cpu_left, memory_left = 0.0, 0.0
    p.cpu[:] = 0
    p.memory[:] = 0
    for i in range(count):
        job = p.chosen[i]
        if p.pinned[job] != 0:
            for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
                kind = kind_of(jobs, job, task)
                p.cpu[nodes.node[task]] += p.ask[kind]
                p.memory[nodes.node[task]] += jobs.memory[kind]
            continue
        for kind in kinds(jobs, job):
            p.left[kind] = jobs.count[kind]
            cpu_left += float(p.ask[kind]) * jobs.count[kind]
        memory_left += memory_of(jobs, job)
    cpu_free, memory_free = 0.0, 0.0
    for node in range(len(p.cpu)):
        if p.cpu[node] > FULL:
            return False
        cpu_free += FULL - p.cpu[node]
        memory_free += FULL - p.memory[node]
    if cpu_left > cpu_free or memory_left > memory_free:
        return False
    _sort_both(jobs, p, by_sum)
    for side in range(2):
        _chain(p, side, jobs.memory)
    return _fill(jobs, p, cpu_left, memory_left, cpu_free, memory_free)


@inner
def _fill(jobs, p, cpu_left, memory_left, cpu_free, memory_free):
    """Fill the nodes one after the other; give up when what is left cannot fit on the rest of them."""
    end, last = p.next.shape[1] - 1, len(p.cpu)
    node = np.int64(0)
    while node < last and (p.next[CPU, end] != end or p.next[MEMORY, end] != end):
        if cpu_left > cpu_free or memory_left > memory_free:
            return False
        empty = p.cpu[node] == 0 and p.memory[node] == 0
        cpu, memory = p.cpu[node], p.memory[node]
        kinds_here = _fill_node(jobs, p, node)
        times = _alike(p, node, kinds_here) if empty else 1
        for i in range(kinds_here):
            _repeat(jobs, p, node, times, p.here[i], p.many[i])
        cpu_left -= float(p.cpu[node] - cpu) * times
        memory_left -= float(p.memory[node] - memory) * times
        cpu_free -= float(FULL - cpu) * times
        memory_free -= float(FULL - memory) * times
        node += times
    _skip_packed(p.next[CPU], p.left, end)
    _skip_packed(p.next[MEMORY], p.left, end)
    return p.next[CPU, end] == end and p.next[MEMORY, end] == end


@inner
def _skip_packed(chain, left, at):
    """The first kind of tasks behind cell `at` of a list that has tasks left; those without leave the list."""
    end = len(chain) - 1
    kind = chain[at]
    while kind != end and left[kind] == 0:
        kind = chain[kind]
    chain[at] = kind
    return kind


@inner
def _fill_node(jobs, p, node):
    """Take tasks off the lists until none fits; here[:kinds_here], many[:kinds_here] say of which kinds; returns
    kinds_here."""
    end, kinds_here = p.next.shape[1] - 1, 0
    at_cpu, at_memory = end, end
    kind_cpu, kind_memory = _skip_packed(p.next[CPU], p.left, end), _skip_packed(p.next[MEMORY], p.left, end)
    while kind_cpu != end or kind_memory != end:
        cpu, memory = p.cpu[node], p.memory[node]
        side = CPU if kind_memory == end or (cpu <= memory and kind_cpu != end) else MEMORY
        at, kind = (at_cpu, kind_cpu) if side == CPU else (at_memory, kind_memory)
        while kind != end and (cpu + p.ask[kind] > FULL or memory + jobs.memory[kind] > FULL):
            at = kind
            kind = _skip_packed(p.next[side], p.left, at)
        if kind != end:
            p.cpu[node] = cpu + p.ask[kind]
            p.memory[node] = memory + jobs.memory[kind]
            kinds_here = _note(p, kinds_here, kind)
            p.left[kind] -= 1
            kind = _skip_packed(p.next[side], p.left, at)
        if side == CPU:
            at_cpu, kind_cpu = at, kind
        else:
            at_memory, kind_memory = at, kind
    return kinds_here


@inner
def _note(p, kinds_here, kind):
    """One more task of a kind on the present node: one of the last two kinds, mostly."""
    i = kinds_here - 1
    while i >= 0 and p.here[i] != kind:
        i -= 1
    if i >= 0:
        p.many[i] += 1
        return kinds_here
    p.here[kinds_here], p.many[kinds_here] = kind, 1
    return kinds_here + 1


@inner
def _alike(p, node, kinds_here):
    """How many nodes from this one on are filled alike: empty ones, as long as every kind has as many tasks left."""
    times = len(p.cpu) - node
    for i in range(kinds_here):
        times = min(times, p.left[p.here[i]] // p.many[i] + 1)
    if kinds_here == 0:
        return 1
    run = 1
    while run < times and p.cpu[node + run] == 0 and p.memory[node + run] == 0:
        run += 1
    return run


@inner
def _repeat(jobs, p, node, times, kind, many):
    """Write `many` tasks of a kind on each of `times` nodes; those of the first one are off the list already."""
    task = end_of(jobs, kind) - p.left[kind] - many
    for i in range(times):
        for _ in range(many):
            p.trial[task] = node + i
            task += 1
    p.left[kind] -= many * (times - 1)


STEPS = 128  # yields tried are multiples of 1 / STEPS: an accuracy of 0.01, by halves
ACCURACY = 1e-4  # of the inverse of the stretch
NEAR = 1e-9  # yields that are above 1 by less are 1
ROUNDING = 0.1  # of a part: requirements that are equal on paper are equal, in spite of what floats lose


@inner
def drop_to_memory(jobs, p, count, nodes):
    """How many of the chosen jobs are left when those of lowest priority go until the sum of memory fits."""
    total = 0.0
    for i in range(count):
        total += memory_of(jobs, p.chosen[i])
    while count > 0 and total > float(FULL) * nodes:
        count -= 1
        total -= memory_of(jobs, p.chosen[count])
    return count


@kernel
def mcb8(jobs, nodes, p, count, quantum, by_sum):
    """Pack the chosen jobs; returns how many were, from the first on.  p.best holds their nodes, pinned ones apart.

    quantum: requirements are whole multiples of it, in parts of UNIT.  by_sum: how tasks are sorted.  p.level[0] is the
    yield.
    """
    p.level[0] = 0.0
    count = drop_to_memory(jobs, p, count, len(p.cpu))
    while count > 0:
        enlist(jobs, p, count)
        low, high = 0, STEPS
        while high - low > 1:
            middle = (low + high) // 2
            for i in range(count):
                for kind in kinds(jobs, p.chosen[i]):
                    p.ask[kind] = max(PERCENT, jobs.need[kind] * middle // STEPS // quantum * quantum)
            if pack(jobs, nodes, p, count, by_sum):
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
def mcb8_stretch(jobs, nodes, p, count, flow, virtual, period, quantum, by_sum):
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
            if can_be and pack(jobs, nodes, p, count, by_sum):
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
        share, most = min(max(share, 0.0), 1.0), 0
        for kind in kinds(jobs, job):
            p.ask[kind] = max(PERCENT, np.int64(share * jobs.need[kind] + ROUNDING) // quantum * quantum)
            most = max(most, jobs.need[kind])
        p.granted[job] = max(share, min(1.0, PERCENT / most)) if quantum <= 1 else min(1.0, p.ask[job] / most)
    return True


@inner
def packs_at_least(jobs, nodes, p, job):
    """Whether a job alone can be packed where each task has the least requirement of CPU."""
    p.chosen[0] = job
    for kind in kinds(jobs, job):
        p.ask[kind] = PERCENT
    enlist(jobs, p, 1)
    return pack(jobs, nodes, p, 1, False)


@inner
def _keep(jobs, p, count):
    """The present packing is the best so far."""
    for i in range(count):
        job = p.chosen[i]
        if p.pinned[job] == 0:
            for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
                p.best[task] = p.trial[task]
