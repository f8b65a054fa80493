"""The Gantt chart of one run: bars or a picture of a window, its axes and marks, and what the browser reads of it."""

from __future__ import annotations

from collections.abc import Sequence

from layouts import theme
from layouts.drawing import axes, query_mask
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.gantt import bands
from layouts.gantt.coloring import needs_base
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
from layouts.plots.gantts.charts import ROWS_OF, beside, campaigns, extent_of, is_folded, pinned, window_of
from layouts.plots.gantts.charts import drawn as rows_drawn
from layouts.state.view import SIDE_BY_SIDE, FinishedRun, View

KINDS = {
    "real": "real schedule",
    "virtual": "virtual schedule: each user's share m/k",
    "ghost": "real schedule, virtual one as outlines",
    "users": "real schedule by user",
    "sizes": "real schedule by job size",
    "queues": "real schedule by queue of the log",
    "queue": "waits and runs, job by job",
}


def figure(runs: Sequence[FinishedRun], view: View, run: int = 0, source: str = "real") -> Figure:
    """The Gantt chart of runs[run]; source "virtual" shows the campaigns' shares of the machine instead of jobs.

    x: seconds; y: processors, rows of bands (users, sizes, queues), of jobs (queue) or of campaigns (lag).  The axes
    hold all runs where view.shared.  Raises ValueError for source "virtual" or "ghost" without a virtual schedule,
    "lag" without promised completions.
    """
    if not 0 <= run < len(runs):
        return theme.empty("No run is shown yet.", view.scheme)
    own = runs[run]
    if not len(own.schedule.placed):
        return theme.empty("This run has no jobs.", view.scheme)
    boxes = plan_chart.past(own, view, source) if source not in bands.KINDS else rows_drawn(own, runs, view, source)
    extent = plan_chart.widened(extent_of(runs, view, boxes, source), runs, view)
    window = window_of(view, extent, ROWS_OF[source])
    inside, how = boxes.inside(window, MOST_BARS + 1), look(own, runs, view, source)
    over = lines(own, source, window, view.scheme, extent)
    drawn = "bars" if over is not None and few(len(inside), source, window) else "picture"
    chart = Figure(bars(own, boxes, inside, source, view, window, how) if drawn == "bars" else [])
    chart.add_traces(
        [
            *((over or []) if drawn == "bars" or source == "lag" else []),
            *(kills.marks(boxes, inside, view.scheme) if drawn == "bars" else []),
            corners(extent),
            *plan_traces.traces(own, view, source, extent, window),
            *rows.borders(own, boxes, source, extent, view.scheme),
            *policy_marks.traces(own, window, extent, view.scheme, NARROW[0], source == "real"),
        ]
    )
    lay_out(chart, _layout(own, boxes, view, window, extent, source))
    meta = _meta(own, runs, view, source, window, extent, drawn)
    if drawn == "picture":
        chart.add_image(_picture(own, runs, view, source, window, meta["query"]))
    chart.add_annotation(
        legend.legend(own, source, window, view.scheme, NARROW[1], how, len(runs) > 1 and view.beside == SIDE_BY_SIDE)
    )
    whole = plan_chart.whole(own, view, source) if source not in bands.KINDS else boxes
    return lay_out(chart, shapes=selection.shapes(own, whole, view, source), meta={"queuescope": meta})


def lines(run: FinishedRun, source: str, window: Window, scheme: str, extent: Window) -> list[Trace] | None:
    """What is drawn over the bars: outlines, or arrows and marks; None where it is too much for a figure."""
    if source == "lag":
        return [*lateness_rows.borders(run, extent, scheme), *lateness_rows.marks(run, window, scheme, NARROW[1])]
    if source != "ghost":
        return []
    streams = ghost.drawn(rectangles(run.key, run.schedule, "virtual"), window, FIRST_PICTURE)
    return ghost.traces(streams, scheme) if ghost.few(streams) else None


def corners(extent: Window) -> Trace:
    """An invisible trace: an axis without one has no range of its own."""
    t0, t1, p0, p1 = extent
    return scatter(x=[t0, t1], y=[p0, p1], mode="lines", line={"width": 0, "color": "rgba(0,0,0,0)"}, hoverinfo="skip")


def _layout(run: FinishedRun, boxes: Rectangles, view: View, window: Window, extent: Window, source: str) -> dict:
    t0, t1, p0, p1 = window
    kind = lateness_rows.title(run) if source == "lag" else plan_chart.title(run, view, source) or KINDS[source]
    axis = (
        lateness_rows.axis(run, window, NARROW[1])
        if source == "lag"
        else rows.axis(run, boxes, window, source, NARROW[1])
    )
    return {
        "template": theme.template(view.scheme),
        "uirevision": f"{run.key} {source}",
        "barmode": "overlay",
        "margin": theme.TIME_MARGIN | {"t": 54},
        "dragmode": "zoom",
        "title": {"text": f"<b>{theme.safe(run.name)}</b> · {kind}"},
        "hovermode": "closest",
        "xaxis": axes.time_axis(run.schedule.workload, t0, t1, extent[:2]),
        "yaxis": axis
        | {"range": [p0, p1], "minallowed": extent[2], "maxallowed": extent[3], "showgrid": False, "automargin": False},
    }


def _picture(
    run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str, window: Window, asked: str
) -> dict:
    t0, t1, p0, p1 = window
    others = with_pins(pinned(view, source), beside(run, runs, view, source), is_folded(view, source))
    place = url(run.key, source, window, *FIRST_PICTURE, view.scheme, asked, others)
    return {
        "source": place,
        "xref": "x",
        "yref": "y",
        "x": t0,
        "y": p1,
        "sizex": t1 - t0,
        "sizey": p1 - p0,
        "xanchor": "left",
        "yanchor": "top",
        "sizing": "stretch",
        "layer": "below",
    }


def asked_for(run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str) -> str:
    """What follows the name of a picture of a chart after "?"; layouts.gantt.raster.query."""
    if source not in JOBS:
        return query()
    base = query_mask.baseline(runs, view.baseline)
    lit = view.only if query_mask.chosen(runs, view) is not None else ""
    compared = bool(lit) or needs_base(view.color, run.schedule, base.schedule)
    return query(view.color, base.key if compared and base.key != run.key else "", lit)


def most(source: str) -> int:
    """Up to how many rectangles a picture asks for a new figure: for bars; for the names of its rows always."""
    return rows.ALWAYS if source in rows.RESTS else lateness_rows.MOST_ROWS if source == "lag" else MOST_BARS


def _meta(
    run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str, window: Window, extent: Window, drawn: str
) -> dict:
    others = with_pins(pinned(view, source), beside(run, runs, view, source), is_folded(view, source))
    return {
        "kind": "gantt",
        "run": run.key,
        "source": source,
        "campaigns": campaigns(run),
        "rows": ROWS_OF[source],
        "group": theme.group(run.schedule.workload) if view.shared else f"{run.key} {source}",
        **axes.meta(run.schedule.workload, extent[1]),
        "extent": list(extent),
        "window": list(window),
        "drawn": drawn,
        "most": rows.ALWAYS if rows.in_clusters(run, source) else most(source),
        "scheme": view.scheme,
        "picture": address(run.key, source, others),
        "version": version(),
        "query": asked_for(run, runs, view, source),
        "pick": f"/pick/{run.key}/{lane(source, others)}",
        "ink": theme.INK[view.scheme],
        **({} if run.rows is None else {"rowsOf": run.rows.base}),
        **plan_chart.meta(run, view, source),
    }
