"""Work that is asked for is done here and now, with a bar that shows how far it is.

Threads of this process do it, or the workers of a broker where the setting QUEUESCOPE_BROKER names one (remote.py).

What is kept is not done again.  Ctrl-C stops what is under way; what is finished stays.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import ceil
from typing import Any

from queuescope import remote
from scheduler.broker import address
from scheduler.durations import human
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, result, task_of

TICK = 0.2  # s between two looks
QUIET = 1.0  # s before a bar is drawn
WIDTH = 30  # characters of the bar in a terminal


def done(store: Store, wanted: Mapping[str, Spec], names: Mapping[str, str] | None = None) -> None:
    """Do what is not kept yet.  wanted: {key: checked spec}; names: what each is called for people.

    Raises what the first of them that fails raises (Unsupported, AuditFailed, ...; from a worker of a broker its
    sentence as QueuescopeError), and KeyboardInterrupt.
    """
    left = {key: spec for key, spec in wanted.items() if result(store, key) is None}
    if not left:
        return
    labels = {key: (names or {}).get(key) or str(spec["do"]) for key, spec in left.items()}
    if address.in_use():
        with bar() as draw:
            remote.done(store, left, labels, draw)
        return
    progress = {key: Progress() for key in left}
    with ThreadPoolExecutor(min(len(left), store.limits.at_once)) as pool, bar() as draw:
        futures = [pool.submit(task_of(spec).run, store, key, spec, progress[key]) for key, spec in left.items()]
        try:
            _watch(futures, progress, labels, draw)
        except BaseException:
            for one in progress.values():
                one.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    for future in futures:
        future.result()


def _watch(
    futures: list[Future],
    progress: Mapping[str, Progress],
    labels: Mapping[str, str],
    draw: Callable[[float, str], None],
) -> None:
    """Draw how far all are until they are over; raises what the first that fails raises."""
    while True:
        over, left = wait(futures, TICK)
        for future in over:
            future.result()
        if not left:
            return
        share = sum(
            100.0 if future.done() else one.percent for future, one in zip(futures, progress.values(), strict=True)
        ) / len(futures)
        running = next(key for key, future in zip(progress, futures, strict=True) if not future.done())
        times = [
            one.eta
            for one, future in zip(progress.values(), futures, strict=True)
            if not future.done() and one.eta is not None
        ]
        eta = f", about {human(float(ceil(max(times))))} left" if times else ""
        draw(share, f"{labels[running]}: {progress[running].full_message}{eta}")


# -- the bar


@contextmanager
def bar() -> Iterator[Callable[[float, str], None]]:
    """What draws percent and words: in a notebook an element that changes, in a terminal a line, else nothing."""
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    place = _Notebook() if in_notebook() else _Terminal() if on_terminal else _Quiet()
    began = time.monotonic()

    def draw(percent: float, words: str) -> None:
        if time.monotonic() - began >= QUIET:
            place.draw(percent, words)

    try:
        yield draw
    finally:
        place.end()


def in_notebook() -> bool:
    """Whether a notebook runs this: IPython with a kernel, not in a terminal."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class _Quiet:
    """Where nobody looks."""

    def draw(self, percent: float, words: str) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""


class _Terminal(_Quiet):
    """A line on standard error, written over again and again."""

    drawn = False

    def draw(self, percent: float, words: str) -> None:
        """The line anew."""
        self.drawn = True
        print(f"\r\x1b[K{line(percent, words)}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """The line goes."""
        if self.drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def line(percent: float, words: str) -> str:
    """The bar of a terminal.

    >>> line(50, "EASY: Simulating.")
    '[###############               ]  50 % EASY: Simulating.'
    """
    full = round(WIDTH * percent / 100)
    return f"[{'#' * full}{' ' * (WIDTH - full)}] {percent:3.0f} % {words}"


class _Notebook(_Quiet):
    """An element <progress> of the notebook."""

    def __init__(self) -> None:
        self.shown: Any = None

    def draw(self, percent: float, words: str) -> None:
        """Show the element, or change it."""
        from html import escape

        from IPython.display import HTML, display  # type: ignore[import-not-found]

        text = HTML(f"<progress max=100 value={percent:.0f}></progress> {percent:.0f} % {escape(words)}")
        if self.shown is None:
            self.shown = display(text, display_id=True)
        else:
            self.shown.update(text)

    def end(self) -> None:
        """The element goes."""
        if self.shown is not None:
            from IPython.display import HTML

            self.shown.update(HTML(""))
