"""What is made of runs and looked at again: one cache per process, bounded in bytes.

Charts, pictures and answers of the same run share what takes long to find.  A value goes when the schedule or workload
it was made of goes, or when the process holds too much and it was used least recently.
"""

from __future__ import annotations

import sys
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from threading import Lock
from typing import Any, TypeVar

import numpy as np

MOST = 256_000_000  # bytes of a process; columns that lie in files are not in them

Value = TypeVar("Value")


@dataclass
class _Entry:
    value: Any
    nbytes: int
    owners: tuple[weakref.ref, ...]  # held, for a weak reference that is gone calls nobody


class _Making:
    """A value that one thread is making."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.failure: Exception | None = None


class Cache:
    """Values by key, at most `most` bytes of them; the last one made stays however large it is."""

    def __init__(self, most: int = MOST):
        self.most, self.nbytes = most, 0
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._making: dict[Hashable, _Making] = {}
        self._orphans: deque[Hashable] = deque()  # appended by the garbage collector, at any time in any thread
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, make: Callable[[], Value], *owners: object) -> Value:
        """The value of that key; made if unknown, by one thread while others wait, also for its failure.

        owners: the objects it is made of.  It is kept as long as they live, and another schedule of the same key has
        a value of its own.
        """
        whole = (key, *map(id, owners))
        with self._lock:
            self._bury()
            if whole in self._entries:
                self._entries.move_to_end(whole)
                return self._entries[whole].value
            making = self._making.setdefault(whole, _Making())
        with making.lock:
            if making.failure is not None:
                raise making.failure
            return self._compute(whole, make, making, owners)

    def _compute(self, key: Hashable, make: Callable[[], Value], making: _Making, owners: tuple[object, ...]) -> Value:
        with self._lock:
            if key in self._entries:
                return self._entries[key].value
        try:
            value = make()
            references = tuple(weakref.ref(owner, lambda _: self._orphans.append(key)) for owner in owners)
            with self._lock:
                self._keep(key, _Entry(value, weight(value), references))
            return value
        except Exception as failure:
            making.failure = failure
            raise
        finally:
            with self._lock:
                self._making.pop(key, None)

    def _keep(self, key: Hashable, entry: _Entry) -> None:
        self._entries[key] = entry
        self.nbytes += entry.nbytes
        while self.nbytes > self.most and len(self._entries) > 1:
            self._forget(next(iter(self._entries)))

    def _bury(self) -> None:
        while self._orphans:
            self._forget(self._orphans.popleft())

    def _forget(self, key: Hashable) -> None:
        entry = self._entries.pop(key, None)
        self.nbytes -= entry.nbytes if entry else 0


def weight(value: object) -> int:
    """Bytes that a value holds in memory: its arrays, texts and parts; memory-mapped arrays weigh nothing."""
    return _weight(value, set())


def _weight(value: object, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return 0 if _mapped(value) else value.nbytes
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
    elif is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    else:
        parts = list(vars(value).values()) if hasattr(value, "__dict__") and not callable(value) else []
    return sys.getsizeof(value) + sum(_weight(part, seen) for part in parts)


def _mapped(array: np.ndarray) -> bool:
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap):
            return True
        array = array.base  # type: ignore[assignment]
    return False


CACHE = Cache()
cached = CACHE.get  # cached(key, make, *owners): what every plot and page calls
