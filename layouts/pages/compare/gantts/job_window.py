"""The window of time in which charts show one job: every start of it, all it runs, and what is around."""

from __future__ import annotations

from collections.abc import Sequence

from layouts.state.view import FinishedRun

WHOLE, CONTEXT = 3, 20  # a difference is shown with 3 runtimes, and 20 times the smaller of delay and runtime


def framed(runs: Sequence[FinishedRun], job: int) -> dict[str, float]:
    """{t0, t1} s of a job (row of jobs) in all runs."""
    starts = [float(run.schedule.placed.start[job]) for run in runs]
    runtime = float(runs[0].schedule.jobs.runtime[job])
    first, last, delay = min(starts), max(starts) + runtime, max(starts) - min(starts)
    width = max(WHOLE * runtime, 2 * delay, CONTEXT * min(delay, runtime), last - first)
    return {"t0": (first + last - width) / 2, "t1": (first + last + width) / 2}
