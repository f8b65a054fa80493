"""On how many processors each moldable task ran, and what that gained: allotment against speed-up.

A task on the dashed line keeps all its processors busy; the further below, the more of them it wastes.  Shelves and
batches take few processors where that is enough, and more where time is short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import powers
from layouts.drawing.tables import First, joined
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.model.schedule import Schedule
from scheduler.topics.moldable.kinds.moldable import is_malleable, is_moldable

MOST = 3_000  # points of all runs
SYMBOLS = ("circle-open", "x-thin-open", "square-open", "cross-thin-open")
DIGITS = 3  # of a speed-up: tasks that differ by less are one point
NONE = "Jobs are rigid here: nobody decided how many processors they get."


class Allotted(NamedTuple):
    """One row per pair of allotment and speed-up, by how many tasks have it, most first."""

    processors: np.ndarray  # [rows] i8
    speedup: np.ndarray  # [rows] f8, over the runtime on the fewest processors
    tasks: np.ndarray  # [rows] i8


def allotted(schedule: Schedule) -> Allotted:
    """What tasks were given, and how much faster that made them."""
    placed = schedule.placed
    ran = placed.end - placed.start if is_malleable(schedule) else schedule.jobs.runtime
    q, gained = placed.processors, schedule.workload.jobs.runtime / ran
    pairs, tasks = np.unique(np.column_stack((q, np.round(gained, DIGITS))), axis=0, return_counts=True)
    order = np.argsort(-tasks, kind="stable")
    return Allotted(pairs[order, 0].astype(np.int64), pairs[order, 1], tasks[order])


def share_busy(schedule: Schedule) -> float:
    """Work on the fewest processors over the work done: 1 where nobody got more than the fewest."""
    alone, ran = schedule.workload.jobs, schedule.jobs
    return float(np.dot(alone.processors, alone.runtime) / np.dot(ran.processors, ran.runtime))


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether tasks are moldable, and a policy decided on their processors."""
    return bool(runs) and all(is_moldable(run.schedule.workload) and len(run.schedule.placed) for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A point for each pair, the larger the more tasks it stands for."""
    if not applies(runs):
        return theme.empty(NONE, view.scheme)
    allotments = [allotted(run.schedule) for run in runs]
    most = max(2, *(int(one.processors.max()) for one in allotments))
    chart = Figure(
        [
            scatter(
                x=[1, most],
                y=[1, most],
                mode="lines",
                name="keeps all busy",
                hoverinfo="skip",
                line={"color": theme.GREY[view.scheme], "dash": "dash"},
            ),
            *(_points(run, one, view, MOST // len(runs)) for run, one in zip(runs, allotments, strict=True)),
        ]
    )
    axis = {"type": "log", "tickvals": powers(most)}
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="allotments",
        hovermode="closest",
        **theme.legend_below(len(chart.data)),
        xaxis=axis | {"title": {"text": "processors it was given, logarithmic"}},
        yaxis=axis | {"title": {"text": "times as fast as on the fewest"}},
    )


def _points(run: FinishedRun, allotments: Allotted, view: View, most: int) -> Trace:
    q, gained, tasks = (column[:most] for column in allotments)
    color = theme.run_color(run.index, view.scheme)
    texts = [
        f"{theme.counted(count, 'task')} on {theme.counted(many, 'processor')}, {times:.3g} times as fast"
        for many, times, count in zip(q.tolist(), gained.tolist(), tasks.tolist(), strict=True)
    ]
    return scatter(
        x=q,
        y=gained,
        mode="markers",
        name=theme.safe(run.name),
        hovertext=texts,
        hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>",
        marker={
            "symbol": SYMBOLS[run.index % len(SYMBOLS)],
            "color": color,
            "line": {"width": 1.5, "color": color},
            "size": np.minimum(7 + 3 * np.sqrt(tasks - 1), 24),
        },
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Median and largest allotment of each run, and how much work being parallel cost it."""
    if not applies(runs):
        return [NONE]
    sentences = []
    for run in runs:
        q, more = run.schedule.placed.processors, 1 / share_busy(run.schedule) - 1
        sentences += [
            f"{run.name}: half of the tasks on at most {theme.counted(int(np.median(q)), 'processor')}, "
            f"the widest on {theme.number(int(q.max()))}, for {theme.percent(more)} more work than on the fewest.",
            *_left_out(run, MOST // len(runs)),
        ]
    return sentences


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The median allotment of every run."""
    return (
        contrast(
            "Half of the tasks run on at most",
            [(run.name, float(np.median(run.schedule.placed.processors))) for run in runs],
            _processors,
        )
        if applies(runs)
        else ""
    )


def _processors(count: float) -> str:
    return theme.counted(int(count), "processor")


def _left_out(run: FinishedRun, most: int) -> list[str]:
    """That only the pairs of the most tasks are drawn, where there are more."""
    pairs = len(allotted(run.schedule).tasks)
    if pairs <= most:
        return []
    return [f"Drawn are the {theme.number(most)} of {theme.number(pairs)} pairs with the most tasks."]


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per pair drawn."""
    return joined(_pairs(run, MOST // len(runs)) for run in runs) if applies(runs) else []


def _pairs(run: FinishedRun, most: int) -> First:
    allotments = allotted(run.schedule)
    return First(
        (
            {"run": run.name, "processors": many, "times as fast": theme.number(times), "tasks": count}
            for many, times, count in zip(*(column[:most].tolist() for column in allotments), strict=True)
        ),
        len(allotments[0]),
    )


PLOT = Plot(
    "allotments",
    "Allotments",
    "How many processors did tasks get, and what did that gain?",
    figure,
    caption,
    table,
    max_points=MOST + 2,
    applies=applies,
    height=460,
    one_panel=True,
    place=2,
    tab="moldable",
    headline=headline,
)
