"""Turns: of what takes long, only a few are under way at once in a process; whoever comes then waits, in order.

WAIT is the one place that says for how long; after it the answer is 503, with a sentence and Retry-After.  Who waits
inside of gunicorn holds no thread (see worker.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Event, Lock

WAIT = 5.0  # s a request waits for its turn
USUAL = 64 << 10  # bytes of a body that needs none: our worker collects it before a thread gets it


class Turns:
    """So many at once, in the order in which they were asked for.  May be shared by threads."""

    def __init__(self, at_once: int):
        self._free = at_once
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = Lock()

    def ask(self, begin: Callable[[], None]) -> None:
        """Call begin() when there is a turn: at once, or by whoever ends his."""
        with self._lock:
            if not self._free:
                self._waiting.append(begin)
                return
            self._free -= 1
        begin()

    def leave(self, begin: Callable[[], None]) -> bool:
        """Wait no longer; False where the turn was given already."""
        with self._lock:
            if begin not in self._waiting:
                return False
            self._waiting.remove(begin)
            return True

    def end(self) -> None:
        """A turn is over: the next one's begins."""
        with self._lock:
            if not self._waiting:
                self._free += 1
                return
            begin = self._waiting.popleft()
        begin()

    def take(self) -> bool:
        """Wait in this thread; whether there is a turn now, which end() ends."""
        turn = Event()
        self.ask(turn.set)
        return turn.wait(WAIT) or not self.leave(turn.set)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)
