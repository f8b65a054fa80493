"""What the rows of a Gantt chart are: the axis with the names of bands, clusters or jobs, and lines between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Trace, scatter
from layouts.gantt.bands import Bands
from layouts.gantt.rectangles import Rectangles, Window
from layouts.state.view import FinishedRun
from layouts.words import unit_names
from scheduler.model.clusters import first_processors, name

FEW = 6  # processors that are all numbered
NAMED = 13.0  # pixels between two names of bands
LEAST = 3.0  # pixels: lower bands carry no name
ALWAYS = 2**53  # rectangles
APART = 28.0  # pixels between two numbers of jobs
LETTERS = 14  # that the margin holds
CLUSTER = "cluster "  # before the number of each
TITLES = {
    "users": "users, most work first",
    "sizes": "processors of a job",
    "queues": "queues of the log",
    "queue": "job, as submitted",
    "virtual": "share (processors)",
}
PINNED = "users, those pinned first"
FOLDED = "<br>collapsed"
RESTS = {
    "users": "by user, as high as they need at once",
    "sizes": "by size, as high as they need at once",
    "queues": "by queue of the log, as high as they need at once",
    "queue": "waits and runs in the order of submission",
}


def axis(run: FinishedRun, boxes: Rectangles, window: Window, source: str, pixels: float) -> dict:
    """Title and ticks of the rows in a window of so many pixels."""
    if boxes.bands is not None:
        words = PINNED if boxes.bands.pinned else TITLES[source]
        title = words.replace("processor", unit_names.piece(run.schedule.workload))
        title += FOLDED if boxes.bands.folded else ""
        return {"title": {"text": title}} | _ticks(*_names(boxes.bands, window, pixels))
    if source == "queue":
        return {"title": {"text": TITLES[source]}} | _ticks(*_numbers(run, window, pixels))
    rows = TITLES.get(source, f"{unit_names.part(run.schedule.workload)}s")
    rows += "<br>rows chosen for drawing" if boxes.by_viewer else ""
    if in_clusters(run, source):
        title, clusters = _clusters_named(run)
        return {"title": {"text": title}} | _ticks(*_names(clusters, window, pixels))
    few = window[3] - window[2] <= FEW  # no ticks between two processors
    return {"title": {"text": rows}} | ({"dtick": 1} if few else {"nticks": 6})


def _ticks(places: list[float], texts: list[str]) -> dict:
    return {"tickmode": "array", "tickvals": places, "ticktext": texts}


class Named(NamedTuple):
    """Rows that belong together and have a name, from the top down."""

    names: tuple[str, ...]
    low: np.ndarray  # [names] i8, the lowest row of each
    height: np.ndarray  # [names] i8, rows


def in_clusters(run: FinishedRun, source: str) -> bool:
    """Whether the rows are processors of several clusters."""
    return source == "real" and run.schedule.workload.has_clusters


def _clusters(run: FinishedRun, noun: str = CLUSTER) -> Named:
    platform = run.schedule.workload.platform
    low, order = first_processors(platform), range(len(platform.clusters))[::-1]
    return Named(
        tuple(noun + name(platform, cluster) for cluster in order), low[::-1], np.array(platform.clusters)[::-1]
    )


def _clusters_named(run: FinishedRun) -> tuple[str, Named]:
    """A title and the clusters: names say what the rows are; where one would be cut off at the left the title does."""
    clusters = _clusters(run)
    if max(map(len, clusters.names)) <= LETTERS:
        return "", clusters
    return "cluster · its processors", _clusters(run, "")


def _names(bands: Bands | Named, window: Window, pixels: float) -> tuple[list[float], list[str]]:
    """The middles of what is to be seen of bands, and their names: the highest first, as many as there is room for."""
    _, _, p0, p1 = window
    low = np.maximum(bands.low, p0)
    high = np.minimum(bands.low + bands.height, p1)
    scale = pixels / (p1 - p0)
    kept: list[tuple[float, str]] = []
    for at in np.argsort(low - high, kind="stable").tolist():
        middle = (low[at] + high[at]) / 2
        if (high[at] - low[at]) * scale >= LEAST and all(abs(middle - other) * scale >= NAMED for other, _ in kept):
            kept.append((float(middle), theme.safe(bands.names[at])))
    kept.sort(reverse=True)
    return [place for place, _ in kept], [text for _, text in kept]


def _numbers(run: FinishedRun, window: Window, pixels: float) -> tuple[list[float], list[str]]:
    """Some of the jobs in the window and their numbers, evenly spread."""
    placed, jobs = run.schedule.placed, run.schedule.workload.jobs
    order = placed.job[np.argsort(placed.submit, kind="stable")]
    n, (_, _, p0, p1) = len(order), window
    step = max(1, int(np.ceil(APART * (p1 - p0) / pixels)))
    ranks = (
        [rank for rank in range(0, n, step) if p0 <= n - rank - 0.5 <= p1]
        if n / step <= 10_000
        else list(range(max(int(n - p1), 0), min(int(np.ceil(n - p0)), n), step))
    )
    return [n - rank - 0.5 for rank in ranks], [str(jobs.job_id[order[rank]]) for rank in ranks]


def borders(run: FinishedRun, boxes: Rectangles, source: str, extent: Window, scheme: str) -> list[Trace]:
    """Lines between bands, or between clusters."""
    rows = _clusters(run) if in_clusters(run, source) else boxes.bands
    if rows is None or len(rows.names) < 2:
        return []
    between = rows.low[:-1].astype(float)
    return [
        scatter(
            x=np.tile([extent[0], extent[1], np.nan], len(between)),
            y=np.repeat(between, 3),
            mode="lines",
            line={"color": theme.FAINT[scheme], "width": 1},
            hoverinfo="skip",
            name="between bands" if boxes.bands is not None else "between clusters",
        )
    ]
