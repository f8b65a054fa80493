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
import plotly.graph_objects as go

from layouts import theme
from layouts.drawing.query_mask import chosen
from layouts.drawing.ranks import MEASURES, among, ordered, value_of
from layouts.memory.cache import cached
from layouts.state.view import Shown, View
from layouts.words.above_machine import comparable
from layouts.words.short_names import short
from scheduler.analysis.query import parse
from scheduler.errors import QueryError

MOST = 2_000        # points of all lines of a figure; as many again where some jobs are lit
TAIL = 200          # of the largest values, that are all drawn
LINE, ROOM, LEFT = 19, 12, 50   # pixels of a name above the axes, below the names, and left of the axes
LONGEST = 30        # letters of a name
APART = 0.11        # of the height, between two labels
PALE = 0.35         # of a line behind the strong one
SIGNS = ("\u2501\u2501", "\u2505\u2505", "\u2509\u2509", "\u2501 \u00b7", "\u2501 \u2501", "\u2501\u2501 \u00b7")


class Spread(NamedTuple):
    """What is drawn: a measure of standing.MEASURES in words."""

    measure: str
    axis: str                                                   # title
    least: float                                                # where the axis begins: smaller values are drawn there
    ticks: Callable[[float, float], tuple[list[float], list[str]]]
    words: Callable[[float], str]                               # a value for people


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


def figure(runs: Sequence[Shown], view: View, spread: Spread) -> go.Figure:
    """x: the measure, logarithmic; y: share of the jobs; each run named above, the selected job marked on its line."""
    found = drawn(runs)
    if not found:
        return theme.empty("No run has jobs to show.", view.scheme)
    layout = _layout(spread, ends(found, spread), len(found), view) | marks(runs, view, spread)
    lines = [_line(shown, spread, view.scheme, MOST // len(found)) for shown in found]
    lines += [_lit_line(shown, view.scheme) for shown in found]
    return go.Figure({"data": [line | lights(found, view, spread).get(at, {}) for at, line in enumerate(lines)],
                      "layout": layout})


def drawn(runs: Sequence[Shown]) -> list[Shown]:
    """The runs that have jobs."""
    return [shown for shown in runs if len(shown.schedule.placed)]


def lights(runs: Sequence[Shown], view: View, spread: Spread) -> dict[int, dict[str, Any]]:
    """What changes with the lit jobs: how strong the line of all jobs is, and the line of the lit ones."""
    found, lit = drawn(runs), chosen(runs, view)
    made: dict[int, dict[str, Any]] = {at: {"opacity": 1.0 if lit is None else PALE} for at in range(len(found))}
    for at, shown in enumerate(found):
        some = np.zeros(0) if lit is None else lit_values(shown, spread.measure, lit, view.only)
        x, y = corners(spread, curve(some, len(shown.schedule.placed), MOST // len(found)))
        made[len(found) + at] = {"x": x, "y": y}
    return made


def marks(runs: Sequence[Shown], view: View, spread: Spread) -> dict[str, list]:
    """Names, where the selected job is, and the band over the values that a query asks for."""
    found = drawn(runs)
    if not found:
        return {}
    low, high = ends(found, spread)
    here = _here(found, spread, view, low, high)
    return {"annotations": [*_names(found, spread, view), *here],
            "shapes": brushed(view.only, spread, low, high, view.scheme)}


def ends(found: Sequence[Shown], spread: Spread) -> tuple[float, float]:
    """log10 of the ends of the axis: at least a decade; the runs that fit the machine decide, where there are any."""
    most = max(float(ordered(shown, spread.measure)[-1]) for shown in comparable(found) or found)
    low = math.log10(spread.least)
    return low, max(math.log10(max(most, spread.least)) * 1.01 + 0.02, low + 1)


def _layout(spread: Spread, ends: tuple[float, float], count: int, view: View) -> dict[str, Any]:
    places, texts = spread.ticks(spread.least, 10 ** ends[1])
    return {
        "template": theme.template(view.scheme), "uirevision": spread.measure, "hovermode": "closest",
        "dragmode": "select", "selectdirection": "h", "margin": {"t": LINE * count + ROOM},
        "meta": {"brush": {"field": spread.measure, "least": spread.least, "most": 10 ** ends[1],
                           "time": spread.measure != "stretch"}},
        "xaxis": {"title": {"text": spread.axis}, "range": list(ends), "tickvals": places, "ticktext": texts,
                  "tickangle": 0, "showgrid": True, "fixedrange": True},
        "yaxis": {"title": {"text": "share of the jobs"}, "range": [0, 1.03], "tickformat": "~%", "fixedrange": True}}


def place(spread: Spread, value: np.ndarray | float) -> np.ndarray:
    """Where a value is on the axis."""
    return np.log10(np.maximum(value, spread.least))


def lit_values(shown: Shown, measure: str, lit: np.ndarray, text: str) -> np.ndarray:
    """The values of the lit jobs, ascending."""
    return cached(("values of lit jobs", measure, text, int(lit.sum())),
                lambda: np.sort(MEASURES[measure].values(shown.schedule, np.flatnonzero(lit))), shown.schedule)


def corners(spread: Spread, part: Parts) -> tuple[list[float], list[float]]:
    """x and y of a stepped line, which begins at the bottom."""
    value, share = part
    x, y = place(spread, np.concatenate((value[:1], value))), np.concatenate((np.zeros(len(share[:1])), share))
    return np.round(x, 5).tolist(), np.round(y, 7).tolist()


def _line(shown: Shown, spread: Spread, scheme: str, most: int) -> dict[str, Any]:
    """The line of all jobs, with what it says at each corner."""
    values = ordered(shown, spread.measure)
    part = curve(values, len(values), most)
    x, y = corners(spread, part)
    said = [f"{theme.percent(share)} of jobs: at most {spread.words(value)}"
            for value, share in zip(*(column.tolist() for column in part), strict=True)]
    return _drawn_line(shown, scheme) | {"x": x, "y": y, "hovertext": said[:1] + said,
                                         "hovertemplate": "%{hovertext}<extra>%{fullData.name}</extra>"}


def _lit_line(shown: Shown, scheme: str) -> dict[str, Any]:
    return _drawn_line(shown, scheme) | {"hoverinfo": "skip"}


def _drawn_line(shown: Shown, scheme: str) -> dict[str, Any]:
    return {"type": "scatter", "mode": "lines", "line": theme.run_line(shown.index, scheme) | {"shape": "hv"},
            "name": theme.safe(shown.name)}


def holds(shown: Shown, job: int | None) -> bool:
    """Whether a job of that row is there to be marked."""
    return job is not None and 0 <= job < len(shown.schedule.placed)


def _here(found: Sequence[Shown], spread: Spread, view: View, low: float, high: float) -> list[dict[str, Any]]:
    """The selected job on each line: a mark, and "job 4711: 2 h 10 min, longer than 93.1 %"."""
    known = [shown for shown in found if holds(shown, view.job)]
    if not known:
        return []
    assert view.job is not None
    spots = [_spot(shown, spread, view.job) for shown in known]
    wanted = [y if aside((x - low) / (high - low)) else y + (APART if y < 0.5 else -APART) for x, y in spots]
    heights = theme.spread(wanted, APART, 0.06, 0.97)
    made = [_mark(shown, x, y, view.scheme) for shown, (x, y) in zip(known, spots, strict=True)]
    for shown, (x, _), y in zip(known, spots, heights, strict=True):
        color = theme.run_color(shown.index, view.scheme)
        made.append({"x": x, "y": y, **beside((x - low) / (high - low), 10), "showarrow": False,
                     "text": said_of(shown, spread, view.job), "font": {"color": color},
                     "bgcolor": theme.faded(theme.BACKGROUND[view.scheme], 0.85)})
    return made


def _mark(shown: Shown, x: float, y: float, scheme: str) -> dict[str, Any]:
    """A diamond of the run's tint with an edge of ink."""
    color, edge = theme.run_color(shown.index, scheme), f"0 0 2px {theme.INK[scheme]}"
    return {"x": x, "y": y, "showarrow": False, "text": "\u25c6", "font": {"size": 20, "color": color, "shadow": edge}}


def _spot(shown: Shown, spread: Spread, job: int) -> tuple[float, float]:
    """(x, y) of a job on the line of a run."""
    stands = among(ordered(shown, spread.measure), value_of(shown.schedule, spread.measure, job))
    return float(place(spread, stands.value)), (stands.below + stands.equal + 1) / stands.jobs


def aside(share: float) -> bool:
    """Whether there is room for a label beside a place at this share of the width."""
    return not 1 / 3 <= share <= 2 / 3


def beside(share: float, pixels: int) -> dict[str, Any]:
    """How a label is put beside a place at this share of the width; over its middle where neither side has room."""
    if not aside(share):
        return {"xanchor": "center"}
    return {"xanchor": "left", "xshift": pixels} if share < 1 / 3 else {"xanchor": "right", "xshift": -pixels}


def said_of(shown: Shown, spread: Spread, job: int) -> str:
    """"job 4711: 2 h 10 min, longer than 93.1 %"."""
    stands = among(ordered(shown, spread.measure), value_of(shown.schedule, spread.measure, job))
    return (f"job {shown.schedule.workload.jobs.job_id[job]}: {spread.words(stands.value)}, "
            f"{MEASURES[spread.measure].more} than {theme.percent(stands.share)}")


def _names(found: Sequence[Shown], spread: Spread, view: View) -> list[dict[str, Any]]:
    """A line above the axes for each run: what its line looks like, its name, its median."""
    made = []
    for row, shown in enumerate(reversed(found)):
        half = spread.words(middle(ordered(shown, spread.measure)))
        text = (f"{SIGNS[shown.index % len(SIGNS)]} <b>{theme.safe(short(shown.name, LONGEST))}</b> \u00b7 half within "
                f"{half}")
        made.append({"x": 0, "xref": "paper", "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "bottom",
                     "xshift": -LEFT, "yshift": ROOM / 2 + LINE * row, "showarrow": False, "text": text,
                     "font": {"color": theme.run_color(shown.index, view.scheme)}})
    return made


def bounds_of(only: str, measure: str) -> tuple[float, float] | None:
    """(low, high) of a measure that a query asks for, -inf, inf where open; None where it does not ask for it."""
    try:
        conditions = [one for one in parse(only).conditions if one.field == measure] if only else []
    except QueryError:
        return None
    lows = [one.value for one in conditions if one.sign in (">", ">=", "=")]
    highs = [one.value for one in conditions if one.sign in ("<", "<=", "=")]
    return (max(lows, default=-math.inf), min(highs, default=math.inf)) if lows or highs else None


def brushed(only: str, spread: Spread, low: float, high: float, scheme: str) -> list[dict[str, Any]]:
    """A band over the values the query asks for."""
    asked = bounds_of(only, spread.measure)
    if asked is None or asked[0] > asked[1]:
        return []
    x0, x1 = (min(max(float(place(spread, np.clip(bound, spread.least, 10 ** high))), low), high) for bound in asked)
    return [{"type": "rect", "x0": x0, "x1": x1, "y0": 0, "y1": 1, "yref": "paper", "layer": "below", "name": "brush",
             "fillcolor": theme.faded(theme.INK[scheme], 0.08), "line": {"width": 1, "color": theme.GREY[scheme]}}]


def middle(values: np.ndarray) -> float:
    """The median of ascending values."""
    return float(values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def nearly_all(values: np.ndarray) -> float:
    """The smallest of the ascending values that at least 95 % of them do not exceed."""
    return float(values[int(np.ceil(0.95 * len(values))) - 1])


def caption(runs: Sequence[Shown], spread: Spread, said: Callable[[Shown, np.ndarray], str]) -> str:
    """A sentence for each run."""
    known = [shown for shown in runs if len(shown.schedule.placed)]
    return " ".join(said(shown, ordered(shown, spread.measure)) for shown in known) or "No run has jobs to show."


STEPS = (0, 10, 25, 50, 75, 90, 95, 99, 99.9, 100)


def table(runs: Sequence[Shown], spread: Spread) -> list[dict]:
    """One row per share of the jobs: within how much it is, in each run, in words and as a number."""
    known = [shown for shown in runs if len(shown.schedule.placed)]
    named = ["the least", *(f"{step:g} %" for step in STEPS[1:-1]), "the most"] if known else []
    rows: list[dict] = [{"share of the jobs": name} for name in named]
    for shown in known:
        values = ordered(shown, spread.measure)
        at = np.minimum(np.ceil(np.array(STEPS) / 100 * len(values)).astype(int) - 1, len(values) - 1)
        for row, value in zip(rows, values[np.maximum(at, 0)].tolist(), strict=True):
            row[shown.name] = spread.words(value)
            if spread.measure != "stretch":
                row[f"{shown.name} (s)"] = value
    return rows
