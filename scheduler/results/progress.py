"""How a run tells its progress while it works, and is told to stop."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from scheduler.adapters.snapshot import Watched, snapshot
from scheduler.errors import Cancelled
from scheduler.simulate import FINISHED, STOP, new_control

SIMULATED = 0.9  # share of the progress bar that is the simulation; the rest is audit, metrics, writing
READ = 0.6  # share of the progress bar of a load that is reading; one that fails later may need options
PATIENCE = 3.0  # s without a job finished until it is said why
LOOKS = 1.0, 0.05  # s between two looks at the schedule so far, at least; share of the time they may take
COMPILING = (
    "{seconds} s without a job: most likely the code of this policy is being compiled, once per installation. "
    "That takes half a minute on an idle machine, minutes on a busy one; then the run goes on by itself."
)


class Progress:
    """What a run tells while it works: written by its thread, read by another."""

    def __init__(self) -> None:
        self.control: np.ndarray = new_control()
        self.jobs = 0  # to be simulated; 0: `done` tells how far it is
        self.base = 0.0  # 0..1: done before they are
        self.share = SIMULATED  # 0..1: of the whole, what simulating them is
        self.done = 0.0  # 0..1
        self.done_before = 0.0  # 0..1: done before, by an earlier run that was interrupted
        self.preparing = 0.0  # s before anything that counts was done
        self.message = "Running."
        self.began = time.monotonic()
        self.watched: Watched | None = None  # the simulation under way, where it can be looked at
        self._seen: dict[str, Any] | None = None
        self._look = 0.0  # when the next look at it may be taken

    def at(self, done: float, message: str) -> None:
        """A new step begins; raises Cancelled if the run was asked to stop."""
        if self.control[STOP]:
            raise Cancelled("stopped")
        self.done, self.message = done, message
        self.watched = None  # what there was to see has been seen

    def simulating(self, jobs: int, share: float) -> np.ndarray:
        """So many jobs are simulated next, which is that share of the whole; the control for it."""
        self.jobs = 0  # so that nobody takes the count of the last simulation for this one's
        self.control[FINISHED] = 0
        self.base, self.share, self.jobs = self.done, share, jobs
        return self.control

    def stop(self) -> None:
        """Ask the run to stop at its next opportunity."""
        self.control[STOP] = 1

    def watch(self, watched: Watched) -> None:
        """A simulation begins that can be looked at."""
        self.watched, self._seen, self._look = watched, None, 0.0

    def so_far(self) -> dict[str, Any] | None:
        """The schedule so far, as adapters.snapshot has it, not older than it is cheap; None where none can be seen."""
        began = time.monotonic()
        if self.watched is not None and began >= self._look:
            self._seen = snapshot(self.watched)
            ended = time.monotonic()
            self._look = ended + max(LOOKS[0], (ended - began) / LOOKS[1])
        return self._seen

    @property
    def full_message(self) -> str:
        """The message, and where nothing seems to move what that is most often due to."""
        stands = self.jobs > 0 and self.control[FINISHED] == 0 and self.done == 0 and self.seconds > PATIENCE
        compiling = COMPILING.format(seconds=int(self.seconds))
        return f"{self.message} {compiling}" if stands else self.message

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self.began

    @property
    def percent(self) -> float:
        """0..100."""
        share = self.base + self.share * float(self.control[FINISHED]) / self.jobs if self.jobs else 0.0
        return 100 * min(max(share, self.done), 1.0)

    @property
    def eta(self) -> float | None:
        """Seconds to go at the present pace; None as long as nothing can be said."""
        share = self.percent / 100
        spent = self.seconds - self.preparing
        return spent * (1 - share) / (share - self.done_before) if share > self.done_before + 0.01 else None
