"""Which processors every job ran on, for drawing only: policies and logs say how many, not which.

At each start a job gets the free processors of lowest index, so the same schedule is always drawn the same way.  At
equal times ends come first, and equal starts are served in the order of jobs, then of reservations of processors for
somebody else.  A job may get several rectangles.  On a platform of clusters these are processors of its own cluster,
which follow those of the cluster before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.engine.rigid.placing import new_free_processors, place_jobs
from scheduler.model.clusters import first_processors
from scheduler.model.marks import RESERVED
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels
from scheduler.model.table import Table


class Streams(NamedTuple):
    """The virtual schedule as rectangles: campaign has the processors low to high during [begin, end)."""

    campaign: np.ndarray  # [rectangles] i8, row of campaigns
    begin: np.ndarray  # [rectangles] f8, s
    end: np.ndarray  # [rectangles] f8, s
    low: np.ndarray  # [rectangles] f8, processors
    high: np.ndarray  # [rectangles] f8, processors


def place(schedule: Schedule) -> Table:
    """Table `places`, sorted by `segment` (row of segments, or of placed without any) and then by `first`.

    A schedule with more processors busy than there are (a log's own starts) gets processors above the last one.
    """
    stays = holding(schedule.placed, schedule.segments)
    if not schedule.workload.has_clusters:
        segment, first, count = _beside(schedule, stays)
        jobs = segment < len(stays.job)
        segment, first, count = segment[jobs], first[jobs], count[jobs]
    else:
        segment, first, count = fitted(stays.begin, stays.end, stays.processors, stays.cluster)
        first += first_processors(schedule.workload.platform)[stays.cluster[segment]]
    return Table.of("places", segment=segment, first=first, count=count, tasks=np.ones(len(segment)))


def place_reserved(schedule: Schedule) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(row of marks, first, count) of every run of processors that a reservation of a schedule has beside its jobs."""
    if not schedule.has_marks:
        none = np.zeros(0, np.int64)
        return none, none, none
    stays = holding(schedule.placed, schedule.segments)
    interval, first, count = _beside(schedule, stays)
    theirs = interval >= len(stays.job)
    row = np.flatnonzero(_taking(schedule.table("marks")))[interval[theirs] - len(stays.job)]
    return row, first[theirs], count[theirs]


def _taking(marks: Table) -> np.ndarray:
    """[marks] bool: those that take processors for themselves."""
    return (marks.kind == RESERVED) & (marks.value >= 1)


def _beside(schedule: Schedule, stays: Holding) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """fitted() of the intervals of jobs, then of reservations."""
    if not schedule.has_marks:
        return fitted(stays.begin, stays.end, stays.processors)
    marks = schedule.table("marks")
    marks = marks.take(_taking(marks))
    return fitted(
        np.append(stays.begin, marks.begin),
        np.append(stays.end, marks.end),
        np.append(stays.processors, marks.value.astype(np.int64)),
    )


def fitted(
    begin: np.ndarray, end: np.ndarray, processors: np.ndarray, group: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(interval, first, count) of every run of processors given, by interval and then by first.

    begin, end, processors: [n] s, s, how many.  group: [n] i8 from 0, processors of their own for each; None for one.
    """
    # Where a runtime is too short for float64 to tell end from start, the job still has to come before it goes.
    end = np.maximum(end, np.nextafter(begin, np.inf))
    _, busy = levels(np.concatenate((begin, end)), np.concatenate((processors, -processors)))
    floor, most = new_free_processors(len(end), int(busy.max(initial=0))), int(busy.max(initial=0))
    first, count = np.zeros(2 * len(end), np.int64), np.zeros(2 * len(end), np.int64)
    for by_start, by_end in zip(_by_group(begin, group), _by_group(end, group), strict=True):
        floor.stand[:2] = 0
        floor = new_free_processors(0, most)._replace(begin=floor.begin, size=floor.size, stand=floor.stand)
        while not place_jobs(by_start, by_end, begin, end, processors, floor, first, count):
            first, count = (np.concatenate((column, np.zeros_like(column))) for column in (first, count))
    interval = np.repeat(np.arange(len(end)), floor.size)
    run = np.arange(len(interval)) + np.repeat(floor.begin - np.cumsum(floor.size) + floor.size, floor.size)
    return interval, first[run], count[run]


def _by_group(time: np.ndarray, group: np.ndarray | None) -> list[np.ndarray]:
    """The rows of each group in the order of their times, then of rows."""
    order = np.argsort(time, kind="stable")
    if group is None:
        return [order]
    order = order[np.argsort(group[order], kind="stable")]
    return np.split(order, np.cumsum(np.bincount(group))[:-1]) if len(order) else []


def place_virtual(schedule: Schedule) -> Streams:
    """The virtual schedule of a campaign policy: at each instant its users stacked in order, each as high as its share.

    Where the policy wrote no shares, the users active in the virtual schedule share the machine equally.
    Raises ValueError when the schedule has no virtual one.
    """
    if not (schedule.is_fluid and schedule.workload.has_campaigns):
        raise ValueError("this schedule has no virtual schedule")
    virtual, campaigns = schedule.table("virtual"), schedule.workload.table("campaigns")
    lasting = virtual.take(virtual.end > virtual.start)
    times = [lasting.start, lasting.end] + ([schedule.table("shares").time] if schedule.has_shares else [])
    time = np.unique(np.concatenate(times))
    from_, to = np.searchsorted(time, lasting.start), np.searchsorted(time, lasting.end)
    row = np.repeat(np.arange(len(lasting)), to - from_)
    interval = np.arange(len(row)) - np.repeat(np.cumsum(to - from_) - to, to - from_)
    user = campaigns.user[lasting.campaign][row]
    order = np.lexsort((user, interval))
    row, interval, user = row[order], interval[order], user[order]
    height = _heights(schedule, time, interval, user)
    low = _stacked(interval, height)
    return _joined(Streams(lasting.campaign[row], time[interval], time[interval + 1], low, low + height))


def _heights(schedule: Schedule, time: np.ndarray, interval: np.ndarray, user: np.ndarray) -> np.ndarray:
    if not schedule.has_shares or not len(schedule.table("shares")):
        return schedule.workload.platform.processors / np.bincount(interval)[interval]
    shares = schedule.table("shares")
    order = np.lexsort((np.arange(len(shares)), shares.time, shares.user))
    key = shares.user[order] * len(time) + np.searchsorted(time, shares.time[order])
    last = np.searchsorted(key, user * len(time) + interval, side="right") - 1
    has_share = (last >= 0) & (shares.user[order][last] == user)
    return np.where(has_share, shares.share[order][last], 0.0)


def _stacked(interval: np.ndarray, height: np.ndarray) -> np.ndarray:
    """Lower edges: the sum of the heights before, within each interval."""
    below = np.concatenate(([0.0], np.cumsum(height)))[:-1]
    opens = np.diff(interval, prepend=-1) != 0
    return below - below[opens][np.cumsum(opens) - 1] if len(height) else below


def _joined(streams: Streams) -> Streams:
    """Rectangles of one campaign that touch and have the same edges, as one."""
    order = np.lexsort((streams.begin, streams.campaign))
    campaign, begin, end, low, high = (column[order] for column in streams)
    near = 1e-9 * max(float(np.max(high, initial=1.0)), 1.0)
    same = (
        (campaign[1:] == campaign[:-1])
        & (begin[1:] == end[:-1])
        & (np.abs(low[1:] - low[:-1]) <= near)
        & (np.abs(high[1:] - high[:-1]) <= near)
    )
    opens = np.concatenate(([True], ~same))[: len(campaign)]
    closes = np.concatenate((~same, [True]))[: len(campaign)]
    return Streams(campaign[opens], begin[opens], end[closes], low[opens], high[opens])
