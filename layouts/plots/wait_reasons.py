"""Why jobs waited: all waiting time of a run, split by what was in the way.

Too few processors free: fewer than the job needs.  Which jobs held them was decided by the policy, too: in another
order the job may find room earlier, so this is no bound on what a better policy could spare.  The rest of the time the
job would have fitted, and was held back: for the reservation of another job, because other jobs go first, or by a rule
of the policy's own; in a recorded schedule for what the log does not tell.  The parts sum to all waiting time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import stacked_bars
from layouts.drawing.stacked_bars import Part
from layouts.figures import Figure, lay_out
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.analysis.hold_causes import BUSY, UNKNOWN
from scheduler.analysis.wait_causes import waits_by_kind
from scheduler.durations import human
from scheduler.policies import decides

PARTS = (
    Part("too few processors free", "fewer processors were free than the job needs", 0.18, ""),
    Part("kept free for a reservation", "enough were free, but kept for the reservation of another job", 0.3, "/"),
    Part("kept free for the head of the queue", "enough were free, but kept for jobs ahead of it", 0.85, ""),
    Part("a rule of the policy", "enough were free, but a rule of the policy held the job back", 0.3, "x"),
    Part("the log does not tell", "enough were free; why the job waited, the log does not tell", 0.3, "-"),
)
FIRST_HOLD = 1  # the first of the parts in which the job would have fitted


def seconds(run: FinishedRun) -> np.ndarray:
    """[PARTS] s: waiting time of all jobs by kind."""
    return cached("waits by kind", lambda: waits_by_kind(run.schedule).sum(axis=0), run.schedule)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A bar per run; x: share of its waiting time."""
    chart = stacked_bars.figure(runs, view, *_there(runs), _in_words, "share of all waiting time")
    return lay_out(chart, uirevision="wait_reasons")


def _there(runs: Sequence[FinishedRun]) -> tuple[stacked_bars.Amounts, Sequence[Part]]:
    """The parts that the waits of these runs can have, and how much of each."""
    recorded = [not decides(run.schedule.policy) for run in runs]
    kinds = [BUSY, *([] if all(recorded) else range(FIRST_HOLD, UNKNOWN)), *([UNKNOWN] if any(recorded) else [])]
    return lambda run: seconds(run)[kinds], [PARTS[kind] for kind in kinds]


def _in_words(part: Part, time: float, share: str) -> str:
    return f"{part.phrase}:<br>{human(time)} in all ({share})"


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """The parts of each run in a sentence, largest first."""
    return stacked_bars.caption(runs, _sentence, lambda run: float(seconds(run)[FIRST_HOLD:].sum()))


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of the waiting that no room explains, in every run in which a job waits."""
    return contrast(
        "Share of the waiting with too few processors free:",
        [
            (run.name, float(seconds(run)[0] / seconds(run).sum()))
            for run in runs
            if len(run.schedule.placed) and seconds(run).sum() > 0
        ],
        theme.percent,
    )


def _sentence(run: FinishedRun) -> str:
    time = seconds(run)
    if not time.sum() > 0:
        return f"{run.name}: no job waits."
    shares = stacked_bars.shares(time)
    parts = [
        f"{PARTS[kind].name} {theme.percent(float(shares[kind]))}"
        for kind in np.argsort(-time, kind="stable")
        if time[kind] > 0
    ]
    return f"{run.name}: of {human(float(time.sum()))} of waiting, all jobs together: {', '.join(parts)}."


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether any job waits, and for whole processors."""
    if any(run.schedule.shares_nodes for run in runs):
        return False
    return any(bool((run.schedule.wait > 0).any()) for run in runs)


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per reason: seconds and share of each run."""
    return stacked_bars.table(runs, *_there(runs), "seconds")


PLOT = Plot(
    "wait_reasons",
    "Why jobs wait",
    "What blocked waiting jobs?",
    figure,
    caption,
    table,
    max_points=8 * len(PARTS),
    applies=applies,
    advice="blocking",
    mixed=True,
    headline=headline,
)
