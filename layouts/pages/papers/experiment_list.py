"""The papers with their experiments: what each asks, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.pages.papers.address import write
from layouts.pages.papers.states import Found, wording
from layouts.words.slice_names import thin
from scheduler.papers import Experiment, Paper, all_papers


def cards() -> list:
    """A card per paper, newest first."""
    return [card(paper) for paper in all_papers().values()] or [
        html.P("No paper has been set up on this server.", className="qs-card")]


def card(paper: Paper) -> html.Article:
    """A paper: where it was published, its experiments, its errata."""
    name = f"paper-{paper.key}"
    return html.Article([
        html.H2(paper.title, id=name),
        html.P([f"{paper.authors}. {published(paper)}. ", reference(paper.link)],
               className="qs-soft qs-small qs-paper-about"),
        html.Ul([entry(paper, experiment) for experiment in paper.experiments], className="qs-experiments"),
        html.Div(errata(paper), className="qs-paper-about"),
    ], className="qs-card qs-paper", **{"aria-labelledby": name})


def published(paper: Paper) -> str:
    """Where and when it was published; the year once."""
    return paper.venue if str(paper.year) in paper.venue else f"{paper.venue}, {paper.year}"


def reference(link: str) -> Any:
    """A link that opens elsewhere and takes nothing along; text where it is no address."""
    if not link.startswith(("https://", "http://")):
        return link
    return html.A(link.split("://", 1)[1], href=link, target="_blank", rel="noopener noreferrer",
                  className="qs-outside")


def entry(paper: Paper, experiment: Experiment) -> html.Li:
    """An experiment: its title leads to it, its state stands beside it."""
    name = f"{paper.key}/{experiment.key}"
    return html.Li([
        html.Div([dmc.Anchor(thin(experiment.title), href=write(name), fw=600),
                  html.Span(experiment.where, className="qs-soft qs-small qs-where")]),
        html.Div(id=ids.act("experiment-state", name), className="qs-state"),
    ], id=ids.act("experiment-entry", name))




def state(found: Found) -> html.Span:
    """The state of an experiment in a sign and in words."""
    sign, words, kind = wording(found)
    return html.Span([html.Span(sign, className="qs-sign", **{"aria-hidden": "true"}), words],
                     className=f"qs-verdict qs-{kind}")


def errata(paper: Paper) -> html.Details | None:
    """What is wrong in the paper itself, in plain words."""
    if not paper.errata:
        return None
    return html.Details([html.Summary(f"Errata of this paper: {len(paper.errata)}"),
                         html.Ul([html.Li(thin(text)) for text in paper.errata])], className="qs-twin")


def states(found: Mapping[str, Found], names: list[str]) -> list:
    """The states of the list in the order of `names`."""
    return [state(found[name]) if name in found else None for name in names]
