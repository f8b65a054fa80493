"""Gantt chart: who has which processors when, in the real schedule of a run or in its virtual one.

The rows of the real schedule are processors, or bands of users or sizes, or jobs.  Two more charts hold the virtual one
against it: `ghost` draws it as outlines behind the real one, `lag` a row per campaign from its promised to its real
completion.

Up to a number of rectangles the window is drawn as bars, one trace per look, each with its facts on hover; beyond it as
a picture that comes from its own route (layouts.pictures), so that the size of the page does not grow with the
workload.  The figure says all about itself in layout.meta, which is what assets/gantt.js reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from layouts import bands, calendar_axis, chosen, guards, theme
from layouts.plots import (
    Plot,
    gantt_ghost,
    gantt_kills,
    gantt_lag,
    gantt_legend,
    gantt_marks,
    gantt_plan,
    gantt_plan_traces,
    gantt_rows,
    gantt_selection,
)
from layouts.plots.gantt_bars import FIRST_PICTURE, MOST_BARS, MOST_NUMBERED, NARROW, bars, few, look, on
from layouts.plots.gantt_charts import ROWS_OF, beside, campaigns, charts, extent_of, window_of
from layouts.plots.gantt_charts import drawn as rows_drawn
from layouts.plots.gantt_words import caption, table
from layouts.raster import address, lane, query, url, version
from layouts.rectangles import JOBS, SOURCES, Rectangles, Window, rectangles
from layouts.view import BESIDE, Shown, View
from scheduler.params import Param

__all__ = ["MOST_BARS", "MOST_NUMBERED", "PLOT", "caption", "charts", "figure", "on", "table"]

KINDS = {"real": "real schedule", "virtual": "virtual schedule: each user's share m/k",
         "ghost": "real schedule, virtual one as outlines", "users": "real schedule by user",
         "sizes": "real schedule by job size", "queue": "waits and runs, job by job"}


def figure(runs: Sequence[Shown], view: View, run: int = 0, source: str = "real") -> go.Figure:
    """The Gantt chart of runs[run]; source "virtual" shows the campaigns' shares of the machine instead of jobs.

    x: seconds; y: processors, rows of bands (users, sizes), of jobs (queue) or of campaigns (lag).  The axes hold all
    runs where view.shared.  Raises ValueError for source "virtual" or "ghost" without a virtual schedule, "lag" without
    promised completions.
    """
    if not 0 <= run < len(runs):
        return theme.empty("No run is shown yet.", view.scheme)
    shown = runs[run]
    if not len(shown.schedule.placed):
        return theme.empty("This run has no jobs.", view.scheme)
    found = gantt_plan.past(shown, view, source) if source not in bands.KINDS else rows_drawn(shown, runs, view, source)
    extent = gantt_plan.widened(extent_of(runs, view, found, source), runs, view)
    window = window_of(view, extent, ROWS_OF[source])
    inside, how = found.inside(window, MOST_BARS + 1), look(shown, runs, view, source)
    over = lines(shown, source, window, view.scheme, extent)
    drawn = "bars" if over is not None and few(len(inside), source, window) else "picture"
    made = go.Figure(bars(shown, found, inside, source, view, window, how) if drawn == "bars" else [])
    made.add_traces([*((over or []) if drawn == "bars" or source == "lag" else []),
                     *(gantt_kills.marks(found, inside, view.scheme) if drawn == "bars" else []),
                     corners(extent), *gantt_plan_traces.traces(shown, view, source, extent, window),
                     *gantt_rows.borders(shown, found, source, extent, view.scheme),
                     *gantt_marks.traces(shown, window, extent, view.scheme, NARROW[0], source == "real")])
    made.update_layout(_layout(shown, found, view, window, extent, source))
    meta = _meta(shown, runs, view, source, window, extent, drawn)
    if drawn == "picture":
        made.add_layout_image(_picture(shown, runs, view, source, window, meta["query"]))
    made.add_annotation(gantt_legend.legend(
            shown, source, window, view.scheme, NARROW[1], how, len(runs) > 1 and view.beside == BESIDE[0]))
    whole = gantt_plan.whole(shown, view, source) if source not in bands.KINDS else found
    return made.update_layout(shapes=gantt_selection.shapes(shown, whole, view, source), meta={"queuescope": meta})


def lines(shown: Shown, source: str, window: Window, scheme: str, extent: Window) -> list[go.Scatter] | None:
    """What is drawn over the bars: outlines, or arrows and marks; None where it is too much for a figure."""
    if source == "lag":
        return [*gantt_lag.borders(shown, extent, scheme), *gantt_lag.marks(shown, window, scheme, NARROW[1])]
    if source != "ghost":
        return []
    found = gantt_ghost.drawn(rectangles(shown.key, shown.schedule, "virtual"), window, FIRST_PICTURE)
    return gantt_ghost.traces(found, scheme) if gantt_ghost.few(found) else None


def corners(extent: Window) -> go.Scatter:
    """An invisible trace: an axis without one has no range of its own."""
    t0, t1, p0, p1 = extent
    return go.Scatter(x=[t0, t1], y=[p0, p1], mode="lines", line={"width": 0, "color": "rgba(0,0,0,0)"},
                      hoverinfo="skip")


def _layout(shown: Shown, found: Rectangles, view: View, window: Window, extent: Window, source: str) -> dict:
    t0, t1, p0, p1 = window
    kind = gantt_lag.title(shown) if source == "lag" else gantt_plan.title(shown, view, source) or KINDS[source]
    axis = gantt_lag.axis(shown, window, NARROW[1]) if source == "lag" else gantt_rows.axis(
        shown, found, window, source, NARROW[1])
    return {
        "template": theme.template(view.scheme), "uirevision": f"{shown.key} {source}", "barmode": "overlay",
        "margin": theme.TIME_MARGIN | {"t": 54}, "dragmode": "zoom",
        "title": {"text": f"<b>{theme.safe(shown.name)}</b> · {kind}"},
        "hovermode": "closest",
        "xaxis": calendar_axis.time_axis(shown.schedule.workload, t0, t1, extent[:2]),
        "yaxis": axis | {"range": [p0, p1], "minallowed": extent[2], "maxallowed": extent[3], "showgrid": False,
                         "automargin": False},
    }


def _picture(shown: Shown, runs: Sequence[Shown], view: View, source: str, window: Window, asked: str) -> dict:
    t0, t1, p0, p1 = window
    place = url(shown.key, source, window, *FIRST_PICTURE, view.scheme, asked, beside(shown, runs, view, source))
    return {"source": place, "xref": "x", "yref": "y", "x": t0, "y": p1,
            "sizex": t1 - t0, "sizey": p1 - p0, "xanchor": "left", "yanchor": "top", "sizing": "stretch",
            "layer": "below"}


def asked_for(shown: Shown, runs: Sequence[Shown], view: View, source: str) -> str:
    """What follows the name of a picture of a chart after "?"; layouts.raster.query."""
    if source not in JOBS:
        return query()
    base = chosen.baseline(runs, view.baseline).key
    lit = view.only if chosen.chosen(runs, view) is not None else ""
    return query(view.color, base if (view.color == "change" or lit) and base != shown.key else "", lit)


def most(source: str) -> int:
    """Up to how many rectangles a picture asks for a new figure: for bars; for the names of its rows always."""
    return gantt_rows.ALWAYS if source in gantt_rows.RESTS else gantt_lag.MOST_ROWS if source == "lag" else MOST_BARS


def _meta(shown: Shown, runs: Sequence[Shown], view: View, source: str, window: Window, extent: Window,
          drawn: str) -> dict:
    others = beside(shown, runs, view, source)
    return {
        "kind": "gantt", "run": shown.key, "source": source, "campaigns": campaigns(shown), "rows": ROWS_OF[source],
        "group": theme.group(shown.schedule.workload) if view.shared else f"{shown.key} {source}",
        **calendar_axis.meta(shown.schedule.workload, extent[1]),
        "extent": list(extent), "window": list(window), "drawn": drawn,
        "most": gantt_rows.ALWAYS if gantt_rows.in_clusters(shown, source) else most(source),
        "scheme": view.scheme, "picture": address(shown.key, source, others), "version": version(),
        "query": asked_for(shown, runs, view, source),
        "pick": f"/pick/{shown.key}/{lane(source, others)}", "ink": theme.INK[view.scheme],
        **gantt_plan.meta(shown, view, source)}


PLOT = Plot("gantt", "Gantt chart", "Who has which processors when?", figure, caption, table, (
    Param("run", 0, low=0, high=3, help="which of the runs shown"),
    Param("source", "real", choices=SOURCES, help="real schedule or the policy's virtual one"),
), axis="time", max_points=MOST_BARS + 2, per_run=True, caveats=(guards.viewer_rows, guards.oversubscribed))
