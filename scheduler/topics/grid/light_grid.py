"""A light grid: clusters with users of their own, and runs of grid jobs for which every processor is as good.

What policies of a grid share: the clusters of a platform, the local jobs of each as a workload of its own, run by a
policy for one cluster that sees nothing else, and the tables of a run in which pieces of runs are killed.

Clusters may differ: how fast their processors are, and how long the data of a run takes to them, are written one number
per cluster, 1,0.5 or 10,60.  A run takes its runtime / speed, a job away from home its runtime x speed of its own
cluster / speed there: local jobs were recorded at home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.adapters.stopped_runs import Pieces
from scheduler.adapters.stopped_runs import tables as of_stopped
from scheduler.engine.decision_log import ARRIVE, COLUMNS, END, Log, new_log
from scheduler.errors import ParamError, Unsupported
from scheduler.kinds import are_as_logged, chooses_sizes
from scheduler.model.schedule import RUN
from scheduler.model.table import Table
from scheduler.model.time_range import LONGEST
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.wording import counted

JOB, BLOCKER = COLUMNS.index("job"), COLUMNS.index("blocker")


def clusters(workload: Workload) -> np.ndarray:
    """[k] i8: processors of each cluster; one where the platform tells of none."""
    return np.array(workload.platform.clusters or (workload.platform.processors,), np.int64)


def check_supported(workload: Workload, title: str) -> None:
    """Raise Unsupported where jobs and clusters are not those of a light grid."""
    jobs, sizes = workload.jobs, clusters(workload)
    for has, what in (
        (workload.is_closed, "submissions that follow from completions"),
        (chooses_sizes(workload), "moldable tasks"),
        (not are_as_logged(workload), "tasks that share nodes"),
    ):
        if has:
            raise Unsupported(
                f"runs rigid jobs submitted as recorded, and this workload has {what}; choose another policy or "
                "workload.",
                policy=title,
            )
    wide = np.flatnonzero((jobs.grid == 1) & (jobs.processors > 1))
    if len(wide):
        raise Unsupported(
            f"takes a grid job as runs of one processor each; {_named(jobs, wide[0])} asks for "
            f"{jobs.processors[wide[0]]}. Write it as that many lines, or give it another queue.",
            policy=title,
        )
    away = np.flatnonzero((jobs.grid == 0) & ((jobs.home < 0) | (jobs.home >= len(sizes))))
    if len(away):
        raise Unsupported(
            f"needs the cluster of every local job; {_named(jobs, away[0])} is of none of the {len(sizes)}. Give its "
            f"number, 1 to {len(sizes)}, as the partition (field 16).",
            policy=title,
        )
    wide = np.flatnonzero((jobs.grid == 0) & (jobs.processors > sizes[jobs.home]))
    if len(wide):
        raise Unsupported(
            f"{_named(jobs, wide[0])} asks for {counted(jobs.processors[wide[0]], 'processor')}, and its cluster "
            f"{jobs.home[wide[0]] + 1} has {sizes[jobs.home[wide[0]]]}. Make the cluster larger, or leave the job out."
        )


def _named(jobs: Table, row: int) -> str:
    return f"job {jobs.job_id[row]} (line {jobs.line[row]})"


def local_part(workload: Workload, cluster: int) -> tuple[Workload, np.ndarray]:
    """The local jobs of a cluster on that cluster alone, and their rows of jobs."""
    jobs = workload.jobs
    rows = np.flatnonzero((jobs.grid == 0) & (jobs.home == cluster))
    machine = replace(workload.platform, processors=int(clusters(workload)[cluster]), clusters=())
    plain = Table("jobs", {name: column[rows] for name, column in jobs.columns.items() if name not in ("grid", "home")})
    return replace(workload, platform=machine, jobs=plain), rows


def without_grid(workload: Workload) -> tuple[Workload, np.ndarray]:
    """The local jobs on all clusters, and their rows of jobs."""
    rows = np.flatnonzero(workload.jobs.grid == 0)
    return replace(workload, jobs=workload.jobs.take(rows)), rows


# ---- tables ---------------------------------------------------------------------------------------------------------


def tables(
    workload: Workload,
    start: np.ndarray,
    cluster: np.ndarray,
    backfilled: np.ndarray,
    pieces: Pieces,
    differ: Table | None = None,
) -> dict[str, Table]:
    """placed and segments; start, cluster: [n] of each job's last start, which is the one it ends by.

    differ: the table `links`, where clusters differ.
    """
    length = workload.jobs.runtime if differ is None else holding_times(workload, differ, cluster)
    tables_of_run = of_stopped(workload, start, start + length, cluster, backfilled, pieces)
    if differ is not None:
        tables_of_run["segments"] = with_yields(
            workload, differ, tables_of_run["segments"], tables_of_run["segments"].cluster
        )
    return tables_of_run


# ---- clusters that differ --------------------------------------------------------------------------------------------

SLOWEST, FASTEST = 0.001, 1_000.0


def read_speeds(text: str) -> tuple[float, ...]:
    """The speeds as they are written; raises ParamError for what is none.

    >>> read_speeds("1, 0.5")
    (1.0, 0.5)
    """
    return _read("speeds", text, SLOWEST, FASTEST, "1,0.5")


def read_transfers(text: str) -> tuple[float, ...]:
    """The times to send the data of a run, s, as they are written; raises ParamError for what is none."""
    return _read("transfer", text, 0.0, LONGEST, "10,60")


def _read(name: str, text: str, least: float, most: float, example: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(word) for word in text.split(",")) if text.strip() else ()
    except ValueError:
        numbers = (np.nan,)
    if not all(least <= number <= most for number in numbers):
        raise ParamError(
            f"{name} = {text[:60]!r}; wanted: numbers from {least:g} to {most:g} with commas between, one "
            f"for each cluster (the last also counts for those left over), such as {example}."
        )
    return numbers


def per_cluster(numbers: tuple[float, ...], clusters: int, usual: float) -> np.ndarray:
    """[clusters] f8: a number for each; `usual` where none is written."""
    written = list(numbers[:clusters]) or [usual]
    return np.array(written + written[-1:] * (clusters - len(written)))


def links(params: Mapping[str, Any], clusters: int) -> Table | None:
    """The table `links`; None where neither speeds nor transfers are asked for."""
    speeds, transfers = read_speeds(params.get("speeds") or ""), read_transfers(params.get("transfer") or "")
    if not speeds and not transfers:
        return None
    return Table.of("links", speed=per_cluster(speeds, clusters, 1.0), transfer=per_cluster(transfers, clusters, 0.0))


def holding_times(workload: Workload, differ: Table, cluster: np.ndarray) -> np.ndarray:
    """[n] s: how long each job holds its processors where it runs; differ: the table `links`; cluster: [n]."""
    jobs = workload.jobs
    home = np.where(jobs.grid == 1, 1.0, differ.speed[jobs.home])
    sent = np.where(jobs.grid == 1, differ.transfer[cluster], 0.0)
    return np.asarray(sent + jobs.runtime * home / differ.speed[cluster])


def with_yields(workload: Workload, differ: Table, segments: Table, where: np.ndarray) -> Table:
    """The segments, each with the share of its runtime that a job does there in a second; where: [segments] cluster."""
    job, runtime = segments.job, workload.jobs.runtime
    length = np.empty(len(job))
    for cluster in range(len(differ)):
        here = where == cluster
        length[here] = holding_times(workload, differ, np.full(len(workload), cluster))[job[here]]
    return Table("segments", segments.columns | {"yield_": runtime[job] / length})


def in_one_piece(workload: Workload, start: np.ndarray, end: np.ndarray) -> Table:
    """Segments of jobs that are never killed."""
    n = len(workload)
    return Table.of(
        "segments",
        job=np.arange(n),
        begin=start,
        end=end,
        yield_=np.ones(n),
        processors=workload.jobs.processors,
        kind=np.full(n, RUN),
    )


SPEEDS = Param(
    "speeds",
    None,
    kind=str,
    test=read_speeds,
    examples=("1,0.5", "2,1,1"),
    help="how fast a processor of each cluster is, as a share of the speed that the runtimes of grid runs "
    "are for; the last number also counts for the clusters left over; empty: all are 1",
)
TRANSFER = Param(
    "transfer",
    None,
    kind=str,
    test=read_transfers,
    examples=("10,60", "30"),
    help="s that the server takes to send the data of one run to each cluster, one run after the other; "
    "the last number also counts for the clusters left over; empty: none",
)


# ---- the decision logs of several clusters as one --------------------------------------------------------------------


def new_part(log: Log | None, jobs: int) -> Log | None:
    """An empty log for a part of the jobs, as long as the one it is to become a part of; None where there is none."""
    return None if log is None else new_log(jobs, (float(log.window[0]), float(log.window[1])), len(log.rows))


def merge(log: Log | None, parts: Sequence[tuple[Log | None, np.ndarray]]) -> None:
    """Write the rows of these logs into one, by time; of an instant the ends, then the submissions, then by part.

    parts: (log, rows of jobs it speaks of).  The log counts what did not fit, too.
    """
    if log is None:
        return
    renumbered = [_renumbered(part, rows) for part, rows in parts if part is not None]
    rows = np.concatenate(renumbered)
    phase = np.where(rows[:, 1] == END, 0, np.where(rows[:, 1] == ARRIVE, 1, 2))
    rows = rows[np.lexsort((phase, rows[:, 0]))][: len(log.rows)]
    log.rows[: len(rows)] = rows
    log.count[:] = sum(part.count for part, _ in parts if part is not None)


def _renumbered(part: Log, rows: np.ndarray) -> np.ndarray:
    """[kept, columns] with the jobs by their rows in the whole workload."""
    kept = part.rows[: part.count[0]].copy()
    for cell in (JOB, BLOCKER):
        named = kept[:, cell] >= 0
        kept[named, cell] = rows[kept[named, cell].astype(np.int64)]
    return kept
