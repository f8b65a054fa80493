"""Workload: the jobs of a simulation on a platform, as build.py makes them of a trace.

Policies, audit and metrics see only the Workload; nothing realized is ever written back into it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

import numpy as np

from scheduler.model.account_tree import Tree
from scheduler.model.clusters import several
from scheduler.model.notes import Note
from scheduler.model.table import Table, required
from scheduler.model.trace import Platform

CHANGEABLE = ("runtime", "submit", "processors")  # columns of jobs that a simulation may need otherwise


@dataclass(frozen=True)
class Workload:
    """Usable jobs on a platform.

    jobs: table `jobs`, sorted by (submit, line); where nodes are shared with cpu_need and memory, the platform's
    processors then being nodes and a job's tasks.  campaigns: table `campaigns` or None; campaign c consists of the
    rows members[job_ptr[c]:job_ptr[c+1]] of jobs, in file order.  arrivals: "recorded" (submit times are fixed) or
    "closed" (a campaign is submitted when its predecessor is complete and its think time over; jobs.submit then is as
    in the file).  options: what it was made with, as JSON.  tables: {name: table} of what topics add, such as `shapes`
    where tasks are moldable: processors and runtime of a task in jobs then are those of the first of its rows, its
    smallest allotment.
    names: {column of jobs: names}, the name of number k + 1 at position k, for user_id, group, queue and partition;
    empty where the file tells numbers only.  No policy, audit or metric sees them, so they are no part of the hash.
    recorded: table `recorded`, a row for each job, of what else the log told of it; None where it told none.  It is no
    part of the hash either.  accounts: the tree that the accounts of the jobs (`group`) are in, where one was opened
    with the log; no part of the hash.
    """

    name: str
    platform: Platform
    jobs: Table
    campaigns: Table | None = None
    job_ptr: np.ndarray = field(default_factory=lambda: np.zeros(1, np.int64))
    members: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    arrivals: str = "recorded"
    options: dict = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    trace_sha256: str = ""
    tables: Mapping[str, Table] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recorded: Table | None = None
    accounts: Tree = ()

    def __len__(self) -> int:
        return len(self.jobs)

    def table(self, name: str) -> Table:
        """The table `campaigns`, or one of a topic; raises ValueError where the workload is of another kind."""
        return self.tables[name] if name in self.tables else required(self, name)

    def recorded_column(self, name: str) -> np.ndarray | None:
        """[n] f8 what the log recorded of each job, -1 unknown; None where it tells nothing, or of other jobs."""
        table = self.recorded
        column = table.columns.get(name) if table and len(table) == len(self) else None
        return column if column is not None and (column >= 0).any() else None

    @cached_property
    def as_recorded(self) -> Workload:
        """The jobs with the runtimes, submit times and processors of the log, before any was changed to be simulated.

        Itself where none was changed.
        """
        log = {name: column for name in CHANGEABLE if (column := self.recorded_column(name)) is not None}
        if not log:
            return self
        columns = {name: log.get(name, column) for name, column in self.jobs.columns.items()}
        return replace(self, jobs=Table.of("jobs", **columns), recorded=None)

    # -- its kind: what these properties tell is asked nowhere else, and several may hold.  Where none does, jobs are
    # -- rigid, submitted as recorded, and have processors to themselves, any of the machine.

    @property
    def has_campaigns(self) -> bool:
        """Whether jobs belong to campaigns of their users, declared or inferred: the table `campaigns`."""
        return self.campaigns is not None

    @property
    def is_closed(self) -> bool:
        """Whether a campaign is submitted when its predecessor is complete and its think time over."""
        return self.arrivals == "closed"

    @property
    def has_clusters(self) -> bool:
        """Whether the machine has several clusters, of which no job may span two."""
        return several(self.platform)

    # -- what follows from the jobs

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all that a policy, the audit or a metric can see."""
        platform = asdict(self.platform)
        if not platform["unix_times"]:
            del platform["unix_times"]  # as it was before there were such logs
        digest = hashlib.sha256(json.dumps([platform, self.arrivals], sort_keys=True).encode())
        for table in (self.jobs, self.campaigns, *(self.tables[name] for name in sorted(self.tables))):
            for name, column in (table.columns if table is not None else {}).items():
                digest.update(name.encode() + b"\0" + np.ascontiguousarray(column).tobytes())
        digest.update(self.job_ptr.tobytes() + self.members.tobytes())
        return digest.hexdigest()

    @cached_property
    def offset(self) -> np.ndarray:
        """[n] s: from the first submission of its campaign to that of a job; 0 where the file declares campaigns.

        In a closed loop a job of a campaign with a predecessor is submitted at the completion of that one + think
        time + offset.
        """
        offset, campaign, submit = np.zeros(len(self)), self.jobs.campaign, self.jobs.submit
        if not self.has_campaigns or not self.table("campaigns").inferred.any():
            return offset
        first = np.full(len(self.table("campaigns")), np.inf)
        np.minimum.at(first, campaign, submit)
        return submit - first[campaign]

    @property
    def area(self) -> float:
        """Work: sum of processors x runtime, processor-seconds."""
        return float(np.dot(self.jobs.processors.astype(float), self.jobs.runtime))

    @property
    def campaign_count(self) -> int:
        """How many campaigns there are; 0 where jobs belong to none."""
        return len(self.table("campaigns")) if self.has_campaigns else 0

    @property
    def users(self) -> int:
        """How many users have jobs."""
        return int(self.jobs.user.max()) + 1 if len(self.jobs) else 0
