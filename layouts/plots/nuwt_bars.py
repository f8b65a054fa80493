"""Mean and standard deviation of the users' normalized wait times: two bars per run.

As in Klusáček and Rudová 2012, figure 2: only users with at least two jobs count.  Low bars on the left say that users
wait little for what they compute, low bars on the right that they are treated alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import end_of
from layouts.figures import Figure, Trace, bar, lay_out
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.contrasts import contrast
from scheduler.metrics.fairness import AT_LEAST, nuwt
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_labels, user_name, users_known

CUT = 0.9  # of the height: where a bar ends that is longer than the axis
FEWEST = 3  # users, for it to be news that a few of them decide
SIDES = ("mean", "standard deviation")


class Fairness(NamedTuple):
    """Normalized wait times of the users with at least two jobs, in s per processor-second."""

    users: int
    mean: float
    deviation: float  # ddof 0
    worst: int  # number of the user in the file
    highest: float  # NUWT of that user
    rest: float  # mean without that user; nan where there is no other


def fairness(schedule: Schedule) -> Fairness | None:
    """What the bars of a run show; None where no user has two jobs."""
    waits = nuwt(schedule)
    counted = waits.jobs >= AT_LEAST
    value, user = waits.value[counted], waits.user[counted]
    if not len(value):
        return None
    at = int(np.argmax(value))
    rest = float(np.delete(value, at).mean()) if len(value) > 1 else float("nan")
    return Fairness(
        len(value),
        float(value.mean()),
        float(value.std()),
        user_labels(schedule.workload)[user[at]],
        float(value[at]),
        rest,
    )


def measured(runs: Sequence[FinishedRun]) -> list[tuple[FinishedRun, Fairness]]:
    """The runs with users to speak of."""
    return [
        (run, values)
        for run in runs
        if users_known(run.schedule.workload) and (values := fairness(run.schedule)) is not None
    ]


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """Two bars side by side for each run, the right one hatched."""
    pairs = measured(runs)
    if not pairs:
        return theme.empty("No user has two jobs or more, so there is nothing to compare.", view.scheme)
    top = end_of([max(values.mean, values.deviation) for _, values in pairs], 1.18)
    chart = Figure([_bars(pairs, side, top, view.scheme) for side in range(2)])
    _mark(chart, pairs, view, top)
    chart.add_annotation(
        x=1,
        xref="paper",
        y=1,
        yref="paper",
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
        text="plain: mean, hatched: standard deviation",
        font={"size": 11},
    )
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="nuwt_bars",
        barmode="group",
        bargap=0.35,
        bargroupgap=0.06,
        margin={"t": 28},
        xaxis={
            "title": {"text": "runs"},
            "range": [-0.5, len(pairs) - 0.5],
            "fixedrange": True,
            "tickvals": list(range(len(pairs))),
            "ticktext": [theme.wrapped(run.name) for run, _ in pairs],
        },
        yaxis={
            "title": {"text": "normalized user wait time<br>(s per processor-s)"},
            "range": [0, top],
            "fixedrange": True,
        },
    )
    return chart


def _bars(pairs: Sequence[tuple[FinishedRun, Fairness]], side: int, top: float, scheme: str) -> Trace:
    """The left (0) or right (1) bars; one beyond the axis is cut and says so."""
    colors = [theme.run_color(run.index, scheme) for run, _ in pairs]
    heights = [(values.mean, values.deviation)[side] for _, values in pairs]
    fill = (
        {"color": colors, "line": {"width": 0}}
        if side == 0
        else {
            "color": [theme.faded(color, 0.25) for color in colors],
            "line": {"color": colors, "width": 1.5},
            "pattern": {"shape": "/", "fgcolor": colors, "size": 7, "solidity": 0.25},
        }
    )
    hover = [
        f"<b>{theme.safe(run.name)}</b><br>{SIDES[side]} {theme.number(height)} s per processor-second over "
        f"{theme.counted(values.users, 'user')}"
        for (run, values), height in zip(pairs, heights, strict=True)
    ]
    texts = [theme.number(height) + (" \u2191" if height > top else "") for height in heights]
    return bar(
        x=list(range(len(pairs))),
        y=[min(height, CUT * top) for height in heights],
        name=SIDES[side],
        marker=fill,
        cliponaxis=False,
        text=texts,
        textposition="outside",
        textangle=0,
        hovertext=hover,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _mark(chart: Figure, pairs: Sequence[tuple[FinishedRun, Fairness]], view: View, top: float) -> None:
    """Where the user of the selected job stands; at the upper edge a value beyond it."""
    for x, (run, _) in enumerate(pairs):
        jobs = run.schedule.workload.jobs
        if view.job is None or not 0 <= view.job < len(jobs):
            continue
        waits = nuwt(run.schedule)
        value = float(waits.value[np.searchsorted(waits.user, jobs.user[view.job])])
        who = user_name(run.schedule.workload, int(jobs.user_id[view.job]))
        sign = chr(0x2191) if value > top else chr(0x25C6)
        anchor = "top" if value > top else "bottom" if value < 0.05 * top else "middle"
        chart.add_annotation(
            x=x,
            y=min(value, top),
            showarrow=False,
            yanchor=anchor,
            bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
            font={"size": 11},
            text=f"{sign} {theme.safe(who)}: {theme.number(value)}",
        )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Mean and deviation of each run, and who decides them."""
    if not runs:
        return ["No run is shown yet."]
    pairs = measured(runs)
    if not pairs:
        return [f"{', '.join(run.name for run in runs)}: no user has two jobs or more."]
    by_run = "; ".join(
        f"{run.name} {theme.number(values.mean)} and {theme.number(values.deviation)}" for run, values in pairs
    )
    whole = (
        f"Mean and standard deviation over {theme.counted(pairs[0][1].users, 'user')} with at least two jobs: {by_run}."
    )
    if pairs[0][1].users < FEWEST:
        return [whole]
    rest = "; ".join(_rest(run.name, values) for run, values in pairs)
    return [whole, f"A few users decide both; without the worst one the mean is: {rest}."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean of every run."""
    return contrast(
        "The mean NUWT of the users is", [(run.name, values.mean) for run, values in measured(runs)], theme.number
    )


def _rest(name: str, values: Fairness) -> str:
    """The mean without the worst user, and who that is."""
    return f"{name} {theme.number(values.rest)} (user {values.worst}, at {theme.number(values.highest)})"


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per run."""
    return [
        {
            "run": run.name,
            "users with at least two jobs": values.users,
            "mean NUWT": values.mean,
            "standard deviation": values.deviation,
            "worst user": str(values.worst),
            "its NUWT": values.highest,
            "mean without it": values.rest if values.rest == values.rest else None,
        }
        for run, values in measured(runs)
    ]


PLOT = Plot(
    "nuwt_bars",
    "Mean and spread of normalized wait",
    "Do users wait for what they compute, and all alike?",
    figure,
    caption,
    table,
    max_points=4 * 2,
    applies=lambda runs: bool(measured(runs)),
    one_panel=True,
    wide_from=5,
    place=11,
    follows_job=True,
    caveats=(caveats.left_out_of_nuwt,),
    tab="fairness",
    variant=("normalized wait", "means"),
    headline=headline,
)
