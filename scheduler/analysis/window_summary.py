"""What happens in a range of time: jobs submitted, started, ended, running, waiting; processors used and idle; users.

The range is [begin, end).  A job is submitted or started in it at an instant in [begin, end), and ended in it at one
in (begin, end], so that it is ended in every range that holds the end of its time on the processors.  It runs or waits
in the range when it does so at any time in it.  Areas are cut to the range: used + idle = machine x width + excess,
exactly where times are whole numbers; excess is what a recorded log holds beyond its machine, else 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scheduler.analysis.demand import cpu
from scheduler.analysis.idle import areas_by_reason
from scheduler.analysis.idle_over_time import PARTS
from scheduler.kinds import are_as_logged, chooses_sizes, uses_less
from scheduler.model.occupancy import holding
from scheduler.model.schedule import RUN, Schedule
from scheduler.model.step_functions import levels
from scheduler.model.table import Table

COUNTS = ("submitted", "started", "ended", "running", "waiting", "paused")
OUTSIDE = "before the first submission or after the last end"


class Spread(NamedTuple):
    """Of the values of some jobs; where there are none the sum is 0 and the others are nan."""

    sum: float
    min: float
    median: float
    mean: float
    p95: float
    max: float


class Users(NamedTuple):
    """What each user had in the range; users that neither used processors nor started a job are not among them."""

    user: np.ndarray  # [users] i8, dense number, most processor-seconds first
    used: np.ndarray  # [users] f8, processor-s
    started: np.ndarray  # [users] i8
    wait: np.ndarray  # [users] f8, s, mean of the jobs started; nan without any


@dataclass(frozen=True)
class RangeNumbers:
    """The numbers of one run, of all its jobs or of some; capacity and idle are those of the machine, whose jobs ever.

    idle_by_reason sums to idle; it is None, as idle is nan, where only some of the jobs count.
    """

    counts: dict[str, int]
    used: float  # processor-s
    capacity: float  # processor-s: machine x width
    excess: float  # processor-s held beyond the machine, nan where only some of the jobs count
    idle_by_reason: dict[str, float] | None
    wait: Spread  # s, of the jobs started in the range
    stretch: Spread
    users: Users

    @property
    def idle(self) -> float:
        """Processor-s; nan where only some of the jobs count."""
        return self.capacity - self.used + self.excess


def range_numbers(
    schedule: Schedule, begin: float, end: float, idle: Table | None = None, jobs: np.ndarray | None = None
) -> RangeNumbers:
    """The numbers of [begin, end); begin < end, s.

    idle: table `idle_steps` of the run; None: no reasons.  jobs: [n] bool, the jobs that count; None: all.
    """
    some = jobs if jobs is not None else np.ones(len(schedule.placed), bool)
    area = areas(schedule, begin, end) * some
    started = _within(schedule.placed.start, begin, end) & some
    capacity = schedule.workload.platform.processors * (end - begin)
    whole = jobs is None
    return RangeNumbers(
        counts(schedule, begin, end, jobs),
        float(area.sum()),
        capacity,
        _excess(schedule, begin, end) if whole else np.nan,
        _by_reason(schedule, idle, begin, end) if whole and idle is not None else None,
        spread(schedule.wait[started]),
        spread(schedule.stretch[started]),
        _users(schedule, area, started),
    )


def counts(schedule: Schedule, begin: float, end: float, jobs: np.ndarray | None = None) -> dict[str, int]:
    """How many jobs are submitted, started, ended in the range, and run, wait, are paused at any time in it."""
    placed = schedule.placed
    running, paused = _running(schedule, begin, end)
    met = (
        _within(placed.submit, begin, end),
        _within(placed.start, begin, end),
        (placed.end > begin) & (placed.end <= end),
        running,
        (placed.submit < end) & (placed.start > begin) & (placed.start > placed.submit),
        paused,
    )
    some = slice(None) if jobs is None else jobs
    return {name: int(np.count_nonzero(mask[some])) for name, mask in zip(COUNTS, met, strict=True)}


def areas(schedule: Schedule, begin: float, end: float) -> np.ndarray:
    """[n] processor-s: what each job holds within the range; where jobs have CPU needs, the CPU it works with."""
    stays = holding(schedule.placed, schedule.segments)
    cut = (np.minimum(stays.end, end) - np.maximum(stays.begin, begin)).clip(0)
    cut = cut * (rate(schedule) if uses_less(schedule.workload) else stays.processors)
    if not schedule.has_segments:
        return cut
    return np.bincount(stays.job, cut, len(schedule.placed))


def rate(schedule: Schedule) -> np.ndarray:
    """[intervals of holding] nodes' worth of CPU that does work, of jobs with CPU needs."""
    most = cpu(schedule.workload)
    if not schedule.has_segments:
        return most[schedule.placed.job]
    s = schedule.table("segments")
    return np.where(s.kind == RUN, most[s.job] * s.yield_, 0.0)


def spread(values: np.ndarray) -> Spread:
    """Sum, least, median, mean, 95th percentile (linear between neighbors) and largest."""
    if not len(values):
        return Spread(0.0, *[float("nan")] * 5)
    median, p95 = np.percentile(values, (50, 95)).tolist()
    return Spread(float(values.sum()), float(values.min()), median, float(values.mean()), p95, float(values.max()))


def _within(when: np.ndarray, begin: float, end: float) -> np.ndarray:
    return (when >= begin) & (when < end)


def _running(schedule: Schedule, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    """(running, paused), [n] bool each: holds processors; is between two segments, holding none."""
    placed, stays = schedule.placed, holding(schedule.placed, schedule.segments)
    running, paused = np.zeros(len(placed), bool), np.zeros(len(placed), bool)
    running[stays.job[(stays.begin < end) & (stays.end > begin)]] = True
    if schedule.has_segments:
        order = np.lexsort((stays.begin, stays.job))
        before, after = order[:-1], order[1:]
        gap = (stays.job[before] == stays.job[after]) & (stays.end[before] < stays.begin[after])
        met = gap & (stays.end[before] < end) & (stays.begin[after] > begin)
        paused[stays.job[before[met]]] = True
    return running, paused


def _excess(schedule: Schedule, begin: float, end: float) -> float:
    """Processor-s held beyond the machine within the range."""
    stays = holding(schedule.placed, schedule.segments)
    if not are_as_logged(schedule.workload) and not chooses_sizes(schedule.workload):
        return 0.0  # they come from no log that could hold more
    if schedule.certificate is not None and not schedule.certificate.reports:
        return 0.0  # the audit says so of every schedule whose processors it found never exceeded
    inside = (stays.begin < end) & (stays.end > begin)
    size = stays.processors[inside]
    time, busy = levels(
        np.concatenate((stays.begin[inside].clip(begin), stays.end[inside].clip(None, end))),
        np.concatenate((size, -size)),
    )
    over = np.maximum(busy - schedule.workload.platform.processors, 0)
    return float(np.dot(over[:-1], np.diff(time))) if len(time) else 0.0


def _by_reason(schedule: Schedule, idle: Table, begin: float, end: float) -> dict[str, float]:
    """{reason: processor-s} within the range, in the order of idle.reasons(), and what lies outside of the schedule."""
    placed = schedule.placed
    first, last = (float(placed.submit.min()), float(placed.end.max())) if len(placed) else (end, end)
    inside = max(min(last, end) - max(first, begin), 0.0)
    outside = schedule.workload.platform.processors * (end - begin - inside)
    return areas_by_reason(schedule, _areas(idle, begin, end)) | {OUTSIDE: outside}


def _areas(idle: Table, begin: float, end: float) -> list[float]:
    """[reasons] processor-s of the steps within the range."""
    first, last = np.searchsorted(idle.time, begin, "right"), np.searchsorted(idle.time, end, "left")
    rows = slice(max(int(first) - 1, 0), int(last))
    width = np.diff(np.append(idle.time[rows].clip(begin), end)) if last > rows.start else np.zeros(0)
    return [float(np.dot(idle.columns[part][rows], width)) for part in PARTS]


def _users(schedule: Schedule, area: np.ndarray, started: np.ndarray) -> Users:
    user, n = schedule.workload.jobs.user, schedule.workload.users
    used, many = np.bincount(user, area, n), np.bincount(user[started], minlength=n)
    wait = np.bincount(user[started], schedule.wait[started], n)
    among = np.flatnonzero((used > 0) | (many > 0))
    order = among[np.lexsort((among, -used[among]))]
    mean = np.divide(wait, many, out=np.full(n, np.nan), where=many > 0)
    return Users(order, used[order], many[order], mean[order])
