"""Rows of a schedule's file that are segments of jobs: of those that are paused, or that share processors or nodes.

The segments of a job are numbered from 1 in the order of time, so that one that was left out is missed.  In each the
job runs at its yield, a share of full speed, or pays a penalty; where nodes are shared it is told on which its tasks
stand: of a job of two kinds of tasks first those of its first tasks, then those of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from scheduler.audit.csv_rows import jobs_of_rows, numbered, one_submission, whole
from scheduler.audit.messages import Violation, first_row, job_name
from scheduler.kinds import answer
from scheduler.model.occupancy import listed_before
from scheduler.model.schedule import RUN
from scheduler.model.table import Table
from scheduler.model.workload import Workload

NEEDED = ("end", "segment", "yield")
PLACES = ("place_row", "place_first", "place_count", "place_tasks")  # of the nodes of segments, where they are told


def jobs_of(workload: Workload, columns: Mapping[str, np.ndarray]) -> tuple[np.ndarray, Violation]:
    """[rows] row of jobs of every segment, and what is wrong with the segments of a job."""
    job, violation = jobs_of_rows(workload, columns, "segment")
    if violation:
        return job, violation
    there = np.bincount(job, minlength=len(workload))
    row = first_row(there == 0)
    if row is not None:
        return job, f"{job_name(workload, row)} is missing ({int((there == 0).sum())} missing in all)."
    return job, numbered(workload, job, columns["segment"], "segment") or one_submission(
        workload, job, columns, columns["segment"] == 1, "segment"
    )


def tables(
    workload: Workload, job: np.ndarray, columns: Mapping[str, np.ndarray], places: Mapping[str, np.ndarray]
) -> tuple[Table, Table | None]:
    """(segments, by job and number; places or None); job: [rows], from jobs_of.  Nodes are counted from 0 here."""
    order = np.lexsort((columns["segment"], job))
    sizes = whole(columns["processors"]) if "processors" in columns else workload.jobs.processors[job]
    kind = columns.get("kind", np.full(len(job), RUN))
    segments = Table.of(
        "segments",
        job=job[order],
        begin=columns["start"][order],
        end=columns["end"][order],
        yield_=columns["yield"][order],
        processors=sizes[order],
        kind=kind[order],
    )
    if not places:
        return segments, None
    at = np.empty(len(order), np.int64)
    at[order] = np.arange(len(order))
    return segments, _places(workload, segments, at[places["place_row"]], places)


def _places(workload: Workload, segments: Table, segment: np.ndarray, places: Mapping[str, np.ndarray]) -> Table:
    """Where tasks stand, by segment, then kind of task, then node; segment: [rows], in the file's order of nodes."""
    as_listed = np.argsort(segment, kind="stable")
    segment, first, count, tasks = (column[as_listed] for column in (segment, *(places[name] for name in PLACES[1:])))
    listed_first = answer(workload, lambda kind: kind.listed_first)
    kept = listed_first(workload.jobs)[segments.job[segment]] if listed_first else np.zeros(len(segment), np.int64)
    is_other = listed_before(segment, count * tasks) >= kept
    sort = np.lexsort((first, is_other, segment))
    return Table.of("places", segment=segment[sort], first=first[sort] - 1, count=count[sort], tasks=tasks[sort])


def paused(segments: Table, jobs: int) -> np.ndarray:
    """[jobs] how often each was paused: gaps between its segments."""
    gap = (segments.job[1:] == segments.job[:-1]) & (segments.begin[1:] > segments.end[:-1])
    return np.bincount(segments.job[1:][gap], minlength=jobs)


def moved(segments: Table, places: Table | None, jobs: int) -> np.ndarray:
    """[jobs] how often the nodes of each changed while it was not paused."""
    count = np.zeros(jobs, np.int64)
    if places is None:
        return count
    ptr = np.searchsorted(places.segment, np.arange(len(segments) + 1)).tolist()
    stands = [
        tuple(zip(*(column[a:b].tolist() for column in (places.first, places.count, places.tasks)), strict=True))
        for a, b in pairwise(ptr)
    ]
    for row in range(1, len(segments)):
        if segments.job[row] == segments.job[row - 1] and segments.begin[row] <= segments.end[row - 1]:
            count[segments.job[row]] += stands[row] != stands[row - 1]
    return count


def per_job(columns: Mapping[str, np.ndarray], job: np.ndarray) -> dict[str, np.ndarray]:
    """{column: [n]} as of jobs in one piece: the end of the last segment, the most processors of any, all else of the
    first one.
    """
    order = np.lexsort((columns["segment"], job))
    first = order[np.flatnonzero(np.diff(job[order], prepend=-1))]
    last = order[np.flatnonzero(np.diff(job[order], append=-1))]
    whole = {name: column[first] for name, column in columns.items()} | {"end": columns["end"][last]}
    if "processors" not in columns:
        return whole
    begins = np.flatnonzero(np.diff(job[order], prepend=-1))
    return whole | {"processors": np.maximum.reduceat(columns["processors"][order], begins)}
