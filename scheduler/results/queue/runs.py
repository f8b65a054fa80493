"""Runs: asked for, worked off, watched and cancelled - each known by the hash of all that decides its outcome.

The registry (registry.py) says how far a run is, the store what came of it; the store is right.  Whoever asks gets
keys; the dispatcher starts a worker process for each when it is its turn; everybody may watch `status(key)`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from scheduler.broker import leases
from scheduler.durations import human
from scheduler.errors import QueuescopeError, Remedy, StoreError, remedies_of
from scheduler.model.trace import Trace
from scheduler.results import sources, specs, tasks
from scheduler.results.holders import NOBODY, Holder
from scheduler.results.keys import is_key
from scheduler.results.queue import deletion, registry
from scheduler.results.queue.processes import handle
from scheduler.results.queue.registry import (
    CANCELLED,
    DONE,
    FAILED,
    LOST,
    QUEUED,
    RUNNING,
    UNKNOWN,
    WAITING,
    Job,
    RunRegistry,
)
from scheduler.results.queue.worker import RunWorker
from scheduler.results.records import Record, check_policy
from scheduler.results.sources import Source
from scheduler.results.store import Store
from scheduler.results.tasks import Spec

SOON = 2.0  # s
LOOKS = 0.15, 3.0  # s between two looks at a run: least, most
MOST_UPLOADS = 12  # of a visitor, remembered
NO_WORKER = "Waiting: no worker of this server's broker is there; whoever runs it can start one."
ENDED = 3  # exit code of a worker process whose run did not stop
EARLY = 8  # looks in the time a run has left
CHANGED = "The program was changed while this run waited, and would not do what was asked for; ask for it again."


@dataclass(frozen=True)
class Ticket:
    """The answer to a wish: the key to watch, its state, and whether it was put into the queue for that."""

    key: str
    state: str
    fresh: bool


@dataclass(frozen=True)
class Status:
    """How far a run is.

    message: a sentence; spec: what was asked, where that is still known; remedies: of the error it ended with.
    """

    state: str  # unknown queued running done failed cancelled lost
    percent: float = 0.0
    eta_seconds: float | None = None
    message: str = ""
    seconds: float | None = None  # so far, or in all
    spec: Spec | None = None
    so_far: Record | None = None  # of a simulation under way, as scheduler.adapters.snapshot has it
    begins: float | None = None  # s until a waiting one is likely to begin
    remedies: tuple[Remedy, ...] = ()

    @property
    def awaited(self) -> bool:
        """Whether more is to be expected; of a lost one, too: others who want the same may have it run again."""
        return self.state in (QUEUED, RUNNING, LOST)

    @property
    def pause(self) -> float:
        """s until it is worth looking again: few where it is about to begin or to end, more where nothing changes.

        Little where a run has only begun, for what is left of it is a guess then.
        """
        due = {QUEUED: self.begins, RUNNING: self.eta_seconds}.get(self.state, LOOKS[1] * EARLY)
        if self.state == RUNNING and due is not None:
            due = min(due, self.seconds or 0.0)
        return LOOKS[0] if due is None else min(max(due / EARLY, LOOKS[0]), LOOKS[1])


def poll_pause(states: Iterable[Status]) -> int:
    """ms until it is worth looking at these runs again."""
    return round(1_000 * min((status.pause for status in states), default=LOOKS[1]))


class Runs:
    """The runs of a store."""

    def __init__(self, store: Store):
        self.store = store
        self.jobs = RunRegistry(store.root / "jobs", store.limits)

    # -- what can be loaded

    def logs(self) -> list[str]:
        """Names of the logs of this server."""
        return sources.logs()

    def samples(self) -> list[sources.Sample]:
        """The sample traces with what their headers tell."""
        return sources.samples()

    def trace(self, workload_key: str) -> Trace:
        """The trace a workload was made of, read again.  Raises StoreError when it is gone or has changed."""
        return sources.trace_of_workload(self.store, workload_key)

    # -- asking and watching

    def key(self, spec: Mapping[str, Any]) -> str:
        """The key of a run.  Raises InputError in one sentence when it cannot be asked for."""
        return specs.key(specs.check(spec, self.store))

    def submit(self, wanted: Iterable[Mapping[str, Any]], visitor: str, holder: Holder = NOBODY) -> list[Ticket]:
        """One ticket each, all or nothing; holder: for whom it is kept.

        Raises InputError, and Refused at a limit, in one sentence.
        """
        checked = [specs.check(spec, self.store) for spec in wanted]
        keys = [specs.key(spec) for spec in checked]
        answers = self.jobs.admit(dict(zip(keys, checked, strict=True)), str(visitor)[:64], self.is_done, holder=holder)
        store = self.store.held_by(holder)
        for key in (key for key, (_, is_fresh) in answers.items() if not is_fresh):
            store.note_asked(key)
        firsts = {key: index for index, key in reversed(list(enumerate(keys)))}
        return [
            Ticket(key, answers[key][0], answers[key][1] and firsts[key] == index) for index, key in enumerate(keys)
        ]

    def is_done(self, key: str) -> bool:
        """Whether what has this key is kept."""
        return tasks.result(self.store, key) is not None

    def status(self, key: str) -> Status:
        """How far it is; never raises for a key that is wrong or a result that is gone."""
        job = self.jobs.get(key) if is_key(key) else None
        if registry.is_held(job):
            return _status(job, job["state"], job["message"])
        if registry.waits(job):
            return self._waiting(key, job)
        if (record := tasks.result(self.store, key)) is not None:
            return _done(record)
        if job is None:
            return Status(
                UNKNOWN,
                message="Nothing is known here of that run; the link is wrong, or it was made on "
                "another server or long ago.",
            )
        if job["state"] == DONE:
            return _status(job, UNKNOWN, "This result has been removed to make room or was damaged; run it again.")
        if job["cancel"]:
            return _status(job, CANCELLED, "Cancelled.")
        if job["state"] in (QUEUED, RUNNING):
            return _status(job, LOST, registry.GONE)
        return _status(job, job["state"], job["message"])

    def _waiting(self, key: str, job: Job) -> Status:
        """Which place it has, and when it is likely to begin; the estimate goes by how long others took."""
        if self.jobs.remote and not leases.places():
            return Status(QUEUED, message=NO_WORKER, spec=job["spec"])
        if (place := self._place(key)) is None:
            return Status(QUEUED, message=WAITING, spec=job["spec"])
        rank, length, begins = place
        soon = "soon" if begins < SOON else f"in about {human(float(ceil(begins)))}"
        again = " It was interrupted when the server ended, and begins again." if job["began"] else ""
        return Status(
            QUEUED, message=f"Waiting: place {rank} of {length}, begins {soon}.{again}", spec=job["spec"], begins=begins
        )

    def _place(self, key: str) -> tuple[int, int, float] | None:
        """Where a run stands in the queue; by way of a broker nobody has planned that while all workers are busy."""
        place = self.jobs.place(key)
        if place is None and self.jobs.remote:
            self.jobs.queue(max(leases.places(), 1))
            place = self.jobs.place(key)
        return place

    def own(self, visitor: str, keys: Iterable[str] = ()) -> dict[str, Status]:
        """{key: how far} of the open runs this visitor asked for, after those of `known` he asked for."""
        asked = [key for key in dict.fromkeys(keys) if is_key(key) and self.jobs.asked_by(key, visitor)]
        return {key: self.status(key) for key in dict.fromkeys([*asked, *self.jobs.open_of(visitor)])}

    def result(self, key: str) -> str:
        """What came of it: the key of the workload that was loaded, or its own one.  Raises StoreError."""
        if not self.is_done(key):
            raise StoreError(self.status(key).message)
        return self.store.loaded(key) or key

    def cancel(self, key: str, visitor: str | None = None) -> bool:
        """Ask a run to stop; whether it will.  With `visitor`, one that others asked for too goes on for them."""
        return is_key(key) and self.jobs.cancel(key, visitor)

    # -- deleting

    def delete_log(self, upload: str, visitor: str) -> deletion.Deleted:
        """Delete a log that this visitor sent, all that was made of it, and what was asked for with it.

        Raises InputError for a file of somebody else.
        """
        gone = deletion.delete(self.store, upload, visitor)
        self.jobs.forget(gone.keys)
        return gone

    # -- working

    def work(self, keys: Iterable[str]) -> None:
        """Work off those of these runs that wait, in this process; returns when all are over."""
        with ThreadPoolExecutor(self.store.limits.at_once) as pool:
            list(pool.map(self._take, [key for key in dict.fromkeys(keys) if is_key(key)]))

    def _take(self, key: str) -> None:
        if owner := self.jobs.take(key, handle()):
            self.work_off(key, owner)

    def work_off(self, key: str, owner: str, worker: str = "", end: Callable[[], object] | None = None) -> None:
        """Work off a run that was taken for this process.  Errors end in the registry.

        worker: what this process is called as a worker of a broker; else by its number.
        end: ends this process, for a run that goes on though nobody wants it; None: whoever started it does.
        """
        mine = self.jobs.start(key, owner, worker or handle())
        job = self.jobs.get(key)
        if mine is None or job is None:
            self.jobs.mark_lost(key, owner)  # cancelled before it began
            return
        try:
            spec = specs.check(job["spec"], self.store) if self.jobs.remote else job["spec"]
        except QueuescopeError as error:  # what comes from the broker is not trusted
            self.jobs.finish(key, mine, FAILED, str(error), remedies_of(error))
            return
        if not self._still_means(key, spec):
            self.jobs.finish(key, mine, FAILED, CHANGED)
        elif self.is_done(key):  # by a worker that ended before it could say so
            self.jobs.finish(key, mine, DONE, "Done.")
        else:
            RunWorker(self.store.held_by(registry.holder_of(job)), self.jobs, key, mine, spec, end).run()

    def work_next(self) -> bool:
        """Work off the run whose turn it is, as a worker of the broker; whether there was one."""
        for key in self.jobs.queue(max(leases.places(), 1)):
            if is_key(key) and (owner := self.jobs.take(key, leases.handle())):
                try:
                    self.work_off(key, owner, leases.handle(), end_process)
                finally:
                    leases.drop(owner)
                return True
        return False

    def _still_means(self, key: str, spec: Spec) -> bool:
        """Whether the sources this process runs give this spec the same key as those of who asked for it."""
        try:
            return specs.key(spec) == key
        except QueuescopeError:  # what it needs is gone: the run itself says it best
            return True

    def uploads_of(self, visitor: str) -> list[Source]:
        """The uploads a visitor has opened, as far as that is remembered, newest first, at most MOST_UPLOADS.

        Nobody else's: an upload is open to those only who have its link.
        """
        uploads: dict[str, Source] = {}
        for name in self.jobs.cache.iterkeys(reverse=True):
            job = self.jobs.get(name) if is_key(name) else None
            source = job["spec"].get("source", {}) if job and visitor in job["visitors"] else {}
            if source.get("kind") == "upload" and self.store.has_upload(source["key"]) and len(uploads) < MOST_UPLOADS:
                uploads.setdefault(source["key"], source)
        return list(uploads.values())


def end_process() -> None:
    """End a worker process of the broker at once; the one that leads it starts another."""
    os._exit(ENDED)


def work_off(home: str, key: str, owner: str) -> None:
    """What a worker process does; it is told where the data is, and which run was taken for it."""
    Runs(Store(Path(home))).work_off(key, owner)


def _done(record: Record) -> Status:
    """The status of what is kept; of a run whose policy is not there, why it cannot be shown."""
    try:
        if "policy" in record:
            check_policy(record)
    except StoreError as error:
        return Status(FAILED, message=str(error))
    return Status(DONE, 100.0, None, "Done.", record.get("seconds"), record.get("spec"))


def _status(job: Job, state: str, message: str) -> Status:
    seconds = max(time.time() - job["began"], 0.0) if state == RUNNING else job["seconds"]
    remedies = registry.remedies_of(job)
    return Status(
        state, job["percent"], job["eta"], message, seconds, job["spec"], job.get("so_far"), remedies=remedies
    )
