"""Why processors stay idle: the idle area of a run, split by what it is idle for.

No work: no job wants it.  Does not fit: jobs wait, but none that fits into the processors left.  The rest could be used
at once by jobs that wait, which are held back: for a reservation, because other jobs go first, or by a rule of the
policy; in a recorded schedule for what the log does not tell.  On several clusters there is one more: wanted by jobs
that would fit if the clusters were one machine.  The parts sum to the idle area from the first submission to the last
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from layouts import theme
from layouts.drawing import idle_curves, stacked_bars
from layouts.drawing.stacked_bars import Part
from layouts.figures import Figure, lay_out
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.metrics.machine import utilization

FULL = 1 - 1e-9  # utilization of a machine that is never idle, but for rounding


def areas(run: FinishedRun, there: Sequence[int]) -> np.ndarray:
    """[there] processor-s: idle area by reason (indices of idle_curves.LOOKS)."""
    return idle_curves.whole(run)[list(there)]


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A bar per run; x: share of its idle area."""
    there = idle_curves.present_parts(runs)
    chart = stacked_bars.figure(
        runs, view, partial(areas, there=there), _parts(there), _in_words, "share of the idle area"
    )
    return lay_out(chart, uirevision="idle_reasons")


def _parts(there: Sequence[int]) -> list[Part]:
    return [idle_curves.LOOKS[part] for part in there]


def _in_words(part: Part, area: float, share: str) -> str:
    return f"idle {part.phrase}:<br>{_amount(area)} ({share})"


def _amount(area: float) -> str:
    return f"{theme.number(area / 3600)} processor-hours" if area >= 3600 else f"{theme.number(area)} processor-seconds"


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """The parts of each run in a sentence, in the order of the bar."""
    return stacked_bars.caption(runs, _sentence, lambda run: float(idle_curves.whole(run)[idle_curves.USABLE].sum()))


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The idle share of the machine in every run."""
    there = idle_curves.present_parts(runs)
    return contrast(
        "Idle share of the machine:",
        [(run.name, float(areas(run, there).sum()) / _machine(run)) for run in runs if len(run.schedule.placed)],
        theme.percent,
    )


def _machine(run: FinishedRun) -> float:
    """Processor-seconds from the first submission to the last end."""
    placed = run.schedule.placed
    return run.schedule.workload.platform.processors * float(placed.end.max() - placed.submit.min())


def _sentence(run: FinishedRun) -> str:
    there = idle_curves.present_parts([run])
    area = areas(run, there)
    if not area.sum() > 0:
        return f"{run.name}: no processor is ever idle."
    parts = [
        f"{theme.percent(float(share))} {part.phrase}"
        for part, share in zip(_parts(there), stacked_bars.shares(area), strict=True)
        if share > 0
    ]
    share = theme.percent(float(area.sum()) / _machine(run))
    return f"{run.name}: {_amount(float(area.sum()))} are idle, {share} of the machine: {', '.join(parts)}."


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether processors are whole, and some is idle between the first submission and the last end."""
    if any(run.schedule.shares_nodes for run in runs):
        return False
    return any((utilization(run.schedule) or 1.0) < FULL for run in runs)


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per reason: processor-seconds and share of each run."""
    there = idle_curves.present_parts(runs)
    return stacked_bars.table(runs, partial(areas, there=there), _parts(there), "processor-seconds")


PLOT = Plot(
    "idle_reasons",
    "Why processors idle",
    "How much stayed idle though a waiting job would have fitted?",
    figure,
    caption,
    table,
    max_points=8 * len(idle_curves.LOOKS),
    applies=applies,
    slow=True,
    tab="idle",
    advice="idle",
    mixed=True,
    headline=headline,
)
