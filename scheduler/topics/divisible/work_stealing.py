"""Work stealing: nothing is planned; who has nothing left takes half of what another one still has.

All the load is with the master at first, who does not compute.  An idle worker, the longest idle first, waits for the
port, draws one of those who have enough left, each equally likely, and takes half of it; of the master's rest it takes
all where half would be less than a grain.  Load on its way cannot be stolen, and a worker with less than two grains is
left alone.  The victim goes on computing meanwhile.

Speeds and bandwidths are never asked for, so it also works where nobody knows them; what it costs are the messages.
With links that take no time nobody idles before everybody has less than two grains:
completion < load / sum of speeds + 2 grains / lowest speed.

Source: Dutot et al. 2005, section 3.1 ("dynamically with a work stealing strategy"); Blumofe and Leiserson 1994, whose
thieves take one task of a graph; half of a load that can be cut is the usual counterpart.
"""

from __future__ import annotations

import numpy as np

from scheduler.statistics.random_draws import stream
from scheduler.topics.divisible.platform import MASTER, Star
from scheduler.topics.divisible.timeline import COMPUTE, SEND, Piece, Timeline


class _Theft:
    """What everybody has while it goes on; times in s, loads in units."""

    def __init__(self, star: Star, load: float, grain: float) -> None:
        self.star, self.grain, self.stock, self.port = star, grain, load, 0.0
        self.done = [0.0] * len(star.workers)  # when each has nothing left
        self.sent: list[Piece] = []
        self.computing: list[list[float]] = []  # [worker, begin, load]; the load shrinks when some is stolen
        self.last: dict[int, list[float]] = {}  # by worker: the newest of these

    def left(self, holder: int, now: float) -> float:
        """What a holder has left."""
        if holder == MASTER:
            return self.stock
        return max(0.0, self.done[holder] - now) * self.star.workers[holder].speed

    def victims(self, thief: int, now: float) -> list[int]:
        """Who has enough left, the master first."""
        others = [worker for worker in range(len(self.done)) if worker != thief]
        rich = [worker for worker in others if self.left(worker, now) >= 2 * self.grain]
        return [MASTER, *rich] if self.stock > 0 else rich

    def steal(self, thief: int, victim: int, now: float) -> None:
        """Half of what the victim has left goes to the thief."""
        there = self.left(victim, now)
        taken = there if victim == MASTER and there < 2 * self.grain else there / 2
        if victim == MASTER:
            self.stock = 0.0 if taken == there else there - taken
        else:
            self.done[victim] -= taken / self.star.workers[victim].speed
            self.last[victim][2] -= taken
        self.port = now + self.star.sending(thief, victim, taken)
        self.sent.append(Piece(thief, SEND, now, self.port, taken, victim))
        self.last[thief] = [thief, self.port, taken]
        self.computing.append(self.last[thief])
        self.done[thief] = self.port + self.star.computing(thief, taken)


def plan(star: Star, load: float, grain: float, seed: int) -> Timeline:
    """What happens; the same for the same seed."""
    random, state = stream(seed), _Theft(star, load, grain)
    while True:
        thief = int(np.argmin(state.done))
        now = max(state.port, state.done[thief])
        victims = state.victims(thief, now)
        if not victims:  # later thieves will not find more: nothing is on its way
            break
        state.steal(thief, victims[int(random.random() * len(victims))], now)
    computed = [
        Piece(int(worker), COMPUTE, begin, begin + star.computing(int(worker), part), part)
        for worker, begin, part in state.computing
    ]
    return Timeline(star, load, (*state.sent, *computed))
