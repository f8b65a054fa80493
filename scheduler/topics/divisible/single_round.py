"""Single round: every worker gets one message, and all that take part end together.

Workers are served one after the other, the next message begins when the one before ends.  In an optimal plan all who
take part stop at the same instant, so while worker i computes, worker i+1 receives and computes:

    share[i+1] (1 / bandwidth[i+1] + 1 / speed[i+1]) + latency[i+1] = share[i] / speed[i],   sum of shares = load.

Who is left out: served before others who together need e seconds for a unit, link included, a worker who needs more
than e seconds only to receive one would make it later, and any other makes it earlier:

    e with it = (1 / bandwidth + 1 / speed) e / (1 / speed + e)    if 1 / bandwidth < e, else e.

That gets less as e does, so going from the last to the first leaves out the right ones.  With the fastest link first
nobody is left out, and no order is better; in a bus any order is as good as any other.  With latencies up to 8 workers
are left out or not in all possible ways; of more, one is taken in at its place in the order, the most helpful first, as
long as that makes it earlier, which need not be the best.  `best` tries all orders of all sets of workers.

Source: Dutot et al. 2005, section 3.1; the recursion is that of Cheng and Robertazzi 1988, the order that of
Charcranoon, Robertazzi and Luryi 2000 and of Beaumont, Legrand and Robert 2003.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations

from scheduler.errors import ParamError
from scheduler.topics.divisible.platform import Star, Worker
from scheduler.topics.divisible.timeline import COMPUTE, SEND, Piece, Timeline

ORDERS = ("bandwidth", "given", "speed", "slowest", "best")
MOST_TRIED = 7  # workers of which all orders are tried
MOST_SETS = 8  # workers with latencies of which all sets are tried, in a given order


def shares(workers: Sequence[Worker], load: float) -> list[float]:
    """What each worker gets, units, served in this order; nothing for those who are left out."""
    late = any(worker.latency for worker in workers)
    choose = _set if len(workers) <= MOST_SETS else _helpful
    taking = choose(workers, load) if late else _taking(workers)
    share = dict(zip(taking, _ending_together([workers[place] for place in taking], load), strict=True))
    return [share.get(place, 0.0) for place in range(len(workers))]


def _taking(workers: Sequence[Worker]) -> list[int]:
    """Who takes part where there are no latencies, in the order they are served."""
    taking: list[int] = []
    each = math.inf  # s, of one unit with all that follow
    for place in reversed(range(len(workers))):
        sending, computing = workers[place].sending(1.0), workers[place].computing(1.0)
        if sending < each:
            taking.insert(0, place)
            each = sending + computing if each == math.inf else (sending + computing) * each / (computing + each)
    return taking


def _set(workers: Sequence[Worker], load: float) -> list[int]:
    """Who takes part where there are few workers with latencies: of all sets the one that ends first."""
    tried = (list(some) for count in range(1, len(workers) + 1) for some in combinations(range(len(workers)), count))
    return min(tried, key=lambda some: completion([workers[place] for place in some], load))


def _helpful(workers: Sequence[Worker], load: float) -> list[int]:
    """Who takes part where there are many: one more as long as it gets earlier."""
    taking: list[int] = []
    left, end = set(range(len(workers))), math.inf
    while left:
        place = min(sorted(left), key=lambda one: completion([workers[i] for i in sorted([*taking, one])], load))
        earlier = completion([workers[i] for i in sorted([*taking, place])], load)
        if earlier >= end:
            break
        taking, end = sorted([*taking, place]), earlier
        left.remove(place)
    return taking


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
    """When these, served in this order, all end, s; infinite where the last would come too late to do anything."""
    parts = _ending_together(workers, load)
    return workers[0].sending(parts[0]) + workers[0].computing(parts[0]) if parts[-1] > 0 else math.inf


def sequence(workers: Sequence[Worker], order: str, load: float) -> list[int]:
    """In which order workers are served; with `best` some may be left out.  Ties: as they are given.

    Raises ParamError where an order is unknown, or all orders of too many workers would be tried.
    """
    places = range(len(workers))
    if order == "best":
        return _best(workers, load)
    keys = {
        "given": lambda place: 0.0,
        "bandwidth": lambda place: -workers[place].bandwidth,
        "speed": lambda place: -workers[place].speed,
        "slowest": lambda place: workers[place].bandwidth,
    }
    if order not in keys:
        raise ParamError(f"order = {order!r}; wanted: one of {', '.join(ORDERS)}.")
    return sorted(places, key=keys[order])


def _best(workers: Sequence[Worker], load: float) -> list[int]:
    """Of all orders of all sets of workers the one that ends first; without latencies that of the bandwidths."""
    if not any(worker.latency for worker in workers):
        return sequence(workers, "bandwidth", load)
    if len(workers) > MOST_TRIED:
        raise ParamError(
            f"All orders of {len(workers)} workers with latencies are too many to try; wanted: at most "
            f"{MOST_TRIED} workers, or the order of the bandwidths."
        )
    tried = (list(some) for count in range(1, len(workers) + 1) for some in permutations(range(len(workers)), count))
    return min(tried, key=lambda some: completion([workers[place] for place in some], load))


def plan(star: Star, load: float, order: str = "bandwidth") -> Timeline:
    """The timeline of a single round.  Raises ParamError."""
    served = sequence(star.workers, order, load)
    pieces, time = [], 0.0
    for place, share in zip(served, shares([star.workers[place] for place in served], load), strict=True):
        if share > 0:
            arrival = time + star.workers[place].sending(share)
            pieces += [
                Piece(place, SEND, time, arrival, share),
                Piece(place, COMPUTE, arrival, arrival + star.workers[place].computing(share), share),
            ]
            time = arrival
    return Timeline(star, load, tuple(pieces))
