"""The chart of a sweep: a line per policy with its 95 % interval, and a caption that says what can be told apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from layouts import theme
from layouts.drawing import data_charts
from layouts.figures import Figure, lay_out, lay_out_axes
from scheduler.charts import Chart, Series
from scheduler.durations import human
from scheduler.metrics import Metric, all_metrics, main_metrics, titled
from scheduler.policies import all_policies
from scheduler.results.sweeps.curves import FEWEST, Against, Curves, Mean, curves

X_TITLES = {"load": "offered load", "processors": "processors of the machine", "slice": "slice", "seed": "seed"}
ABOVE = {"": "above", "lower": "above (worse)", "higher": "above (better)"}
BELOW = {"": "below", "lower": "below (better)", "higher": "below (worse)"}
REACH = 10.0  # the same of the values of a parameter, on the other axis
SPREAD = 30.0  # of the largest value to the smallest: from there on the axis is logarithmic
HEIGHT = data_charts.HEIGHT + 40
BODY = HEIGHT - 60  # px of the axis, about
LINE = 16.0  # px between two labels
WIDEST = 18  # characters of a line of a label
LETTER = 7  # px
MINUS = "\u2212"
SECONDS = " (s)"  # ends the name of an axis of time


def metrics_of(record: Mapping[str, Any]) -> list[str]:
    """Keys of the metrics that are defined for a run of the sweep at least, in the order of their families."""
    return [key for key in all_metrics() if any(value is not None for value in record["columns"].get(key, ()))]


def metric_of(record: Mapping[str, Any], asked: str) -> str:
    """The metric to show: the one asked for if it is defined somewhere, else a usual one."""
    usual = [metric.key for metric in main_metrics("sweep")]
    return next(key for key in (asked, *usual, *metrics_of(record)) if key in metrics_of(record))


def chart_of(record: Mapping[str, Any], metric: str, sweep_curves: Curves) -> Chart:
    """The chart as data, with its caption."""
    entry = all_metrics()[metric]
    name = titled(entry, record["threshold"])
    series = tuple(
        Series(
            curve.name,
            curve.x,
            tuple(None if point is None else point.mean for point in curve.points),
            *_ends(curve.points),
        )
        for curve in sweep_curves.curves
    )
    axis = sweep_curves.axis
    return Chart(
        f"{name} by {X_TITLES.get(axis, axis)}",
        axis_title(record, axis),
        f"{name} ({entry.unit})" if entry.unit else name,
        series,
        y_log=wide(series),
        caption=caption(sweep_curves, entry),
        x_log=axis not in X_TITLES and far(series),
    )


def axis_title(record: Mapping[str, Any], axis: str) -> str:
    """What stands below the axis; a parameter with its unit."""
    params = [
        param
        for policy in record["columns"].get("policy", ())
        if policy in all_policies()
        for param in all_policies()[policy].params
        if param.name == axis
    ]
    unit = next((param.unit for param in params if param.unit), "")
    return X_TITLES.get(axis, f"{axis} ({unit})" if unit else axis)


def wide(series: Sequence[Series]) -> bool:
    """Whether the values are all above 0 and so far apart that only a logarithmic axis shows them."""
    return apart([y for one in series for y in one.y if y is not None], SPREAD)


def far(series: Sequence[Series]) -> bool:
    """The same of the values of a parameter."""
    return apart([x for one in series for x in one.x], REACH)


def apart(numbers: Sequence[float], times: float) -> bool:
    """Whether all are above 0, and the largest is so many times the smallest."""
    return bool(numbers) and min(numbers) > 0 and max(numbers) >= times * min(numbers)


def _ends(points: Sequence[Mean | None]) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Low and high ends of the intervals; both empty where there is none."""
    if not any(point is not None and point.low is not None for point in points):
        return (), ()
    return (
        tuple(None if point is None else point.low for point in points),
        tuple(None if point is None else point.high for point in points),
    )


def of_record(record: Mapping[str, Any], metric: str) -> Chart:
    """The chart of a metric of a sweep's record."""
    return chart_of(record, metric, curves(record, metric))


# -- in words


def caption(sweep_curves: Curves, entry: Metric) -> tuple[str, ...]:
    """What the intervals are, and which policies can be told from the first one."""
    sentences = [bars(sweep_curves)]
    against = f"Against {sweep_curves.curves[0].name}, paired by {sweep_curves.unit}: "
    for name in dict.fromkeys(one.name for one in sweep_curves.against):
        of_name = [one for one in sweep_curves.against if one.name == name]
        sentences.append(f"{against}{name} is {verdicts(of_name, entry, sweep_curves.axis)}.")
        against = ""  # said once
    return tuple(sentences)


def bars(sweep_curves: Curves) -> str:
    """What a point and its bar are."""
    units = max((point.units for curve in sweep_curves.curves for point in curve.points if point), default=0)
    if sweep_curves.axis not in ("slice", "seed"):
        if units < 2:
            return "One run per point."
        return f"Means over {theme.counted(units, sweep_curves.unit)}; {_interval(units, sweep_curves.unit)}"
    repeated, unit = sweep_curves.axis == "slice" and units > 1, "replica" if sweep_curves.unit == "replica" else "seed"
    return (
        f"Means over {theme.counted(units, unit)}; {_interval(units, unit)}"
        if repeated
        else f"One value per {sweep_curves.axis}."
    )


def _interval(units: int, unit: str) -> str:
    if units < FEWEST:
        return f"no intervals, for they need at least {FEWEST} {unit}s."
    return f"bars: 95 % of the mean ({unit}s resampled)."


def verdicts(all_of_one: Sequence[Against], entry: Metric, axis: str = "load") -> str:
    """What the paired differences of one policy say: "above (worse) at 0.9; not distinguishable at 0.5, 0.7"."""
    words = {
        "higher": ABOVE[entry.better],
        "lower": BELOW[entry.better],
        "same": "not distinguishable",
        "unknown": "not judged (too few pairs)",
    }
    parts = []
    for verdict, word in words.items():
        of = [one for one in all_of_one if one.verdict == verdict]
        if of:
            where = ", ".join(f"{one.x:g}" for one in of if one.x is not None)
            at = f"with {where} {axis}" if axis == "processors" else f"at {axis} {where}"
            parts.append(word + (f" {at}" if where else gap(of[0].difference, entry.unit)))
    return "; ".join(parts)


def gap(difference: Mean | None, unit: str) -> str:
    """The mean difference with its interval, in parentheses."""
    if difference is None:
        return ""
    if difference.low is None or difference.high is None:
        return f" ({amount(difference.mean, unit)} in the mean)"
    return (
        f" ({amount(difference.mean, unit)} in the mean, 95 % {amount(difference.low, unit)} to "
        f"{amount(difference.high, unit)})"
    )


def amount(value: float, unit: str) -> str:
    """+8 min 27 s, \u22120.3: a difference with its sign."""
    size = human(abs(value)) if unit == "s" else f"{theme.number(abs(value))} {unit}".strip()
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{size}"


# -- the figure


def figure(chart: Chart, scheme: str = "light") -> Figure:
    """Lines with their names at their right ends."""
    chart_figure = data_charts.figure(chart, scheme)
    widest = max(len(line) for series in chart.series for line in theme.wrapped(series.name, WIDEST).split("<br>"))
    lay_out(chart_figure, showlegend=False, margin={"r": 24 + LETTER * widest})
    places = [x for series in chart.series for x in series.x]
    if all(isinstance(x, int) for x in places) and not chart.x_log:
        near = max(places) - min(places) <= data_charts.FEW  # slices and seeds; not the values of a parameter
        lay_out_axes(chart_figure, "x", tickformat="d", **({"dtick": 1} if near else {}))
    if chart.y_title.endswith(SECONDS) and not chart.y_log:
        places, texts = theme.time_ticks(0.0, highest(chart), 5)
        lay_out_axes(
            chart_figure, "y", tickvals=places, ticktext=texts, title={"text": chart.y_title.removesuffix(SECONDS)}
        )
    for series, color, shift in labels(chart, chart_figure):
        last = max(i for i, y in enumerate(series.y) if y is not None)
        x, y = float(series.x[last]), float(series.y[last] or 0.0)
        chart_figure.add_annotation(
            x=math.log10(x) if chart.x_log else x,
            y=math.log10(y) if chart.y_log else y,
            text=theme.wrapped(series.name, WIDEST),
            xanchor="left",
            xshift=10,
            yshift=shift,
            showarrow=False,
            align="left",
            font={"color": color},
        )
    return chart_figure


def labels(chart: Chart, chart_figure: Figure) -> list[tuple[Series, str, float]]:
    """(series, color, px upwards) of every label, so that none covers another."""
    pairs = zip(chart.series, chart_figure.data, strict=True)
    colored_series = [
        (series, trace["line"]["color"]) for series, trace in pairs if any(y is not None for y in series.y)
    ]
    ends = [height(chart, [y for y in series.y if y is not None][-1]) for series, _ in colored_series]
    moved = clear(ends, [LINE * (theme.wrapped(series.name, WIDEST).count("<br>") + 1) for series, _ in colored_series])
    return [(series, color, to - at) for (series, color), to, at in zip(colored_series, moved, ends, strict=True)]


def clear(ends: Sequence[float], sizes: Sequence[float]) -> list[float]:
    """px: where the middles of labels of these heights go, near the ends of their lines; none covers another."""
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    moved = [max(end, size / 2 - LINE) for end, size in zip(ends, sizes, strict=True)]
    for below, above in pairwise(order):
        moved[above] = max(moved[above], moved[below] + (sizes[below] + sizes[above]) / 2)
    top = BODY + LINE
    for at in reversed(order):
        moved[at] = min(moved[at], top - sizes[at] / 2)
        top = moved[at] - sizes[at] / 2
    return moved


def height(chart: Chart, y: float) -> float:
    """px above the axis of a value, about."""
    top = highest(chart)
    if not chart.y_log:
        return BODY * y / top
    low = min(value for series in chart.series for value in series.y if value is not None)
    return BODY * math.log(y / low) / math.log(top / low)


def highest(chart: Chart) -> float:
    """The largest value of a chart, ends of intervals included; 1 where there is none above 0."""
    values = (y for series in chart.series for y in (*series.y, *series.high))
    return max((y for y in values if y is not None and y > 0), default=1.0)
