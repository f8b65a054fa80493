"""The routes behind the Gantts: pictures of a window, and what is at a point of one.

A picture's address says all there is to know - run, window, size, scheme, and the version of the drawing code - so
browsers keep it forever.  How many rectangles it shows stands in a header, for the page to ask for bars when few.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from flask import Flask, Response, jsonify, request

from layouts import facts, outlines, raster
from layouts.recent import Recent
from layouts.rectangles import SOURCES, Rectangles, Window, rectangles
from scheduler.errors import QueuescopeError
from scheduler.placement import place
from scheduler.schedule import Schedule
from scheduler.table import Table

JOBS_HEADER = "X-Queuescope-Jobs"
MOST_PIXELS = 12_000_000            # of a picture
LARGEST = 8_192                     # width or height
KEPT = 48                           # pictures kept in memory
NAME = re.compile(r"(?P<t0>[^_/]+)_(?P<t1>[^_/]+)_(?P<p0>[^_/]+)_(?P<p1>[^_/]+)_"
                  r"(?P<w>\d{1,5})x(?P<h>\d{1,5})_(?P<scheme>light|dark)\.png")
KEY = re.compile(r"[A-Za-z0-9_.-]{1,128}")


_SCHEDULES: Recent[Schedule] = Recent(8)


class Store(Protocol):
    """What the routes need of the store of results."""

    def schedule(self, key: str) -> Schedule:
        """The run of that key; raises QueuescopeError when there is none."""

    def derived(self, key: str, name: str, make: Callable[[], Table]) -> Table:
        """A table made from a run, kept beside it."""


class _RefusedError(Exception):
    """A request that cannot be answered: status and one sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


def shown(store: Store, key: str, source: str) -> tuple[Schedule, Rectangles]:
    """A stored run and its rectangles, places taken from the store; raises QueuescopeError, KeyError, ValueError."""
    schedule = _SCHEDULES.get(key, lambda: store.schedule(key))
    return schedule, rectangles(key, schedule, source,
                                lambda: store.derived(key, "places", lambda: place(schedule)))


def register(server: Flask, store: Store) -> None:
    """Add GET /picture/... and GET /pick/... to a server."""
    kept: Recent[tuple[bytes, int]] = Recent(KEPT)

    @server.get("/picture/<key>/<source>/<name>")
    def picture(key: str, source: str, name: str) -> Response:
        """The picture of a window as PNG; 304, 400 or 404 where that is the answer."""
        try:
            window, width, height, scheme = _asked(name)
            found = _found(store, key, source)[1]
            behind = _found(store, key, "virtual")[1] if source == "ghost" else None
        except _RefusedError as refusal:
            return _sentence(refusal)
        content, count = kept.get((key, source, name), lambda: _drawn(
            found, behind, window, width, height, scheme, longest_first=source == "lag"))
        response = Response(content, mimetype="image/png")
        response.headers[JOBS_HEADER] = str(count)
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        response.set_etag(hashlib.sha256(f"{raster.version()} {key} {source} {name}".encode()).hexdigest()[:20])
        return response.make_conditional(request)

    @server.get("/pick/<key>/<source>")
    def pick(key: str, source: str) -> Response:
        """What is at ?t=&p= (within &dt=&dp=), the rectangles of ?job= (a row) or of the jobs of ?campaign= .

        {"job": null} where nothing is.
        """
        try:
            answer = _picked(store, key, source)
        except _RefusedError as refusal:
            return _sentence(refusal)
        response = jsonify(answer)
        response.headers["Cache-Control"] = "no-store"
        return response


def _asked(name: str) -> tuple[Window, int, int, str]:
    match = NAME.fullmatch(name)
    if match is None:
        raise _RefusedError(404, "A picture is named t0_t1_p0_p1_WIDTHxHEIGHT_light.png or ..._dark.png.")
    t0, t1, p0, p1 = (_finite(bound, match[bound]) for bound in ("t0", "t1", "p0", "p1"))
    width, height = int(match["w"]), int(match["h"])
    if not (t0 < t1 and p0 < p1):
        raise _RefusedError(400, "The window is empty; wanted: t0 < t1 and p0 < p1.")
    if not (0 < width <= LARGEST and 0 < height <= LARGEST and width * height <= MOST_PIXELS):
        raise _RefusedError(400, f"{width} x {height} pixels; wanted: at most {LARGEST} each and {MOST_PIXELS} in all.")
    return (t0, t1, p0, p1), width, height, match["scheme"]


def _finite(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e15:
        raise _RefusedError(400, f"{name} = {text[:40]!r}; wanted: a finite number.")
    return value


def _found(store: Store, key: str, source: str) -> tuple[Schedule, Rectangles]:
    if source not in SOURCES:
        raise _RefusedError(404, f"There are pictures of {', '.join(SOURCES)}; none of {source[:40]!r}.")
    if not KEY.fullmatch(key):
        raise _RefusedError(404, "That is not the key of a run.")
    try:
        return shown(store, key, source)
    except QueuescopeError as error:
        raise _RefusedError(404, str(error)) from error
    except KeyError as error:
        raise _RefusedError(404, f"There is no run {key[:40]!r} here; simulate it again.") from error
    except ValueError as error:
        if source == "lag":
            raise _RefusedError(404, "This run promises its campaigns nothing to lag behind.") from error
        raise _RefusedError(404, "This run has no virtual schedule; only campaign policies make one.") from error


def _drawn(found: Rectangles, behind: Rectangles | None, window: Window, width: int, height: int, scheme: str,
           longest_first: bool) -> tuple[bytes, int]:
    index, count = raster.draw(found, window, width, height, longest_first)
    if behind is not None:
        outlines.draw_over(index, behind, window)
    return raster.png(index, scheme, 1.0 if behind is None else outlines.PALE), count


def _picked(store: Store, key: str, source: str) -> dict[str, Any]:
    schedule, found = _found(store, key, source)
    behind = _found(store, key, "virtual")[1] if source == "ghost" else None
    if "campaign" in request.args:
        campaign = _campaign(schedule, request.args["campaign"])
        if source not in facts.JOBS and not len(found.of(campaign)):
            return {"job": None}
        said = facts.of_members(schedule, found, campaign) if source in facts.JOBS else \
            facts.at(schedule, found, source, campaign)
    elif (row := _row(found, source)) is not None:
        said = facts.at(schedule, found, source, row)
    elif behind is not None and (row := _row(behind, "virtual")) is not None:
        said = facts.of_members(schedule, found, row)
    else:
        return {"job": None}
    behind = found if source == "virtual" else behind
    return said if behind is None else said | _stream(behind, int(said["campaign"]), source)


def _stream(behind: Rectangles, campaign: int, source: str) -> dict[str, Any]:
    """The outline of a campaign's stream as [s, processors] corners; it stands for the stream's rectangles."""
    outline = outlines.stream(behind, campaign) if campaign >= 0 else None
    if outline is None:
        return {}
    corners = {"stream": np.stack((outline.x, outline.y), axis=1).tolist()}
    return corners if source == "ghost" else corners | {"rectangles": []}


def _campaign(schedule: Schedule, text: str) -> int:
    known = schedule.workload.campaigns
    if known is None or not re.fullmatch(r"\d{1,12}", text) or int(text) >= len(known):
        raise _RefusedError(404, f"There is no campaign {text[:20]!r} in this schedule.")
    return int(text)


def _row(found: Rectangles, source: str) -> int | None:
    given = request.args
    if "job" in given:
        row = given["job"]
        if not re.fullmatch(r"\d{1,12}", row) or not len(found.of(int(row))):
            raise _RefusedError(404, f"There is no row {row[:20]!r} in this {source} schedule.")
        return int(row)
    if not ("t" in given and "p" in given):
        raise _RefusedError(400, "Wanted: ?t= in seconds and ?p= in processors, or ?job= as a row.")
    t, p = _finite("t", given["t"]), _finite("p", given["p"])
    dt, dp = abs(_finite("dt", given.get("dt", "0"))), abs(_finite("dp", given.get("dp", "0")))
    at = found.at(t, p, dt, dp)
    if at < 0 and source == "lag" and dp < 1:       # rows can be told apart: beside the bar counts, too
        at = found.at(t, p, found.extent[1] - found.extent[0])
    return None if at < 0 else int(found.row[at])


def _sentence(refusal: _RefusedError) -> Response:
    response: Any = jsonify({"error": str(refusal)})
    response.status_code = refusal.status
    return response
