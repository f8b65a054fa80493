"""How a measure of jobs is spread: one stepped line per run, on a logarithmic axis, with exact tails.

A line says which share of the jobs has at most so much.  It is reduced to a few hundred points that all lie on the true
one; the shortest, and the longest TAIL of different values, are all there.  Where a query lights some jobs, a strong
line says how they add up among all, over the pale line of all jobs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.query_mask import chosen
from layouts.drawing.ranks import MEASURES, among, ordered, value_of
from layouts.figures import Figure
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, View
from layouts.words.above_machine import comparable
from layouts.words.contrasts import contrast
from layouts.words.short_names import short
from scheduler.analysis.query import parse
from scheduler.errors import QueryError

MOST = 2_000  # points of all lines of a figure; as many again where some jobs are lit
TAIL = 200  # of the largest values, that are all drawn
LINE, ROOM, LEFT = 19, 12, 50  # pixels of a name above the axes, below the names, and left of the axes
LONGEST = 30  # letters of a name
APART = 0.11  # of the height, between two labels
PALE = 0.35  # of a line behind the strong one
SIGNS = ("\u2501\u2501", "\u2505\u2505", "\u2509\u2509", "\u2501 \u00b7", "\u2501 \u2501", "\u2501\u2501 \u00b7")


class Spread(NamedTuple):
    """What is drawn: a measure of standing.MEASURES in words."""

    measure: str
    axis: str  # title
    least: float  # where the axis begins: smaller values are drawn there
    ticks: Callable[[float, float], tuple[list[float], list[str]]]
    words: Callable[[float], str]  # a value for people


Parts = tuple[np.ndarray, np.ndarray]


def curve(values: np.ndarray, total: int, most: int, tail: int = TAIL) -> Parts:
    """(value, share of `total`) of the cumulative distribution of ascending values, at most `most` points of it.

    Kept are the first, the last `tail` different values (at most half of `most`), and even steps of rank between.
    """
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.zeros(0, np.int64)
    if len(last) > most:
        tail = min(tail, most // 2)
        steps = np.linspace(0, len(values) - 1, most - tail - 1)
        inner = np.searchsorted(last, steps)
        last = last[np.unique(np.concatenate((inner, np.arange(len(last) - tail, len(last)))))]
    return values[last], (last + 1) / max(total, 1)


def figure(runs: Sequence[FinishedRun], view: View, spread: Spread) -> Figure:
    """x: the measure, logarithmic; y: share of the jobs; each run named above, the selected job marked on its line."""
    with_jobs = drawn(runs)
    if not with_jobs:
        return theme.empty("No run has jobs to show.", view.scheme)
    layout = _layout(spread, ends(with_jobs, spread), len(with_jobs), view) | marks(runs, view, spread)
    lines = [_line(run, spread, view.scheme, MOST // len(with_jobs)) for run in with_jobs]
    lines += [_lit_line(run, view.scheme) for run in with_jobs]
    lit = lights(with_jobs, view, spread)
    return Figure([line | lit.get(at, {}) for at, line in enumerate(lines)], layout)


def drawn(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """The runs that have jobs."""
    return [run for run in runs if len(run.schedule.placed)]


def lights(runs: Sequence[FinishedRun], view: View, spread: Spread) -> dict[int, dict[str, Any]]:
    """What changes with the lit jobs: how strong the line of all jobs is, and the line of the lit ones."""
    with_jobs, lit = drawn(runs), chosen(runs, view)
    changes: dict[int, dict[str, Any]] = {at: {"opacity": 1.0 if lit is None else PALE} for at in range(len(with_jobs))}
    for at, run in enumerate(with_jobs):
        some = np.zeros(0) if lit is None else lit_values(run, spread.measure, run.mask(lit), view.only)
        x, y = corners(spread, curve(some, len(run.schedule.placed), MOST // len(with_jobs)))
        changes[len(with_jobs) + at] = {"x": x, "y": y}
    return changes


def marks(runs: Sequence[FinishedRun], view: View, spread: Spread) -> dict[str, list]:
    """Names, where the selected job is, and the band over the values that a query asks for."""
    with_jobs = drawn(runs)
    if not with_jobs:
        return {}
    low, high = ends(with_jobs, spread)
    here = _here(with_jobs, spread, view, low, high)
    return {
        "annotations": [*_names(with_jobs, spread, view), *here],
        "shapes": brushed(view.only, spread, low, high, view.scheme),
    }


def ends(with_jobs: Sequence[FinishedRun], spread: Spread) -> tuple[float, float]:
    """log10 of the ends of the axis: at least a decade; the runs that fit the machine decide, where there are any."""
    most = max(float(ordered(run, spread.measure)[-1]) for run in comparable(with_jobs) or with_jobs)
    low = math.log10(spread.least)
    return low, max(math.log10(max(most, spread.least)) * 1.01 + 0.02, low + 1)


def _layout(spread: Spread, ends: tuple[float, float], count: int, view: View) -> dict[str, Any]:
    places, texts = spread.ticks(spread.least, 10 ** ends[1])
    return {
        "template": theme.template(view.scheme),
        "uirevision": spread.measure,
        "hovermode": "closest",
        "dragmode": "select",
        "selectdirection": "h",
        "margin": {"t": LINE * count + ROOM},
        "meta": {
            "brush": {
                "field": spread.measure,
                "least": spread.least,
                "most": 10 ** ends[1],
                "time": spread.measure != "stretch",
            }
        },
        "xaxis": {
            "title": {"text": spread.axis},
            "range": list(ends),
            "tickvals": places,
            "ticktext": texts,
            "tickangle": 0,
            "showgrid": True,
            "fixedrange": True,
        },
        "yaxis": {"title": {"text": "share of the jobs"}, "range": [0, 1.03], "tickformat": "~%", "fixedrange": True},
    }


def place(spread: Spread, value: np.ndarray | float) -> np.ndarray:
    """Where a value is on the axis."""
    return np.log10(np.maximum(value, spread.least))


def lit_values(run: FinishedRun, measure: str, lit: np.ndarray, text: str) -> np.ndarray:
    """The values of the lit jobs, ascending."""
    return cached(
        ("values of lit jobs", measure, text, int(lit.sum())),
        lambda: np.sort(MEASURES[measure].values(run.schedule, np.flatnonzero(lit))),
        run.schedule,
    )


def corners(spread: Spread, part: Parts) -> tuple[list[float], list[float]]:
    """x and y of a stepped line, which begins at the bottom."""
    value, share = part
    x, y = place(spread, np.concatenate((value[:1], value))), np.concatenate((np.zeros(len(share[:1])), share))
    return np.round(x, 5).tolist(), np.round(y, 7).tolist()


def _line(run: FinishedRun, spread: Spread, scheme: str, most: int) -> dict[str, Any]:
    """The line of all jobs, with what it says at each corner."""
    values = ordered(run, spread.measure)
    part = curve(values, len(values), most)
    x, y = corners(spread, part)
    texts = [
        f"{theme.percent(share)} of jobs: at most {spread.words(value)}"
        for value, share in zip(*(column.tolist() for column in part), strict=True)
    ]
    return _drawn_line(run, scheme) | {
        "x": x,
        "y": y,
        "hovertext": texts[:1] + texts,
        "hovertemplate": "%{hovertext}<extra>%{fullData.name}</extra>",
    }


def _lit_line(run: FinishedRun, scheme: str) -> dict[str, Any]:
    return _drawn_line(run, scheme) | {"hoverinfo": "skip"}


def _drawn_line(run: FinishedRun, scheme: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "line": theme.run_line(run.index, scheme) | {"shape": "hv"},
        "name": theme.safe(run.name),
    }


def holds(run: FinishedRun, job: int | None) -> bool:
    """Whether a job of that row is there to be marked."""
    return job is not None and 0 <= job < len(run.schedule.placed)


def _here(
    with_jobs: Sequence[FinishedRun], spread: Spread, view: View, low: float, high: float
) -> list[dict[str, Any]]:
    """The selected job on each line: a mark, and "job 4711: 2 h 10 min, longer than 93.1 %"."""
    jobs = {run.key: run.view(view).job for run in with_jobs}
    marked = [(run, job) for run in with_jobs if (job := jobs[run.key]) is not None and holds(run, job)]
    if not marked:
        return []
    spots = [_spot(run, spread, job) for run, job in marked]
    wanted = [y if has_label_room((x - low) / (high - low)) else y + (APART if y < 0.5 else -APART) for x, y in spots]
    heights = theme.spread(wanted, APART, 0.06, 0.97)
    notes = [_mark(run, x, y, view.scheme) for (run, _), (x, y) in zip(marked, spots, strict=True)]
    for (run, job), (x, _), y in zip(marked, spots, heights, strict=True):
        color = theme.run_color(run.index, view.scheme)
        notes.append(
            {
                "x": x,
                "y": y,
                **label_side((x - low) / (high - low), 10),
                "showarrow": False,
                "text": job_text(run, spread, job),
                "font": {"color": color},
                "bgcolor": theme.faded(theme.BACKGROUND[view.scheme], 0.85),
            }
        )
    return notes


def _mark(run: FinishedRun, x: float, y: float, scheme: str) -> dict[str, Any]:
    """A diamond of the run's tint with an edge of ink."""
    color, edge = theme.run_color(run.index, scheme), f"0 0 2px {theme.INK[scheme]}"
    return {"x": x, "y": y, "showarrow": False, "text": "\u25c6", "font": {"size": 20, "color": color, "shadow": edge}}


def _spot(run: FinishedRun, spread: Spread, job: int) -> tuple[float, float]:
    """(x, y) of a job on the line of a run."""
    stands = among(ordered(run, spread.measure), value_of(run.schedule, spread.measure, job))
    return float(place(spread, stands.value)), (stands.below + stands.equal + 1) / stands.jobs


def has_label_room(share: float) -> bool:
    """Whether there is room for a label beside a place at this share of the width."""
    return not 1 / 3 <= share <= 2 / 3


def label_side(share: float, pixels: int) -> dict[str, Any]:
    """How a label is put beside a place at this share of the width; over its middle where neither side has room."""
    if not has_label_room(share):
        return {"xanchor": "center"}
    return {"xanchor": "left", "xshift": pixels} if share < 1 / 3 else {"xanchor": "right", "xshift": -pixels}


def job_text(run: FinishedRun, spread: Spread, job: int) -> str:
    """ "job 4711: 2 h 10 min, longer than 93.1 %"."""
    stands = among(ordered(run, spread.measure), value_of(run.schedule, spread.measure, job))
    return (
        f"job {run.schedule.workload.jobs.job_id[job]}: {spread.words(stands.value)}, "
        f"{MEASURES[spread.measure].more} than {theme.percent(stands.share)}"
    )


def _names(with_jobs: Sequence[FinishedRun], spread: Spread, view: View) -> list[dict[str, Any]]:
    """A line above the axes for each run: what its line looks like, its name, its median."""
    notes = []
    for row, run in enumerate(reversed(with_jobs)):
        half = spread.words(middle(ordered(run, spread.measure)))
        text = (
            f"{SIGNS[run.index % len(SIGNS)]} <b>{theme.safe(short(run.name, LONGEST))}</b> \u00b7 half within {half}"
        )
        notes.append(
            {
                "x": 0,
                "xref": "paper",
                "y": 1,
                "yref": "paper",
                "xanchor": "left",
                "yanchor": "bottom",
                "xshift": -LEFT,
                "yshift": ROOM / 2 + LINE * row,
                "showarrow": False,
                "text": text,
                "font": {"color": theme.run_color(run.index, view.scheme)},
            }
        )
    return notes


def bounds_of(only: str, measure: str) -> tuple[float, float] | None:
    """(low, high) of a measure that a query asks for, -inf, inf where open; None where it does not ask for it."""
    try:
        conditions = parse(only).of_field(measure) if only else ()
    except QueryError:
        return None
    bounds = [(one.sign, one.value) for one in conditions if isinstance(one.value, float) and not one.more]
    lows = [value for sign, value in bounds if sign in (">", ">=", "=")]
    highs = [value for sign, value in bounds if sign in ("<", "<=", "=")]
    return (max(lows, default=-math.inf), min(highs, default=math.inf)) if lows or highs else None


def brushed(only: str, spread: Spread, low: float, high: float, scheme: str) -> list[dict[str, Any]]:
    """A band over the values the query asks for."""
    asked = bounds_of(only, spread.measure)
    if asked is None or asked[0] > asked[1]:
        return []
    x0, x1 = (min(max(float(place(spread, np.clip(bound, spread.least, 10**high))), low), high) for bound in asked)
    return [
        {
            "type": "rect",
            "x0": x0,
            "x1": x1,
            "y0": 0,
            "y1": 1,
            "yref": "paper",
            "layer": "below",
            "name": "brush",
            "fillcolor": theme.faded(theme.INK[scheme], 0.08),
            "line": {"width": 1, "color": theme.GREY[scheme]},
        }
    ]


def middle(values: np.ndarray) -> float:
    """The median of ascending values."""
    return float(values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def nearly_all(values: np.ndarray) -> float:
    """The smallest of the ascending values that at least 95 % of them do not exceed."""
    return float(values[int(np.ceil(0.95 * len(values))) - 1])


def caption(
    runs: Sequence[FinishedRun], spread: Spread, sentence: Callable[[FinishedRun, np.ndarray], str]
) -> list[str]:
    """A sentence for each run."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    return [sentence(run, ordered(run, spread.measure)) for run in with_jobs] or ["No run has jobs to show."]


def headline(runs: Sequence[FinishedRun], spread: Spread, quantity: str) -> str:
    """The median of every run, after the words of `quantity`."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    return contrast(quantity, [(run.name, middle(ordered(run, spread.measure))) for run in with_jobs], spread.words)


STEPS = (0, 10, 25, 50, 75, 90, 95, 99, 99.9, 100)


def table(runs: Sequence[FinishedRun], spread: Spread) -> list[dict]:
    """One row per share of the jobs: within how much it is, in each run, in words and as a number."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    named = ["the least", *(f"{step:g} %" for step in STEPS[1:-1]), "the most"] if with_jobs else []
    rows: list[dict] = [{"share of the jobs": name} for name in named]
    for run in with_jobs:
        values = ordered(run, spread.measure)
        at = np.minimum(np.ceil(np.array(STEPS) / 100 * len(values)).astype(int) - 1, len(values) - 1)
        for row, value in zip(rows, values[np.maximum(at, 0)].tolist(), strict=True):
            row[run.name] = spread.words(value)
            if spread.measure != "stretch":
                row[f"{run.name} (s)"] = value
    return rows
