"""The jobs of a workload as a file for other programs, in every format that is written."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.state import link
from layouts.state.link import Link
from scheduler.exports.workload_log import formats_written
from scheduler.kinds import are_as_logged
from scheduler.model.workload import Workload

HEADING = "workload-files"
HIDDEN = (
    "Users, groups and programs are numbered anew, in the order of their first job, and of a log's header only "
    "the lines about the machine and its thanks are kept."
)


def card(workload: Workload, key: str) -> html.Section | None:
    """Links to the files; None for jobs that only their own log can tell."""
    if not are_as_logged(workload):
        return None
    links = [
        html.A(entry.title, href=f"/export/workload/{key}/{name}", className="qs-take")
        for name, entry in formats_written().items()
    ]
    links.append(
        html.A(
            "How they were taken (recipe.toml)", href="/export/recipe.toml" + link.write(Link(key)), className="qs-take"
        )
    )
    return html.Section(
        [
            html.H2("Take these jobs elsewhere", id=HEADING),
            html.P(
                "The jobs as the options above leave them. What the log does not tell stays missing in the file. "
                "Where a format has a header, the recipe of these jobs stands in it.",
                className="qs-soft",
            ),
            html.Div(
                [
                    *links,
                    html.Div(
                        dmc.Checkbox(
                            label="With the users of the log",
                            id=ids.EXPORT_USERS,
                            checked=False,
                            size="sm",
                            description=HIDDEN,
                        ),
                        **{"data-users": "yes"},
                    ),
                ],
                className="qs-row",
            ),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )
