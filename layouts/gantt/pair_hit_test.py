"""What is at a point of a chart that shows two runs - a difference or an overlay - and where a job is in it.

A row is a job, as in charts of one run; its facts are those of the run the chart belongs to, and a line says when the
same job ran in the baseline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts.gantt import hit_test, job_facts
from layouts.gantt.difference import Areas, Difference, Lanes, common, difference
from layouts.gantt.rectangles import OF_ROWS, Rectangles
from layouts.memory.cache import cached
from layouts.theme import counted, number
from layouts.words import unit_names
from scheduler.durations import human, moment
from scheduler.model.clusters import first_processors
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name

KINDS = ("difference", "overlay")
# sources of two runs: "difference" with rows by processors, "difference-users" by users, ...
SOURCES = {
    f"{kind}{end}": source
    for kind in KINDS
    for source, end in [(source, "" if rows == "processors" else f"-{rows}") for rows, source in OF_ROWS.items()]
}
SAME = 1e-6  # s: starts that differ by less are the same


class Side(NamedTuple):
    """A run as one side of a chart: its rectangles are in the rows of the chart."""

    key: str
    schedule: Schedule
    bars: Rectangles


def source_of(kind: str, rows: str) -> str:
    """The source of charts of a kind (KINDS) with such rows (view.ROWS)."""
    return kind if rows == "processors" else f"{kind}-{rows}"


def beside(key: str, base: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The runs the address of a chart of two names: the baseline first, then all others its rows are aligned with."""
    return base, *(other for other in keys if other not in (key, base))


# ---- differences ----------------------------------------------------------------------------------------------------


def lanes(run: Side, rows: str) -> Lanes | None:
    """The lanes of a difference in the rows of a run (a source of rectangles); None for processors of one machine."""
    bars, jobs, platform = run.bars, len(run.schedule.placed), run.schedule.workload.platform
    if rows == "real":
        low = first_processors(platform).astype(np.float64)
        return Lanes(None, low, low + platform.clusters, np.ones(jobs)) if run.schedule.workload.has_clusters else None
    if bars.bands is not None:
        low = bars.bands.low.astype(np.float64)
        return Lanes(bars.bands.of.astype(np.int64), low, low + bars.bands.height, np.ones(jobs))
    row, low = np.zeros(jobs, np.int64), np.arange(jobs, dtype=np.float64)
    row[bars.row] = bars.low.astype(np.int64)
    return Lanes(row, low, low + 1.0, 1.0 / np.maximum(run.schedule.placed.processors, 1))


def apart(run: Side, base: Side, rows: str) -> tuple[Difference, Lanes | None]:
    """The difference of two runs in such rows (a source of rectangles), made once per process, and its lanes."""

    def compare() -> tuple[Difference, Lanes | None]:
        own = lanes(run, rows)
        return difference(base.schedule, run.schedule, own), own

    bands = run.bars.bands
    own_rows = () if bands is None else (bands.names, tuple(bands.height.tolist()))
    return cached(("difference", rows, own_rows), compare, run.schedule, base.schedule)


def of_difference(run: Side, base: Side, rows: str, args: Mapping[str, str]) -> dict[str, Any]:
    """The answer to ?t=&p=[&dt=&dp=] or ?job=[&step=] in a difference as JSON.

    The jobs that run at an instant are stacked as the picture has them: first those that run in both, each by start.
    """
    areas, own = apart(run, base, rows)
    if "campaign" in args:
        return {"job": None}
    if "job" in args:
        facts = hit_test.answer(run.schedule, run.bars, rows, None, args)
        return facts_of_both(run, base, int(facts["job"])) | {"rectangles": stretch(run, own, int(facts["job"]))}
    t, p, dt, _ = hit_test.point(args)
    lane = areas.lane(p)
    if lane < 0:
        return {"job": None}
    t = areas.widest(lane, t, dt / 2)
    same, baseline, mine = areas.at(lane, t)
    height = p - float(areas.low[lane])
    facts = {"here": len(np.union1d(running(run.schedule, t), running(base.schedule, t)))}
    counts = f"at {moment(t)}: {_busy(mine)} here, {_busy(baseline)} in the baseline"
    if height >= max(baseline, mine):
        return facts | {"job": None, "lines": ["idle in both runs", *([] if rows == "queue" else [counts])]}
    here = height < mine
    who, other = (run.schedule, base.schedule) if here else (base.schedule, run.schedule)
    row = _stacked(who, other, t, height, own, lane)
    head = _head(height, same, baseline, mine)
    job = facts_of_both(run, base, row)
    lines = [head, *([] if rows == "queue" else [counts]), *job["lines"]]
    return facts | job | {"lines": lines, "rectangles": stretch(run, own, row)}


def job_by_job(run: Schedule, base: Schedule) -> Areas:
    """Processor-seconds in which jobs run in both and in only one of two runs, each job for itself."""
    both = common(base, run)
    same = float((both.end - both.begin) @ both.processors)
    first, second = (
        float((intervals.end - intervals.begin) @ intervals.processors)
        for intervals in (holding(one.placed, one.segments) for one in (base, run))
    )
    return Areas(same, 0.0, first - same, second - same)


def running(schedule: Schedule, t: float, own: Lanes | None = None, lane: int = 0) -> np.ndarray:
    """[...] rows of the jobs that run at an instant, each once; own: in one of these lanes."""
    intervals = holding(schedule.placed, schedule.segments)
    now = (intervals.begin <= t) & (t < intervals.end)
    return np.unique(intervals.job[now if own is None else now & (own.of(intervals) == lane)])


def _stacked(schedule: Schedule, other: Schedule, t: float, height: float, own: Lanes | None, lane: int) -> int:
    """The job at a height of the stack of a run at an instant."""
    rows = running(schedule, t, own, lane)
    alone = ~np.isin(rows, running(other, t, own, lane))
    rows = rows[np.lexsort((rows, schedule.placed.start[rows], alone))]
    thick = schedule.placed.processors[rows] * (1.0 if own is None else own.thick[rows])
    return int(rows[min(int(np.searchsorted(np.cumsum(thick), height, "right")), len(rows) - 1)])


def _head(height: float, same: float, baseline: float, mine: float) -> str:
    if height < same:
        return "busy in both runs, with the same jobs"
    if height < min(baseline, mine):
        return "busy in both runs, with other jobs"
    return "busy only in this run" if mine > baseline else "busy only in the baseline"


def _busy(processors: float) -> str:
    return f"{number(round(processors))} busy"


def stretch(run: Side, own: Lanes | None, job: int) -> list[list[float]]:
    """When a job ran, over all rows of its lane: a stack has no place for it."""
    intervals = holding(run.schedule.placed, run.schedule.segments)
    mine = np.flatnonzero(intervals.job == job)[: job_facts.OUTLINED]
    low, high = (
        (np.zeros(len(intervals.job)), np.full(len(intervals.job), run.bars.extent[3]))
        if own is None
        else (edge[own.of(intervals)] for edge in (own.low, own.high))
    )
    return [[float(column[at]) for column in (intervals.begin, intervals.end, low, high)] for at in mine]


# ---- overlays -------------------------------------------------------------------------------------------------------


def of_overlay(run: Side, base: Side, rows: str, args: Mapping[str, str]) -> dict[str, Any]:
    """The answer to ?t=&p=[&dt=&dp=], ?job=[&step=] or ?campaign= in an overlay as JSON.

    Where the run has no job, that of the baseline counts.  Rectangles are those of the job in the run, then those in
    the baseline.
    """
    facts = hit_test.answer(run.schedule, run.bars, rows, None, args)
    if facts["job"] is None and "campaign" not in args and "job" not in args:
        at = base.bars.at(*hit_test.point(args))
        facts = {"job": None} if at < 0 else {"job": int(base.bars.row[at]), "here": 1}
    if facts["job"] is None:
        return facts
    row = int(facts["job"])
    there = base.bars.of(row)
    boxes = job_facts.boxes(run.bars, run.bars.of(row)) + job_facts.boxes(base.bars, there)
    return facts | facts_of_both(run, base, row) | {"rectangles": boxes[: job_facts.OUTLINED]}


# ---- the same job in both -------------------------------------------------------------------------------------------


def facts_of_both(run: Side, base: Side, job: int) -> dict[str, Any]:
    """The facts of a job in the run, with lines that compare its times with those in the baseline."""
    facts, before = (job_facts.of_job(side.schedule, job) for side in (run, base))
    size = counted(facts["processors"], unit_names.piece(run.schedule.workload))
    lines = [
        f"job {facts['job_id']} · {user_name(run.schedule.workload, facts['user'])} · {size}",
        f"this run: {moment(facts['start'])} to {moment(facts['end'])}, waited {human(facts['wait'])}",
        f"baseline: {moment(before['start'])} to {moment(before['end'])}, waited {human(before['wait'])}",
        later(facts["start"] - before["start"]),
    ]
    return facts | {"lines": lines}


def later(by: float) -> str:
    """By how much a job starts later (s) than in the baseline, in words."""
    if abs(by) < SAME:
        return "starts when it does in the baseline"
    return f"starts {human(abs(by))} {'later' if by > 0 else 'earlier'} than in the baseline"
