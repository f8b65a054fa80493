"""A workload that the charts of needs are drawn of."""

from __future__ import annotations

from scheduler.model.workload import Workload
from tests.topics.fractional.fractions import shared


def workload() -> Workload:
    """Three jobs on shared nodes: one and two tasks of half a node's CPU, one of a whole node; nobody knows their users."""
    return shared([(0, 9, 1, 0.5, 0.1), (1, 9, 2, 0.5, 0.3), (2, 9, 1, 1.0, 0.75)], 2)
