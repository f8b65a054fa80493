"""A figure as plotly.js reads it: traces and a layout, plain dictionaries.

Plotly's own objects check every property when it is set and copy each trace on the way: 16 ms for a chart of six curves
with three notes, two fifths of what a server spends on a comparison.  Here nothing is checked while a visitor waits;
tests give every figure to plotly's objects, which refuse what they do not know (`Figure.checked`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson
from _plotly_utils.utils import to_typed_array_spec

if TYPE_CHECKING:
    import plotly.graph_objects as go

Trace = dict[str, Any]


def scatter(**properties: Any) -> Trace:
    """A trace of points, lines or text."""
    return {"type": "scatter", **properties}


def bar(**properties: Any) -> Trace:
    """A trace of bars."""
    return {"type": "bar", **properties}


class Figure:
    """Traces and a layout, changed in place until the figure is sent."""

    def __init__(self, data: Trace | Iterable[Trace] = (), layout: Mapping[str, Any] | None = None) -> None:
        """data: one trace or several, from the back to the front."""
        self.data: list[Trace] = [data] if isinstance(data, dict) else list(data)
        self.layout: dict[str, Any] = dict(layout or {})

    def add_trace(self, trace: Trace) -> None:
        """Put a trace before the others."""
        self.data.append(trace)

    def add_traces(self, traces: Iterable[Trace]) -> None:
        """Put traces before the others."""
        self.data.extend(traces)

    def add_annotation(self, note: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Write a note."""
        self._add("annotations", {**(note or {}), **properties})

    def add_shape(self, **properties: Any) -> None:
        """Draw a line or a rectangle."""
        self._add("shapes", properties)

    def add_image(self, image: Mapping[str, Any]) -> None:
        """Lay a picture over the figure."""
        self._add("images", dict(image))

    def _add(self, what: str, part: dict[str, Any]) -> None:
        self.layout[what] = [*self.layout.get(what, ()), part]

    @property
    def annotations(self) -> list[dict[str, Any]]:
        """The notes."""
        return list(self.layout.get("annotations", ()))

    @property
    def meta(self) -> dict[str, Any]:
        """What the scripts of the page know of the figure; empty for one that says why there is nothing to see."""
        return self.layout.get("meta", {}).get("queuescope", {})

    def axes(self, letter: str) -> dict[str, dict[str, Any]]:
        """{name in the layout: properties} of the axes "x" or "y"."""
        return {name: axis for name, axis in self.layout.items() if name.startswith(f"{letter}axis")}

    def checked(self) -> go.Figure:
        """The same figure as an object of plotly.  Raises ValueError where a property does not exist or is wrong."""
        import plotly.graph_objects as go

        return go.Figure({"data": self.data, "layout": self.layout})

    def to_plotly_json(self) -> orjson.Fragment:
        """The JSON that is sent, which the encoder of Dash takes as it is: numbers as bytes, nothing that is None."""
        content = {"data": sent(self.data), "layout": sent(self.layout)}
        return orjson.Fragment(orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY))


def lay_out(figure: Figure, *parts: Mapping[str, Any], **more: Any) -> Figure:
    """Change the layout in place; the figure.

    What is set already is kept where a part does not name it, at every depth of mappings; lists are replaced.
    """
    for part in (*parts, more):
        figure.layout = merged(figure.layout, part)
    return figure


def lay_out_axes(figure: Figure, letter: str, **changes: Any) -> Figure:
    """Change every axis "x" or "y" that the layout has, in place; the figure."""
    return lay_out(figure, {name: changes for name in figure.axes(letter)})


def title_of(axis: Mapping[str, Any]) -> str:
    """The words along an axis; "" where there are none."""
    return (axis.get("title") or {}).get("text") or ""


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The old mapping with what the new one says, mappings inside alike.

    >>> merged({"font": {"size": 9, "color": "red"}}, {"font": {"size": 12}})
    {'font': {'size': 12, 'color': 'red'}}
    """
    both = {
        key: merged(old[key], value)
        for key, value in new.items()
        if isinstance(value, Mapping) and isinstance(old.get(key), Mapping)
    }
    return {**old, **new, **both}


def sent(value: Any) -> Any:
    """A part of a figure as JSON can hold it: arrays of numbers are bytes, which plotly.js reads without parsing."""
    if isinstance(value, Mapping):
        return {name: sent(part) for name, part in value.items() if part is not None}
    if isinstance(value, np.ndarray):
        return to_typed_array_spec(value) if value.size and value.dtype.kind in "iuf" else value.tolist()
    return [sent(part) for part in value] if isinstance(value, list | tuple | Iterator) else value
