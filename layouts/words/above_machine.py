"""Recorded runs that hold more processors than there are: shown beside the others, but compared with none.

A log's own starts may do that, where jobs shared nodes or the machine was larger for a time.  No schedule of these jobs
on this machine could, so such a run is not ranked, nothing is called better or worse beside it, and it does not decide
how far the processor axes of the others reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from layouts.state.view import FinishedRun
from layouts.theme import counted, number
from scheduler.analysis.machine_over_time import steps
from scheduler.explain.finding import above_machine as above


def fullest(run: FinishedRun) -> int:
    """Processors in use at the fullest instant of a run."""
    schedule = run.schedule
    return int(steps(schedule.workload, schedule.placed, schedule.segments).busy.max(initial=0))


def comparable(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """The runs that fit the machine."""
    return [run for run in runs if not above(run)]


def judged(run: FinishedRun, base: FinishedRun) -> bool:
    """Whether one of two runs can be called better."""
    return not above(run) and not above(base)


def left_out(runs: Sequence[FinishedRun]) -> list[str]:
    """Which runs are not compared, and why, a sentence each."""
    return [
        f"{run.name} is left out: at its fullest it holds {number(fullest(run))} of "
        f"{counted(run.schedule.workload.platform.processors, 'processor')}."
        for run in runs
        if above(run)
    ]
