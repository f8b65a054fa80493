"""What processors are idle for, over time: the curves that the plots of idle time and the page share.

Curves of a large run take a second to find, so they are kept beside it (Store.derived), and the last few in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from layouts.drawing.axes import Span
from layouts.drawing.stacked_bars import Part
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun
from scheduler.analysis.idle import ALL, reasons
from scheduler.analysis.idle_over_time import LEVELS, PARTS, Stretches, areas, edges, idle_steps, prefixes, stretches
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

# What they are called and what they look like, in the order of idle_steps.PARTS.
LOOKS = (
    Part("no work", "because no job waits", 0.06, ""),
    Part("does not fit", "because no waiting job fits", 0.18, "."),
    Part("kept free for a reservation", "kept free for a reservation", 0.3, "/"),
    Part("kept free for the head of the queue", "kept free for the head of the queue", 0.85, ""),
    Part("kept free by a rule of the policy", "kept free by a rule of the policy", 0.3, "x"),
    Part("kept free, the log does not tell why", "kept free for a reason the log does not tell", 0.3, "-"),
    Part(
        "split between clusters", "because a job that waits would fit only if the clusters were one machine", 0.5, "|"
    ),
)
NO_WORK, DOES_NOT_FIT, UNTOLD, SPLIT = 0, 1, 5, 6
USABLE = slice(2, 6)  # the parts that waiting jobs could have used
DOWN = (NO_WORK, DOES_NOT_FIT, SPLIT, 2, 3, 4, UNTOLD)  # from the top down, where they are drawn on what is busy


class Store(Protocol):
    """What is needed of the store of results."""

    def derived(self, key: str, name: str, compute: Callable[[Schedule], Table], schedule: Schedule) -> Table:
        """A table made from a run, kept beside it."""


class Curves(NamedTuple):
    """Stepped curves: column i holds from time[i] to time[i + 1]."""

    time: np.ndarray  # [steps + 1] f8, s
    busy: np.ndarray  # [steps] f8, processors
    parts: np.ndarray  # [7, steps] f8, idle processors by what they are idle for


def stored(store: Store, run: FinishedRun) -> Table:
    """Table `idle_steps` of a run, from the store where it is kept."""
    schedule = run.schedule
    return cached("idle steps", lambda: store.derived(run.key, "idle_steps", idle_steps, schedule), schedule)


def of_run(run: FinishedRun) -> Table:
    """Table `idle_steps` of a run."""
    return cached("idle steps", lambda: idle_steps(run.schedule), run.schedule)


def whole(run: FinishedRun) -> np.ndarray:
    """[7] processor-s: the idle area of a run by part, from the first submission to the last end."""

    def summed() -> np.ndarray:
        table = of_run(run)
        length = np.diff(table.time)
        return np.array([float(table.columns[part][:-1] @ length) for part in PARTS])

    return cached("idle areas", summed, run.schedule)


def present_parts(runs: Sequence[FinishedRun]) -> tuple[int, ...]:
    """Indices of the parts that these runs can have, from the top down."""
    reached = {ALL.index(reason) for run in runs for reason in reasons(run.schedule)}
    return tuple(part for part in DOWN if part in reached)


def stretches_of(run: FinishedRun, part: int) -> Stretches:
    """All stretches of a part (index of PARTS) of a run."""
    return cached(("idle stretches", part), lambda: stretches(of_run(run), PARTS[part]), run.schedule)


def curves(table: Table, t0: float, t1: float, buckets: int) -> Curves:
    """The curves over [t0, t1): every step where there are few, else time-weighted means of equal buckets."""
    first, last = np.searchsorted(table.time, t0, "right"), np.searchsorted(table.time, t1, "left")
    if last - first + 1 > buckets:
        at = edges(t0, t1, buckets)
        before = cached("prefixes", lambda: prefixes(table), table)
        level = np.stack(list(areas(table, at, before).values())) / np.diff(at)
        return Curves(at, level[0], level[1:])
    rows = np.arange(first - 1, last)
    level = np.stack([np.where(rows >= 0, table.columns[name][rows].astype(float), 0.0) for name in LEVELS])
    return Curves(np.concatenate(([t0], table.time[first:last], [t1])), level[0], level[1:])


def everywhere(table: Table, extent: Span, window: Span, buckets: int) -> Curves:
    """The curves over all time, most of the buckets spent on the window; the others are for who zooms out of it."""
    borders = (extent[0], *window, extent[1])
    outside = buckets // 8
    wanted = (outside, buckets if window == extent else buckets - 2 * outside, outside)
    spans = [curves(table, t0, t1, count) for (t0, t1), count in zip(pairwise(borders), wanted, strict=True) if t0 < t1]
    times = np.concatenate([part.time[:-1] for part in spans] + [np.array([extent[1]])])
    return Curves(
        times, np.concatenate([part.busy for part in spans]), np.concatenate([part.parts for part in spans], axis=1)
    )


def part_at(steps: Curves, time: float, processors: float) -> int | None:
    """Index of the part that is drawn at a point, the last of DOWN next to what is busy; None where that is busy."""
    step = int(np.searchsorted(steps.time, time, "right")) - 1
    if not 0 <= step < len(steps.busy):
        return None
    tops = steps.busy[step] + np.cumsum(steps.parts[DOWN[::-1], step])
    above = int(np.searchsorted(tops, processors, "right"))
    return DOWN[::-1][above] if processors >= steps.busy[step] and above < len(DOWN) else None


def step_at(steps: Curves, time: float) -> Span:
    """[begin, end) of the step that is drawn at an instant."""
    step = min(max(int(np.searchsorted(steps.time, time, "right")) - 1, 0), len(steps.busy) - 1)
    return float(steps.time[step]), float(steps.time[step + 1])
