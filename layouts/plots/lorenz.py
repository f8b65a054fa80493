"""How waiting is shared out among the users: a Lorenz curve per run, and its Gini coefficient.

Users stand in the order of what is measured, least first: their total wait (or NUWT, or processor-seconds used).  The
curve says which share of all waiting the first users bear together; on the diagonal everybody bears the same.  The
Gini coefficient is twice the area between both: 0 everybody the same, near 1 one user all (Gini 1912).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.metrics.fairness import nuwt
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name, users_known
from scheduler.params import Param

MOST = 3_900
GAP = 0.2  # of the height, between two names
NEAR = 0.9  # share of users at which a curve decides the place of its name
TENTH = 0.1  # of the users: whose share the caption tells
LEAST = 20  # users: of fewer a tenth is hardly more than one, and the caption tells the first one's share
WORDS = {
    "wait": ("all waiting time", "their total wait"),
    "nuwt": ("the sum of all NUWT", "their NUWT"),
    "area": ("all processor-seconds", "the processor-seconds they use"),
}


class UserTotals(NamedTuple):
    """What every user has, least first."""

    user: np.ndarray  # [users] i8, dense
    value: np.ndarray  # [users] f8, ascending


def shares_of(schedule: Schedule, of: str = "wait") -> UserTotals:
    """The users of a schedule in the order of total wait (s), NUWT or processor-seconds; of: a key of WORDS."""
    jobs = schedule.jobs
    if of == "nuwt":
        values = nuwt(schedule)
        user, value = values.user, values.value
    else:
        user = np.flatnonzero(np.bincount(jobs.user))
        each = schedule.wait if of == "wait" else jobs.runtime * jobs.processors
        value = np.bincount(jobs.user, np.maximum(each, 0.0))[user]
    order = np.argsort(value, kind="stable")
    return UserTotals(user[order], value[order])


def lorenz(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(share of users, share of the sum), each [n + 1] from 0 to 1, of ascending values with a sum above 0."""
    total = np.concatenate(([0.0], np.cumsum(value)))
    return np.linspace(0.0, 1.0, len(value) + 1), total / total[-1]


def gini(value: np.ndarray) -> float:
    """1 - twice the area under the curve of ascending values; nan where their sum is 0."""
    if not len(value) or value.sum() <= 0:
        return float("nan")
    share, part = lorenz(value)
    return float(1 - (np.diff(share) * (part[1:] + part[:-1])).sum())


def last_share(value: np.ndarray, share: float = TENTH) -> float:
    """Which part of the sum the last `share` of the users have together, read off the curve."""
    users, part = lorenz(value)
    return float(1 - np.interp(1 - share, users, part))


def measured(runs: Sequence[FinishedRun], of: str) -> list[tuple[FinishedRun, UserTotals]]:
    """The runs in which there is anything to share out."""
    pairs = [(run, shares_of(run.schedule, of)) for run in runs]
    return [(run, values) for run, values in pairs if values.value.sum() > 0]


def figure(runs: Sequence[FinishedRun], view: View, of: str = "wait") -> Figure:
    """x: share of users; y: share of what they have; one curve per run, named on the right."""
    pairs, (what, order) = measured(runs, of), WORDS[of]
    if not pairs:
        return theme.empty(
            "Nobody waits in these runs, so there is nothing to share out."
            if of != "area"
            else "No run has jobs to show.",
            view.scheme,
        )
    chart = Figure(
        scatter(
            x=[0, 1],
            y=[0, 1],
            mode="lines",
            hoverinfo="skip",
            line={"color": theme.GREY[view.scheme], "dash": "dash", "width": 1},
        )
    )
    chart.add_annotation(
        x=0.7, y=0.7, text="everybody the same", showarrow=False, xanchor="right", yanchor="bottom", font={"size": 11}
    )
    for run, values in pairs:
        chart.add_trace(_curve(run, values, what, view.scheme, MOST // len(pairs)))
    _names(chart, pairs, view.scheme)
    _mark(chart, pairs, view)
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision=f"lorenz-{of}",
        margin={"r": 148, "t": 16},
        xaxis={
            "title": {"text": f"share of users, ordered by {order}"},
            "range": [0, 1],
            "tickformat": ".0%",
            "showgrid": True,
            "fixedrange": True,
        },
        yaxis={"title": {"text": f"share of {what}"}, "range": [0, 1.01], "tickformat": ".0%", "fixedrange": True},
    )


def _curve(run: FinishedRun, values: UserTotals, what: str, scheme: str, most: int) -> Trace:
    share, part = lorenz(values.value)
    if len(share) > most:
        keep = np.unique(np.round(np.linspace(0, len(share) - 1, most)).astype(int))
        share, part = share[keep], part[keep]
    return scatter(
        x=share,
        y=part,
        mode="lines",
        name=theme.safe(run.name),
        line=theme.run_line(run.index, scheme),
        hovertemplate=f"the first %{{x:.1%}} of the users have %{{y:.1%}} of {what}<extra>%{{fullData.name}}</extra>",
    )


def _names(chart: Figure, pairs: Sequence[tuple[FinishedRun, UserTotals]], scheme: str) -> None:
    """Name and Gini coefficient of each run, in the order in which the curves lie."""
    heights = [float(np.interp(NEAR, *lorenz(values.value))) for _, values in pairs]
    places = theme.spread(heights, GAP, 0.06, 0.94)
    for (run, values), place in zip(pairs, places, strict=True):
        chart.add_annotation(
            x=1,
            xref="paper",
            y=place,
            xanchor="left",
            xshift=6,
            showarrow=False,
            align="left",
            text=f"<b>{theme.wrapped(run.name)}</b><br>Gini {gini(values.value):.2f}",
            font={"color": theme.run_color(run.index, scheme)},
        )


def _mark(chart: Figure, pairs: Sequence[tuple[FinishedRun, UserTotals]], view: View) -> None:
    """Where the user of the selected job stands in each run."""
    for run, values in pairs:
        jobs = run.schedule.workload.jobs
        if view.job is None or not 0 <= view.job < len(jobs):
            continue
        at = int(np.flatnonzero(values.user == jobs.user[view.job])[0]) + 1
        share, part = lorenz(values.value)
        chart.add_trace(
            scatter(
                x=[share[at]],
                y=[part[at]],
                mode="markers+text",
                hoverinfo="skip",
                marker={
                    "size": 9,
                    "color": theme.run_color(run.index, view.scheme),
                    "line": {"width": 2, "color": theme.INK[view.scheme]},
                },
                text=[theme.safe(user_name(run.schedule.workload, int(jobs.user_id[view.job])))],
                textposition="top left",
            )
        )


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether it is known who the users are."""
    return any(users_known(run.schedule.workload) for run in runs)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the tenth of the users who wait most bear in each run."""
    if not runs:
        return ["No run is shown yet."]
    pairs = measured(runs, "wait")
    if not pairs:
        return [f"Nobody waits: {', '.join(run.name for run in runs)}."]
    few = any(len(values.user) < LEAST for _, values in pairs)
    who = "The user who waits most in all bears" if few else "The tenth of the users who wait most in all bear"
    by_run = "; ".join(
        f"{theme.percent(_most(values, few))} under {run.name} (Gini {gini(values.value):.2f})" for run, values in pairs
    )
    return [
        f"{who} this share of all waiting time: {by_run}.",
        "A Gini coefficient of 0 means everybody the same, one near 1 that one user bears it all.",
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """What those who wait most bear in every run."""
    pairs = measured(runs, "wait")
    few = any(len(values.user) < LEAST for _, values in pairs)
    who = "the user who waits most bears" if few else "the tenth of the users who wait most bear"
    return contrast(f"Of all waiting {who}", [(run.name, _most(values, few)) for run, values in pairs], theme.percent)


def _most(values: UserTotals, few: bool) -> float:
    """What the one user, or the tenth of the users, with most have of the sum."""
    return float(values.value[-1] / values.value.sum()) if few else last_share(values.value)


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The curves at every tenth of the users, and the Gini coefficients."""
    pairs = measured(runs, "wait")
    if not pairs:
        return []
    rows: list[dict] = [
        {
            "users, those who wait least first": f"first {tenth * 10} %",
            **{run.name: theme.percent(float(np.interp(tenth / 10, *lorenz(values.value)))) for run, values in pairs},
        }
        for tenth in range(1, 11)
    ]
    return [
        *rows,
        {
            "users, those who wait least first": "Gini coefficient",
            **{run.name: f"{gini(values.value):.3f}" for run, values in pairs},
        },
    ]


PLOT = Plot(
    "lorenz",
    "Concentration of waiting (Lorenz)",
    "Do a few users bear most of the waiting?",
    figure,
    caption,
    table,
    (Param("of", "wait", choices=tuple(WORDS), help="what is shared out: total wait, NUWT or work"),),
    max_points=MOST + 2 + 4,
    applies=applies,
    place=12,
    follows_job=True,
    tab="fairness",
    variant=("waiting", "concentration"),
    headline=headline,
)
