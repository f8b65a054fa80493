"""The three ways to go on from Home, and the keys that work there."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import html


def cards() -> list:
    """Learn, compare, explore: the three uses."""
    return [
        card("Learn", "Open a sample by its lesson, hand out a load that can be cut, or type a few jobs by hand.",
             ("Open a sample", "/workload#samples"), ("Hand out a load", "/lessons"),
             ("Type a few jobs by hand", "/by-hand")),
        card("Compare", "Run one to six policies on the same jobs and see who gains, who pays, and why.",
             ("Compare policies", "/compare")),
        card("Explore a log", "Drop an SWF file anywhere on this page, or start from a sample or a generator.",
             ("Open a workload", "/workload")),
    ]


def card(title: str, text: str, *links: tuple[str, str]) -> html.Div:
    """A heading, a sentence and the ways on."""
    ways = [html.Div(dmc.Anchor(f"{words} →", href=where, fw=600)) for words, where in links]
    return html.Div([html.H2(title), html.P(text), *ways], className="qs-card")


def strip() -> html.P:
    """The keys that work here."""
    return html.P([html.Span([dmc.Kbd("←"), " ", dmc.Kbd("→"), " step"]),
                   html.Span([dmc.Kbd("V"), " where they disagree"]),
                   html.Span([dmc.Kbd("G"), " then ", dmc.Kbd("W"), " workload, ", dmc.Kbd("C"), " compare"]),
                   html.Span([dmc.Kbd("?"), " all keys"])], className="qs-strip")
