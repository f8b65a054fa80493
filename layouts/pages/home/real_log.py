"""The finished comparison of a real log on Home: numbers and curves that are shipped, and how they were made.

docs/make_public_result.py makes the file from the log, which is not shipped: anybody may take it from its archive.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import ceil, log10
from pathlib import Path
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids, theme
from layouts.drawing.sketch import SCHEMES, Curve, drawing, pictures
from layouts.words.glossary import linked
from scheduler.durations import human
from scheduler.metrics import all_metrics
from scheduler.policies import all_policies

FILE = Path(__file__).with_name("kth_sp2.json")
KEPT = "\u00a0"  # a space at which no line ends
LEVELS = 4  # labels of the axis at most, without 0


@cache
def result() -> Mapping[str, Any]:
    """The shipped file."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def names(outcome: Mapping[str, Any]) -> list[str]:
    """What the policies of the runs are called."""
    return [all_policies()[run["policy"]].short or all_policies()[run["policy"]].title for run in outcome["runs"]]


def finding(outcome: Mapping[str, Any]) -> str:
    """What the comparison shows."""
    first, second = (human(wait).replace(" ", KEPT) for wait in outcome["changed"]["wait"])
    share = 100 * outcome["changed"]["longer"] / outcome["log"]["jobs"]
    return (
        f"{names(outcome)[1]} cuts the mean wait from {first} to {second}; {share:.1f}{KEPT}% of the jobs wait longer."
    )


def about(outcome: Mapping[str, Any]) -> str:
    """What was simulated."""
    log, (first, second) = outcome["log"], names(outcome)
    return (
        f"{log['name']}: {theme.number(log['jobs'])} jobs of {log['users']} users in {human(log['span'])} on "
        f"{log['processors']} processors, simulated under {first} and under {second}."
    )


def card(available: str | None) -> html.Section:
    """The finding, the picture, the numbers and their source.  available: the log's name, where this server has it."""
    outcome = result()
    way = dmc.Button("Open it in Compare", id=ids.act("real-log", available), variant="light") if available else None
    return html.Section(
        [
            html.H2(finding(outcome), id="real-log"),
            html.P(linked(about(outcome)), className="qs-soft"),
            picture(outcome),
            numbers(outcome),
            html.Div([way, source(outcome)], className="qs-row"),
            html.Div(id=ids.HOME_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-card qs-real",
        **{"aria-labelledby": "real-log"},
    )


def picture(outcome: Mapping[str, Any]) -> html.Figure:
    """How many jobs wait, over the time of the log: both runs on one scale."""
    curves, step, top = outcome["waiting"], *scale(max(map(max, outcome["waiting"]["jobs"])))
    levels = [step * index for index in range(1, int(top / step) + 1)]
    svg = {
        scheme: drawing(
            [Curve(jobs, theme.run_color(run, scheme), filled=True) for run, jobs in enumerate(curves["jobs"])],
            top,
            levels,
            theme.FAINT[scheme],
        )
        for scheme in SCHEMES
    }
    span = curves["end"] - curves["begin"]
    return html.Figure(
        [
            html.Figcaption(
                [
                    html.Span("Jobs that wait"),
                    *(
                        html.Span([html.I(className=f"qs-swatch qs-run-{run}"), name])
                        for run, name in enumerate(names(outcome))
                    ),
                ]
            ),
            html.Div(
                [
                    html.Span(theme.number(level), style={"bottom": f"{100 * level / top:.2f}%"})
                    for level in (0, *levels)
                ],
                className="qs-sketch-levels",
                **{"aria-hidden": "true"},
            ),
            html.Div(pictures(svg, caption(outcome)), className="qs-sketch-area"),
            html.Div(
                [
                    html.Span(text, style={"left": f"{100 * (at - curves['begin']) / span:.2f}%"})
                    for at, text in curves["months"]
                ],
                className="qs-sketch-axis",
                **{"aria-hidden": "true"},
            ),
        ],
        className="qs-sketch",
    )


def scale(most: float) -> tuple[float, float]:
    """(step, top) of an axis from 0 to at least `most`."""
    power = 10.0 ** (ceil(log10(most)) - 1)
    step = next(times * power for times in (0.25, 0.5, 1, 2, 2.5, 5) if most / (times * power) <= LEVELS)
    return step, step * ceil(most / step)


def caption(outcome: Mapping[str, Any]) -> str:
    """The picture in words."""
    return (
        "Jobs that wait over the time of the log: up to "
        + ", ".join(
            f"{theme.number(round(max(jobs)))} under {name}"
            for jobs, name in zip(outcome["waiting"]["jobs"], names(outcome), strict=True)
        )
        + "."
    )


def numbers(outcome: Mapping[str, Any]) -> html.Table:
    """A line per metric, a column per run."""
    keys = [key for key in outcome["runs"][0] if key in all_metrics()]
    head = html.Tr(
        [
            html.Th("metric", scope="col"),
            *(html.Th(name, scope="col", className="qs-number") for name in names(outcome)),
        ]
    )
    rows = [
        html.Tr(
            [
                html.Th(linked(all_metrics()[key].title), scope="row"),
                *(html.Td(value(key, run[key]), className="qs-number") for run in outcome["runs"]),
            ]
        )
        for key in keys
    ]
    return html.Table([html.Thead(head), html.Tbody(rows)], className="qs-table")


def value(key: str, number: float) -> str:
    """A number of a metric with its unit."""
    metric = all_metrics()[key]
    return human(number) if metric.unit == "s" else theme.percent(number) if metric.percent else theme.number(number)


def source(outcome: Mapping[str, Any]) -> html.Details:
    """Where the log is from and how the numbers were made."""
    log, provenance = outcome["log"], outcome["made"]
    return html.Details(
        [
            html.Summary("Source, and how this was made"),
            html.P(
                [
                    html.A(
                        provenance["source"]["title"],
                        href=provenance["source"]["link"],
                        target="_blank",
                        rel="noopener noreferrer",
                        className="qs-outside",
                    ),
                    f". {provenance['source']['thanks']} The log is not part of this program. "
                    "With the log at hand, this makes the same numbers again:",
                ]
            ),
            html.Pre(f"python docs/make_public_result.py {log['name']}.swf.gz", className="qs-command", tabIndex="0"),
            html.Ul([html.Li(note) for note in log["notes"]]),
            html.P(f"sha256 of the log: {log['sha256']}", className="qs-small qs-soft qs-break"),
        ],
        className="qs-twin",
    )
