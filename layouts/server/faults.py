"""Faults of this program in the log: each with a number, at full length only where it is new.

A browser that sends nonsense again and again causes the same fault again and again; the log is not to grow by a
traceback each time.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from threading import Lock
from types import TracebackType

IN_FULL = 5  # times that the same fault is written with its traceback
DIFFERENT = 1_000  # faults told apart; then counting begins anew


class Faults:
    """The faults of a process."""

    def __init__(self, log: logging.Logger):
        self._log, self._seen, self._lock = log, Counter[tuple[str, str, int]](), Lock()

    def log(self, error: Exception) -> str:
        """Write a fault to the log; its number, for the sentence the reader gets."""
        number, place = secrets.token_hex(3), place_of(error)
        with self._lock:
            if len(self._seen) >= DIFFERENT:
                self._seen.clear()
            self._seen[place] += 1
            times = self._seen[place]
        if times <= IN_FULL:
            self._log.error("fault %s", number, exc_info=error)
        else:
            self._log.error("fault %s: %s in %s, line %d, for the %dth time", number, *place, times)
        return number


def place_of(error: Exception) -> tuple[str, str, int]:
    """(kind of error, file, line) where it was raised."""
    at: TracebackType | None = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return (type(error).__name__, at.tb_frame.f_code.co_filename, at.tb_lineno) if at else (type(error).__name__, "", 0)
