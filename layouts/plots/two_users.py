"""All that two users can get of the machine: every outcome of a tiny workload, and where the runs shown stand in it.

x and y: when the last campaign of either user is complete (campaign-scheduling-2012, figure 2).  An outcome is optimal
when no other one is as good for both and better for one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.plots import Plot
from layouts.recent import Recent
from layouts.view import Shown, View
from scheduler.bounds.two_users import Outcomes, outcomes, why_not
from scheduler.durations import human
from scheduler.workload import Workload

SYMBOLS = ("circle-open", "square-open", "triangle-up-open", "x-thin-open")
SHIFT = 7           # pixels between the marks of runs that have the same outcome
_KNOWN: Recent[Outcomes] = Recent(8)


def known(workload: Workload) -> Outcomes:
    """The outcomes of a workload, listed once."""
    return _KNOWN.get((workload.hash,), lambda: outcomes(workload))


def applies(runs: Sequence[Shown]) -> bool:
    """Whether the workload is tiny and has two users in campaigns."""
    return bool(runs) and not why_not(runs[0].schedule.workload)


def reached(shown: Shown) -> tuple[float, float]:
    """When the last campaign of either user is complete in a run."""
    jobs, end = shown.schedule.workload.jobs, shown.schedule.placed.end
    users = np.unique(jobs.user)
    return float(end[jobs.user == users[0]].max()), float(end[jobs.user == users[1]].max())


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """Outcomes as points, optimal ones filled; the runs as open marks around theirs."""
    if not applies(runs):
        return theme.empty("Outcomes are listed for two users with up to eight jobs only.", view.scheme)
    workload = runs[0].schedule.workload
    found, ids = known(workload), theme.user_ids(workload)
    made = go.Figure([
        _points(found.complete[~found.optimal], "can be improved for one user", "circle", 7, theme.GREY[view.scheme]),
        _points(found.complete[found.optimal], "optimal", "circle", 11, theme.INK[view.scheme]),
        _points(found.zenith[None], "zenith: best for each", "star", 11, theme.INK[view.scheme]),
        _points(found.nadir[None], "nadir: worst of the optimal", "cross", 9, theme.INK[view.scheme]),
        *(_run(shown, view) for shown in runs)])
    top = 1.08 * float(max(found.complete.max(), *(max(reached(shown)) for shown in runs)))
    axis = {"range": [0, top], "rangemode": "tozero"}
    made.update_layout(
        template=theme.template(view.scheme), uirevision="two_users", hovermode="closest", showlegend=True,
        legend={"orientation": "h", "y": -0.24}, margin={"t": 16, "b": 96},
        xaxis=axis | {"title": {"text": f"user {ids[0]} is done at, s"}},
        yaxis=axis | {"title": {"text": f"user {ids[1]} is done at, s"}})
    return made


def _points(points: np.ndarray, name: str, symbol: str, size: int, color: str) -> go.Scatter:
    return go.Scatter(x=points[:, 0], y=points[:, 1], mode="markers", name=name,
                      marker={"symbol": symbol, "size": size, "color": color},
                      hovertemplate="%{x} s and %{y} s<extra>" + name + "</extra>")


def _run(shown: Shown, view: View) -> go.Scatter:
    x, y = reached(shown)
    color = theme.run_color(shown.index, view.scheme)
    return go.Scatter(x=[x], y=[y], mode="markers", name=theme.safe(shown.name),
                      marker={"symbol": SYMBOLS[shown.index % 4], "size": 18 + SHIFT * shown.index, "color": color,
                              "line": {"width": 2.5, "color": color}},
                      hovertemplate="%{x} s and %{y} s<extra>%{fullData.name}</extra>")


def caption(runs: Sequence[Shown], view: View) -> str:
    """How many outcomes there are, how many are optimal, and which runs reach one."""
    if not applies(runs):
        return "Outcomes are listed for two users with up to eight jobs only."
    found = known(runs[0].schedule.workload)
    optimal = {tuple(point) for point in found.complete[found.optimal].tolist()}
    told = [f"{shown.name} reaches {_pair(reached(shown))}, "
            f"{'an optimal one' if reached(shown) in optimal else 'which can be improved'}" for shown in runs]
    return (f"{theme.counted(len(found.complete), 'outcome')}, {len(optimal)} of them optimal: "
            f"{', '.join(map(_pair, sorted(optimal)))}. {'; '.join(told)}.")


def _pair(point: Sequence[float]) -> str:
    return f"({theme.number(point[0])}, {theme.number(point[1])})"


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """Every outcome: both completions, whether it is optimal, and which run reaches it."""
    if not applies(runs):
        return []
    workload = runs[0].schedule.workload
    found, ids = known(workload), theme.user_ids(workload)
    of: dict[tuple[float, float], list[str]] = {}
    for shown in runs:
        of.setdefault(reached(shown), []).append(shown.name)
    return [{f"user {ids[0]} done": human(x), f"user {ids[1]} done": human(y), "optimal": "yes" if best else "no",
             "runs": ", ".join(of.get((x, y), []))}
            for (x, y), best in zip(found.complete.tolist(), found.optimal.tolist(), strict=True)]


PLOT = Plot("two_users", "What two users can get", "Could one user be better off without harm to the other?", figure,
            caption, table, max_points=4_000, applies=applies)
