"""All that two users can get of the machine: every outcome of a tiny workload, and where the runs shown stand in it.

x and y: when the last campaign of either user is complete (campaign-scheduling-2012, figure 2).  An outcome is optimal
when no other one is as good for both and better for one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import Shown, View
from scheduler.bounds.two_users import Outcomes, outcomes, why_not
from scheduler.durations import human
from scheduler.model.workload import Workload

SYMBOLS = ("circle-open", "square-open", "triangle-up-open", "x-thin-open")
SHIFT = 7           # pixels between the marks of runs that have the same outcome


def known(workload: Workload) -> Outcomes:
    """The outcomes of a workload, listed once."""
    return cached("outcomes", lambda: outcomes(workload), workload)


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
        _points(found.complete[found.optimal], "optimal: better for one is worse for the other", "circle",
                11, theme.INK[view.scheme]),
        _points(found.zenith[None], "zenith: the best for each, on its own", "star", 11, theme.INK[view.scheme]),
        _points(found.nadir[None], "nadir: the worst for each among the optimal", "cross", 9, theme.INK[view.scheme]),
        *(_run(shown, view) for shown in runs)])
    top = 1.14 * float(max(found.complete.max(), *(max(reached(shown)) for shown in runs)))
    places, texts = theme.time_ticks(0, top, 6)
    axis = {"range": [0, top], "tickvals": places, "ticktext": texts, "showgrid": True}
    made.update_layout(
        template=theme.template(view.scheme), uirevision="two_users", hovermode="closest",
        **theme.legend_below(len(made.data)),
        xaxis=axis | {"title": {"text": f"user {ids[0]} is done at"}},
        yaxis=axis | {"title": {"text": f"user {ids[1]} is done at"}})
    return made


def _points(points: np.ndarray, name: str, symbol: str, size: int, color: str) -> go.Scatter:
    return go.Scatter(x=points[:, 0], y=points[:, 1], mode="markers", name=name,
                      marker={"symbol": symbol, "size": size, "color": color},
                      hovertext=[_pair(point) for point in points.tolist()],
                      hovertemplate="%{hovertext}<extra>" + name + "</extra>")


def _run(shown: Shown, view: View) -> go.Scatter:
    x, y = reached(shown)
    color = theme.run_color(shown.index, view.scheme)
    return go.Scatter(x=[x], y=[y], mode="markers", name=theme.safe(shown.name),
                      marker={"symbol": SYMBOLS[shown.index % 4], "size": 18 + SHIFT * shown.index, "color": color,
                              "line": {"width": 2.5, "color": color}},
                      hovertext=[_pair((x, y))], hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>")


def caption(runs: Sequence[Shown], view: View) -> str:
    """How many outcomes there are, how many are optimal, and which runs reach one."""
    if not applies(runs):
        return "Outcomes are listed for two users with up to eight jobs only."
    found = known(runs[0].schedule.workload)
    optimal = {tuple(point) for point in found.complete[found.optimal].tolist()}
    told = [f"{shown.name} reaches {_pair(reached(shown))}, {_judged(reached(shown), optimal, found)}"
            for shown in runs]
    first, second = theme.user_ids(runs[0].schedule.workload)
    return (f"The machine allows {theme.counted(len(found.complete), 'outcome')} (user {first} done, user {second} "
            f"done); optimal: {', '.join(map(_pair, sorted(optimal)))}. {'; '.join(told)}.")


def _judged(point: tuple[float, float], optimal: set[tuple[float, ...]], found: Outcomes) -> str:
    if point in optimal:
        return "an optimal one"
    better = (found.complete <= point).all(axis=1) & (found.complete < point).any(axis=1)
    return "which can be improved" if better.any() else "which takes pausing jobs"


def _pair(point: Sequence[float]) -> str:
    return f"({human(point[0])}, {human(point[1])})"


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
            caption, table, max_points=4_000, applies=applies, height=540, one_panel=True, place=1, tab="campaigns")
