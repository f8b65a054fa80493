"""Learn: the ways to try something oneself, and the samples by what each shows."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import Dash, html

from layouts.frame import samples, shell
from layouts.frame.callbacks import Services
from layouts.frame.icons import icon
from scheduler.results import sources

LEAD = "Small examples that each show one thing, and pages to try it yourself."
TOUR = "Five stops on the Compare page: what its parts are for. It can be left at any time."
WAYS = (
    ("Type jobs by hand", "edit", "/by-hand", "Up to 50 jobs in a table; see at once what every policy makes of them."),
    ("Divide one load among workers", "plan", "/lessons", "A load that can be cut at will, workers behind slow links: "
                                                          "who gets how much, and when?"),
    ("Glossary", "book", "/glossary", "What every term on the pages means, with its unit and its source."),
)


def depends_on() -> tuple:
    """What the page is made of but the program: the samples."""
    return samples.versions()


def layout() -> html.Div:
    """The ways, then the shelf."""
    return shell.titled("Learn", LEAD, html.Nav([shell.tour_button("qs-door", html.Span(TOUR)),
                                                 *(way(*one) for one in WAYS)],
                                                className="qs-doors", **{"aria-label": "Ways to learn"}),
                        html.Section([html.P("Open finished shows the sample in Compare under the policies that it is "
                                             "made for.", className="qs-soft"),
                                      *samples.shelf(sources.samples())], className="qs-card", id="samples"))


def way(title: str, picture: str, href: str, text: str) -> dmc.Anchor:
    """A page to try something on."""
    return dmc.Anchor([icon(picture), html.B(title), html.Span(text)], href=href, underline="never",
                      className="qs-door")


def register(app: Dash, services: Services) -> Any:
    """The shelf is the frame's; nothing else reacts here."""
