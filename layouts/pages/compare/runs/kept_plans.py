"""The plan of a run at the moment that is shown, where its decisions are not kept: it has to be simulated again.

That is done at once where it is quick; otherwise by a worker, and found here when it is done
(gantts/plan_state.py asks).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from layouts.frame.callbacks import Services
from layouts.memory.cache import cached
from layouts.server.cpu_time_limit import OutOfTime, in_time
from layouts.state.view import FinishedRun
from scheduler.errors import QueuescopeError
from scheduler.model.schedule import Schedule
from scheduler.replay.plan import Plan, plan, planned, reserves
from scheduler.results.tasks.plan import TASK

QUICK = 0.5  # s of CPU: runs that took longer are simulated again by a worker
PATIENCE = 1.0  # s: so are those that take longer, for with their decisions runs take many times as long


def with_plans(services: Services, runs: Sequence[FinishedRun], time: float | None) -> list[FinishedRun]:
    """The runs, each with its plan at a time (s) where it has to be simulated again and that is done."""
    return list(runs) if time is None else [replace(run, plan=plan_of(services, run, time)) for run in runs]


def is_made_again(schedule: Schedule) -> bool:
    """Whether a run has plans, and none of its decisions is kept."""
    return bool(len(schedule.placed)) and not schedule.has_decisions and reserves(schedule)


def plan_of(services: Services, run: FinishedRun, time: float) -> Plan | None:
    """The plan of a run at a time (s); None where it is read from its decisions, or is still to be simulated."""
    if not is_made_again(run.schedule):
        return None
    if run.schedule.kernel_cpu_seconds <= QUICK:
        at_hand = cached(("plan again", time), lambda: at_once(run.schedule, time), run.schedule)
        if at_hand is not None:
            return at_hand
    return kept(services, run, time)


def at_once(schedule: Schedule, time: float) -> Plan | None:
    """The plan, simulated while the page waits; None where that takes too long."""
    try:
        with in_time(PATIENCE) as control:
            return plan(schedule, time, control)
    except OutOfTime:
        return None


def kept(services: Services, run: FinishedRun, time: float) -> Plan | None:
    """The plan that a worker has found; None as long as there is none."""
    try:
        record = TASK.result(services.store, services.runs.key(spec(run, time)))
    except QueuescopeError:
        return None
    if record is None:
        return None
    return planned(
        run.schedule,
        np.array(record["job"], np.int64),
        np.array(record["start"], float),
        np.array(record["cluster"], np.int64),
    )


def spec(run: FinishedRun, time: float) -> dict[str, object]:
    """What a worker is asked for."""
    return {"do": "plan", "run": run.key, "time": time}


def awaited(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """Of runs as with_plans() has them: those whose plan is still to be simulated."""
    return [run for run in runs if run.plan is None and is_made_again(run.schedule)]
