"""What several values of a setting trade: the form, and the mean wait against the largest gap between an account's
share and its usage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme
from layouts.drawing import data_charts
from layouts.figures import Figure
from layouts.frame.controls import ENTERED, spoken
from layouts.state.link import MOST_RUNS
from layouts.topics.slurm import slurm_ids
from layouts.topics.slurm.changes import OF_POLICY
from layouts.topics.slurm.spelling import spelled, with_plain_words
from scheduler.charts import Chart, Series
from scheduler.durations import human
from scheduler.durations import number as plain
from scheduler.errors import InputError
from scheduler.model.schedule import Schedule
from scheduler.params import Param, checked
from scheduler.topics.slurm.calibration.trade_off import Point, trade_off
from scheduler.topics.slurm.policies.slurm import POLICY
from scheduler.wording import counted

VALUES, TRY = "slurm-values", "slurm-try-values"
FIGURE = "trade-off"
DOT = 8  # px
MOST_VALUES = MOST_RUNS - 1  # beside that of the replay
WEIGHTS = (0, 1_000, 10_000, 100_000)
TIMES = (0.25, 0.5, 2, 4)  # of the value of the replay, where the setting is no weight
UNITS = ((3_600.0, 2.0, "h"), (60.0, 2.0, "min"), (1.0, 0.0, "s"))  # s; from how many on; name
TITLE = "What the setting trades"


def settings() -> dict[str, Param]:
    """What can be tried: parameters of the policy that are numbers."""
    return {
        param.name: param
        for param in POLICY.params
        if param.name in OF_POLICY and param.type is not bool and isinstance(param.default, int | float)
    }


def proposed(setting: str, params: Mapping[str, Any]) -> str:
    """Values to try beside that of the replay, as the field shows them."""
    param, now = settings()[setting], params[setting]
    values = WEIGHTS if setting.startswith("weight_") else tuple(param.type(times * now) for times in TIMES)
    within = [
        value
        for value in values
        if value != now and (param.low is None or value >= param.low) and (param.high is None or value <= param.high)
    ]
    return ", ".join(plain(value) for value in within[:MOST_VALUES])


def card(params: Mapping[str, Any], setting: str, values: str = "") -> html.Section:
    """The form; params: of the replay, values: what stands in the field, empty: what is proposed."""
    choices = [{"value": name, "label": with_plain_words(param)} for name, param in settings().items()]
    return html.Section(
        [
            html.H2("Try several values"),
            html.P(
                "Each is simulated, all else as in the replay. A weight that pulls accounts to their shares makes "
                "others wait; the chart shows how much of the one buys how much of the other.",
                className="qs-small",
            ),
            html.Div(
                [
                    dmc.Select(
                        id=slurm_ids.SETTING, label="setting", data=choices, value=setting, allowDeselect=False, w=360
                    ),
                    dmc.TextInput(
                        id=VALUES,
                        label="values",
                        value=values or proposed(setting, params),
                        debounce=ENTERED,
                        description=f"up to {MOST_VALUES}, with commas; that of the replay comes along",
                        w=320,
                    ),
                    dmc.Button("Try these values", id=TRY),
                ],
                className="qs-row qs-end",
            ),
        ],
        className="qs-card qs-stack",
    )


def read(params: Mapping[str, Any], setting: Any, text: Any) -> list[dict[str, Any]]:
    """The parameters of each run, those of the replay first; raises InputError, ParamError."""
    if setting not in settings():
        raise InputError(f"{str(setting)[:40]!r} cannot be tried; choose a setting of the list.")
    words = [word.strip() for word in str(text or "").replace(";", ",").split(",") if word.strip()]
    if not 0 < len(words) <= MOST_VALUES:
        raise InputError(
            f"{counted(len(words), 'value')} of {spelled(setting)}; wanted: 1 to {MOST_VALUES}, with commas between "
            f"them, such as {proposed(setting, params)}."
        )
    runs = [
        dict(params),
        *(
            checked(
                POLICY.params, {name: value for name, value in params.items() if value is not None} | {setting: word}
            )
            for word in words
        ),
    ]
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
    rows = [
        {
            "value": plain(one.value),
            "mean wait": human(one.mean_wait),
            "account with the largest gap": one.worst.account if one.worst else "—",
            "its share": theme.percent(one.worst.share) if one.worst else "—",
            "gap while it waits": theme.percent(one.worst.lacks) if one.worst else "—",
        }
        for one in points
    ]
    graph = dcc.Graph(
        id=ids.act(FIGURE, "all"),
        figure=figure(points, setting, scheme),
        config=theme.graph_config(),
        style={"height": data_charts.HEIGHT},
    )
    return html.Section(
        [
            spoken(
                TITLE,
                "How long do jobs wait, and how far is the usage of an account below its share?"
                if lacking
                else "How does the mean wait follow the setting?",
                caption(points, setting),
                graph,
                rows,
                FIGURE,
                wide=True,
            )
        ],
        className="qs-card qs-stack",
    )


def figure(points: Sequence[Point], setting: str, scheme: str) -> Figure:
    """The mean wait against the largest gap between share and usage; without accounts by the values of the setting."""
    each, _, unit = next(one for one in UNITS if max(point.mean_wait for point in points) >= one[0] * one[1])
    places = {(one.mean_wait / each, 100 * one.worst.lacks): one.value for one in reversed(points) if one.worst}
    name = spelled(setting)
    if not all(one.worst for one in points):
        values, means = zip(*((one.value, one.mean_wait / each) for one in points), strict=True)
        return data_charts.figure(Chart(TITLE, name, f"mean wait ({unit})", (Series(name, values, means),)), scheme)
    waits, lacks = zip(*reversed(places), strict=True)  # from the lowest value on
    chart = Chart(
        TITLE,
        f"mean wait ({unit})",
        "largest gap below a share (% of the machine)",
        (Series(name, waits, lacks, along=tuple(reversed(places.values()))),),
        along_title=name,
    )
    drawn = data_charts.figure(chart, scheme)
    same = [
        [one.value for one in points if one.worst and (one.mean_wait / each, 100 * one.worst.lacks) == place]
        for place in zip(waits, lacks, strict=True)
    ]
    drawn.data[0] |= {"text": labels(name, waits, lacks, same), "marker": drawn.data[0]["marker"] | {"size": DOT}}
    return drawn


def labels(name: str, waits: Sequence[float], lacks: Sequence[float], values: Sequence[Sequence[float]]) -> list[str]:
    """What is written at each point: its values, and those of points too near to it to have a label of their own.

    values: of each point, which gave the same.  The ends are written first, so that they keep their places.
    """
    wide, high = (max(some) - min(some) or 1.0 for some in (waits, lacks))
    listed: dict[int, list[float]] = {}
    for at in dict.fromkeys((0, len(waits) - 1, *range(len(waits)))):
        near = (
            other
            for other in listed
            if abs(waits[at] - waits[other]) / wide * data_charts.USUAL[0] <= data_charts.CLEAR[0]
            and abs(lacks[at] - lacks[other]) / high * data_charts.USUAL[1] <= data_charts.CLEAR[1]
        )
        listed.setdefault(next(near, at), []).extend(values[at])
    texts = [", ".join(theme.number(value) for value in sorted(listed.get(at, ()))) for at in range(len(waits))]
    return [theme.safe(f"{name} {texts[0]}"), *texts[1:]]


def caption(points: Sequence[Point], setting: str) -> list[str]:
    """What the ends of the range do, and what is lacking means."""
    first, last = points[0], points[-1]
    words = (
        f"From {spelled(setting)} {plain(first.value)} to {plain(last.value)} the mean wait goes from "
        f"{human(first.mean_wait)} to {human(last.mean_wait)}."
    )
    if not first.worst or not last.worst:
        unknown = "What accounts lack of their shares cannot be told: no account of a tree has a job that waits."
        return [words, unknown]
    return [
        words,
        "The largest gap between an account's share and its usage goes from "
        f"{theme.percent(first.worst.lacks)} ({first.worst.account}) to {theme.percent(last.worst.lacks)} "
        f"({last.worst.account}) of the machine.",
        "The gap is what an account uses less than its share, or less than its jobs ask for where that is smaller; it "
        "is the mean over the time in which one of its jobs waits.",
        "Values that give nearly the same share one label.",
    ]
