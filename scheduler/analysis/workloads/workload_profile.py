"""What a log says of itself before anything is simulated: rhythm of submissions, sizes and runtimes, use of requests,
load and recorded waits over time.

All numbers are of the jobs of a workload.  What a log recorded of its own schedule (waits) is asked of jobs that have
it; requested times are those of the log, not what stands in for a missing one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.durations import DAY, HOUR, MINUTE
from scheduler.model.calendars import Calendar, calendar_of
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import of_log
from scheduler.query.submission_times import MONDAY

LENGTHS = np.array(
    [0, 1 * MINUTE, 10 * MINUTE, 30 * MINUTE, 1 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 1 * DAY, 2 * DAY, 7 * DAY], float
)  # s: where steps of lengths of time begin; the last one has no end
MOST_BINS = 400
WIDTHS = (HOUR, 6 * HOUR, DAY, 7 * DAY)  # s, of a bin over time
LONG = 6 * HOUR  # s: of shorter bins a change of the clock would make one empty


def calendar(workload: Workload) -> Calendar | None:
    """The calendar of the submissions; None where they have none."""
    return calendar_of(workload, float(max(workload.jobs.submit[-1], 0.0))) if len(workload) else None


def local(workload: Workload, seconds: np.ndarray) -> np.ndarray:
    """[n] s since 1970-01-01 on the clock of the log; since its start where it has no clock."""
    clock = calendar(workload)
    if clock is None:
        return np.asarray(seconds, float)
    return clock.local(np.asarray(seconds, float))


def week_hours(workload: Workload) -> np.ndarray:
    """[7, 24]: jobs submitted by day of the week, Monday first, and hour; without a clock from the log's start."""
    origin = MONDAY if calendar(workload) else 0.0
    hour = np.floor((local(workload, workload.jobs.submit) - origin) / HOUR).astype(np.int64) % 168
    return np.bincount(hour, minlength=168).reshape(7, 24)


# ---- sizes and lengths ----------------------------------------------------------------------------------------------


def size_step(processors: np.ndarray) -> np.ndarray:
    """[n]: 0 for one processor, 1 for 2, 2 for 3 to 4, 3 for 5 to 8, ..."""
    return np.ceil(np.log2(np.maximum(processors, 1))).astype(np.int64)


def sizes_of(step: int) -> tuple[int, int]:
    """The processors of a step, both included."""
    return (1 if step == 0 else 2 ** (step - 1) + 1), 2**step


def length_step(seconds: np.ndarray) -> np.ndarray:
    """[n]: which of LENGTHS a length of time belongs to."""
    return np.searchsorted(LENGTHS, seconds, "right") - 1


def sizes_by_runtime(workload: Workload) -> np.ndarray:
    """[sizes, LENGTHS]: jobs by doubling steps of processors and steps of runtime."""
    size, length = size_step(workload.jobs.processors), length_step(workload.jobs.runtime)
    steps = int(size.max(initial=0)) + 1
    return np.bincount(size * len(LENGTHS) + length, minlength=steps * len(LENGTHS)).reshape(steps, len(LENGTHS))


class Waits(NamedTuple):
    """Recorded waits by size and requested time, [sizes, LENGTHS] each; nan where a cell has no job."""

    jobs: np.ndarray
    median: np.ndarray  # s
    most: np.ndarray  # s: 90 % wait no longer


def recorded_waits(workload: Workload) -> Waits:
    """The waits the log recorded, of jobs that have one and a requested time of the log."""
    recorded = (workload.jobs.recorded_wait >= 0) & of_log(workload)
    wait, processors = workload.jobs.recorded_wait[recorded], workload.jobs.processors[recorded]
    steps = int(size_step(workload.jobs.processors).max(initial=0)) + 1
    cell = size_step(processors) * len(LENGTHS) + length_step(workload.jobs.requested_time[recorded])
    jobs = np.bincount(cell, minlength=steps * len(LENGTHS))
    median, most = (np.full(len(jobs), np.nan) for _ in range(2))
    order = np.lexsort((wait, cell))
    ends = np.cumsum(jobs)
    for at in np.flatnonzero(jobs).tolist():
        median[at], most[at] = np.quantile(wait[order[ends[at] - jobs[at] : ends[at]]], (0.5, 0.9))
    shape = (steps, len(LENGTHS))
    return Waits(jobs.reshape(shape), median.reshape(shape), most.reshape(shape))


def use_of_requests(workload: Workload, bins: int = 20) -> np.ndarray:
    """[bins]: jobs by the part of their requested time that they run, 0 to 1; of requested times of the log alone."""
    measured = of_log(workload)
    part = workload.jobs.runtime[measured] / workload.jobs.requested_time[measured]
    return np.bincount(np.minimum((part * bins).astype(np.int64), bins - 1), minlength=bins)


# ---- over time ------------------------------------------------------------------------------------------------------


class OverTime(NamedTuple):
    """What happened per bin of time; the last bin ends with the log."""

    edges: np.ndarray  # [bins + 1] s
    offered: np.ndarray  # [bins]: work submitted / what the machine can do in that time
    used: np.ndarray  # [bins]: work done as recorded / what the machine can do
    waiting: np.ndarray  # [bins] jobs: mean number that waited, as recorded
    unknown: int  # jobs without a recorded wait, which are in the first alone; all where submit times were changed


def over_time(workload: Workload) -> OverTime:
    """Offered load, recorded utilization and recorded queue over the time of the submissions."""
    jobs, log = workload.jobs, workload.as_recorded.jobs
    edges = edges_over_time(workload)
    width, processors = np.diff(edges), workload.platform.processors
    work = jobs.processors * jobs.runtime
    offered = np.bincount(np.searchsorted(edges, jobs.submit, "right") - 1, work, len(width))
    recorded = (jobs.recorded_wait >= 0) & np.array_equal(jobs.submit, log.submit)
    start = (log.submit + log.recorded_wait)[recorded]
    used = _within(edges, start, start + log.runtime[recorded], log.processors[recorded].astype(float))
    waiting = _within(edges, log.submit[recorded], start, np.ones(len(start)))
    return OverTime(
        edges, offered / width / processors, used / width / processors, waiting / width, int(len(jobs) - recorded.sum())
    )


def width_over_time(workload: Workload, widths: Sequence[float] = WIDTHS) -> float:
    """s: the first of rising widths that needs at most MOST_BINS; where none does, a multiple of the last one."""
    span = float(workload.jobs.submit[-1] - workload.jobs.submit[0])
    width = next((one for one in widths if span / one < MOST_BINS - 2), None)
    return float(width or widths[-1] * np.ceil(span / widths[-1] / (MOST_BINS - 2)))


def edges_over_time(workload: Workload, widths: Sequence[float] = WIDTHS) -> np.ndarray:
    """[bins + 1] s: ends of bins of that width, at whole hours, days or weeks of the clock.

    Days begin at midnight, weeks on Monday; where the clock changes, one is an hour shorter or longer.
    """
    width, clock = width_over_time(workload, widths), calendar(workload)
    first, last = local(workload, workload.jobs.submit[[0, -1]]) - (MONDAY if clock else 0.0)
    begin = np.floor(first / width) * width
    edges = begin + width * np.arange(int((last - begin) // width) + 2)
    if clock is None:
        return edges
    if width < LONG:
        return edges + (MONDAY - clock.shift(float(workload.jobs.submit[0])))
    return np.array([clock.second(place) for place in (edges + MONDAY).tolist()])


def _within(edges: np.ndarray, begin: np.ndarray, end: np.ndarray, height: np.ndarray) -> np.ndarray:
    """[bins]: area of intervals [begin, end) of some height inside of each bin."""
    return np.diff(_until(edges, begin, height) - _until(edges, end, height))


def _until(edges: np.ndarray, when: np.ndarray, height: np.ndarray) -> np.ndarray:
    """[edges]: area up to each edge of what begins at `when` and does not end."""
    order = np.argsort(when)
    area, total = (np.concatenate(([0.0], np.cumsum(values[order]))) for values in ((when - edges[0]) * height, height))
    row = np.searchsorted(when[order], edges, "left")
    return (edges - edges[0]) * total[row] - area[row]


def weekends(workload: Workload) -> list[tuple[float, float]]:
    """(begin, end) s of every Saturday and Sunday together in the time of the submissions; none without a clock."""
    clock = calendar(workload)
    if clock is None:
        return []
    first, last = local(workload, np.array([workload.jobs.submit[0], workload.jobs.submit[-1]]))
    weeks = np.arange(np.floor((first - MONDAY) / (7 * DAY)), np.floor((last - MONDAY) / (7 * DAY)) + 1)
    mondays = (MONDAY + weeks * 7 * DAY).tolist()
    return [(clock.second(monday + 5 * DAY), clock.second(monday + 7 * DAY)) for monday in mondays]


# ---- users and gaps -------------------------------------------------------------------------------------------------


class Ranks(NamedTuple):
    """Users, most jobs first."""

    user: np.ndarray  # [users] dense number
    jobs: np.ndarray  # [users]
    exponent: float  # jobs ~ rank ** -exponent, by least squares of the logarithms; nan for fewer than 3 users


def user_ranks(workload: Workload) -> Ranks:
    """How many jobs the first, second, ... user submits."""
    jobs = np.bincount(workload.jobs.user, minlength=workload.users)
    order = np.argsort(-jobs, kind="stable")
    rank = np.log(np.arange(1, len(order) + 1))
    slope = np.polyfit(rank, np.log(jobs[order]), 1)[0] if len(order) > 2 else np.nan
    return Ranks(order, jobs[order], -float(slope))


def gaps(workload: Workload) -> np.ndarray:
    """[n - 1] s between successive submissions."""
    return np.diff(workload.jobs.submit)


def variation(values: np.ndarray) -> float:
    """Standard deviation / mean (1 where submissions come at random); nan for none."""
    return float(values.std() / values.mean()) if len(values) and values.mean() > 0 else float("nan")
