"""The weeks of a log: seven days each, counted from its first submission.

dfrs-2011 (section 5.3.1) cuts a log of 182 weeks into as many scenarios, each simulated on its own.  The last week may
be shorter than seven days, and a week may hold no job.
"""

from __future__ import annotations

import numpy as np

from scheduler.durations import WEEK
from scheduler.errors import Remedy, WorkloadError
from scheduler.model.trace import Trace


def count(trace: Trace) -> int:
    """How many weeks there are submissions in, empty ones in between counted."""
    first, last = _ends(trace)
    return int((last - first) // WEEK) + 1


def window(trace: Trace, week: int) -> tuple[float, float]:
    """[begin, end) of a week (from 1), s; raises WorkloadError for one the log does not have."""
    weeks = count(trace)
    if week > weeks:
        raise WorkloadError(
            f"{trace.name} has submissions in {weeks:,} week{'s' * (weeks != 1)}, so there is no week {week:,}",
            (Remedy("week", words=f"choose one from 1 to {weeks:,}"),),
        )
    begin = _ends(trace)[0] + (week - 1) * WEEK
    return begin, begin + WEEK


def _ends(trace: Trace) -> tuple[float, float]:
    """First and last submission, s; those before second 0 are not known."""
    submit = trace.columns["submit"]
    times = submit[submit >= 0]
    return (float(np.min(times)), float(np.max(times))) if len(times) else (0.0, 0.0)
