"""One run in the hands of a worker process: begun, watched, stopped, and closed.

The run itself is a thread (kernels leave the interpreter alone while they compute); this side of it talks to the
registry.  The result is kept before the registry says so.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress

from scheduler.errors import AuditFailed, Cancelled, QueuescopeError, Remedy, remedies_of
from scheduler.results.progress import Progress
from scheduler.results.queue.registry import CANCELLED, DONE, FAILED, MERCY, RunRegistry
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, task_of

log = logging.getLogger("queuescope.runs")

GLANCE = 0.2  # s between two looks at progress and at wishes to cancel
TELL = 1.0  # s after which progress is told again, where no whole percent was gained


class RunWorker:
    """A run this process has begun.

    end: ends this process, for a run that goes on though nobody wants it; None: whoever started the process ends it.
    """

    def __init__(
        self, store: Store, jobs: RunRegistry, key: str, owner: str, spec: Spec, end: Callable[[], object] | None = None
    ):
        self.store, self.jobs, self.key, self.owner, self.spec, self.end = store, jobs, key, owner, spec, end
        self.progress = Progress()
        self.last_news: tuple[int, str] = (-1, "")
        self.when = 0.0  # when that was
        self.overdue = False
        self.unwanted: float | None = None  # since when it is to stop

    def run(self) -> None:
        """Do it; returns when it is over, which the registry then says."""
        with ThreadPoolExecutor(1, "run") as pool:
            future = pool.submit(self._do)
            while not wait((future,), GLANCE).done:
                self._look()
        self._close(future)

    def _do(self) -> int:
        return task_of(self.spec).run(self.store, self.key, self.spec, self.progress)

    def _look(self) -> None:
        """Tell how far it is, and stop it where it is not wanted any more or takes too long."""
        self.overdue = self.overdue or self.progress.seconds > self.store.limits.seconds
        if self.overdue or self.unwanted is not None or not self._wanted():
            self.progress.stop()
            self.unwanted = time.monotonic() if self.unwanted is None else self.unwanted
            if self.end and time.monotonic() - self.unwanted > MERCY:
                self._stopped()
                self.end()

    def _wanted(self) -> bool:
        """Tell what is new when it is time; whether the run is still asked for."""
        news = (int(self.progress.percent), self.progress.full_message)
        with suppress(QueuescopeError):  # a registry that cannot be written must not end the run
            if news == self.last_news and time.monotonic() - self.when < TELL:
                job = self.jobs.get(self.key)
                return job is not None and job["owner"] == self.owner and not job["cancel"]
            self.last_news, self.when = news, time.monotonic()
            return self.jobs.report(
                self.key,
                self.owner,
                percent=self.progress.percent,
                eta=self.progress.eta,
                message=self.progress.full_message,
                so_far=self.progress.so_far(),
            )
        return True

    def _close(self, future: Future[int]) -> None:
        """Say how it ended."""
        error = future.exception()
        with suppress(QueuescopeError):  # how far it came tells whether other options could help
            self.jobs.report(self.key, self.owner, percent=self.progress.percent)
        if error is None:
            self._say(DONE, "Done.", future.result())
        elif isinstance(error, Cancelled):
            self._stopped()
        elif isinstance(error, AuditFailed):
            self._say(FAILED, f"The schedule breaks a rule and is not shown: {error}")
        elif isinstance(error, QueuescopeError):
            self._say(FAILED, str(error), remedies=remedies_of(error))
        elif isinstance(error, MemoryError):
            self._say(FAILED, "This run needs more memory than the server has; take a slice of the trace.")
        else:
            log.error("run key=%s", self.key, exc_info=error)
            self._say(
                FAILED,
                f"The program failed ({type(error).__name__}); this is a fault of Queuescope, not of the "
                "trace, and is written in the server's log.",
            )

    def _stopped(self) -> None:
        if self.overdue:
            self._say(
                FAILED,
                f"Stopped after {self.store.limits.seconds / 60:g} min, which is all this server "
                "gives to a run; take a slice of the trace.",
            )
        else:
            self._say(CANCELLED, "Cancelled.")

    def _say(self, state: str, message: str, jobs: int | None = None, remedies: Iterable[Remedy] = ()) -> None:
        log.info(
            "run key=%s do=%s policy=%s jobs=%s seconds=%.2f state=%s%s",
            self.key,
            self.spec["do"],
            self.spec.get("policy", "-"),
            "-" if jobs is None else jobs,
            self.progress.seconds,
            state,
            "" if state in (DONE, CANCELLED) else f" message={message!r}",
        )
        with suppress(QueuescopeError):
            self.jobs.finish(self.key, self.owner, state, message, remedies)
