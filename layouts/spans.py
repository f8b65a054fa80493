"""The span of time that panels over the same runs share, and the part of it that is shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts.view import Shown, View

Span = tuple[float, float]


def extent(runs: Sequence[Shown]) -> Span:
    """First submit and last end of all runs, virtual schedules included, s: the same as that of their Gantts."""
    schedules = [shown.schedule for shown in runs]
    first = min(float(schedule.placed.submit.min()) for schedule in schedules)
    ends = [float(schedule.placed.end.max()) for schedule in schedules]
    ends += [float(schedule.table("virtual").end.max()) for schedule in schedules if schedule.is_fluid]
    return first, max(*ends, first + 1.0)


def window_of(view: View, whole: Span) -> Span:
    """The view's window of time within the whole; the whole where it is empty."""
    t0 = max(whole[0], view.t0) if view.t0 is not None and np.isfinite(view.t0) else whole[0]
    t1 = min(whole[1], view.t1) if view.t1 is not None and np.isfinite(view.t1) else whole[1]
    return (t0, t1) if t0 < t1 else whole
