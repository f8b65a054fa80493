"""Simulating while a browser waits for the answer, with little time: what takes longer belongs in the background.

Whatever simulates in an answer gets a control array that asks to stop when the time is over, which every kernel looks
at.  So the page can say what to do instead; behind it stands the limit of the page process, which ends anything.

The time is that of the processor: on a busy machine a few jobs are as few as on an idle one.  Compiling does not count:
who is the first to use a kernel on a machine has as much time as everybody else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, get_ident

import numpy as np

from scheduler.compiled import compilations
from scheduler.errors import Cancelled, Refused
from scheduler.simulate import STOP, new_control

SECONDS = 5.0  # of the processor, of one answer, all its simulations together
LONGEST = 4.0  # times as many seconds may pass on the wall
LOOK = 0.1  # s between two looks at the time, at most


class OutOfTime(Refused):
    """The time was over."""


@contextmanager
def in_time(seconds: float | None = None) -> Iterator[np.ndarray]:
    """A control array for the simulations of one answer, which is asked to stop after so many seconds (SECONDS).

    Raises OutOfTime in place of Cancelled.
    """
    seconds, control, over = SECONDS if seconds is None else seconds, new_control(), Event()
    Thread(target=_stop, args=(control, over, seconds, _used(), compilations.of_this_thread()), daemon=True).start()
    try:
        yield control
    except Cancelled:
        raise OutOfTime(
            f"To simulate this takes longer than {seconds:g} s, which is all a page may use; take fewer or "
            "shorter jobs, or open them in Compare, which makes long runs in the background."
        ) from None
    finally:
        over.set()


def _used() -> Callable[[], float]:
    """A function that tells how many seconds of the processor this thread has used since; of the wall on systems that
    do not tell them of another thread."""
    if not hasattr(time, "pthread_getcpuclockid"):
        begin = time.monotonic()
        return lambda: time.monotonic() - begin
    clock = time.pthread_getcpuclockid(get_ident())
    before = time.clock_gettime(clock)
    return lambda: time.clock_gettime(clock) - before


def _stop(
    control: np.ndarray,
    over: Event,
    seconds: float,
    used: Callable[[], float],
    compiles: Callable[[], bool] = lambda: False,
) -> None:
    """Ask to stop as soon as so many seconds are used, or LONGEST times as many have passed; not once it is over.

    compiles: whether the time since the last look was used to compile, and does not count.
    """
    with suppress(OSError):  # the thread has just ended, and its clock with it
        begin, before = time.monotonic(), used()
        while not over.wait(min(max(seconds - (used() - before), 0.02), LOOK)):
            if compiles():
                begin, before = time.monotonic(), used()
            elif used() - before >= seconds or time.monotonic() - begin >= LONGEST * seconds:
                control[STOP] = 1
                return
