"""Several rounds: a worker begins with a small first message while the rest is still on its way.

- equal: the pattern of the steady state is repeated; every round brings each worker what it computes in load /
  (rounds x throughput) seconds.  The messages of a round are sent while the round before is computed, so without
  latencies the plan is at most 1 / rounds longer than any plan can be.
- growing: the messages of the next round take exactly as long to send as those of this one to compute.  With t[j] the
  time a round computes, and rate[i] what the steady state feeds worker i,
      t[j+1] = (t[j] - sum of latencies) / sum of rate[i] / bandwidth[i],    sum of t[j] x sum of rates = load,
  and worker i gets t[j] x rate[i].  Rounds that would have nothing to do are left out.  Where the port is always busy
  and there are no latencies, nothing grows.

With latencies more rounds are not always better: each costs its start-ups once more.

Source: Dutot et al. 2005, section 3.1; equal: Beaumont, Legrand and Robert 2003; growing: Yang and Casanova 2003, who
leave a worker out that cannot be fed as fast as it computes; here it is fed as fast as can be.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.topics.divisible.platform import Star, Worker
from scheduler.topics.divisible.steady_state import rates
from scheduler.topics.divisible.timeline import COMPUTE, SEND, Piece, Timeline

GROWTHS = ("equal", "growing")


def plan(star: Star, load: float, rounds: int, growth: str) -> Timeline:
    """The timeline of so many rounds, each message as early as it can be."""
    workers, fed = star.workers, rates(star.workers)
    lengths = _growing(workers, fed, load, rounds) if growth == "growing" else [load / sum(fed) / rounds] * rounds
    order = sorted((i for i in range(len(workers)) if fed[i] > 0), key=lambda i: -workers[i].bandwidth)
    return _timeline(star, load, [(i, length * fed[i]) for length in lengths for i in order])


def _growing(workers: Sequence[Worker], fed: Sequence[float], load: float, rounds: int) -> list[float]:
    """Seconds each round computes; fewer rounds where latencies leave nothing for the last ones."""
    taking = [i for i in range(len(workers)) if fed[i] > 0]
    start, ratio = sum(workers[i].latency for i in taking), sum(fed[i] / workers[i].bandwidth for i in taking)
    for count in range(rounds, 0, -1):
        slope, offset = [1.0], [0.0]  # length j = slope[j] x the first - offset[j]
        for _ in range(count - 1):
            slope.append(slope[-1] / ratio)
            offset.append((offset[-1] + start) / ratio)
        first = (load / sum(fed) + sum(offset)) / sum(slope)
        lengths = [a * first - b for a, b in zip(slope, offset, strict=True)]
        if min(lengths) > 0:
            return lengths
    raise ValueError("no load")


def _timeline(star: Star, load: float, messages: Sequence[tuple[int, float]]) -> Timeline:
    """Messages (worker, units) one after the other; a worker computes them as they come."""
    pieces, port, free = [], 0.0, [0.0] * len(star.workers)
    for place, part in messages:
        arrival = port + star.workers[place].sending(part)
        begin = max(arrival, free[place])
        free[place] = begin + star.workers[place].computing(part)
        pieces += [Piece(place, SEND, port, arrival, part), Piece(place, COMPUTE, begin, free[place], part)]
        port = arrival
    return Timeline(star, load, tuple(pieces))


def best_number(star: Star, load: float, growth: str, most: int) -> int:
    """Which number of rounds up to `most` ends first; the smallest of several."""
    return min(range(1, most + 1), key=lambda rounds: plan(star, load, rounds, growth).completion)
