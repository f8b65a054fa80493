"""The Gantt chart of one run: bars or a picture of a window, its axes and marks, and what the browser reads of it."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from layouts import theme
from layouts.drawing import axes, query_mask
from layouts.gantt import bands
from layouts.gantt.picture_request import with_pins
from layouts.gantt.raster import address, lane, query, url, version
from layouts.gantt.rectangles import JOBS, Rectangles, Window, rectangles
from layouts.plots.gantts import (
    ghost,
    kills,
    lateness_rows,
    legend,
    plan_chart,
    plan_traces,
    policy_marks,
    rows,
    selection,
)
from layouts.plots.gantts.bars import FIRST_PICTURE, MOST_BARS, NARROW, bars, few, look
from layouts.plots.gantts.charts import ROWS_OF, beside, campaigns, extent_of, pinned, window_of
from layouts.plots.gantts.charts import drawn as rows_drawn
from layouts.state.view import SIDE_BY_SIDE, Shown, View

KINDS = {"real": "real schedule", "virtual": "virtual schedule: each user's share m/k",
         "ghost": "real schedule, virtual one as outlines", "users": "real schedule by user",
         "sizes": "real schedule by job size", "queues": "real schedule by queue of the log",
         "queue": "waits and runs, job by job"}


def figure(runs: Sequence[Shown], view: View, run: int = 0, source: str = "real") -> go.Figure:
    """The Gantt chart of runs[run]; source "virtual" shows the campaigns' shares of the machine instead of jobs.

    x: seconds; y: processors, rows of bands (users, sizes, queues), of jobs (queue) or of campaigns (lag).  The axes
    hold all runs where view.shared.  Raises ValueError for source "virtual" or "ghost" without a virtual schedule,
    "lag" without promised completions.
    """
    if not 0 <= run < len(runs):
        return theme.empty("No run is shown yet.", view.scheme)
    shown = runs[run]
    if not len(shown.schedule.placed):
        return theme.empty("This run has no jobs.", view.scheme)
    found = plan_chart.past(shown, view, source) if source not in bands.KINDS else rows_drawn(shown, runs, view, source)
    extent = plan_chart.widened(extent_of(runs, view, found, source), runs, view)
    window = window_of(view, extent, ROWS_OF[source])
    inside, how = found.inside(window, MOST_BARS + 1), look(shown, runs, view, source)
    over = lines(shown, source, window, view.scheme, extent)
    drawn = "bars" if over is not None and few(len(inside), source, window) else "picture"
    made = go.Figure(bars(shown, found, inside, source, view, window, how) if drawn == "bars" else [])
    made.add_traces([*((over or []) if drawn == "bars" or source == "lag" else []),
                     *(kills.marks(found, inside, view.scheme) if drawn == "bars" else []),
                     corners(extent), *plan_traces.traces(shown, view, source, extent, window),
                     *rows.borders(shown, found, source, extent, view.scheme),
                     *policy_marks.traces(shown, window, extent, view.scheme, NARROW[0], source == "real")])
    made.update_layout(_layout(shown, found, view, window, extent, source))
    meta = _meta(shown, runs, view, source, window, extent, drawn)
    if drawn == "picture":
        made.add_layout_image(_picture(shown, runs, view, source, window, meta["query"]))
    made.add_annotation(legend.legend(
            shown, source, window, view.scheme, NARROW[1], how, len(runs) > 1 and view.beside == SIDE_BY_SIDE))
    whole = plan_chart.whole(shown, view, source) if source not in bands.KINDS else found
    return made.update_layout(shapes=selection.shapes(shown, whole, view, source), meta={"queuescope": meta})


def lines(shown: Shown, source: str, window: Window, scheme: str, extent: Window) -> list[go.Scatter] | None:
    """What is drawn over the bars: outlines, or arrows and marks; None where it is too much for a figure."""
    if source == "lag":
        return [*lateness_rows.borders(shown, extent, scheme), *lateness_rows.marks(shown, window, scheme, NARROW[1])]
    if source != "ghost":
        return []
    found = ghost.drawn(rectangles(shown.key, shown.schedule, "virtual"), window, FIRST_PICTURE)
    return ghost.traces(found, scheme) if ghost.few(found) else None


def corners(extent: Window) -> go.Scatter:
    """An invisible trace: an axis without one has no range of its own."""
    t0, t1, p0, p1 = extent
    return go.Scatter(x=[t0, t1], y=[p0, p1], mode="lines", line={"width": 0, "color": "rgba(0,0,0,0)"},
                      hoverinfo="skip")


def _layout(shown: Shown, found: Rectangles, view: View, window: Window, extent: Window, source: str) -> dict:
    t0, t1, p0, p1 = window
    kind = lateness_rows.title(shown) if source == "lag" else plan_chart.title(shown, view, source) or KINDS[source]
    axis = lateness_rows.axis(shown, window, NARROW[1]) if source == "lag" else rows.axis(
        shown, found, window, source, NARROW[1])
    return {
        "template": theme.template(view.scheme), "uirevision": f"{shown.key} {source}", "barmode": "overlay",
        "margin": theme.TIME_MARGIN | {"t": 54}, "dragmode": "zoom",
        "title": {"text": f"<b>{theme.safe(shown.name)}</b> · {kind}"},
        "hovermode": "closest",
        "xaxis": axes.time_axis(shown.schedule.workload, t0, t1, extent[:2]),
        "yaxis": axis | {"range": [p0, p1], "minallowed": extent[2], "maxallowed": extent[3], "showgrid": False,
                         "automargin": False},
    }


def _picture(shown: Shown, runs: Sequence[Shown], view: View, source: str, window: Window, asked: str) -> dict:
    t0, t1, p0, p1 = window
    others = with_pins(pinned(view, source), beside(shown, runs, view, source))
    place = url(shown.key, source, window, *FIRST_PICTURE, view.scheme, asked, others)
    return {"source": place, "xref": "x", "yref": "y", "x": t0, "y": p1,
            "sizex": t1 - t0, "sizey": p1 - p0, "xanchor": "left", "yanchor": "top", "sizing": "stretch",
            "layer": "below"}


def asked_for(shown: Shown, runs: Sequence[Shown], view: View, source: str) -> str:
    """What follows the name of a picture of a chart after "?"; layouts.gantt.raster.query."""
    if source not in JOBS:
        return query()
    base = query_mask.baseline(runs, view.baseline).key
    lit = view.only if query_mask.chosen(runs, view) is not None else ""
    return query(view.color, base if (view.color == "change" or lit) and base != shown.key else "", lit)


def most(source: str) -> int:
    """Up to how many rectangles a picture asks for a new figure: for bars; for the names of its rows always."""
    return rows.ALWAYS if source in rows.RESTS else lateness_rows.MOST_ROWS if source == "lag" else MOST_BARS


def _meta(shown: Shown, runs: Sequence[Shown], view: View, source: str, window: Window, extent: Window,
          drawn: str) -> dict:
    others = with_pins(pinned(view, source), beside(shown, runs, view, source))
    return {
        "kind": "gantt", "run": shown.key, "source": source, "campaigns": campaigns(shown), "rows": ROWS_OF[source],
        "group": theme.group(shown.schedule.workload) if view.shared else f"{shown.key} {source}",
        **axes.meta(shown.schedule.workload, extent[1]),
        "extent": list(extent), "window": list(window), "drawn": drawn,
        "most": rows.ALWAYS if rows.in_clusters(shown, source) else most(source),
        "scheme": view.scheme, "picture": address(shown.key, source, others), "version": version(),
        "query": asked_for(shown, runs, view, source),
        "pick": f"/pick/{shown.key}/{lane(source, others)}", "ink": theme.INK[view.scheme],
        **plan_chart.meta(shown, view, source)}
