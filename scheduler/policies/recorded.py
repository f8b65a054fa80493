"""As recorded: every job starts when the log says it did - what really happened.

Start = submit + the recorded wait; a job whose wait is unknown starts at its submission, and is counted.  Real
machines had downtime, queues, priorities and shared nodes, so the recorded schedule may hold more processors than the
machine has: the audit reports that instead of refusing it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.adapters.rigid import placed
from scheduler.model.notes import Note
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, and a note on unknown waits."""
    jobs = case.workload.jobs
    unknown = np.flatnonzero(jobs.recorded_wait < 0)
    start = jobs.submit + np.maximum(jobs.recorded_wait, 0)
    case.control[0] = len(start)
    outcome: dict[str, Any] = {"placed": placed(case.workload, jobs.submit, start)}
    if len(unknown):
        lines = tuple(int(line) for line in jobs.line[unknown[:3]])
        outcome["notes"] = (Note("wait_unknown", len(unknown), lines, "warning", {"way": "replayed"}),)
    return outcome


POLICY = Policy(
    "recorded",
    "As recorded in the log",
    "log",
    run,
    "the log itself",
    needs=frozenset({"recorded_wait"}),
    information=frozenset({"runtime", "wait"}),
    feasible=False,
    logs=False,
    decides=False,
    wait_cause="unknown",
)
