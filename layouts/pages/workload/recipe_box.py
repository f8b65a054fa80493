"""The recipe of the workload on the page: to be read, changed, downloaded, and followed again on this log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.controls import ENTERED
from layouts.state import link
from layouts.state.link import Link
from scheduler.exports import recipe_text
from scheduler.preparation import recipe

SAYS = (
    "The recipe says how the log is read and which jobs are taken. It gives the same jobs here and with --recipe "
    "on the command line. To follow another recipe, paste it here."
)


def box(record: Mapping[str, Any]) -> html.Details:
    """The recipe of a workload, closed at first."""
    text = recipe_text.of_record(record)
    return html.Details(
        [
            html.Summary("Recipe: the same jobs again", className="qs-summary"),
            html.P(SAYS, className="qs-soft qs-small"),
            dmc.Textarea(
                id=ids.RECIPE,
                value=text,
                autosize=True,
                minRows=4,
                maxRows=16,
                debounce=ENTERED,
                className="qs-recipe",
                **{"aria-label": "Recipe (TOML)"},
            ),
            html.Div(
                [
                    dmc.Button("Follow this recipe", id=ids.RECIPE_FOLLOW, variant="light", size="compact-md"),
                    html.A(
                        "Download recipe.toml",
                        href="/export/recipe.toml" + link.write(Link(str(record["key"]))),
                        download="",
                        className="qs-small",
                    ),
                ],
                className="qs-row",
            ),
            html.Div(id=ids.RECIPE_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-recipe-box",
    )


def read_as(source: Mapping[str, Any], wanted: recipe.Recipe) -> dict[str, Any]:
    """The source of a log, read as a recipe says."""
    plain = {name: value for name, value in source.items() if name != "reading"}
    return plain | ({"reading": dict(wanted.reading)} if wanted.reading else {})
