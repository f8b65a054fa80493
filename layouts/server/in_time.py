"""Simulating while a browser waits for the answer: few at once, and each with little time.

A thread of the server that computes cannot answer anybody else, and nobody can stop it when the reader has left.  So
whatever simulates in such a thread does it here: it gets a control array that asks to stop when the time is over, which
every kernel looks at, and one of a few places of this process.  What takes longer belongs in the background.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Timer

import numpy as np

from scheduler.errors import Cancelled, Refused
from scheduler.simulate import STOP, new_control

SECONDS = 5.0  # of one answer, all its simulations together
AT_ONCE = 3  # such answers in this process
PATIENCE = 1.0  # s a request waits for its place


class OutOfTime(Refused):
    """The time was over."""


_PLACES = BoundedSemaphore(AT_ONCE)


@contextmanager
def in_time(seconds: float | None = None) -> Iterator[np.ndarray]:
    """A control array for the simulations of one answer, which is asked to stop after so many seconds (SECONDS).

    Raises Refused where all places are taken, and OutOfTime in place of Cancelled.
    """
    if not _PLACES.acquire(timeout=PATIENCE):
        raise Refused(f"This server simulates for {AT_ONCE} other pages just now; try again in a few seconds.")
    seconds, control = SECONDS if seconds is None else seconds, new_control()
    clock = Timer(seconds, control.__setitem__, (STOP, 1))
    clock.daemon = True
    clock.start()
    try:
        yield control
    except Cancelled:
        raise OutOfTime(
            f"To simulate this takes longer than {seconds:g} s, which is all a page may use; take fewer or "
            "shorter jobs, or open them in Compare, which makes long runs in the background."
        ) from None
    finally:
        clock.cancel()
        _PLACES.release()
