"""Schedule: what a policy did to a workload - tables, decisions, and how it came about.

A Schedule that simulate() hands out has passed the audit; `certificate` says which checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from scheduler.model.allotments import runtime_on, shortest
from scheduler.model.notes import Note
from scheduler.model.table import Table, required
from scheduler.model.workload import Workload

RUN, PENALTY, KILLED = 0, 1, 2  # kinds of a segment, as those who read them know them (audits share no code)
CANCELLED = 2  # bit of placed.flags: the last piece of the job was killed, and it is over


@dataclass(frozen=True)
class Certificate:
    """What the audit checked, of how many jobs, and the first violation (None: passed)."""

    checks: tuple[str, ...]
    jobs: int
    first_violation: str | None = None
    reports: tuple[str, ...] = ()  # worth saying, no violations: "104 of 100 processors busy at 12345 s"

    @property
    def passed(self) -> bool:
        return self.first_violation is None


class CaughtUp(NamedTuple):
    """Rows of jobs up to which all jobs were started before the next one came."""

    row: np.ndarray  # i8, ascending
    started: np.ndarray  # s: when the last of them was


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
    links: Table | None = None
    decisions: Table | None = None
    certificate: Certificate | None = None
    kernel_cpu_seconds: float = 0.0
    fingerprint: str = ""
    notes: tuple[Note, ...] = ()
    program_reasons: tuple[str, ...] = ()  # of a program from outside: texts that decisions name by their place

    def table(self, name: str) -> Table:
        """The optional table of that name; raises ValueError where the schedule is of another kind."""
        return required(self, name)

    # -- its kind: what these properties tell is asked nowhere else.  Where none holds, a job runs once, on processors
    # -- of its own, and nothing is known of why it started then.

    @property
    def has_segments(self) -> bool:
        """Whether jobs may run in several pieces, at a fraction of their speed, or be killed: the table `segments`."""
        return self.segments is not None

    @property
    def has_places(self) -> bool:
        """Whether the policy tells which processors or nodes jobs hold: the table `places`."""
        return self.places is not None

    @property
    def shares_nodes(self) -> bool:
        """Whether jobs share nodes in fractions: it is known which tasks stand where, and how fast they run."""
        return self.has_segments and self.has_places

    @cached_property
    def resizes(self) -> bool:
        """Whether jobs have more processors in some of their `segments` than in others, each at full speed there."""
        if self.segments is None or self.shares_nodes:
            return False
        return bool(np.any(self.segments.processors != self.workload.jobs.processors[self.segments.job]))

    @property
    def kills(self) -> bool:
        """Whether runs make way for other jobs (preemption, a rule of a topic) or are stopped with their reservation:
        `segments` tells which job killed a run, and where.
        """
        return self.segments is not None and "killer" in self.segments

    @property
    def cancels(self) -> bool:
        """Whether some job was cancelled, preempted or with its reservation: flags of `placed` tell which."""
        return self.kills and bool(np.any(self.placed.flags & CANCELLED))

    @property
    def has_virtual(self) -> bool:
        """Whether the policy orders campaigns: `virtual` has when each may start, and its tag or deadline."""
        return self.virtual is not None

    @property
    def is_fluid(self) -> bool:
        """Whether the policy follows a fluid schedule of campaigns: some start in `virtual` is known."""
        return self.virtual is not None and bool(np.isfinite(self.virtual.start).any())

    @property
    def has_deadlines(self) -> bool:
        """Whether the policy sets deadlines of campaigns: some in `virtual` is known."""
        return self.virtual is not None and bool(np.isfinite(self.virtual.deadline).any())

    @property
    def has_shares(self) -> bool:
        """Whether users have shares of the machine in the virtual schedule: the table `shares`."""
        return self.shares is not None

    @property
    def has_promises(self) -> bool:
        """Whether the policy planned a start for jobs that waited: the table `promises`."""
        return self.promises is not None

    @property
    def has_search(self) -> bool:
        """Whether the policy searched among orders of its queue: the table `search` tells what came of it."""
        return self.search is not None

    @property
    def has_marks(self) -> bool:
        """Whether the policy tells of batches, shelves, periods or reservations: the table `marks`."""
        return self.marks is not None

    @property
    def has_links(self) -> bool:
        """Whether clusters differ in speed, or data has to be sent to them: `links` has a row for each."""
        return self.links is not None

    @property
    def has_decisions(self) -> bool:
        """Whether the decisions were logged: the table `decisions`."""
        return self.decisions is not None

    # -- what follows from starts and ends

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
        """Table `jobs` as they ran: those of the workload, a job that was cancelled with the time it ran last.

        Where tasks are moldable, with the processors they were allotted and the runtime on these, which is also the
        time they ask for.  Of malleable tasks the most processors they had, and how long they would have held these for
        the same area.
        """
        jobs, processors = self.workload.jobs, self.placed.processors
        if "shapes" not in self.workload.tables:
            return jobs if not self.cancels else Table("jobs", jobs.columns | {"runtime": self.shortest})
        if self.has_segments:
            ran = self._area() / processors
        else:
            ran = runtime_on(jobs, self.workload.table("shapes"), processors)
        return Table("jobs", jobs.columns | {"processors": processors, "runtime": ran, "requested_time": ran})

    def _area(self) -> np.ndarray:
        """[n] processor-s that each job holds in its segments."""
        s = self.table("segments")
        return np.bincount(s.job, (s.end - s.begin) * s.processors, len(self.placed))

    @property
    def shortest(self) -> np.ndarray:
        """[n] s: the time a job takes alone: its runtime, where tasks are moldable on their largest allotment.

        Of a job that was cancelled it is the time that it ran last.
        """
        work = self.workload
        if self.cancels:
            s, over = self.table("segments"), (self.placed.flags & CANCELLED) != 0
            last = np.searchsorted(s.job, np.arange(len(self.placed)), "right") - 1
            return np.where(over, s.end[last] - s.begin[last], work.jobs.runtime)
        return shortest(work.jobs, work.table("shapes")) if "shapes" in work.tables else work.jobs.runtime

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
