"""The last few things made, by key: shared by the threads of one process, made once each."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class _Making:
    """Something one thread is making."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.failure: Exception | None = None


class Recent(Generic[Thing]):
    """At most `most` things, the least recently used ones forgotten.

    room: how much they may weigh together, the last one always stays; size: what each weighs by then.
    """

    def __init__(self, most: int, room: float = math.inf, size: Callable[[Thing], float] = lambda thing: 0.0):
        self.most, self.room, self.size = most, room, size
        self._kept: OrderedDict[Hashable, Thing] = OrderedDict()
        self._making: dict[Hashable, _Making] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """The thing of that key; made if unknown, by one thread while others wait, also for its failure."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            making = self._making.setdefault(key, _Making())
        with making.lock:
            if making.failure is not None:
                raise making.failure
            return self._made(key, make, making)

    def _weight(self) -> float:
        return sum(self.size(thing) for thing in self._kept.values())

    def _made(self, key: Hashable, make: Callable[[], Thing], making: _Making) -> Thing:
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        try:
            thing = make()
            with self._lock:
                self._kept[key] = thing
                while len(self._kept) > self.most or (len(self._kept) > 1 and self._weight() > self.room):
                    self._kept.popitem(last=False)
            return thing
        except Exception as failure:
            making.failure = failure
            raise
        finally:
            with self._lock:
                self._making.pop(key, None)
