"""Sliders under the numbers of the form: a quick way to a value, which the field says and takes exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, log10
from typing import Any

import dash_mantine_components as dmc
from dash import MATCH, ClientsideFunction, Dash, Input, Output, State, html

from layouts import ids
from layouts.frame.controls import input_for
from layouts.topics.slurm.spelling import explained, title_of
from scheduler.params import Param

SLIDERS = "slurm-slider"
TIMES = 4  # a slider reaches so many times the present value,
WEIGHTS = 2  # those of weights, which are compared, so many times the largest of them
LEAST = 10  # and this at least; as far as weights where all are 0
WEIGHT_OF_NONE = 10_000
PLACES = 100  # at least so many values of a slider
HOUR, DAY = 3_600, 86_400  # s


def with_sliders(params: Iterable[Param], form: str, values: Mapping[str, Any]) -> list:
    """The fields of a form, those of whole numbers with a slider below; values: what stands in them now."""
    listed = list(params)
    heaviest = max((param.default for param in listed if _is_weight(param)), default=0)
    return [_with_slider(param, form, values.get(param.name, param.default), heaviest) for param in listed]


def _is_weight(param: Param) -> bool:
    return param.name.startswith("weight_")


def _with_slider(param: Param, form: str, value: Any, heaviest: float) -> Any:
    field = input_for(param, form, value)
    field.label, field.description = title_of(param), explained(param, field.description or "")
    if param.type is not int or param.default is None:
        return field
    least, most = int(param.low or 0), reach(param, heaviest)
    slider = dmc.Slider(
        id=ids.param(SLIDERS, param.name),
        min=least,
        max=most,
        step=step(least, most, param.unit),
        value=min(max(value, least), most),
        label=None,
        size="sm",
        updatemode="drag",
        thumbLabel=f"{title_of(param)}, slider",
    )
    return html.Div([field, slider], className="qs-slid")


def reach(param: Param, heaviest: float) -> int:
    """How far the slider of a parameter goes, a round number; heaviest: the largest weight."""
    most = WEIGHTS * (heaviest or WEIGHT_OF_NONE / WEIGHTS) if _is_weight(param) else TIMES * param.default
    most = _rounded_up(max(most, LEAST))
    return int(most if param.high is None else min(most, param.high))


def _rounded_up(value: float) -> int:
    """The next number of one digit and zeros behind it."""
    power = 10 ** int(log10(value))
    return ceil(value / power) * power


def step(least: int, most: int, unit: str = "") -> int:
    """How far apart the values of a slider are: 1, 10, 100 ..., so that there are enough of them; days by the hour."""
    if unit == "s" and most - least > DAY:
        return HOUR
    return 10 ** max(0, int(log10(max(most - least, 1) / PLACES)))


def following(app: Dash, form: str) -> None:
    """A slider and its number move each other, in the browser."""
    app.clientside_callback(
        ClientsideFunction("slurm", "slide"),
        Output(ids.param(SLIDERS, MATCH), "value"),
        Output(ids.param(form, MATCH), "value"),
        Input(ids.param(SLIDERS, MATCH), "value"),
        Input(ids.param(form, MATCH), "value"),
        State(ids.param(SLIDERS, MATCH), "min"),
        State(ids.param(SLIDERS, MATCH), "max"),
        prevent_initial_call=True,
    )
