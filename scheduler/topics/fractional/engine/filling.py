"""Fill the work of jobs into slots of time, as much as ever fits: a maximum flow from jobs to slots.

A job may use a row of consecutive slots, in each no more than its rate times the slot's length; a slot takes from all
jobs together no more than its room.  First the slots are filled in order of time, earliest jobs of the given order
first; then work is pushed along alternating paths (a job takes a slot from another job, which goes elsewhere) until
none is left, level by level.

Whoever can still be reached from a job with work left over is in the way of it: these jobs together have more work
than their slots take, whatever the others do.  (They are the source side of a minimum cut.)

Source: Dinic 1970, Algorithm for solution of a problem of maximum flow in networks with power estimation; here on the
two layers alone, with no arcs made for source and sink, and with every slot that has room as an exit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel, part


class Filling(NamedTuple):
    """The network and what flows.  An arc is a pair of a job and a slot it may use; those of a job are consecutive."""

    arc_ptr: np.ndarray  # [jobs + 1] i8: where the arcs of each job begin
    first: np.ndarray  # [jobs] i8: the first slot of each job
    rate: np.ndarray  # [jobs] f8: nodes it can use at once
    left: np.ndarray  # [jobs] f8, node-s: work not filled in
    length: np.ndarray  # [slots] f8, s
    room: np.ndarray  # [slots] f8, node-s not taken
    into_ptr: np.ndarray  # [slots + 1] i8: where the arcs into each slot begin in `into`
    into: np.ndarray  # [arcs] i8: arcs by slot, jobs in order
    job: np.ndarray  # [arcs] i8
    flow: np.ndarray  # [arcs] f8, node-s
    level: np.ndarray  # [jobs + slots] i8: steps from a job with work left; -1 not reached
    cursor: np.ndarray  # [jobs + slots] i8: the next arc to try
    queue: np.ndarray  # [jobs + slots] i8
    path: np.ndarray  # [jobs + slots] i8: arcs, alternately into a slot and out of it


def new_filling(
    first: np.ndarray, after: np.ndarray, rate: np.ndarray, work: np.ndarray, length: np.ndarray, nodes: float
) -> Filling:
    """Nothing flows; first, after: [jobs] i8, the slots [first, after[ of each job; jobs in the order to serve them."""
    jobs, slots = len(first), len(length)
    count = after - first
    arc_ptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(count)))
    job = np.repeat(np.arange(jobs), count)
    slot = np.arange(arc_ptr[-1]) - np.repeat(arc_ptr[:-1] - first, count)
    into_ptr = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(slot, minlength=slots))))
    return Filling(
        arc_ptr,
        first,
        rate,
        work.copy(),
        length,
        nodes * length,
        into_ptr,
        np.argsort(slot, kind="stable"),
        job,
        np.zeros(len(job)),
        *(np.zeros(jobs + slots, np.int64) for _ in range(4)),
    )


@kernel
def fill(f, least):
    """Leave as little work as possible in f.left; amounts up to `least` are nothing.  f.level tells who is reached."""
    _in_order_of_time(f)
    while _reach(f, least):
        for node in range(len(f.cursor)):
            f.cursor[node] = f.arc_ptr[node] if node < len(f.left) else f.into_ptr[node - len(f.left)]
        for job in range(len(f.left)):
            while f.left[job] > least and _push(f, job, least):
                pass


@part
def _slot(f, arc):
    job = f.job[arc]
    return f.first[job] + arc - f.arc_ptr[job]


@part
def _spare(f, arc):
    return f.rate[f.job[arc]] * f.length[_slot(f, arc)] - f.flow[arc]


@inner
def _in_order_of_time(f):
    for slot in range(len(f.room)):
        for i in range(f.into_ptr[slot], f.into_ptr[slot + 1]):
            arc = f.into[i]
            amount = min(f.left[f.job[arc]], f.room[slot], f.rate[f.job[arc]] * f.length[slot])
            f.flow[arc] = amount
            f.left[f.job[arc]] -= amount
            f.room[slot] -= amount


@inner
def _reach(f, least):
    """Set the levels; whether a slot with room is reached."""
    jobs, tail, has_room = len(f.left), 0, False
    for node in range(len(f.level)):
        f.level[node] = -1
        if node < jobs and f.left[node] > least:
            f.level[node] = 0
            f.queue[tail] = node
            tail += 1
    head = 0
    while head < tail:
        node = f.queue[head]
        head += 1
        if node < jobs:
            for arc in range(f.arc_ptr[node], f.arc_ptr[node + 1]):
                to = jobs + _slot(f, arc)
                if f.level[to] < 0 and _spare(f, arc) > least:
                    f.level[to] = f.level[node] + 1
                    f.queue[tail] = to
                    tail += 1
        elif f.room[node - jobs] > least:
            has_room = True
        else:
            for i in range(f.into_ptr[node - jobs], f.into_ptr[node - jobs + 1]):
                to = f.job[f.into[i]]
                if f.level[to] < 0 and f.flow[f.into[i]] > least:
                    f.level[to] = f.level[node] + 1
                    f.queue[tail] = to
                    tail += 1
    return has_room


@inner
def _push(f, root, least):
    """One path from the job to a slot with room, levels ascending; whether there was one."""
    jobs, depth, node = len(f.left), 0, root
    while True:
        if node < jobs:
            arc = f.cursor[node]
            if arc == f.arc_ptr[node + 1]:
                if depth == 0:
                    return False
                depth -= 1
                node = jobs + _slot(f, f.path[depth])
                f.cursor[node] += 1
                continue
            slot = _slot(f, arc)
            if f.level[jobs + slot] != f.level[node] + 1 or _spare(f, arc) <= least:
                f.cursor[node] += 1
                continue
            f.path[depth] = arc
            depth += 1
            node = jobs + slot
        elif f.room[node - jobs] > least:
            _send(f, root, node - jobs, depth)
            return True
        else:
            i = f.cursor[node]
            if i == f.into_ptr[node - jobs + 1]:
                depth -= 1
                node = f.job[f.path[depth]]
                f.cursor[node] += 1
                continue
            to = f.job[f.into[i]]
            if f.level[to] != f.level[node] + 1 or f.flow[f.into[i]] <= least:
                f.cursor[node] += 1
                continue
            f.path[depth] = f.into[i]
            depth += 1
            node = to


@part
def _send(f, root, slot, depth):
    """As much as the whole path allows."""
    amount = min(f.left[root], f.room[slot])
    for i in range(depth):
        amount = min(amount, _spare(f, f.path[i]) if i % 2 == 0 else f.flow[f.path[i]])
    for i in range(depth):
        f.flow[f.path[i]] += amount if i % 2 == 0 else -amount
    f.left[root] -= amount
    f.room[slot] -= amount
