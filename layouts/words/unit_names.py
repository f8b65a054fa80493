"""What the parts of a machine and of a job are called: nodes and tasks where jobs share nodes, else processors."""

from __future__ import annotations

from scheduler.model.workload import Workload


def part(workload: Workload) -> str:
    """One of what the machine has."""
    return "node" if workload.has_needs else "processor"


def piece(workload: Workload) -> str:
    """One of what a job consists of."""
    return "task" if workload.has_needs else "processor"
