"""A worker of the broker: celery -A scheduler.results.worker worker, or python -m scheduler worker.

Each process takes the run whose turn it is, one after the other.  The process that leads them says that they are
there, sends tickets for runs whose tickets or workers were lost, and ends the worker, where it is told to, when nothing
is left.
"""

from __future__ import annotations

import logging
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from typing import Any

import psutil
from celery import Celery, signals  # type: ignore[import-untyped]
from celery.worker import state  # type: ignore[import-untyped]
from kombu.transport import redis

from scheduler import __version__
from scheduler.broker import leases, tickets
from scheduler.broker.values import reachable
from scheduler.errors import QueuescopeError
from scheduler.results.limits import Limits, worker_memory
from scheduler.results.queue.registry import RunRegistry
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.topics import offer

LOG = logging.getLogger("queuescope.worker")
IDLE = "QUEUESCOPE_IDLE_EXIT"  # s without a run after which the worker ends; how `python -m scheduler worker` tells it
NICE = 5
ROUNDS = 5.0  # s between two looks of the leading process, at most
DEAF = 1 / 3  # of a lease: for so long tickets may lie while nobody here works

app = Celery("queuescope")
LIMITS = Limits.of_environment()
app.conf.update(tickets.settings(LIMITS.seconds, LIMITS.process_runs))


class Channel(redis.Channel):
    """Where tickets come from.  One that nobody can read would end the worker; there is another for whatever waits."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            LOG.warning("a ticket that nobody can read was thrown away (%s)", type(error).__name__)


redis.Transport.Channel = Channel


@app.task(name=tickets.TASK, acks_late=True, ignore_result=True)
def work() -> bool:
    """Work off the run whose turn it is; whether there was one."""
    try:
        return _runs(os.getpid()).work_next()
    except QueuescopeError as error:  # the broker is away: the leading process sends another ticket
        LOG.warning("no run was taken: %s", error)
        return False


@cache
def _runs(process: int) -> Runs:
    return Runs(Store())


@signals.setup_logging.connect
def _log(**_: Any) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    for name in ("celery", "kombu"):
        logging.getLogger(name).setLevel(logging.WARNING)


@signals.worker_process_init.connect
def _settle(**_: Any) -> None:
    """A process that works gives way to others, takes so much memory at most, and knows what the owner offers."""
    os.nice(NICE)
    try:
        offer()
    except QueuescopeError as error:  # runs of the other policies go on
        LOG.warning("%s", error)
    with suppress(ValueError, OSError):
        most = worker_memory()
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


# -- the process that leads them


@signals.worker_ready.connect
def _lead(sender: Any = None, **_: Any) -> None:
    processes = getattr(getattr(sender, "controller", None), "concurrency", None) or 1
    custodian = Custodian(int(processes), float(os.environ.get(IDLE) or "inf"))
    with suppress(QueuescopeError):  # before the first ticket is taken: who asks for the workers finds this one
        custodian.announce()
    threading.Thread(target=custodian.run, daemon=True, name="custodian").start()


def begin_anew() -> None:
    """This program from its beginning, in the same process, without the processes that worked for it."""
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            child.kill()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


class Custodian:
    """Sees to it that runs are worked off.  idle: s without a run after which the worker ends."""

    def __init__(self, processes: int, idle: float):
        self.processes, self.idle = processes, idle
        self.name = leases.handle()
        self.since = time.monotonic()
        self.unheard: float | None = None  # since when tickets lie there that nobody here takes

    def run(self) -> None:
        """Look again and again, until the process ends."""
        registry: RunRegistry | None = None
        while True:
            try:
                registry = registry or RunRegistry(Store().root / "jobs", Limits.of_environment())
                self.look(registry)
            except QueuescopeError as error:
                LOG.warning("%s", error)
            except Exception:  # whatever is the cause: who does not look any more does not announce this worker
                LOG.exception("the queue could not be looked at")
            if time.monotonic() - self.since > self.idle:
                LOG.info("nothing to do for %.0f s: the worker ends", self.idle)
                with suppress(QueuescopeError):
                    leases.leave(self.name)
                os.kill(os.getpid(), signal.SIGTERM)
                return
            time.sleep(min(leases.seconds() / 4, ROUNDS, max(self.idle / 4, 0.1)))

    def announce(self) -> None:
        """Say that this worker is there."""
        leases.announce(self.name, self.processes, __version__)

    def look(self, registry: RunRegistry) -> None:
        """Say that this worker is there, and send tickets for runs that wait and have none."""
        self.announce()
        waiting = len(registry.queue(max(leases.places(), 1)))
        if waiting or state.active_requests:
            self.since = time.monotonic()
        with reachable() as redis:
            lying = tickets.waiting(redis)
        missing = min(waiting, self.processes) - lying
        if missing > 0 and len(state.active_requests) < self.processes:
            tickets.send(missing)
        self.listen(lying)

    def listen(self, lying: int) -> None:
        """Begin the worker anew where it hears nothing: after a restart of Redis, Celery now and then takes no more
        tickets, though it is connected again.
        """
        if not lying or state.active_requests or state.reserved_requests:
            self.unheard = None
        elif self.unheard is None:
            self.unheard = time.monotonic()
        elif (lain := time.monotonic() - self.unheard) > DEAF * leases.seconds():
            LOG.warning("tickets have been lying for %.0f s and nobody takes them: the worker begins anew", lain)
            with suppress(QueuescopeError):
                leases.leave(self.name)
            begin_anew()
