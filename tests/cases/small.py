"""Small workloads and schedules written down by hand, for the tests of audit, placement, steps, metrics, explain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload

Row = Sequence[float]


def jobs_table(
    rows: Sequence[Row], users: Sequence[int], campaign: Sequence[int], requested: Sequence[float] | None
) -> Table:
    """Table jobs of (submit, runtime, processors) rows; ids 101, 102, ...; lines 11, 12, ..."""
    n = len(rows)
    submit, runtime, processors = np.array(rows, dtype=float).T if n else np.zeros((3, 0))
    none, dense = np.full(n, -1), np.unique(np.asarray(users, dtype=int), return_inverse=True)[1]
    return Table.of(
        "jobs",
        line=np.arange(n) + 11,
        job_id=np.arange(n) + 101,
        submit=submit,
        runtime=runtime,
        requested_time=runtime if requested is None else requested,
        processors=processors,
        user=dense,
        user_id=users,
        group=none,
        queue=none,
        partition=none,
        campaign=campaign,
        recorded_wait=none,
        repaired=np.zeros(n),
    )


def workload(
    rows: Sequence[Row], processors: int, users: Sequence[int] | None = None, requested: Sequence[float] | None = None
) -> Workload:
    """Jobs (submit, runtime, processors) with recorded arrivals."""
    n = len(rows)
    table = jobs_table(rows, [7] * n if users is None else users, [-1] * n, requested)
    return Workload("small", Platform(processors), table)


def campaigns(
    sets: Sequence[tuple[int, int, float, Sequence[float]]],
    processors: int,
    submits: Sequence[float],
    arrivals: str = "closed",
) -> Workload:
    """Sequential jobs in campaigns (user, previous, think time, runtimes); submits: one per campaign."""
    rows = [(at, p, 1) for at, (_, _, _, runtimes) in zip(submits, sets, strict=True) for p in runtimes]
    which = [c for c, (_, _, _, runtimes) in enumerate(sets) for _ in runtimes]
    table = jobs_table(rows, [sets[c][0] for c in which], which, None)
    index: list[int] = []
    for user, previous, _, _ in sets:
        index.append(0 if previous < 0 else index[previous] + 1)
        assert previous < 0 or sets[previous][0] == user
    users = np.unique([s[0] for s in sets], return_inverse=True)[1]
    made = Table.of(
        "campaigns",
        user=users,
        index=index,
        previous=[s[1] for s in sets],
        think_time=[s[2] for s in sets],
        work=[sum(s[3]) for s in sets],
        longest=[max(s[3]) for s in sets],
        inferred=np.zeros(len(sets)),
    )
    counts = [len(s[3]) for s in sets]
    return Workload(
        "campaigns",
        Platform(processors),
        table,
        made,
        np.concatenate(([0], np.cumsum(counts))),
        np.arange(len(rows)),
        arrivals,
    )


def schedule(
    work: Workload,
    starts: Sequence[float],
    submits: Sequence[float] | None = None,
    policy: str = "easy",
    flags: Sequence[int] | None = None,
    **tables,
) -> Schedule:
    """The schedule with these starts; submits as in the workload unless given."""
    jobs, zero, start = work.jobs, np.zeros(len(work)), np.array(starts, dtype=float)
    placed = Table.of(
        "placed",
        job=np.arange(len(work)),
        submit=jobs.submit if submits is None else submits,
        start=start,
        end=start + jobs.runtime,
        processors=jobs.processors,
        cluster=zero,
        preemptions=zero,
        migrations=zero,
        flags=zero if flags is None else flags,
    )
    return Schedule(work, policy, placed, **tables)


def changed(table: Table, **columns) -> Table:
    """The table with some columns replaced."""
    return Table.of(table.name, **(table.columns | columns))
