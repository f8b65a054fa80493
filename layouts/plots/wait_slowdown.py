"""Mean wait and mean slowdown at once: one bubble per run, as in Klusáček and Rudová 2012, figure 1.

The height of a bubble's center is the mean wait; its area (not its diameter) is proportional to the mean bounded
slowdown, which stands below it.  Bounded slowdown: max(1, response / max(runtime, threshold)), with the threshold of
everything on the page (layouts.words.stretch_threshold); the paper's is 1 s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import duration_axis
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.above_machine import comparable, left_out
from layouts.words.contrasts import contrast
from layouts.words.short_names import short
from layouts.words.stretch_threshold import PLAIN, threshold_of
from scheduler.durations import human
from scheduler.metrics import THRESHOLD
from scheduler.metrics.stretch import bounded_stretch
from scheduler.params import Param

MANY = 4  # runs side by side that leave little room for words
LARGEST = 84.0  # pixels across the largest bubble
SPACE = 250.0  # pixels of height there are at least, for the room around the bubbles
FAR = 8.0  # longest over shortest mean wait from which on the axis is logarithmic
LABEL = 26.0  # pixels above and below a bubble for its numbers


class Bubble(NamedTuple):
    """A run in the chart."""

    wait: float  # s, mean
    slowdown: float  # mean bounded slowdown


def bubble(run: FinishedRun, threshold: float = THRESHOLD.default) -> Bubble:
    """Mean wait and mean bounded slowdown of a run that has jobs."""
    schedule = run.schedule
    return Bubble(float(np.mean(schedule.wait)), float(np.mean(bounded_stretch(schedule, threshold))))


def slowdown(threshold: float) -> str:
    """What the slowdown is called."""
    return "slowdown" if threshold == PLAIN else f"bounded slowdown (threshold {human(threshold)})"


def diameters(slowdown: Sequence[float]) -> np.ndarray:
    """[runs] pixels: circles whose areas have the ratios of the slowdowns; the largest one is LARGEST across."""
    value = np.asarray(slowdown, float)
    return LARGEST * np.sqrt(value / value.max())


def apart(wait: Sequence[float]) -> bool:
    """Whether waits differ so much that only a logarithmic axis tells the shorter ones apart."""
    return 0 < FAR * min(wait) < max(wait)


def room(center: Sequence[float], diameter: np.ndarray, least: float) -> tuple[float, float]:
    """(low, high) of an axis on which every bubble has room for itself and its two numbers, and `least` is on it."""
    around, place = diameter / 2 + LABEL, np.asarray(center, float)
    span = max(float(place.max()) - min(float(place.min()), least), 1e-3)
    scale = span / (SPACE - 2 * (LARGEST / 2 + LABEL))
    return min(least, float((place - around * scale).min())), float((place + around * scale).max())


def wait_axis(wait: Sequence[float], diameter: np.ndarray) -> dict[str, Any]:
    """The axis of mean waits: from zero, or logarithmic where they are far apart."""
    if not apart(wait):
        low, high = room(wait, diameter, 0.0)
        return duration_axis(high, "mean wait", low=low)
    low, high = room(np.log10(wait).tolist(), diameter, float(np.log10(min(wait))))
    places, texts = theme.log_ticks(10**low, 10**high)
    return {
        "type": "log",
        "title": {"text": "mean wait, logarithmic"},
        "range": [low, high],
        "fixedrange": True,
        "tickvals": [10**place for place in places],
        "ticktext": texts,
        "showgrid": True,
    }


def figure(runs: Sequence[FinishedRun], view: View, threshold: float | None = None) -> Figure:
    """x: runs; y: mean wait; area: mean bounded slowdown; threshold: s, that of the page where not given."""
    threshold = threshold_of(runs) if threshold is None else threshold
    pairs = [(run, bubble(run, threshold)) for run in comparable(runs) if len(run.schedule.placed)]
    if not pairs:
        return theme.empty("No run has jobs to show.", view.scheme)
    across = diameters([values.slowdown for _, values in pairs])
    axis = wait_axis([values.wait for _, values in pairs], across)
    logarithmic = axis.get("type") == "log"
    chart = Figure(_bubbles(pairs, across, view.scheme))
    _numbers(chart, pairs, across, logarithmic)
    _mark(chart, pairs, view, axis["range"], logarithmic)
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="wait_slowdown",
        margin={"t": 16},
        xaxis={
            "title": {"text": f"area: mean {slowdown(threshold)}"},
            "range": [-0.6, len(pairs) - 0.4],
            "tickvals": list(range(len(pairs))),
            "fixedrange": True,
            "ticktext": [_below(run.name, len(pairs)) for run, _ in pairs],
            "tickangle": 0,
        },
        yaxis=axis,
    )
    return chart


def _below(name: str, count: int) -> str:
    """The name of a run below its bubble: narrow and short where many stand side by side."""
    return theme.wrapped(name) if count < MANY else theme.wrapped(short(name, 32), 12)


def _bubbles(pairs: Sequence[tuple[FinishedRun, Bubble]], across: np.ndarray, scheme: str) -> Trace:
    colors = [theme.run_color(run.index, scheme) for run, _ in pairs]
    texts = [
        f"<b>{theme.safe(run.name)}</b><br>mean wait {human(values.wait)}<br>mean slowdown "
        f"{theme.number(values.slowdown, 4)}"
        for run, values in pairs
    ]
    return scatter(
        x=list(range(len(pairs))),
        y=[values.wait for _, values in pairs],
        mode="markers",
        marker={
            "size": across.tolist(),
            "sizemode": "diameter",
            "opacity": 1,
            "color": [theme.faded(color, 0.45) for color in colors],
            "line": {"color": colors, "width": 2},
        },
        cliponaxis=False,
        hovertext=texts,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _place(seconds: float, logarithmic: bool) -> float:
    """Where an annotation has to be put: plotly wants the exponent on logarithmic axes."""
    return math.log10(max(seconds, 1e-3)) if logarithmic else seconds


def _numbers(chart: Figure, pairs: Sequence[tuple[FinishedRun, Bubble]], across: np.ndarray, logarithmic: bool) -> None:
    """The wait above each circle, the slowdown below it."""
    word = "slowdown " if len(pairs) < MANY else ""  # the axis has it, too
    for x, ((_, values), wide) in enumerate(zip(pairs, across.tolist(), strict=True)):
        y = _place(values.wait, logarithmic)
        for text, side, anchor in (
            (human(values.wait), 1, "bottom"),
            (f"<b>{word}{theme.number(values.slowdown)}</b>", -1, "top"),
        ):
            chart.add_annotation(x=x, y=y, yshift=side * (wide / 2 + 2), yanchor=anchor, text=text, showarrow=False)


def _mark(
    chart: Figure, pairs: Sequence[tuple[FinishedRun, Bubble]], view: View, ends: Sequence[float], logarithmic: bool
) -> None:
    """How long the selected job waits in each run; at an edge what is beyond it."""
    for x, (run, _) in enumerate(pairs):
        job_here = run.view(view).job
        if job_here is None or not 0 <= job_here < len(run.schedule.placed):
            continue
        wait, job = float(run.schedule.wait[job_here]), run.schedule.workload.jobs.job_id[job_here]
        y = _place(wait, logarithmic)
        sign, anchor = "\u25c6", "middle"
        if not ends[0] <= y <= ends[1]:
            sign, anchor = ("\u2191", "top") if y > ends[1] else ("\u2193", "bottom")
        chart.add_annotation(
            x=x,
            y=min(max(y, ends[0]), ends[1]),
            showarrow=False,
            font={"size": 11},
            yanchor=anchor,
            bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
            text=f"{sign} job {job}: {human(wait)}",
        )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Both means, run by run, and how to read the areas."""
    threshold = threshold_of(runs)
    pairs = [(run.name, bubble(run, threshold)) for run in comparable(runs) if len(run.schedule.placed)]
    if not pairs:
        return ["No run has jobs to show.", *left_out(runs)]
    by_run = "; ".join(f"{name} {human(values.wait)} and {theme.number(values.slowdown)}" for name, values in pairs)
    return [
        f"Mean wait and mean {slowdown(threshold)}: {by_run}.",
        "The area of a bubble shows the slowdown: twice the area, twice the slowdown.",
        *left_out(runs),
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean wait of every run."""
    threshold = threshold_of(runs)
    brief = contrast(
        "On average a job waits",
        [(run.name, bubble(run, threshold).wait) for run in comparable(runs) if len(run.schedule.placed)],
        human,
    )
    return " ".join(filter(None, [brief, *left_out(runs)]))


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per run that fits the machine."""
    threshold = threshold_of(runs)
    pairs = [(run.name, bubble(run, threshold)) for run in comparable(runs) if len(run.schedule.placed)]
    return [
        {
            "run": name,
            "mean wait": human(values.wait),
            "mean wait (s)": values.wait,
            f"mean {slowdown(threshold)}": values.slowdown,
        }
        for name, values in pairs
    ]


PLOT = Plot(
    "wait_slowdown",
    "Wait and slowdown",
    "How long do jobs wait, and how much does that hurt short ones?",
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
    max_points=4,
    one_panel=True,
    wide_from=5,
    place=13,
    follows_job=True,
    caveats=(caveats.both_kinds,),
    variant=("wait", "means"),
    mixed=True,
    headline=headline,
)
