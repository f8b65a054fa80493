"""Every user in every run: how long the users with the most work wait on average, and all users as a table.

A user fares well or badly for reasons of their own: what they submit, and when.  Compare a user with themselves in
another run, not with other users.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.above_machine import above
from layouts.words.contrasts import contrast
from layouts.words.stretch_threshold import named, threshold_of
from scheduler.durations import human
from scheduler.metrics import THRESHOLD
from scheduler.metrics.fairness import nuwt
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_labels, users_known

ROWS = 15  # users drawn
LEAST = 1.0  # s: shorter mean waits stand at the left end
SYMBOLS = ("circle", "square", "triangle-up", "diamond", "cross", "star")
HOUR = 3_600.0


class Users(NamedTuple):
    """One row per user with jobs, most work first (ties: lower number)."""

    user: np.ndarray  # [users] i8, dense
    jobs: np.ndarray  # [users] i8
    work: np.ndarray  # [users] f8, processor-seconds
    wait: np.ndarray  # [users] f8 s, mean
    nuwt: np.ndarray  # [users] f8, s per processor-second
    stretch: np.ndarray  # [users] f8, mean stretch, bounded by the threshold


def users(schedule: Schedule, threshold: float = THRESHOLD.default) -> Users:
    """What every user did, and how they fared; threshold: s, of bounded stretch."""
    jobs, waits = schedule.jobs, nuwt(schedule)
    work = np.bincount(jobs.user, jobs.runtime * jobs.processors)[waits.user]
    wait = np.bincount(jobs.user, schedule.wait)[waits.user] / waits.jobs
    stretch = np.bincount(jobs.user, bounded_stretch(schedule, threshold))[waits.user] / waits.jobs
    order = np.argsort(-work, kind="stable")
    return Users(*(column[order] for column in (waits.user, waits.jobs, work, wait, waits.value, stretch)))


def drawn(values: Users, chosen: int) -> np.ndarray:
    """Rows of the first ROWS users; the chosen one (dense, -1: none) instead of the last where not among them."""
    rows = np.arange(min(ROWS, len(values.user)))
    at = np.flatnonzero(values.user == chosen)
    if len(at) and at[0] >= len(rows):
        rows[-1] = at[0]
    return rows


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A row per user, a mark per run; x: mean wait, logarithmic."""
    threshold = threshold_of(runs)
    pairs = [(run, users(run.schedule, threshold)) for run in runs if len(run.schedule.placed)]
    if not pairs:
        return theme.empty("No run has jobs to show.", view.scheme)
    workload, first = pairs[0][0].schedule.workload, pairs[0][1]
    chosen = int(workload.jobs.user[view.job]) if view.job is not None and 0 <= view.job < len(workload) else -1
    rows = drawn(first, chosen)
    chart = Figure(_lines([values for _, values in pairs], rows, view.scheme))
    chart.add_traces([_dots(run, values, rows, named(threshold), view.scheme) for run, values in pairs])
    ranged = [values for run, values in pairs if not above(run)] or [values for _, values in pairs]
    top = max(float(values.wait[rows].max()) for values in ranged)
    least = min(float(values.wait[rows].min()) for values in ranged)
    begin, end = math.floor(math.log10(max(least, LEAST))), math.log10(max(top, 60.0)) + 0.1
    places, texts = theme.log_ticks(10.0**begin, 10**end)
    texts = [f"\u2264 {texts[0]}", *texts[1:]] if begin == 0 else texts
    below = theme.legend_below(len(pairs))
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="users",
        xaxis={
            "title": {"text": "mean wait, logarithmic"},
            "range": [begin - 0.1, end],
            "tickvals": places,
            "ticktext": texts,
            "showgrid": True,
            "fixedrange": True,
        },
        yaxis={
            "title": {"text": _which(len(rows), len(first.user))},
            "tickvals": list(range(len(rows))),
            "ticktext": _labels(pairs[0][0], first, rows, chosen),
            "range": [len(rows) - 0.4, -0.6],
            "showgrid": False,
            "fixedrange": True,
        },
        **below,
    )
    return chart


def _which(drawn: int, count: int) -> str:
    """What the rows are."""
    return f"{drawn} users with the most work" if drawn < count else "users, most work first"


def _labels(run: FinishedRun, values: Users, rows: np.ndarray, chosen: int) -> list[str]:
    """The users by their numbers in the file; the selected job's user in bold."""
    ids = theme.user_labels(run.schedule.workload)
    return [f"<b>user {ids[user]}</b>" if user == chosen else f"user {ids[user]}" for user in values.user[rows]]


def _lines(columns: Sequence[Users], rows: np.ndarray, scheme: str) -> Trace:
    """A thin line from the shortest to the longest mean wait of each user."""
    waits = np.stack([np.log10(np.maximum(values.wait[rows], LEAST)) for values in columns])
    low, high = waits.min(axis=0), waits.max(axis=0)
    x = np.stack([low, high, np.full(len(rows), np.nan)], axis=1).ravel()
    return scatter(
        x=x,
        y=np.repeat(np.arange(len(rows)), 3),
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
        line={"color": theme.GREY[scheme], "width": 1},
    )


def _dots(run: FinishedRun, values: Users, rows: np.ndarray, name: str, scheme: str) -> Trace:
    ids = theme.user_labels(run.schedule.workload)
    texts = [
        f"user {ids[values.user[row]]}: mean wait {human(float(values.wait[row]))} over "
        f"{theme.counted(int(values.jobs[row]), 'job')}<br>NUWT {theme.number(float(values.nuwt[row]))}, "
        f"mean {name} {theme.number(float(values.stretch[row]))}"
        for row in rows
    ]
    return scatter(
        x=np.log10(np.maximum(values.wait[rows], LEAST)),
        y=np.arange(len(rows)),
        mode="markers",
        name=theme.safe(run.name),
        hovertext=texts,
        cliponaxis=False,
        marker={
            "symbol": SYMBOLS[run.index % len(SYMBOLS)],
            "size": 10,
            "color": theme.run_color(run.index, scheme),
            "line": {"width": 1, "color": theme.BACKGROUND[scheme]},
        },
        hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>",
    )


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether it is known who the users are."""
    return any(users_known(run.schedule.workload) for run in runs)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How many users there are, and whose mean wait is the longest in each run."""
    pairs = [(run, users(run.schedule)) for run in runs if len(run.schedule.placed)]
    if not pairs:
        return ["No run has jobs to show."]
    first, count = pairs[0][1], len(pairs[0][1].user)
    share = float(first.work[:ROWS].sum() / first.work.sum())
    longest = "; ".join(_longest(run, values) for run, values in pairs)
    if count <= ROWS:
        return ["All users, most work first.", f"The longest mean wait: {longest}."]
    return [
        f"The {ROWS} users with the most work, of {theme.number(count)}, have {theme.percent(share)} of it.",
        f"The longest mean wait of all users: {longest}.",
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The longest mean wait of a user in every run."""
    return contrast(
        "The longest mean wait of a user is",
        [(run.name, float(users(run.schedule).wait.max())) for run in runs if len(run.schedule.placed)],
        human,
    )


def _longest(run: FinishedRun, values: Users) -> str:
    at = int(np.argmax(values.wait))
    user = user_labels(run.schedule.workload)[values.user[at]]
    return (
        f"under {run.name} user {user} with {human(float(values.wait[at]))} "
        f"({theme.counted(int(values.jobs[at]), 'job')})"
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Every user, most work first: jobs, processor-hours, and in each run mean wait (s), NUWT, mean stretch."""
    threshold = threshold_of(runs)
    pairs = [(run, users(run.schedule, threshold)) for run in runs if len(run.schedule.placed)]
    if not pairs:
        return []
    first, ids = pairs[0][1], user_labels(pairs[0][0].schedule.workload)
    columns: dict[str, list] = {
        "user": [ids[user] for user in first.user.tolist()],
        "jobs": first.jobs.tolist(),
        "work (processor-hours)": (first.work / HOUR).tolist(),
    }
    for run, values in pairs:
        columns |= {
            f"{run.name}: mean wait (s)": values.wait.tolist(),
            f"{run.name}: NUWT": values.nuwt.tolist(),
            f"{run.name}: mean {named(threshold)}": values.stretch.tolist(),
        }
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


PLOT = Plot(
    "users",
    "Users",
    "How long does each user wait, under each policy?",
    figure,
    caption,
    table,
    max_points=ROWS * (3 + 6),
    applies=applies,
    height=500,
    one_panel=True,
    wide_from=1,
    place=17,
    follows_job=True,
    tab="fairness",
    advice="users",
    headline=headline,
)
