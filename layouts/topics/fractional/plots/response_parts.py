"""What a response is made of: work, waiting, pauses, slowness and penalties, by the size of jobs.

Every job is some of these at each instant from its submission to its completion, so the parts sum to its response.  A
bar is all jobs of one size of a run together; its whole length is their response, the number at its end how many times
their work that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.stacked_bars import mixed
from layouts.figures import Figure, Trace, bar, lay_out
from layouts.gantt.bands import size_class, size_words
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import unit_names
from layouts.words.contrasts import contrast
from scheduler.durations import human
from scheduler.topics.fractional.analysis.response_parts import ResponseParts, response_parts

NAMES = ("worked", "waiting", "paused", "slowed", "penalty")
WORDS = ("doing their work", "waiting for their first nodes", "paused", "slowed by sharing nodes", "in penalties")
STRENGTHS = (0.85, 0.06, 0.2, 0.45, 0.3)
PATTERNS = ("", "", "/", "-", "x")
CLASSES = 6  # of sizes, beside all jobs; larger ones are the last
ROOM = 0.82  # of a row that its bars fill
END = 1.12  # of the axis: room for the numbers

# With the schedule, so that its id is not given to another.


class Sums(NamedTuple):
    """One row per class of a run."""

    name: list[str]
    jobs: np.ndarray  # [classes] i8
    seconds: np.ndarray  # [classes, 5] f8, s, sums over the jobs


def parts(run: FinishedRun) -> ResponseParts:
    """The parts of every job of a run, found once."""
    return cached("response parts", lambda: response_parts(run.schedule), run.schedule)


def sums(run: FinishedRun) -> Sums:
    """All jobs, then those of each size, the smallest first; sizes are what jobs asked for."""
    workload, columns = run.schedule.workload, np.stack(parts(run), axis=1)
    sizes = np.minimum(size_class(run.schedule.jobs.processors), CLASSES - 1)
    there = np.unique(sizes).tolist()
    names = [_class(power, unit_names.piece(workload)) for power in there]
    rows = [sizes == power for power in there]
    if len(there) < 2:
        names, rows = [], []
    rows = [np.ones(len(sizes), bool), *rows]
    return Sums(
        ["all jobs", *names],
        np.array([int(row.sum()) for row in rows]),
        np.stack([columns[row].sum(axis=0) for row in rows]),
    )


def _class(power: int, noun: str) -> str:
    if power == CLASSES - 1:
        return f"more than {2 ** (CLASSES - 2)} {noun}s"
    return f"{size_words(power)} {noun}{'s' * (power > 0)}"


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether jobs share nodes in a run: elsewhere they only wait and work."""
    return any(run.schedule.shares_nodes for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """Classes of sizes from top to bottom, in each a bar per run; x: share of the response."""
    runs = [run for run in runs if len(run.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", view.scheme)
    sums_of, chart = [sums(run) for run in runs], Figure()
    height = ROOM / len(runs)
    for at, (run, one) in enumerate(zip(runs, sums_of, strict=True)):
        y = np.arange(len(one.name)) - ROOM / 2 + height * (at + 0.5)
        chart.add_traces(_bars(run, one, y, height, at == 0, view.scheme))
        for place, text in zip(y.tolist(), map(_times, one.seconds), strict=True):
            chart.add_annotation(
                x=1,
                y=place,
                xanchor="left",
                showarrow=False,
                text=text,
                font={"size": 11, "color": theme.run_color(run.index, view.scheme)},
            )
    names = sums_of[0].name
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="response_parts",
        barmode="overlay",
        hovermode="closest",
        xaxis={
            "title": {"text": "share of the time from submission to completion"},
            "range": [0, END],
            "tickformat": "~%",
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "fixedrange": True,
        },
        yaxis={
            "title": {"text": "jobs"},
            "tickvals": list(range(len(names))),
            "ticktext": names,
            "fixedrange": True,
            "range": [len(names) - 0.5, -0.5],
            "showgrid": False,
        },
        **theme.legend_below(len(NAMES)),
    )
    return lay_out(chart, margin={"t": 12})


def _times(seconds: np.ndarray) -> str:
    return f"\u00d7{theme.number(float(seconds.sum() / seconds[0]))}" if seconds[0] > 0 else ""


def _bars(run: FinishedRun, amounts: Sums, y: np.ndarray, height: float, listed: bool, scheme: str) -> list[Trace]:
    """One trace for each part; its look is mixed from the run's tint, so that the pattern says which part it is."""
    total = np.maximum(amounts.seconds.sum(axis=1), 1e-300)
    share = amounts.seconds / total[:, None]
    begin, color = np.cumsum(share, axis=1) - share, theme.run_color(run.index, scheme)
    traces = []
    for part, (name, words) in enumerate(zip(NAMES, WORDS, strict=True)):
        texts = [
            f"{theme.safe(run.name)}, {one}:<br>{theme.percent(float(cut))} {words}, "
            f"{human(float(seconds / count))} for each of {theme.counted(int(count), 'job')}"
            for one, cut, seconds, count in zip(
                amounts.name, share[:, part], amounts.seconds[:, part], amounts.jobs, strict=True
            )
        ]
        traces.append(
            bar(
                x=share[:, part],
                base=begin[:, part],
                y=y,
                width=0.9 * height,
                orientation="h",
                name=name,
                legendgroup=name,
                showlegend=listed,
                hovertext=texts,
                hovertemplate="%{hovertext}<extra></extra>",
                textposition="none",
                marker={
                    "color": mixed(color, STRENGTHS[part], scheme),
                    "line": {"width": 0.8, "color": color},
                    "pattern": {
                        "shape": PATTERNS[part],
                        "fillmode": "overlay",
                        "fgcolor": theme.INK[scheme],
                        "fgopacity": 0.6,
                        "size": 7,
                        "solidity": 0.3,
                    },
                },
            )
        )
    return traces


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """The parts of all jobs of each run, and how many times their work they take."""
    sentences = [_sentence(run) for run in runs if len(run.schedule.placed)]
    return sentences or ["No run has jobs to show."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of work in every run."""
    return contrast(
        "Share of work in the time from submission to completion:",
        [
            (run.name, float(sums(run).seconds[0][0] / sums(run).seconds[0].sum()))
            for run in runs
            if len(run.schedule.placed) and sums(run).seconds[0].sum() > 0
        ],
        theme.percent,
    )


def _sentence(run: FinishedRun) -> str:
    seconds = sums(run).seconds[0]
    total = float(seconds.sum())
    if not seconds[0] > 0:
        return f"{run.name}: no job does any work."
    lost = [
        f"{theme.percent(float(seconds[part]) / total)} {WORDS[part]}"
        for part in (np.argsort(-seconds[1:], kind="stable") + 1).tolist()
        if seconds[part] > 1e-9 * total
    ]
    work = f"{theme.percent(float(seconds[0]) / total)} of the time from submission to completion is work"
    return f"{run.name}: {', '.join([work, *lost])}, all jobs together."


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per run and class: jobs, and the mean seconds of each part."""
    rows = []
    for run in runs:
        if not len(run.schedule.placed):
            continue
        amounts = sums(run)
        for name, jobs, seconds in zip(amounts.name, amounts.jobs.tolist(), amounts.seconds, strict=True):
            means = (seconds / max(jobs, 1)).tolist()
            rows.append(
                {"run": run.name, "size": name, "jobs": jobs}
                | {f"{part}, mean s": value for part, value in zip(NAMES, means, strict=True)}
            )
    return rows


PLOT = Plot(
    "response_parts",
    "What a response is made of",
    "Where does the time from submission to completion go?",
    figure,
    caption,
    table,
    max_points=6 * len(NAMES) * (CLASSES + 1),
    applies=applies,
    wide_from=1,
    place=6,
    tab="sharing",
    headline=headline,
)
