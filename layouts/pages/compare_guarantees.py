"""What was proven of a policy, checked on the runs shown: measured, bound, and why a promise may not hold here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from layouts import theme
from layouts.recent import Recent
from layouts.view import Shown
from scheduler.bounds import Guarantee, Measured, all_guarantees
from scheduler.durations import human
from scheduler.schedule import Schedule

HOLDS, HERE_NOT, BEYOND = "holds", "not guaranteed here", "broken"
SIGNS = {HOLDS: "✓", HERE_NOT: "\u2013", BEYOND: "✗"}
KEPT: Recent[list] = Recent(16)


class Row(NamedTuple):
    """A guarantee on one run."""

    run: Shown
    guarantee: Guarantee
    verdict: str
    why: str            # why it is not guaranteed
    measured: str
    bound: str
    ratio: float | None  # measured / bound of the row closest to its bound
    where: str          # which campaign or user that is
    beyond: int         # rows beyond the bound


def rows(runs: Sequence[Shown]) -> list[Row]:
    """Every guarantee that speaks of a run, run by run."""
    return [row for run in runs for row in KEPT.get((run.key, run.name), lambda run=run: of_run(run))]


def of_run(run: Shown) -> list[Row]:
    """The guarantees of one run."""
    return [judged(run, guarantee) for guarantee in all_guarantees().values() if guarantee.applies(run.schedule)]


def judged(run: Shown, guarantee: Guarantee) -> Row:
    """A guarantee measured on a run; one that is not proven for the run cannot be broken by it."""
    found, why = guarantee.measure(run.schedule), guarantee.why_not(run.schedule)
    at = found.tightest
    value, bound = float(found.value[at]), float(found.bound[at])
    verdict = HERE_NOT if why else HOLDS if found.holds else BEYOND
    return Row(run, guarantee, verdict, why, said(value, guarantee.unit), said(bound, guarantee.unit),
               value / bound if bound > 0 else None, named(run.schedule, found, at),
               int((found.value > found.bound * (1 + 1e-6) + 1e-6).sum()))


def said(value: float, unit: str) -> str:
    """A quantity for people; a negative time has its sign."""
    if unit != "s":
        return f"{theme.number(value)} {unit}".strip()
    return human(value) if value >= 0 else f"\u2212{human(-value)}"


def named(schedule: Schedule, found: Measured, at: int) -> str:
    """Which campaign or user a row is."""
    jobs, campaigns, row = schedule.workload.jobs, schedule.workload.campaigns, int(found.row[at])
    assert campaigns is not None
    if found.of == "campaign":
        user = int(jobs.user_id[int((jobs.campaign == row).argmax())])
        return f"campaign {int(campaigns.index[row]) + 1} of user {user}"
    if found.of == "user":
        return f"user {int(jobs.user_id[int((jobs.user == row).argmax())])}"
    return ""


def panel(runs: Sequence[Shown]) -> html.Section | None:
    """The card; None where nothing was proven of any run shown."""
    found = rows(runs)
    if not found:
        return None
    head = html.Tr([html.Th(text, scope="col") for text in
                    ("run", "guarantee", "closest to its bound", "bound", "measured / bound", "verdict")])
    return html.Section([
        html.H2("Guarantees, checked on these runs"), html.P(caption(found), className="qs-soft"),
        html.Div(html.Table([html.Caption("Proven guarantees, measured on the runs shown", className="qs-unseen"),
                             html.Thead(head), html.Tbody([line(row) for row in found])], className="qs-table"),
                 className="qs-across", tabIndex="0", role="region", **{"aria-label": "Guarantees"}),
    ], className="qs-card")


def caption(found: Sequence[Row]) -> str:
    """How many hold, in a sentence."""
    count = {verdict: sum(row.verdict == verdict for row in found) for verdict in SIGNS}
    parts = [f"{count[HOLDS]} of {len(found)} hold"]
    parts += [f"{count[HERE_NOT]} are not guaranteed here"] if count[HERE_NOT] else []
    parts += [f"{count[BEYOND]} broken, which is a fault of Queuescope or of a proof"] if count[BEYOND] else []
    return "; ".join(parts) + ". Each row shows the campaign or user that comes closest to its bound."


def line(row: Row) -> html.Tr:
    """One guarantee on one run."""
    verdict: list[Any] = [html.B(f"{SIGNS[row.verdict]} {row.verdict}")]
    if row.why:
        verdict.append(html.Span(f"{row.why}{beyond(row)}", className="qs-change qs-soft"))
    bar = None if row.ratio is None else dmc.Progress(
        value=100 * min(max(row.ratio, 0.0), 1.0), color="gray", size="sm",
        **{"aria-label": f"{100 * row.ratio:.0f} % of the bound"})
    share = "—" if row.ratio is None else f"{100 * row.ratio:.0f} %"
    return html.Tr([
        html.Th(row.run.name, scope="row", className=f"qs-lane qs-run-{row.run.index}"),
        html.Td([html.B(row.guarantee.title), html.Span(f"{row.guarantee.promise} {row.guarantee.source}.",
                                                        className="qs-change qs-soft")]),
        html.Td([row.measured, html.Span(row.where, className="qs-change qs-soft")]), html.Td(row.bound),
        html.Td([share, bar]), html.Td(verdict)])


def beyond(row: Row) -> str:
    """How often the bound was passed where it may be."""
    if row.beyond:
        return f"; {theme.counted(row.beyond, 'time')} beyond the bound"
    return "; within the bound all the same"
