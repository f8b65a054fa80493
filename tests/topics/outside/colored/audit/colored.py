"""Jobs of two colors never run at once, under the policy that says so."""

from __future__ import annotations

import numpy as np

from scheduler.audit import Check, Checks
from scheduler.audit.messages import Violation, job_name
from scheduler.model.schedule import Schedule


def applies(schedule: Schedule) -> bool:
    """Whether the policy keeps colors apart."""
    return schedule.policy == "one_color"


def find(schedule: Schedule) -> Violation:
    """The first job that starts while one of another color runs."""
    placed, color = schedule.placed, schedule.workload.jobs.color
    order = np.argsort(placed.start, kind="stable")
    for place, row in enumerate(order):
        before = order[:place]
        beside = before[(placed.end[before] > placed.start[row]) & (color[before] != color[row])]
        if len(beside):
            first, other = job_name(schedule.workload, row), job_name(schedule.workload, beside[0], "job")
            return f"{first} starts while {other} of another color runs; wanted: one color at a time."
    return None


CHECKS = Checks("colored", (Check("jobs of two colors never run at once", applies, find),))
