"""To find the plan of a run at an instant: a run that keeps no decisions is simulated again for its reservations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scheduler.errors import InputError
from scheduler.replay.plan import plan, reserves
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task, schedule_of_run


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{run, time}.  Raises InputError, one sentence."""
    schedule, time = schedule_of_run(spec, store), spec.get("time")
    if isinstance(time, bool) or not isinstance(time, int | float) or not math.isfinite(time):
        raise InputError(f"time = {str(time)[:40]}; wanted: an instant of the run, in seconds.")
    if schedule.has_decisions or not reserves(schedule):
        raise InputError("Only a run that makes reservations and keeps no decisions is simulated again for its plan.")
    return {"run": spec["run"], "time": float(time)}


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate a run again for the reservations at an instant, keep these; how many jobs were simulated."""
    schedule = store.schedule(spec["run"])
    progress.at(0.0, "Simulating.")
    progress.jobs = len(schedule.placed)
    reservations = plan(schedule, spec["time"], progress.control)
    progress.at(0.95, "Keeping the plan.")
    columns = {"job": reservations.job, "start": reservations.start, "cluster": reservations.cluster}
    TASK.keep(store, key, spec, progress, {"run": spec["run"], "time": spec["time"], **columns})
    return len(schedule.placed)


TASK = Task("plan", "finds a plan", check, run, computed_by=(plan,), kept_in="plans")
