"""A log of the catalogue in the words of other pages: where its entry is, and what is known to be wrong with it."""

from __future__ import annotations

from calendar import month_abbr
from collections.abc import Mapping
from typing import Any

from dash import dcc, html

from layouts.words.slice_names import thin_spaces
from scheduler.catalogue import PublicLog, all_logs

PATH = "/catalogue"


def place(log: PublicLog) -> str:
    """The anchor of its entry."""
    return f"log-{log.key}"


def months(log: PublicLog) -> str:
    """Sep 1996 to Aug 1997."""
    begin, end = (_month(one) for one in (log.begin, log.end))
    return " to ".join(filter(None, (begin, end))) if begin else f"until {end}" if end else "time unknown"


def _month(text: str) -> str:
    year, _, month = text.partition("-")
    return f"{month_abbr[int(month)]} {year}" if month else year


def notice(report: Mapping[str, Any]) -> html.Div | None:
    """Which public log a file is, by its report, with its known faults; None for any other."""
    identity = report.get("log") or {}
    log = all_logs().get(str(identity.get("key")))
    if log is None:
        return None
    by = (
        "The text is the published one."
        if identity.get("exact")
        else "Its header says so; the text is another version than those known here, perhaps an edited one."
    )
    return html.Div(
        [
            html.P(
                [
                    "This is ",
                    dcc.Link(log.name, href=f"{PATH}#{place(log)}"),
                    f" ({log.archive.title}): {log.machine}, {months(log)}. ",
                    by,
                ]
            ),
            html.Details(
                [
                    html.Summary(f"Known faults: {len(log.faults)}"),
                    html.Ul([html.Li(thin_spaces(one)) for one in log.faults]),
                ]
            )
            if log.faults
            else None,
        ],
        className="qs-known-log",
        **{"data-log": log.key},
    )
