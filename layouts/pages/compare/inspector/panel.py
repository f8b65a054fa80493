"""The frame of the inspector: the ways to the next difference, the selected range and job, the largest differences.

Its place is kept whatever it shows, so that charts stay where they are when something is selected.  On narrow windows
the facts of a job are a sheet at the lower edge, and the rest stands below the charts.
"""

from __future__ import annotations

from dash import Dash, html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.pages.compare.inspector import differences, range_facts


def panel() -> html.Aside:
    """The places that the callbacks fill; that of a job speaks when it changes."""
    return html.Aside(
        [
            differences.ways(),
            html.Div(id=ids.RANGE_FACTS),
            html.Div(id=ids.FACTS, className="qs-facts", **{"aria-live": "polite"}),
            html.Div(id=ids.DIFFERENCES, className="qs-differences"),
        ],
        className="qs-inspector",
        **{"aria-label": "Inspector"},
    )


def register(app: Dash, services: Services) -> None:
    """What fills the places; the facts of a job come of job_panel.drawer."""
    differences.register(app, services)
    range_facts.register(app, services)
