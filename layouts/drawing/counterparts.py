"""Runs beside a baseline: which jobs of one are which of the other, where their workloads differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, Rows
from scheduler.analysis.counterparts import rows_in, same_rows


def beside_baseline(runs: Sequence[FinishedRun], baseline: int) -> list[FinishedRun]:
    """The runs, and of each that has other jobs than the baseline which are the same."""
    base = next((run for run in runs if run.index == baseline), runs[0] if runs else None)
    return [
        run
        if base is None or same_rows(run.schedule.workload, base.schedule.workload)
        else replace(run, rows=rows_beside(run, base))
        for run in runs
    ]


def rows_beside(run: FinishedRun, base: FinishedRun) -> Rows:
    """Which jobs of a run are which of the baseline."""

    def match() -> Rows:
        ours, theirs = run.schedule.workload, base.schedule.workload
        return Rows(base.key, rows_in(theirs, ours), rows_in(ours, theirs))

    return cached(("rows beside", base.key), match, run.schedule, base.schedule)
