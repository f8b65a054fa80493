"""The threshold of bounded stretch on a page: one for all that stands on it, and none where jobs are too short for it.

Bounded stretch tames the few shortest jobs.  Where more than SHORT of the jobs run shorter than the threshold it hides
what most of them wait, so stretch is plain there: response / runtime, which is bounded stretch with a threshold of 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts.memory.cache import cached
from layouts.state.view import FinishedRun
from scheduler.metrics import THRESHOLD
from scheduler.model.workload import Workload

SHORT = 0.25  # of the jobs: of real logs at most 16 % run less than 10 s
PLAIN = 0.0


def suited(workload: Workload, threshold: float = THRESHOLD.default) -> float:
    """The threshold, s; PLAIN where it is above the quantile SHORT of the runtimes."""
    if not len(workload):
        return threshold
    low = cached("short runtime", lambda: float(np.quantile(workload.jobs.runtime, SHORT)), workload)
    return threshold if threshold <= low else PLAIN


def threshold_of(runs: Sequence[FinishedRun]) -> float:
    """The threshold of all views of these runs, s: that of their stored numbers, or PLAIN."""
    if not runs:
        return THRESHOLD.default
    return suited(runs[0].schedule.workload, float(runs[0].record.get("threshold", THRESHOLD.default)))


def named(threshold: float) -> str:
    """ "bounded stretch (10 s)", or "stretch" where it is plain."""
    return "stretch" if threshold == PLAIN else f"bounded stretch ({threshold:g} s)"
