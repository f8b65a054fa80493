"""Prints what the program makes of the package `colored` where it is installed, as JSON; test_outside.py reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from layouts.plots import all_plots
from scheduler.audit.schedule import audit
from scheduler.fingerprint import CURRENT, fingerprint
from scheduler.formats.swf import read
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

# five jobs of one processor and 10 s, submitted at once, on a machine of four: their colors are 1 2 1 1 2
LINES = [f"{job} 0 -1 10 1 -1 -1 1 10 -1 1 {job} 1 -1 {color} -1 -1 -1" for job, color in enumerate((1, 2, 1, 1, 2), 1)]
LOG = "; MaxProcs: 4\n" + "\n".join(LINES) + "\n"


def facts() -> dict[str, Any]:
    """What the test compares."""
    jobs = workload(read(LOG.encode(), "colors.swf"))
    schedule = simulate(jobs, "one_color")
    return {
        "starts": schedule.placed.start.tolist(),
        "changes": measure(schedule)["color_changes"],
        "changes_of_fcfs": measure(simulate(jobs, "fcfs"))["color_changes"],
        "violation": violation(schedule),
        "plots": "colors" in all_plots(),
        "entries": [module for module in CURRENT.entries("scheduler.policies") if module.startswith("colored")],
        "key": fingerprint(all_policies),  # of what every run rests on
    }


def violation(schedule: Schedule) -> str | None:
    """What the audit says where the second job starts beside the first one, which has another color."""
    start = schedule.placed.start.copy()
    start[1] = start[0]
    columns = {name: getattr(schedule.placed, name) for name in schedule.placed}
    placed = Table.of("placed", **columns | {"start": start, "end": start + schedule.workload.jobs.runtime})
    return audit(replace(schedule, placed=placed)).first_violation


if __name__ == "__main__":
    print(json.dumps(facts()))
