"""A table of counts or times as colors: a cell is the darker the more there is, and empty where there is nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.figures import Figure, bar, lay_out

FAINTEST = 0.12  # of the color of the least cell
CELL = 0.94  # of the room of a cell that is drawn
MOST_ROWS = 10  # with a label each; of more every second one has one


def figure(
    values: np.ndarray,
    columns: Sequence[str],
    rows: Sequence[str],
    titles: tuple[str, str],
    texts: Sequence[Sequence[str]],
    scheme: str,
) -> Figure:
    """values: [rows, columns], nan or 0 for an empty cell; titles: of the x and y axis; texts: of a cell, on hover.

    Cells are bars: the browser's plotly draws no heat maps.  customdata is the place of a cell, (column, row).
    """
    places = np.argwhere(values > 0)
    roots = np.sqrt(values[values > 0])
    part = FAINTEST + (1 - FAINTEST) * roots / max(float(roots.max(initial=0.0)), 1e-9)
    chart = Figure(
        bar(
            x=places[:, 1],
            y=np.full(len(places), CELL),
            base=places[:, 0] - CELL / 2,
            width=CELL,
            customdata=places[:, ::-1],
            hovertext=[texts[row][column] for row, column in places.tolist()],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={
                "color": [theme.faded(theme.ACCENT[scheme], round(alpha, 3)) for alpha in part.tolist()],
                "line": {"width": 0},
            },
        )
    )
    every, nth = max(1, -(-len(columns) // 12)), max(1, -(-len(rows) // MOST_ROWS))
    return lay_out(
        chart,
        template=theme.template(scheme),
        margin={"t": 16},
        barmode="overlay",
        xaxis={
            "title": {"text": titles[0]},
            "tickvals": list(range(0, len(columns), every)),
            "ticktext": list(columns[::every]),
            "showgrid": False,
            "zeroline": False,
            "range": [-0.5, len(columns) - 0.5],
        },
        yaxis={
            "title": {"text": titles[1]},
            "tickvals": list(range(0, len(rows), nth)),
            "ticktext": list(rows[::nth]),
            "showgrid": False,
            "zeroline": False,
            "range": [-0.5, len(rows) - 0.5],
        },
    )
