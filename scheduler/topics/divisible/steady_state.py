"""Steady state: the most load per second that can go on for ever, whatever the beginning and the end cost.

In a second a worker cannot compute more than its speed, and the port of the master has one second:

    maximize sum of rate   with   rate[i] <= speed[i],   sum of rate[i] / bandwidth[i] <= 1.

The best is to feed the fastest links first, each as much as it can compute, until the port is always busy; speeds
matter only among links that are alike, where the faster worker is done with its last message earlier.

In a tree the port of a node below the root has to take in, too: what its subtree takes is at most its speed and the
rates of its children, and at most (bandwidth + speed) / 2 where it passes some on.
No plan is shorter than load / throughput; latencies are not counted, for they are shared by ever larger messages.

Source: Dutot et al. 2005, sections 3.1 and 4 ("maximum throughput"); Beaumont, Legrand and Robert 2003.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.topics.divisible.platform import Star, Tree, Worker


def rates(workers: Sequence[Worker]) -> list[float]:
    """What each worker is fed, units/s."""
    rate, port = [0.0] * len(workers), 1.0
    for place in sorted(range(len(workers)), key=lambda i: (-workers[i].bandwidth, -workers[i].speed)):
        rate[place] = min(workers[place].speed, port * workers[place].bandwidth)
        port = max(0.0, port - rate[place] / workers[place].bandwidth)
    return rate


def throughput(platform: Star | Tree) -> float:
    """Units/s of a whole platform."""
    if isinstance(platform, Star):
        return sum(rates(platform.workers))
    node, taken, whole = platform.node, 0.0, 0.0
    for _ in range(platform.height + 1):  # from the leaves to the root, which takes in nothing
        whole = node.speed + (sum(rates([Worker(taken, node.bandwidth)] * platform.degree)) if taken else 0.0)
        taken = min(whole, max(node.speed, (node.bandwidth + node.speed) / 2))
    return whole
