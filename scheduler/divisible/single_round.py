"""Single round: every worker gets one message, and all that take part end together.

Workers are served one after the other, the next message begins when the one before ends.  In an optimal plan all who
take part stop at the same instant, so while worker i computes, worker i+1 receives and computes:

    share[i+1] (1 / bandwidth[i+1] + 1 / speed[i+1]) + latency[i+1] = share[i] / speed[i],   sum of shares = load.

Without latencies everybody takes part and the fastest link goes first, whatever the speeds; in a bus any order is as
good as any other.  With latencies somebody late in the order may have nothing to do, and the best order is a matter
of trying all of them.

Source: Dutot et al. 2005, section 3.1; the recursion is that of Cheng and Robertazzi 1988, the order that of
Charcranoon, Robertazzi and Luryi 2000 and of Beaumont, Legrand and Robert 2003.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

from scheduler.divisible.platform import Star, Worker
from scheduler.divisible.timeline import COMPUTE, SEND, Piece, Timeline
from scheduler.errors import ParamError

ORDERS = ("bandwidth", "given", "speed", "slowest", "best")
MOST_TRIED = 7      # workers of which all orders are tried


def shares(workers: Sequence[Worker], load: float) -> list[float]:
    """What each worker gets, units, served in this order; nothing for those at the end who would come too late."""
    for count in range(len(workers), 0, -1):
        made = _ending_together(workers[:count], load)
        if made[-1] > 0:
            return made + [0.0] * (len(workers) - count)
    raise ValueError("no workers")


def _ending_together(workers: Sequence[Worker], load: float) -> list[float]:
    """The solution of the recursion; share i = slope[i] x the first share - offset[i]."""
    slope, offset = [1.0], [0.0]
    for before, worker in pairwise(workers):
        unit = 1 / worker.bandwidth + 1 / worker.speed
        slope.append(slope[-1] / before.speed / unit)
        offset.append((offset[-1] / before.speed + worker.latency) / unit)
    first = (load + sum(offset)) / sum(slope)
    return [a * first - b for a, b in zip(slope, offset, strict=True)]


def completion(workers: Sequence[Worker], load: float) -> float:
    """When all of them end, s, served in this order."""
    first = shares(workers, load)[0]
    return workers[0].sending(first) + workers[0].computing(first)


def sequence(workers: Sequence[Worker], order: str, load: float) -> list[int]:
    """In which order workers are served; with `best` some may be left out.  Ties: as they are given.

    Raises ParamError where an order is unknown, or all orders of too many workers would be tried.
    """
    places = range(len(workers))
    if order == "best":
        return _best(workers, load)
    keys = {"given": lambda place: 0.0, "bandwidth": lambda place: -workers[place].bandwidth,
            "speed": lambda place: -workers[place].speed, "slowest": lambda place: workers[place].bandwidth}
    if order not in keys:
        raise ParamError(f"order = {order!r}; wanted: one of {', '.join(ORDERS)}.")
    return sorted(places, key=keys[order])


def _best(workers: Sequence[Worker], load: float) -> list[int]:
    """Of all orders of all sets of workers the one that ends first; without latencies that of the bandwidths."""
    if not any(worker.latency for worker in workers):
        return sequence(workers, "bandwidth", load)
    if len(workers) > MOST_TRIED:
        raise ParamError(f"All orders of {len(workers)} workers with latencies are too many to try; wanted: at most "
                         f"{MOST_TRIED} workers, or the order of the bandwidths.")
    tried = (list(some) for count in range(1, len(workers) + 1) for some in permutations(range(len(workers)), count))
    return min(tried, key=lambda some: completion([workers[place] for place in some], load))


def plan(star: Star, load: float, order: str = "bandwidth") -> Timeline:
    """The timeline of a single round.  Raises ParamError."""
    served = sequence(star.workers, order, load)
    pieces, time = [], 0.0
    for place, share in zip(served, shares([star.workers[place] for place in served], load), strict=True):
        if share > 0:
            arrival = time + star.workers[place].sending(share)
            pieces += [Piece(place, SEND, time, arrival, share),
                       Piece(place, COMPUTE, arrival, arrival + star.workers[place].computing(share), share)]
            time = arrival
    return Timeline(star, load, tuple(pieces))
