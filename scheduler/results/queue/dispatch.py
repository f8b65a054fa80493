"""Works off the queue: one of all server processes starts a worker process wherever a place is free.

Which one it is decides a lock that the system frees when its process ends: the next one goes on then.  It sleeps until
a run is asked for or cancelled (a signal comes), a worker ends, or the times it told the waiting should be told anew.
What waits costs nothing but its line in the registry.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from multiprocessing import connection
from multiprocessing.process import BaseProcess

from scheduler.errors import QueuescopeError
from scheduler.results.queue import wake_up_signal
from scheduler.results.queue.processes import handle
from scheduler.results.queue.registry import MERCY, RunRegistry, is_held, is_wanted

LOG = logging.getLogger("queuescope.runs")
ANEW = 5.0  # s between two estimates of when a waiting run begins
AGAIN = 1.0  # s until another try where the registry could not be read or written
IDLE = 60.0  # s between two looks where nothing waits


@dataclass
class Worker:
    """A worker process and the run it was started for."""

    process: BaseProcess
    key: str
    owner: str
    unwanted: float | None = None  # when that was noticed, s of the monotonic clock


class Dispatcher:
    """Starts workers for the runs of a registry.  begin(key, owner): start the process that works off that run."""

    def __init__(self, jobs: RunRegistry, begin: Callable[[str, str], BaseProcess]):
        self.jobs, self.begin = jobs, begin
        self.server = handle()
        self.workers: list[Worker] = []
        self.waiting = False
        self.ended = threading.Event()

    def run(self) -> None:
        """Wait to be the one of all processes, then start workers until close()."""
        while not self.ended.is_set():
            try:
                with open(self.jobs.folder / "dispatcher", "a") as lock:
                    flock(lock, LOCK_EX)
                    self._serve()
            except OSError:
                LOG.exception("the queue cannot be worked off")
                self.ended.wait(ANEW)

    def _serve(self) -> None:
        with wake_up_signal.listening(self.jobs.folder) as number:
            while not self.ended.is_set():
                try:
                    pause = self._turn()
                except Exception:  # whatever one run or record is the cause of, the others are worked off
                    LOG.exception("the queue could not be worked off")
                    self.ended.wait(AGAIN)
                else:
                    connection.wait([number, *(worker.process.sentinel for worker in self.workers)], pause)
                    wake_up_signal.drain(number)

    def close(self) -> None:
        """End the workers; what they had in hand waits for the next server."""
        self.ended.set()
        if self.workers:
            with suppress(QueuescopeError):
                self.jobs.give_back(self.server)
        for worker in self.workers:
            _kill(worker)
        wake_up_signal.send(self.jobs.folder)

    def _turn(self) -> float:
        """One look at everything; s until the next one, where nothing happens."""
        self._put_away()
        self.fill()
        self._end_unwanted()
        return ANEW if self.waiting or self.workers else IDLE

    def _put_away(self) -> None:
        """Take note of workers that have ended."""
        for worker in [one for one in self.workers if not one.process.is_alive()]:
            self.jobs.mark_lost(worker.key, worker.owner)
            worker.process.join()
            self.workers.remove(worker)

    def fill(self) -> None:
        """Start a worker for each free place, in the order of the queue."""
        planned = self.jobs.queue(self.jobs.limits.at_once)
        begun = False
        for key in planned[: max(self.jobs.limits.at_once - len(self.workers), 0)]:
            if not self.ended.is_set() and (owner := self.jobs.take(key, self.server)):
                self.workers.append(Worker(self._begin(key, owner), key, owner))
                begun = True
        if begun and len(planned) > 1:
            planned = self.jobs.queue(self.jobs.limits.at_once)
        self.waiting = bool(planned)

    def _begin(self, key: str, owner: str) -> BaseProcess:
        try:
            return self.begin(key, owner)
        except Exception:
            self.jobs.mark_lost(key, owner)
            raise

    def _end_unwanted(self) -> None:
        """A worker whose run was cancelled stops by itself, in most cases at once; one that does not is ended."""
        for worker in self.workers:
            job = self.jobs.get(worker.key)
            wanted = is_wanted(job) and is_held(job) and job["owner"].endswith(worker.owner.partition(".")[2])
            if wanted:
                worker.unwanted = None
            elif worker.unwanted is None:
                worker.unwanted = time.monotonic()
            elif time.monotonic() - worker.unwanted > MERCY:
                _kill(worker)


def _kill(worker: Worker) -> None:
    """End a worker and whatever it started; it leads a process group once it has begun."""
    if worker.process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(worker.process.pid) == worker.process.pid:
                os.killpg(worker.process.pid, signal.SIGKILL)
            else:
                os.kill(worker.process.pid, signal.SIGKILL)
