"""The jobs of a run as evalys reads them (`JobSet.from_csv`), in the columns of Batsim's `jobs.csv`, in pieces.

One row per job: when it was submitted, started and finished (s of the log), and which processors it had, from 0, as a
set of intervals: "0-3 5".  They are those of the Gantt chart: a policy says how many, drawing chooses which.  Every job
of a simulation runs to its end, so `success` is 1.  `requested_time` is -1 for a job that asks for none, as in Batsim;
`stretch` is turnaround / execution time.  No column names a user.

Source: evalys 4 (oar-team), `JobSet.columns`; Batsim's output of jobs.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from scheduler.errors import InputError
from scheduler.model.number_text import texts
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.preparation.requested_times import has_request

COLUMNS = (
    "job_id",
    "workload_name",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
)
METADATA = "metadata"  # a column that Batsim has, too
ROWS = 50_000


def fits(schedule: Schedule) -> bool:
    """Whether one start, one end and one set of processors tell all of each job."""
    return not schedule.has_segments


def pieces(schedule: Schedule, places: Table, recipe: str = "") -> Iterator[bytes]:
    """The file.  places: the table `places` of the schedule.  Raises InputError where it does not fit.

    recipe: how the jobs were taken, for the column metadata of the first job; there is no such column where it is "".
    """
    if not fits(schedule):
        raise InputError(
            "Jobs of this run are paused, killed or share processors, and evalys knows one start, one end "
            "and one set of processors for each job. Take the CSV of the run instead."
        )
    return _pieces(schedule, places, recipe)


def _pieces(schedule: Schedule, places: Table, recipe: str) -> Iterator[bytes]:
    names = (*COLUMNS, METADATA) if recipe else COLUMNS
    yield _lines([names])
    for first in range(0, len(schedule.placed), ROWS):
        columns = _columns(schedule, places, slice(first, min(first + ROWS, len(schedule.placed))))
        columns[METADATA] = ["" if row or first else recipe for row in range(len(columns["job_id"]))]
        yield _lines(zip(*(columns[name] for name in names), strict=True))


def _columns(schedule: Schedule, places: Table, rows: slice) -> dict[str, list[str]]:
    """{column: text of these rows}"""
    jobs, placed = schedule.workload.jobs, schedule.placed
    submit, start, end = (column[rows] for column in (placed.submit, placed.start, placed.end))
    count, ran = len(submit), end - start
    numbers = {
        "job_id": jobs.job_id[rows],
        "submission_time": submit,
        "requested_number_of_resources": jobs.processors[rows],
        "requested_time": np.where(has_request(schedule.workload, rows), jobs.requested_time[rows], -1.0),
        "success": np.ones(count, np.int64),
        "starting_time": start,
        "execution_time": ran,
        "finish_time": end,
        "waiting_time": start - submit,
        "turnaround_time": end - submit,
        "stretch": np.divide(end - submit, ran, out=np.ones(count), where=ran > 0),
    }
    return {name: texts(column) for name, column in numbers.items()} | {
        "workload_name": [schedule.workload.name] * count,
        "allocated_resources": _intervals(places, rows),
    }


def _intervals(places: Table, rows: slice) -> list[str]:
    """The processors of these jobs: "0-3 5"."""
    ends = np.searchsorted(places.segment, np.arange(rows.start, rows.stop + 1))
    of_them = slice(int(ends[0]), int(ends[-1]))
    first, last = places.first[of_them], places.first[of_them] + places.count[of_them] - 1
    words = [
        f"{low}-{high}" if high > low else str(low) for low, high in zip(first.tolist(), last.tolist(), strict=True)
    ]
    bounds = (ends - ends[0]).tolist()
    return [" ".join(words[low:high]) for low, high in pairwise(bounds)]


def _lines(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
