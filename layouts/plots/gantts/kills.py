"""A cross at the end of every piece of a run that was killed, so that it is not taken for one that is over."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.figures import Trace, scatter
from layouts.gantt import patterns
from layouts.gantt.rectangles import Rectangles

MOST = 400  # crosses in a chart: more would hide the bars


def marks(boxes: Rectangles, inside: np.ndarray, scheme: str) -> list[Trace]:
    """The crosses of the rectangles `inside`; none where no piece was killed, or too many were."""
    if not len(boxes.state):
        return []
    dead = inside[boxes.state[inside] == patterns.KILLED]
    if not len(dead) or len(dead) > MOST:
        return []
    middle = (boxes.low[dead].astype(np.float64) + boxes.high[dead]) / 2
    return [
        scatter(
            x=boxes.end[dead],
            y=middle,
            mode="markers",
            hoverinfo="skip",
            name="kills",
            cliponaxis=True,
            marker={"symbol": "x-thin", "size": 8, "line": {"width": 2, "color": theme.INK[scheme]}},
        )
    ]
