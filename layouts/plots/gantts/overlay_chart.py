"""A run's jobs, and over them those of the baseline as dashed outlines: where and when the same job ran in both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from layouts import theme
from layouts.drawing.paired_waits import share_text
from layouts.drawing.query_mask import baseline
from layouts.drawing.tables import First, joined
from layouts.figures import Figure, Trace, lay_out, merged, scatter
from layouts.gantt import job_facts, overlay, pair_hit_test
from layouts.gantt.outlines import PALE
from layouts.gantt.pair_hit_test import Side
from layouts.gantt.picture_request import with_pins
from layouts.gantt.raster import address, lane
from layouts.gantt.rectangles import OF_ROWS, Rectangles, Window, rectangles
from layouts.plots.gantts import run_chart
from layouts.plots.gantts.bars import FIRST_PICTURE
from layouts.plots.gantts.charts import pinned
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.model.user_names import label

MOST = 2_000  # outlines; beyond it the chart is a picture
ROWS = 200  # of the table, per run
INSET = 1.5  # pixels
PLACES = (
    "Filled jobs are the run's, dashed outlines the baseline's; pointing at one outlines the same job in both.",
    "Outlines smaller than a few pixels are left out: zoom in for more.",
)
VIEWER = "Rows are chosen for drawing in both: read an outline for its time and its size, not for its row."


def figure(runs: Sequence[FinishedRun], view: View, run: int) -> Figure:
    """The chart of runs[run] over the baseline, in the rows of the view."""
    chart = framed(runs, view, run, "overlay")
    meta = chart.meta
    if not meta:
        return chart
    mine, base = sides(runs, view, runs[run])
    window: Window = tuple(meta["window"])
    behind = overlay.behind(base.bars, mine.bars, OF_ROWS[view.rows], view.color)
    indices = overlay.visible(behind, window, *FIRST_PICTURE)
    if meta["drawn"] == "bars" and len(indices) <= MOST:
        chart.data = [pale(trace, view.scheme) if trace["type"] == "bar" else trace for trace in chart.data]
        chart.add_traces(_outlines(behind, indices, window, view.scheme))
    else:
        pictured(chart, view, window)
    chosen(
        chart,
        view,
        lambda job: [*job_facts.boxes(mine.bars, mine.bars.of(job)), *job_facts.boxes(behind, behind.of(job))],
    )
    return chart


def pale(bars: Trace, scheme: str) -> Trace:
    """The same bars behind something, their names in the color of text."""
    return merged(bars, {"marker": {"opacity": PALE}, "insidetextfont": {"color": theme.INK[scheme]}})


def sides(runs: Sequence[FinishedRun], view: View, run: FinishedRun) -> tuple[Side, Side]:
    """A run and the baseline, in the same rows."""
    base, source = baseline(runs, view.baseline), OF_ROWS[view.rows]
    beside = [(one.key, one.schedule) for one in (runs if view.shared else (base, run))]
    first = pinned(view, source)
    mine, other = (
        Side(one.key, one.schedule, rectangles(one.key, one.schedule, source, beside=beside, pinned=first))
        for one in (run, base)
    )
    return mine, other


def framed(runs: Sequence[FinishedRun], view: View, run: int, kind: str) -> Figure:
    """The chart of one run, told to be one of two (pairs.KINDS): its title, and where pictures and facts come from.

    Axes hold both runs even where every chart has axes of its own.
    """
    own, base = runs[run], baseline(runs, view.baseline)
    compared = list(runs) if view.shared else [base, own]
    chart = run_chart.figure(
        compared,
        replace(view, shared=True, mode="stacked", plan=None, fold=False),
        run=compared.index(own),
        source=OF_ROWS[view.rows],
    )
    if not chart.meta:
        return chart
    source = pair_hit_test.source_of(kind, view.rows)
    beside = with_pins(
        pinned(view, OF_ROWS[view.rows]), pair_hit_test.beside(own.key, base.key, [one.key for one in compared])
    )
    addresses = {
        "source": source,
        "picture": address(own.key, source, beside),
        "pick": f"/pick/{own.key}/{lane(source, beside)}",
    }
    lay_out(
        chart,
        meta={"queuescope": addresses},
        title={"text": f"<b>{theme.safe(own.name)}</b> · {TITLES[kind].format(theme.safe(base.name))}"},
    )
    return chart


TITLES = {"overlay": "outlines: {}", "difference": "difference from {}"}


def pictured(chart: Figure, view: View, window: Window) -> None:
    """Put the picture of the window in the place of bars."""
    meta = chart.meta
    t0, t1, p0, p1 = window
    bounds = "_".join(repr(float(bound)) for bound in window)
    size = "x".join(map(str, FIRST_PICTURE))
    chart.data = [trace for trace in chart.data if trace["type"] != "bar" and trace.get("meta") != "bars"]
    chart.layout["images"] = [
        {
            "source": f"{meta['picture']}{bounds}_{size}_{view.scheme}.png?{meta['query']}",
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
    ]
    lay_out(chart, meta={"queuescope": {"drawn": "picture"}})


def chosen(chart: Figure, view: View, boxes: Any) -> None:
    """Outline the selected job where boxes(job) are, [start, end, low, high] each."""
    chart.layout["shapes"] = [shape for shape in chart.layout.get("shapes", ()) if shape.get("name") != "selected"]
    for start, end, low, high in boxes(view.job) if view.job is not None else []:
        chart.add_shape(
            type="rect",
            xref="x",
            yref="y",
            x0=start,
            x1=end,
            y0=low,
            y1=high,
            name="selected",
            line={"color": theme.INK[view.scheme], "width": 1.5},
        )


def _outlines(behind: Rectangles, indices: np.ndarray, window: Window, scheme: str) -> list[Trace]:
    """Dashes on a line of the background's color, one trace per color."""
    if not len(indices):
        return []
    inset = (INSET * (window[1] - window[0]) / FIRST_PICTURE[0], INSET * (window[3] - window[2]) / FIRST_PICTURE[1])
    traces = [_line(*overlay.lines(behind, indices, inset), {"color": theme.BACKGROUND[scheme], "width": 3.5})]
    for color in np.unique(behind.color[indices]):
        mine = indices[behind.color[indices] == color]
        traces.append(
            _line(
                *overlay.lines(behind, mine, inset),
                {"color": theme.hue(int(color), scheme), "width": 2.2, "dash": "7px,3px"},
            )
        )
    return traces


def _line(x: np.ndarray, y: np.ndarray, line: dict) -> Trace:
    return scatter(
        x=x, y=y, mode="lines", line=line | {"simplify": False}, hoverinfo="skip", connectgaps=False, meta="bars"
    )  # hidden with the bars where a picture takes their place


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How many jobs start at another time than in the baseline, run by run, and how to read an overlay."""
    base = baseline(runs, view.baseline)
    sentences = [_sentence(run, base) for run in runs if run is not base]
    by_viewer = view.rows != "queue" and any(not run.schedule.has_places for run in runs)
    return [*sentences, *PLACES, *([VIEWER] if by_viewer else [])]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """How many jobs start earlier than in the baseline, run by run."""
    base = baseline(runs, view.baseline)
    values = [
        (run.name, float((run.schedule.placed.start - base.schedule.placed.start < -pair_hit_test.SAME).mean()))
        for run in runs
        if run is not base and len(run.schedule.placed)
    ]
    return contrast(f"Share of jobs that start earlier than under {base.name}:", values, share_text)


def _sentence(run: FinishedRun, base: FinishedRun) -> str:
    off = run.schedule.placed.start - base.schedule.placed.start
    later, earlier = int((off > pair_hit_test.SAME).sum()), int((off < -pair_hit_test.SAME).sum())
    return (
        f"{run.name}: {theme.number(earlier)} of {theme.counted(len(off), 'job')} start earlier than under "
        f"{base.name}, {theme.number(later)} later."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The jobs that start at another time than in the baseline, largest change first; times in seconds."""
    base = baseline(runs, view.baseline)
    return joined(_rows(run, base) for run in runs if run is not base)


def _rows(run: FinishedRun, base: FinishedRun) -> list[dict]:
    start, before = run.schedule.placed.start, base.schedule.placed.start
    off, jobs = start - before, run.schedule.workload.jobs
    order = np.argsort(-np.abs(off), kind="stable")[:ROWS]
    rows = (
        {
            "run": run.name,
            "job_id": int(jobs.job_id[job]),
            "user": label(run.schedule.workload, int(jobs.user_id[job])),
            "start": float(start[job]),
            f"start under {base.name}": float(before[job]),
            "change": float(off[job]),
        }
        for job in order[np.abs(off[order]) > pair_hit_test.SAME].tolist()
    )
    return First(rows, np.count_nonzero(np.abs(off) > pair_hit_test.SAME))
