"""Gantt chart: who has which processors when, in the real schedule of a run or in its virtual one.

Up to a number of rectangles the window is drawn as bars, one trace per color, each with its facts on hover; beyond it
as a picture that comes from its own route (layouts.pictures), so that the size of the page does not grow with the
workload.  The figure says all about itself in layout.meta, which is what assets/gantt.js reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import facts, theme
from layouts.plots import Plot
from layouts.raster import address, url, version
from layouts.rectangles import SOURCES, Rectangles, Window, rectangles
from layouts.view import Shown, View
from scheduler.durations import human
from scheduler.params import Param

MOST_BARS = 2_000
MOST_NUMBERED = 60              # bars: beyond it numbers are noise
LEGIBLE = (9.0, 13.0)           # pixels: width of a digit with some air, height of a line
SMALL = (4.0, 5.0)              # pixels: outlines of another shade would hide bars that are usually smaller than this
FIRST_PICTURE = (1_200, 210)    # pixels of the picture a page opens with; the browser then asks for its own size
NARROW = (370, 190)             # pixels of a chart beside another one: what is written into bars has to fit there
ROWS = 200                      # of the table, per run


def figure(runs: Sequence[Shown], view: View, run: int = 0, source: str = "real") -> go.Figure:
    """The Gantt chart of runs[run]; source "virtual" shows the campaigns' shares of the machine instead of jobs.

    x: seconds; y: processors.  The axes hold all runs where view.shared.  Raises ValueError for source "virtual"
    without a virtual schedule.
    """
    if not 0 <= run < len(runs):
        return theme.empty("No run is shown yet.", view.scheme)
    shown = runs[run]
    if not len(shown.schedule.placed):
        return theme.empty("This run has no jobs.", view.scheme)
    found = rectangles(shown.key, shown.schedule, source)
    extent = shared_extent(runs) if view.shared else found.extent
    window = window_of(view, extent)
    inside = found.inside(window)
    drawn = "bars" if len(inside) <= MOST_BARS else "picture"
    made = go.Figure(bars(shown, found, inside, source, view.scheme, window) if drawn == "bars" else [])
    made.add_trace(corners(extent))
    made.update_layout(_layout(shown, found, view, window, extent, source))
    if drawn == "picture":
        made.add_layout_image(_picture(shown.key, source, window, view.scheme))
    made.add_annotation(_who(shown, view.scheme))
    made.update_layout(shapes=_selection(shown, found, view, source),
                       meta=_meta(shown, view, source, window, extent, drawn))
    return made


def shared_extent(runs: Sequence[Shown]) -> Window:
    """The smallest window that holds every run, real and virtual, and the whole machine."""
    extents = [rectangles(shown.key, shown.schedule, source).extent for shown in runs if len(shown.schedule.placed)
               for source in sources(shown)]
    t0, t1, p0, p1 = zip(*extents, strict=True) if extents else ((0.0,), (1.0,), (0.0,), (1.0,))
    return min(t0), max(t1), min(p0), max(p1)


def sources(shown: Shown) -> tuple[str, ...]:
    """The schedules a run has: real, and virtual for campaign policies."""
    return SOURCES if shown.schedule.virtual is not None else SOURCES[:1]


def window_of(view: View, extent: Window) -> Window:
    """The window of the view within the extent; the extent itself where the view says nothing or nothing sensible."""
    asked = (view.t0, view.t1, view.p0, view.p1)
    t0, t1, p0, p1 = (bound if given is None or not np.isfinite(given) else float(given)
                      for given, bound in zip(asked, extent, strict=True))
    t0, t1 = max(t0, extent[0]), min(t1, extent[1])
    p0, p1 = max(p0, extent[2]), min(p1, extent[3])
    if not t0 < t1:
        t0, t1 = extent[:2]
    if not p0 < p1:
        p0, p1 = extent[2:]
    return t0, t1, p0, p1


def bars(shown: Shown, found: Rectangles, inside: np.ndarray, source: str, scheme: str, window: Window) -> list[go.Bar]:
    """One trace per color, users with the most work first; without outlines where they would hide the bars."""
    colors, thin = found.color[inside], are_small(found, inside, window)
    numbers = job_numbers(shown, found, inside, source, window)
    return [_bar(shown, found, inside[colors == color], source, theme.hue(int(color), scheme),
                 theme.hue(int(color), scheme) if thin else theme.outline(theme.hue(int(color), scheme), scheme),
                 [text for text, its in zip(numbers, colors, strict=True) if its == color])
            for color in np.unique(colors)]


def job_numbers(shown: Shown, found: Rectangles, inside: np.ndarray, source: str, window: Window) -> list[str]:
    """[len(inside)]: what is written into each bar, so that one can point at a job.

    The job's number where a usual screen has room for it, else nothing; nothing at all in many bars, or in virtual
    schedules, whose rows are campaigns.
    """
    if source != "real" or len(inside) > MOST_NUMBERED:
        return [""] * len(inside)
    texts = [str(number) for number in shown.schedule.workload.jobs.job_id[found.row[inside]]]
    t0, t1, p0, p1 = window
    wide = (np.minimum(found.end[inside], t1) - np.maximum(found.start[inside], t0)) / (t1 - t0) * NARROW[0]
    high = (np.minimum(found.high[inside], p1) - np.maximum(found.low[inside], p0)) / (p1 - p0) * NARROW[1]
    return [text if across >= LEGIBLE[0] * len(text) and up >= LEGIBLE[1] else ""
            for text, across, up in zip(texts, wide, high, strict=True)]


def are_small(found: Rectangles, inside: np.ndarray, window: Window) -> bool:
    """Whether half of the bars are narrower or lower than SMALL on a usual screen."""
    if not len(inside):
        return False
    wide = float(np.median(found.end[inside] - found.start[inside])) / (window[1] - window[0]) * FIRST_PICTURE[0]
    high = float(np.median(found.high[inside] - found.low[inside])) / (window[3] - window[2]) * FIRST_PICTURE[1]
    return wide < SMALL[0] or high < SMALL[1]


def _bar(shown: Shown, found: Rectangles, mine: np.ndarray, source: str, color: str, line: str,
         numbers: Sequence[str]) -> go.Bar:
    texts = {row: facts.hover(shown.schedule, source, int(row)) for row in np.unique(found.row[mine])}
    return go.Bar(
        orientation="h", base=found.start[mine], x=found.end[mine] - found.start[mine],
        y=(found.low[mine] + found.high[mine]) / 2, width=found.high[mine] - found.low[mine],
        marker={"color": color, "line": {"color": line, "width": 1 if line != color else 0.5}},
        customdata=[int(row) for row in found.row[mine]], hovertext=[texts[row] for row in found.row[mine]],
        hovertemplate="%{hovertext}<extra></extra>", **_written(numbers, color))


def _written(numbers: Sequence[str], color: str) -> dict:
    """Numbers in the middle of their bars, unshrunk; no text where there is none, which keeps figures small."""
    if not any(numbers):
        return {"textposition": "none"}
    return {"text": list(numbers), "textposition": "inside", "insidetextanchor": "middle", "constraintext": "none",
            "textangle": 0, "insidetextfont": {"size": 12, "color": on(color)}}


def on(color: str) -> str:
    """Black or white, whichever is easier to read on that color (relative luminance and contrast as in WCAG 2)."""
    part = np.array(theme.rgb(color)) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ (0.2126, 0.7152, 0.0722))
    return "#000000" if (luminance + 0.05) ** 2 >= 1.05 * 0.05 else "#ffffff"


def corners(extent: Window) -> go.Scatter:
    """An invisible trace: an axis without one has no range of its own."""
    t0, t1, p0, p1 = extent
    return go.Scatter(x=[t0, t1], y=[p0, p1], mode="lines", line={"width": 0, "color": "rgba(0,0,0,0)"},
                      hoverinfo="skip")


def _layout(shown: Shown, found: Rectangles, view: View, window: Window, extent: Window, source: str) -> dict:
    t0, t1, p0, p1 = window
    kind = "virtual schedule" if source == "virtual" else "real schedule"
    rows = "share of the machine (processors)" if source == "virtual" else "processors"
    rows += "<br>assigned by viewer" if found.by_viewer else ""
    return {
        "template": theme.template(view.scheme), "uirevision": f"{shown.key} {source}", "barmode": "overlay",
        "margin": theme.TIME_MARGIN | {"t": 54}, "dragmode": "zoom",
        "title": {"text": f"<b>{theme.safe(shown.name)}</b> · {kind}"},
        "hovermode": "closest",
        "xaxis": theme.time_axis(t0, t1, extent[:2]),
        "yaxis": {"title": {"text": rows}, "range": [p0, p1], "minallowed": extent[2], "maxallowed": extent[3],
                  "showgrid": False, "nticks": 6, "automargin": False},
    }


def _who(shown: Shown, scheme: str) -> dict:
    """Whose the colors are, in words of their color."""
    workload = shown.schedule.workload
    colors, ids = theme.user_colors(workload), theme.user_ids(workload)
    named = [(int(colors[user]), str(ids[user])) for user in np.argsort(ids, kind="stable")
             if colors[user] < theme.OTHERS]
    named += [(theme.OTHERS, "others")] if (colors == theme.OTHERS).any() else []
    marks = "  ".join(f'<span style="color:{theme.hue(color, scheme)}">\u25a0</span> {name}'
                      for color, name in named)
    return {"text": f"user  {marks}", "x": 1, "xref": "paper", "xanchor": "right", "y": 1, "yref": "paper",
            "yanchor": "bottom", "yshift": 2, "showarrow": False, "font": {"size": 11}}


def _picture(key: str, source: str, window: Window, scheme: str) -> dict:
    t0, t1, p0, p1 = window
    return {"source": url(key, source, window, *FIRST_PICTURE, scheme), "xref": "x", "yref": "y", "x": t0, "y": p1,
            "sizex": t1 - t0, "sizey": p1 - p0, "xanchor": "left", "yanchor": "top", "sizing": "stretch",
            "layer": "below"}


def _selection(shown: Shown, found: Rectangles, view: View, source: str) -> list[dict]:
    jobs = shown.schedule.workload.jobs
    if view.job is None or not 0 <= view.job < len(jobs):
        return []
    row = view.job if source == "real" else int(jobs.campaign[view.job])
    return [{"type": "rect", "xref": "x", "yref": "y", "x0": found.start[at], "x1": found.end[at], "y0": found.low[at],
             "y1": found.high[at], "line": {"color": theme.INK[view.scheme], "width": 1.5}, "name": "selected"}
            for at in found.of(row)[:facts.OUTLINED]]


def _meta(shown: Shown, view: View, source: str, window: Window, extent: Window, drawn: str) -> dict:
    return {"queuescope": {
        "kind": "gantt", "run": shown.key, "source": source,
        "group": theme.group(shown.schedule.workload) if view.shared else f"{shown.key} {source}",
        "extent": list(extent), "window": list(window), "drawn": drawn, "most": MOST_BARS,
        "scheme": view.scheme, "picture": address(shown.key, source), "version": version(),
        "pick": f"/pick/{shown.key}/{source}", "ink": theme.INK[view.scheme]}}


def caption(runs: Sequence[Shown], view: View) -> str:
    """What each run is like as a whole: jobs, how long it takes, and who waits longest."""
    return " ".join(_said(shown) for shown in runs if len(shown.schedule.placed)) or "No run has jobs to show."


def _said(shown: Shown) -> str:
    schedule, jobs = shown.schedule, shown.schedule.workload.jobs
    wait = schedule.wait
    worst = int(wait.argmax())
    span = float(schedule.placed.end.max() - schedule.placed.submit.min())
    begin = (f"{shown.name}: {theme.counted(len(jobs), 'job')} on "
             f"{theme.counted(schedule.workload.platform.processors, 'processor')} in {human(span)}")
    if wait[worst] <= 0:
        return f"{begin}; no job waits."
    return (f"{begin}; the longest wait is {human(float(wait[worst]))} (job {jobs.job_id[worst]} of user "
            f"{jobs.user_id[worst]}).")


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """The first jobs of the window, run by run, in the order of their starts."""
    return [row for shown in runs for row in _rows(shown, view)]


def _rows(shown: Shown, view: View) -> list[dict]:
    if not len(shown.schedule.placed):
        return []
    found = rectangles(shown.key, shown.schedule)
    rows = found.row[found.inside(window_of(view, found.extent))]
    _, first = np.unique(rows, return_index=True)
    keep = ("job_id", "user", "processors", "submit", "start", "end", "wait")
    return [{"run": shown.name} | {name: said[name] for name in keep}
            for said in (facts.of_job(shown.schedule, int(row)) for row in rows[np.sort(first)[:ROWS]])]


PLOT = Plot("gantt", "Gantt chart", "Who has which processors when?", figure, caption, table, (
    Param("run", 0, low=0, high=3, help="which of the runs shown"),
    Param("source", "real", choices=SOURCES, help="real schedule or the policy's virtual one"),
), axis="time", max_points=MOST_BARS + 2)
