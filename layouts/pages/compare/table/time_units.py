"""How times stand on Compare: the unit of lengths in tables, and dates or seconds since the start on axes.

Both are a matter of the reader, not of the view: this browser remembers them (frontend/forms/units.js, gantt/ticks.js),
and no link holds them.
"""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.drawing import axes
from layouts.frame.callbacks import Services
from layouts.pages.compare.runs import run_list
from layouts.state.page_state import PageState
from layouts.words import lengths

AXES = (("calendar", "dates"), ("start", "since the start"))


def unit_choice() -> html.Div:
    """In which unit lengths of time stand in tables; shown with the first of them."""
    return choice(ids.UNITS, ids.UNITS_BOX, "Times in tables", lengths.UNITS)


def axis_choice() -> html.Div:
    """What the axes of time show; shown where the log tells when it starts."""
    return choice(ids.AXES, ids.AXES_BOX, "Time axes", AXES)


def choice(identity: str, box: str, name: str, values: tuple[tuple[str, str], ...]) -> html.Div:
    """A hidden row with its name; the first value is the one the server writes."""
    control = dmc.SegmentedControl(
        id=identity,
        value=values[0][0],
        size="xs",
        data=[{"value": value, "label": label} for value, label in values],
        **{"aria-label": name},
    )
    return html.Div(
        [html.Span(name, className="qs-label", **{"aria-hidden": "true"}), control],
        id=box,
        className="qs-row",
        hidden=True,
    )


def dated(services: Services, page: PageState) -> bool:
    """Whether the finished runs are of a log with a calendar."""
    runs = run_list.of_page(services, page)
    return bool(runs) and bool(axes.meta(runs[0].schedule.workload, 0.0))
