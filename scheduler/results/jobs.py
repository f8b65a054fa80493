"""The registry of runs: what was asked, by whom, how far it is.  JSON in a diskcache, shared by all processes.

Every change is one transaction that looks before it writes, so two processes cannot start the same run twice, nor
outrun a limit together.  A run that is open tells that it lives by its beat; one without a fresh beat is lost, and may
be asked for again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeGuard

from diskcache import Cache, JSONDisk

from scheduler.errors import Refused
from scheduler.results.closed_cache import ClosedCache
from scheduler.results.limits import Limits
from scheduler.results.room import drop, room

QUEUED, RUNNING, DONE, FAILED, CANCELLED, LOST, UNKNOWN = (
    "queued", "running", "done", "failed", "cancelled", "lost", "unknown")
STALE = 15.0                    # s without a beat after which a worker is taken for dead; compiling can keep it silent
UNSTARTED = 20.0                # s a new run may wait for its worker process, which may have to import everything
REMEMBERED = 30 * 86_400.0      # s a finished run is remembered
OPEN = "open"                   # the list of open runs, in the order they were submitted

Job = dict[str, Any]


def open_cache(folder: Path, **settings: Any) -> Cache:
    """A cache of JSON values (never pickle); made anew where its database is damaged."""
    with room():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return ClosedCache(str(folder), disk=JSONDisk, **settings)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            drop(folder)
            folder.mkdir(parents=True, mode=0o700)
            return ClosedCache(str(folder), disk=JSONDisk, **settings)


def is_open(job: Job | None) -> TypeGuard[Job]:
    """Whether it waits or runs, is still wanted, and its worker gave a sign of life lately."""
    if job is None or job["state"] not in (QUEUED, RUNNING) or job["cancel"]:
        return False
    return time.time() - job["beat"] <= (STALE if job["owner"] else UNSTARTED)


class Jobs:
    """The registry in `folder`."""

    def __init__(self, folder: Path, limits: Limits):
        self.limits = limits
        self.cache = open_cache(folder, eviction_policy="none")

    def get(self, key: str) -> Job | None:
        """What is known of a run; None: nothing."""
        return self.cache.get(key, retry=True)

    # -- asking

    def admit(self, specs: Mapping[str, dict], visitor: str,
              done: Callable[[str], bool]) -> dict[str, tuple[str, bool]]:
        """{key: (state, fresh)}: queue what is neither done nor open, all or nothing.  Raises Refused at a limit."""
        with self._transaction():
            known = {key: self.get(key) for key in specs}
            fresh = [key for key, job in known.items() if not is_open(job) and not done(key)]
            if fresh:
                self._check_limits(len(fresh), visitor)
            for key in fresh:
                self._set(key, _new_job(specs[key], visitor))
            for key, job in known.items():
                if is_open(job) and visitor not in job["visitors"]:
                    self._set(key, job | {"visitors": [*job["visitors"], visitor]})
            self.cache.set(OPEN, [*self._open(), *fresh], retry=True)
        return {key: (QUEUED, True) if key in fresh else (job["state"] if is_open(job) else DONE, False)
                for key, job in known.items()}

    def _check_limits(self, more: int, visitor: str) -> None:
        running = [self.get(key) for key in self._open()]
        own = sum(job is not None and job["visitors"][:1] == [visitor] for job in running)
        if own + more > self.limits.visitor_runs:
            raise Refused(f"You have {own} runs open and ask for {more} more; this server takes "
                          f"{self.limits.visitor_runs} of one visitor, so wait for one to finish or cancel one.")
        if len(running) + more > self.limits.open_runs:
            raise Refused(f"This server has {len(running)} runs open and takes {self.limits.open_runs} at most; "
                          "try again when some are finished.")

    def _open(self) -> list[str]:
        """Keys of the open runs, in the order they were submitted."""
        return [key for key in dict.fromkeys(self.cache.get(OPEN, default=(), retry=True)) if is_open(self.get(key))]

    def cancel(self, key: str, visitor: str | None = None) -> bool:
        """Ask to stop; whether it will.  A run that others wait for goes on, if `visitor` says who gives up."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["state"] not in (QUEUED, RUNNING):
                return False
            others = [name for name in job["visitors"] if name != visitor] if visitor is not None else []
            if others:
                self._set(key, job | {"visitors": others})
                return False
            left = is_open(job) and job["owner"]        # a worker will see it; else nobody does
            self._set(key, job | ({"cancel": True} if left else {"state": CANCELLED, "message": "Cancelled."}))
            return True

    def open_of(self, visitor: str) -> list[str]:
        """Keys of the open runs this visitor asked for, in the order they were submitted."""
        return [key for key in self._open() if self.asked_by(key, visitor)]

    def asked_by(self, key: str, visitor: str) -> bool:
        """Whether this visitor asked for that run, and has not given it up."""
        job = self.get(key)
        return job is not None and visitor in job["visitors"]

    # -- working

    def take(self, key: str, owner: str) -> Job | None:
        """Make a queued run one's own; None when it is not to be had."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["state"] != QUEUED or (job["owner"] and is_open(job)):
                return None
            job |= {"owner": owner, "beat": time.time()}
            self._set(key, job)
            return job

    def start(self, key: str, owner: str) -> bool:
        """Begin to run if it is still wanted, the machine has a place left and nobody waits longer for it."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["owner"] != owner or job["cancel"] or self._before(key) >= self.limits.at_once:
                return False
            now = time.time()
            self._set(key, job | {"state": RUNNING, "beat": now, "began": now, "message": "Running."})
            return True

    def _before(self, key: str) -> int:
        """How many runs have a place, or come first: running ones, and earlier ones whose worker is waiting."""
        count, earlier = 0, True
        for other in self._open():
            job = self.get(other)
            earlier = earlier and other != key
            count += job is not None and (job["state"] == RUNNING or (earlier and bool(job["owner"])))
        return count

    def report(self, key: str, owner: str, **facts: Any) -> bool:
        """Beat, with what changed; whether to go on: False once it was cancelled or taken over."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["owner"] != owner or job["state"] not in (QUEUED, RUNNING):
                return False
            self._set(key, job | facts | {"beat": time.time()})
            return not job["cancel"]

    def finish(self, key: str, owner: str, state: str, message: str) -> None:
        """The run is over."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["owner"] != owner:
                return
            now = time.time()
            self._set(key, job | {"state": state, "message": message, "beat": now, "eta": None,
                                  "so_far": None, "percent": 100.0 if state == DONE else job["percent"],
                                  "seconds": now - (job["began"] or now)})

    # -- shared

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with room(), self.cache.transact(retry=True):
            yield

    def _set(self, key: str, job: Job) -> None:
        self.cache.set(key, job, expire=REMEMBERED, retry=True)


def _new_job(spec: dict, visitor: str) -> Job:
    now = time.time()
    return {"spec": spec, "state": QUEUED, "percent": 0.0, "eta": None, "message": "Waiting for a worker.", "beat": now,
            "submitted": now, "began": None, "seconds": None, "owner": "", "cancel": False, "visitors": [visitor],
            "so_far": None}
