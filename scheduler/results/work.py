"""One run in the hands of a worker process: started when there is a place, watched, stopped, and closed.

The run itself is a thread (kernels leave the interpreter alone while they compute); this side of it talks to the
registry.  The result is kept before the registry says so.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import Executor, Future
from contextlib import suppress

from scheduler.errors import AuditFailed, Cancelled, QueuescopeError
from scheduler.results.jobs import CANCELLED, DONE, FAILED, Jobs
from scheduler.results.specs import Spec
from scheduler.results.store import Store
from scheduler.results.tasks import TASKS, Progress

log = logging.getLogger("queuescope.runs")

BEAT = 1.0          # s between two beats when nothing else is to be told


class Work:
    """A run this process has taken."""

    def __init__(self, store: Store, jobs: Jobs, key: str, owner: str, spec: Spec):
        self.store, self.jobs, self.key, self.owner, self.spec = store, jobs, key, owner, spec
        self.progress = Progress()
        self.future: Future[int] | None = None
        self.told: tuple[int, str] = (-1, "")
        self.beat = 0.0
        self.overdue = False

    def start(self, pool: Executor) -> None:
        """Begin, if it has not and the machine has a place."""
        if self.future is None and self.jobs.start(self.key, self.owner):
            self.progress = Progress()
            task = TASKS[self.spec["do"]]
            self.future = pool.submit(task, self.store, self.key, self.spec, self.progress)

    def goes_on(self) -> bool:
        """Tell and ask the registry; False when the run is over."""
        if self.future is not None and self.future.done():
            self._close(self.future)
            return False
        if not self._wanted():
            self.progress.stop()
            if self.future is None:
                self._say(CANCELLED, "Cancelled before it began.", 0)
                return False
        if self.future is not None and self.progress.seconds > self.store.limits.seconds:
            self.overdue = True
            self.progress.stop()
        return True

    def _wanted(self) -> bool:
        """Beat when there is news or it is time; whether the run is still asked for."""
        news = (int(self.progress.percent), self.progress.told) if self.future else self.told
        with suppress(QueuescopeError):     # a registry that cannot be written must not end the run
            if news == self.told and time.monotonic() - self.beat < BEAT:
                job = self.jobs.get(self.key)
                return job is not None and job["owner"] == self.owner and not job["cancel"]
            self.told, self.beat = news, time.monotonic()
            facts = {"percent": self.progress.percent, "eta": self.progress.eta, "message": self.progress.told,
                     "so_far": self.progress.so_far()}
            return self.jobs.report(self.key, self.owner, **(facts if self.future else {}))
        return True

    def _close(self, future: Future[int]) -> None:
        """Say how it ended."""
        error = future.exception()
        with suppress(QueuescopeError):     # how far it came tells whether other options could help
            self.jobs.report(self.key, self.owner, percent=self.progress.percent)
        if error is None:
            self._say(DONE, "Done.", future.result())
        elif isinstance(error, Cancelled) and self.overdue:
            self._say(FAILED, f"Stopped after {self.store.limits.seconds / 60:g} minutes, which is all this server "
                              "gives to a run; take a slice of the trace.")
        elif isinstance(error, Cancelled):
            self._say(CANCELLED, "Cancelled.")
        elif isinstance(error, AuditFailed):
            self._say(FAILED, f"The schedule breaks a rule and is not shown: {error}")
        elif isinstance(error, QueuescopeError):
            self._say(FAILED, str(error))
        elif isinstance(error, MemoryError):
            self._say(FAILED, "This run needs more memory than the server has; take a slice of the trace.")
        else:
            log.error("run key=%s", self.key, exc_info=error)
            self._say(FAILED, f"The program failed ({type(error).__name__}); this is a fault of Queuescope, not of the "
                              "trace, and is written in the server's log.")

    def _say(self, state: str, message: str, jobs: int | None = None) -> None:
        log.info("run key=%s do=%s policy=%s jobs=%s seconds=%.2f state=%s%s", self.key, self.spec["do"],
                 self.spec.get("policy", "-"), "-" if jobs is None else jobs, self.progress.seconds, state,
                 "" if state in (DONE, CANCELLED) else f" message={message!r}")
        with suppress(QueuescopeError):
            self.jobs.finish(self.key, self.owner, state, message)
