"""Runs as a Chrome trace: JSON that Perfetto and other viewers of traces open, in pieces.

A process is a run, a thread a processor: a job is drawn on the row of the lowest of the processors it has side by
side, where nothing else can be at that time, and says how many it has there ("here").  Counters tell how many
processors are busy and how many jobs wait.  Times are microseconds, as the format wants them, since the log's start.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from scheduler.exports.anonymous import names
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.preparation.requested_times import has_request
from scheduler.program_files import made_by

MICRO = 1e6
ROWS = 20_000  # events in a piece
FIRST_ROW = 10  # thread of processor 0: a thread numbered as its process would be taken for its main thread
COUNTERS = (("busy processors", "busy", "processors"), ("waiting jobs", "waiting", "jobs"))


class Traced(NamedTuple):
    """A run as it is drawn: its name, and the tables `places` and `steps` of its schedule."""

    name: str
    schedule: Schedule
    places: Table
    steps: Table


def pieces(runs: Sequence[Traced], users: bool = False, recipe: str = "") -> Iterator[bytes]:
    """The trace of these runs, side by side.  users: with the numbers of the log.  recipe: of their workload."""
    other = {
        "made by": made_by(),
        "log": runs[0].schedule.workload.name if runs else "",
        "users": "as in the log" if users else "numbered anew, in the order of their first job",
    }
    other |= {"recipe": recipe} if recipe else {}
    yield (
        f'{{"displayTimeUnit":"ms","otherData":{json.dumps(other)},"traceEvents":[\n'
        + ",\n".join(line for pid, run in enumerate(runs, 1) for line in _heading(pid, run))
    ).encode()
    for pid, run in enumerate(runs, 1):
        yield from _rectangles(pid, run, users)
        yield from _counters(pid, run)
    yield b"\n]}\n"


def _heading(pid: int, run: Traced) -> Iterator[str]:
    """What the process and its rows are called, and their order."""
    yield _meta("process_name", pid, 0, {"name": run.name})
    yield _meta("process_sort_index", pid, 0, {"sort_index": pid})
    for first in np.unique(run.places.first).tolist():
        yield _meta("thread_name", pid, first + FIRST_ROW, {"name": f"processor {first}"})
        yield _meta("thread_sort_index", pid, first + FIRST_ROW, {"sort_index": first})


def _meta(name: str, pid: int, tid: int, args: dict) -> str:
    return json.dumps({"ph": "M", "name": name, "pid": pid, "tid": tid, "args": args}, separators=(",", ":"))


def _rectangles(pid: int, run: Traced, users: bool) -> Iterator[bytes]:
    """A complete event for every rectangle; a job that has processors in several places has several."""
    schedule, jobs = run.schedule, run.schedule.jobs
    stays, who = holding(schedule.placed, schedule.segments), names(jobs.user_id, users)
    wait, stretch, category = schedule.wait, schedule.stretch, json.dumps(schedule.policy)
    for begin in range(0, len(run.places), ROWS):
        at = run.places.take(slice(begin, begin + ROWS))  # type: ignore[arg-type]
        job, starts = stays.job[at.segment], _micro(stays.begin[at.segment])
        asked = np.where(has_request(schedule.workload, job), _seconds(jobs.requested_time[job]).astype("U24"), "null")
        columns = (
            jobs.job_id[job],
            starts,
            _micro(stays.end[at.segment]) - starts,
            at.first + FIRST_ROW,
            at.count,
            stays.processors[at.segment],
            who[job],
            _seconds(schedule.placed.submit[job]),
            _seconds(wait[job]),
            _seconds(jobs.runtime[job]),
            asked,
            np.round(stretch[job], 4),
        )
        yield "".join(
            f',\n{{"ph":"X","name":"job {number}","cat":{category},"pid":{pid},"tid":{row},"ts":{ts},"dur":{length},'
            f'"args":{{"job":{number},"user":"{user}","processors":{count},"here":{here},"submit_s":{submit},'
            f'"wait_s":{waited},"runtime_s":{ran},"requested_time_s":{asked},"stretch":{ratio}}}}}'
            for number, ts, length, row, here, count, user, submit, waited, ran, asked, ratio in zip(
                *(column.tolist() for column in columns), strict=True
            )
        ).encode()


def _counters(pid: int, run: Traced) -> Iterator[bytes]:
    """A counter event wherever a level changes."""
    for name, column, unit in COUNTERS:
        level = run.steps.columns[column].astype(np.int64)
        rows = np.flatnonzero(np.diff(level, prepend=-1))
        for begin in range(0, len(rows), ROWS):
            part = rows[begin : begin + ROWS]
            yield "".join(
                f',\n{{"ph":"C","name":"{name}","pid":{pid},"ts":{ts},"args":{{"{unit}":{value}}}}}'
                for ts, value in zip(_micro(run.steps.time[part]).tolist(), level[part].tolist(), strict=True)
            ).encode()


def _micro(seconds: np.ndarray) -> np.ndarray:
    return np.rint(seconds * MICRO).astype(np.int64)


def _seconds(values: np.ndarray) -> np.ndarray:
    """Whole seconds as whole numbers where all are, which is most often."""
    whole = values.astype(np.int64)
    return whole if (whole == values).all() else values
