"""The plan at a moment in a Gantt: left of it what has happened, right of it what the policy then meant to do.

Jobs that run at the moment go on to the end they requested, hatched; reservations are dashed outlines.  Nothing else is
right of the moment, for nobody knew more.  Processors are placement's choice as everywhere: the plan is placed as if
it were what happens, so what has happened stays where the real chart has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.tables import First
from layouts.gantt.rectangles import NO_ROWS, NO_SPANS, NO_STATE, Rectangles, Window, real, rectangles
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, View
from scheduler.analysis.placement import place
from scheduler.durations import instant
from scheduler.durations import moment as clock
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.user_names import label
from scheduler.replay.plan import Plan, first_starts, logged, reserves, waiting

MOST = 1_000  # rectangles right of the moment that are drawn
MARKS = (
    "Left of the line is what has happened by then.",
    "Right of it, running jobs are hatched to the end they requested, and dashed outlines are reservations of jobs "
    "that wait.",
)
MANY = f"Only the {theme.number(MOST)} largest of them are drawn."
ROWS = 200  # of the table, per run


class Moment(NamedTuple):
    """A run at a moment."""

    time: float  # s
    plan: Plan
    past: Rectangles  # what has happened: cut at the moment
    ahead: Rectangles  # running jobs from the moment on, and reservations
    whole: Rectangles  # both, not cut


def drawn(run: FinishedRun, view: View, source: str = "real") -> Moment | None:
    """What a chart of a run shows of the view's plan; None where it shows none."""
    if view.plan is None or source != "real" or not has_plans(run):
        return None
    time = view.plan
    return cached(("plan", time), lambda: moment(run.schedule, time, run.plan), run.schedule)


def has_plans(run: FinishedRun) -> bool:
    """Whether a run has a plan to show: it makes reservations, and its decisions are kept or were made again."""
    has_one = run.schedule.has_decisions or run.plan is not None
    return has_one and bool(len(run.schedule.placed)) and reserves(run.schedule)


def moment(schedule: Schedule, time: float, reservations: Plan | None = None) -> Moment:
    """A run at an instant (s), placed as if the plan were what happens.

    reservations: those of the instant, where the run keeps no decisions to read them from.
    """
    reservations = logged(schedule, time) if reservations is None else reservations
    meant = intended(schedule, reservations, time)
    whole = real(meant, place(meant))
    past = cut(whole, np.minimum(whole.end, time), None, whole.start <= time)
    ahead = cut(whole, None, np.maximum(whole.start, time), whole.end > time)
    return Moment(time, reservations, past, ahead, whole)


def intended(schedule: Schedule, reservations: Plan, time: float) -> Schedule:
    """The schedule of what has started and of what is reserved, running jobs to the end they requested."""
    placed, requested = schedule.placed, schedule.workload.jobs.requested_time
    rows = np.concatenate((np.flatnonzero(placed.start <= time), reservations.job))
    begun = placed.take(rows)
    start = begun.start.copy()
    start[len(rows) - len(reservations.job) :] = reservations.start
    cluster = begun.cluster.copy()
    cluster[len(rows) - len(reservations.job) :] = reservations.cluster
    end = np.where((begun.start <= time) & (begun.end <= time), begun.end, start + requested[rows])
    table = Table.of("placed", **(begun.columns | {"start": start, "end": end, "cluster": cluster}))
    return replace(schedule, placed=table, segments=None, places=None)


def cut(boxes: Rectangles, end: np.ndarray | None, start: np.ndarray | None, kept: np.ndarray) -> Rectangles:
    """Those of the rectangles that are kept, with other starts or ends; what is left without length is dropped."""
    begin, over = boxes.start if start is None else start, boxes.end if end is None else end
    rows = np.flatnonzero(kept & (over > begin))
    rows = rows[np.argsort(begin[rows], kind="stable")]
    return replace(
        boxes,
        row=boxes.row[rows],
        start=begin[rows],
        end=over[rows],
        low=boxes.low[rows],
        high=boxes.high[rows],
        color=boxes.color[rows],
        state=NO_STATE,
        segment=NO_ROWS,
        spans=NO_SPANS,
        by_row=np.argsort(boxes.row[rows], kind="stable"),
        bands=None,
    )


# ---- what the chart needs of it -------------------------------------------------------------------------------------


def past(run: FinishedRun, view: View, source: str) -> Rectangles:
    """The rectangles of a chart: what has happened by the moment, where it shows a plan; else all."""
    planned = drawn(run, view, source)
    return rectangles(run.key, run.schedule, source) if planned is None else planned.past


def whole(run: FinishedRun, view: View, source: str) -> Rectangles:
    """The rectangles in which a selected job is outlined."""
    planned = drawn(run, view, source)
    return rectangles(run.key, run.schedule, source) if planned is None else planned.whole


def widened(extent: Window, runs: Sequence[FinishedRun], view: View) -> Window:
    """The extent, with room for the latest plan."""
    moments = [drawn(run, view) for run in runs]
    latest = max((float(one.ahead.end.max(initial=extent[1])) for one in moments if one is not None), default=extent[1])
    return extent[0], max(extent[1], latest), extent[2], extent[3]


def title(run: FinishedRun, view: View, source: str) -> str:
    """What a chart of a plan is called; empty where it shows none."""
    planned = drawn(run, view, source)
    return "" if planned is None else f"plan at {instant(planned.time)}"


def meta(run: FinishedRun, view: View, source: str) -> dict:
    """{"plan": {time, boxes}} for the scripts: {row of jobs: [[start, end, low, high], ...]} right of the moment."""
    planned = drawn(run, view, source)
    if planned is None:
        return {}
    ahead, boxes = planned.ahead, dict[str, list[list[float]]]()
    for at in largest(ahead):
        boxes.setdefault(str(ahead.row[at]), []).append(
            [float(column[at]) for column in (ahead.start, ahead.end, ahead.low, ahead.high)]
        )
    return {"plan": {"time": planned.time, "boxes": boxes}}


def largest(ahead: Rectangles) -> np.ndarray:
    """The rectangles that are drawn: the MOST largest, in their order."""
    area = (ahead.end - ahead.start) * (ahead.high - ahead.low)
    return np.sort(np.argsort(-area, kind="stable")[:MOST])


# ---- in words -------------------------------------------------------------------------------------------------------


def describe(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Sentences on the plan of every run that makes some; nothing where no moment is chosen."""
    if view.plan is None:
        return []
    sentences = [one for run in runs if reserves(run.schedule) for one in _sentences(run, view)]
    moments = [one for one in (drawn(run, view) for run in runs) if one is not None]
    sentences += MARKS if moments else ()
    return sentences + ([MANY] if any(len(one.ahead) > MOST for one in moments) else [])


def _sentences(run: FinishedRun, view: View) -> list[str]:
    planned, schedule = drawn(run, view), run.schedule
    if planned is None:
        return [f"The plan of {run.name} at this moment has to be simulated again before it is shown."]
    begin = f"At {instant(planned.time)} the plan of {run.name} has"
    without = int(waiting(schedule, planned.time).sum()) - len(planned.plan.job)
    others = [f"{_counted(without, 'job', 'waits', 'wait')} without a reservation."] if without else []
    if not len(planned.plan.job):
        return [f"{begin} no reservation.", *others]
    last, job = instant(planned.plan.start[-1]), schedule.workload.jobs.job_id[planned.plan.job[-1]]
    where = f" in cluster {int(planned.plan.cluster[-1]) + 1}" if schedule.workload.has_clusters else ""
    if len(planned.plan.job) == 1:
        return [f"{begin} one reservation, for {last}{where} (job {job}).", *others]
    return [
        f"{begin} {theme.number(len(planned.plan.job))} reservations, the farthest for {last}{where} (job {job}).",
        *others,
    ]


def _counted(count: int, noun: str, one: str, many: str) -> str:
    return f"{theme.counted(count, noun)} {one if count == 1 else many}"


def table(run: FinishedRun, view: View) -> list[dict] | None:
    """The reservations of a run by planned start, beside the first promise and the real start; None without a plan.

    On several clusters also where: as it is planned, and as it was.
    """
    planned = drawn(run, view)
    if planned is None:
        return None
    schedule, first, jobs = run.schedule, first_starts(run.schedule), run.schedule.workload.jobs
    there = schedule.workload.has_clusters
    rows = (
        {
            "run": run.name,
            "job": int(jobs.job_id[job]),
            "user": label(schedule.workload, int(jobs.user_id[job])),
            "processors": int(size),
        }
        | ({"cluster": int(where) + 1} if there else {})
        | {
            "promised start": clock(float(start)),
            "first promise": clock(float(first[job])),
            "real start": clock(float(schedule.placed.start[job])),
        }
        | ({"real cluster": int(schedule.placed.cluster[job]) + 1} if there else {})
        for job, start, _, size, where in zip(*(column[:ROWS] for column in planned.plan), strict=True)
    )
    return First(rows, len(planned.plan.job))
