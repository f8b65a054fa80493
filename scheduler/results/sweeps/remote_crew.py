"""The workers of a broker as the crew of a sweep: cells are asked for, and asked for again where they were lost.

What is done stands in the store, so nothing is lost with the broker: a cell of which it knows nothing, and that is not
kept either, is asked for once more.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from scheduler.broker import leases
from scheduler.errors import InputError, QueuescopeError, StoreError
from scheduler.model.trace import Trace
from scheduler.results.queue.registry import CANCELLED, FAILED, SWEEP, RunRegistry, is_open
from scheduler.results.store import Store
from scheduler.results.sweeps.crew import Piece
from scheduler.results.tasks.cell import Result

TICK = 0.2  # s between two looks
AHEAD = 4  # cells asked for at once, for each place of a worker
LEAST = 16  # cells asked for at once
PATIENCE = 600.0  # s without a broker until the sweep gives up
TRIES = 3  # times a cell is begun whose worker ends without a word


class RemoteCrew:
    """The workers there are; leaving the context gives up what is still open."""

    def __init__(self, store: Store, path: str, trace: Trace):
        self.store, self.path, self.trace = store, Path(path), trace
        self.visitor = f"{SWEEP}{platform.node()[:30]} {os.getpid()}"
        self.open: dict[str, tuple[str, dict[str, Any]]] = {}  # {key: (label, spec)} of what is asked for
        self.lost: dict[str, int] = {}  # how often each was
        self.source: dict[str, Any] = {}

    def __enter__(self) -> RemoteCrew:
        upload = self.store.save_upload([self.path.read_bytes()], self.path.name)
        if upload.key != self.trace.sha256:
            raise InputError(
                f"The log {self.path.name} cannot be sent to the workers of a broker; write it as SWF or "
                "Parquet with `convert` first."
            )
        self.source = {"kind": "upload", "key": upload.key, "name": upload.name}
        self.registry = RunRegistry(self.store.root / "jobs", self.store.limits)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for key in self.open:
            try:
                self.registry.cancel(key, self.visitor)
            except StoreError:
                return

    def work(self, pieces: Iterable[Piece]) -> Iterator[tuple[str, Result] | None]:
        """(key, result) of every cell as it is done; None every TICK in between.  Raises what a cell raises."""
        left, since = list(reversed(list(pieces))), time.monotonic()
        while left or self.open:
            for key, result in self._finished():
                self.open.pop(key, None)
                yield key, result
            try:
                self._ask(left)
                self._look()
                since = time.monotonic()
            except StoreError:
                if time.monotonic() - since > PATIENCE:
                    raise
            if self.open:
                yield None
                time.sleep(TICK)

    def _finished(self) -> Iterator[tuple[str, Result]]:
        for key in list(self.open):
            kept = self.store.json("parts", key)
            if kept is not None and isinstance(kept.get("result"), dict):
                yield key, kept["result"]

    def _ask(self, left: list[Piece]) -> None:
        """Keep the workers busy, and not more than a while ahead."""
        most = max(LEAST, AHEAD * leases.places())
        while left and len(self.open) < most:
            key, label, spec = left[-1]
            self.registry.admit({key: self._task(spec)}, self.visitor, self._is_done, background=True)
            self.open[key] = label, dict(spec)
            left.pop()

    def _task(self, spec: Any) -> dict[str, Any]:
        return {"do": "cell", "source": self.source, "run": dict(spec)}

    def _is_done(self, key: str) -> bool:
        return self.store.json("parts", key) is not None

    def _look(self) -> None:
        """Ask again for what the broker does not know any more; raises what went wrong with a cell."""
        for key, job in self.registry.jobs_of(list(self.open)).items():
            label, spec = self.open[key]
            if is_open(job) or self._is_done(key):
                continue
            if job is not None and job["state"] == FAILED:
                raise QueuescopeError(f"{label}: {job['message']}")
            if job is not None and job["state"] == CANCELLED:
                raise QueuescopeError(f"{label}: it was cancelled; the same call goes on with what is left.")
            if job is not None:  # its worker has ended without a word
                self._count(key, label)
            self.registry.admit({key: self._task(spec)}, self.visitor, self._is_done, background=True)

    def _count(self, key: str, label: str) -> None:
        self.lost[key] = self.lost.get(key, 0) + 1
        if self.lost[key] >= TRIES:
            raise QueuescopeError(
                f"{label}: its worker ended without an answer {TRIES} times (most often because "
                "memory ran out); the same call goes on with what is left."
            )
