"""How many seconds of the processor visitors have used lately; who has used too many waits until they are forgotten.

What somebody used is forgotten at a steady rate.  So a burst is free, as opening a comparison is one, and what goes on
for minutes has a limit, whatever it is made of.
"""

from __future__ import annotations

import time
from threading import Lock

TOLD_APART = 10_000  # who has used something; then those are dropped of whom all is forgotten


class Spending:
    """What each has used.  most: s at a time; forgotten: s each second.  May be shared by threads."""

    def __init__(self, most: float, forgotten: float):
        self.most, self.forgotten = most, forgotten
        self._used: dict[str, tuple[float, float]] = {}  # s, and when that was
        self._lock = Lock()

    def used(self, name: str) -> float:
        """Seconds that are not forgotten yet."""
        seconds, when = self._used.get(name, (0.0, 0.0))
        return max(seconds - (time.monotonic() - when) * self.forgotten, 0.0)

    def wait(self, name: str) -> float:
        """Seconds until this one may go on; 0 where it may now."""
        return max(self.used(name) - self.most, 0.0) / self.forgotten

    def add(self, name: str, seconds: float) -> None:
        """So many seconds more."""
        with self._lock:
            self._used[name] = self.used(name) + seconds, time.monotonic()
            if len(self._used) > TOLD_APART:
                self._used = {name: used for name, used in self._used.items() if self.used(name) > 0}
