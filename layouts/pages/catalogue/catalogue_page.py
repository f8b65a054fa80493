"""The catalogue: public logs by archive, filtered by use, age and size; each with its facts, faults and sources.

Nothing is downloaded, and no address is followed unless somebody presses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, dcc, html

from layouts import ids, theme
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.words.catalogue import months, place
from layouts.words.slice_names import thin_spaces
from scheduler.catalogue import ERAS, USES, PublicLog, all_logs, chosen
from scheduler.errors import InputError
from scheduler.formats import all_formats

LEAD = "Public logs of real machines: what each is good for, what is wrong with it, where it is, and how it opens here."
SIZE_NAMES = {"small": "below 50 000 jobs", "medium": "50 000 to 1 000 000 jobs", "large": "1 000 000 jobs and more"}


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The filter, then the logs; nothing is loaded from anywhere else."""
    logs = list(all_logs().values())
    return shell.titled(
        "Catalogue of logs",
        LEAD,
        html.Div(
            [
                filters(),
                html.P(
                    summary(logs),
                    id=ids.CATALOGUE_MESSAGE,
                    role="status",
                    className="qs-soft qs-flat",
                    **{"aria-live": "polite"},
                ),
                html.Div(listed(logs), id=ids.CATALOGUE_LIST, className="qs-stack"),
            ],
            className="qs-stack",
        ),
    )


def filters() -> html.Div:
    """What the logs are asked for."""
    choices = (
        (ids.CATALOGUE_USE, "Good for", USES),
        (ids.CATALOGUE_ERA, "Begins in the", {era: era for era in ERAS}),
        (ids.CATALOGUE_SIZE, "Size", SIZE_NAMES),
    )
    return html.Div(
        [
            dmc.Select(
                id=identity,
                label=label,
                value="",
                allowDeselect=False,
                className="qs-grow",
                data=[{"value": "", "label": "any"}, *({"value": key, "label": name} for key, name in words.items())],
            )
            for identity, label, words in choices
        ],
        className="qs-card qs-row",
        role="search",
        **{"aria-label": "Filter of the logs"},
    )


def register(app: Dash, services: Services) -> None:
    """The list follows the filter."""

    @app.callback(
        Output(ids.CATALOGUE_LIST, "children"),
        Output(ids.CATALOGUE_MESSAGE, "children"),
        Input(ids.CATALOGUE_USE, "value"),
        Input(ids.CATALOGUE_ERA, "value"),
        Input(ids.CATALOGUE_SIZE, "value"),
        prevent_initial_call=True,
    )
    def show(use: Any, era: Any, size: Any) -> tuple[Any, str]:
        try:
            logs = chosen(*(str(one or "") for one in (use, era, size)))
        except InputError as error:
            return sentence(str(error), "error"), ""
        return listed(logs), summary(logs)


def summary(logs: Sequence[PublicLog]) -> str:
    """How many logs there are, and that none is loaded."""
    many = (
        f"{theme.counted(len(logs), 'log')} of {len(all_logs())}"
        if len(logs) < len(all_logs())
        else theme.counted(len(logs), "log")
    )
    return f"{many}. Nothing is downloaded by this program: get a file yourself, then drop it on Workload."


def listed(logs: Sequence[PublicLog]) -> list:
    """The logs under their archives."""
    if not logs:
        return [html.P("No log of the catalogue is so; choose \u201cany\u201d in one of the fields.")]
    return [
        html.Section(
            [html.H2(archive.title), html.P(archive.about, className="qs-soft"), *(entry(log) for log in of_archive)],
            className="qs-card qs-catalogue",
        )
        for archive, of_archive in groupby(logs, lambda log: log.archive)
    ]


def entry(log: PublicLog) -> html.Article:
    """A log: its facts in a line, its worth, its faults, and the rest when it is opened."""
    return html.Article(
        [
            html.Div([html.H3(log.name), html.Span(log.machine, className="qs-soft")], className="qs-catalogue-head"),
            html.P(" · ".join(facts(log)), className="qs-catalogue-facts"),
            html.P(
                [thin_spaces(log.why), *(html.Span(use, className="qs-tag", title=USES[use]) for use in log.good_for)]
            ),
            faults(log),
            html.Details([html.Summary("Get it and open it"), ways(log)]),
        ],
        id=place(log),
        tabIndex="-1",
        className="qs-catalogue-log",
    )


def facts(log: PublicLog) -> list[str]:
    """Jobs, processors, years and format; what is unknown says so."""
    jobs = f"{log.about_jobs} {theme.counted(log.jobs, 'job')}".strip() if log.jobs else "number of jobs unknown"
    processors = theme.counted(log.processors, "processor") if log.processors else "number of processors unknown"
    kind = all_formats()[log.format].title if log.format else "a format that is not read here"
    return [jobs, processors, months(log), kind]


def faults(log: PublicLog) -> html.Div | None:
    """What is known to be wrong with it."""
    if not log.faults:
        return None
    return html.Div([html.B("Known faults"), html.Ul([html.Li(thin_spaces(one)) for one in log.faults])])


def ways(log: PublicLog) -> html.Dl:
    """Where it is, under which terms, and what to do with the file."""
    command = (
        html.Div([html.Code(log.command), dcc.Clipboard(content=log.command, title="Copy", className="qs-copy")])
        if log.command
        else None
    )
    rows = [
        ("Where", address(log.get) if log.get else "It is not published."),
        ("Files", ", ".join(log.files)),
        ("Terms", log.terms),
        ("Then", log.next),
        ("Command", command),
        ("Read in", html.Ul([html.Li(address(one)) for one in log.sources])),
    ]
    return html.Dl([html.Div([html.Dt(name), html.Dd(what)]) for name, what in rows if what])


def address(text: str) -> Any:
    """A link that opens elsewhere and takes nothing along; text where it is no address, or more than one."""
    if not text.startswith(("https://", "http://")) or " " in text:
        return text
    return html.A(
        text.split("://", 1)[1], href=text, target="_blank", rel="noopener noreferrer", className="qs-outside"
    )
