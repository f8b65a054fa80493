"""What a Gantt draws of a run: rectangles of time x rows, each with the row of the job or campaign it stands for.

Real rectangles are jobs on the processors placement found for them, or in the bands of their users, sizes or queues, or
in a row per job; virtual ones are campaigns, as high as their user's share of the machine; those of lags are campaigns
in rows, from the promised to the real completion.  Rectangles are kept in the order of their starts in blocks, each
with the latest end in it, so that those a window can touch are a few blocks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from layouts.drawing import fractions
from layouts.gantt import bands, patterns
from layouts.gantt.job_colors import job_colors
from layouts.gantt.lateness import lags
from layouts.gantt.rectangle_queries import BLOCK, nearest, overlapping
from layouts.memory.cache import cached
from layouts.memory.mmap_column import spilled
from layouts.theme import EARLIER, LATER, user_colors
from scheduler.analysis.placement import place, place_virtual
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

SOURCES = (
    "real",
    "virtual",
    "ghost",
    "lag",  # ghost: the real schedule, the virtual one as outlines behind
    "users",
    "sizes",
    "queues",
    "queue",
)  # the real schedule in bands, or in a row per job
OF_ROWS = {
    "processors": "real",
    "users": "users",
    "sizes": "sizes",
    "queues": "queues",
    "queue": "queue",
}  # view.ROWS -> source
JOBS = ("real", "ghost", "users", "sizes", "queues", "queue")  # sources whose rows are jobs
COLUMNS = ("row", "start", "end", "low", "high", "color", "state", "segment", "spans", "by_row")
NO_STATE = np.zeros(0, np.uint8)
NO_ROWS = np.zeros(0, np.int32)
NO_SPANS = np.zeros((0, 0), np.int32)
Window = tuple[float, float, float, float]  # t0, t1 in seconds; p0, p1 in processors


@dataclass(frozen=True)
class Rectangles:
    """Half-open rectangles [start, end) x [low, high), sorted by start."""

    row: np.ndarray  # [rectangles] i4: row of jobs (JOBS) or of campaigns (virtual, lag)
    start: np.ndarray  # [rectangles] f8, s
    end: np.ndarray  # [rectangles] f8, s
    low: np.ndarray  # [rectangles] f4 where whole numbers, else f8, processors or rows
    high: np.ndarray  # [rectangles] like low
    color: np.ndarray  # [rectangles] u1: index of the hue of its user (job_colors.py), or of its side (lag)
    extent: Window  # smallest window that holds all and the whole machine
    by_viewer: bool = True  # whether the processors are placement's choice, not the policy's
    # [rectangles or 0] u1: patterns of its segment, + patterns.WAITING for a wait
    state: np.ndarray = field(default_factory=lambda: NO_STATE)
    # [rectangles or 0] i4: row of segments where jobs share nodes or are killed, -1 for a wait
    segment: np.ndarray = field(default_factory=lambda: NO_ROWS)
    # [2, rows or 0] i4: first rectangle of each row and the one after its last, where those of a row lie together
    spans: np.ndarray = field(default_factory=lambda: NO_SPANS)
    # [rectangles or 0]: rectangles in the order of their rows, where those of a row do not lie together
    by_row: np.ndarray = field(default_factory=lambda: NO_ROWS)
    bands: bands.Bands | None = None

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def latest(self) -> np.ndarray:
        """[blocks] f8, s: the latest end in each block."""
        return np.maximum.reduceat(self.end, np.arange(0, len(self.end), BLOCK)) if len(self.end) else self.end

    def blocks(self, t0: float, t1: float) -> np.ndarray:
        """The blocks outside which no rectangle meets [t0, t1); some inside them may not either."""
        begun = -(-int(np.searchsorted(self.start, t1, "left")) // BLOCK)
        return np.flatnonzero(self.latest[:begun] > t0)

    def inside(self, window: Window, most: int | None = None) -> np.ndarray:
        """Indices of the rectangles that meet a window, in order; of many the first `most`."""
        t0, t1, p0, p1 = (float(bound) for bound in window)
        blocks = self.blocks(t0, t1)
        indices = np.empty(min(len(blocks) * BLOCK, len(self), len(self) if most is None else most), np.int64)
        return indices[: overlapping(self.start, self.end, self.low, self.high, blocks, t0, t1, p0, p1, indices)]

    def of(self, row: int) -> np.ndarray:
        """Indices of the rectangles of a job or campaign."""
        if len(self.spans):
            exists = 0 <= row < self.spans.shape[1]
            return np.arange(self.spans[0, row], self.spans[1, row]) if exists else np.zeros(0, np.int64)
        order, n = self.by_row if len(self.by_row) else _by_row(self.row), len(self)
        first = bisect_left(range(n), row, key=lambda at: self.row[order[at]])
        return order[first : bisect_left(range(n), row + 1, lo=first, key=lambda at: self.row[order[at]])]

    def at(self, t: float, p: float, dt: float = 0.0, dp: float = 0.0) -> int:
        """The rectangle at a point; else the nearest one within dt and dp (what a pixel stands for); else -1."""
        blocks = self.blocks(t - dt, float(np.nextafter(t + dt, np.inf)))
        return int(nearest(self.start, self.end, self.low, self.high, blocks, float(t), float(p), float(dt), float(dp)))

    def here(self, t: float, p: float, dt: float, dp: float, most: int) -> int:
        """How many jobs or campaigns meet the box of dt x dp around a point; more than `most` rectangles are not
        told apart."""
        indices = self.inside((t - dt / 2, t + dt / 2, p - dp / 2, p + dp / 2), most + 1)
        return len(indices) if len(indices) > most else len(np.unique(self.row[indices]))


def real(schedule: Schedule, places: Table) -> Rectangles:
    """The jobs (or segments, where the run has them) of a schedule on the processors of a table `places`."""
    state = patterns.of_segments(schedule)
    shared = fractions.pieces(schedule, places)
    if shared is not None and state is not None:
        job = schedule.table("segments").job[shared.segment]
        return _sorted(
            schedule,
            job,
            shared.begin,
            shared.end,
            None,
            shared.low,
            shared.high,
            False,
            state[shared.segment],
            segment=shared.segment,
        )
    intervals = holding(schedule.placed, schedule.segments)
    return _sorted(
        schedule,
        intervals.job,
        intervals.begin,
        intervals.end,
        places.segment,
        places.first,
        places.first + places.count,
        not schedule.has_places,
        state,
        segment=_segments(schedule),
    )


def banded(schedule: Schedule, kind: str, pinned: Sequence[int] = ()) -> Rectangles:
    """The jobs in the bands of their users, sizes or queues (bands.KINDS), as high as this run needs them.

    pinned: numbers of users whose bands come first.
    """
    fitted_bands, interval, low, count = bands.placed(schedule, bands.bands(schedule, kind, pinned))
    intervals = holding(schedule.placed, schedule.segments)
    bars = _sorted(
        schedule,
        intervals.job,
        intervals.begin,
        intervals.end,
        interval,
        low,
        low + count,
        True,
        patterns.of_segments(schedule),
        float(fitted_bands.top),
        segment=_segments(schedule),
    )
    return replace(bars, bands=fitted_bands)


def aligned(own: Rectangles, others: Sequence[Rectangles]) -> Rectangles:
    """The same with bands as high as any of these runs needs them, so that they are at the same place in all."""
    if own.bands is None or not others:
        return own
    height = bands.together([one.bands for one in (own, *others) if one.bands is not None])
    if np.array_equal(height, own.bands.height):
        return own
    raised = replace(own.bands, height=height)
    up = (raised.low - own.bands.low)[own.bands.of[own.row]].astype(own.low.dtype)
    extent = (*own.extent[:2], 0.0, float(raised.top))
    return replace(own, low=own.low + up, high=own.high + up, extent=extent, bands=raised)


def folded(boxes: Rectangles) -> Rectangles:
    """The same with all bands folded but those pinned (bands.folded): what is in a band is there in miniature.

    Each rectangle is at least a quarter of its strip high, so that a job of few processors can be seen.
    """
    if boxes.bands is None:
        return boxes
    before, after = boxes.bands, bands.folded(boxes.bands)
    band = before.of[boxes.row]
    scale, low, onto = (after.height / before.height)[band], before.low[band], after.low[band]
    bottom, top = onto + (boxes.low - low) * scale, onto + (boxes.high - low) * scale
    least = np.where(scale < 1, after.height[band] / 4, 0.0)
    bottom = np.minimum(bottom, onto + after.height[band] - least)
    return replace(
        boxes,
        low=bottom,
        high=np.maximum(top, bottom + least),
        bands=after,
        extent=(*boxes.extent[:2], 0.0, float(after.top)),
    )


def _segments(schedule: Schedule) -> np.ndarray | None:
    """The rows of segments where there is more to say of them than of their job, for rectangles that are one each."""
    more = schedule.shares_nodes or schedule.kills or schedule.resizes
    return np.arange(len(schedule.table("segments"))) if more else None


def queued(schedule: Schedule) -> Rectangles:
    """A row per job in the order of submission, the first at the top: its wait, its pauses, and when it runs."""
    intervals, placed = holding(schedule.placed, schedule.segments), schedule.placed
    n = len(placed)
    order = np.argsort(placed.submit, kind="stable")
    row = np.empty(n, np.float64)
    row[placed.job[order]] = n - 1.0 - np.arange(n)
    waits, paused = placed.start > placed.submit, pauses(schedule)
    job = np.concatenate((placed.job[waits], paused.job, intervals.job))
    begin = np.concatenate((placed.submit[waits], paused.begin, intervals.begin))
    end = np.concatenate((placed.start[waits], paused.end, intervals.end))
    runs, still = patterns.of_segments(schedule), int(waits.sum()) + len(paused.job)
    state = np.concatenate(
        (np.full(still, patterns.WAITING, np.uint8), np.zeros(len(intervals.job), np.uint8) if runs is None else runs)
    )
    segment = _segments(schedule)
    return _sorted(
        schedule,
        job,
        begin,
        end,
        None,
        row[job],
        row[job] + 1.0,
        False,
        state,
        float(max(n, 1)),
        segment=None if segment is None else np.concatenate((np.full(still, -1), segment)),
    )


def pauses(schedule: Schedule) -> Holding:
    """When jobs that share nodes, or are killed, have none between two times they run; nothing for other schedules."""
    if not (schedule.shares_nodes or schedule.kills):
        none = np.zeros(0, np.int64)
        return Holding(none, none.astype(float), none.astype(float), none, none)
    s = schedule.table("segments")
    order = np.lexsort((s.begin, s.job))
    job, begin, end = s.job[order], s.begin[order], s.end[order]
    gap = np.flatnonzero((job[1:] == job[:-1]) & (begin[1:] > end[:-1]))
    return Holding(job[gap], end[gap], begin[gap + 1], s.processors[order][gap], schedule.placed.cluster[job[gap]])


def virtual(schedule: Schedule) -> Rectangles:
    """The campaigns of the virtual schedule as streams; raises ValueError where there is none."""
    if not schedule.is_fluid:
        raise ValueError("this schedule has no virtual schedule")
    streams, campaigns = place_virtual(schedule), schedule.workload.table("campaigns")
    return _sorted(
        schedule,
        streams.campaign,
        streams.begin,
        streams.end,
        None,
        streams.low,
        streams.high,
        False,
        user=campaigns.user,
    )


def lagging(schedule: Schedule) -> Rectangles:
    """The campaigns in rows, the first at the top, from the promised to the real completion; raises ValueError."""
    campaigns = lags(schedule)
    start = np.minimum(campaigns.promised, campaigns.completed)
    end = np.maximum(campaigns.promised, campaigns.completed)
    low = np.arange(len(campaigns), dtype=np.float64)[::-1]
    order = np.argsort(start, kind="stable")
    color = np.where(campaigns.lag > 0, LATER, EARLIER).astype(np.uint8)
    first, last = _span(schedule, end)
    extent = (first, last, 0.0, max(float(len(campaigns)), 1.0))
    return Rectangles(
        campaigns.campaign[order].astype(np.int32),
        start[order],
        end[order],
        low[order],
        low[order] + 1.0,
        color[order],
        extent,
        False,
    )


def _span(schedule: Schedule, end: np.ndarray) -> tuple[float, float]:
    """First submission and last end, at least a second apart."""
    first = float(schedule.placed.submit.min()) if len(schedule.placed) else 0.0
    return first, max(float(end.max(initial=first)), first + 1.0)


def _sorted(
    schedule: Schedule,
    row: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    of: np.ndarray | None,
    low: np.ndarray,
    high: np.ndarray,
    by_viewer: bool,
    state: np.ndarray | None = None,
    top: float | None = None,
    user: np.ndarray | None = None,
    segment: np.ndarray | None = None,
) -> Rectangles:
    """row, begin, end, state, segment: of the intervals; low, high: of rectangles, `of` which (None: one each).

    user: of each row, where rows are not jobs.  top: rows, where it is not the machine.
    """
    at, spans = _order(row, begin, of)
    interval = at if of is None else of[at]
    hues = job_colors(schedule.workload) if user is None else user_colors(schedule.workload)[user].astype(np.uint8)
    color = hues[row][interval]
    lows, highs = (_compact(column)[at] for column in (low, high))
    if top is None:
        top = max(float(schedule.workload.platform.processors), float(highs.max(initial=0.0)))
    rows = row.astype(np.int32)[interval]
    return Rectangles(
        rows,
        np.asarray(begin, np.float64)[interval],
        np.asarray(end, np.float64)[interval],
        lows,
        highs,
        color,
        (*_span(schedule, end), 0.0, top),
        by_viewer,
        NO_STATE if state is None else state[interval],
        NO_ROWS if segment is None else segment[interval].astype(np.int32),
        NO_SPANS if spans is None else spans,
        _by_row(rows) if spans is None else NO_ROWS,
    )


def _by_row(row: np.ndarray) -> np.ndarray:
    return np.argsort(row, kind="stable")


def _order(row: np.ndarray, begin: np.ndarray, of: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """(rectangles by start, then by interval; Rectangles.spans, None where a row's may lie apart)."""
    if of is not None and np.any(of[1:] < of[:-1]):
        return np.argsort(begin[of], kind="stable"), None
    order = np.argsort(begin, kind="stable")
    counts = np.ones(len(begin), np.int64) if of is None else np.bincount(of, minlength=len(begin))
    mine = counts[order]
    last = np.cumsum(mine)
    spans = np.empty((2, len(row)), np.int32)
    spans[:, order] = last - mine, last
    together = spans if np.array_equal(row, np.arange(len(row))) else None
    if of is None:
        return order, together
    shift = ((np.cumsum(counts) - counts)[order] - last + mine).astype(np.int32)
    return np.repeat(shift, mine) + np.arange(len(of), dtype=np.int32), together


def _compact(column: np.ndarray) -> np.ndarray:
    """Rows as f4 where that is exact."""
    small = np.asarray(column, np.float32)
    return small if np.array_equal(small, column) else np.asarray(column, np.float64)


def _spilled(bars: Rectangles) -> Rectangles:
    """The same rectangles with their columns out of the way until they are looked at."""
    columns: dict[str, Any] = {name: spilled(getattr(bars, name)) for name in COLUMNS}
    return replace(bars, **columns)


_MAKE = {
    "virtual": virtual,
    "lag": lagging,
    "queue": queued,
    "sizes": lambda schedule: banded(schedule, "sizes"),
    "queues": lambda schedule: banded(schedule, "queues"),
}


def rectangles(
    key: str,
    schedule: Schedule,
    source: str = "real",
    places: Callable[[], Table] | None = None,
    beside: Sequence[tuple[str, Schedule]] = (),
    pinned: tuple[int, ...] = (),
    fold: bool = False,
) -> Rectangles:
    """The rectangles of the run of that key, made once per process.

    places: where to take the processors from when the policy named none (a store that keeps them); placement else.
    beside: other runs (key, schedule) whose bands are to be at the same place.  pinned: numbers of the users whose
    bands come first.  fold: whether all other bands are folded.

    Raises ValueError for an unknown source, or "virtual" without a virtual schedule, "lag" without promises.
    """
    if source not in SOURCES:
        raise ValueError(f"source = {source!r}; wanted: one of {', '.join(SOURCES)}")
    if source in ("real", "ghost"):
        return cached("real rectangles", lambda: _spilled(real(schedule, _places(schedule, places))), schedule)
    first = pinned if source == "users" else ()
    if fold and source in bands.KINDS:
        boxes = rectangles(key, schedule, source, places, beside, pinned)
        return cached(("folded rectangles", source, first), lambda: _spilled(folded(boxes)), schedule, boxes)
    make = (lambda run: banded(run, source, first)) if source == "users" else _MAKE[source]
    own = cached(("rectangles", source, first), lambda: _spilled(make(schedule)), schedule)
    others = [(other, run) for other, run in beside if other != key] if own.bands is not None else []
    if not others:
        return own
    beside_it = dict(sorted(others)).values()
    return cached(
        ("aligned rectangles", source, first),
        lambda: _spilled(aligned(own, [rectangles(*one, source, pinned=first) for one in others])),
        schedule,
        *beside_it,
    )


def _places(schedule: Schedule, places: Callable[[], Table] | None) -> Table:
    if schedule.has_places:
        return schedule.table("places")
    return places() if places is not None else place(schedule)
