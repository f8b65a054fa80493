"""What several values of a setting trade: the form, and the mean wait against what an account lacks of its share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme
from layouts.drawing import paper_charts
from layouts.figures import Figure
from layouts.frame.controls import ENTERED, label_of, spoken
from layouts.pages.slurm_what_if.changes import OF_POLICY
from layouts.state.link import MOST_RUNS
from scheduler.calibration.trade_off import Point, trade_off
from scheduler.durations import human
from scheduler.durations import number as plain
from scheduler.errors import InputError
from scheduler.model.schedule import Schedule
from scheduler.papers import Chart, Series
from scheduler.params import Param, checked
from scheduler.policies import configurable

SETTING, VALUES, TRY = "slurm-setting", "slurm-values", "slurm-try-values"
FIGURE = "trade-off"
MOST_VALUES = MOST_RUNS - 1         # beside that of the replay
WEIGHTS = (0, 1_000, 10_000, 100_000)
TIMES = (0.25, 0.5, 2, 4)           # of the value of the replay, where the setting is no weight
UNITS = ((3_600.0, 2.0, "h"), (60.0, 2.0, "min"), (1.0, 0.0, "s"))      # s; from how many on; name
TITLE = "What the setting trades"


def settings() -> dict[str, Param]:
    """What can be tried: parameters of the policy that are numbers."""
    return {param.name: param for param in configurable().params if param.name in OF_POLICY and param.type is not bool
            and isinstance(param.default, int | float)}


def proposed(setting: str, params: Mapping[str, Any]) -> str:
    """Values to try beside that of the replay, as the field shows them."""
    param, now = settings()[setting], params[setting]
    values = WEIGHTS if setting.startswith("weight_") else tuple(param.type(times * now) for times in TIMES)
    within = [value for value in values if value != now and (param.low is None or value >= param.low)
              and (param.high is None or value <= param.high)]
    return ", ".join(plain(value) for value in within[:MOST_VALUES])


def card(params: Mapping[str, Any], setting: str, values: str = "") -> html.Section:
    """The form; params: of the replay, values: what stands in the field, empty: what is proposed."""
    choices = [{"value": name, "label": label_of(param)} for name, param in settings().items()]
    return html.Section([
        html.H2("Try several values"),
        html.P("Each is simulated, all else as in the replay. A weight that pulls accounts to their shares makes "
               "others wait; the chart shows how much of the one buys how much of the other.", className="qs-small"),
        html.Div([dmc.Select(id=SETTING, label="setting", data=choices, value=setting, allowDeselect=False, w=280),
                  dmc.TextInput(id=VALUES, label="values", value=values or proposed(setting, params), debounce=ENTERED,
                                description=f"up to {MOST_VALUES}, with commas; that of the replay comes along",
                                w=320),
                  dmc.Button("Try these values", id=TRY)], className="qs-row qs-end"),
    ], className="qs-card qs-stack")


def read(params: Mapping[str, Any], setting: Any, text: Any) -> list[dict[str, Any]]:
    """The parameters of each run, those of the replay first; raises InputError, ParamError."""
    if setting not in settings():
        raise InputError(f"{str(setting)[:40]!r} cannot be tried; choose a setting of the list.")
    words = [word.strip() for word in str(text or "").replace(";", ",").split(",") if word.strip()]
    if not 0 < len(words) <= MOST_VALUES:
        raise InputError(f"{len(words)} values of {setting}; wanted: 1 to {MOST_VALUES}, with commas between them, "
                         f"such as {proposed(setting, params)}.")
    runs = [dict(params), *(checked(configurable().params, {name: value for name, value in params.items()
                                                            if value is not None} | {setting: word}) for word in words)]
    return [run for at, run in enumerate(runs) if run not in runs[:at]]


def setting_of(schedules: Sequence[Schedule]) -> str:
    """The setting in which runs differ; "" where that is none of those that can be tried."""
    first = schedules[0].params
    return next((name for name in settings() if any(one.params.get(name) != first.get(name) for one in schedules)), "")


def section(schedules: Sequence[Schedule], scheme: str) -> html.Section:
    """The chart with its table; schedules: that of the replay first.  Raises InputError where they differ otherwise."""
    setting = setting_of(schedules)
    points = trade_off(setting, schedules)
    lacking = [one.worst for one in points if one.worst]
    rows = [{"value": plain(one.value), "mean wait": human(one.mean_wait),
             "lacks most": one.worst.account if one.worst else "—",
             "its share": theme.percent(one.worst.share) if one.worst else "—",
             "lacks while it waits": theme.percent(one.worst.lacks) if one.worst else "—"} for one in points]
    graph = dcc.Graph(id=ids.act(FIGURE, "all"), figure=figure(points, setting, scheme), config=theme.graph_config(),
                      style={"height": paper_charts.HEIGHT})
    return html.Section([spoken(
        TITLE, "What does the mean wait cost the account that lacks most of its share?" if lacking else
        "How does the mean wait follow the setting?", caption(points, setting), graph, rows,
        FIGURE, wide=True)], className="qs-card qs-stack")


def figure(points: Sequence[Point], setting: str, scheme: str) -> Figure:
    """The mean wait against what is lacking; without accounts by the values of the setting."""
    each, _, unit = next(one for one in UNITS if max(point.mean_wait for point in points) >= one[0] * one[1])
    places = {(one.mean_wait / each, 100 * one.worst.lacks): one.value for one in reversed(points) if one.worst}
    if all(one.worst for one in points):
        waits, lacks = zip(*reversed(places), strict=True)      # of values that give the same the lowest is written
        chart = Chart(TITLE, f"mean wait ({unit})", "lacks of its share (% of the machine)",
                      (Series(setting, waits, lacks, along=tuple(reversed(places.values()))),), along_title=setting)
    else:
        values, means = zip(*((one.value, one.mean_wait / each) for one in points), strict=True)
        chart = Chart(TITLE, setting, f"mean wait ({unit})", (Series(setting, values, means),))
    return paper_charts.figure(chart, scheme)


def caption(points: Sequence[Point], setting: str) -> str:
    """What the ends of the range do, in a sentence; and what is lacking means."""
    first, last = points[0], points[-1]
    words = (f"From {setting} {plain(first.value)} to {plain(last.value)} the mean wait goes from "
             f"{human(first.mean_wait)} to {human(last.mean_wait)}")
    if not first.worst or not last.worst:
        return f"{words}. What accounts lack of their shares cannot be told: no account of a tree has a job that waits."
    return (f"{words}, and what the account that lacks most lacks from {theme.percent(first.worst.lacks)} "
            f"({first.worst.account}) to {theme.percent(last.worst.lacks)} ({last.worst.account}) of the machine. It "
            "is counted while jobs of the account wait, below its share or what they ask for where that is less. "
            "Values that give the same are one point, named by the lowest.")
