"""What a Gantt draws of a run: rectangles of time x processors, each with its row and the color of its user.

Real rectangles are jobs on the processors placement found for them; virtual ones are campaigns, as high as their
user's share of the machine; those of lags are campaigns in rows, from the promised to the real completion.  Rectangles
are kept in the order of their starts beside the running maximum of their ends, so that those a window can touch are one
slice, found by two binary searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from layouts.lags import lags
from layouts.recent import Recent
from layouts.theme import EARLIER, LATER, user_colors
from scheduler.placement import place, place_virtual
from scheduler.schedule import Schedule
from scheduler.table import Table

SOURCES = ("real", "virtual", "ghost", "lag")     # ghost: the real schedule, the virtual one as outlines behind
Window = tuple[float, float, float, float]      # t0, t1 in seconds; p0, p1 in processors


@dataclass(frozen=True)
class Rectangles:
    """Half-open rectangles [start, end) x [low, high), sorted by start."""

    row: np.ndarray         # [rectangles] i8: row of jobs (real, ghost) or of campaigns (virtual, lag)
    start: np.ndarray       # [rectangles] f8, s
    end: np.ndarray         # [rectangles] f8, s
    low: np.ndarray         # [rectangles] f8, processors
    high: np.ndarray        # [rectangles] f8, processors
    color: np.ndarray       # [rectangles] u1: index of a hue
    extent: Window          # smallest window that holds all and the whole machine
    by_viewer: bool = True  # whether the processors are placement's choice, not the policy's

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def latest(self) -> np.ndarray:
        """[rectangles] f8, s: the latest end so far."""
        return np.maximum.accumulate(self.end) if len(self.end) else self.end

    @cached_property
    def by_row(self) -> np.ndarray:
        """[rectangles]: rectangles in the order of their rows."""
        return np.argsort(self.row, kind="stable")

    def between(self, t0: float, t1: float) -> slice:
        """The slice outside which no rectangle meets [t0, t1); some inside it may not either."""
        return slice(int(np.searchsorted(self.latest, t0, "right")), int(np.searchsorted(self.start, t1, "left")))

    def inside(self, window: Window) -> np.ndarray:
        """Indices of the rectangles that meet a window."""
        t0, t1, p0, p1 = window
        near = self.between(t0, t1)
        meets = (self.end[near] > t0) & (self.low[near] < p1) & (self.high[near] > p0)
        return np.flatnonzero(meets) + near.start

    def of(self, row: int) -> np.ndarray:
        """Indices of the rectangles of a job or campaign."""
        rows = self.row[self.by_row]
        return self.by_row[np.searchsorted(rows, row, "left"):np.searchsorted(rows, row, "right")]

    def at(self, t: float, p: float, dt: float = 0.0, dp: float = 0.0) -> int:
        """The rectangle at a point; else the nearest one within dt and dp (what a pixel stands for); else -1."""
        near = self.inside((t - dt, np.nextafter(t + dt, np.inf), p - dp, np.nextafter(p + dp, np.inf)))
        if not len(near):
            return -1
        off_t = np.maximum(self.start[near] - t, t - self.end[near]).clip(0) / (dt or 1.0)
        off_p = np.maximum(self.low[near] - p, p - self.high[near]).clip(0) / (dp or 1.0)
        holds = (self.start[near] <= t) & (t < self.end[near]) & (self.low[near] <= p) & (p < self.high[near])
        return int(near[np.lexsort((np.hypot(off_t, off_p), ~holds))[0]])


def real(schedule: Schedule, places: Table) -> Rectangles:
    """The jobs (or segments, where the run has them) of a schedule on the processors of a table `places`."""
    segments, placed = schedule.segments, schedule.placed
    job, begin, end = ((placed.job, placed.start, placed.end) if segments is None
                       else (segments.job, segments.begin, segments.end))
    at = places.segment
    return _sorted(schedule, job[at], begin[at], end[at], places.first, places.first + places.count,
                   schedule.workload.jobs.user[job[at]], schedule.places is None)


def virtual(schedule: Schedule) -> Rectangles:
    """The campaigns of the virtual schedule as streams; raises ValueError where there is none."""
    if schedule.fluid is None:
        raise ValueError("this schedule has no virtual schedule")
    streams = place_virtual(schedule)
    assert schedule.workload.campaigns is not None
    return _sorted(schedule, streams.campaign, streams.begin, streams.end, streams.low, streams.high,
                   schedule.workload.campaigns.user[streams.campaign], False)


def lagging(schedule: Schedule) -> Rectangles:
    """The campaigns in rows, the first at the top, from the promised to the real completion; raises ValueError."""
    known = lags(schedule)
    start, end = np.minimum(known.promised, known.completed), np.maximum(known.promised, known.completed)
    low = np.arange(len(known), dtype=np.float64)[::-1]
    order = np.argsort(start, kind="stable")
    color = np.where(known.lag > 0, LATER, EARLIER).astype(np.uint8)
    first, last = _span(schedule, end)
    columns = (np.ascontiguousarray(column[order]) for column in (known.campaign, start, end, low, low + 1.0, color))
    return Rectangles(*columns, (first, last, 0.0, max(float(len(known)), 1.0)), False)


def _span(schedule: Schedule, end: np.ndarray) -> tuple[float, float]:
    """First submission and last end, at least a second apart."""
    first = float(schedule.placed.submit.min()) if len(schedule.placed) else 0.0
    return first, max(float(end.max(initial=first)), first + 1.0)


def _sorted(schedule: Schedule, row: np.ndarray, start: np.ndarray, end: np.ndarray, low: np.ndarray, high: np.ndarray,
            user: np.ndarray, by_viewer: bool) -> Rectangles:
    order = np.argsort(start, kind="stable")
    columns = [np.ascontiguousarray(column[order], np.float64) for column in (start, end, low, high)]
    color = user_colors(schedule.workload)[user[order]]
    top = max(float(schedule.workload.platform.processors), float(columns[3].max(initial=0.0)))
    first, last = _span(schedule, columns[1])
    return Rectangles(np.ascontiguousarray(row[order], np.int64), *columns, np.ascontiguousarray(color, np.uint8),
                      (first, last, 0.0, top), by_viewer)


_RECENT: Recent[Rectangles] = Recent(18)     # six runs, three kinds each


def rectangles(key: str, schedule: Schedule, source: str = "real",
               places: Callable[[], Table] | None = None) -> Rectangles:
    """The rectangles of the run of that key, made once per process.

    places: where to take the processors from when the policy named none (a store that keeps them); placement else.
    Raises ValueError for an unknown source, or "virtual" without a virtual schedule, "lag" without
    promises.
    """
    if source not in SOURCES:
        raise ValueError(f"source = {source!r}; wanted: one of {', '.join(SOURCES)}")
    if source == "virtual":
        return _RECENT.get((key, source), lambda: virtual(schedule))
    if source == "lag":
        return _RECENT.get((key, source), lambda: lagging(schedule))
    return _RECENT.get((key, "real"), lambda: real(schedule, _places(schedule, places)))


def _places(schedule: Schedule, places: Callable[[], Table] | None) -> Table:
    if schedule.places is not None:
        return schedule.places
    return places() if places is not None else place(schedule)
