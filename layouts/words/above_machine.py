"""Recorded runs that hold more processors than there are: shown beside the others, but compared with none.

A log's own starts may do that, where jobs shared nodes or the machine was larger for a time.  No schedule of these jobs
on this machine could, so such a run is not ranked, nothing is called better or worse beside it, and it does not decide
how far the processor axes of the others reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from layouts.state.view import Shown
from layouts.theme import number
from scheduler.analysis.machine_over_time import steps


def above(shown: Shown) -> bool:
    """Whether the audit reported more processors busy than there are."""
    certificate = shown.schedule.certificate
    return certificate is not None and bool(certificate.reports)


def fullest(shown: Shown) -> int:
    """Processors in use at the fullest instant of a run."""
    schedule = shown.schedule
    return int(steps(schedule.workload, schedule.placed, schedule.segments).busy.max(initial=0))


def comparable(runs: Sequence[Shown]) -> list[Shown]:
    """The runs that fit the machine."""
    return [shown for shown in runs if not above(shown)]


def judged(shown: Shown, base: Shown) -> bool:
    """Whether one of two runs can be called better."""
    return not above(shown) and not above(base)


def left_out(runs: Sequence[Shown]) -> str:
    """Which runs are not compared, and why, in sentences; "" where all are."""
    return " ".join(f"{shown.name} is left out: at its fullest it holds {number(fullest(shown))} of "
                    f"{number(shown.schedule.workload.platform.processors)} processors."
                    for shown in runs if above(shown))
