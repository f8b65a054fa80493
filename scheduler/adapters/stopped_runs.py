"""The tables of a run in which pieces of jobs were stopped, each of which starts from scratch later on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.schedule import KILLED, RUN
from scheduler.model.table import Table
from scheduler.model.workload import Workload


class Pieces(NamedTuple):
    """Pieces of jobs that were stopped."""

    job: np.ndarray  # [pieces] i8, row of jobs
    begin: np.ndarray  # [pieces] f8, s
    end: np.ndarray  # [pieces] f8, s
    cluster: np.ndarray  # [pieces] i8
    killer: np.ndarray  # [pieces] i8, row of the job it was stopped for; -1: none


def tables(
    workload: Workload, start: np.ndarray, end: np.ndarray, cluster: np.ndarray, backfilled: np.ndarray, pieces: Pieces
) -> dict[str, Table]:
    """placed and segments; start, end, cluster: [n] of each job's last piece, which is the one it ends by."""
    jobs, n = workload.jobs, len(workload)
    job = np.concatenate((pieces.job, np.arange(n)))
    begin, until = np.concatenate((pieces.begin, start)), np.concatenate((pieces.end, end))
    order = np.lexsort((begin, job))
    kind, none = np.repeat((KILLED, RUN), (len(pieces.job), n)), np.full(n, -1)
    segments = Table.of(
        "segments",
        job=job[order],
        begin=begin[order],
        end=until[order],
        yield_=np.ones(len(job)),
        processors=jobs.processors[job[order]],
        kind=kind[order],
        cluster=np.concatenate((pieces.cluster, cluster))[order],
        killer=np.concatenate((pieces.killer, none))[order],
    )
    first = np.searchsorted(segments.job, np.arange(n))
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=jobs.submit,
        start=segments.begin[first],
        end=end,
        processors=jobs.processors,
        cluster=cluster,
        preemptions=np.bincount(pieces.job, minlength=n),
        migrations=np.zeros(n, np.int64),
        flags=backfilled,
    )
    return {"placed": placed, "segments": segments}
