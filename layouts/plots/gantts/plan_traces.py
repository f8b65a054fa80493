"""The traces of a plan: nothing right of the moment but hatched running jobs and dashed reservations."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.figures import Trace, bar, scatter
from layouts.gantt.outlines import Outline
from layouts.gantt.rectangles import Rectangles, Window
from layouts.plots.gantts import ghost
from layouts.plots.gantts.plan_chart import Moment, drawn, largest
from layouts.state.view import FinishedRun, View
from scheduler.durations import moment as clock
from scheduler.model.clusters import first_processors, several
from scheduler.model.schedule import Schedule
from scheduler.model.trace import Platform
from scheduler.model.user_names import user_name

WIDTH, PIXELS = 370, 190  # of a chart beside another one
DIGIT = (9.0, 13.0)  # pixels: width of a digit with some air, height of a line
HATCH = {"shape": "/", "size": 6, "solidity": 0.25}
CLEAR = "rgba(0,0,0,0)"


def traces(run: FinishedRun, view: View, source: str, extent: Window, window: Window) -> list[Trace]:
    """What is drawn over the bars or the picture: nothing right of the moment but the plan, and a line at it."""
    if view.plan is None or source != "real":
        return []
    planned = drawn(run, view, source)
    drawn_traces: list[Trace] = [] if planned is None else [_cover(planned, extent, view.scheme)]
    if planned is not None:
        shares = largest(planned.ahead)
        reserved = np.isin(planned.ahead.row[shares], planned.plan.job)
        drawn_traces += _hatched(planned.ahead, shares[~reserved], view.scheme)
        drawn_traces += _outlined(planned.ahead, shares[reserved], window, view.scheme)
        drawn_traces += _labels(run, planned.ahead, shares, reserved, window, view.scheme)
    return [*drawn_traces, _line(view.plan, extent, view.scheme)]


def _cover(planned: Moment, extent: Window, scheme: str) -> Trace:
    """The background over what a picture has right of the moment."""
    _, t1, p0, p1 = extent
    x, y = [planned.time, planned.time, t1, t1, planned.time], [p0, p1, p1, p0, p0]
    return scatter(
        x=x,
        y=y,
        mode="lines",
        fill="toself",
        fillcolor=theme.BACKGROUND[scheme],
        hoverinfo="skip",
        line={"width": 0, "color": CLEAR},
        name="what was not known",
    )


def _line(time: float, extent: Window, scheme: str) -> Trace:
    return scatter(
        x=[time, time],
        y=list(extent[2:]),
        mode="lines",
        hoverinfo="skip",
        name="moment",
        line={"width": 2, "color": theme.INK[scheme]},
    )


def _hatched(ahead: Rectangles, rows: np.ndarray, scheme: str) -> list[Trace]:
    """What running jobs may still take, a trace per color."""
    hatched = []
    for color in np.unique(ahead.color[rows]):
        hue = theme.hue(int(color), scheme)
        x, y = _around(ahead, rows[ahead.color[rows] == color], 0.0)
        hatched.append(
            scatter(
                x=x,
                y=y,
                mode="lines",
                line={"color": hue, "width": 1},
                fill="toself",
                fillcolor=CLEAR,
                fillpattern=HATCH | {"fgcolor": hue, "bgcolor": CLEAR},
                hoverinfo="skip",
                name="running",
            )
        )
    return hatched


def _outlined(ahead: Rectangles, rows: np.ndarray, window: Window, scheme: str) -> list[Trace]:
    """Reservations as dashed outlines, drawn in a little, so that neighbors have a line each."""
    inset = ghost.INSET * (window[3] - window[2]) / PIXELS
    lines = [
        Outline(
            int(ahead.row[at]),
            int(ahead.color[at]),
            *(
                side[:-1]
                for side in _around(ahead, np.array([at]), min(inset, float(ahead.high[at] - ahead.low[at]) / 4))
            ),
        )
        for at in rows
    ]
    dashed = ghost.traces(lines, scheme)
    for trace in dashed:
        trace.update(meta=None, name="reserved")  # they stay where a picture takes the place of the bars
    return dashed


def _around(boxes: Rectangles, rows: np.ndarray, inset: float) -> tuple[np.ndarray, np.ndarray]:
    """x, y of closed lines around rectangles, a gap after each."""
    start, end, gap = boxes.start[rows], boxes.end[rows], np.full(len(rows), np.nan)
    low, high = boxes.low[rows] + inset, boxes.high[rows] - inset
    x, y = (start, end, end, start, start, gap), (high, high, low, low, high, gap)
    return np.stack(x, axis=1).ravel(), np.stack(y, axis=1).ravel()


def _labels(
    run: FinishedRun, ahead: Rectangles, rows: np.ndarray, reserved: np.ndarray, window: Window, scheme: str
) -> list[Trace]:
    """An invisible bar over each rectangle that says what it is; the numbers of reserved jobs where they fit."""
    if not len(rows):
        return []
    texts = [hover(run.schedule, ahead, int(at), bool(kind)) for at, kind in zip(rows, reserved, strict=True)]
    middle = (ahead.low[rows] + ahead.high[rows]) / 2
    numbers = _numbers(run, ahead, rows, reserved, window)
    bars = bar(
        orientation="h",
        base=ahead.start[rows],
        x=ahead.end[rows] - ahead.start[rows],
        y=middle,
        width=ahead.high[rows] - ahead.low[rows],
        marker={"color": CLEAR, "line": {"width": 0}},
        hovertext=texts,
        name="plan",
        hovertemplate="%{hovertext}<extra></extra>",
    )
    # as text of its own: what is written into bars lies below the cover
    return [
        bars,
        scatter(
            x=(ahead.start[rows] + ahead.end[rows]) / 2,
            y=middle,
            mode="text",
            text=numbers,
            textfont={"size": 12, "color": theme.INK[scheme]},
            hoverinfo="skip",
            name="numbers",
        ),
    ]


def _numbers(run: FinishedRun, ahead: Rectangles, rows: np.ndarray, reserved: np.ndarray, window: Window) -> list[str]:
    """The number of each reserved job where a usual screen has room for it, else nothing."""
    texts = [str(number) for number in run.schedule.workload.jobs.job_id[ahead.row[rows]]]
    wide = (ahead.end[rows] - ahead.start[rows]) / (window[1] - window[0]) * WIDTH
    high = (ahead.high[rows] - ahead.low[rows]) / (window[3] - window[2]) * PIXELS
    return [
        text if kind and across >= DIGIT[0] * len(text) and up >= DIGIT[1] else ""
        for text, kind, across, up in zip(texts, reserved, wide, high, strict=True)
    ]


def hover(schedule: Schedule, ahead: Rectangles, at: int, reserved: bool) -> str:
    """What a rectangle right of the moment stands for."""
    jobs, row = schedule.workload.jobs, int(ahead.row[at])
    start, end = clock(float(ahead.start[at])), clock(float(ahead.end[at]))
    who = (
        f"job {jobs.job_id[row]} · {theme.safe(user_name(schedule.workload, int(jobs.user_id[row])))} · "
        f"{theme.counted(int(schedule.placed.processors[row]), 'processor')}"
    )
    where = cluster_of(schedule.workload.platform, int(ahead.low[at]))
    return f"{who}<br>{f'reserved{where} from {start} to {end}' if reserved else f'may run{where} until {end}'}"


def cluster_of(platform: Platform, processor: int) -> str:
    """ " in cluster 2", the one of a processor as it is drawn; nothing where there is one pool."""
    if not several(platform):
        return ""
    return f" in cluster {int(np.searchsorted(first_processors(platform), processor, 'right'))}"
