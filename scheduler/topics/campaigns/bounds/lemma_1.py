"""The real machine idles no more than the virtual one, but for m times the longest job.

Source: Emeras et al. 2013, lemma 1.  Areas are counted from the first real start, and up to the last one.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import integral, levels
from scheduler.topics.campaigns.proofs import fluid_unproven, has_fluid


def measure(schedule: Schedule) -> Measured:
    """One row per instant at which either schedule changes, from the first to the last start of a job."""
    placed, virtual, m = schedule.placed, schedule.table("virtual"), schedule.workload.platform.processors
    one, none = np.ones(len(placed), np.int64), np.zeros(len(placed), np.int64)
    campaign, idle = np.ones(len(virtual), np.int64), np.zeros(len(virtual), np.int64)
    time, busy, active = levels(
        np.concatenate((placed.start, placed.end, virtual.start, virtual.end)),
        np.concatenate((one, -one, idle, idle)),
        np.concatenate((none, none, campaign, -campaign)),
    )
    excess = integral(time, np.where(active > 0, m, 0) - busy)
    first, last = np.searchsorted(time, (placed.start.min(), placed.start.max()))
    rows = np.arange(first, last + 1)
    bound = np.full(len(rows), m * float(schedule.workload.jobs.runtime.max()))
    return Measured("instant", rows, excess[rows] - excess[first], bound)


GUARANTEE = Guarantee(
    "lemma_1",
    "Idle area beyond the virtual schedule's",
    "At no instant has the real machine idled more than the virtual one by more than m times the longest job.",
    "processor-s",
    "Emeras, Pinheiro, Rzadca and Trystram 2013, lemma 1",
    has_fluid,
    fluid_unproven,
    measure,
)
