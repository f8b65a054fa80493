"""The routes behind the Gantts: pictures of a window, and what is at a point of one.

A picture's address says all there is to know - run, window, size, scheme, colors, and the version of the drawing code -
so browsers keep it forever.  How many rectangles it shows stands in a header, for the page to ask for bars when few.

How a source is drawn and picked stands in DRAW and PICK; another kind of chart is an entry in each.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np
from flask import Flask, Response, jsonify, request

from layouts.drawing import query_mask
from layouts.gantt import (
    coloring,
    difference_raster,
    hit_test,
    outlines,
    overlay,
    pair_hit_test,
    picture_request,
    raster,
)
from layouts.gantt.picture_request import LARGEST, MOST_PIXELS, Lane, Picture, RefusedError
from layouts.gantt.rectangles import JOBS, Rectangles, rectangles
from layouts.memory.cache import cached
from scheduler.analysis.counterparts import apart, changes, of_workload, rows_in, same_rows
from scheduler.analysis.placement import place
from scheduler.errors import QueuescopeError
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

__all__ = ["DRAW", "JOBS_HEADER", "LARGEST", "MOST_PIXELS", "PICK", "register", "run_with_bars"]

JOBS_HEADER = "X-Queuescope-Jobs"
# With the schedule, so that its id is not given to another; a byte per job each.


class Store(Protocol):
    """What the routes need of the store of results."""

    def schedule(self, key: str) -> Schedule:
        """The run of that key; raises QueuescopeError when there is none."""

    def derived(self, key: str, name: str, compute: Callable[[Schedule], Table], schedule: Schedule) -> Table:
        """A table made from a run, kept beside it."""


Draw = Callable[[Store, Picture], tuple[bytes, int]]  # the PNG, and how many rectangles it shows
Pick = Callable[[Store, Lane, Mapping[str, str]], dict[str, Any]]  # what is said of a point or row


def run_with_bars(
    store: Store, key: str, source: str, beside: tuple[str, ...] = (), pinned: tuple[int, ...] = (), fold: bool = False
) -> tuple[Schedule, Rectangles]:
    """A stored run and its rectangles, places taken from the store.

    beside: keys of the runs its bands are aligned with; pinned: users whose bands come first; fold:
    whether the others are folded.

    Raises QueuescopeError, KeyError, ValueError.
    """
    schedule = run(store, key)
    return schedule, rectangles(
        key,
        schedule,
        source,
        lambda: store.derived(key, "places", place, schedule),
        [(other, run(store, other)) for other in beside],
        pinned,
        fold,
    )


def run(store: Store, key: str) -> Schedule:
    """A stored run; raises QueuescopeError, KeyError."""
    return store.schedule(key)


def register(server: Flask, store: Store) -> None:
    """Add GET /picture/... and GET /pick/... to a server."""

    @server.get("/picture/<key>/<source>/<name>")
    def picture(key: str, source: str, name: str) -> Response:
        """The picture of a window as PNG; 304, 400 or 404 where that is the answer."""
        try:
            chart = picture_request.lane(key, source, request.args, tuple(DRAW))
            wanted = picture_request.picture(chart, name, request.args)
            content, count = cached(wanted, lambda: DRAW[wanted.lane.source](store, wanted), store)
        except RefusedError as refusal:
            return _sentence(refusal)
        response = Response(content, mimetype="image/png")
        response.headers[JOBS_HEADER] = str(count)
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        response.set_etag(hashlib.sha256(f"{raster.version()} {wanted}".encode()).hexdigest()[:20])
        response.make_conditional(request)
        return response

    @server.get("/pick/<key>/<source>")
    def pick(key: str, source: str) -> Response:
        """What is at ?t=&p= (within &dt=&dp=), the rectangles of ?job= (a row, with &step= its neighbor) or of the
        jobs of ?campaign= ; with ?edges= the times a range snaps to.

        {"job": null} where nothing is.
        """
        try:
            lane = picture_request.lane(key, source, request.args, tuple(PICK))
            answer = _edges if "edges" in request.args else PICK[lane.source]
            if "rows" in request.args:
                answer = partial(_in_rows_of, answer)
            response = jsonify(answer(store, lane, request.args))
        except RefusedError as refusal:
            return _sentence(refusal)
        response.headers["Cache-Control"] = "no-store"
        return response


def _in_rows_of(answer: Pick, store: Store, lane: Lane, args: Mapping[str, str]) -> dict[str, Any]:
    """An answer about a run whose jobs are named by the rows of another one, ?rows= ; no job where that has it not."""
    wanted = "That is not the key of a run of the same log."
    if not picture_request.KEY.fullmatch(args["rows"]):
        raise RefusedError(404, wanted)
    try:
        own, base = (run(store, key).workload for key in (lane.key, args["rows"]))
    except (QueuescopeError, KeyError) as error:
        raise RefusedError(404, f"There is no such run here: {error}") from error
    if changes(of_workload(own), of_workload(base)) is None:
        raise RefusedError(404, wanted)
    if "job" in args:
        row = int(rows_in(base, own)[picture_request.row(args["job"], len(base), "There is no such job.")])
        if row < 0:
            return {"job": None, "rectangles": []}
        args = {**args, "job": str(row)}
    facts = answer(store, lane, args)
    if facts.get("job") is None:
        return facts
    row = int(rows_in(own, base)[int(facts["job"])])
    return facts | {"job": row if row >= 0 else None}


# ---- how each source is drawn ---------------------------------------------------------------------------------------


def requested_run(store: Store, lane: Lane, source: str = "") -> tuple[Schedule, Rectangles]:
    """The run of a chart and its rectangles, or those of another source; refused where they are not there."""
    source = source or lane.source
    try:
        return run_with_bars(store, lane.key, source, lane.beside, lane.pinned, lane.fold)
    except QueuescopeError as error:
        raise RefusedError(404, str(error)) from error
    except KeyError as error:
        raise RefusedError(404, f"There is no run {str(error)[1:41]!r} here; simulate it again.") from error
    except ValueError as error:
        if source == "lag":
            raise RefusedError(404, "This run promises its campaigns nothing to lag behind.") from error
        raise RefusedError(404, "This run has no virtual schedule; only campaign policies make one.") from error


def looks(store: Store, wanted: Picture, schedule: Schedule) -> tuple[np.ndarray, tuple[str, ...]]:
    """([jobs] u1 codes, hues) of the jobs of a picture: what colors them, and which are lit."""
    key = ("looks", wanted.lane.base, wanted.color, wanted.only)
    codes, hues = cached(key, lambda: _looks(store, wanted, schedule), schedule)
    return codes, hues[wanted.scheme]


def _looks(store: Store, wanted: Picture, schedule: Schedule) -> tuple[np.ndarray, Mapping[str, tuple[str, ...]]]:
    """The same for any scheme; refused where the run it is held against is not there."""
    lane = wanted.lane
    try:
        base = (lane.base, run(store, lane.base)) if lane.base else (lane.key, schedule)
    except (QueuescopeError, KeyError) as error:
        raise RefusedError(404, f"There is no run {lane.base[:40]!r} to compare with.") from error
    _of_one_log(lane.base, base[1], schedule)
    colors = coloring.of_run(wanted.color, schedule, base[1])
    lit = query_mask.of_run(*base, wanted.only) if wanted.only else None
    if lit is not None and not same_rows(schedule.workload, base[1].workload):
        rows = rows_in(schedule.workload, base[1].workload)
        lit = (rows >= 0) & lit[rows]
    return coloring.codes(colors, schedule, lit), colors.hues


def _of_jobs(store: Store, wanted: Picture) -> tuple[bytes, int]:
    schedule, drawn = requested_run(store, wanted.lane)
    codes, hues = looks(store, wanted, schedule)
    size = wanted.width, wanted.height
    stacked = _areas(wanted, schedule, drawn, codes)
    index, count = (
        raster.draw(drawn, wanted.window, *size, codes=codes)
        if stacked is None
        else (raster.draw_areas(stacked, wanted.window, *size), stacked.total)
    )
    return raster.png(index, wanted.scheme, 1.0, hues), count


def _areas(wanted: Picture, schedule: Schedule, drawn: Rectangles, codes: np.ndarray) -> raster.Areas | None:
    """The stacked areas of a picture, for drawing and for picking alike; None where it shows single jobs."""
    if wanted.lane.source != "real":
        return None
    key = ("areas", wanted.lane.base, wanted.color, wanted.only, wanted.window, wanted.width)
    return cached(key, lambda: raster.areas(drawn, wanted.window, wanted.width, codes), schedule)


def _ghost(store: Store, wanted: Picture) -> tuple[bytes, int]:
    behind = requested_run(store, wanted.lane, "virtual")[1]
    schedule, drawn = requested_run(store, wanted.lane)
    codes, hues = looks(store, wanted, schedule)
    index, count = raster.draw(drawn, wanted.window, wanted.width, wanted.height, codes=codes)
    outlines.draw_over(index, behind, wanted.window)
    return raster.png(index, wanted.scheme, outlines.PALE, hues), count


def _of_campaigns(store: Store, wanted: Picture) -> tuple[bytes, int]:
    drawn = requested_run(store, wanted.lane)[1]
    index, count = raster.draw(
        drawn, wanted.window, wanted.width, wanted.height, longest_first=wanted.lane.source == "lag"
    )
    return raster.png(index, wanted.scheme), count


def sides(store: Store, lane: Lane) -> tuple[pair_hit_test.Side, pair_hit_test.Side, str]:
    """The run of a chart of two, the baseline (the first beside it), and the source of their rows."""
    if not lane.beside:
        raise RefusedError(404, f"Wanted: {lane.source}~<key>, the key of the run it is held against.")
    rows, base = pair_hit_test.SOURCES[lane.source], lane.beside[0]
    own = replace(lane, source=rows, beside=(lane.key, *lane.beside))
    run, other = (pair_hit_test.Side(key, *requested_run(store, replace(own, key=key))) for key in (lane.key, base))
    _of_one_log(base, other.schedule, run.schedule)
    if not same_rows(run.schedule.workload, other.schedule.workload):
        raise RefusedError(
            404,
            f"This run and {base[:40]!r}, which it is held against, have other jobs; wanted: runs of the same jobs.",
        )
    return run, other, rows


def _of_one_log(key: str, base: Schedule, schedule: Schedule) -> None:
    """Refuse the run of that key as a baseline where its jobs have no counterparts in the other."""
    first, second = of_workload(schedule.workload), of_workload(base.workload)
    if changes(first, second) is None:
        raise RefusedError(404, f"This run and {key[:40]!r}, which it is held against, are of {apart(first, second)}.")


def _overlay(store: Store, wanted: Picture) -> tuple[bytes, int]:
    run, base, rows = sides(store, wanted.lane)
    codes, hues = looks(store, wanted, run.schedule)
    index, count = raster.draw(run.bars, wanted.window, wanted.width, wanted.height, codes=codes)
    overlay.draw_over(index, overlay.behind(base.bars, run.bars, rows, wanted.color), wanted.window)
    return raster.png(index, wanted.scheme, outlines.PALE, hues), count


def _difference(store: Store, wanted: Picture) -> tuple[bytes, int]:
    apart = pair_hit_test.apart(*sides(store, wanted.lane))[0]
    index, count = difference_raster.draw(apart, wanted.window, wanted.width, wanted.height)
    return difference_raster.png(index, wanted.scheme), count


# ---- how each source is picked --------------------------------------------------------------------------------------


def _picked(store: Store, lane: Lane, args: Mapping[str, str]) -> dict[str, Any]:
    schedule, drawn = requested_run(store, lane)
    if "picture" in args and "t" in args:
        facts = _picked_in_area(store, picture_request.picture(lane, args["picture"], args), schedule, drawn, args)
        if facts is not None:
            return facts
    behind = requested_run(store, lane, "virtual")[1] if lane.source in ("virtual", "ghost") else None
    return hit_test.answer(schedule, drawn, lane.source, behind, args)


def _picked_in_area(
    store: Store, wanted: Picture, schedule: Schedule, drawn: Rectangles, args: Mapping[str, str]
) -> dict[str, Any] | None:
    """What is at a point of a picture with stacked areas; None of another picture, and beside it."""
    codes, _ = looks(store, wanted, schedule)
    stacked, (t, p, _, _) = _areas(wanted, schedule, drawn, codes), hit_test.point(args)
    if stacked is None or not hit_test.within(wanted, t, p):
        return None
    base = run(store, wanted.lane.base) if wanted.lane.base else schedule
    return hit_test.of_area(
        hit_test.Stacked(stacked, wanted, coloring.of_run(wanted.color, schedule, base), codes), schedule, drawn, t, p
    )


def _picked_of_two(store: Store, lane: Lane, args: Mapping[str, str]) -> dict[str, Any]:
    answer = pair_hit_test.of_overlay if lane.source.startswith("overlay") else pair_hit_test.of_difference
    return answer(*sides(store, lane), args)


def _edges(store: Store, lane: Lane, args: Mapping[str, str]) -> dict[str, Any]:
    """{"edges": [s, ...]} of the window ?t0=&t1=[&p0=&p1=], ?edges= pixels wide, in both runs of a chart of two."""
    window, pixels = picture_request.window_seen(args)
    if lane.source in pair_hit_test.SOURCES:
        run, base, rows = sides(store, lane)
        charts = [(side.schedule, side.bars, rows) for side in (run, base)]
        if lane.source.startswith("difference"):  # its rows are stacks of what runs
            window = (*window[:2], -np.inf, np.inf)
    else:
        names = ("virtual", "real") if lane.source == "ghost" else (lane.source,)
        charts = [(*requested_run(store, lane, name), name) for name in names]
    return {"edges": hit_test.edges(charts, window, pixels).tolist()}


DRAW: dict[str, Draw] = {
    "virtual": _of_campaigns,
    "lag": _of_campaigns,
    "ghost": _ghost,
    **{source: _of_jobs for source in JOBS if source != "ghost"},
}
PICK: dict[str, Pick] = dict.fromkeys(DRAW, _picked)
DRAW |= {source: _overlay if source.startswith("overlay") else _difference for source in pair_hit_test.SOURCES}
PICK |= dict.fromkeys(pair_hit_test.SOURCES, _picked_of_two)


def _sentence(refusal: RefusedError) -> Response:
    response: Any = jsonify({"error": str(refusal)})
    response.status_code = refusal.status
    return response
