"""Gantt chart: who has which processors when, in the real schedule of a run or in its virtual one.

Two more charts hold one against the other: `ghost` draws the virtual schedule as outlines behind the real one, `lag`
a row per campaign from its promised to its real completion.

Up to a number of rectangles the window is drawn as bars, one trace per color, each with its facts on hover; beyond it
as a picture that comes from its own route (layouts.pictures), so that the size of the page does not grow with the
workload.  The figure says all about itself in layout.meta, which is what assets/gantt.js reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import facts, outlines, theme
from layouts.plots import Plot, gantt_ghost, gantt_lag, gantt_plan, gantt_plan_traces
from layouts.plots.gantt_charts import ROWS_OF, campaigns, charts, extent_of, window_of
from layouts.raster import address, url, version
from layouts.rectangles import SOURCES, Rectangles, Window, rectangles
from layouts.view import Shown, View
from scheduler.durations import human
from scheduler.params import Param

MOST_BARS = 2_000
MOST_NUMBERED = 60              # bars: beyond it numbers are noise
LEGIBLE = (9.0, 13.0)           # pixels: width of a digit with some air, height of a line
FEW = 6                         # processors that are all numbered
SMALL = (4.0, 5.0)              # pixels: outlines of another shade would hide bars that are usually smaller than this
FIRST_PICTURE = (1_200, 210)    # pixels of the picture a page opens with; the browser then asks for its own size
NARROW = (370, 190)             # pixels of a chart beside another one: what is written into bars has to fit there
LOWER = (370, 100)              # the same where the chart is lower, above that of lags
KINDS = {"real": "real schedule", "virtual": "virtual schedule: each user's share m/k",
         "ghost": "real schedule, virtual one as outlines"}
ROWS = 200                      # of the table, per run
GHOST = ("Dashed outlines are the virtual schedule: an outline's height is its user's share of the machine then, its "
         "place is stacked by user, so it says how much and when, not which processors.")
LAGS = ("Each campaign has a row, by user and in the order of submission, from the completion it was promised to its "
        "real one, where the arrow is.")
STREAMS = ("In the virtual schedule the k users who have a campaign in it have m/k processors each: a step in the "
           "streams is a change of k.")


def figure(runs: Sequence[Shown], view: View, run: int = 0, source: str = "real") -> go.Figure:
    """The Gantt chart of runs[run]; source "virtual" shows the campaigns' shares of the machine instead of jobs.

    x: seconds; y: processors, or rows of campaigns (lag).  The axes hold all runs where view.shared.  Raises ValueError
    for source "virtual" or "ghost" without a virtual schedule, "lag" without promised completions.
    """
    if not 0 <= run < len(runs):
        return theme.empty("No run is shown yet.", view.scheme)
    shown = runs[run]
    if not len(shown.schedule.placed):
        return theme.empty("This run has no jobs.", view.scheme)
    found = gantt_plan.past(shown, view, source)
    extent = gantt_plan.widened(extent_of(runs, view, found, source), runs, view)
    window = window_of(view, extent, ROWS_OF[source])
    inside = found.inside(window)
    over = lines(shown, source, window, view.scheme, extent)
    drawn = "bars" if over is not None and few(len(inside), source, window) else "picture"
    made = go.Figure(bars(shown, found, inside, source, view, window) if drawn == "bars" else [])
    made.add_traces([*((over or []) if drawn == "bars" or source == "lag" else []), corners(extent),
                     *gantt_plan_traces.traces(shown, view, source, extent, window)])
    made.update_layout(_layout(shown, found, view, window, extent, source))
    if drawn == "picture":
        made.add_layout_image(_picture(shown.key, source, window, view.scheme))
    made.add_annotation(_who(shown, source, window, view.scheme))
    made.update_layout(shapes=_selection(shown, gantt_plan.whole(shown, view, source), view, source),
                       meta=_meta(shown, view, source, window, extent, drawn))
    return made


def few(count: int, source: str, window: Window) -> bool:
    """Whether so many rectangles are drawn as bars; not where rows of campaigns would be too thin to be seen."""
    return count <= MOST_BARS and (source != "lag" or window[3] - window[2] <= gantt_lag.MOST_ROWS)


def lines(shown: Shown, source: str, window: Window, scheme: str, extent: Window) -> list[go.Scatter] | None:
    """What is drawn over the bars: outlines, or arrows and marks; None where it is too much for a figure."""
    if source == "lag":
        return [*gantt_lag.borders(shown, extent, scheme), *gantt_lag.marks(shown, window, scheme, NARROW[1])]
    if source != "ghost":
        return []
    found = gantt_ghost.drawn(rectangles(shown.key, shown.schedule, "virtual"), window, FIRST_PICTURE)
    return gantt_ghost.traces(found, scheme) if gantt_ghost.few(found) else None


def bars(shown: Shown, found: Rectangles, inside: np.ndarray, source: str, view: View, window: Window) -> list[go.Bar]:
    """One trace per color, users with the most work first; without outlines where they would hide the bars."""
    colors, thin, scheme = found.color[inside], are_small(found, inside, window), view.scheme
    pixels = LOWER if view.mode == "lag" else NARROW
    numbers = job_numbers(shown, found, inside, source, window, pixels)
    fill = gantt_lag.thick(window, NARROW[1]) if source == "lag" else 1.0
    made = []
    for color in np.unique(colors):
        hue = theme.hue(int(color), scheme)
        shade = gantt_ghost.pale(hue, scheme) if source == "ghost" else hue
        written = [text for text, its in zip(numbers, colors, strict=True) if its == color]
        made.append(_bar(shown, found, inside[colors == color], source, shade,
                         shade if thin else theme.outline(shade, scheme), written, fill))
    return made


def job_numbers(shown: Shown, found: Rectangles, inside: np.ndarray, source: str, window: Window,
                pixels: tuple[int, int]) -> list[str]:
    """[len(inside)]: what is written into each bar, so that one can point at a job.

    The job's number where a usual screen has room for it, else nothing; nothing at all in many bars, or in virtual
    schedules, whose rows are campaigns.
    """
    if source not in facts.JOBS or len(inside) > MOST_NUMBERED:
        return [""] * len(inside)
    texts = [str(number) for number in shown.schedule.workload.jobs.job_id[found.row[inside]]]
    t0, t1, p0, p1 = window
    wide = (np.minimum(found.end[inside], t1) - np.maximum(found.start[inside], t0)) / (t1 - t0) * pixels[0]
    high = (np.minimum(found.high[inside], p1) - np.maximum(found.low[inside], p0)) / (p1 - p0) * pixels[1]
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
         numbers: Sequence[str], fill: float = 1.0) -> go.Bar:
    texts = {row: facts.hover(shown.schedule, source, int(row)) for row in np.unique(found.row[mine])}
    return go.Bar(
        orientation="h", base=found.start[mine], x=found.end[mine] - found.start[mine],
        y=(found.low[mine] + found.high[mine]) / 2, width=fill * (found.high[mine] - found.low[mine]),
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
    kind = gantt_lag.title(shown) if source == "lag" else gantt_plan.title(shown, view, source) or KINDS[source]
    rows = "share (processors)" if source == "virtual" else "processors"
    rows += "<br>assigned by viewer" if found.by_viewer else ""
    ticks = {"dtick": 1} if p1 - p0 <= FEW else {"nticks": 6}      # no ticks between two processors
    axis = gantt_lag.axis(shown, window, NARROW[1]) if source == "lag" else {"title": {"text": rows}} | ticks
    return {
        "template": theme.template(view.scheme), "uirevision": f"{shown.key} {source}", "barmode": "overlay",
        "margin": theme.TIME_MARGIN | {"t": 54}, "dragmode": "zoom",
        "title": {"text": f"<b>{theme.safe(shown.name)}</b> · {kind}"},
        "hovermode": "closest",
        "xaxis": theme.time_axis(t0, t1, extent[:2]),
        "yaxis": axis | {"range": [p0, p1], "minallowed": extent[2], "maxallowed": extent[3], "showgrid": False,
                         "automargin": False},
    }


def _who(shown: Shown, source: str, window: Window, scheme: str) -> dict:
    """Whose the colors are, or what, in words of their color."""
    text = gantt_lag.legend(shown, window, scheme, NARROW[1]) if source == "lag" else users(shown, scheme)
    return {"text": text, "x": 1, "xref": "paper", "xanchor": "right", "y": 1, "yref": "paper",
            "yanchor": "bottom", "yshift": 2, "showarrow": False, "font": {"size": 11}}


def users(shown: Shown, scheme: str) -> str:
    """The users in the order of their numbers, a square of their color before each."""
    workload = shown.schedule.workload
    colors, ids = theme.user_colors(workload), theme.user_ids(workload)
    named = [(int(colors[user]), str(ids[user])) for user in np.argsort(ids, kind="stable")
             if colors[user] < theme.OTHERS]
    named += [(theme.OTHERS, "others")] if (colors == theme.OTHERS).any() else []
    marks = "  ".join(f'<span style="color:{theme.hue(color, scheme)}">\u25a0</span> {name}'
                      for color, name in named)
    return f"user  {marks}"


def _picture(key: str, source: str, window: Window, scheme: str) -> dict:
    t0, t1, p0, p1 = window
    return {"source": url(key, source, window, *FIRST_PICTURE, scheme), "xref": "x", "yref": "y", "x": t0, "y": p1,
            "sizex": t1 - t0, "sizey": p1 - p0, "xanchor": "left", "yanchor": "top", "sizing": "stretch",
            "layer": "below"}


def _selection(shown: Shown, found: Rectangles, view: View, source: str) -> list[dict]:
    jobs = shown.schedule.workload.jobs
    if view.job is None or not 0 <= view.job < len(jobs):
        return []
    row = view.job if source in facts.JOBS else int(jobs.campaign[view.job])
    if source == "virtual":
        return _stream(found, row, theme.INK[view.scheme])
    return [{"type": "rect", "xref": "x", "yref": "y", "x0": found.start[at], "x1": found.end[at], "y0": found.low[at],
             "y1": found.high[at], "line": {"color": theme.INK[view.scheme], "width": 1.5}, "name": "selected"}
            for at in found.of(row)[:facts.OUTLINED]] + _behind(shown, view, source)


def _behind(shown: Shown, view: View, source: str) -> list[dict]:
    """In the ghost chart, the stream of the selected job's campaign."""
    if source != "ghost":
        return []
    return _stream(rectangles(shown.key, shown.schedule, "virtual"),
                   int(shown.schedule.workload.jobs.campaign[view.job]), theme.INK[view.scheme])


def _stream(found: Rectangles, row: int, ink: str) -> list[dict]:
    """The outline of a campaign's stream as a shape."""
    outline = outlines.stream(found, row)
    if outline is None:
        return []
    path = "L".join(f"{x},{y}" for x, y in zip(outline.x.tolist(), outline.y.tolist(), strict=True))
    return [{"type": "path", "xref": "x", "yref": "y", "path": f"M{path}Z", "line": {"color": ink, "width": 1.5},
             "name": "selected"}]


def _meta(shown: Shown, view: View, source: str, window: Window, extent: Window, drawn: str) -> dict:
    return {"queuescope": {
        "kind": "gantt", "run": shown.key, "source": source, "campaigns": campaigns(shown), "rows": ROWS_OF[source],
        "group": theme.group(shown.schedule.workload) if view.shared else f"{shown.key} {source}",
        "extent": list(extent), "window": list(window), "drawn": drawn,
        "most": gantt_lag.MOST_ROWS if source == "lag" else MOST_BARS,
        "scheme": view.scheme, "picture": address(shown.key, source), "version": version(),
        "pick": f"/pick/{shown.key}/{source}", "ink": theme.INK[view.scheme],
        **gantt_plan.meta(shown, view, source)}}


def caption(runs: Sequence[Shown], view: View) -> str:
    """What each run is like as a whole: jobs, how long it takes, and who waits longest."""
    known = [shown for shown in runs if len(shown.schedule.placed)]
    told = gantt_plan.said(known, view) + ([_said(shown) for shown in known] if view.mode != "lag" else [])
    told += [gantt_lag.said(shown) for shown in known if "lag" in charts(shown, view.mode)]
    if any("ghost" in charts(shown, view.mode) for shown in known):
        told.append(GHOST)
    elif view.mode == "lag" and any("lag" in charts(shown, view.mode) for shown in known):
        told.append(LAGS)
    elif any("virtual" in charts(shown, view.mode) for shown in known):
        told.append(STREAMS)
    return " ".join(told) or "No run has jobs to show."


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
    """The first jobs of the window, run by run, in the order of their starts; campaigns and their lags in that mode."""
    return [row for shown in runs for row in (
        gantt_lag.table(shown, ROWS) if "lag" in charts(shown, view.mode) and len(shown.schedule.placed)
        else gantt_plan.table(shown, view) or _rows(shown, view))]


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
