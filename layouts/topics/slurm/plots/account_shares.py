"""What accounts have used, beside their shares, over time: by this Fair Tree puts jobs in order.

Solid is the part of an account in what it and the accounts beside it have used, which decays (PriorityDecayHalfLife);
dashed is the part that its shares give it.  Below its share an account goes first, above it last.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human
from scheduler.topics.slurm.calibration.account_usage import AccountUsage, account_usage, divided
from scheduler.wording import enumerated

MOST = 6  # accounts that are drawn, those with the largest shares
POINTS = 240  # instants of a line
PARTS = 24  # of the table
WHAT = "Solid: the account's part of what is used; dashed: its share."
NONE = "No run shown has accounts with shares."


def usage(run: FinishedRun, t0: float, t1: float, instants: int) -> tuple[np.ndarray, AccountUsage]:
    """(instants [s] of a window, what accounts have used by then); of a run that has accounts."""
    when = np.linspace(t0, t1, instants)
    one = cached(("accounts", t0, t1, instants), lambda: account_usage(run.schedule, when), run.schedule)
    assert one is not None
    return when, one


def with_accounts(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """Those whose policy knows a tree that divides."""
    return [run for run in runs if len(run.schedule.workload) and len(divided(run.schedule)) > 1]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether a run has accounts with shares."""
    return bool(with_accounts(runs))


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One row per run, same axes; x: seconds, y: parts of what is used."""
    runs = with_accounts(runs)
    if not runs:
        return theme.empty(NONE, view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, chart, listed = theme.rows(len(runs)), Figure(), set[str]()
    for row, run in enumerate(runs):
        chart.add_traces(_traces(run, t0, t1, row, listed, view.scheme))
        axes.name_row(chart, rows[row], run, view.scheme)
    axis = {"range": [0, 1.02], "fixedrange": True, "automargin": False, "nticks": 4, "tickformat": ".0%"}
    lay_out(chart, theme.row_axes(rows, axis, "part of usage"))
    return axes.rows_over_time(
        chart,
        runs[0].schedule.workload,
        (t0, t1),
        whole,
        rows,
        uirevision="account_shares",
        template=theme.template(view.scheme),
        hovermode="x",
    )


def _traces(run: FinishedRun, t0: float, t1: float, row: int, listed: set[str], scheme: str) -> list[Trace]:
    """Two lines an account: what it has used, and its share; listed: the names that the legend has already."""
    when, one = usage(run, t0, t1, POINTS)
    traces = []
    for place in np.argsort(-one.share, kind="stable")[:MOST].tolist():
        name, color = theme.safe(one.accounts[place]), theme.hue(place, scheme)
        common = {"mode": "lines", "yaxis": theme.row_axis(row), "legendgroup": name, "name": name}
        traces.append(
            scatter(
                x=when,
                y=one.used[place],
                line={"color": color, "width": 1.8},
                **common,
                showlegend=name not in listed,
                hovertemplate="%{y:.1%}<extra>%{fullData.name}</extra>",
            )
        )
        listed.add(name)
        traces.append(
            scatter(
                x=[t0, t1],
                y=[one.share[place]] * 2,
                line={"color": color, "width": 1.2, "dash": "dash"},
                showlegend=False,
                **common,
                hoverinfo="skip",
            )
        )
    return traces


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the lines are; of each run the accounts that are farthest above and below their shares."""
    runs = with_accounts(runs)
    if not runs:
        return [NONE]
    return [WHAT, *(_sentence(run, *window_of(view, extent(runs))) for run in runs)]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """How far the account farthest from its share is off, in every run."""
    runs = with_accounts(runs)
    if not runs:
        return ""
    t0, t1 = window_of(view, extent(runs))
    return contrast(
        "The account farthest from its share is off by",
        [(run.name, float(np.abs(_apart(run, t0, t1)).max())) for run in runs],
        points,
    )


def _apart(run: FinishedRun, t0: float, t1: float) -> np.ndarray:
    """[accounts] parts of 1: usage above the share, mean over the window."""
    _, one = usage(run, t0, t1, POINTS)
    return (one.used - one.share[:, None]).mean(axis=1)


def _sentence(run: FinishedRun, t0: float, t1: float) -> str:
    apart, accounts = _apart(run, t0, t1), usage(run, t0, t1, POINTS)[1].accounts
    most, least = int(apart.argmax()), int(apart.argmin())
    sides = [f"{accounts[most]} is {points(apart[most])} above its share"] if apart[most] > 0 else []
    sides += [f"{accounts[least]} is {points(-apart[least])} below its share"] if apart[least] < 0 else []
    return f"{run.name}: on average {enumerated(sides) if sides else 'all accounts use just their shares'}."


def points(part: float) -> str:
    """12 % points."""
    return f"{theme.number(100 * max(float(part), 0.0))} % points"


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The ends of twenty-four equal parts of the window: what each account has used, beside its share, run by run."""
    runs = with_accounts(runs)
    if not runs:
        return []
    t0, t1 = window_of(view, extent(runs))
    rows: list[dict] = []
    for run in runs:
        when, one = usage(run, t0, t1, PARTS + 1)
        rows = rows or [{"at": human(time)} for time in when[1:].tolist()]
        for place, name in enumerate(one.accounts):
            for row, value in zip(rows, one.used[place, 1:].tolist(), strict=True):
                row[f"{run.name}: {name} (share {theme.percent(one.share[place])})"] = value
    return rows


PLOT = Plot(
    "account_shares",
    "Usage of accounts and their shares",
    "Does each account get its share?",
    figure,
    caption,
    table,
    axis="time",
    max_points=8 * MOST * (POINTS + 2),
    applies=applies,
    tab="fairness",
    headline=headline,
)
