"""Work that is asked for is done by the workers of the broker, where the setting QUEUESCOPE_BROKER names one.

It waits in the same queue as what the pages ask for, a few runs at a time, so that others get their turns.  Results
come by the folder that all machines see.  A run that was lost, with its worker or with all that the broker held, is
asked for again.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping

from scheduler.broker import leases
from scheduler.errors import QueuescopeError, Refused, StoreError
from scheduler.results.queue.registry import CANCELLED, DONE, FAILED, LOST, UNKNOWN
from scheduler.results.queue.runs import Runs, Status
from scheduler.results.store import Store
from scheduler.results.tasks import Spec

TICK = 0.2  # s between two looks
PATIENCE = 600.0  # s without a broker until it is given up
TRIES = 3  # times a run is asked for that was lost
NOBODY = "no worker of the broker is there; start one with `python -m scheduler worker`"


def done(
    store: Store, wanted: Mapping[str, Spec], labels: Mapping[str, str], draw: Callable[[float, str], None]
) -> None:
    """Have it done.  wanted: {key: checked spec} of what is not kept; labels: {key: what it is called for people}.

    Raises QueuescopeError where one fails, StoreError without a broker, KeyboardInterrupt; the rest is cancelled then.
    """
    asking = _Asking(store, wanted, labels)
    try:
        while asking.step():
            draw(*asking.progress())
            time.sleep(TICK)
    except BaseException:
        asking.give_up()
        raise


class _Asking:
    """What is asked for, what waits for that, and how far all is."""

    def __init__(self, store: Store, wanted: Mapping[str, Spec], labels: Mapping[str, str]):
        self.runs, self.wanted, self.labels = Runs(store), wanted, labels
        self.visitor = f"library {platform.node()[:30]} {os.getpid()}"
        self.left = list(wanted)
        self.open: dict[str, Status] = {}
        self.lost: dict[str, int] = {}
        self.heard = time.monotonic()

    def step(self) -> bool:
        """Ask for more, and look what became of the rest; whether there is anything left."""
        try:
            self._ask()
            for key in list(self.open):
                self._look(key)
            self.heard = time.monotonic()
        except StoreError:
            if time.monotonic() - self.heard > PATIENCE:
                raise
        return bool(self.left or self.open)

    def _ask(self) -> None:
        while self.left and len(self.open) < self.runs.store.limits.visitor_runs:
            try:
                self._admit(self.left[0])
            except Refused:  # so much is open on this server that nobody may ask for more just now
                return
            self.open[self.left.pop(0)] = Status("queued")

    def _admit(self, key: str) -> None:
        self.runs.jobs.admit({key: self.wanted[key]}, self.visitor, self.runs.is_done)

    def _look(self, key: str) -> None:
        """What became of a run.  Raises QueuescopeError where it will not be done."""
        status = self.open[key] = self.runs.status(key)
        if status.state == DONE:
            del self.open[key]
        elif status.state in (FAILED, CANCELLED):
            raise QueuescopeError(f"{self.labels[key]}: {status.message}")
        elif status.state in (LOST, UNKNOWN):
            self.lost[key] = self.lost.get(key, 0) + 1
            if self.lost[key] > TRIES:
                raise QueuescopeError(f"{self.labels[key]}: {status.message} It was asked for {TRIES} times.")
            self._admit(key)

    def progress(self) -> tuple[float, str]:
        """(percent, words) for the bar."""
        over = len(self.wanted) - len(self.left) - len(self.open)
        percent = (100.0 * over + sum(status.percent for status in self.open.values())) / len(self.wanted)
        key = max(self.open, key=lambda key: self.open[key].percent, default="")
        if not key:
            return percent, "waiting"
        words = self.open[key].message if self.open[key].percent or _has_workers() else NOBODY
        return percent, f"{self.labels[key]}: {words}"

    def give_up(self) -> None:
        """Cancel what nobody else waits for."""
        for key in self.open:
            try:
                self.runs.cancel(key, self.visitor)
            except StoreError:
                return


def _has_workers() -> bool:
    try:
        return bool(leases.workers())
    except StoreError:
        return False
