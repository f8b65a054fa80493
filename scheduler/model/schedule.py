"""Schedule: what a policy did to a workload - tables, decisions, and how it came about.

A Schedule that simulate() hands out has passed the audit; `certificate` says which checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from scheduler.model.allotments import runtime_on, shortest
from scheduler.model.table import Table
from scheduler.model.trace import Note
from scheduler.model.workload import Workload

RUN, PENALTY, KILLED = 0, 1, 2      # kinds of a segment, as those who read them know them (audits share no code)


@dataclass(frozen=True)
class Certificate:
    """What the audit checked, of how many jobs, and the first violation (None: passed)."""

    checks: tuple[str, ...]
    jobs: int
    first_violation: str | None = None
    reports: tuple[str, ...] = ()   # worth saying, no violations: "104 of 100 processors busy at 12345 s"

    @property
    def passed(self) -> bool:
        return self.first_violation is None


class CaughtUp(NamedTuple):
    """Rows of jobs up to which all jobs were started before the next one came."""

    row: np.ndarray         # i8, ascending
    started: np.ndarray     # s: when the last of them was


@dataclass(frozen=True)
class Schedule:
    """A run: the realized submit, start and end of every job (placed: one row per job, in the order of jobs)."""

    workload: Workload
    policy: str
    placed: Table
    params: dict = field(default_factory=dict)
    seed: int | None = None
    segments: Table | None = None
    places: Table | None = None
    virtual: Table | None = None
    shares: Table | None = None
    promises: Table | None = None
    search: Table | None = None
    marks: Table | None = None
    decisions: Table | None = None
    certificate: Certificate | None = None
    kernel_cpu_seconds: float = 0.0
    fingerprint: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def fluid(self) -> Table | None:
        """`virtual` where the policy has a fluid schedule (the virtual starts are known), else None."""
        known = self.virtual is not None and len(self.virtual) > 0 and bool(np.isfinite(self.virtual.start).any())
        return self.virtual if known else None

    @property
    def shares_nodes(self) -> bool:
        """Whether jobs share nodes in fractions: it is known which tasks stand where, and how fast they run."""
        return self.segments is not None and self.places is not None

    @property
    def shares_cpu(self) -> bool:
        """Whether jobs get CPU in fractions: of nodes they share, or of the machine as one pool, without nodes."""
        pool = self.segments is not None and self.workload.has_needs and self.workload.arrivals != "closed"
        return self.shares_nodes or pool

    @property
    def wait(self) -> np.ndarray:
        """[n] s: start - submit."""
        return self.placed.start - self.placed.submit

    @property
    def response(self) -> np.ndarray:
        """[n] s: end - submit (flow time)."""
        return self.placed.end - self.placed.submit

    @property
    def makespan(self) -> float:
        """s from the first submission to the last end; 0 without jobs."""
        return float(self.placed.end.max() - self.placed.submit.min()) if len(self.placed) else 0.0

    @cached_property
    def jobs(self) -> Table:
        """Table `jobs` as they ran: where tasks are moldable, with the processors they were allotted and the runtime on
        these, which is also the time they ask for; else those of the workload.
        """
        jobs, shapes, given = self.workload.jobs, self.workload.shapes, self.placed.processors
        if shapes is None:
            return jobs
        ran = runtime_on(jobs, shapes, given)
        return Table("jobs", jobs.columns | {"processors": given, "runtime": ran, "requested_time": ran})

    @property
    def shortest(self) -> np.ndarray:
        """[n] s: the time a job takes alone: its runtime, where tasks are moldable on their largest allotment."""
        jobs, shapes = self.workload.jobs, self.workload.shapes
        return jobs.runtime if shapes is None else shortest(jobs, shapes)

    @property
    def stretch(self) -> np.ndarray:
        """[n]: response / runtime, where tasks are moldable the shortest they can have."""
        return self.response / self.shortest

    @cached_property
    def caught_up(self) -> CaughtUp:
        """Where nothing waited when the next job came; found once, as each row is one of a whole log's."""
        started = np.maximum.accumulate(self.placed.start[:-1])
        row = np.flatnonzero(started < self.placed.submit[1:])
        return CaughtUp(row, started[row])
