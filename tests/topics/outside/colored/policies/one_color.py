"""One color at a time: first come, first served, and no job starts beside one of another color.

The head of the queue, ordered by (submit, line), starts as soon as it fits and nothing of another color runs.
"""

from __future__ import annotations

import heapq

import numpy as np
from colored.rules.colors import OTHER_COLOR

from scheduler.adapters.rigid import placed
from scheduler.engine.decision_log import DOES_NOT_FIT, HEAD_FITS, SKIP, START, Log
from scheduler.engine.decision_rows import append
from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput


def starts(workload: Workload, log: Log | None) -> np.ndarray:
    """[n] s: when each job starts; why it waits goes to the log."""
    jobs, free, now = workload.jobs, workload.platform.processors, -np.inf
    running: list[tuple[float, int]] = []  # (end, row)
    start = np.zeros(len(workload))
    for row in np.argsort(jobs.submit, kind="stable"):
        now = max(now, jobs.submit[row])
        while running and (
            running[0][0] <= now or free < jobs.processors[row] or jobs.color[running[0][1]] != jobs.color[row]
        ):
            if log is not None and running[0][0] > now:
                rule = DOES_NOT_FIT if free < jobs.processors[row] else OTHER_COLOR.number
                append(log, (now, SKIP, row, rule, running[0][1], np.nan, -1, free, jobs.processors[row], np.nan))
            end, over = heapq.heappop(running)
            now, free = max(now, end), free + jobs.processors[over]
        if log is not None:
            append(log, (now, START, row, HEAD_FITS, -1, np.nan, -1, free, jobs.processors[row], np.nan))
        start[row], free = now, free - jobs.processors[row]
        heapq.heappush(running, (now + jobs.runtime[row], int(row)))
    return start


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    start = starts(case.workload, case.log)
    case.control[0] = len(start)
    return {"placed": placed(case.workload, case.workload.jobs.submit, start)}


def check(workload: Workload, params: object) -> None:
    """Submissions must be those of the log, on one cluster."""
    if workload.arrivals != "recorded" or workload.has_clusters:
        raise Unsupported("One color at a time needs submit times as recorded, and one cluster.")


POLICY = Policy(
    "one_color",
    "One color at a time",
    "in order",
    run,
    "made up for this example",
    information=frozenset({"submit", "processors"}),
    needs=frozenset({"colored"}),
    short="colors",
    wait_cause="rule",
    check=check,
)
