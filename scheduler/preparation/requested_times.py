"""Which requested times are the log's own: a runtime filled in for a missing one says nothing of how users estimate.

How much of a request is used is computed over the jobs that have one.  A runtime above its request counts as using all
of it, whether it was cut or the request raised.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.workload import Workload
from scheduler.model.workload_options import MODELS
from scheduler.preparation.repairs import RULES
from scheduler.wording import counted


class Requests(NamedTuple):
    """The requested times of a workload by where they come from: counts of jobs, and what the measured ones tell."""

    measured: int  # as in the log
    filled: int  # the log has none: the runtime was taken, or what else was chosen
    modeled: int  # made of the runtimes by a model, as asked for
    used: float | None  # median of runtime / requested time over the measured; None without them


def has_request(workload: Workload, rows: int | slice | np.ndarray = slice(None)) -> np.ndarray:
    """[rows] bool: jobs that ask for a time at all, in the log or by a model."""
    return (workload.jobs.repaired[rows] & RULES["estimate_missing"]) == 0


def modeled(workload: Workload) -> bool:
    """Whether a model made the requested times."""
    return workload.options.get("estimates") in MODELS


def of_log(workload: Workload) -> np.ndarray:
    """[n] bool: jobs whose requested time is the log's own."""
    return has_request(workload) & (not modeled(workload))


def requests(workload: Workload) -> Requests:
    """How many requested times are measured, filled in, or made."""
    measured, table = of_log(workload), workload.jobs
    count = int(measured.sum())
    used = float(np.median(table.runtime[measured] / table.requested_time[measured])) if count else None
    modeled_count = len(workload) if modeled(workload) else 0
    return Requests(count, len(workload) - count - modeled_count, modeled_count, used)


def filled_words(workload: Workload) -> str:
    """'5,352 of 43,778 jobs have no requested time in the log; their runtimes stand for it'; "" without such."""
    counts, chosen = requests(workload), workload.options.get("unrequested")
    if not counts.filled:
        return ""
    if not counts.measured:
        what = "the longest runtime stands" if chosen == "longest" else "the runtimes stand"
        return f"the log has no requested times; {what} for them"
    verb, whose = ("has", "its runtime stands") if counts.filled == 1 else ("have", "their runtimes stand")
    what = {"longest": "the longest of the others stands", "usual": "what the others usually ask for stands"}.get(
        str(chosen), whose
    )
    all_of_them = counted(counts.measured + counts.filled, "job")
    return f"{counts.filled:,} of {all_of_them} {verb} no requested time in the log; {what} for it"


def unrepaired_jobs(workload: Workload, *rules: str) -> np.ndarray:
    """[n] bool: jobs that none of these rules of repair touched, by their names in RULES."""
    bits = sum(RULES[rule] for rule in rules)
    return (workload.jobs.repaired & bits) == 0
