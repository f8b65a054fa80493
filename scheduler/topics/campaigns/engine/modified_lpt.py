"""Modified LPT (Lee 1991): the jobs of a campaign on processors that become free at different times.

The times until the processors are free are treated as one more job for each, and LPT is done with all of them, ready
times first among equals, on identical machines that are all free now.  A machine then is the processor whose ready time
is on it.  No machine may have two: a ready time that would be the second on its machine goes to one that has none, in
exchange for a job from there or for nothing, so that the longer of both is as short as can be.  Which exchange it is
Pinheiro, Rzadca and Trystram leave to Lee, and our choice is no more than that.

OStrich and whoever else starts jobs one by one asks for an order (ostrich-2013, section 4: "any scheduling policy can
be used to determine the execution order of jobs within a single campaign").  The order of modified LPT is that of the
starts it plans, made when the first job of the campaign is about to start: only then is it known when processors
become free.  Jobs started in the order of their planned starts start no later than planned, as long as no other
campaign comes between and lengths are known, so the guarantee of 4/3 holds there.

Jobs take one processor each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part
from scheduler.engine.structures.heap import Heap, new_heap, pop, push

EXACT = 1e6  # ticks per second: instants that are as near are one, and sums of whole ticks are exact


class Plan(NamedTuple):
    """Room for planning one campaign; no machines where nothing is planned."""

    length: np.ndarray  # [n] f8, ticks: requested times
    of: np.ndarray  # [n] i8: machine of a job
    ready: np.ndarray  # [machines] f8, ticks from now: when each processor is free
    load: np.ndarray  # [machines] f8, ticks
    owner: np.ndarray  # [machines] i8: processor whose ready time is on the machine; -1 none
    by_load: Heap  # machines and the load they had
    by_ready: Heap  # processors, the last to be free first
    by_start: Heap  # places of jobs by planned start
    line: np.ndarray  # [n] i8: jobs in their new order


def new_plan(requested: np.ndarray, processors: int, planned: bool) -> Plan:
    """Nothing planned yet; requested: [n] s; planned: whether anything will be."""
    n = len(requested) if planned else 0
    m = min(processors, n)
    return Plan(
        np.rint(requested[:n] * EXACT),
        np.full(n, -1),
        np.zeros(m),
        np.zeros(m),
        np.full(m, -1),
        new_heap(4 * m),
        new_heap(m),
        new_heap(n),
        np.zeros(n, np.int64),
    )


@part
def order_by_start(plan, jobs, s, line, first, last):
    """Put the jobs line[first:last] (longest first), none of which has started, into the order of planned starts."""
    processors = _ready_times(plan, jobs, s, last - first)
    assign(plan.length, line, plan, first, last, processors)
    for machine in range(processors):
        plan.load[machine] = plan.ready[plan.owner[machine]]
    for i in range(first, last):
        job, machine = line[i], plan.of[line[i]]
        push(plan.by_start, plan.load[machine], i)
        plan.load[machine] += plan.length[job]
        plan.line[i] = job
    for i in range(first, last):
        line[i] = plan.line[pop(plan.by_start)]


@part
def _ready_times(plan, jobs, s, count):
    """Fill in when processors are free, by requested times; how many there are, idle ones no more than `count`."""
    running = s.ends.count[0]
    for i in range(running):
        job = s.ends.item[i]
        plan.ready[i] = max(np.rint((s.start[job] + jobs.requested[job] - s.now[0]) * EXACT), 0.0)
    processors = running + min(s.free[0], count)
    plan.ready[running:processors] = 0.0
    return processors


@part
def assign(length, line, p, first, last, processors):
    """Fill p.of with the machines of the jobs line[first:last], longest first, and p.owner with their processors.

    length: [n], in the unit of p.ready, which says when each of so many processors is free.
    """
    for machine in range(processors):
        push(p.by_load, 0.0, machine)
        push(p.by_ready, -p.ready[machine], machine)
        p.load[machine], p.owner[machine] = 0.0, -1
    i = first
    while p.by_ready.count[0] > 0 or i < last:
        load, machine = p.by_load.time[0], pop(p.by_load)
        if load != p.load[machine]:
            continue  # an exchange has changed it, and pushed it again
        if p.by_ready.count[0] > 0 and (i == last or -p.by_ready.time[0] >= length[line[i]]):
            processor = pop(p.by_ready)
            time = p.ready[processor]
            if p.owner[machine] >= 0:
                push(p.by_load, load, machine)
                machine = _make_room(length, line, p, processors, first, i, machine, time)
            p.owner[machine] = processor
        else:
            time = length[line[i]]
            p.of[line[i]] = machine
            i += 1
        p.load[machine] += time
        push(p.by_load, p.load[machine], machine)
    p.by_load.count[0] = 0


@part
def _make_room(length, line, p, processors, first, last, home, time):
    """The machine that takes a ready time instead of `home`, which may have a job from there in exchange."""
    target, chosen, least = -1, -1, np.inf
    for machine in range(processors):  # with nothing in exchange
        longer = max(p.load[home], p.load[machine] + time)
        if p.owner[machine] < 0 and longer < least:
            target, least = machine, longer
    for i in range(first, last if time > 0.0 else first):
        job = line[i]
        machine, moved = p.of[job], length[job]
        longer = max(p.load[home] + moved, p.load[machine] + time - moved)
        if p.owner[machine] < 0 and longer < least:
            target, chosen, least = machine, job, longer
    if chosen >= 0:
        p.of[chosen] = home
        p.load[home] += length[chosen]
        p.load[target] -= length[chosen]
        push(p.by_load, p.load[home], home)
    return target
