"""How stretches are spread: one histogram per run, with the same bins and axes.

Bounded stretch: max(1, response / max(runtime, threshold)), with the threshold of everything on the page
(layouts.words.stretch_threshold), which is 0 where the jobs are too short for one.  Bins are equal steps of its
logarithm; the first one begins at 1, so it holds the jobs that hardly waited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.distribution import drawn, label_side, middle
from layouts.drawing.query_mask import chosen
from layouts.figures import Figure, lay_out
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from layouts.words.short_names import short
from layouts.words.stretch_threshold import named, threshold_of
from scheduler.metrics.stretch import bounded_stretch
from scheduler.params import Param

PER_DECADE = 8
MOST_BINS = 80
LONGEST = 32  # letters of a name above its row
PALE = 0.3  # of bars behind those of the lit jobs


class Marks(NamedTuple):
    """What stands on the bars."""

    annotations: list[dict[str, Any]]
    shapes: list[dict[str, Any]]


def stretches(run: FinishedRun, threshold: float) -> np.ndarray:
    """[n] bounded stretch of every job of a run, read-only."""
    return cached(("stretch of jobs", threshold), lambda: bounded_stretch(run.schedule, threshold), run.schedule)


def sorted_stretches(run: FinishedRun, threshold: float) -> np.ndarray:
    """[n] the same, ascending."""
    return cached(("sorted stretches", threshold), lambda: np.sort(stretches(run, threshold)), run.schedule)


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


def figure(runs: Sequence[FinishedRun], view: View, threshold: float | None = None) -> Figure:
    """One row per run; x: stretch, logarithmic; y: share of jobs, pale where only some of them are lit.

    threshold: s, of bounded stretch; that of the page where not given.
    """
    with_jobs, threshold = drawn(runs), threshold_of(runs) if threshold is None else threshold
    if not with_jobs:
        return theme.empty("No run has jobs to show.", view.scheme)
    edges, rows = shared_edges(with_jobs, threshold), theme.rows(len(with_jobs))
    places, texts = theme.ratio_ticks(10 ** edges[-1])
    top = top_for([binned(run, threshold, edges) for run in with_jobs])
    bars = [bar for row, run in enumerate(with_jobs) for bar in _bars(run, threshold, edges, row, view.scheme)]
    lit = lights(runs, view, threshold)
    chart = Figure([bar | lit[at] for at, bar in enumerate(bars)], marks(runs, view, threshold))
    lay_out(
        chart,
        theme.row_axes(rows, {"range": [0, top], "tickformat": "~%", "nticks": 4, "fixedrange": True}, "share of jobs"),
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="stretch_histogram",
        margin={"t": 16},
        bargap=0.06,
        barmode="overlay",
        xaxis={
            "title": {"text": f"{named(threshold)}, logarithmic"},
            "range": [edges[0], edges[-1]],
            "tickvals": places,
            "ticktext": texts,
            "anchor": theme.last_row(rows),
        },
    )


def shared_edges(with_jobs: Sequence[FinishedRun], threshold: float) -> np.ndarray:
    """log10 edges of the bins of all runs."""
    return edges_for(max(float(sorted_stretches(run, threshold)[-1]) for run in with_jobs))


def lights(runs: Sequence[FinishedRun], view: View, threshold: float | None = None) -> dict[int, dict[str, Any]]:
    """What changes with the lit jobs: how strong the bars of all jobs are, and the bars of the lit ones before them."""
    with_jobs, lit = drawn(runs), chosen(runs, view)
    threshold = threshold_of(runs) if threshold is None else threshold
    edges = shared_edges(with_jobs, threshold) if with_jobs else np.zeros(0)
    changes: dict[int, dict[str, Any]] = {}
    for row, run in enumerate(with_jobs):
        some = np.zeros(0) if lit is None else lit_bars(run, threshold, edges, run.mask(lit))
        changes[2 * row] = {"opacity": 1.0 if lit is None else PALE}
        changes[2 * row + 1] = {"y": some.tolist()}
    return changes


def lit_bars(run: FinishedRun, threshold: float, edges: np.ndarray, lit: np.ndarray) -> np.ndarray:
    """[bins] f8: the lit jobs (a mask) of a run as shares of all."""
    return shares(stretches(run, threshold)[lit], edges) * lit.mean()


def marks(runs: Sequence[FinishedRun], view: View, threshold: float | None = None) -> dict[str, list]:
    """What bars are cut, the names of the rows, and where the selected job is."""
    with_jobs, notes = drawn(runs), Marks([], [])
    threshold = threshold_of(runs) if threshold is None else threshold
    edges = shared_edges(with_jobs, threshold) if with_jobs else np.zeros(0)
    parts = [binned(run, threshold, edges) for run in with_jobs]
    for run, part, domain in zip(with_jobs, parts, theme.rows(len(with_jobs)), strict=True):
        notes.annotations.extend(_cut(part, edges, top_for(parts), domain, view.scheme))
        notes.annotations.append(_name(run, sorted_stretches(run, threshold), domain, view.scheme))
        _mark(notes, run, threshold, domain, view, edges)
    return notes._asdict()


def binned(run: FinishedRun, threshold: float, edges: np.ndarray) -> np.ndarray:
    """[bins]: share of all jobs in each bin."""
    return cached(
        ("binned stretches", threshold, len(edges), float(edges[-1])),
        lambda: shares(stretches(run, threshold), edges),
        run.schedule,
    )


def _bars(run: FinishedRun, threshold: float, edges: np.ndarray, row: int, scheme: str) -> list[dict[str, Any]]:
    """The bars of all jobs of a run, and those of the lit ones, as yet without their height."""
    part, jobs = binned(run, threshold, edges), len(run.schedule.placed)
    low, high = 10 ** edges[:-1], 10 ** edges[1:]
    texts = [
        f"bounded stretch {theme.number(a)} to {theme.number(b)}<br>{theme.counted(round(share * jobs), 'job')}"
        f" ({theme.percent(share)})"
        for a, b, share in zip(low, high, part, strict=True)
    ]
    one = {
        "type": "bar",
        "x": ((edges[:-1] + edges[1:]) / 2).tolist(),
        "width": (np.diff(edges) * 0.92).tolist(),
        "yaxis": theme.row_axis(row),
        "name": theme.safe(run.name),
        "textposition": "none",
        "marker": {"color": theme.run_color(run.index, scheme), "line": {"width": 0}},
    }
    tells = {"hovertext": texts, "hovertemplate": "%{hovertext}<extra>%{fullData.name}</extra>"}
    return [one | {"y": part.tolist()} | tells, one | {"hoverinfo": "skip"}]


def _cut(
    part: np.ndarray, edges: np.ndarray, top: float, domain: tuple[float, float], scheme: str
) -> list[dict[str, Any]]:
    """The share in words at bars that are higher than the axis."""
    return [
        {
            "x": float(edges[at + 1]),
            "y": domain[1],
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "top",
            "xshift": 3,
            "showarrow": False,
            "bgcolor": theme.faded(theme.BACKGROUND[scheme], 0.85),
            "text": f"\u2191 {theme.percent(float(part[at]))}",
        }
        for at in np.flatnonzero(part > top)
    ]


def heading(name: str) -> str:
    """A name that leaves room for its numbers on a narrow screen; run cards and captions have it in full."""
    return short(name, LONGEST)


def _name(run: FinishedRun, ascending: np.ndarray, domain: tuple[float, float], scheme: str) -> dict[str, Any]:
    return {
        "x": 0,
        "xref": "paper",
        "y": domain[1],
        "yref": "paper",
        "xanchor": "left",
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"color": theme.run_color(run.index, scheme)},
        "text": f"<b>{theme.safe(heading(run.name))}</b> · median {theme.number(middle(ascending))},"
        f" max {theme.number(float(ascending[-1]))}",
    }


def _mark(
    notes: Marks, run: FinishedRun, threshold: float, domain: tuple[float, float], view: View, edges: np.ndarray
) -> None:
    """A labeled tick at the selected job."""
    ascending = sorted_stretches(run, threshold)
    view = run.view(view)
    if view.job is None or not 0 <= view.job < len(ascending):
        return
    mine = float(stretches(run, threshold)[view.job])
    job, place = run.schedule.workload.jobs.job_id[view.job], float(np.log10(mine))
    below = theme.percent(float(np.searchsorted(ascending, mine) / len(ascending)))
    notes.shapes.append(
        {
            "type": "line",
            "x0": place,
            "x1": place,
            "y0": domain[0],
            "y1": domain[1],
            "yref": "paper",
            "line": {"color": theme.INK[view.scheme], "width": 1.5},
        }
    )
    notes.annotations.append(
        {
            "x": place,
            "y": domain[1],
            "yref": "paper",
            "yanchor": "top",
            "showarrow": False,
            "yshift": -14,
            **label_side(place / float(edges[-1]), 4),
            "bgcolor": theme.faded(theme.BACKGROUND[view.scheme], 0.8),
            "text": f"job {job}: {theme.number(mine)}, worse than {below}",
        }
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Median, mean, and the job with the highest stretch, run by run."""
    threshold, with_jobs = threshold_of(runs), drawn(runs)
    return [_sentence(run, threshold) for run in with_jobs] or ["No run has jobs to show."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean of every run."""
    threshold = threshold_of(runs)
    return contrast(
        f"The mean {named(threshold)} is",
        [(run.name, float(stretches(run, threshold).mean())) for run in drawn(runs)],
        theme.number,
    )


def _sentence(run: FinishedRun, threshold: float) -> str:
    stretch = stretches(run, threshold)
    worst = int(stretch.argmax())
    below = theme.percent(float((stretch < 2).mean()))
    return (
        f"{run.name}: {below} of jobs have a {named(threshold)} below 2; the mean is"
        f" {theme.number(float(stretch.mean()))}, the highest {theme.number(float(stretch[worst]))}"
        f" (job {run.schedule.workload.jobs.job_id[worst]})."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per bin with the number of jobs of each run."""
    threshold = threshold_of(runs)
    pairs = [(run, stretches(run, threshold)) for run in runs if len(run.schedule.placed)]
    if not pairs:
        return []
    edges = edges_for(max(float(stretch.max()) for _, stretch in pairs))
    rows: list[dict] = [
        {f"{named(threshold)} from": float(low), "to": float(high)}
        for low, high in zip(10 ** edges[:-1], 10 ** edges[1:], strict=True)
    ]
    for run, stretch in pairs:
        for row, count in zip(rows, np.histogram(np.log10(stretch), bins=edges)[0].tolist(), strict=True):
            row[run.name] = count
    return rows


PLOT = Plot(
    "stretch_histogram",
    "Histogram of stretches",
    "How much longer does everything take than it should?",
    figure,
    caption,
    table,
    (
        Param(
            "threshold",
            None,
            low=0,
            high=86_400,
            unit="s",
            kind=float,
            help="runtimes below this count as this; as everywhere on the page where not given",
        ),
    ),
    max_points=2 * 6 * (MOST_BINS + 2) + 8,
    marks=marks,
    lights=lights,
    place=16,
    glance=2,
    variant=("stretch", "histogram"),
    mixed=True,
    headline=headline,
)
