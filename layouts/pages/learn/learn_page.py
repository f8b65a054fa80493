"""Learn: what topics show, the ways to try something oneself, and the samples by what each shows."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import Dash, html

from layouts.frame import samples, shell
from layouts.frame.callbacks import Services
from layouts.frame.icons import icon
from layouts.topics import all_pages, sections
from scheduler.results import sources
from scheduler.wording import capital

LEADS = ("small examples of one thing each", "and pages to try it yourself")
TOUR = "Five stops on the Compare page: what its parts are for. It can be left at any time."
WAYS = (
    ("Type jobs by hand", "edit", "/by-hand", "Up to 50 jobs in a table; see at once what every policy makes of them."),
)
GLOSSARY = ("Glossary", "book", "/glossary", "What every term on the pages means, with its unit and its source.")
HERE = "/learn"


def depends_on() -> tuple:
    """What the page is made of but the program: the samples, and what the sections of topics are made of."""
    return samples.versions(), *(section.module().depends_on() for section in sections())


def layout() -> html.Div:
    """What topics show, the ways, then the shelf of samples."""
    return shell.titled(
        "Learn",
        lead(),
        *(section.module().layout() for section in sections()),
        html.Nav(
            [shell.tour_button("qs-door", html.Span(TOUR)), *(way(*one) for one in ways())],
            className="qs-doors",
            **{"aria-label": "Ways to learn"},
        ),
        html.Section(
            [
                html.P(
                    "Open finished shows the sample in Compare under the policies that it is made for.",
                    className="qs-soft",
                ),
                *samples.shelf(sources.samples()),
            ],
            className="qs-card",
            id="samples",
        ),
    )


def lead() -> str:
    """What is on the page, in a sentence."""
    return f"{capital(', '.join([*(section.lead for section in sections()), *LEADS]))}."


def ways() -> list[tuple[str, str, str, str]]:
    """(title, icon, address, text) of each page to try something on, those of topics before the glossary."""
    pages = [page for page in all_pages().values() if page.under == HERE and page.text]
    return [*WAYS, *((page.title, page.icon, page.path, page.text) for page in pages), GLOSSARY]


def way(title: str, picture: str, href: str, text: str) -> dmc.Anchor:
    """A page to try something on."""
    return dmc.Anchor(
        [icon(picture), html.B(title), html.Span(text)], href=href, underline="never", className="qs-door"
    )


def register(app: Dash, services: Services) -> None:
    """What reacts in the sections of topics; the shelf of samples is the frame's."""
    for section in sections():
        section.module().register(app, services)
