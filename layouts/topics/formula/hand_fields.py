"""The fields of By hand for a formula: that itself, and who may pass a job that does not fit."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import Dash, html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import TYPING
from layouts.state import hand_link
from scheduler.topics.formula.tokens import LONGEST


def layout() -> html.Div:
    """Hidden as long as no policy goes by a formula."""
    formula, passing = hand_link.expression_params(hand_link.expression_policies()[0])
    return html.Div(
        [
            html.Div(
                dmc.TextInput(
                    id=ids.HAND_EXPRESSION,
                    label="formula: the highest value goes first",
                    value=formula.default,
                    debounce=TYPING,
                    autoComplete="off",
                    inputProps={"maxLength": LONGEST, "spellCheck": False},
                ),
                className="hand-policies",
            ),
            dmc.Select(
                id=ids.HAND_PASSING,
                label="passing",
                data=list(passing.choices),
                value=passing.default,
                allowDeselect=False,
                w=150,
            ),
        ],
        id=ids.HAND_EXPRESSION_BOX,
        className="qs-row qs-end",
        hidden=True,
    )


def register(app: Dash, services: Services) -> None:
    """The page by hand listens to the fields itself."""
