"""Which cluster the next of many equal runs is sent to: windows of a heterogeneous fork, packed as full as possible.

One server sends the data of the runs, one after the other; a cluster takes `transfer` s for one, and a processor that
waits for data does nothing else.  Seen from the end of its window, the last run of a processor has to have arrived
`work` s before it, the one before that another transfer + work s earlier, and so on.  So the question is how many
messages one server can send in time.  Taking them by length, shortest first, and keeping each with which all kept ones
still arrive in time, is optimal.  Where no window has an end, it is the shortest one that holds all the runs, found by
bisection.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.2; Beaumont, Legrand and Robert 2002, whose workers can
receive one task while they compute another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import part

AHEAD = 64  # runs that are planned at once
HALVINGS = 30  # of the window that holds all of them


class Fork(NamedTuple):
    """Room for the messages of a plan, in the order of their deadlines, and for the order of the clusters."""

    count: np.ndarray  # [1] i8, messages that are kept
    deadline: np.ndarray  # [AHEAD] f8, s from now
    arrival: np.ndarray  # [AHEAD] f8, s from now
    cluster: np.ndarray  # [AHEAD] i8
    order: np.ndarray  # [clusters] i8, by (transfer, work), then by number


def new_fork(clusters: int) -> Fork:
    """Nothing is planned."""
    return Fork(np.zeros(1, np.int64), np.zeros(AHEAD), np.zeros(AHEAD), np.zeros(AHEAD, np.int64), np.arange(clusters))


@part
def first_cluster(fork, idle, window, transfer, work, runs):
    """The cluster of the run that is sent first; -1 where none can be over in time.

    idle: [clusters] processors; window: [clusters] s from now, inf: no end; transfer, work: [clusters] s; runs: that
    wait.
    """
    most = min(runs, AHEAD)
    _sort(fork, transfer, work)
    high = _long_enough(idle, window, transfer, work, most)
    if _pack(fork, idle, window, high, transfer, work, most) == most:
        low = 0.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if _pack(fork, idle, window, middle, transfer, work, most) == most:
                high = middle
            else:
                low = middle
        _pack(fork, idle, window, high, transfer, work, most)
    return fork.cluster[0] if fork.count[0] > 0 else -1


@part
def _sort(fork, transfer, work):
    """Clusters by the length of their messages, then by their work."""
    for i in range(len(fork.order)):
        at = i
        while at > 0 and (transfer[i], work[i]) < (transfer[fork.order[at - 1]], work[fork.order[at - 1]]):
            fork.order[at] = fork.order[at - 1]
            at -= 1
        fork.order[at] = i


@part
def _long_enough(idle, window, transfer, work, most):
    """A window of which no plan needs more, s."""
    open_, last = np.inf, 0.0
    for cluster in range(len(idle)):
        if idle[cluster] > 0 and window[cluster] == np.inf:
            open_ = min(open_, most * (transfer[cluster] + work[cluster]))
        elif idle[cluster] > 0:
            last = max(last, window[cluster])
    return last if open_ == np.inf else open_


@part
def _pack(fork, idle, window, longest, transfer, work, most):
    """As many messages as arrive in time, at most `most`; how many."""
    fork.count[0] = 0
    for i in range(len(idle)):
        cluster = fork.order[i]
        if idle[cluster] <= 0:
            continue
        size = min(window[cluster], longest)
        deadline = size - work[cluster]
        fits = True
        while fits:
            for _ in range(idle[cluster]):
                fits = fits and _keep(fork, cluster, deadline, transfer[cluster], most)
            deadline -= transfer[cluster] + work[cluster]
    return fork.count[0]


@part
def _keep(fork, cluster, deadline, length, most):
    """Keep one more message, if then all still arrive in time; whether they do."""
    n = fork.count[0]
    at = n
    while at > 0 and fork.deadline[at - 1] > deadline:
        at -= 1
    arrival = length if at == 0 else fork.arrival[at - 1] + length
    if n == most or arrival > deadline:
        return False
    for i in range(at, n):
        if fork.arrival[i] + length > fork.deadline[i]:
            return False
    for i in range(n, at, -1):
        fork.deadline[i], fork.arrival[i] = fork.deadline[i - 1], fork.arrival[i - 1] + length
        fork.cluster[i] = fork.cluster[i - 1]
    fork.deadline[at], fork.arrival[at], fork.cluster[at] = deadline, arrival, cluster
    fork.count[0] = n + 1
    return True
