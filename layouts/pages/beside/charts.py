"""The distributions of two workloads on the same axes: a step line each, and the week of their submissions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from scheduler.analysis.workloads.two_workloads import Difference, Measure
from scheduler.durations import human

MOST = 400  # corners of a line
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def distribution(measure: Measure, values: Sequence[np.ndarray], names: Sequence[str], scheme: str) -> Figure:
    """The share of values up to each value, one line per workload; lengths of time and counts on a logarithmic axis."""
    chart = Figure(
        [
            _line(measure, one, name, which, scheme)
            for which, (one, name) in enumerate(zip(values, names, strict=True))
            if len(one)
        ]
    )
    return lay_out(
        chart,
        _legend(),
        template=theme.template(scheme),
        hovermode="closest",
        uirevision=measure.key,
        xaxis=_axis(measure, values),
        yaxis={"title": {"text": "share of all"}, "range": [0, 1.02], "tickformat": ".0%"},
    )


def _line(measure: Measure, values: np.ndarray, name: str, which: int, scheme: str) -> Trace:
    x, share = steps(values)
    texts = [value_text(measure, float(value)) for value in x]
    return scatter(
        x=_place(measure, x),
        y=share,
        mode="lines",
        name=theme.safe(name),
        customdata=texts,
        line=theme.run_line(which, scheme) | {"shape": "hv"},
        hovertemplate="%{y:.1%} at most %{customdata}<extra>%{fullData.name}</extra>",
    )


def steps(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(values, shares up to them), ascending, at most MOST of them, the ends included."""
    x, counts = np.unique(values, return_counts=True)
    share = np.cumsum(counts) / len(values)
    if len(x) <= MOST:
        return x, share
    rows = np.unique(
        np.concatenate(
            [
                np.searchsorted(share, np.linspace(0, 1, MOST // 2)),
                np.round(np.linspace(0, len(x) - 1, MOST // 2)).astype(int),
            ]
        )
    )
    rows = rows[rows < len(x)]
    return x[rows], share[rows]


def _place(measure: Measure, values: np.ndarray) -> np.ndarray:
    """Where values stand on the axis; below 1 they stand at 1 where it is logarithmic."""
    return values if measure.unit == "share" else np.log10(np.maximum(values, 1.0))


def _axis(measure: Measure, values: Sequence[np.ndarray]) -> dict:
    title = {"title": {"text": measure.title}}
    if measure.unit == "share":
        return title | {"rangemode": "tozero", "tickformat": ".0%"}
    high = max(float(one.max(initial=1.0)) for one in values)
    places, texts = theme.log_ticks(1.0, max(high, 10.0)) if measure.unit == "s" else theme.ratio_ticks(high)
    return title | {"tickvals": places, "ticktext": texts, "showgrid": True}


def value_text(measure: Measure, value: float) -> str:
    """A value for people."""
    if measure.unit == "s":
        return human(value)
    return theme.percent(value) if measure.unit == "share" else theme.number(value)


def week(profiles: Sequence[np.ndarray], names: Sequence[str], scheme: str) -> Figure:
    """The share of the jobs submitted in each hour of the week."""
    hours = np.arange(168)
    texts = [f"{DAYS[hour // 24]} {hour % 24:02}:00" for hour in hours.tolist()]
    chart = Figure(
        [
            scatter(
                x=hours,
                y=profile,
                mode="lines",
                name=theme.safe(name),
                customdata=texts,
                line=theme.run_line(which, scheme) | {"shape": "hv"},
                hovertemplate="%{customdata}: %{y:.2%} of the jobs<extra>%{fullData.name}</extra>",
            )
            for which, (profile, name) in enumerate(zip(profiles, names, strict=True))
        ]
    )
    return lay_out(
        chart,
        _legend(),
        template=theme.template(scheme),
        hovermode="closest",
        uirevision="week",
        xaxis={
            "title": {"text": "hour of the week"},
            "tickvals": list(range(0, 168, 24)),
            "ticktext": list(DAYS),
            "range": [0, 167],
        },
        yaxis={"title": {"text": "share of the jobs"}, "rangemode": "tozero", "tickformat": ".1%"},
    )


def _legend() -> dict:
    return {
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "margin": {"t": 44, "r": 12},
    }


def caption(one: Difference) -> list[str]:
    """How the two differ."""
    if not one.size:
        lacking = "first" if not one.first.values else "second"
        return [f"The {lacking} workload has no such values."]
    medians = " and ".join(value_text(one.measure, numbers.median) for numbers in (one.first, one.second))
    tends = "" if one.size == "negligible" else f", those of the second {'higher' if one.delta > 0 else 'lower'}"
    return [
        f"Medians {medians}{tends}.",
        f"The difference is {one.size}: Cliff's delta {delta_text(one)}.",
        f"The shares up to {value_text(one.measure, one.at)} differ most, by {100 * one.gap:.0f} percentage points.",
    ]


def gap_text(one: Difference) -> str:
    """The largest distance of the two distributions, and where it is."""
    points = round(100 * one.gap)
    many = "less than 1 point" if one.gap and not points else theme.counted(points, "point")
    return f"{many} at {value_text(one.measure, one.at)}"


def delta_text(one: Difference) -> str:
    """Cliff's delta with its sign: +0.25; without one where it is 0 in what is shown."""
    text = f"{one.delta:+.2f}"
    return text if text.strip("+-0.") else "0.00"
