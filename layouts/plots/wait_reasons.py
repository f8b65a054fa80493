"""Why jobs waited: all waiting time of a run, split by what was in the way.

No room: fewer processors were free than the job needs, so that it could not have started under any policy.  The rest
of the time it would have fitted, and was held back: for the reservation of another job, because other jobs go first, or
by a rule of the policy's own.  The parts sum to all waiting time.
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
from scheduler.durations import human
from scheduler.reasons import waits_by_kind

PARTS = (Part("no room", 0.18, ""), Part("behind a reservation", 0.3, "/"), Part("behind jobs that go first", 0.85, ""),
         Part("a rule of the policy", 0.3, "x"))
SAID = ("no room (fewer processors free than the job needs)", "behind the reservation of another job",
        "behind jobs that go first, though it would have fitted", "held by a rule of the policy")
KNOWN: Recent[np.ndarray] = Recent(16)


def seconds(shown: Shown) -> np.ndarray:
    """[4] s: waiting time of all jobs by kind."""
    return KNOWN.get(shown.key, lambda: waits_by_kind(shown.schedule).sum(axis=0))


def _shares(time: np.ndarray) -> np.ndarray:
    return time / time.sum() if time.sum() > 0 else np.zeros(len(time))


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """A bar per run; x: share of its waiting time."""
    runs = [shown for shown in runs if len(shown.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", view.scheme)
    times = [seconds(shown) for shown in runs]
    said = [[f"{theme.safe(shown.name)}<br>{words}:<br>{human(float(part))} in all ({theme.percent(float(share))})"
             for words, part, share in zip(SAID, time, _shares(time), strict=True)]
            for shown, time in zip(runs, times, strict=True)]
    made = stacked.figure(runs, np.stack([_shares(time) for time in times]), said, PARTS, "share of all waiting time",
                          view.scheme)
    return made.update_layout(uirevision="wait_reasons")


def caption(runs: Sequence[Shown], view: View) -> str:
    """The parts of each run in a sentence, largest first."""
    return " ".join(_said(shown) for shown in runs if len(shown.schedule.placed)) or "No run has jobs to show."


def _said(shown: Shown) -> str:
    time = seconds(shown)
    if not time.sum() > 0:
        return f"{shown.name}: no job waits."
    shares = _shares(time)
    parts = [f"{theme.percent(float(shares[kind]))} {SAID[kind]}" for kind in np.argsort(-time, kind="stable")
             if time[kind] > 0]
    return (f"{shown.name}: of {human(float(time.sum()))} of waiting, all jobs together, {', '.join(parts)}."
            f"{stacked.unsure(shown.schedule, float(time[1:].sum()))}")


def applies(runs: Sequence[Shown]) -> bool:
    """Whether any job waits."""
    return any(bool((shown.schedule.wait > 0).any()) for shown in runs)


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """One row per reason: seconds and share of each run."""
    runs = [shown for shown in runs if len(shown.schedule.placed)]
    if not runs:
        return []
    rows: list[dict] = [{"reason": part.name} for part in PARTS]
    for shown in runs:
        time = seconds(shown)
        for row, part, share in zip(rows, time.tolist(), _shares(time).tolist(), strict=True):
            row[f"{shown.name}: seconds"], row[f"{shown.name}: share"] = part, share
    return rows


PLOT = Plot("wait_reasons", "Why jobs wait", "How much of the waiting could no policy have spared?", figure, caption,
            table, max_points=4 * len(PARTS), applies=applies)
