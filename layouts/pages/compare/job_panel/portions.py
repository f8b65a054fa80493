"""A length of time cut into parts, such as a wait by its reasons: a bar, and a table of the parts below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dash import html

from layouts import theme
from layouts.words import lengths
from scheduler.durations import human


class Portion(NamedTuple):
    """One part."""

    look: str  # the class of its color and pattern, behind qs-part-
    words: str  # what it was
    seconds: float


def bar(verb: str, portions: Sequence[Portion]) -> html.Div:
    """All parts side by side; verb: what a job did all the time, "Waited"."""
    whole = sum(one.seconds for one in portions)
    slices = [
        html.Span(
            className=f"qs-part qs-part-{one.look}",
            style={"flexGrow": f"{one.seconds / whole:.6f}"},
            title=f"{one.words}: {human(one.seconds)} ({one.seconds:.15g} s)",
        )
        for one in portions
    ]
    summary = ", ".join(f"{human(one.seconds)} {one.words}" for one in portions)
    label = {"aria-label": f"{verb} {human(whole)}: {summary}"}
    return html.Div(slices, className="qs-parts", role="img", **label)


def key(look: str | int) -> html.Span:
    """The color and pattern of a part, in front of its name."""
    return html.Span(className=f"qs-key-of qs-part-{look}", **{"aria-hidden": "true"})


def row(head: html.Th, seconds: float, whole: float, looks: str | None = None) -> html.Tr:
    """A part in the table: its name, how long it is, and which share of the whole."""
    time = html.Td(human(seconds), **lengths.marked(seconds))
    return html.Tr([head, time, html.Td(theme.percent(seconds / whole))], className=looks)


def total(name: str, whole: float) -> html.Tr:
    """The last line of the table."""
    time = html.Td(human(whole), **lengths.marked(whole))
    return html.Tr([html.Th(name, scope="row"), time, html.Td("100 %")])


def table(caption: str, names: Sequence[str], rows: Sequence[Any]) -> html.Table:
    """A table of parts; its caption is for screen readers."""
    heads = html.Tr([html.Th(name, scope="col") for name in names])
    return html.Table(
        [html.Caption(caption, className="qs-unseen"), html.Thead(heads), html.Tbody(list(rows))],
        className="qs-table qs-tight qs-split",
    )
