"""Who used the machine, and when: jobs, work and recorded waits per week, queue, partition, group and user.

A job belongs to the week it was submitted in; so do its work and its wait.  The utilization of a row is another
measure: processors held while the log says so, within the week of the row where it is of a week, else within the time
from the first submission to the last recorded end.  All of it is as the log recorded it (Workload.as_recorded),
whatever was changed to be simulated.  No row is left out: the columns of all rows add up to the jobs of the workload.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.analysis.workloads.workload_profile import calendar, local
from scheduler.durations import DAY
from scheduler.errors import InputError
from scheduler.model.workload import Workload
from scheduler.query.fields import canonical
from scheduler.query.submission_times import MONDAY
from scheduler.wording import counted, enumerated

WEEK = 7 * DAY
COLUMNS = {"queue": "queue", "partition": "partition", "group": "group", "user": "user_id"}  # of the table of jobs
GROUPINGS = ("week", *COLUMNS)
MOST_GROUPINGS = 2
UNKNOWN = -1
# what a simulation may need otherwise, in words
CHANGED = (("runtime", "runtime"), ("size", "processors"), ("submit time", "submit"))


class Usage(NamedTuple):
    """One row per group with a job or with processors held: weeks in their order, the others by work, most first."""

    by: tuple[str, ...]
    groups: np.ndarray  # [rows, by] i8: number of the week, from 0; of the queue, ... in the file, -1 unknown
    jobs: np.ndarray  # [rows] submitted
    work: np.ndarray  # [rows] processor-seconds of these
    users: np.ndarray  # [rows] different users of these
    waits: np.ndarray  # [rows] jobs of these with a recorded wait
    mean_wait: np.ndarray  # [rows] s, recorded; nan where no job has one
    median_wait: np.ndarray  # [rows] s
    most_wait: np.ndarray  # [rows] s: 90 % wait no longer
    held_area: np.ndarray  # [rows] processor-seconds held, of jobs with a recorded wait; nan where none has
    utilization: np.ndarray  # [rows]: held_area / what the machine can do in that time; nan where no job has a wait


def groupings(workload: Workload) -> tuple[str, ...]:
    """What a report of this workload can be per: weeks where times are fixed, and what the log tells of its jobs."""
    times = () if workload.is_closed or not len(workload) else ("week",)
    return *times, *(name for name, column in COLUMNS.items() if (workload.jobs.columns[column] >= 0).any())


def named(by: Sequence[str]) -> tuple[str, ...]:
    """Names of GROUPINGS, or others that mean the same (account, qos), as the columns of a report are called."""
    return tuple(canonical(name) for name in by)


def usage(workload: Workload, by: Sequence[str]) -> Usage:
    """The report per one or two of GROUPINGS; raises InputError for what is not told."""
    by, able = named(by), groupings(workload)
    if not by or len(by) > MOST_GROUPINGS or len(set(by)) < len(by) or not set(by) <= set(able):
        raise InputError(
            f"A usage report per {', '.join(by)[:80] or 'nothing'} cannot be made; wanted: one or two of "
            f"{', '.join(able) or 'nothing, as the log tells none'}."
        )
    workload = workload.as_recorded
    jobs = workload.jobs
    row, times, height = _stays(workload, by)
    submitted_in = [_week(workload, jobs.submit) if name == "week" else jobs.columns[COLUMNS[name]] for name in by]
    held_in = [_week(workload, times[0]) if name == "week" else jobs.columns[COLUMNS[name]][row] for name in by]
    groups, which = np.unique(
        np.concatenate([np.stack(submitted_in, 1), np.stack(held_in, 1)]), axis=0, return_inverse=True
    )
    which = which.ravel()
    held_area = np.bincount(which[len(jobs) :], (times[1] - times[0]) * height, len(groups))
    columns = _measured(workload, which[: len(jobs)], held_area, _length(workload, by, groups))
    work = columns[1]
    order = np.lexsort((-work, groups[:, by.index("week")]) if "week" in by else (groups[:, 0], -work))
    return Usage(by, groups[order], *(column[order] for column in columns))


def of_rows(workload: Workload, row_of: np.ndarray, count: int) -> Usage:
    """The report of `count` rows in their order; row_of: [jobs] the row a job belongs to, -1 for none of them."""
    workload = workload.as_recorded
    row, times, height = _stays(workload, ())
    inside = row_of[row] >= 0
    held_area = np.bincount(row_of[row][inside], ((times[1] - times[0]) * height)[inside], count)
    length = _length(workload, (), np.zeros((count, 0))) if len(workload) else np.ones(count)
    return Usage(("row",), np.arange(count)[:, None], *_measured(workload, row_of, held_area, length))


def _measured(
    workload: Workload, row_of: np.ndarray, held_area: np.ndarray, length: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The columns of a report from `jobs` on; row_of: [jobs], -1 for none; length: [rows] s of the utilization."""
    jobs, count = workload.jobs, len(length)
    inside = row_of >= 0
    recorded = inside & (jobs.recorded_wait >= 0)
    if not (jobs.recorded_wait >= 0).any():
        held_area = np.full(count, np.nan)
    waits = np.bincount(row_of[recorded], minlength=count)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(row_of[recorded], jobs.recorded_wait[recorded], count) / waits
    median, most = _quantiles(row_of[recorded], jobs.recorded_wait[recorded], count)
    work = np.bincount(row_of[inside], (jobs.processors * jobs.runtime)[inside], count)
    return (
        np.bincount(row_of[inside], minlength=count),
        work,
        _users(workload, row_of, count),
        waits,
        mean,
        median,
        most,
        held_area,
        held_area / (workload.platform.processors * length),
    )


def labels(workload: Workload, report: Usage) -> list[tuple[str, ...]]:
    """What each row is of: the day a week begins or its number, names where the log tells them, else numbers."""
    workload = workload.as_recorded
    columns = [
        [_label(workload, name, number) for number in column]
        for name, column in zip(report.by, report.groups.T.tolist(), strict=True)
    ]
    return list(zip(*columns, strict=True))


def rows(workload: Workload, by: Sequence[str]) -> list[dict[str, str | int | float]]:
    """The report as a table; times in s, work in processor-hours, nan where the log records no waits."""
    report = usage(workload, by)
    total = float(report.work.sum())
    return [
        dict(zip(report.by, names, strict=True)) | cells(report, at, total)
        for at, names in enumerate(labels(workload, report))
    ]


def cells(report: Usage, at: int, total: float) -> dict[str, int | float]:
    """A row of a report as cells; total: processor-seconds that its share of the work is of."""
    return {
        "jobs": int(report.jobs[at]),
        "users": int(report.users[at]),
        "processor_hours": float(report.work[at] / 3600),
        "share_of_work": float(report.work[at] / (total or 1.0)),
        "utilization": float(report.utilization[at]),
        "jobs_with_wait": int(report.waits[at]),
        "mean_wait": float(report.mean_wait[at]),
        "median_wait": float(report.median_wait[at]),
        "wait_90": float(report.most_wait[at]),
    }


def changes(workload: Workload) -> str:
    """What of the jobs is otherwise where they are simulated, in a sentence; empty where nothing is."""
    apart = changed(workload)
    return f"This is as the log recorded it; simulated is {apart}." if apart else ""


def changed(workload: Workload) -> str:
    """What of the jobs is not as the log recorded it: "another runtime for 1 job, 3.2 % less work"; else empty."""
    log = workload.as_recorded
    counts = ((words, changed_jobs(workload, name)) for words, name in CHANGED)
    parts = [f"another {words} for {counted(count, 'job')}" for words, count in counts if count]
    apart = workload.area / log.area - 1.0 if log.area else 0.0
    work = f", {100 * abs(apart):.2g} % {'more' if apart > 0 else 'less'} work" if apart else ""
    return f"{enumerated(parts)}{work}" if parts else ""


def changed_jobs(workload: Workload, name: str) -> int:
    """For how many jobs a column is not as the log recorded it."""
    return int((workload.as_recorded.jobs.columns[name] != workload.jobs.columns[name]).sum())


def _week(workload: Workload, seconds: np.ndarray) -> np.ndarray:
    """[n] i8: weeks from that of the first submission, 0; they begin on Monday on the clock, else with the log."""
    origin = MONDAY if calendar(workload) else 0.0
    first, week = (
        np.floor((local(workload, np.asarray(times, float)) - origin) / WEEK).astype(np.int64)
        for times in (workload.jobs.submit[:1], seconds)
    )
    return week - first[0]


def _begin(workload: Workload, week: float) -> float:
    """The second of the log with which a week begins."""
    clock, first = calendar(workload), float(workload.jobs.submit[0])
    if clock is None:
        return float(np.floor(first / WEEK) + week) * WEEK
    monday = MONDAY + np.floor((float(local(workload, np.array([first]))[0]) - MONDAY) / WEEK) * WEEK
    return clock.second(float(monday + week * WEEK))


def _stays(workload: Workload, by: Sequence[str]) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Stays of jobs on the machine, cut where weeks begin: ([n] row of jobs, ([n] begin, [n] end) s, processors)."""
    jobs = workload.jobs
    row = np.flatnonzero(jobs.recorded_wait >= 0)
    begin = (jobs.submit + jobs.recorded_wait)[row]
    end = begin + jobs.runtime[row]
    if "week" in by and len(row):
        first, last = _week(workload, begin), _week(workload, np.maximum(np.nextafter(end, -np.inf), begin))
        pieces = last - first + 1
        at = np.repeat(np.arange(len(row)), pieces)
        week = first[at] + np.arange(len(at)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        starts = np.array([_begin(workload, one) for one in range(int(first.min()), int(last.max()) + 2)])
        row, lowest = row[at], int(first.min())
        begin, end = np.maximum(begin[at], starts[week - lowest]), np.minimum(end[at], starts[week + 1 - lowest])
    return row, (begin, end), jobs.processors[row].astype(float)


def _length(workload: Workload, by: Sequence[str], groups: np.ndarray) -> np.ndarray:
    """[rows] s: of the time a utilization is of, within [first submission, last recorded end)."""
    jobs = workload.jobs
    ends = (jobs.submit + jobs.recorded_wait + jobs.runtime)[jobs.recorded_wait >= 0]
    first, last = float(jobs.submit[0]), float(max(jobs.submit[-1], ends.max(initial=0.0)))
    if "week" not in by:
        return np.full(len(groups), max(last - first, 1.0))
    weeks, which = np.unique(groups[:, list(by).index("week")], return_inverse=True)
    length = np.array(
        [min(_begin(workload, week + 1), last) - max(_begin(workload, week), first) for week in weeks.tolist()]
    )
    return np.maximum(length, 1.0)[which.ravel()]


def _users(workload: Workload, group: np.ndarray, count: int) -> np.ndarray:
    """[count]: different users of each group, unknown ones counted as one."""
    pairs = np.unique((group * (workload.users + 1) + workload.jobs.user)[group >= 0])
    return np.bincount(pairs // (workload.users + 1), minlength=count)


def _quantiles(group: np.ndarray, values: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """([count] median, [count] nine tenths) of the values of each group; nan where it has none."""
    median, most = np.full(count, np.nan), np.full(count, np.nan)
    order = np.lexsort((values, group))
    numbers = np.bincount(group, minlength=count)
    ends = np.cumsum(numbers)
    for at in np.flatnonzero(numbers).tolist():
        median[at], most[at] = np.quantile(values[order[ends[at] - numbers[at] : ends[at]]], (0.5, 0.9))
    return median, most


def _label(workload: Workload, name: str, number: int) -> str:
    if name == "week":
        return _monday(workload, number)
    names = workload.names.get(COLUMNS[name], ())
    if number == UNKNOWN:
        return "unknown"
    return names[number - 1] if 1 <= number <= len(names) else str(number)


def _monday(workload: Workload, week: int) -> str:
    """2012-06-04, the Monday it begins with; without dates week 1, 2, ... of the log."""
    if calendar(workload) is None:
        return f"week {week + 1}"
    middle = _begin(workload, week) + WEEK / 2  # far from any change of the clock
    day = np.floor((float(local(workload, np.array([middle]))[0]) - MONDAY) / WEEK) * WEEK + MONDAY
    return str(np.datetime64(int(day), "s").astype("datetime64[D]"))
