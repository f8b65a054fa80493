"""Preemption: who may take processors from whom, and whose runs are stopped so that a job has room.

A job may preempt those of a class (its QOS, or the partition) that its own class names, once they have run for as long
as they are exempt.  Candidates go by the rank of their class, lowest first, then by how many nodes they hold, fewest
first, then by number; or the youngest first.  One after the other is taken away, in thought, until the job has room.
Then the last one, which made the room, is put first and all is done again, so that fewer are stopped.  Of those taken
away only the ones on nodes that the job gets are stopped.

A run that is stopped is lost: the job starts from nothing, or is cancelled.

Source: the manual of Slurm, "Preemption", and slurm.conf (PreemptType, PreemptMode, PreemptExemptTime,
preempt_youngest_first, preempt_reorder_count with its default of 1), and two recorded runs with preemption by QOS
(docs/slurm-policy.md).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.topics.slurm.engine.choice import choose
from scheduler.topics.slurm.engine.nodes import NOWHERE, look_ahead, release, room
from scheduler.topics.slurm.engine.sets import has

OFF, REQUEUE, CANCEL = range(3)  # what is done to a job that is preempted


class Preemption(NamedTuple):
    """Who may preempt whom, and the runs that were stopped."""

    on: bool  # whether any job may preempt another
    group: np.ndarray  # [n] i8, class of a job
    allowed: np.ndarray  # [classes, classes] bool, whether jobs of the first may preempt those of the second
    rank: np.ndarray  # [n] i8, of candidates the lowest goes first
    mode: np.ndarray  # [n] i8, OFF, REQUEUE or CANCEL
    exempt: np.ndarray  # [n] f8, s that a job runs before it may be preempted
    youngest: bool  # candidates go by their starts, latest first
    wait: float  # s until a job that was stopped may start again
    list: np.ndarray  # [n] i8, candidates
    width: np.ndarray  # [n] i8, nodes that a candidate holds
    job: np.ndarray  # [runs] i8, runs that were stopped: whose,
    begin: np.ndarray  # [runs] f8, s
    end: np.ndarray  # [runs] f8, s
    killer: np.ndarray  # [runs] i8, for which job; -1 as its reservation is over
    gone: np.ndarray  # [n] i8, jobs that were cancelled at this event
    count: np.ndarray  # [2] i8: runs stopped (kept as far as there is room), jobs cancelled at this event
    cancelled: np.ndarray  # [n] bool


@part
def may_preempt(s, p, job, other):
    """Whether a job may stop another one that runs; not in the instant in which that one has started."""
    ran = s.now[0] - s.start[other]
    return p.mode[other] != OFF and p.allowed[p.group[job], p.group[other]] and ran > 0 and ran >= p.exempt[other]


@part
def next_exempt(s, p, after):
    """When a job that runs is no longer exempt, s, later than `after`; inf none."""
    due = np.inf
    if p.on:
        for i in range(s.ends.count[0]):
            job = s.ends.item[i]
            until = s.start[job] + p.exempt[job]
            if p.mode[job] != OFF and p.exempt[job] > 0 and until > after:
                due = min(due, until)
    return due


@part
def _holds(nodes, job, chosen):
    """(nodes that a job holds, how many of them are in a set)."""
    cell, all_, inside = nodes.first[job], 0, 0
    while cell != NOWHERE:
        all_ += 1
        inside += has(chosen, nodes.node[cell])
        cell = nodes.next[cell]
    return all_, inside


@part
def _goes_before(s, p, one, other):
    if p.youngest and s.start[one] != s.start[other]:
        return s.start[one] > s.start[other]
    if not p.youngest:
        if p.rank[one] != p.rank[other]:
            return p.rank[one] < p.rank[other]
        if p.width[one] != p.width[other]:
            return p.width[one] < p.width[other]
    return one < other


@part
def _candidates(s, c, job):
    """How many jobs may be stopped for one and hold a chosen node; p.list has them in order."""
    p, count = c.preemption, 0
    for i in range(s.ends.count[0]):
        other = s.ends.item[i]
        if not may_preempt(s, p, job, other):
            continue
        width, inside = _holds(c.nodes, other, c.chosen)
        if inside == 0:
            continue
        p.width[other] = width
        at = count
        while at > 0 and _goes_before(s, p, other, p.list[at - 1]):
            p.list[at] = p.list[at - 1]
            at -= 1
        p.list[at] = other
        count += 1
    return count


@part
def _taken_away(c, job, size, count):
    """How many of the first `count` candidates go until the chosen nodes have room for a job; -1 where all are too few.

    The nodes then hold what is free without them.
    """
    p, nodes = c.preemption, c.nodes
    look_ahead(nodes)
    total = room(nodes, job, c.chosen)
    for i in range(count):
        _, gained = release(nodes, job, p.list[i], c.chosen)
        total += gained
        if total >= size:
            return i + 1
    return -1


@inner
def find_victims(jobs, s, c, job):
    """How many jobs have to be stopped for one that has no room; 0 where stopping others does not help.

    c.chosen: the nodes it may have; it becomes those that it gets, and the list begins with those to be stopped.
    """
    p, size = c.preemption, jobs.size[job]
    if not p.on:
        return 0
    count = _taken_away(c, job, size, _candidates(s, c, job))
    if count < 0:
        return 0
    last = p.list[count - 1]
    for i in range(count - 1, 0, -1):
        p.list[i] = p.list[i - 1]
    p.list[0] = last
    count = _taken_away(c, job, size, count)
    choose(c.nodes, job, True, c.chosen, size)
    victims = 0
    for i in range(count):
        _, inside = _holds(c.nodes, p.list[i], c.chosen)
        if inside > 0:
            p.list[victims] = p.list[i]
            victims += 1
    return victims


@part
def record_stop(s, p, job, killer):
    """Write down that the run of a job ends now for another one (killer), or for none: -1."""
    row = p.count[0]
    p.count[0] = row + 1
    if row < len(p.job):
        p.job[row], p.begin[row], p.end[row], p.killer[row] = job, s.start[job], s.now[0], killer
