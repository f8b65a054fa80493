"""How the stretches of campaigns are spread, one histogram per run, with the bound of each campaign marked.

Stretch of a campaign: (completion - submission) / max(W / m, longest job), as in ostrich-2013, figure 3a.  Bins are
equal steps of the logarithm.  Where theorem 1 speaks of the run, the bound of every campaign stands above the bars: a
step line counts, bin by bin, the campaigns whose bound lies there, and the caption says how close the closest comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.figures import Figure, Trace, bar, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.topics.campaigns.bounds.campaign_stretch import GUARANTEE
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch

PER_DECADE = 10
HIGH = 20.0  # "high" as the paper counts it
LOW = 2.0
FEW = 100  # campaigns are counted in sentences; more are a share


class Spread(NamedTuple):
    """The campaigns of a run."""

    stretch: np.ndarray  # [campaigns] f8
    bound: np.ndarray  # [campaigns] f8; empty where nothing was proven of the run


def spread(run: FinishedRun) -> Spread:
    """Stretch of every campaign, and its bound where theorem 1 speaks of the run."""
    stretch = campaign_stretch(run.schedule)
    if not GUARANTEE.applies(run.schedule) or GUARANTEE.why_not(run.schedule):
        return Spread(stretch.value, np.zeros(0))
    return Spread(stretch.value, GUARANTEE.measure(run.schedule).bound)


def edges_for(highest: float) -> np.ndarray:
    """log10 edges of the bins from 1 up to at least `highest`."""
    steps = int(np.ceil(max(np.log10(max(highest, 1.0)), 1.0) * PER_DECADE + 1e-9))
    return np.arange(steps + 1) / PER_DECADE


def counts(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """[bins] i8: how many values lie in each; rounding must not push a stretch of 1 below the first edge."""
    places = np.clip(np.log10(np.maximum(values, 1.0)), edges[0], edges[-1])
    return np.histogram(places, bins=edges)[0]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload has campaigns."""
    return any(run.schedule.workload.has_campaigns for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One row per run; x: stretch, logarithmic; y: campaigns."""
    pairs = [(run, spread(run)) for run in runs if run.schedule.workload.has_campaigns]
    if not pairs:
        return theme.empty("This workload has no campaigns.", view.scheme)
    edges = edges_for(max(float(max(s.stretch.max(), s.bound.max(initial=1.0))) for _, s in pairs))
    parts = [(counts(s.stretch, edges), counts(s.bound, edges) if len(s.bound) else None) for _, s in pairs]
    top = 1.15 * max(float(max(bars.max(), 0 if line is None else line.max())) for bars, line in parts)
    chart, rows = Figure(), theme.rows(len(pairs))
    for row, ((run, values), (bars, line)) in enumerate(zip(pairs, parts, strict=True)):
        chart.add_trace(_bars(run, bars, edges, row, view.scheme))
        if line is not None:
            chart.add_trace(_bounds(line, edges, row, view.scheme))
        _name(chart, run, values, rows[row], view.scheme)
        _mark(chart, run, rows[row], view)
    places, texts = theme.ratio_ticks(10 ** edges[-1])
    lay_out(
        chart, theme.row_axes(rows, {"range": [0, top], "fixedrange": True} | theme.whole_ticks(top, 3), "campaigns")
    )
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="campaign_stretch",
        margin={"t": 16},
        bargap=0.06,
        xaxis={
            "title": {"text": "stretch of a campaign, logarithmic"},
            "range": [edges[0], edges[-1]],
            "tickvals": places,
            "ticktext": texts,
            "anchor": theme.last_row(rows),
        },
    )
    return chart


def _bars(run: FinishedRun, bars: np.ndarray, edges: np.ndarray, row: int, scheme: str) -> Trace:
    low, high = 10 ** edges[:-1], 10 ** edges[1:]
    texts = [
        f"stretch {theme.number(a)} to {theme.number(b)}<br>{theme.counted(int(n), 'campaign')}"
        for a, b, n in zip(low, high, bars, strict=True)
    ]
    return bar(
        x=(edges[:-1] + edges[1:]) / 2,
        width=np.diff(edges) * 0.92,
        y=bars,
        yaxis=theme.row_axis(row),
        marker={"color": theme.run_color(run.index, scheme), "line": {"width": 0}},
        textposition="none",
        name=theme.safe(run.name),
        hovertext=texts,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _bounds(line: np.ndarray, edges: np.ndarray, row: int, scheme: str) -> Trace:
    """The step line of bounds, in ink and dashed: no run has that color."""
    return scatter(
        x=edges,
        y=np.append(line, line[-1:]),
        yaxis=theme.row_axis(row),
        mode="lines",
        line={"shape": "hv", "color": theme.INK[scheme], "dash": "dot", "width": 1.5},
        name="bounds",
        hovertemplate="%{y} campaigns have their bound here<extra></extra>",
    )


def _name(chart: Figure, run: FinishedRun, values: Spread, domain: tuple[float, float], scheme: str) -> None:
    above, total = int((values.stretch > HIGH).sum()), len(values.stretch)
    most = (
        f"highest {theme.number(float(values.stretch.max()))}"
        if not above
        else f"{theme.percent(above / total)} above {HIGH:g}"
    )
    bounds = " · dotted: campaigns by their bound" if len(values.bound) else ""
    axes.name_row(chart, domain, run, scheme, f" · {most}{bounds}")


def _mark(chart: Figure, run: FinishedRun, domain: tuple[float, float], view: View) -> None:
    """A labeled tick at the campaign of the selected job."""
    jobs = run.schedule.workload.jobs
    if view.job is None or not 0 <= view.job < len(jobs) or jobs.campaign[view.job] < 0:
        return
    stretch = campaign_stretch(run.schedule)
    mine = float(stretch.value[np.searchsorted(stretch.campaign, jobs.campaign[view.job])])
    at = np.log10(max(mine, 1.0))
    chart.add_shape(
        type="line",
        x0=at,
        x1=at,
        y0=domain[0],
        y1=domain[1],
        yref="paper",
        line={"color": theme.INK[view.scheme], "width": 1.5},
    )
    chart.add_annotation(
        x=at,
        y=domain[1],
        yref="paper",
        xanchor="left",
        yanchor="top",
        xshift=4,
        showarrow=False,
        bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
        text=f"campaign of job {jobs.job_id[view.job]}: {theme.number(mine)}",
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Shares below 2 and above 20, the worst campaign, and how close a campaign comes to its bound."""
    sentences = [_sentence(run) for run in runs if run.schedule.workload.has_campaigns]
    return sentences or ["This workload has no campaigns."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The highest stretch of a campaign in every run."""
    return contrast(
        "The highest stretch of a campaign is",
        [(run.name, float(spread(run).stretch.max())) for run in runs if run.schedule.workload.has_campaigns],
        theme.number,
    )


def _sentence(run: FinishedRun) -> str:
    values = spread(run)
    below, above = int((values.stretch < LOW).sum()), int((values.stretch > HIGH).sum())
    total = len(values.stretch)
    opening = (
        f"{run.name}: {_share(below, total)} of {theme.counted(total, 'campaign')} have a stretch below "
        f"{LOW:g}, {_share(above, total)} above {HIGH:g}; the highest is "
        f"{theme.number(float(values.stretch.max()))}"
    )
    if len(values.bound):
        closest = float((values.stretch / values.bound).max())
        opening += f"; none comes closer to its bound than {theme.percent(closest)} of it"
    return opening + "."


def _share(count: int, total: int) -> str:
    """none, 3, or 83.1 % of many."""
    return "none" if not count else str(count) if total < FEW else theme.percent(count / total)


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per bin: campaigns, and bounds, of each run."""
    pairs = [(run, spread(run)) for run in runs if run.schedule.workload.has_campaigns]
    if not pairs:
        return []
    edges = edges_for(max(float(max(s.stretch.max(), s.bound.max(initial=1.0))) for _, s in pairs))
    rows: list[dict] = [
        {"stretch from": float(low), "to": float(high)}
        for low, high in zip(10 ** edges[:-1], 10 ** edges[1:], strict=True)
    ]
    for run, values in pairs:
        for name, column in ((run.name, values.stretch), (f"{run.name}: bounds", values.bound)):
            if len(column):
                for row, count in zip(rows, counts(column, edges).tolist(), strict=True):
                    row[name] = count
    return rows


PLOT = Plot(
    "campaign_stretch",
    "Stretch of campaigns",
    "How much longer do they take than on an idle machine?",
    figure,
    caption,
    table,
    max_points=1_000,
    applies=applies,
    place=4,
    follows_job=True,
    tab="campaigns",
    glance=5,
    headline=headline,
)
