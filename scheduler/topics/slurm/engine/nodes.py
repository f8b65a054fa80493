"""Nodes with processors, and who holds how many of them where.

A running job holds cells, each so many processors of one node.  With whole nodes jobs get only those that are idle, and
all of their processors.  Which of the nodes with room a job gets is the matter of `choice`; memory, where it counts, is
that of `memory`.

On nodes of one processor each the nodes of a running job are kept as a set, too, where that takes little memory: what
its end makes free is then known for many nodes at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import count_bits, inner, part
from scheduler.topics.slurm.engine.memory import Memory, free_memory, hold_memory, no_memory, within
from scheduler.topics.slurm.engine.sets import WIDTH, copy_set, has, pack, put_in, remove, words_of

NOWHERE = -1
MOST_NUMBERS = 1 << 23  # of all sets of running jobs: 64 MB


class Nodes(NamedTuple):
    """The nodes and the cells of running jobs."""

    processors: np.ndarray  # [nodes] i8, of each
    free: np.ndarray  # [nodes] i8
    future: np.ndarray  # [nodes] i8, free at the time that is looked at, unless that is a set
    later: np.ndarray  # the same as a set, where jobs have sets
    some: np.ndarray  # a set (sets.py): nodes of which a job may get something now
    first: np.ndarray  # [n] i8, first cell of a job; NOWHERE none
    node: np.ndarray  # [cells] i8
    count: np.ndarray  # [cells] i8, processors
    next: np.ndarray  # [cells] i8, next cell of the same job, or next spare one
    spare: np.ndarray  # [1] i8, first cell that is not in use
    whole: bool  # jobs get whole nodes
    single: bool  # each node has one processor, and memory does not count
    memory: Memory
    sets: np.ndarray  # [cells] sets: the nodes of a job, in the row of its first cell; empty where not kept
    row_first: np.ndarray  # [rows] i8, first node of a row of neighbors with room (choice.py),
    row_last: np.ndarray  # [rows] i8, last one,
    row_room: np.ndarray  # [rows] i8, processors that a job may get of them
    row_of_room: np.ndarray  # [processors + 1] i8, first row with so much room; -1 none,
    row_next: np.ndarray  # [rows] i8, next one with as much; -1 none
    part_first: np.ndarray  # [rows] i8, first node of what a job gets of a row,
    part_last: np.ndarray  # [rows] i8, last one


def new_nodes(processors: np.ndarray, jobs: int, whole: bool, memory: Memory | None = None) -> Nodes:
    """Idle nodes; processors: [nodes] of each."""
    memory = no_memory() if memory is None else memory
    cells = int(processors.sum())
    following, words = np.arange(1, cells + 1), words_of(len(processors))
    single = bool((processors == 1).all()) and not memory.counts
    kept = cells if single and cells * words <= MOST_NUMBERS else 0
    return Nodes(
        processors.copy(),
        processors.copy(),
        processors.copy(),
        np.zeros(words, np.int64),
        pack(processors > 0),
        np.full(jobs, NOWHERE),
        np.zeros(cells, np.int64),
        np.zeros(cells, np.int64),
        following,
        np.zeros(1, np.int64),
        whole,
        single,
        memory,
        np.zeros((kept, words), np.int64),
        *(np.zeros(many, np.int64) for many in (*3 * [len(processors)], cells + 1, *3 * [len(processors)])),
    )


@part
def usable(nodes, free, node):
    """Processors that a job may get of a node of which so many are free, as far as memory does not count."""
    return 0 if nodes.whole and free < nodes.processors[node] else free


@part
def offered(nodes, job, free, memory, node):
    """Processors that a job may get of a node of which so many and so much memory are free."""
    processors = usable(nodes, free, node)
    return within(nodes.memory, job, processors, memory, node) if nodes.memory.counts else processors


@inner
def offer(nodes, job, free, memory, chosen):
    """Processors that a job may get of a set of nodes of which so much is free; nodes.memory.offer has them of each."""
    total, offers = 0, nodes.memory.offer
    for i in range(len(chosen)):
        bits = chosen[i]
        while bits != 0:
            low = bits & -bits
            node = i * WIDTH + count_bits(low - 1)
            offers[node] = offered(nodes, job, free[node], memory[node], node)
            total += offers[node]
            bits ^= low
    return total


@inner
def room(nodes, job, chosen):
    """Processors that a job may get of a set of nodes now."""
    if nodes.memory.counts:
        return offer(nodes, job, nodes.free, nodes.memory.free, chosen)
    return free_processors(nodes, chosen)


@inner
def free_processors(nodes, chosen):
    """The same, as far as memory does not count."""
    total = 0
    for i in range(len(chosen)):
        total += _processors(nodes, nodes.free, i, chosen[i] & nodes.some[i])
    return total


@inner
def capacity(nodes, job, chosen):
    """Processors that a job might get of a set of nodes if nothing ran."""
    if nodes.memory.counts:
        return offer(nodes, job, nodes.processors, nodes.memory.size, chosen)
    total = 0
    for i in range(len(chosen)):
        total += _processors(nodes, nodes.processors, i, chosen[i])
    return total


@part
def _processors(nodes, of_node, word, bits):
    """The sum of of_node [nodes] over the nodes of one word of a set."""
    if nodes.single:
        return count_bits(bits)
    total = 0
    while bits != 0:
        low = bits & -bits
        total += of_node[word * WIDTH + count_bits(low - 1)]
        bits ^= low
    return total


@part
def hold(nodes, job, node, count):
    """Give a job so many processors of a node."""
    cell = nodes.spare[0]
    nodes.spare[0] = nodes.next[cell]
    nodes.node[cell], nodes.count[cell], nodes.next[cell] = node, count, nodes.first[job]
    nodes.first[job] = cell
    nodes.free[node] -= count
    if nodes.memory.counts:
        hold_memory(nodes.memory, job, cell, node, count)
    if usable(nodes, nodes.free[node], node) == 0:
        remove(nodes.some, node)


@part
def write_set(nodes, job):
    """Write the nodes of a job down as a set."""
    cell = nodes.first[job]
    if len(nodes.sets) == 0 or cell == NOWHERE:
        return
    kept = nodes.sets[cell]
    kept[:] = 0
    while cell != NOWHERE:
        put_in(kept, nodes.node[cell])
        cell = nodes.next[cell]


@inner
def occupy(nodes, job, counts):
    """Give a job so many processors of each node; counts: [nodes]."""
    for node in range(len(counts)):
        if counts[node] > 0:
            hold(nodes, job, node, counts[node])
    write_set(nodes, job)


@inner
def give_back(nodes, job):
    """Free what a job holds."""
    cell = nodes.first[job]
    while cell != NOWHERE:
        after = nodes.next[cell]
        node = nodes.node[cell]
        nodes.free[node] += nodes.count[cell]
        if nodes.memory.counts:
            free_memory(nodes.memory, cell, node)
        if usable(nodes, nodes.free[node], node) > 0:
            put_in(nodes.some, node)
        nodes.next[cell], nodes.spare[0] = nodes.spare[0], cell
        cell = after
    nodes.first[job] = NOWHERE


@inner
def look_ahead(nodes):
    """Begin with what is free now: `release` adds to it."""
    if len(nodes.sets):
        copy_set(nodes.later, nodes.some)
        return
    for node in range(len(nodes.free)):
        nodes.future[node] = nodes.free[node]
    for node in range(len(nodes.memory.free)):
        nodes.memory.future[node] = nodes.memory.free[node]


@inner
def release(nodes, asking, job, chosen):
    """(nodes of the set that a job is on, processors of the set that its end makes usable for one that asks), which are
    then free at the time that is looked at."""
    cell, met, gained = nodes.first[job], 0, 0
    if len(nodes.sets):
        if cell == NOWHERE:
            return 0, 0
        kept = nodes.sets[cell]
        for i in range(len(chosen)):
            both = kept[i] & chosen[i]
            met += count_bits(both)
            nodes.later[i] |= both
        return met, met  # nobody else holds these nodes
    while cell != NOWHERE:
        node = nodes.node[cell]
        if has(chosen, node):
            gained -= _offered_then(nodes, asking, node)
            nodes.future[node] += nodes.count[cell]
            if nodes.memory.counts:
                nodes.memory.future[node] += nodes.memory.amount[cell]
            gained += _offered_then(nodes, asking, node)
            met += 1
        cell = nodes.next[cell]
    return met, gained


@part
def _offered_then(nodes, job, node):
    """Processors that a job may get of a node at the time that is looked at."""
    return offered(nodes, job, nodes.future[node], nodes.memory.future[node] if nodes.memory.counts else 0, node)


@inner
def earliest(nodes, s, job, chosen, size, window, epoch, looks_ahead):
    """When a set of nodes has room for a job by the requested times of running jobs; inf never, or not now.

    Running jobs are taken away in the order of their expected ends, all at once that end within a window of time: up to
    `window` s after the next multiple of it (counted from `epoch`) behind the first end, then twice as far, and so on.
    The job is expected to start when the last job of the window ends, so later than it could, if it did not need them
    all.  With a window of 0 running jobs are taken away one by one.  The nodes then hold what is free at that time.
    """
    look_ahead(nodes)
    total = room(nodes, job, chosen)
    if total >= size:
        return s.now[0]
    if not looks_ahead:
        return np.inf
    times, items = s.expected.time, s.expected.job
    place, border, reach = s.expected.count[0] - 1, -np.inf, window
    while place >= 0:
        last = -np.inf
        while place >= 0:
            end = times[place]
            met, gained = release(nodes, job, items[place], chosen)
            place -= 1
            if met == 0:
                continue
            if border == -np.inf and window > 0:
                border = epoch + (np.floor((end - epoch) / window) + 1) * window
            last = end
            total += gained
            if place >= 0 and (window == 0 or times[place] > border + reach):
                break
        if last == -np.inf:
            break
        if total >= size:
            return last
        reach *= 2
        while window > 0 and place >= 0 and times[place] > border + reach:
            reach *= 2
    return np.inf
