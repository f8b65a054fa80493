"""All that two users can get of the machine: every outcome of a tiny workload, and where the runs shown stand in it.

x and y: when the last campaign of either user is complete (campaign-scheduling-2012, figure 2).  An outcome is optimal
when no other one is as good for both and better for one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from scheduler.durations import human
from scheduler.model.user_names import user_labels
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.bounds.two_users import Outcomes, outcomes, why_not

SYMBOLS = ("circle-open", "square-open", "triangle-up-open", "x-thin-open")
SHIFT = 7  # pixels between the marks of runs that have the same outcome


def all_outcomes(workload: Workload) -> Outcomes:
    """The outcomes of a workload, listed once."""
    return cached("outcomes", lambda: outcomes(workload), workload)


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload is tiny and has two users in campaigns."""
    return bool(runs) and not why_not(runs[0].schedule.workload)


def reached(run: FinishedRun) -> tuple[float, float]:
    """When the last campaign of either user is complete in a run."""
    jobs, end = run.schedule.workload.jobs, run.schedule.placed.end
    users = np.unique(jobs.user)
    return float(end[jobs.user == users[0]].max()), float(end[jobs.user == users[1]].max())


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """Outcomes as points, optimal ones filled; the runs as open marks around theirs."""
    if not applies(runs):
        return theme.empty("Outcomes are listed for two users with up to eight jobs only.", view.scheme)
    workload = runs[0].schedule.workload
    points, ids = all_outcomes(workload), theme.user_labels(workload)
    chart = Figure(
        [
            _points(
                points.complete[~points.optimal], "can be improved for one user", "circle", 7, theme.GREY[view.scheme]
            ),
            _points(
                points.complete[points.optimal],
                "optimal: better for one is worse for the other",
                "circle",
                11,
                theme.INK[view.scheme],
            ),
            _points(points.zenith[None], "zenith: the best for each, on its own", "star", 11, theme.INK[view.scheme]),
            _points(
                points.nadir[None], "nadir: the worst for each among the optimal", "cross", 9, theme.INK[view.scheme]
            ),
            *(_run(run, view) for run in runs),
        ]
    )
    top = 1.14 * float(max(points.complete.max(), *(max(reached(run)) for run in runs)))
    places, texts = theme.time_ticks(0, top, 6)
    axis = {"range": [0, top], "tickvals": places, "ticktext": texts, "showgrid": True}
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="two_users",
        hovermode="closest",
        **theme.legend_below(len(chart.data)),
        xaxis=axis | {"title": {"text": f"user {ids[0]} is done at"}},
        yaxis=axis | {"title": {"text": f"user {ids[1]} is done at"}},
    )
    return chart


def _points(points: np.ndarray, name: str, symbol: str, size: int, color: str) -> Trace:
    return scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        name=name,
        marker={"symbol": symbol, "size": size, "color": color},
        hovertext=[_pair(point) for point in points.tolist()],
        hovertemplate="%{hovertext}<extra>" + name + "</extra>",
    )


def _run(run: FinishedRun, view: View) -> Trace:
    x, y = reached(run)
    color = theme.run_color(run.index, view.scheme)
    return scatter(
        x=[x],
        y=[y],
        mode="markers",
        name=theme.safe(run.name),
        marker={
            "symbol": SYMBOLS[run.index % 4],
            "size": 18 + SHIFT * run.index,
            "color": color,
            "line": {"width": 2.5, "color": color},
        },
        hovertext=[_pair((x, y))],
        hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>",
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How many outcomes there are, how many are optimal, and which runs reach one."""
    if not applies(runs):
        return ["Outcomes are listed for two users with up to eight jobs only."]
    points = all_outcomes(runs[0].schedule.workload)
    optimal = {tuple(point) for point in points.complete[points.optimal].tolist()}
    sentences = [f"{run.name} reaches {_pair(reached(run))}, {_judged(reached(run), optimal, points)}" for run in runs]
    first, second = user_labels(runs[0].schedule.workload)
    return [
        f"The machine allows {theme.counted(len(points.complete), 'outcome')} (user {first} done, user {second} "
        f"done); optimal: {', '.join(map(_pair, sorted(optimal)))}.",
        f"{'; '.join(sentences)}.",
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """What every run reaches."""
    if not applies(runs):
        return ""
    first, second = user_labels(runs[0].schedule.workload)
    pairs = ", ".join(f"{_pair(reached(run))} under {run.name}" for run in runs)
    return f"Users {first} and {second} are done at {pairs}."


def _judged(point: tuple[float, float], optimal: set[tuple[float, ...]], points: Outcomes) -> str:
    if point in optimal:
        return "an optimal one"
    better = (points.complete <= point).all(axis=1) & (points.complete < point).any(axis=1)
    return "which can be improved" if better.any() else "which takes pausing jobs"


def _pair(point: Sequence[float]) -> str:
    return f"({human(point[0])}, {human(point[1])})"


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Every outcome: both completions, whether it is optimal, and which run reaches it."""
    if not applies(runs):
        return []
    workload = runs[0].schedule.workload
    points, ids = all_outcomes(workload), user_labels(workload)
    of: dict[tuple[float, float], list[str]] = {}
    for run in runs:
        of.setdefault(reached(run), []).append(run.name)
    return [
        {
            f"user {ids[0]} done": human(x),
            f"user {ids[1]} done": human(y),
            "optimal": "yes" if best else "no",
            "runs": ", ".join(of.get((x, y), [])),
        }
        for (x, y), best in zip(points.complete.tolist(), points.optimal.tolist(), strict=True)
    ]


PLOT = Plot(
    "two_users",
    "What two users can get",
    "Could one user be better off without harm to the other?",
    figure,
    caption,
    table,
    max_points=4_000,
    applies=applies,
    height=540,
    one_panel=True,
    place=1,
    tab="campaigns",
    headline=headline,
)
