"""Papers: what is to come."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import Dash, html

from layouts import shell
from layouts.callbacks import Services
from scheduler.policies import all_policies


def layout() -> html.Div:
    """One honest sentence, and the sources of what can be run already."""
    rows = [html.Li([html.B(policy.title), f": {policy.source}"]) for policy in all_policies().values()]
    return shell.titled(
        "Papers", "Soon: experiments of published papers, run again beside their printed numbers.",
        html.Div([html.H2("Sources of the policies that can be run now"), html.Ul(rows),
                  dmc.Anchor("Compare them →", href="/compare", fw=600)], className="qs-card"))


def register(app: Dash, services: Services) -> None:
    """Nothing to react to yet."""
