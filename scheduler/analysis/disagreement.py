"""Where two runs of the same jobs differ: which jobs most, in which time most, and when next.

A job's difference is how much longer it waits in a run than in the baseline; where nodes are shared, how much longer it
takes from submission to end, as a job that does not wait may still be slow.  Over time, the runs disagree about a job
as long as it waits in exactly one of them: as all of it is summed up, that is the size of the differences of all jobs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.analysis.counterparts import matching
from scheduler.kinds import by_response, compared_of
from scheduler.model.schedule import Schedule

ROUNDING = 0.001  # s: a smaller difference is none


class Differences(NamedTuple):
    """Jobs and how they fare in two runs, the largest difference first; among equal ones the earlier row of jobs.

    Where several runs are compared with the baseline, a job is there once, with the run in which it differs most.
    """

    job: np.ndarray  # [rows] i8, row of the baseline's jobs
    run: np.ndarray  # [rows] i8, which of the runs compared with the baseline
    change: np.ndarray  # [rows] f8, s: above 0 the job waits longer than in the baseline
    before: np.ndarray  # [rows] f8, s: its start in the baseline
    after: np.ndarray  # [rows] f8, s: its start in the run


class Disagreement(NamedTuple):
    """A window of time, and the wait inside it that jobs have in only one of two runs."""

    begin: float  # s
    end: float  # s
    inside: float  # job-s, in the window
    whole: float  # job-s, over all time


def largest_differences(baseline: Schedule, others: Sequence[Schedule], most: int) -> Differences:
    """The `most` jobs at most that differ most, in the order of Differences; jobs that do not differ are left out.

    Jobs that only one of two runs has, or that do not start in one, have no difference.  Raises ValueError unless
    most >= 0.
    """
    if most < 0:
        raise ValueError(f"wanted: how many jobs at most, at least 0; found {most}")
    change, run = _of_jobs(baseline, others)
    rows = largest_first(np.abs(change), most)
    return Differences(
        rows, run[rows], change[rows], baseline.placed.start[rows], _starts(baseline, others, rows, run[rows])
    )


def largest_first(size: np.ndarray, most: int) -> np.ndarray:
    """Rows of the `most` largest sizes above 0, in descending order, equal ones by their row: without sorting all."""
    some = np.flatnonzero(size)
    if len(some) > most > 0:
        least = np.partition(size[some], len(some) - most)[len(some) - most]
        above = some[size[some] > least]
        some = np.concatenate((above, some[size[some] == least][: most - len(above)]))
    return some[np.lexsort((some, -size[some]))][:most]


def next_divergence(baseline: Schedule, others: Sequence[Schedule], after: float) -> tuple[float, int] | None:
    """(s, row of the baseline's jobs): the first instant after `after` at which a run starts another job.

    A job that two runs start at different times diverges at the earlier one; of several jobs it is the first.  None
    where the runs start the same jobs from then on.
    """
    starts = [_next_start(baseline, other, after) for other in others]
    return min((one for one in starts if one is not None), default=None)


def change_of_jobs(baseline: Schedule, other: Schedule) -> np.ndarray:
    """[jobs of the baseline] s: how much longer each waits in the other run; 0 where it is the same or unknown."""
    here, there = matching(baseline.workload, other.workload)
    change = np.zeros(len(baseline.placed))
    apart = _lasts(other)[there] - _lasts(baseline)[here]
    change[here] = np.where(np.abs(apart) >= ROUNDING, apart, 0.0)  # what is not known is no difference either
    return change


def largest_disagreement(baseline: Schedule, others: Sequence[Schedule], width: float) -> Disagreement | None:
    """The window of `width` seconds with the most wait that jobs have in only one of two runs, summed over `others`.

    It lies between the first and the last instant of disagreement; where these are closer than `width`, around them.
    Of windows with equally much it is the middle one of the first range of them.  None where no job differs.
    Raises ValueError unless width > 0.
    """
    if not width > 0:
        raise ValueError(f"wanted: a window longer than 0 s; found {width} s")
    begins, ends = (
        (
            np.concatenate(sides) if sides else np.zeros(0)
            for sides in zip(*(_apart(baseline, other) for other in others), strict=True)
        )
        if others
        else (np.zeros(0),) * 2
    )
    if not len(begins):
        return None
    begins, ends = np.sort(begins), np.sort(ends)
    first, last = float(begins[0]), float(ends[-1])
    area = _Area(begins, ends)
    if last - first <= width:
        middle = (first + last) / 2
        return Disagreement(middle - width / 2, middle + width / 2, area.whole, area.whole)
    begin = _best_begin(area, np.concatenate((begins, ends - width, [first, last - width])), first, last - width, width)
    return Disagreement(begin, begin + width, float(area.inside(np.array([begin]), width)[0]), area.whole)


# ---- the differences of jobs ----------------------------------------------------------------------------------------


def _lasts(schedule: Schedule) -> np.ndarray:
    return compared_of(schedule)


def _of_jobs(baseline: Schedule, others: Sequence[Schedule]) -> tuple[np.ndarray, np.ndarray]:
    """[jobs] the difference that is largest in size, and the run it is of; the first one among equals."""
    change, run = np.zeros(len(baseline.placed)), np.zeros(len(baseline.placed), np.int64)
    for at, other in enumerate(others):
        one = change_of_jobs(baseline, other)
        larger = np.abs(one) > np.abs(change)
        change[larger], run[larger] = one[larger], at
    return change, run


def _next_start(baseline: Schedule, other: Schedule, after: float) -> tuple[float, int] | None:
    here, there = matching(baseline.workload, other.workload)
    first, second = baseline.placed.start[here], other.placed.start[there]
    time = np.where(np.abs(first - second) >= ROUNDING, np.minimum(first, second), np.inf)
    time[time <= after] = np.inf
    if not len(time) or not time.min() < np.inf:
        return None
    at = int(time.argmin())
    return float(time[at]), int(here[at])


def _starts(baseline: Schedule, others: Sequence[Schedule], rows: np.ndarray, run: np.ndarray) -> np.ndarray:
    """[rows] s: the start of each job of the baseline in the run it is compared with."""
    starts = np.zeros(len(rows))
    for at, other in enumerate(others):
        here, there = matching(baseline.workload, other.workload)
        mine = run == at
        starts[mine] = other.placed.start[there[np.searchsorted(here, rows[mine])]]
    return starts


# ---- disagreement over time -----------------------------------------------------------------------------------------


def _apart(baseline: Schedule, other: Schedule) -> tuple[np.ndarray, np.ndarray]:
    """(begins, ends): the intervals in which a job waits in exactly one of the runs, at most two for each job."""
    here, there = matching(baseline.workload, other.workload)
    submits = baseline.placed.submit[here], other.placed.submit[there]
    ends = _until(baseline)[here], _until(other)[there]
    latest, earliest = np.maximum(*submits), np.minimum(*ends)
    begin = np.concatenate((np.minimum(*submits), np.maximum(latest, earliest)))
    end = np.concatenate((np.minimum(latest, earliest), np.maximum(*ends)))
    lasting = end - begin >= ROUNDING  # not so, either, where an instant is not known
    return begin[lasting], end[lasting]


def _until(schedule: Schedule) -> np.ndarray:
    return schedule.placed.end if by_response(schedule.workload) else schedule.placed.start


class _Area:
    """The integral of the number of open intervals, up to any instant."""

    def __init__(self, begins: np.ndarray, ends: np.ndarray) -> None:
        """begins, ends: s, each sorted."""
        self.time = np.concatenate((begins, ends))
        order = np.argsort(self.time, kind="stable")  # two sorted runs: merged, not sorted
        self.time = self.time[order]
        level = np.cumsum(np.where(order < len(begins), 1.0, -1.0))
        self.area = np.concatenate(([0.0], np.cumsum(level[:-1] * np.diff(self.time))))
        self.whole = float(self.area[-1])

    def inside(self, begin: np.ndarray, width: float) -> np.ndarray:
        """[begin] job-s in [begin, begin + width)."""
        return np.interp(begin + width, self.time, self.area) - np.interp(begin, self.time, self.area)


def _best_begin(area: _Area, turns: np.ndarray, low: float, high: float, width: float) -> float:
    """The middle of the first range of begins in [low, high] whose windows have the most.

    turns: where the amount may stop growing: as a window begins at a begin of an interval, or ends at an end.
    Between two of them it falls no faster than before, so it stays the same there if it does so in the middle.
    """
    turns = np.sort(turns[(turns >= low) & (turns <= high)])
    amount = area.inside(turns, width)
    first = int(amount.argmax())
    equal = first + np.flatnonzero(np.append(amount[first:] != amount[first], True))[0]  # the first that is not
    middles = (turns[first : equal - 1] + turns[first + 1 : equal]) / 2
    last = first + int(np.flatnonzero(np.append(area.inside(middles, width) != amount[first], True))[0])
    return float(turns[first] + turns[last]) / 2
