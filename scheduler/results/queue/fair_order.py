"""Who goes next: visitors in turn, the wishes of one visitor in the order they came; and when each is likely to begin.

A free place goes to the visitor with the fewest runs under way; among those to who has gone without for longest, since
his last run began or, if that is later, since his oldest wish came.  So nobody who asks for much, or asks again and
again, keeps the others waiting.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Wish(NamedTuple):
    """A run that waits."""

    key: str
    visitor: str
    submitted: float  # s since the epoch
    seconds: float  # how long it is likely to take
    background: bool = False  # nobody waits for it: it goes after all others


def order(waiting: Iterable[Wish], running: Mapping[str, int], served: Mapping[str, float]) -> list[Wish]:
    """The wishes in the order they get places.

    running: how many runs each visitor has under way; served: when the last one of each began, s since the epoch.
    """
    wishes = list(waiting)
    if any(wish.background for wish in wishes):
        asked = [[wish for wish in wishes if wish.background is behind] for behind in (False, True)]
        return [*_in_turn(asked[0], running, served), *_in_turn(asked[1], running, served)]
    return _in_turn(wishes, running, served)


def _in_turn(waiting: Iterable[Wish], running: Mapping[str, int], served: Mapping[str, float]) -> list[Wish]:
    queues: dict[str, deque[Wish]] = {}
    for wish in sorted(waiting, key=lambda one: one.submitted):
        queues.setdefault(wish.visitor, deque()).append(wish)
    under_way = Counter(running)
    heap = [
        (under_way[visitor], max(served.get(visitor, 0.0), queue[0].submitted), rank, visitor)
        for rank, (visitor, queue) in enumerate(queues.items())
    ]
    heapq.heapify(heap)
    planned = []
    while heap:
        count, since, rank, visitor = heap[0]
        planned.append(queues[visitor].popleft())
        if queues[visitor]:
            heapq.heapreplace(heap, (count + 1, since, rank, visitor))
        else:
            heapq.heappop(heap)
    return planned


def begins(planned: Sequence[Wish], left: Iterable[float], places: int) -> list[float]:
    """[n] s from now until each is likely to begin: the first free place takes the next.

    left: s each run under way is likely to go on.
    """
    free = sorted([*(max(seconds, 0.0) for seconds in left), *[0.0] * places])
    free = free[-places:] if len(free) > places else free  # with more under way than places, the last to end count
    begun = []
    for wish in planned:
        begun.append(heapq.heappop(free))
        heapq.heappush(free, begun[-1] + wish.seconds)
    return begun
