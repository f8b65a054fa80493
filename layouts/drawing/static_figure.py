"""A figure of plotly as a still picture: its lines, areas, bars and pictures where plotly draws them, and its words.

It stands in for the figure until the scripts that draw it have come (layouts/pages/compare/prerendered_page.py).
Numbers along axes that plotly chooses by itself are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote

import numpy as np
from dash import html

from layouts.drawing.sketch import SCHEMES
from layouts.figures import Figure, title_of

SIZE = 1_000  # units of the drawing, both ways; it is stretched to its place
MOST = 400  # points of a line
DASHES = {"dash": "6 4", "dot": "2 3", "dashdot": "6 3 2 3", "longdash": "10 4"}
SHIFTS = {"bottom": "0", "middle": "50%", "top": "100%"}  # of a note, by which side of it has the place
BOLD = re.compile(r"<b>(.*?)</b>|<br>")
Points = np.ndarray


class Axis(NamedTuple):
    """From data to units of the drawing, along one axis."""

    low: float
    high: float
    first: float = 0.0  # where it lies in the figure, as shares of the place for data
    last: float = 1.0
    log: bool = False

    def place(self, values: Any) -> Points:
        """Shares of the place for data, from the left or from below."""
        numbers = np.asarray(values, float)
        if self.log:
            numbers = np.log10(np.maximum(numbers, np.finfo(float).tiny))
        within = (numbers - self.low) / ((self.high - self.low) or 1.0)
        return self.first + np.clip(within, -1.0, 2.0) * (self.last - self.first)


def static_figure(figures: Mapping[str, Figure], height: float) -> html.Div:
    """The figure as a picture.  figures: by color scheme, alike but for their colors; height: pixels."""
    first = figures[SCHEMES[0]]
    margin = {side: (first.layout.get("margin") or {}).get(side, 0) for side in "lrtb"}
    inset = {"left": margin["l"], "right": margin["r"], "top": margin["t"], "bottom": margin["b"]}
    images = [
        html.Img(src=source, alt="", className=f"qs-of-{scheme}")
        for scheme in SCHEMES
        for source in (*pictures(figures[scheme]), drawn(figures[scheme]))
    ]
    written = [note for scheme in SCHEMES for note in notes(figures[scheme], scheme)]
    data = html.Div([*images, *labels(first), *written], className="qs-still-data", style=inset)
    return html.Div([title(first, margin["l"]), data], className="qs-still", style={"height": height})


def pictures(figure: Figure) -> list[str]:
    """Addresses of the pictures that lie below everything."""
    return [image["source"] for image in figure.layout.get("images", ())]


def drawn(figure: Figure) -> str:
    """The marks of the figure as SVG, in an address."""
    axes = {name: axis_of(figure, name) for letter in "xy" for name in figure.axes(letter)}
    marks = "".join(_marks(figure.data, axes))
    return "data:image/svg+xml," + quote(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none">{marks}</svg>'
    )


def axis_of(figure: Figure, name: str) -> Axis:
    """An axis of the layout; where it has no range, from the least to the largest number along it."""
    axis = figure.layout[name]
    first, last = axis.get("domain") or (0.0, 1.0)
    log = axis.get("type") == "log"
    if axis.get("range"):
        low, high = map(float, axis["range"])
        return Axis(low, high, first, last, log)
    letter = name[0]
    along = [
        np.asarray(trace.get(letter, ()), float)
        for trace in figure.data
        if _axis_name(trace, letter) == name and len(trace.get(letter, ()))
    ]
    numbers = np.concatenate(along) if along else np.array([0.0, 1.0])
    if log:
        numbers = np.log10(numbers[numbers > 0]) if (numbers > 0).any() else np.array([0.0, 1.0])
    return Axis(float(np.nanmin(numbers)), float(np.nanmax(numbers)), first, last, log)


def _axis_name(trace: Mapping[str, Any], letter: str) -> str:
    return f"{letter}axis" + str(trace.get(f"{letter}axis", letter))[1:]


def _marks(traces: Sequence[Mapping[str, Any]], axes: Mapping[str, Axis]) -> Iterator[str]:
    """The marks of all traces, from the back to the front."""
    heights: dict[Any, Points] = {}
    for trace in traces:
        x, y = (axes.get(_axis_name(trace, letter)) for letter in "xy")
        if x is None or y is None or not len(trace.get("x", ())) or not len(trace.get("y", ())):
            continue
        if trace["type"] == "bar":
            yield _bars(trace, x, y)
        elif group := trace.get("stackgroup"):
            values = np.asarray(trace["y"], float)
            below = heights.get(group, np.zeros(len(values)))
            if len(below) == len(values):  # else a part that is nowhere: two points, for the legend
                heights[group] = below + values
                yield _area(trace, x, y, below, heights[group])
        elif "lines" in trace.get("mode", "lines"):
            yield _line(trace, x, y)


def _line(trace: Mapping[str, Any], x: Axis, y: Axis) -> str:
    line = trace.get("line") or {}
    color, dash = line.get("color", "currentColor"), DASHES.get(str(line.get("dash")), "")
    return (
        f'<path d="M{_path(trace, x, y, trace["y"])}" fill="none" stroke="{color}" '
        f'stroke-width="{line.get("width", 2)}" stroke-dasharray="{dash}" vector-effect="non-scaling-stroke"/>'
    )


def _area(trace: Mapping[str, Any], x: Axis, y: Axis, below: Points, above: Points) -> str:
    there, back = _path(trace, x, y, above), _path(trace, x, y, below, back=True)
    return f'<path d="M{there}L{back}Z" fill="{trace.get("fillcolor", "none")}"/>'


def _path(trace: Mapping[str, Any], x: Axis, y: Axis, heights: Any, back: bool = False) -> str:
    """The points of a line behind "M" or "L"; back: from the last to the first."""
    step = max(1, len(trace["x"]) // MOST)
    places = list(zip(_units(x.place(trace["x"])), _units(1 - y.place(heights)), strict=True))[::step]
    if str((trace.get("line") or {}).get("shape", "")).startswith("hv"):
        places = [
            places[0],
            *(corner for (_, before), (at, up) in pairwise(places) for corner in ((at, before), (at, up))),
        ]
    return "L".join(f"{at} {up}" for at, up in (reversed(places) if back else places))


def _bars(trace: Mapping[str, Any], x: Axis, y: Axis) -> str:
    """Rectangles, one path for each color."""
    across, along, where, length = (y, x, "y", "x") if trace.get("orientation") == "h" else (x, y, "x", "y")
    middle, size = np.asarray(trace[where], float), np.asarray(trace[length], float)
    base = np.broadcast_to(np.asarray(trace.get("base", 0.0), float), size.shape)
    wide = np.broadcast_to(np.asarray(trace.get("width", 1.0), float), middle.shape) / 2
    sides = across.place(middle - wide), across.place(middle + wide)
    ends = along.place(base), along.place(base + size)
    (left, right), (low, high) = (ends, sides) if across is y else (sides, ends)
    colors = (trace.get("marker") or {}).get("color", "currentColor")
    paths: dict[str, list[str]] = {}
    for at, (a, b, c, d) in enumerate(zip(*map(_units, (left, right, 1 - low, 1 - high)), strict=True)):
        paths.setdefault(colors if isinstance(colors, str) else colors[at], []).append(f"M{a} {c}H{b}V{d}H{a}Z")
    return "".join(f'<path d="{"".join(parts)}" fill="{color}"/>' for color, parts in paths.items())


def _units(shares: Points) -> list[int]:
    return np.rint(np.nan_to_num(shares) * SIZE).astype(int).tolist()


def title(figure: Figure, left: float) -> html.Div | None:
    """The words above, where there are some.  left: pixels."""
    text = (figure.layout.get("title") or {}).get("text")
    return html.Div(words(text), className="qs-still-title", style={"left": left}) if text else None


def labels(figure: Figure) -> list[html.Div]:
    """What stands along the x axis: the ticks that are chosen, and its title."""
    axis, place = figure.layout.get("xaxis") or {}, axis_of(figure, "xaxis")
    ticks = zip(axis.get("tickvals") or (), axis.get("ticktext") or (), strict=False)
    seen = [(share, text) for value, text in ticks if 0 <= (share := float(place.place(value))) <= 1]
    named = [html.Div(words(title_of(axis)), className="qs-still-axis")] if title_of(axis) else []
    return [
        html.Div(words(text), className="qs-still-tick", style={"left": f"{100 * share:.2f}%"}) for share, text in seen
    ] + named


def notes(figure: Figure, scheme: str) -> list[html.Div]:
    """What is written into the figure, where it begins there; in the colors of one scheme."""
    axes = {letter: axis_of(figure, f"{letter}axis") for letter in "xy" if f"{letter}axis" in figure.layout}
    result = []
    for note in figure.annotations:
        x, y = (
            float(note[letter]) if note.get(f"{letter}ref") == "paper" else float(axes[letter].place(note[letter]))
            for letter in "xy"
        )
        if note.get("xanchor") == "left":
            style = {
                "left": f"calc({100 * x:.2f}% + {note.get('xshift', 0)}px)",
                "bottom": f"{100 * y:.2f}%",
                "transform": f"translateY({SHIFTS.get(note.get('yanchor', 'middle'), '50%')})",
                "color": (note.get("font") or {}).get("color", "inherit"),
            }
            result.append(html.Div(words(note["text"]), className=f"qs-still-note qs-of-{scheme}", style=style))
    return result


def words(text: str) -> list[Any]:
    """Text of plotly, which may have <b> and <br>, as parts of a page."""
    parts, at = [], 0
    for mark in BOLD.finditer(text):
        parts += [text[at : mark.start()], html.B(words(mark[1])) if mark[1] is not None else html.Br()]
        at = mark.end()
    return [part for part in (*parts, text[at:]) if part != ""]
