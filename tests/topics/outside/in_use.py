"""Prints what the program makes of the package `colored` where it is installed, as JSON; test_outside.py reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from layouts.plots import all_plots
from scheduler.audit.schedule import audit
from scheduler.errors import Unsupported
from scheduler.explain import job
from scheduler.explain.words import sentences
from scheduler.fingerprint import CURRENT, fingerprint
from scheduler.formats.swf import read
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from scheduler.simulate import simulate

# five jobs of one processor and 10 s, submitted at once, on a machine of four: their colors are 1 2 1 1 2
LINES = [f"{job} 0 -1 10 1 -1 -1 1 10 -1 1 {job} 1 -1 {color} -1 -1 -1" for job, color in enumerate((1, 2, 1, 1, 2), 1)]
PLAIN = "; MaxProcs: 4\n" + "\n".join(LINES) + "\n"
LOG = "; Outside-Color: queue\n" + PLAIN


def facts() -> dict[str, Any]:
    """What the test compares."""
    jobs, plain = workload(read(LOG.encode(), "colors.swf")), read(PLAIN.encode(), "plain.swf")
    schedule = simulate(jobs, "one_color")
    return {
        "starts": schedule.placed.start.tolist(),
        "changes": measure(schedule)["color_changes"],
        "changes_of_fcfs": measure(simulate(jobs, "fcfs"))["color_changes"],
        "violation": violation(schedule),
        "plots": "colors" in all_plots(),
        "colors": jobs.jobs.color.tolist(),
        "option": [OPTIONS["color"].choices, workload(plain, color="partition").jobs.color.tolist()],
        "records": ["color" in workload(plain).options, workload(plain, color="partition").options["color"]],
        "without_colors": refusal(workload(plain)),
        "stored": stored(jobs),
        "why": sentences(job.facts(schedule, 1), schedule),
        "entries": [module for module in CURRENT.entries("scheduler.policies") if module.startswith("colored")],
        "key": fingerprint(all_policies),  # of what every run rests on
    }


def refusal(jobs: Workload) -> str:
    """What is said where the policy shall run jobs without a color."""
    try:
        simulate(jobs, "one_color")
    except Unsupported as error:
        return str(error)
    return ""


def stored(jobs: Workload) -> list[int]:
    """The colors of a workload that was kept on disk and read again."""
    with TemporaryDirectory() as folder:
        key = Store(Path(folder)).put_workload(jobs)
        return Store(Path(folder)).workload(key).jobs.color.tolist()


def violation(schedule: Schedule) -> str | None:
    """What the audit says where the second job starts beside the first one, which has another color."""
    start = schedule.placed.start.copy()
    start[1] = start[0]
    columns = {name: getattr(schedule.placed, name) for name in schedule.placed}
    placed = Table.of("placed", **columns | {"start": start, "end": start + schedule.workload.jobs.runtime})
    return audit(replace(schedule, placed=placed)).first_violation


if __name__ == "__main__":
    print(json.dumps(facts()))
