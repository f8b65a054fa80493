"""Why processors stay idle: the idle area of a run, split by what it is idle for.

No work: no job wants it.  Does not fit: jobs wait, but none that fits into the processors left.  The rest could be used
at once by jobs that wait, which are held back: for a reservation, because other jobs go first, or by a rule of the
policy.  The parts sum to the idle area from the first submission to the last end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import idle_curves, stacked, theme
from layouts.plots import Plot
from layouts.recent import Recent
from layouts.stacked import Part
from layouts.view import Shown, View
from scheduler.clusters import several
from scheduler.idle import apart
from scheduler.metrics.machine import utilization

PARTS = idle_curves.LOOKS
APART: Recent[np.ndarray] = Recent(32)
FULL = 1 - 1e-9         # utilization of a machine that is never idle, but for rounding


def areas(shown: Shown) -> np.ndarray:
    """[5] processor-s: idle area by reason."""
    return idle_curves.whole(shown)


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """A bar per run; x: share of its idle area."""
    return stacked.figure(runs, view, areas, PARTS, _in_words, "share of the idle area").update_layout(
        uirevision="idle_reasons")


def _in_words(part: Part, area: float, share: str) -> str:
    return f"idle {part.said}:<br>{_amount(area)} ({share})"


def _amount(area: float) -> str:
    return f"{theme.number(area / 3600)} processor-hours" if area >= 3600 else f"{theme.number(area)} processor-seconds"


def caption(runs: Sequence[Shown], view: View) -> str:
    """The parts of each run in a sentence, in the order of the bar."""
    return stacked.caption(runs, _said, lambda shown: float(areas(shown)[idle_curves.HELD:].sum()))


def _said(shown: Shown) -> str:
    area, placed = areas(shown), shown.schedule.placed
    if not area.sum() > 0:
        return f"{shown.name}: no processor is ever idle."
    whole = shown.schedule.workload.platform.processors * float(placed.end.max() - placed.submit.min())
    parts = [f"{theme.percent(float(share))} {part.said}"
             for part, share in zip(PARTS, stacked.shares(area), strict=True) if share > 0]
    return (f"{shown.name}: {_amount(float(area.sum()))} are idle, {theme.percent(float(area.sum()) / whole)} of the"
            f" machine: {', '.join(parts)}.{_apart(shown, float(area.sum()))}")


def _apart(shown: Shown, area: float) -> str:
    """What is idle because no job may span two clusters, where there are several."""
    if not several(shown.schedule.workload.platform):
        return ""
    lost = APART.get(shown.key, lambda: np.array([apart(shown.schedule)]))[0]
    return (f" {theme.percent(lost / area)} would fit a waiting job if the clusters were one machine; that is part of "
            "what fits none.")


def applies(runs: Sequence[Shown]) -> bool:
    """Whether processors are whole, and some is idle between the first submission and the last end."""
    if any(shown.schedule.shares_nodes for shown in runs):
        return False
    return any((utilization(shown.schedule) or 1.0) < FULL for shown in runs)


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """One row per reason: processor-seconds and share of each run."""
    return stacked.table(runs, areas, PARTS, "processor-seconds")


PLOT = Plot("idle_reasons", "Why processors idle", "How much of the idle time could have been used?", figure, caption,
            table, max_points=4 * len(PARTS), applies=applies)
