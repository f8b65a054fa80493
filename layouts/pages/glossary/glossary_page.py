"""The glossary: docs/glossary.md as a page, each term with an address of its own."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, html

from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.words.glossary import Entry, entries

LEAD = "The terms of the pages, in alphabetical order. A term with a dotted line below it leads here."


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The letters, then the terms."""
    letters = {letter: list(group) for letter, group in groupby(entries(), lambda entry: entry.terms[0][0].upper())}
    ways = [dmc.Anchor(letter, href=f"#letter-{letter}") for letter in letters]
    return shell.titled(
        "Glossary",
        LEAD,
        html.Nav(ways, className="qs-letters", **{"aria-label": "Letters"}),
        html.Div(
            [
                html.Section([html.H2(letter, id=f"letter-{letter}"), html.Dl([row(entry) for entry in group])])
                for letter, group in letters.items()
            ],
            className="qs-card qs-glossary-list",
        ),
    )


def row(entry: Entry) -> html.Div:
    """Words of one meaning, what they mean, the unit of a quantity, and the source."""
    unit = [] if entry.unit == "—" else [html.Span(["unit: ", entry.unit])]
    return html.Div(
        [
            html.Dt(", ".join(entry.terms)),
            html.Dd([entry.meaning, html.Small([*unit, html.Span(["source: ", entry.source])])]),
        ],
        id=entry.anchor,
        tabIndex="-1",
    )


def register(app: Dash, services: Services) -> Any:
    """Nothing reacts here."""
