"""Runs: asked for, worked off, watched and cancelled - each known by the hash of all that decides its outcome.

The registry (jobs.py) says how far a run is, the store what came of it; the store is right.  Whoever asks gets keys;
`work(keys)` is called in a process of its own and returns when they are done; everybody may watch `status(key)`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from scheduler.errors import StoreError
from scheduler.results import jobs as registry
from scheduler.results import sources, specs
from scheduler.results.jobs import CANCELLED, DONE, LOST, QUEUED, RUNNING, UNKNOWN, Job, Jobs
from scheduler.results.keys import is_key
from scheduler.results.records import Record
from scheduler.results.specs import Spec
from scheduler.results.store import Store
from scheduler.results.work import Work
from scheduler.trace import Trace

GLANCE = 0.1        # s between two looks at progress and at wishes to cancel


@dataclass(frozen=True)
class Ticket:
    """The answer to a wish: the key to watch, its state, and whether somebody now has to call work() for it."""

    key: str
    state: str
    fresh: bool


@dataclass(frozen=True)
class Status:
    """How far a run is.  message: a sentence; spec: what was asked, where that is still known."""

    state: str                              # unknown queued running done failed cancelled lost
    percent: float = 0.0
    eta_seconds: float | None = None
    message: str = ""
    seconds: float | None = None            # so far, or in all
    spec: Spec | None = None
    so_far: Record | None = None            # of a simulation under way, as scheduler.so_far has it


class Runs:
    """The runs of a store."""

    def __init__(self, store: Store):
        self.store = store
        self.jobs = Jobs(store.root / "jobs", store.limits)

    # -- what can be loaded

    def logs(self) -> list[str]:
        """Names of the logs of this server."""
        return sources.logs()

    def samples(self) -> list[sources.Sample]:
        """The sample traces with what their headers tell."""
        return sources.samples()

    def trace(self, workload_key: str) -> Trace:
        """The trace a workload was made of, read again.  Raises StoreError when it is gone or has changed."""
        record = self.store.workload_record(workload_key)
        if not record["source"]:
            raise StoreError("This workload was not made of a trace that is kept here.")
        trace = sources.trace_of(record["source"], self.store)
        if record["trace_sha256"] and trace.sha256 != record["trace_sha256"]:
            raise StoreError("The trace has changed since this workload was made of it; open it again.")
        return trace

    # -- asking and watching

    def key(self, spec: Mapping[str, Any]) -> str:
        """The key of a run.  Raises InputError in one sentence when it cannot be asked for."""
        return specs.key(specs.check(spec, self.store))

    def submit(self, wanted: Iterable[Mapping[str, Any]], visitor: str) -> list[Ticket]:
        """One ticket each, all or nothing.  Raises InputError, and Refused at a limit, in one sentence.

        The caller sees to it that work() is called with the keys of the fresh ones.
        """
        checked = [specs.check(spec, self.store) for spec in wanted]
        keys = [specs.key(spec) for spec in checked]
        answers = self.jobs.admit(dict(zip(keys, checked, strict=True)), str(visitor)[:64], self._is_done)
        firsts = {key: index for index, key in reversed(list(enumerate(keys)))}
        return [Ticket(key, answers[key][0], answers[key][1] and firsts[key] == index)
                for index, key in enumerate(keys)]

    def _is_done(self, key: str) -> bool:
        return (self.store.has_run(key) or self.store.loaded(key) is not None
                or self._found(key) is not None)

    def _found(self, key: str) -> Record | None:
        """What came of what is neither a workload nor a run."""
        return self.store.experiment(key) or self.store.fair_start(key) or self.store.replicas(key)

    def status(self, key: str) -> Status:
        """How far it is; never raises for a key that is wrong or a result that is gone."""
        job = self.jobs.get(key) if is_key(key) else None
        if registry.is_open(job):
            return _status(job, job["state"], job["message"])
        if self._is_done(key):
            return self._done(key, job)
        if job is None:
            return Status(UNKNOWN, message="Nothing is known here of that run; the link is wrong, or it was made on "
                                           "another server or long ago.")
        if job["state"] == DONE:
            return _status(job, UNKNOWN, "This result has been removed to make room or was damaged; run it again.")
        if job["cancel"]:
            return _status(job, CANCELLED, "Cancelled.")
        if job["state"] in (QUEUED, RUNNING):
            return _status(job, LOST, "The worker of this run ended without a result (killed, or the server was "
                                      "restarted); run it again.")
        return _status(job, job["state"], job["message"])

    def _done(self, key: str, job: Job | None) -> Status:
        try:
            facts = self._found(key) or (
                self.store.record(key) if self.store.has_run(key) else self.store.load_record(key))
        except StoreError as error:
            return Status(UNKNOWN, message=str(error), spec=job["spec"] if job else None)
        return Status(DONE, 100.0, None, "Done.", facts.get("seconds"), facts.get("spec"))

    def own(self, visitor: str, known: Iterable[str] = ()) -> dict[str, Status]:
        """{key: how far} of the open runs this visitor asked for, after those of `known` he asked for."""
        asked = [key for key in dict.fromkeys(known) if is_key(key) and self.jobs.asked_by(key, visitor)]
        return {key: self.status(key) for key in dict.fromkeys([*asked, *self.jobs.open_of(visitor)])}

    def result(self, key: str) -> str:
        """What came of it: the key of the workload that was loaded, or its own one.  Raises StoreError."""
        if self.store.has_run(key) or self._found(key):
            return key
        workload = self.store.loaded(key)
        if workload is None:
            raise StoreError(self.status(key).message)
        return workload

    def cancel(self, key: str, visitor: str | None = None) -> bool:
        """Ask a run to stop; whether it will.  With `visitor`, one that others asked for too goes on for them."""
        return is_key(key) and self.jobs.cancel(key, visitor)

    # -- working

    def work(self, keys: Iterable[str]) -> None:
        """Work off those of these runs that wait for it; returns when all are over.  Errors end in the registry."""
        owner = uuid.uuid4().hex
        taken = {key: self.jobs.take(key, owner) for key in dict.fromkeys(keys) if is_key(key)}
        left = [Work(self.store, self.jobs, key, owner, job["spec"]) for key, job in taken.items() if job is not None]
        with ThreadPoolExecutor(self.store.limits.at_once, "run") as pool:
            while left:
                for work in left:
                    work.start(pool)
                futures = [work.future for work in left if work.future]
                if futures:
                    wait(futures, GLANCE, FIRST_COMPLETED)
                else:
                    time.sleep(GLANCE)      # all places are taken: look again
                left = [work for work in left if work.goes_on()]


def _status(job: Job, state: str, message: str) -> Status:
    seconds = time.time() - job["began"] if state == RUNNING else job["seconds"]
    return Status(state, job["percent"], job["eta"], message, seconds, job["spec"], job.get("so_far"))
