"""Every plot: one file each, a pure function figure(runs, view, **params) -> plotly Figure.

Same runs and view, same figure; no state, no callback, no Dash.  A plot reduces its data itself to at most
`max_points`; preparing the data is a function of its own returning arrays, tested without plotly.
`caption(runs, view)` is the sentence under the picture: what it says of these runs, for eyes and for screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from layouts.view import Shown, View
from scheduler import registry
from scheduler.params import Param


def always(runs: Sequence[Shown]) -> bool:
    """A plot of any runs."""
    return True


@dataclass(frozen=True)
class Plot:
    """A named plot."""

    key: str
    title: str
    question: str                                           # "Who waits longest?"
    figure: Callable[..., go.Figure]                        # (runs, view, **params)
    caption: Callable[[Sequence[Shown], View], str]
    table: Callable[[Sequence[Shown], View], list[dict]]    # the same data as rows, for the table twin
    params: tuple[Param, ...] = ()
    axis: str = ""                                          # what a drag selects: time | ""
    max_points: int = 4_000
    applies: Callable[[Sequence[Shown]], bool] = always     # whether these runs have what it shows
    # What of a figure's layout tells of the selected job, {"annotations": [...], "shapes": [...]}, and what of its
    # traces tells of the lit jobs, {trace: {property: value}}: known without the rest, for both change often.
    marks: Callable[[Sequence[Shown], View], dict[str, list]] | None = None
    lights: Callable[[Sequence[Shown], View], dict[int, dict]] | None = None


def all_plots() -> Mapping[str, Plot]:
    """{key: Plot}, in alphabetical order."""
    return registry.load(__name__, "PLOT")
