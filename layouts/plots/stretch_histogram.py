"""How bounded stretches are spread: one histogram per run, with the same bins and axes.

Bounded stretch: max(1, response / max(runtime, threshold)).  Bins are equal steps of its logarithm; the first one
begins at 1, so it holds the jobs that hardly waited.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.plots import Plot
from layouts.short_names import short
from layouts.view import Shown, View
from scheduler.durations import human
from scheduler.metrics.stretch import bounded_stretch
from scheduler.params import Param

THRESHOLD = 10.0
PER_DECADE = 8
MOST_BINS = 80
LONGEST = 32        # letters of a name above its row


def edges_for(highest: float) -> np.ndarray:
    """log10 edges of the bins from 1 up to at least `highest`."""
    decades = max(float(np.log10(max(highest, 1.0))), 1.0)
    width = 1 / PER_DECADE if decades * PER_DECADE <= MOST_BINS else decades / MOST_BINS
    return np.arange(int(np.floor(decades / width + 1e-9)) + 2) * width


def shares(stretch: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """[bins]: share of the jobs in each bin [edge, next edge)."""
    counts, _ = np.histogram(np.log10(stretch), bins=edges)
    return counts / max(len(stretch), 1)


def top_for(parts: Sequence[np.ndarray]) -> float:
    """Where the axis of shares ends: above the highest bar, but not so high that one bar hides all others."""
    highest = max(float(part.max()) for part in parts)
    second = max(float(np.partition(part, -2)[-2]) for part in parts)
    return 1.3 * second if 0 < 2.5 * second < highest else 1.3 * highest


def figure(runs: Sequence[Shown], view: View, threshold: float = THRESHOLD) -> go.Figure:
    """One row per run; x: bounded stretch, logarithmic; y: share of jobs."""
    found = [(shown, bounded_stretch(shown.schedule, threshold)) for shown in runs if len(shown.schedule.placed)]
    if not found:
        return theme.empty("No run has jobs to show.", view.scheme)
    edges = edges_for(max(float(stretch.max()) for _, stretch in found))
    parts = [shares(stretch, edges) for _, stretch in found]
    top = top_for(parts)
    made = go.Figure()
    rows = theme.rows(len(found))
    for row, ((shown, stretch), part) in enumerate(zip(found, parts, strict=True)):
        made.add_trace(_bars(shown, part, edges, row, len(stretch), view.scheme))
        _cut(made, part, edges, top, rows[row])
        _name(made, shown, stretch, rows[row], view.scheme)
        _mark(made, shown, stretch, rows[row], view)
    places, texts = theme.ratio_ticks(10 ** edges[-1])
    made.update_layout(theme.row_axes(rows, {"range": [0, top], "tickformat": "~%", "nticks": 4, "fixedrange": True},
                                      "share of jobs"))
    made.update_layout(
        template=theme.template(view.scheme), uirevision="stretch_histogram", margin={"t": 16}, bargap=0.06,
        xaxis={"title": {"text": f"bounded stretch (threshold {human(threshold)}), logarithmic"},
               "range": [edges[0], edges[-1]], "tickvals": places, "ticktext": texts,
               "anchor": theme.last_row(rows)})
    return made


def _bars(shown: Shown, part: np.ndarray, edges: np.ndarray, row: int, jobs: int, scheme: str) -> go.Bar:
    low, high = 10 ** edges[:-1], 10 ** edges[1:]
    said = [f"bounded stretch {theme.number(a)} to {theme.number(b)}<br>{theme.counted(round(share * jobs), 'job')}"
            f" ({theme.percent(share)})" for a, b, share in zip(low, high, part, strict=True)]
    return go.Bar(x=(edges[:-1] + edges[1:]) / 2, width=np.diff(edges) * 0.92, y=part, yaxis=theme.row_axis(row),
                  marker={"color": theme.run_color(shown.index, scheme), "line": {"width": 0}},
                  name=theme.safe(shown.name), hovertext=said,
                  hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>", textposition="none")


def _cut(made: go.Figure, part: np.ndarray, edges: np.ndarray, top: float, domain: tuple[float, float]) -> None:
    """The share in words at bars that are higher than the axis."""
    for at in np.flatnonzero(part > top):
        made.add_annotation(x=float(edges[at + 1]), y=domain[1], yref="paper", xanchor="left", yanchor="top", xshift=3,
                            showarrow=False, text=f"\u2191 {theme.percent(float(part[at]))}")


def heading(name: str) -> str:
    """A name that leaves room for its numbers on a narrow screen; run cards and captions have it in full."""
    return short(name, LONGEST)


def _name(made: go.Figure, shown: Shown, stretch: np.ndarray, domain: tuple[float, float], scheme: str) -> None:
    made.add_annotation(
        x=0, xref="paper", y=domain[1], yref="paper", xanchor="left", yanchor="bottom", showarrow=False,
        text=f"<b>{theme.safe(heading(shown.name))}</b> · median {theme.number(float(np.median(stretch)))},"
             f" max {theme.number(float(stretch.max()))}",
        font={"color": theme.run_color(shown.index, scheme)})


def _mark(made: go.Figure, shown: Shown, stretch: np.ndarray, domain: tuple[float, float], view: View) -> None:
    """A labeled tick at the selected job."""
    if view.job is None or not 0 <= view.job < len(stretch):
        return
    mine = float(stretch[view.job])
    job, below = shown.schedule.workload.jobs.job_id[view.job], theme.percent(float((stretch < mine).mean()))
    made.add_shape(type="line", x0=np.log10(mine), x1=np.log10(mine), y0=domain[0], y1=domain[1], yref="paper",
                   line={"color": theme.INK[view.scheme], "width": 1.5})
    made.add_annotation(x=np.log10(mine), y=domain[1], yref="paper", xanchor="left", yanchor="top", xshift=4,
                        showarrow=False, bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
                        text=f"job {job}: {theme.number(mine)}, worse than {below}")


def caption(runs: Sequence[Shown], view: View) -> str:
    """Median, mean, and the job with the highest bounded stretch, run by run."""
    return " ".join(_said(shown) for shown in runs if len(shown.schedule.placed)) or "No run has jobs to show."


def _said(shown: Shown) -> str:
    stretch = bounded_stretch(shown.schedule)
    worst = int(stretch.argmax())
    below = theme.percent(float((stretch < 2).mean()))
    return (f"{shown.name}: {below} of jobs have a bounded stretch ({THRESHOLD:g} s) below 2; the mean is"
            f" {theme.number(float(stretch.mean()))}, the highest {theme.number(float(stretch[worst]))}"
            f" (job {shown.schedule.workload.jobs.job_id[worst]}).")


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """One row per bin with the number of jobs of each run."""
    found = [(shown, bounded_stretch(shown.schedule)) for shown in runs if len(shown.schedule.placed)]
    if not found:
        return []
    edges = edges_for(max(float(stretch.max()) for _, stretch in found))
    rows: list[dict] = [{"bounded stretch from": float(low), "to": float(high)}
                        for low, high in zip(10 ** edges[:-1], 10 ** edges[1:], strict=True)]
    for shown, stretch in found:
        for row, count in zip(rows, np.histogram(np.log10(stretch), bins=edges)[0].tolist(), strict=True):
            row[shown.name] = count
    return rows


PLOT = Plot("stretch_histogram", "Bounded stretch (10 s)", "How much longer does everything take than it should?",
            figure, caption, table, (
                Param("threshold", THRESHOLD, low=0, high=86_400, unit="s", help="runtimes below this count as this"),
            ), max_points=4 * (MOST_BINS + 2) + 8)
