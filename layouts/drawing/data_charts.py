"""A chart as data becomes a plotly figure, values computed here and published ones in one picture.

What belongs together has one color: ours is filled, published is hollow (open markers and dots for lines, hatched empty
bars), so that nobody needs colors to tell them apart, on paper or on a projector.  A histogram of many bars is drawn
as an outline, for bars of three pixels cannot be told apart by anything but color.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from layouts import theme
from layouts.drawing.policy_looks import MARKERS, Look, looks
from layouts.figures import Figure, Trace, bar, lay_out, lay_out_axes, merged, scatter
from layouts.words.slice_names import thin_spaces
from scheduler.charts import Chart, Series

FILLINGS = ("", ".", "-", "+", "x", "|", "\\", "")  # of our bars, a second sign beside the color
BUBBLE = 60  # px, diameter of the largest bubble of a chart
FEW = 30  # points of a line up to which each has its marker
LABELED = 14  # bars of a chart up to which each says its value
MOST_NAMES, SHORT = 12, 5
HEIGHT = 340
ROW = 44  # letters of a title that stands upright beside a chart so high
USUAL, CLEAR = (350, 240), (34, 16)  # px: of the area of a chart; room that what is written at a point needs


def of_record(record: Mapping[str, Any]) -> Chart:
    """The chart of its JSON, as it is stored; words it does not know are left out."""
    return _instance(Chart, {**record, "series": [_instance(Series, series) for series in record["series"]]})


def _instance(kind: Any, record: Mapping[str, Any]) -> Any:
    fields = {name: record[name] for name in kind.__dataclass_fields__ if name in record}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()})


def figure(chart: Chart, scheme: str = "light") -> Figure:
    """The figure of a chart, with its legend above it."""
    seen = looks(tuple(dict.fromkeys(series.name for series in chart.series)))
    bars = [series for series in chart.series if series.kind == "bars"]
    labeled = sum(len(series.x) for series in bars) <= LABELED and not any(series.low for series in bars)
    chart_figure = Figure()
    for series in chart.series:
        chart_figure.add_trace(_trace(series, seen[series.name], chart, scheme, labeled))
    lay_out(
        chart_figure,
        template=theme.template(scheme),
        showlegend=len(chart_figure.data) > 1,
        barmode="group",
        bargap=0.25,
        hovermode="closest",
        scattermode="group" if words(chart) else "overlay",
        uirevision=chart.title,
        margin={"l": 60, "r": 12, "t": 12, "b": 48},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom", "itemwidth": 34},
        xaxis=_axis(chart.x_title, chart.x_log and not words(chart), _numbers(chart, "x")),
        yaxis=_axis(chart.y_title, chart.y_log, _numbers(chart, "y"), ROW),
    )
    if words(chart):
        # plotly takes "10" for a number, and leaves out "10+"
        lay_out_axes(chart_figure, "x", type="category", **ticks(chart))
    if any(series.kind == "bubbles" for series in chart.series):
        lay_out_axes(chart_figure, "y", **room(_numbers(chart, "y")))  # so that neither circles nor their words are cut
    elif not chart.y_log and not trades(chart):  # of one criterion against the other neither axis begins at 0
        lay_out_axes(chart_figure, "y", rangemode="tozero")
    return chart_figure


def trades(chart: Chart) -> bool:
    """Whether a chart has one criterion against the other, so that both axes are alike."""
    return any(series.along for series in chart.series)


def room(values: Sequence[float]) -> dict[str, Any]:
    """The range of an axis with bubbles at these values, down to 0 and below the lowest; ticks from 0 on."""
    most = max(values, default=0.0) or 1.0
    power = 10.0 ** math.floor(math.log10(most))
    step = next(times * power for times in (0.2, 0.5, 1, 2) if most / (times * power) <= 6)
    count = math.floor(1.25 * most / step) + 1
    return {
        "range": [min(0.0, min(values, default=0.0) - 0.3 * most), 1.25 * most],
        "tickvals": [i * step for i in range(count)],
        "ticktext": [_short(i * step) for i in range(count)],
    }


def ticks(chart: Chart) -> dict[str, Any]:
    """Of many names on the x axis only some are written, and short ones upright."""
    names = [str(x) for series in chart.series for x in series.x]
    return {"nticks": MOST_NAMES, **({"tickangle": 0} if max(map(len, names)) <= SHORT else {})}


def label(series: Series) -> str:
    """What a series is called in legend and table: a published one says so."""
    return f"{series.name}, published" if series.published else series.name


def words(chart: Chart) -> bool:
    """Whether the x axis has names instead of numbers."""
    return any(isinstance(x, str) for series in chart.series for x in series.x)


def slim(series: Series) -> bool:
    """Whether these are bars of a histogram, too many to stand beside each other."""
    return series.kind == "bars" and len(series.x) > FEW


def slot(series: Series, chart: Chart) -> str:
    """Who shares a place above a name of the x axis: points of one name; each bar, and what stands beside it, has
    a place of its own, and outlines lie over each other."""
    if any(slim(other) for other in chart.series):
        return ""
    return label(series) if any(other.kind == "bars" for other in chart.series) else series.name


def _trace(series: Series, seen: Look, chart: Chart, scheme: str, labeled: bool) -> Any:
    color = seen.paint(scheme)
    y = [value if value is None or value > 0 or not chart.y_log else None for value in series.y]
    shared: dict[str, Any] = {
        "x": [theme.safe(x) if isinstance(x, str) else x for x in series.x],
        "y": y,
        "name": theme.safe(thin_spaces(label(series))),
        "error_y": _interval(series, y, color, scheme),
        "hovertemplate": f"{theme.safe(chart.x_title)} %{{x}}<br>{theme.safe(chart.y_title)} %{{y:,.4~r}}"
        "<extra>%{fullData.name}</extra>",
    }
    if series.along:
        return _labeled_along(series, shared, _line(series, shared, seen, scheme, "hv"), chart, scheme)
    if words(chart):
        shared["offsetgroup"] = slot(series, chart)
    if slim(series):
        series = replace(series, kind="steps")
    if series.kind == "bars":
        return _bars(series, shared, seen, scheme, labeled)
    if series.kind == "bubbles":
        return _bubbles(series, shared, color, chart)
    return _line(series, shared, seen, scheme, "hvh" if words(chart) else "hv")


def _bars(series: Series, shared: dict[str, Any], seen: Look, scheme: str, labeled: bool) -> Trace:
    color = seen.paint(scheme)
    clear = theme.faded(theme.BACKGROUND[scheme], 0.0)
    pattern = (
        {"shape": "/", "fgcolor": color, "bgcolor": clear, "solidity": 0.18, "size": 7}
        if series.published
        else {
            "shape": FILLINGS[seen.dash % len(FILLINGS)],
            "fillmode": "overlay",
            "fgcolor": theme.BACKGROUND[scheme],
            "fgopacity": 0.8,
            "solidity": 0.2,
            "size": 7,
        }
    )
    text = (
        {
            "text": [_short(value) for value in shared["y"]],
            "cliponaxis": False,
            "textfont": {"size": 11},
            "textposition": ["none" if value is None else "outside" for value in shared["y"]],
        }
        if labeled
        else {}
    )
    return bar(
        **shared,
        **text,
        marker={
            "color": clear if series.published else color,
            "pattern": pattern,
            "line": {"color": color, "width": 1.6},
        },
    )


def _bubbles(series: Series, shared: dict[str, Any], color: str, chart: Chart) -> Trace:
    """Circles whose area is a size, which is written below them."""
    most = max((size for one in chart.series for size in one.sizes if size is not None), default=0.0)
    shared["hovertemplate"] = shared["hovertemplate"].replace(
        "<extra>", f"<br>{theme.safe(chart.size_title)} %{{text}}<extra>"
    )
    return scatter(
        **shared,
        mode="markers+text",
        text=[_short(size) for size in series.sizes],
        textposition="bottom center",
        cliponaxis=False,
        marker={
            "size": [size or 0.0 for size in series.sizes],
            "sizemode": "area",
            "sizemin": 3,
            "sizeref": 2 * most / BUBBLE**2 or 1.0,
            "color": theme.faded(color, 0.55),
            "line": {"color": color, "width": 1.6},
        },
    )


def _line(series: Series, shared: dict[str, Any], seen: Look, scheme: str, step: str) -> Trace:
    """Lines, steps and points."""
    many = len(series.x) > FEW
    drawn = series.kind != "points"
    color = seen.paint(scheme)
    symbol = MARKERS[seen.marker] + ("-open" if series.published else "")
    marked = series.published or not drawn or not many
    return scatter(
        **shared,
        mode="+".join([*(["lines"] if drawn else []), *(["markers"] if marked else [])]),
        line={
            "color": color,
            "width": 1.6 if series.published else 2.2,
            "shape": step if series.kind == "steps" else "linear",
            "dash": "dot" if series.published else theme.DASHES[seen.dash],
        },
        marker={
            "symbol": symbol,
            "color": color,
            "size": 10 if series.published else 8,
            "maxdisplayed": FEW if many and drawn else 0,
            "line": {
                "width": 2 if series.published else 1,
                "color": color if series.published else theme.BACKGROUND[scheme],
            },
        },
    )


def _labeled_along(series: Series, shared: dict[str, Any], line: Trace, chart: Chart, scheme: str) -> Trace:
    """The line with what its points stand for: at some of them written, of each told by the pointer."""
    written, title = landmarks(chart).get(series.name, ()), theme.safe(chart.along_title)
    texts = [f"{value:g}" if at in written else "" for at, value in enumerate(series.along)]
    texts[0] = f"{title} {texts[0]}"
    right = max(_numbers(chart, "x")) - 0.25 * (max(_numbers(chart, "x")) - min(_numbers(chart, "x")))
    return merged(
        line,
        dict(
            mode="lines+markers+text",
            text=texts,
            textposition=["top left" if x > right else "top right" for x in series.x],
            cliponaxis=False,
            marker={"maxdisplayed": 0, "size": [8 if at in written else 4 for at in range(len(series.along))]},
            textfont={"size": 11, "color": theme.INK[scheme]},
            customdata=list(series.along),
            hovertemplate=f"{title} %{{customdata:,.4~r}}<br>{shared['hovertemplate']}",
        ),
    )


def landmarks(chart: Chart) -> dict[str, tuple[int, ...]]:
    """{series: points that say what they stand for}: both ends and the lowest of each line, then those in between that
    are not too near to another one."""
    lines = [series for series in chart.series if series.along]
    places = {series.name: _pixels(series, chart) for series in lines}
    ends = [
        (series.name, at)
        for series in lines
        for at in (0, len(series.y) - 1, min(range(len(series.y)), key=lambda at: _height(series, at)))
    ]
    kept = list(dict.fromkeys(ends))
    for series in lines:
        for at in range(len(series.y)):
            x, y = places[series.name][at]
            if all(
                abs(x - places[name][other][0]) > CLEAR[0] or abs(y - places[name][other][1]) > CLEAR[1]
                for name, other in kept
            ):
                kept.append((series.name, at))
    return {series.name: tuple(sorted(at for name, at in kept if name == series.name)) for series in lines}


def _height(series: Series, at: int) -> float:
    value = series.y[at]
    return math.inf if value is None else value


def _pixels(series: Series, chart: Chart) -> list[tuple[float, float]]:
    """Where the points of a line are on a usual screen."""
    wide, high = (max(_numbers(chart, which)) - min(_numbers(chart, which)) for which in ("x", "y"))
    return [
        (x / (wide or 1.0) * USUAL[0], _height(series, at) / (high or 1.0) * USUAL[1]) for at, x in enumerate(series.x)
    ]


def _interval(series: Series, y: Sequence[float | None], color: str, scheme: str) -> dict[str, Any] | None:
    """Error bars where a series has intervals."""
    if not series.low or not series.high:
        return None
    above = [
        None if value is None or end is None else max(end - value, 0.0)
        for value, end in zip(y, series.high, strict=True)
    ]
    below = [
        None if value is None or end is None else max(value - end, 0.0)
        for value, end in zip(y, series.low, strict=True)
    ]
    ink = theme.INK[scheme] if series.kind == "bars" else color
    return {
        "type": "data",
        "symmetric": False,
        "array": above,
        "arrayminus": below,
        "color": ink,
        "thickness": 1.3,
        "width": 4,
    }


def _axis(title: str, log: bool, values: Iterable[float], row: int = 1_000) -> dict[str, Any]:
    """An axis with its title, in rows of so many letters; a logarithmic one has ticks 1, 2, 5, 10, ... as far as the
    values go."""
    axis: dict[str, Any] = {"title": {"text": theme.wrapped(thin_spaces(title), row)}, "showline": True}
    kept = [value for value in values if value > 0]
    if not log or not kept:
        return axis
    span = math.log10(max(kept) / min(kept))
    low, high = math.floor(math.log10(min(kept))), math.ceil(math.log10(max(kept)))
    steps = (1, 2, 3, 5, 7) if span <= 1.2 else (1, 2, 5) if span <= 3 else (1,)
    ticks = [step * 10.0**power for power in range(low, high + 1) for step in steps]
    return axis | {"type": "log", "tickvals": ticks, "ticktext": [_short(tick) for tick in ticks]}


def _numbers(chart: Chart, which: str) -> list[float]:
    """All finite numbers of one axis, ends of intervals included."""
    names = ("x",) if which == "x" else ("y", "low", "high")
    return [
        value
        for series in chart.series
        for name in names
        for value in getattr(series, name)
        if isinstance(value, int | float) and math.isfinite(value)
    ]


def _short(value: float | None) -> str:
    return "" if value is None else theme.number(value) if abs(value) >= 0.001 or value == 0 else f"{value:.0e}"


def rows(chart: Chart) -> list[dict[str, Any]]:
    """The chart as a table: a row per x with a column per series, or a row per point where an x comes twice."""
    if any(series.along or len(set(series.x)) < len(series.x) for series in chart.series):
        return [
            {"series": label(series)}
            | ({chart.along_title: series.along[at]} if series.along else {})
            | {chart.x_title: x, chart.y_title: y}
            for series in chart.series
            for at, (x, y) in enumerate(zip(series.x, series.y, strict=True))
        ]
    row_of: dict[Any, dict[str, Any]] = {}
    for series in chart.series:
        for place, (x, y) in enumerate(zip(series.x, series.y, strict=True)):
            row = row_of.setdefault(x, {chart.x_title: x})
            row[label(series)] = y
            if series.sizes:
                row[chart.size_title] = series.sizes[place]
            if series.low and series.high:
                row[f"{label(series)}: interval"] = between(series.low[place], series.high[place])
    return list(row_of.values()) if words(chart) else [row_of[x] for x in sorted(row_of)]


def between(low: float | None, high: float | None) -> str:
    """12 to 15; an em dash where either end is unknown."""
    return "—" if low is None or high is None else f"{_short(low)} to {_short(high)}"
