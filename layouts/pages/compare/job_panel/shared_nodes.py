"""What the response of a job on shared nodes is made of, in the drawer: a bar of its parts, and a table."""

from __future__ import annotations

from typing import NamedTuple

from dash import html

from layouts import theme
from layouts.plots.response_parts import NAMES, WORDS, parts
from layouts.state.view import FinishedRun
from layouts.words import lengths
from scheduler.durations import human

NEAR = 1e-6  # s: less is rounding


class Portion(NamedTuple):
    """One part of a response."""

    name: str
    words: str
    seconds: float


def portions(run: FinishedRun, job: int) -> list[Portion]:
    """The parts a job has, in their order."""
    seconds = [float(column[job]) for column in parts(run)]
    return [Portion(*one) for one in zip(NAMES, WORDS, seconds, strict=True) if one[2] > NEAR]


def split(run: FinishedRun, job: int) -> list:
    """The response of a job as a bar of its parts and as a table; its pauses and moves in a line."""
    job_portions, placed = portions(run, job), run.schedule.placed
    whole = sum(one.seconds for one in job_portions)
    summary = ", ".join(f"{human(one.seconds)} {one.words}" for one in job_portions)
    bar = html.Div(
        [
            html.Span(
                className=f"qs-part qs-part-{one.name}",
                style={"flexGrow": f"{one.seconds / whole:.6f}"},
                title=f"{one.words}: {human(one.seconds)} ({one.seconds:.15g} s)",
            )
            for one in job_portions
        ],
        className="qs-parts",
        role="img",
        **{"aria-label": f"Took {human(whole)}: {summary}"},
    )
    heads = html.Tr([html.Th(name, scope="col") for name in ("from submission to completion", "time", "share")])
    number = run.schedule.workload.jobs.job_id[job]
    table = html.Table(
        [
            html.Caption(f"What the response of job {number} under {run.name} is made of", className="qs-unseen"),
            html.Thead(heads),
            html.Tbody([*(_row(one, whole) for one in job_portions), _total(whole)]),
        ],
        className="qs-table qs-tight qs-split",
    )
    count = (
        f"{theme.counted(int(placed.preemptions[job]), 'pause')}, {theme.counted(int(placed.migrations[job]), 'move')}."
    )
    return [bar, table, html.P(count, className="qs-small")]


def _row(one: Portion, whole: float) -> html.Tr:
    key = html.Span(className=f"qs-key-of qs-part-{one.name}", **{"aria-hidden": "true"})
    return html.Tr(
        [
            html.Th([key, one.name], scope="row", title=one.words),
            html.Td(human(one.seconds), **lengths.marked(one.seconds)),
            html.Td(theme.percent(one.seconds / whole)),
        ]
    )


def _total(whole: float) -> html.Tr:
    return html.Tr([html.Th("response", scope="row"), html.Td(human(whole), **lengths.marked(whole)), html.Td("100 %")])
