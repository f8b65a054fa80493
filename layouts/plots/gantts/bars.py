"""The bars of a Gantt chart: a trace for each look - color, pattern, lit or pale - each bar with its facts on hover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import query_mask
from layouts.figures import Trace, bar
from layouts.gantt import coloring, job_facts, patterns
from layouts.gantt.coloring import PALE, PATTERN, Coloring
from layouts.gantt.raster import FADED
from layouts.gantt.rectangles import JOBS, Rectangles, Window
from layouts.plots.gantts import ghost, lateness_rows
from layouts.state.view import FinishedRun, View

MOST_BARS = 500
MOST_NUMBERED = 60  # bars: beyond it numbers are noise
LEGIBLE = (9.0, 13.0)  # pixels: width of a digit with some air, height of a line
SMALL = (4.0, 5.0)  # pixels: outlines of another shade would hide bars that are usually smaller than this
FIRST_PICTURE = (1_200, 210)  # pixels of the picture a page opens with; the browser then asks for its own size
NARROW = (370, 190)  # pixels of a chart beside another one: what is written into bars has to fit there
LOWER = (370, 100)  # the same where the chart is lower, above that of lags
# Of the lines of a pattern: what gets nothing done is seen at once; others 0.15.
SOLID = {patterns.PENALTY: 0.3, patterns.KILLED: 0.3}
HUE = 15  # bits of a code that are its hue


class Look(NamedTuple):
    """What the bars of a chart look like."""

    coloring: Coloring | None  # None: rectangles bring their colors
    lit: np.ndarray | None  # [jobs] bool; None: all are


def look(run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str) -> Look:
    """The look of a chart: what the view colors by, and which jobs its query lights."""
    if source not in JOBS:
        return Look(None, None)
    lit = query_mask.chosen(runs, view)
    return Look(coloring_of(run, runs, view), None if lit is None else run.mask(lit))


def coloring_of(run: FinishedRun, runs: Sequence[FinishedRun], view: View) -> Coloring:
    """The coloring of a run, against the baseline of the view."""
    base = query_mask.baseline(runs, view.baseline)
    return coloring.of_run(view.color, run.schedule, base.schedule)


def few(count: int, source: str, window: Window) -> bool:
    """Whether so many rectangles are drawn as bars; not where rows of campaigns would be too thin to be seen."""
    return count <= MOST_BARS and (source != "lag" or window[3] - window[2] <= lateness_rows.MOST_ROWS)


def bars(
    run: FinishedRun, boxes: Rectangles, inside: np.ndarray, source: str, view: View, window: Window, how: Look
) -> list[Trace]:
    """One trace per look, users with the most work first; without outlines where they would hide the bars."""
    codes, thin = _codes(run, boxes, inside, how), are_small(boxes, inside, window)
    numbers = job_numbers(run, boxes, inside, source, window, LOWER if view.mode == "lag" else NARROW)
    fill = lateness_rows.thick(window, NARROW[1]) if source == "lag" else 1.0
    traces = []
    for code in sorted(set(codes.tolist()), key=lambda code: (code & HUE, code)):
        shade = _shade(how, code, source, view.scheme)
        written = [text for text, its in zip(numbers, codes, strict=True) if its == code]
        line = shade if thin else theme.outline(shade, view.scheme)
        marker = _marker(code >> PATTERN, shade, line, view.scheme)
        traces.append(_bar(run, boxes, inside[codes == code], source, marker, written, fill))
    return traces


def _codes(run: FinishedRun, boxes: Rectangles, inside: np.ndarray, how: Look) -> np.ndarray:
    """[len(inside)] u1: as coloring.codes, with the pattern of a segment before that of its job."""
    if how.coloring is None:
        return boxes.color[inside]
    codes = coloring.codes(how.coloring, run.schedule, how.lit)[boxes.row[inside]]
    if not len(boxes.state):
        return codes
    state = boxes.state[inside]
    plain = codes & (HUE | PALE)
    codes = np.where(state & (patterns.WAITING - 1), plain | ((state & (patterns.WAITING - 1)) << PATTERN), codes)
    return np.where(state & patterns.WAITING, plain | PALE, codes).astype(np.uint8)


def _shade(how: Look, code: int, source: str, scheme: str) -> str:
    hue = theme.hue(code, scheme) if how.coloring is None else how.coloring.hue(code & HUE, scheme)
    if source == "ghost":
        hue = ghost.pale(hue, scheme)
    return pale(hue, scheme) if how.coloring is not None and code & PALE else hue


def pale(color: str, scheme: str) -> str:
    """A color of which the background leaves a quarter."""
    return "#" + "".join(
        f"{round(FADED * part + (1 - FADED) * back):02x}"
        for part, back in zip(theme.rgb(color), theme.rgb(theme.BACKGROUND[scheme]), strict=True)
    )


def _marker(pattern: int, color: str, line: str, scheme: str) -> dict:
    marker: dict = {"color": color, "line": {"color": line, "width": 1 if line != color else 0.5}}
    if pattern:
        marker["pattern"] = {
            "shape": patterns.PATTERNS[pattern].shape,
            "fillmode": "overlay",
            "size": 7,
            "solidity": SOLID.get(pattern, 0.15),
            "fgcolor": theme.outline(color, scheme),
        }
    return marker


def _bar(
    run: FinishedRun,
    boxes: Rectangles,
    mine: np.ndarray,
    source: str,
    marker: dict,
    numbers: Sequence[str],
    fill: float,
) -> Trace:
    jobs = run.in_base(boxes.row[mine]) if source in JOBS else boxes.row[mine]
    texts = {row: job_facts.hover(run.schedule, source, int(row)) for row in np.unique(boxes.row[mine])}
    low, high = boxes.low[mine].astype(np.float64), boxes.high[mine].astype(np.float64)
    return bar(
        orientation="h",
        base=boxes.start[mine],
        x=boxes.end[mine] - boxes.start[mine],
        y=(low + high) / 2,
        width=fill * (high - low),
        marker=marker,
        customdata=jobs.tolist(),
        hovertext=[
            "<br>".join((texts[boxes.row[at]], *map(theme.safe, job_facts.here(run.schedule, boxes, int(at)))))
            for at in mine
        ],
        hovertemplate="%{hovertext}<extra></extra>",
        **_written(numbers, marker["color"]),
    )


def _written(numbers: Sequence[str], color: str) -> dict:
    """Numbers in the middle of their bars, unshrunk; no text where there is none, which keeps figures small."""
    if not any(numbers):
        return {"textposition": "none"}
    return {
        "text": list(numbers),
        "textposition": "inside",
        "insidetextanchor": "middle",
        "constraintext": "none",
        "textangle": 0,
        "insidetextfont": {"size": 12, "color": on(color)},
    }


def job_numbers(
    run: FinishedRun, boxes: Rectangles, inside: np.ndarray, source: str, window: Window, pixels: tuple[int, int]
) -> list[str]:
    """[len(inside)]: what is written into each bar, so that one can point at a job.

    The job's number where a usual screen has room for it, else nothing; nothing at all in many bars, in waits, or in
    virtual schedules, whose rows are campaigns.
    """
    if source not in JOBS or len(inside) > MOST_NUMBERED:
        return [""] * len(inside)
    texts = [str(number) for number in run.schedule.workload.jobs.job_id[boxes.row[inside]]]
    waits = boxes.state[inside] & patterns.WAITING if len(boxes.state) else np.zeros(len(inside))
    t0, t1, p0, p1 = window
    wide = (np.minimum(boxes.end[inside], t1) - np.maximum(boxes.start[inside], t0)) / (t1 - t0) * pixels[0]
    high = (np.minimum(boxes.high[inside], p1) - np.maximum(boxes.low[inside], p0)) / (p1 - p0) * pixels[1]
    return [
        text if across >= LEGIBLE[0] * len(text) and up >= LEGIBLE[1] and not wait else ""
        for text, across, up, wait in zip(texts, wide, high, waits, strict=True)
    ]


def are_small(boxes: Rectangles, inside: np.ndarray, window: Window) -> bool:
    """Whether half of the bars are narrower or lower than SMALL on a usual screen."""
    if not len(inside):
        return False
    wide = float(np.median(boxes.end[inside] - boxes.start[inside])) / (window[1] - window[0]) * FIRST_PICTURE[0]
    high = float(np.median(boxes.high[inside] - boxes.low[inside])) / (window[3] - window[2]) * FIRST_PICTURE[1]
    return wide < SMALL[0] or high < SMALL[1]


def on(color: str) -> str:
    """Black or white, whichever is easier to read on that color (relative luminance and contrast as in WCAG 2)."""
    part = np.array(theme.rgb(color)) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ (0.2126, 0.7152, 0.0722))
    return "#000000" if (luminance + 0.05) ** 2 >= 1.05 * 0.05 else "#ffffff"
