"""Which Gantt charts a run has in each mode of real and virtual schedules, and what their axes hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts.gantt import bands
from layouts.gantt.lateness import kind_of, lags
from layouts.gantt.rectangles import OF_ROWS, SOURCES, Rectangles, Window, rectangles
from layouts.state import link
from layouts.state.view import MODES, ROWS, FinishedRun, View, alike
from layouts.words.above_machine import comparable

# which bounds of a view hold for the rows
ROWS_OF = {
    "real": "p",
    "virtual": "p",
    "ghost": "p",
    "lag": "c",
    "users": "p",
    "sizes": "p",
    "queues": "p",
    "queue": "p",
}


def drawn(run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str) -> Rectangles:
    """The rectangles of a chart, its bands at the same place as those of the other runs where axes are shared."""
    others = set(beside(run, runs, view, source))
    return rectangles(
        run.key,
        run.schedule,
        source,
        beside=[(run.key, run.schedule) for run in runs if run.key in others],
        pinned=pinned(view, source),
        fold=is_folded(view, source),
    )


def pinned(view: View, source: str) -> tuple[int, ...]:
    """Numbers of the users whose rows come first in charts of a source."""
    return link.pins(view.pin) if source == OF_ROWS["users"] else ()


def is_folded(view: View, source: str) -> bool:
    """Whether the rows of charts of a source are folded, but for those pinned."""
    return view.fold and source in bands.KINDS


def beside(run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str) -> tuple[str, ...]:
    """Keys of the other runs that decide where a chart's bands are."""
    if source not in bands.KINDS or not view.shared or run.rows is not None:
        return ()
    return tuple(sorted({run.key for run in alike(runs) if len(run.schedule.placed)} - {run.key}))


def extent_of(runs: Sequence[FinishedRun], view: View, boxes: Rectangles, source: str) -> Window:
    """What a chart's axes can show: all runs where the axes are shared; rows of campaigns are a run's own.

    So are the processors of a run that holds more than there are: the others' axes end at the machine.
    """
    if not view.shared:
        return boxes.extent
    if source in OF_ROWS.values() and source != "real":
        return (*_times(runs), *boxes.extent[2:])
    t0, t1 = shared_extent(runs, view.mode)[:2]
    if source == "lag":
        return (t0, t1, *boxes.extent[2:])
    p0, p1 = shared_extent(comparable(runs), view.mode)[2:]
    return t0, t1, min(p0, boxes.extent[2]), max(p1, boxes.extent[3])


def _times(runs: Sequence[FinishedRun]) -> tuple[float, float]:
    """First submission and last end of all runs, at least a second apart."""
    tables = [run.schedule.placed for run in runs if len(run.schedule.placed)]
    first = min((float(placed.submit.min()) for placed in tables), default=0.0)
    return first, max([float(placed.end.max()) for placed in tables] + [first + 1.0])


def shared_extent(runs: Sequence[FinishedRun], mode: str = "stacked") -> Window:
    """The smallest window that holds every run, real and virtual, and the whole machine; deadlines where they show."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    extents = [rectangles(run.key, run.schedule, source).extent for run in with_jobs for source in sources(run)]
    t0, t1, p0, p1 = zip(*extents, strict=True) if extents else ((0.0,), (1.0,), (0.0,), (1.0,))
    ends = [
        float(lags(run.schedule).promised.max(initial=0.0))
        for run in with_jobs
        if mode == "lag" and kind_of(run.schedule)
    ]
    return min(t0), max((*t1, *ends)), min(p0), max(p1)


def sources(run: FinishedRun) -> tuple[str, ...]:
    """The schedules a run has: real, and virtual for campaign policies."""
    return SOURCES[:2] if run.schedule.is_fluid else SOURCES[:1]


def charts(run: FinishedRun, mode: str, rows: str = ROWS[0]) -> tuple[str, ...]:
    """The charts of a run in a mode of real and virtual schedules, from top to bottom.

    rows: what a row is; virtual schedules have no other rows than processors.
    """
    if rows != ROWS[0]:
        return (OF_ROWS[rows],)
    if mode == "ghost":
        return ("ghost",) if run.schedule.is_fluid else ("real",)
    if mode == "lag":
        return ("real", "lag") if kind_of(run.schedule) else ("real",)
    return sources(run)


def modes(runs: Sequence[FinishedRun]) -> tuple[str, ...]:
    """The modes that show some run otherwise than the first one does."""
    return tuple(
        mode
        for mode in MODES
        if mode == MODES[0] or any(charts(run, mode) not in (("real",), charts(run, MODES[0])) for run in runs)
    )


def window_of(view: View, extent: Window, rows: str = "p") -> Window:
    """The window of the view within the extent; the extent itself where the view says nothing or nothing sensible.

    rows: whether the view's processors (p) or its rows of campaigns (c) are asked for.
    """
    asked = (view.t0, view.t1, getattr(view, f"{rows}0"), getattr(view, f"{rows}1"))
    t0, t1, p0, p1 = (
        bound if value is None or not np.isfinite(value) else float(value)
        for value, bound in zip(asked, extent, strict=True)
    )
    t0, t1 = max(t0, extent[0]), min(t1, extent[1])
    p0, p1 = max(p0, extent[2]), min(p1, extent[3])
    if not t0 < t1:
        t0, t1 = extent[:2]
    if not p0 < p1:
        p0, p1 = extent[2:]
    return t0, t1, p0, p1


def campaigns(run: FinishedRun) -> int:
    """How many campaigns there are to step through: none where the policy does not know them."""
    return run.schedule.workload.campaign_count if run.schedule.has_virtual else 0
