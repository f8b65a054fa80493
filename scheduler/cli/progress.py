"""Progress and Ctrl-C: the simulation runs in a thread of its own and is watched from here.

A compiled kernel does not look for signals, so the main thread stays free for them and tells the kernel to stop
through its control array.  Progress is drawn on stderr when that is a terminal, and nowhere else.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scheduler.wording import counted

if TYPE_CHECKING:
    import numpy as np

TICK = 0.2  # s between two looks
PATIENCE = 2.0  # s to wait for a stopped run before leaving without it


def watched(work: Callable[[np.ndarray], Any], jobs: int) -> Any:
    """The result of work(control), run in a thread; raises what it raises, and KeyboardInterrupt after stopping it."""
    from scheduler.simulate import FINISHED, STOP, new_control

    control, began = new_control(), time.monotonic()

    def stop() -> None:
        control[STOP] = 1

    return followed(lambda: work(control), stop, lambda: line(int(control[FINISHED]), jobs, time.monotonic() - began))


def followed(work: Callable[[], Any], stop: Callable[[], None], status: Callable[[], str]) -> Any:
    """The result of work(), run in a thread, while status() is drawn; raises as watched() does, after stop()."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        _watch(thread, status)
    except KeyboardInterrupt:
        stop()
        thread.join(PATIENCE)
        raise
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]


def _watch(thread: threading.Thread, status: Callable[[], str]) -> None:
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    while thread.is_alive():
        thread.join(TICK)
        if on_terminal and thread.is_alive():
            print(f"\r\x1b[K{status()}", end="", file=sys.stderr, flush=True)
    if on_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def line(finished: int, jobs: int, elapsed: float) -> str:
    """What is shown: how far the run is, and how long the rest takes at the pace so far.

    >>> line(250, 1000, 5.0)
    '250 of 1,000 jobs (25 %), about 15 s left'
    >>> line(0, 1000, 1.0)
    'preparing 1,000 jobs'
    """
    if finished <= 0:
        return f"preparing {counted(jobs, 'job')}"
    if finished >= jobs:
        return f"checking {counted(jobs, 'job')}"
    left = elapsed * (jobs - finished) / finished
    return f"{finished:,} of {counted(jobs, 'job')} ({100 * finished // jobs} %), about {left:.0f} s left"
