"""Where processors are busy in only one of two runs of the same jobs: by their number, which no placement decides.

At every instant the busy processors are stacked from the bottom up: first those that work on the same jobs in both
runs, then those busy in both with other jobs, on top those busy in only one.  Which processor a job has is the
viewer's choice for most policies, so a difference of processors one by one would show that choice, not the policies'.
Where rows are users, sizes or jobs, and on several clusters, each of these lanes has a stack of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from layouts.gantt.rectangles import Window
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels

KINDS = ("same", "others", "baseline", "run")  # of a place: busy in both with the same jobs, with others, in one


class Lanes(NamedTuple):
    """Which lane a job is in and where lanes begin; rows of a Gantt chart.  Lanes must hold what runs in them."""

    of_job: np.ndarray | None  # [jobs] i8; below 0: in none.  None: lanes are clusters, whichever a job runs in
    low: np.ndarray  # [lanes] f8, rows
    high: np.ndarray  # [lanes] f8, rows
    thick: np.ndarray  # [jobs] f8, rows that a job fills of its lane for each of its processors

    def of(self, intervals: Holding) -> np.ndarray:
        """[intervals] i8: the lane of each."""
        return intervals.cluster if self.of_job is None else self.of_job[intervals.job]


class Areas(NamedTuple):
    """Processor-seconds of each of KINDS."""

    same: float
    others: float
    baseline: float
    run: float


@dataclass(frozen=True)
class Difference:
    """Steps of every lane in the order of lanes and times; a step lasts to the next of its lane, the last is empty."""

    ptr: np.ndarray  # [lanes + 1] i8: the steps of lane i are ptr[i]:ptr[i + 1]
    low: np.ndarray  # [lanes] f8, rows: where the lane's stack begins
    high: np.ndarray  # [lanes] f8, rows
    time: np.ndarray  # [steps] f8, s
    same: np.ndarray  # [steps] f8, rows busy with the same jobs
    baseline: np.ndarray  # [steps] f8, rows busy in the baseline
    run: np.ndarray  # [steps] f8, rows busy in the run
    extent: Window  # that holds both runs and the whole machine

    def areas(self) -> Areas:
        """What is busy in both and in only one, over everything (rows x s; processor-seconds where rows are these)."""
        if not len(self.time):
            return Areas(0.0, 0.0, 0.0, 0.0)
        lasts = np.diff(self.time, append=self.time[-1])
        lasts[self.ptr[1:][np.diff(self.ptr) > 0] - 1] = 0.0
        both = np.minimum(self.baseline, self.run)
        parts = (self.same, both - self.same, self.baseline - both, self.run - both)
        return Areas(*(float(part @ lasts) for part in parts))

    def lane(self, row: float) -> int:
        """The lane at a row; -1 between lanes."""
        lanes = np.flatnonzero((self.low <= row) & (row < self.high))
        return int(lanes[0]) if len(lanes) else -1

    def at(self, lane: int, t: float) -> tuple[float, float, float]:
        """Rows busy in a lane at an instant: with the same jobs, in the baseline, in the run."""
        first, last = int(self.ptr[lane]), int(self.ptr[lane + 1])
        step = first + int(np.searchsorted(self.time[first:last], t, "right")) - 1
        if step < first:
            return 0.0, 0.0, 0.0
        return float(self.same[step]), float(self.baseline[step]), float(self.run[step])

    def widest(self, lane: int, t: float, dt: float) -> float:
        """The instant within dt of t at which the two differ most in a lane; t where they do not differ there."""
        first, last = int(self.ptr[lane]), int(self.ptr[lane + 1])
        begin = first + int(np.searchsorted(self.time[first:last], t - dt, "left"))
        end = first + int(np.searchsorted(self.time[first:last], t + dt, "right"))
        apart = np.abs(self.baseline[begin:end] - self.run[begin:end])
        if not len(apart) or not apart.max() or self.apart(lane, t) >= apart.max():
            return t
        return float(self.time[begin + int(apart.argmax())])

    def apart(self, lane: int, t: float) -> float:
        """By how many rows the two differ in a lane at an instant."""
        _, baseline, run = self.at(lane, t)
        return abs(baseline - run)


def holding_of(schedule: Schedule) -> Holding:
    """When each job of a schedule holds its processors."""
    return holding(schedule.placed, schedule.segments)


def common(baseline: Schedule, run: Schedule, inside: bool = False) -> Holding:
    """When jobs run in both of two schedules of the same jobs; inside: and in the same cluster."""
    if not baseline.has_segments and not run.has_segments:
        begin = np.maximum(baseline.placed.start, run.placed.start)
        end = np.minimum(baseline.placed.end, run.placed.end)
        same = (baseline.placed.cluster == run.placed.cluster) | (not inside)
        job = np.flatnonzero((begin < end) & same)
        return Holding(job, begin[job], end[job], run.placed.processors[job], run.placed.cluster[job])
    first, second = holding_of(baseline), holding_of(run)
    some = 1 + max(int(one.cluster.max(initial=0)) for one in (first, second)) if inside else 1
    own = [one.job * some + (one.cluster if inside else 0) for one in (first, second)]
    job = np.concatenate((own[0], own[1]) * 2)
    when = np.concatenate((first.begin, second.begin, first.end, second.end))
    change = np.repeat([1, -1], len(job) // 2)
    order = np.lexsort((change, when, job))
    job, when, level = job[order], when[order], np.cumsum(change[order])
    both = np.flatnonzero((level[:-1] == 2) & (when[:-1] < when[1:]))  # a job's own changes sum to 0
    row = job[both] // some
    return Holding(
        row,
        when[both],
        when[both + 1],
        run.placed.processors[row],
        job[both] % some if inside else run.placed.cluster[row],
    )


def difference(baseline: Schedule, run: Schedule, lanes: Lanes | None = None) -> Difference:
    """The difference of two schedules of the same jobs.

    lanes: which rows jobs share; without them all processors are one lane.
    """
    inside = lanes is not None and lanes.of_job is None
    parts = [common(baseline, run, inside), holding_of(baseline), holding_of(run)]
    top = max(float(one.workload.platform.processors) for one in (baseline, run))
    if lanes is None:
        return _whole(parts, top)
    return _by_lane(parts, lanes)


def _whole(parts: list[Holding], top: float) -> Difference:
    count = [len(part.job) for part in parts]
    when = np.concatenate([side for part in parts for side in (part.begin, part.end)])
    changes = []
    for mine in range(len(parts)):
        change = [
            np.concatenate((part.processors, -part.processors))
            if part is parts[mine]
            else np.zeros(2 * count[other], np.int64)
            for other, part in enumerate(parts)
        ]
        changes.append(np.concatenate(change))
    time, *level = levels(when, *changes)
    same, first, second = (np.ascontiguousarray(one, np.float64) for one in level)
    top = max(top, float(first.max(initial=0.0)), float(second.max(initial=0.0)))
    return Difference(
        np.array([0, len(time)]), np.zeros(1), np.array([top]), time, same, first, second, (*_span(time), 0.0, top)
    )


def _by_lane(parts: list[Holding], lanes: Lanes) -> Difference:
    kept = [Holding(*(column[lanes.of(part) >= 0] for column in part)) for part in parts]
    lane = np.concatenate([lanes.of(part) for part in kept for _ in range(2)])
    when = np.concatenate([side for part in kept for side in (part.begin, part.end)])
    height = [part.processors * lanes.thick[part.job] for part in kept]
    sizes = [2 * len(part.job) for part in kept]
    which = np.repeat(np.arange(len(kept)), sizes)
    change = np.concatenate([side for one in height for side in (one, -one)])
    order = np.lexsort((when, lane))
    lane, when, which, change = lane[order], when[order], which[order], change[order]
    last = np.append((np.diff(lane) != 0) | (np.diff(when) != 0), True)[: len(when)]
    level = [np.cumsum(np.where(which == part, change, 0.0))[last] for part in range(len(kept))]
    ptr = np.searchsorted(lane[last], np.arange(len(lanes.low) + 1), "left")
    level = [np.maximum(np.round(one, 9), 0.0) for one in level]  # parts of rows need not add up to nothing
    same, baseline, run = level
    return Difference(
        ptr,
        lanes.low,
        lanes.high,
        when[last],
        same,
        baseline,
        run,
        (*_span(when), 0.0, float(lanes.high.max(initial=1.0))),
    )


def _span(time: np.ndarray) -> tuple[float, float]:
    first = float(time.min()) if len(time) else 0.0
    return first, max(float(time.max(initial=first)), first + 1.0)
