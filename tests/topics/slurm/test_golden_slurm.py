"""A real Slurm beside conservative backfilling, one pass at a time: given who was running and waiting as recorded,
which waiting jobs does a plan made now start?

Slurm 22.05 with FIFO priority and its backfill plan on 64 processors, 80 jobs.  It starts jobs in loops some seconds
apart and plans by the minute, so it is no golden to be met start by start: 47 jobs it starts within two seconds of the
first pass of ours that would, 22 later, and 11 at an instant at which our plan starts others or none.  An independent
program with a plan of its own, written in plain Python, counts the same.
"""

from __future__ import annotations

import csv
import math
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from scheduler.simulate import simulate
from tests.cases.small import workload

LOG = Path(__file__).parents[2] / "golden" / "slurm" / "run21_basic.sacct.txt"
PROCESSORS = 64
SLACK = 2  # s


class Recorded(NamedTuple):
    """A job as Slurm tells it, s since the first submission."""

    number: int
    submit: float
    start: float
    end: float
    processors: int
    limit: float


def seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


@pytest.fixture(scope="module")
def recorded() -> list[Recorded]:
    rows = list(csv.DictReader(LOG.read_text().splitlines(), delimiter="|"))
    first = min(seconds(row["Submit"]) for row in rows)
    times = [[seconds(row[name]) - first for name in ("Submit", "Start", "End")] for row in rows]
    return sorted(
        Recorded(int(row["JobID"]), *when, int(row["AllocCPUS"]), 60.0 * int(row["TimelimitRaw"]))
        for row, when in zip(rows, times, strict=True)
    )


def starts_now(now: float, running: list[Recorded], waiting: list[Recorded]) -> set[int]:
    """Numbers of the waiting jobs that a plan made now starts at once: those that run hold theirs to their limit."""
    held = [(0, max(job.start + job.limit - now, 1.0), job.processors) for job in running]
    queued = [(0, job.limit, job.processors) for job in waiting]
    start = simulate(workload(held + queued, PROCESSORS), "conservative").placed.start
    assert not start[: len(held)].any()
    return {job.number for job, at in zip(waiting, start[len(held) :].tolist(), strict=True) if at == 0}


def test_the_passes_that_first_start_jobs_beside_slurms_own(recorded: list[Recorded]) -> None:
    first: dict[int, float] = {}
    for now in range(int(max(job.start for job in recorded)) + 1):
        running = [job for job in recorded if job.start < now < job.end]
        waiting = [job for job in recorded if job.submit <= now <= job.start]
        unseen = any(job.number not in first for job in waiting)
        for number in starts_now(now, running, waiting) if unseen else ():
            first.setdefault(number, now)
    lag = {job.number: job.start - first.get(job.number, math.inf) for job in recorded}
    within = sum(abs(wait) <= SLACK for wait in lag.values())
    later = sum(wait > SLACK for wait in lag.values())
    assert (len(lag), within, later) == (80, 47, 22)
