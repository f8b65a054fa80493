"""The papers with their experiments: what each asks, and how far it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.drawing.policy_looks import looks
from layouts.drawing.sketch import SCHEMES, Curve, drawing, pictures
from layouts.topics.papers.address import write
from layouts.topics.papers.states import Trial, wording
from layouts.words.slice_names import thin_spaces
from scheduler.topics.papers.experiments import Experiment, Paper, all_papers

FILE = Path(__file__).with_name("thumbnails.json")


@cache
def thumbnails() -> Mapping[str, Any]:
    """{experiment: series of its picture}, as docs/make_paper_thumbnails.py makes them."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def table() -> Any:
    """All experiments in one table, a group of rows for each paper, newest first."""
    papers = list(all_papers().values())
    if not papers:
        return html.P("No paper has been set up on this server.", className="qs-card")
    head = html.Tr(
        [
            html.Th(html.Span("picture", className="qs-unseen"), scope="col"),
            html.Th("experiment", scope="col"),
            html.Th("in the paper", scope="col", className="qs-where"),
            html.Th("ours beside it", scope="col"),
        ]
    )
    return html.Div(
        html.Table([html.Thead(head), *map(group, papers)], className="qs-table qs-papers-table"), className="qs-card"
    )


def group(paper: Paper) -> html.Tbody:
    """A paper: where it was published, its errata, its experiments."""
    head = html.Tr(
        html.Th(
            [
                html.H2(paper.title),
                html.Div(
                    [
                        html.P(
                            [f"{paper.authors}. {published(paper)}. ", reference(paper.link)],
                            className="qs-soft qs-small",
                        ),
                        errata(paper),
                    ],
                    className="qs-paper-about",
                ),
            ],
            colSpan=4,
            scope="rowgroup",
        ),
        className="qs-paper",
    )
    return html.Tbody([head, *(entry(paper, experiment) for experiment in paper.experiments)])


def published(paper: Paper) -> str:
    """Where and when it was published; the year once."""
    return paper.venue if str(paper.year) in paper.venue else f"{paper.venue}, {paper.year}"


def reference(link: str) -> Any:
    """A link that opens elsewhere and takes nothing along; text where it is no address."""
    if not link.startswith(("https://", "http://")):
        return link
    return html.A(
        link.split("://", 1)[1], href=link, target="_blank", rel="noopener noreferrer", className="qs-outside"
    )


def entry(paper: Paper, experiment: Experiment) -> html.Tr:
    """An experiment: picture, title, which leads to it, where it stands in the paper, and how far it is here."""
    name = f"{paper.key}/{experiment.key}"
    return html.Tr(
        [
            html.Td(picture(name)),
            html.Th(dmc.Anchor(thin_spaces(experiment.title), href=write(name), fw=600), scope="row"),
            html.Td(experiment.where, className="qs-soft qs-small qs-where"),
            html.Td(id=ids.act("experiment-state", name), className="qs-state"),
        ],
        id=ids.act("experiment-entry", name),
    )


def picture(name: str) -> html.Div | None:
    """A small drawing of what came out when it was run last for this program; none where it has no chart."""
    curves = thumbnails().get(name)
    if not curves:
        return None
    seen = looks(tuple(series["name"] for series in curves))
    svg = {
        scheme: drawing(
            [
                Curve(
                    [y for _, y in series["points"]],
                    seen[series["name"]].paint(scheme),
                    dash=seen[series["name"]].stroke,
                    steps=series["kind"] in ("steps", "bars"),
                    at=[x for x, _ in series["points"]],
                )
                for series in curves
            ],
            1.0,
        )
        for scheme in SCHEMES
    }
    return html.Div(pictures(svg, ""), className="qs-thumbnail")


def state(trial: Trial) -> html.Span:
    """The state of an experiment in a sign and in words."""
    sign, words, kind = wording(trial)
    return html.Span(
        [html.Span(sign, className="qs-sign", **{"aria-hidden": "true"}), words], className=f"qs-judged qs-{kind}"
    )


def errata(paper: Paper) -> html.Details | None:
    """What is wrong in the paper itself, in plain words."""
    if not paper.errata:
        return None
    return html.Details(
        [
            html.Summary(f"Errata of this paper: {len(paper.errata)}"),
            html.Ul([html.Li(thin_spaces(text)) for text in paper.errata]),
        ],
        className="qs-twin",
    )


def states(trials: Mapping[str, Trial], names: list[str]) -> list:
    """The states of the list in the order of `names`."""
    return [state(trials[name]) if name in trials else None for name in names]
