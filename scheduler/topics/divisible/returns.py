"""Single round with results that come back: each worker returns `ratio` units for each unit it has computed.

First everything is sent, then everything returned, through the one port of the master.

- mirrored: the order of the results is that of the messages backwards, so that from the middle on the plan looks like
  its own image.  Worker i+1 is sent to, computes and returns while worker i computes, so this is a single round whose
  messages take (1 + ratio) times as long, and whose latencies count twice.
- same: first in, first out.  Backwards in time results are messages, ratio times as long; so the best order is the
  fastest link first where results are the shorter ones, and the slowest link first where they are longer.
- best: all pairs of orders.  For two given orders the shares are a linear program,
      load of all before and up to i, sent + share[i] / speed[i] + results of i and all after it, returned <= T,
      all messages and all results <= T;
  in an optimum all who take part end just in time but for at most one, or else the port is never idle.  So each set,
  each pair of orders and each row left out gives one system of equations, and the best of them all is the optimum.

Mirrored plans are usually not the best ones, although each is the image of a best plan without results.

Source: Dutot et al. 2005, section 3.1 ("mirror image"); the program and the mirrored recursion are those of Beaumont,
Marchal and Robert 2005 (last in, first out), told from general knowledge, as is the order of first in, first
out (Beaumont, Marchal, Rehn and Robert 2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from scipy.optimize import linprog

from scheduler.errors import ParamError
from scheduler.topics.divisible.platform import Star, Worker
from scheduler.topics.divisible.single_round import sequence, shares
from scheduler.topics.divisible.timeline import COMPUTE, RETURN, SEND, Piece, Timeline

RETURNS = ("none", "mirrored", "same", "best")
MOST_TRIED = 4  # workers of which all pairs of orders are tried


def plan(star: Star, load: float, order: str, returns: str, ratio: float) -> Timeline:
    """The timeline of a single round with results; ratio > 0.  Raises ParamError."""
    if returns == "mirrored":
        return mirrored(star, load, order, ratio)
    if any(worker.latency for worker in star.workers):
        raise ParamError(
            f"returns = {returns} is planned without latencies; leave them out, or take returns = mirrored."
        )
    if returns == "best":
        return _timeline(star, load, ratio, *best(star.workers, load, ratio))
    backwards = order == "best" and ratio > 1
    served = sequence(star.workers, "slowest" if backwards else order, load)
    return _timeline(star, load, ratio, served, served, in_orders(star.workers, load, ratio, served, served))


def mirrored(star: Star, load: float, order: str, ratio: float) -> Timeline:
    """The results come back in the order of the messages backwards."""
    longer = star.there_and_back(ratio).workers
    served = sequence(longer, order, load)
    share = dict(zip(served, shares([longer[place] for place in served], load), strict=True))
    taking = [place for place in served if share[place] > 0]
    return _timeline(star, load, ratio, taking, taking[::-1], [share.get(i, 0.0) for i in range(len(longer))])


def _timeline(
    star: Star, load: float, ratio: float, sent: Sequence[int], returned: Sequence[int], share: Sequence[float]
) -> Timeline:
    """Messages from the beginning on, one after the other; results likewise, each as soon as it and the port are."""
    pieces, time, ready = [], 0.0, {}
    for place in (place for place in sent if share[place] > 0):
        arrival = time + star.workers[place].sending(share[place])
        ready[place] = arrival + star.workers[place].computing(share[place])
        pieces += [
            Piece(place, SEND, time, arrival, share[place]),
            Piece(place, COMPUTE, arrival, ready[place], share[place]),
        ]
        time = arrival
    for place in (place for place in returned if share[place] > 0):
        begin = max(time, ready[place])
        time = begin + star.workers[place].sending(ratio * share[place])
        pieces.append(Piece(place, RETURN, begin, time, share[place]))
    return Timeline(star, load, tuple(pieces), ratio)


def rows(workers: Sequence[Worker], ratio: float, sent: Sequence[int], returned: Sequence[int]) -> np.ndarray:
    """[n + 1, n] s per unit of share: what has to be done within T, for each worker and for the port; by number."""
    n = len(workers)
    matrix = np.zeros((n + 1, n))
    for i in sent:
        for j in sent[: sent.index(i) + 1]:
            matrix[i, j] += 1 / workers[j].bandwidth
        for j in returned[returned.index(i) :]:
            matrix[i, j] += ratio / workers[j].bandwidth
        matrix[i, i] += 1 / workers[i].speed
        matrix[n, i] = (1 + ratio) / workers[i].bandwidth
    return matrix


def in_orders(
    workers: Sequence[Worker], load: float, ratio: float, sent: Sequence[int], returned: Sequence[int]
) -> list[float]:
    """The best shares for two given orders of all workers: the linear program, solved."""
    matrix = rows(workers, ratio, list(sent), list(returned))
    optimum = linprog(-np.ones(len(workers)), A_ub=matrix, b_ub=np.ones(len(matrix)), method="highs")
    if optimum.status != 0:
        raise ArithmeticError(f"the linear program has no solution: {optimum.message}")
    kept = np.where(optimum.x > 1e-9 * optimum.x.max(), optimum.x, 0.0)
    return (load * kept / kept.sum()).tolist()


def best(workers: Sequence[Worker], load: float, ratio: float) -> tuple[list[int], list[int], list[float]]:
    """(order of the messages, order of the results, shares), the best of all.  Raises ParamError for too many."""
    if len(workers) > MOST_TRIED:
        raise ParamError(
            f"All pairs of orders of {len(workers)} workers are too many to try; wanted: at most "
            f"{MOST_TRIED} workers, or returns = mirrored or same."
        )
    optimum: tuple[float, list[int], list[int], list[float]] = (0.0, [], [], [])
    for count in range(1, len(workers) + 1):
        for some in combinations(range(len(workers)), count):
            optimum = max(
                optimum, _best_of([workers[i] for i in some], some, len(workers), ratio), key=lambda one: one[0]
            )
    done, sent, returned, share = optimum
    return sent, returned, [load * part / done for part in share]


def _best_of(
    workers: Sequence[Worker], some: Sequence[int], n: int, ratio: float
) -> tuple[float, list[int], list[int], list[float]]:
    """(load done in one second, ...) where exactly these take part: all pairs of orders and rows left out."""
    k = len(workers)
    pairs = [(list(sent), list(returned)) for sent in permutations(range(k)) for returned in permutations(range(k))]
    whole = np.array([rows(workers, ratio, *pair) for pair in pairs])  # [pairs, k + 1, k]
    kept = np.array([[row for row in range(k + 1) if row != left] for left in range(k + 1)])  # [k + 1, k]
    share = _solved(whole[:, kept, :])  # [pairs, k + 1, k]
    needed = np.einsum("prj,plj->plr", whole, share)
    fits = (share > 0).all(axis=2) & (needed <= 1 + 1e-9).all(axis=2)
    done = np.where(fits, share.sum(axis=2), 0.0)
    pair, left = np.unravel_index(int(done.argmax()), done.shape)
    back, (sent, returned) = np.zeros(n), pairs[pair]
    back[list(some)] = share[pair, left]
    return float(done[pair, left]), [some[i] for i in sent], [some[i] for i in returned], back.tolist()


def _solved(systems: np.ndarray) -> np.ndarray:
    """[..., k]: of each system [..., k, k] with ones on the right; anything where it has no single solution."""
    scaled = systems / systems.max(axis=-1, keepdims=True)
    right = 1 / systems.max(axis=-1, keepdims=True)
    singular = np.abs(np.linalg.det(scaled)) < 1e-12
    # whatever comes of these is tried for what it is worth, like every other solution
    scaled[singular] = np.eye(systems.shape[-1])
    return np.linalg.solve(scaled, right)[..., 0]
