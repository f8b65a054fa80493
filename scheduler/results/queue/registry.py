"""The registry of runs: what was asked, by whom, how far it is.  JSON in a diskcache, shared by all processes; where a
broker is named, in the broker, shared by all machines.

Every change is one transaction that looks before it writes, so two processes cannot start the same run twice, nor
outrun a limit together.  A run waits until a server process takes it for a worker process; from then on it is as alive
as that process.  One whose worker has ended alone is lost, and may be asked for again.  Where the server ended with
its worker, it waits again.
"""

from __future__ import annotations

import logging
import platform
import shutil
import sqlite3
import statistics
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeGuard

from scheduler.broker import address, leases, tickets
from scheduler.broker.values import Values
from scheduler.errors import DiskFull, Refused, Remedy, StoreError
from scheduler.results.folders import NO_SPACE, drop, room
from scheduler.results.holders import NOBODY, Holder
from scheduler.results.limits import Limits, quota_of
from scheduler.results.queue import fair_order, wake_up_signal
from scheduler.results.queue.closed_cache import ClosedCache
from scheduler.results.queue.fair_order import Wish
from scheduler.results.queue.processes import alive
from scheduler.shapes import has_shape
from scheduler.wording import counted

LOG = logging.getLogger("queuescope.runs")
QUEUED, RUNNING, DONE, FAILED, CANCELLED, LOST, UNKNOWN = (
    "queued",
    "running",
    "done",
    "failed",
    "cancelled",
    "lost",
    "unknown",
)
REMEMBERED = 30 * 86_400.0  # s a finished run is remembered
MOST_VISITORS = 200  # who asked for a finished run, the last ones
TRIES = 2  # times a run is begun, where the server ended in the middle of it
LEAST = 2**20  # bytes a registry needs to be opened
OPEN = "under way"  # {key: visitors} of runs that wait or are worked on, in the order they were asked for
SERVED = "served"  # {visitor: when his last run began}
LENGTHS = "lengths"  # {task: s the last runs of it took}
PLAN = "plan"  # {key: [place in the queue, when it is likely to begin]}
SHAPES = {
    OPEN: dict[str, list[str]],
    SERVED: dict[str, float],
    LENGTHS: dict[str, list[float]],
    PLAN: dict[str, tuple[int, float]],
}
WAITING = "Waiting for its turn."
GONE = "The worker of this run ended without a result (most often because memory ran out); run it again."
SWEEP = "sweep "  # how the name of a visitor begins that is a sweep
LAST = 16  # runs of a task whose times tell how long the next one takes
MERCY = 15.0  # s a run may go on that nobody wants any more: then its process is ended
USUAL = 5.0  # s a run takes where none of its kind has ended yet

Job = dict[str, Any]
JOB = {
    "spec": {"do": str},
    "state": str,
    "percent": float,
    "eta": float | None,
    "message": str,
    "submitted": float,
    "began": float | None,
    "seconds": float | None,
    "owner": str,
    "server": str,
    "tries": int,
    "cancel": bool,
    "visitors": list[str],
}


def open_cache(folder: Path, **settings: Any) -> ClosedCache:
    """A cache of JSON values; made anew where its database is damaged."""
    with room():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            return ClosedCache(folder, **settings)
        except sqlite3.OperationalError as error:
            if shutil.disk_usage(folder).free < LEAST:  # SQLite says "disk I/O error" then, as for anything else
                raise DiskFull(NO_SPACE) from error
            raise
        except sqlite3.DatabaseError:
            drop(folder)
            folder.mkdir(parents=True, mode=0o700)
            return ClosedCache(folder, **settings)


def remedies_of(job: Job) -> tuple[Remedy, ...]:
    """The remedies of the error that a run ended with; none in a job that was written down without them."""
    return tuple(Remedy(**one) for one in job.get("remedies", ()))


def holder_of(job: Job) -> Holder:
    """For whom what comes of a run is kept; nobody in a job that was written down without it."""
    return Holder.of_text(job.get("holder"))


def is_wanted(job: Job | None) -> TypeGuard[Job]:
    """Whether a run is not over, as far as it is written down, and somebody still asks for it."""
    return job is not None and job["state"] in (QUEUED, RUNNING) and not job["cancel"]


def waits(job: Job | None) -> TypeGuard[Job]:
    """Whether a run is to be begun: nobody has taken it, or the server that had is gone with its worker."""
    if not is_wanted(job) or not job["owner"]:
        return is_wanted(job)
    return job["tries"] < TRIES and not alive(job["owner"]) and not alive(job["server"])


def is_held(job: Job | None) -> TypeGuard[Job]:
    """Whether a living process has a run in hand."""
    return is_wanted(job) and bool(job["owner"]) and alive(job["owner"])


def is_open(job: Job | None) -> TypeGuard[Job]:
    """Whether a run waits or is worked on."""
    return is_held(job) or waits(job)


class RunRegistry:
    """The registry in `folder`.

    clock: s since 1970.  It may be set at any time: no instant that was noted counts as later than now.
    """

    def __init__(self, folder: Path, limits: Limits, clock: Callable[[], float] = time.time):
        self.folder, self.limits, self.clock = folder, limits, clock
        self.remote = address.in_use()  # then it lies in the broker, and workers come from anywhere
        self.cache: Any = Values("runs") if self.remote else open_cache(folder, eviction_policy="none")
        self.odd: set[str] = set()  # keys of what is not as this program writes it, and counts as not there

    def close(self) -> None:
        """Close the connection of this thread; it is opened again when it is used."""
        if not self.remote:
            self.cache.close()

    def get(self, key: str) -> Job | None:
        """What is known of a run; None: nothing."""
        job = self._record(key)
        if is_wanted(job) and not is_open(job):  # its worker has ended: had it something to say before?
            job = self._record(key)
        return job

    def _record(self, key: str) -> Job | None:
        return self._checked(key, self.cache.get(key, retry=True), None)

    def _table(self, name: str) -> dict[str, Any]:
        """One of SHAPES."""
        return dict(self._checked(name, self.cache.get(name, retry=True), {}))

    def _checked(self, key: str, value: Any, default: Any) -> Any:
        """What was read; the default where there is nothing, or what no program of ours wrote."""
        if value is None or has_shape(value, SHAPES.get(key, JOB)):
            return default if value is None else value
        if key not in self.odd:
            LOG.warning("what the registry of runs holds as %.80r is of another shape, and is not read", key)
            self.odd.add(key)
        return default

    # -- asking

    def admit(
        self,
        specs: Mapping[str, dict],
        visitor: str,
        done: Callable[[str], bool],
        background: bool = False,
        holder: Holder = NOBODY,
    ) -> dict[str, tuple[str, bool]]:
        """{key: (state, fresh)}: queue what is neither done nor open, all or nothing.  Raises Refused at a limit.

        background: after all that people wait for, and without a limit; whoever asks sees to how much is open.
        holder: for whom what comes of it is kept.
        """
        more = ({"background": True} if background else {}) | ({} if holder == NOBODY else {"holder": str(holder)})
        with self._transaction():
            jobs = {key: self.get(key) for key in specs}
            fresh = [key for key, job in jobs.items() if not is_open(job) and not done(key)]
            if fresh and not background:
                quota_of(self.folder.parent, self.limits).check(holder)
                self._check_limits(len(fresh), visitor)
            listed = self._listed()
            for key in fresh:
                listed.pop(key, None)  # a lost one goes to the end
                listed[key] = [visitor]
                self._set(key, _new_job(specs[key], visitor, self.clock()) | more)
            for key, job in jobs.items():
                if key not in fresh:
                    job = job or _new_job(specs[key], "", self.clock()) | {"state": DONE, "visitors": []}
                    self._join(key, job, visitor, listed)
            self.cache.set(OPEN, listed, retry=True)
        if fresh:
            self._ring(len(fresh))
        return {
            key: (QUEUED, True) if key in fresh else (job["state"] if is_open(job) else DONE, False)
            for key, job in jobs.items()
        }

    def _join(self, key: str, job: Job, visitor: str, listed: dict[str, list[str]]) -> None:
        """Write down who asks for a run that is open or finished; of the latter, it tells which uploads are theirs."""
        if is_open(job):
            listed.setdefault(key, job["visitors"])  # missing where the list was lost
        if visitor in job["visitors"]:
            return
        visitors = [*job["visitors"], visitor]
        if is_open(job):
            listed[key] = visitors
        self._set(key, job | {"visitors": visitors if is_open(job) else visitors[-MOST_VISITORS:]})

    def _check_limits(self, more: int, visitor: str) -> None:
        """Raise Refused where it is too much; only then is it worth looking which of the listed runs are open."""
        if self._refusal(self._listed(), more, visitor) and (why := self._refusal(self._open(), more, visitor)):
            raise Refused(why)

    def _refusal(self, listed: Mapping[str, list[str]], more: int, visitor: str) -> str:
        """Why so many more runs are too much; empty where they are not."""
        listed = {key: visitors for key, visitors in listed.items() if not _first_of(visitors).startswith(SWEEP)}
        own = sum(visitors[:1] == [visitor] for visitors in listed.values())
        if own + more > self.limits.visitor_runs:
            return (
                f"You have {counted(own, 'run')} open and ask for {more} more; this server takes "
                f"{self.limits.visitor_runs} of one visitor, so wait for one to finish or cancel one."
            )
        if len(listed) + more > self.limits.open_runs:
            return (
                f"This server has {counted(len(listed), 'run')} open and takes {self.limits.open_runs} at most; "
                "try again when some are finished."
            )
        return ""

    def _listed(self) -> dict[str, list[str]]:
        """{key: visitors} of the runs that wait or are worked on, and of those whose worker ended without a word."""
        return self._table(OPEN)

    def _open(self) -> dict[str, list[str]]:
        """The same without the latter."""
        return {key: visitors for key, visitors in self._listed().items() if is_open(self.get(key))}

    def cancel(self, key: str, visitor: str | None = None) -> bool:
        """Ask to stop; whether it will.  A run that others wait for goes on, if `visitor` says who gives up."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["state"] not in (QUEUED, RUNNING):
                return False
            others = [name for name in job["visitors"] if name != visitor] if visitor is not None else []
            if others:
                self._set(key, job | {"visitors": others}, listed=others)
                return False
            over = {"cancel": True} if is_held(job) else {"state": CANCELLED, "message": "Cancelled."}
            self._set(key, job | over, listed=())  # a worker will see it; else nobody does
        self._ring(0)
        return True

    def open_of(self, visitor: str) -> list[str]:
        """Keys of the open runs this visitor asked for, in the order they were submitted."""
        return [key for key, visitors in self._listed().items() if visitor in visitors and is_open(self.get(key))]

    def asked_by(self, key: str, visitor: str) -> bool:
        """Whether this visitor asked for that run, and has not given it up."""
        job = self.get(key)
        return job is not None and visitor in job["visitors"]

    def forget(self, keys: frozenset[str]) -> None:
        """Stop what is asked about any of these uploads, workloads and runs, and remember none of it."""
        for key in [str(name) for name in self.cache.iterkeys()]:
            job = self.cache.get(key, retry=True)
            if isinstance(job, dict) and "spec" in job and keys & {key, *_named(job["spec"])}:
                self.cancel(key)
                with self._transaction():
                    self.cache.delete(key, retry=True)

    # -- turns

    def queue(self, places: int) -> list[str]:
        """Keys of the runs that wait, in the order they get places; writes down for all to see when that may be."""
        jobs = {key: job for key, job in self.jobs_of(self._listed()).items() if is_open(job)}
        usual, now = self._table(LENGTHS), self.clock()
        taken = {key for key, job in jobs.items() if is_held(job)}
        placed = [jobs[key] for key in taken]
        waiting = [
            Wish(key, _first(job), min(job["submitted"], now), _usual(usual, job["spec"]), "background" in job)
            for key, job in jobs.items()
            if key not in taken
        ]
        served = {visitor: min(at, now) for visitor, at in self._table(SERVED).items()}  # the clock may have been set
        planned = fair_order.order(waiting, Counter(map(_first, placed)), served)
        begins = fair_order.begins(planned, (_left(usual, job, now) for job in placed), places)
        plan = {
            wish.key: [place, now + begin] for place, (wish, begin) in enumerate(zip(planned, begins, strict=True), 1)
        }
        if plan or self._table(PLAN):
            with room():
                self.cache.set(PLAN, plan, retry=True)
        return [wish.key for wish in planned]

    def counts(self) -> dict[str, int]:
        """{waiting, running}: how many runs wait, and how many are worked on."""
        jobs = self.jobs_of(self._listed()).values()
        return {"waiting": sum(waits(job) for job in jobs), "running": sum(is_held(job) for job in jobs)}

    def place(self, key: str) -> tuple[int, int, float] | None:
        """(place in the queue, length of the queue, s until it is likely to begin) of a run that waits."""
        plan = self._table(PLAN)
        return (plan[key][0], len(plan), max(plan[key][1] - self.clock(), 0.0)) if key in plan else None

    # -- working

    def take(self, key: str, server: str) -> str | None:
        """Take a run that waits, for a worker that is about to be started; who owns it now, None: it does not wait."""
        owner = f"{server}.{uuid.uuid4().hex}"
        with self._transaction():
            job = self.get(key)
            if not waits(job):
                return None
            if self.remote:
                leases.hold(owner)
            self._set(
                key,
                job
                | {
                    "owner": owner,
                    "server": server,
                    "state": QUEUED,
                    "tries": job["tries"] + 1,
                    "message": "Starting.",
                    "percent": 0.0,
                    "eta": None,
                    "so_far": None,
                },
            )
            served = self._table(SERVED)
            visitors = set(map(_first_of, self._listed().values()))
            self.cache.set(
                SERVED,
                {name: at for name, at in served.items() if name in visitors} | {_first(job): self.clock()},
                retry=True,
            )
        return owner

    def start(self, key: str, owner: str, worker: str) -> str | None:
        """Begin what was taken as `owner`; who owns it from now on, None: it is not wanted any more."""
        mine = f"{worker}.{_token(owner)}"
        with self._transaction():
            job = self.get(key)
            if not is_wanted(job) or job["owner"] != owner or job["state"] != QUEUED:
                return None
            self._set(key, job | {"owner": mine, "state": RUNNING, "began": self.clock(), "message": "Running."})
        return mine

    def report(self, key: str, owner: str, **facts: Any) -> bool:
        """Tell what changed; whether to go on: False once it was cancelled or taken over."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["owner"] != owner or job["state"] not in (QUEUED, RUNNING):
                return False
            if self.remote:
                leases.hold(owner)
            self._set(key, job | facts)
            return not job["cancel"]

    def finish(self, key: str, owner: str, state: str, message: str, remedies: Iterable[Remedy] = ()) -> None:
        """The run is over; remedies: of the error it ended with."""
        with self._transaction():
            job = self.get(key)
            if job is None or job["owner"] != owner:
                return
            seconds = min(_since(job, self.clock()), self.limits.seconds)
            self._set(
                key,
                job
                | {
                    "state": state,
                    "message": message,
                    "remedies": [asdict(one) for one in remedies],
                    "eta": None,
                    "so_far": None,
                    "seconds": seconds,
                    "percent": 100.0 if state == DONE else job["percent"],
                },
                listed=(),
            )
            if state == DONE:
                lengths = self._table(LENGTHS)
                task = job["spec"]["do"]
                self.cache.set(LENGTHS, lengths | {task: [*lengths.get(task, ()), seconds][-LAST:]}, retry=True)

    def mark_lost(self, key: str, owner: str) -> None:
        """The worker process this was taken for has ended; where it left no word, the run is lost."""
        with self._transaction():
            job = self.get(key)
            if job is None or _token(job["owner"]) != _token(owner) or job["state"] not in (QUEUED, RUNNING):
                return
            over = {"state": CANCELLED, "message": "Cancelled."} if job["cancel"] else {"state": LOST, "message": GONE}
            self._set(key, job | over | {"eta": None, "so_far": None}, listed=())

    def give_back(self, server: str) -> None:
        """What this server has in hand waits again: the server ends."""
        with self._transaction():
            for key in self._listed():
                job = self.get(key)
                if is_wanted(job) and job["server"] == server:
                    self._set(key, job | {"owner": "", "state": QUEUED, "tries": job["tries"] - 1})

    def claim_compilation(self, sources: str, seconds: float) -> bool:
        """Whether nobody has begun to compile the kernels of these sources for that long; who asks begins now.

        sources: their fingerprint.
        """
        with room():
            return bool(self.cache.add(f"warming {platform.node()} {sources}", True, expire=seconds, retry=True))

    # -- shared

    def jobs_of(self, keys: Iterable[str]) -> dict[str, Job | None]:
        """What is known of several runs."""
        names = list(keys)
        if not self.remote:
            return {name: self.get(name) for name in names}
        return {
            name: self._checked(name, value, None)
            for name, value in zip(names, self.cache.get_many(names), strict=True)
        }

    def _ring(self, fresh: int) -> None:
        """Tell who works that so many more runs wait; 0: that something else has changed."""
        if not self.remote:
            wake_up_signal.send(self.folder)
        elif fresh:
            with suppress(StoreError):  # the workers look by themselves, too
                tickets.send(fresh)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with room(), self.cache.transact(retry=True):
            yield

    def _set(self, key: str, job: Job, listed: Sequence[str] | None = None) -> None:
        """Write a run down.  listed: its visitors, where they change; none: it is not open any more."""
        self.cache.set(key, job, expire=REMEMBERED, retry=True)
        if listed is not None:
            left = self._listed()
            self.cache.set(
                OPEN,
                left | {key: list(listed)}
                if listed
                else {name: visitors for name, visitors in left.items() if name != key},
                retry=True,
            )


def _new_job(spec: dict, visitor: str, now: float) -> Job:
    return {
        "spec": spec,
        "state": QUEUED,
        "percent": 0.0,
        "eta": None,
        "message": WAITING,
        "submitted": now,
        "began": None,
        "seconds": None,
        "owner": "",
        "server": "",
        "tries": 0,
        "cancel": False,
        "visitors": [visitor],
        "so_far": None,
    }


def _named(value: Any) -> Iterator[str]:
    """All texts in a spec, among them the keys of what it is about."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _named(inner)


def _token(owner: str) -> str:
    """What all owners of one take of a run share."""
    return owner.partition(".")[2]


def _first(job: Job) -> str:
    return _first_of(job["visitors"])


def _first_of(visitors: Sequence[str]) -> str:
    """Whose turn a run takes: that of who asked first."""
    return visitors[0] if visitors else ""


def _usual(lengths: Mapping[str, Sequence[float]], spec: Mapping[str, Any]) -> float:
    """Seconds a run of this kind takes, going by the last ones."""
    return statistics.median(lengths.get(spec["do"]) or [USUAL])


def _since(job: Job, now: float) -> float:
    """Seconds since a run began."""
    return max(now - (job["began"] or now), 0.0)


def _left(lengths: Mapping[str, Sequence[float]], job: Job, now: float) -> float:
    """Seconds a run under way is likely to go on."""
    if job["eta"] is not None:
        return float(job["eta"])
    return _usual(lengths, job["spec"]) - _since(job, now)
