"""What is kept of a schedule, and the bound that its maximum stretch is compared with; one row of numbers a trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.bounds.max_stretch import max_stretch
from scheduler.metrics.stretch import bounded_stretch
from scheduler.papers.dfrs_2011.algorithms import BOUND, policy
from scheduler.schedule import Schedule
from scheduler.simulate import simulate
from scheduler.workload import Workload

THRESHOLD = 10.0        # s, of the bounded stretch: section 2.2


def under(jobs: Workload, name: str, settings: Mapping[str, Any]) -> dict[str, float]:
    """What is kept of a workload under an algorithm, or its bound; every schedule is audited."""
    if name == BOUND:
        return bound(jobs)
    entry, params = policy(name)
    return kept(simulate(jobs, entry, params | dict(settings), decisions=None))


def kept(schedule: Schedule) -> dict[str, float]:
    """{stretch: maximum of the bounded stretch}."""
    return {"stretch": float(np.max(bounded_stretch(schedule, THRESHOLD)))}


def bound(jobs: Workload) -> dict[str, float]:
    """{bound}: no schedule has a smaller maximum stretch."""
    table = jobs.jobs
    return {"bound": max_stretch(table.submit, table.runtime, table.processors, table.columns["cpu_need"],
                                 jobs.platform.processors, THRESHOLD).bound}
