"""What is at a point of a Gantt, or what a row of it is: facts, rectangles, and how many more are there.

Steps lead from a job to a neighbor: to the one that starts before or after it, to that of the same user, or to the one
drawn above or below it at the same time.  The times a selected range snaps to are the edges of what a window shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts.gantt import job_facts, outlines, raster
from layouts.gantt.coloring import PALE, Coloring
from layouts.gantt.picture_request import Picture, RefusedError, finite, row
from layouts.gantt.rectangles import JOBS, Rectangles, Window
from layouts.memory.cache import cached
from layouts.theme import COLORS, counted, number
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name, users_known

Drawing = tuple[Schedule, Rectangles, str]  # what a chart draws: a run, its rectangles, their source
MOST_HERE = 10_000  # rectangles at one point that are counted
BESIDE = ("lag", "queue")  # sources with a row for each: beside its bar counts too
STEPS = ("next", "previous", "next_of_user", "previous_of_user", "above", "below")


def answer(
    schedule: Schedule, bars: Rectangles, source: str, behind: Rectangles | None, args: Mapping[str, str]
) -> dict[str, Any]:
    """The answer to ?t=&p=[&dt=&dp=], ?job=[&step=] or ?campaign= as JSON.

    behind: the virtual schedule of a chart that shows one.  Raises RefusedError.
    """
    if "campaign" in args:
        campaign = row(
            args["campaign"],
            schedule.workload.campaign_count,
            f"There is no campaign {args['campaign'][:20]!r} in this schedule.",
        )
        if source not in JOBS and not len(bars.of(campaign)):
            return {"job": None}
        facts = (
            job_facts.of_members(schedule, bars, campaign)
            if source in JOBS
            else job_facts.at(schedule, bars, source, campaign)
        )
    else:
        facts = _of_row(schedule, bars, source, behind, args)
    if facts["job"] is None and "campaign" not in facts:
        return facts
    return facts if behind is None else facts | _stream(behind, int(facts["campaign"]), source)


def _of_row(
    schedule: Schedule, bars: Rectangles, source: str, behind: Rectangles | None, args: Mapping[str, str]
) -> dict[str, Any]:
    if "job" in args:
        return job_facts.at(schedule, bars, source, _stepped(schedule, bars, source, args))
    t, p, dt, dp = point(args)
    at = _at(bars, source, t, p, dt, dp)
    if at >= 0:
        facts = job_facts.at(schedule, bars, source, int(bars.row[at]))
        facts["lines"] = [*facts["lines"], *job_facts.here(schedule, bars, at)]
        return _here(facts, schedule, bars, source, at, (t, p, dt, dp))
    at = -1 if behind is None or source != "ghost" else behind.at(t, p, dt, dp)
    return {"job": None} if at < 0 or behind is None else job_facts.of_members(schedule, bars, int(behind.row[at]))


def point(args: Mapping[str, str]) -> tuple[float, float, float, float]:
    """(t, p, dt, dp) of a question about a point; raises RefusedError."""
    if not ("t" in args and "p" in args):
        raise RefusedError(400, "Wanted: ?t= in seconds and ?p= in processors, or ?job= as a row.")
    return (
        finite("t", args["t"]),
        finite("p", args["p"]),
        abs(finite("dt", args.get("dt", "0"))),
        abs(finite("dp", args.get("dp", "0"))),
    )


def _at(bars: Rectangles, source: str, t: float, p: float, dt: float, dp: float) -> int:
    at = bars.at(t, p, dt, dp)
    if at < 0 and source in BESIDE and dp < 1:  # rows can be told apart
        at = bars.at(t, p, bars.extent[1] - bars.extent[0])
    return at


def _here(
    facts: dict[str, Any],
    schedule: Schedule,
    bars: Rectangles,
    source: str,
    at: int,
    point: tuple[float, float, float, float],
) -> dict[str, Any]:
    """With `here`, how many there are within dt x dp around the point; in words where the one found is as small.

    Of several jobs, whose most of it is.
    """
    t, p, dt, dp = point
    here = max(bars.here(t, p, dt, dp, MOST_HERE), 1)
    small = bars.end[at] - bars.start[at] < dt or bars.high[at] - bars.low[at] < dp
    if here > 1 and small:
        many = f"more than {number(MOST_HERE)}" if here > MOST_HERE else number(here)
        what = "job" if facts["job"] is not None else "campaign"
        box = (t - dt / 2, t + dt / 2, p - dp / 2, p + dp / 2)
        most = _most_of(schedule, bars, bars.inside(box), box) if source in JOBS and here <= MOST_HERE else []
        facts = facts | {"lines": [*facts["lines"], f"1 of {many} {what}s within this pixel", *most]}
    return facts | {"here": here}


def _processor_seconds(bars: Rectangles, which: np.ndarray, box: Window) -> np.ndarray:
    """[which] processor-s that these rectangles have within a box."""
    across = np.minimum(bars.end[which], box[1]) - np.maximum(bars.start[which], box[0])
    return across.clip(0) * (np.minimum(bars.high[which], box[3]) - np.maximum(bars.low[which], box[2])).clip(0)


def _most_of(schedule: Schedule, bars: Rectangles, which: np.ndarray, box: Window) -> list[str]:
    """The user with most of what these jobs have within a box, in a line; none of a single user."""
    jobs = schedule.workload.jobs
    user, by = np.unique(jobs.user[bars.row[which]], return_inverse=True)
    area = np.bincount(by, _processor_seconds(bars, which, box))
    if len(user) < 2 or not users_known(schedule.workload) or not area.sum() > 0:
        return []
    first = int(np.flatnonzero(jobs.user == user[area.argmax()])[0])
    name = user_name(schedule.workload, int(jobs.user_id[first]))
    return [f"most of it: {name}, {100 * area.max() / area.sum():.0f} %"]


# ---- stacked areas --------------------------------------------------------------------------------------------------


class Stacked(NamedTuple):
    """A picture of stacked areas, and what its colors mean."""

    areas: raster.Areas
    picture: Picture
    coloring: Coloring
    codes: np.ndarray  # [jobs] u1 (coloring.codes)


def within(picture: Picture, t: float, p: float) -> bool:
    """Whether a point is in the window of a picture."""
    t0, t1, p0, p1 = picture.window
    return t0 <= t < t1 and p0 < p <= p1


def of_area(stacked: Stacked, schedule: Schedule, bars: Rectangles, t: float, p: float) -> dict[str, Any]:
    """What has the color of a point within a picture of stacked areas: the color in words, its user, its largest job.

    Areas are sums: what is drawn at a height says nothing of rows.  The jobs are those of the color in the pixels of
    time that make a column, and the largest of them has most processor-seconds there.
    """
    window, width, height = stacked.picture.window, stacked.picture.width, stacked.picture.height
    x = min(int((t - window[0]) / (window[1] - window[0]) * width), width - 1)
    y = min(int((window[3] - p) / (window[3] - window[2]) * height), height - 1)
    kind = int(raster.kinds(stacked.areas, window, (width, height), np.array([x]), np.array([[y]]))[0, 0])
    box = (*raster.column(stacked.areas, window, width, x), *window[2:])
    which = bars.inside(box)
    code = stacked.codes[bars.row[which]]
    which = which[(code & (PALE - 1)) + COLORS * ((code & PALE) > 0) == kind]
    if kind >= raster.KINDS or not len(which):
        return {"job": None}
    row, by = np.unique(bars.row[which], return_inverse=True)
    job = int(row[np.bincount(by, _processor_seconds(bars, which, box)).argmax()])
    facts = job_facts.at(schedule, bars, stacked.picture.lane.source, job)
    words = dict(stacked.coloring.words)[kind % COLORS]
    lines = [
        f"{stacked.coloring.title}: {words}" + ", not among the jobs of the query" * (kind >= COLORS),
        *_most_of(schedule, bars, which, box),
        *([f"the largest of {counted(len(row), 'job')} of this color here:"] if len(row) > 1 else []),
    ]
    return facts | {"here": len(row), "lines": [*lines, *facts["lines"]]}


def _stream(behind: Rectangles, campaign: int, source: str) -> dict[str, Any]:
    """The outline of a campaign's stream as [s, processors] corners; it stands for the stream's rectangles."""
    outline = outlines.stream(behind, campaign) if campaign >= 0 else None
    if outline is None:
        return {}
    corners = {"stream": np.stack((outline.x, outline.y), axis=1).tolist()}
    return corners if source == "ghost" else corners | {"rectangles": []}


# ---- steps ----------------------------------------------------------------------------------------------------------


def _stepped(schedule: Schedule, bars: Rectangles, source: str, args: Mapping[str, str]) -> int:
    """The row of ?job=, or its neighbor in the direction of ?step=; at the ends of an order it stays."""
    sentence = f"There is no row {args['job'][:20]!r} in this {source} schedule."
    job, step = row(args["job"], np.iinfo(np.int32).max, sentence), args.get("step", "")
    if not len(bars.of(job)):
        raise RefusedError(404, sentence)
    if not step:
        return job
    if step not in STEPS or source not in JOBS:
        raise RefusedError(400, f"step = {step[:40]!r}; wanted: one of {', '.join(STEPS)}, in a chart of jobs.")
    if step in ("above", "below"):
        return (_in_queue if source == "queue" else _over)(bars, job, step == "above")
    order, rank = _order(schedule)
    by = 1 if step.startswith("next") else -1
    if not step.endswith("_of_user"):
        return int(order[min(max(int(rank[job]) + by, 0), len(order) - 1)])
    return _of_user(schedule, job, rank, by)


def _order(schedule: Schedule) -> tuple[np.ndarray, np.ndarray]:
    """(jobs by start, then by row; the place of each job in that order)."""

    def sort() -> tuple[np.ndarray, np.ndarray]:
        order = schedule.placed.job[np.argsort(schedule.placed.start, kind="stable")].astype(np.int32)
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        return order, rank

    return cached("order of starts", sort, schedule)


def _of_user(schedule: Schedule, job: int, rank: np.ndarray, by: int) -> int:
    user = schedule.workload.jobs.user
    mine = np.flatnonzero(user == user[job])
    mine = mine[np.argsort(rank[mine], kind="stable")]
    at = int(np.flatnonzero(mine == job)[0]) + by
    return int(mine[min(max(at, 0), len(mine) - 1)])


def _over(bars: Rectangles, job: int, above: bool) -> int:
    """The job next above or below the largest rectangle of this one while that lasts, the one nearest to its middle.

    Idle rows are passed over; where there is no other, the job itself.
    """
    mine = bars.of(job)
    at = int(mine[np.argmax((bars.end[mine] - bars.start[mine]) * (bars.high[mine] - bars.low[mine]))])
    t0, t1 = float(bars.start[at]), float(bars.end[at])
    now = bars.inside((t0, max(t1, float(np.nextafter(t0, np.inf))), -np.inf, np.inf))
    now = now[bars.row[now] != job]
    away = bars.low[now] - bars.high[at] if above else bars.low[at] - bars.high[now]
    now, away = now[away >= 0], away[away >= 0]
    if not len(now):
        return job
    off = np.maximum(bars.start[now] - (t0 + t1) / 2, (t0 + t1) / 2 - bars.end[now]).clip(0)
    return int(bars.row[now[np.lexsort((off, away))[0]]])


def _in_queue(bars: Rectangles, job: int, above: bool) -> int:
    """The job in the next row, where each has one."""
    at = int(bars.of(job)[0])
    beyond = np.flatnonzero(bars.low == bars.low[at] + (1 if above else -1))
    return int(bars.row[beyond[0]]) if len(beyond) else job


# ---- edges ----------------------------------------------------------------------------------------------------------


def edges(charts: Sequence[Drawing], window: Window, places: int) -> np.ndarray:
    """[edges] f8, s, ascending: times in [t0, t1] at which something shown starts, ends or is submitted.

    places: into how many parts of equal length the window is cut; of several edges in a part one is kept, a start
    before an end and an end before a submission, so that an answer is no longer than the window is wide.
    """
    t0, t1 = window[:2]
    kept = np.full(places + 1, np.nan)
    columns = [_columns(*one, window) for one in charts]
    for kind in ("submit", "end", "start"):  # the last one written stays
        for column in (of[kind] for of in columns if kind in of):
            times = column[(column >= t0) & (column <= t1)]
            kept[((times - t0) / (t1 - t0) * places).astype(np.int64)] = times
    return np.unique(kept[~np.isnan(kept)])


def _columns(schedule: Schedule, drawn: Rectangles, source: str, window: Window) -> dict[str, np.ndarray]:
    inside = drawn.inside(window)
    times = {"start": drawn.start[inside], "end": drawn.end[inside]}
    return times | {"submit": schedule.placed.submit[drawn.row[inside]]} if source in JOBS else times
