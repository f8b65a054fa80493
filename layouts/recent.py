"""The last few things made, by key: shared by the threads of one process, made once each."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Recent(Generic[Thing]):
    """At most `most` things, the least recently used ones forgotten."""

    def __init__(self, most: int):
        self.most = most
        self._kept: OrderedDict[Hashable, Thing] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """The thing of that key; made if unknown, by one thread while others that want it wait."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            making = self._making.setdefault(key, Lock())
        with making:
            return self._made(key, make)

    def _made(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        try:
            thing = make()
            with self._lock:
                self._kept[key] = thing
                while len(self._kept) > self.most:
                    self._kept.popitem(last=False)
            return thing
        finally:
            with self._lock:
                self._making.pop(key, None)
