"""Why processors stay idle: the idle area of a run, split by what it is idle for.

No work: no job wants it.  Does not fit: jobs wait, but none that fits into the processors left.  The rest could be used
at once by jobs that wait, which are held back: for a reservation, because other jobs go first, or by a rule of the
policy.  The parts sum to the idle area from the first submission to the last end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import stacked, theme
from layouts.plots import Plot
from layouts.recent import Recent
from layouts.stacked import Part
from layouts.view import Shown, View
from scheduler.idle import idle_by_reason
from scheduler.metrics.machine import utilization

PARTS = (Part("no work", "for want of work", 0.06, ""),
         Part("does not fit", "because no waiting job fits", 0.18, "."),
         Part("held for a reservation", "held for a reservation", 0.3, "/"),
         Part("held for jobs that go first", "held for jobs that go first", 0.85, ""),
         Part("held by a rule of the policy", "held by a rule of the policy", 0.3, "x"))
HELD = 2                # the first of the parts that waiting jobs could have used
FULL = 1 - 1e-9         # utilization of a machine that is never idle, but for rounding
KNOWN: Recent[np.ndarray] = Recent(16)


def areas(shown: Shown) -> np.ndarray:
    """[5] processor-s: idle area by reason."""
    return KNOWN.get(shown.key, lambda: np.array(list(idle_by_reason(shown.schedule).values())))


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
    return stacked.caption(runs, _said, lambda shown: float(areas(shown)[HELD:].sum()))


def _said(shown: Shown) -> str:
    area, placed = areas(shown), shown.schedule.placed
    if not area.sum() > 0:
        return f"{shown.name}: no processor is ever idle."
    whole = shown.schedule.workload.platform.processors * float(placed.end.max() - placed.submit.min())
    parts = [f"{theme.percent(float(share))} {part.said}"
             for part, share in zip(PARTS, stacked.shares(area), strict=True) if share > 0]
    return (f"{shown.name}: {_amount(float(area.sum()))} are idle, {theme.percent(float(area.sum()) / whole)} of the"
            f" machine: {', '.join(parts)}.")


def applies(runs: Sequence[Shown]) -> bool:
    """Whether some processor is idle between the first submission and the last end."""
    return any((utilization(shown.schedule) or 1.0) < FULL for shown in runs)


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """One row per reason: processor-seconds and share of each run."""
    return stacked.table(runs, areas, PARTS, "processor-seconds")


PLOT = Plot("idle_reasons", "Why processors idle", "How much of the idle time could have been used?", figure, caption,
            table, max_points=4 * len(PARTS), applies=applies)
