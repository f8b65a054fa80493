"""What was proven of a policy, checked on the runs shown: measured, bound, and why a promise may not hold here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from layouts import theme
from layouts.kinds import look_of
from layouts.memory.cache import cached
from layouts.state.view import FinishedRun
from layouts.words import lengths
from scheduler.bounds import Guarantee, Measured, all_guarantees
from scheduler.durations import human
from scheduler.explain.words import Names
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name

HOLDS, HERE_NOT, BEYOND = "holds", "not guaranteed here", "broken"
SIGNS = {HOLDS: "✓", HERE_NOT: "\u2013", BEYOND: "✗"}
HEADING = "guarantees"


class Row(NamedTuple):
    """A guarantee on one run."""

    run: FinishedRun
    guarantee: Guarantee
    verdict: str
    why: str  # why it is not guaranteed
    measured: str
    bound: str
    ratio: float | None  # measured / bound of the row closest to its bound
    where: str  # which campaign or user that is
    beyond: int  # rows beyond the bound


def rows(runs: Sequence[FinishedRun]) -> list[Row]:
    """Every guarantee that speaks of a run, run by run."""
    return [row for run in runs for row in cached(("guarantees", run.name), partial(of_run, run), run.schedule)]


def of_run(run: FinishedRun) -> list[Row]:
    """The guarantees of one run."""
    return [judged(run, guarantee) for guarantee in all_guarantees().values() if guarantee.applies(run.schedule)]


def judged(run: FinishedRun, guarantee: Guarantee) -> Row:
    """A guarantee measured on a run; one that is not proven for the run cannot be broken by it."""
    measurement, why = guarantee.measure(run.schedule), guarantee.why_not(run.schedule)
    at = measurement.tightest
    value, bound = float(measurement.value[at]), float(measurement.bound[at])
    verdict = HERE_NOT if why else HOLDS if measurement.holds else BEYOND
    return Row(
        run,
        guarantee,
        verdict,
        why,
        quantity(value, guarantee.unit),
        quantity(bound, guarantee.unit),
        value / bound if bound > 0 else None,
        named(run.schedule, measurement, at),
        int((measurement.value > measurement.bound * (1 + 1e-6) + 1e-6).sum()),
    )


def quantity(value: float, unit: str) -> str:
    """A quantity for people; a negative time has its sign."""
    if unit != "s":
        return f"{theme.number(value)} {unit}".strip()
    return human(value) if value >= 0 else f"\u2212{human(-value)}"


def named(schedule: Schedule, measurement: Measured, at: int) -> str:
    """Which campaign, user or job a row is; nothing for an instant."""
    jobs, row = schedule.workload.jobs, int(measurement.row[at])
    if measurement.of == "campaign":
        return Names(schedule.workload).campaign(row)
    if measurement.of == "user":
        return user_name(schedule.workload, int(jobs.user_id[int((jobs.user == row).argmax())]))
    return f"job {int(jobs.job_id[row])}" if measurement.of == "job" else ""


def panel(runs: Sequence[FinishedRun]) -> html.Section | None:
    """The card; None where no guarantee speaks of these runs, and none would speak of such jobs."""
    checks = rows(runs)
    if not checks:
        others = [look_of(run.schedule.workload, lambda look: look.guaranteed) for run in runs]
        return next((nothing(runs, sentence) for sentence in others if sentence), None)
    head = html.Tr(
        [
            html.Th(text, scope="col")
            for text in ("run", "guarantee", "closest to its bound", "bound", "measured / bound", "verdict")
        ]
    )
    return html.Section(
        [
            html.H2("Guarantees, checked on these runs", id=HEADING),
            html.P(caption(checks, runs), className="qs-soft"),
            html.Div(
                html.Table(
                    [
                        html.Caption("Proven guarantees, measured on the runs shown", className="qs-unseen"),
                        html.Thead(head),
                        html.Tbody(lines(checks)),
                    ],
                    className="qs-table qs-guarantees",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Guarantees"},
            ),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def nothing(runs: Sequence[FinishedRun], others: str) -> html.Section:
    """The card where no theorem that is checked here speaks of these runs; others: of which one would, a sentence."""
    names = "; ".join(run.name for run in runs)
    return html.Section(
        [
            html.H2("Guarantees", id=HEADING),
            html.P(f"No guarantee is checked for {names}. {others}", className="qs-soft"),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def caption(checks: Sequence[Row], runs: Sequence[FinishedRun]) -> str:
    """How many hold, and for which runs none is checked."""
    count = {verdict: sum(row.verdict == verdict for row in checks) for verdict in SIGNS}
    parts = [f"{count[HOLDS]} of {len(checks)} {'holds' if count[HOLDS] == 1 else 'hold'}"]
    are = "is" if count[HERE_NOT] == 1 else "are"
    parts += [f"{count[HERE_NOT]} {are} not guaranteed here, as the last column explains"] if count[HERE_NOT] else []
    parts += [f"{count[BEYOND]} broken, which is a fault of Queuescope or of a proof"] if count[BEYOND] else []
    run_keys = {row.run.key for row in checks}
    without = [run.name for run in runs if run.key not in run_keys]
    sentences = "; ".join(parts) + ". Each row shows what comes closest to its bound."
    return f"{sentences} No guarantee is checked for {'; '.join(without)}." if without else sentences


def lines(checks: Sequence[Row]) -> list[html.Tr]:
    """A line a row; what a guarantee promises can be opened where it comes first."""
    guarantee_keys = [row.guarantee.key for row in checks]
    return [line(row, row.guarantee.key not in guarantee_keys[:at]) for at, row in enumerate(checks)]


def line(row: Row, whole: bool = True) -> html.Tr:
    """One guarantee on one run; whole: with its promise and source."""
    verdict: list[Any] = [html.B(f"{SIGNS[row.verdict]}\u00a0{row.verdict}")]
    if row.why:
        verdict.append(html.Span(f"{row.why}{beyond(row)}", className="qs-change qs-soft"))
    bar = (
        None
        if row.ratio is None
        else dmc.Progress(
            value=100 * min(max(row.ratio, 0.0), 1.0),
            color="var(--qs-soft)",
            size="sm",
            **{"aria-label": f"{100 * row.ratio:.0f} % of the bound"},
        )
    )
    share = "—" if row.ratio is None else "below 0 %" if row.ratio < 0 else f"{100 * row.ratio:.0f} %"
    promise = html.Span(f"{row.guarantee.promise} {row.guarantee.source}.", className="qs-change qs-soft")
    name = [
        html.B(row.guarantee.title),
        html.Details([html.Summary("What it says"), promise], className="qs-small")
        if whole
        else html.Span("as above", className="qs-change qs-soft"),
    ]
    return html.Tr(
        [
            html.Th(row.run.name, scope="row", className=f"qs-lane qs-run-{row.run.index}"),
            html.Td(name),
            html.Td(
                [
                    html.Span(row.measured, className="qs-keep", **lengths.marked_text(row.measured)),
                    html.Span(row.where, className="qs-change qs-soft"),
                ]
            ),
            html.Td(row.bound, className="qs-keep", **lengths.marked_text(row.bound)),
            html.Td([share, bar]),
            html.Td(verdict),
        ]
    )


def beyond(row: Row) -> str:
    """How often the bound was passed where it may be."""
    if row.beyond:
        return f"; {theme.counted(row.beyond, 'time')} beyond the bound"
    return "; within the bound all the same"
