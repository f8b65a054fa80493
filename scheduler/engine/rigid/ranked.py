"""The waiting jobs in an order of groups, those of a group in the order they came: a tree that finds who may start.

Every job has a place of its own from the beginning: groups stand one behind the other, and a job takes the next free
place of its group when it is submitted.  So places are in the queue's order whatever order jobs come in.  A node of the
tree knows the least size and the least requested time of the jobs below it, which lets a search pass by all places
where nobody could start.  One group keeps jobs as they come; one group per value of a key sorts them by it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.rigid.easy_rule import may_pass

NOBODY = np.iinfo(np.int64).max  # the size of no job
ROOT = 1


class Ranked(NamedTuple):
    """Node i has the children 2i and 2i + 1; the leaf of place k is node leaves + k, with leaves = len(size) / 2."""

    size: np.ndarray  # [2 leaves] i8, least size below; NOBODY where no job waits
    requested: np.ndarray  # [2 leaves] f8, least requested time below; inf where no job waits
    job: np.ndarray  # [n] i8, who has a place
    place: np.ndarray  # [n] i8, of a job that was submitted
    group: np.ndarray  # [n] i8, of a job
    free: np.ndarray  # [groups] i8, next place of a group


def new_ranked(group: np.ndarray) -> Ranked:
    """An empty queue for jobs 0..n-1; group: [n] i8, 0.. in the order of the queue."""
    n = len(group)
    leaves = 1 << max(n - 1, 0).bit_length()
    ends = np.cumsum(np.bincount(group))
    return Ranked(
        np.full(2 * leaves, NOBODY),
        np.full(2 * leaves, np.inf),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        group,
        np.concatenate((np.zeros(1, np.int64), ends[:-1])),
    )


@kernel
def enter(ranked, jobs, job):
    """Put a job at the end of its group."""
    place = ranked.free[ranked.group[job]]
    ranked.free[ranked.group[job]] = place + 1
    ranked.job[place] = job
    ranked.place[job] = place
    size, requested = jobs.size[job], jobs.requested[job]
    node = len(ranked.size) // 2 + place
    while node > 0 and (size < ranked.size[node] or requested < ranked.requested[node]):
        ranked.size[node] = min(size, ranked.size[node])
        ranked.requested[node] = min(requested, ranked.requested[node])
        node //= 2


@kernel
def leave(ranked, job):
    """Take a job out."""
    node = len(ranked.size) // 2 + ranked.place[job]
    ranked.size[node], ranked.requested[node] = NOBODY, np.inf
    node //= 2
    while node > 0:
        size = min(ranked.size[2 * node], ranked.size[2 * node + 1])
        requested = min(ranked.requested[2 * node], ranked.requested[2 * node + 1])
        if size == ranked.size[node] and requested == ranked.requested[node]:
            break
        ranked.size[node], ranked.requested[node] = size, requested
        node //= 2


@part
def may_start(ranked, node, now, free, shadow, extra):
    """Whether a job may start that has the least size and the least requested time below a node: exact at a leaf."""
    return may_pass(ranked.size[node], ranked.requested[node], now, free, shadow, extra)


@part
def next_node(node):
    """The node to look at when all below this one is done with, from left to right; 0 at the end."""
    while node % 2 == 1:
        node //= 2
    return node + 1 if node > 0 else 0


@kernel
def first(ranked, now, free, shadow, extra, place):
    """The first job from a place on that may start by EASY's rule (easy_rule.py); -1 none."""
    leaves = len(ranked.size) // 2
    node = leaves + place if place > 0 else ROOT
    while node > 0:
        if not may_start(ranked, node, now, free, shadow, extra):
            node = next_node(node)
        elif node >= leaves:
            return ranked.job[node - leaves]
        else:
            node *= 2
    return -1


@kernel
def anybody(ranked, place):
    """The first job from a place on; -1 none."""
    if place >= len(ranked.job):
        return -1
    return first(ranked, 0.0, NOBODY - 1, np.inf, 0, place)
