"""What the parts of a machine and of a job are called: processors, where a kind of workload has no other name."""

from __future__ import annotations

from scheduler.kinds import part_of, piece_of
from scheduler.model.workload import Workload

USUAL = "processor"


def part(workload: Workload) -> str:
    """One of what the machine has."""
    return part_of(workload)


def piece(workload: Workload) -> str:
    """One of what a job consists of."""
    return piece_of(workload)
