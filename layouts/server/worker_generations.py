"""A reload of gunicorn (HUP): the old workers go on accepting until the new ones are ready.

gunicorn starts new workers and tells the old ones to end in the same moment, while the new ones have seconds of imports
before them; all that time nobody would answer.  So the master notes here, in memory that its workers share, that a new
generation is starting, and a worker that is told to end looks whether it is ready.  A worker that is told to end for
any other reason finds no younger generation, and ends at once.
"""

from __future__ import annotations

import mmap
import struct
import time
from typing import Any

PATIENCE = 20.0  # s a generation may take to start; then the old one ends all the same
HEAD = struct.Struct("qqd")  # number of the newest generation, its workers, since when it is starting (monotonic, s)
FIRST, SLOTS = 64, 1024  # behind the head: for each worker by its age a byte, in which generation it was ready


class Generations:
    """Memory shared with all processes that are forked later."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, FIRST + SLOTS)
        self._settings: Any = None

    def next(self, settings: Any, workers: int) -> int:
        """In the master: the generation of a worker that is about to be forked; a reload reads the settings anew."""
        number, _, _ = HEAD.unpack_from(self._shared)
        if settings is not self._settings:
            self._settings = settings
            number += 1
            HEAD.pack_into(self._shared, 0, number, workers, time.monotonic())
        return int(number)

    def ready(self, generation: int, age: int) -> None:
        """In a worker: it accepts connections from now on."""
        self._shared[FIRST + age % SLOTS] = _mark(generation)

    def coming(self, generation: int) -> bool:
        """In a worker of that generation: whether a younger one is starting, and is not ready yet."""
        number, workers, since = HEAD.unpack_from(self._shared)
        if number <= generation or time.monotonic() > since + PATIENCE:
            return False
        return self._shared[FIRST:].count(_mark(number)) < workers


def _mark(generation: int) -> int:
    return generation % 255 + 1
