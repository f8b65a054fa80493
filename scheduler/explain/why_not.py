"""Why a job does not start at an instant, or why it does: an answer to those who thought otherwise.

The reasons are those of the decision log.  Its rows may be older than the instant, so what is free is counted anew.
"""

from __future__ import annotations

import numpy as np

from scheduler.durations import instant
from scheduler.engine.decision_log import RESERVE, SKIP
from scheduler.explain.decision import Decision, asks, decision_of
from scheduler.explain.phrases.decision import job_name
from scheduler.explain.story import started, waiting
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule

DELAYING, PROMISED = "would_delay_head", "reserved"  # rules of the log
LACKING = ("does_not_fit", "head_blocked", PROMISED)  # that count what is free


def why_not(schedule: Schedule, job: int, time: float) -> str:
    """A sentence or two about a job (row of jobs) at an instant, s; empty where no reason was kept."""
    start, submit = float(schedule.placed.start[job]), float(schedule.placed.submit[job])
    name = f"Job {schedule.workload.jobs.job_id[job]}"
    if start < time:
        return f"{name} has started already, at {instant(start)}."
    if submit > time:
        return f"{name} is not submitted before {instant(submit)}."
    return started(schedule, job) if start == time else _waits(schedule, job, time, name)


def _waits(schedule: Schedule, job: int, time: float, name: str) -> str:
    decision = _last(schedule, job, time)
    if decision is None:
        return ""
    if decision.rule == DELAYING:
        until = time + asks(schedule, job, decision.value)
        return (
            f"By its requested time {name[0].lower()}{name[1:]} would run until {instant(until)} and delay "
            f"{job_name(schedule, decision.blocker)}, which is promised {instant(decision.shadow)}."
        )
    needed = int(schedule.jobs.processors[job])
    free = free_before(schedule, time) if _is_plain(schedule) else needed
    if needed <= free:  # what was lacking before is there, so the row is too old
        return "" if decision.time < time and decision.rule in LACKING else waiting(schedule, job, time)
    lacks = (
        f"{name} needs {processors(needed)}, and at {instant(time)} {'only ' * (free > 0)}{free or 'none'} "
        f"{'is' if free < 2 else 'are'} free."
    )
    return lacks + (_promise(schedule, decision) if decision.rule == PROMISED else "")


def _promise(schedule: Schedule, decision: Decision) -> str:
    due = f", when {job_name(schedule, decision.blocker)} is due to end" if decision.blocker >= 0 else ""
    return f" It is promised {instant(decision.shadow)}{due}."


def free_before(schedule: Schedule, time: float) -> int:
    """Processors that are free at an instant, before anybody starts at it."""
    runs = (schedule.placed.start < time) & (schedule.placed.end > time)
    return int(schedule.workload.platform.processors - schedule.jobs.processors[runs].sum())


def _is_plain(schedule: Schedule) -> bool:
    """Whether every job holds its processors from its start to its end, and all are of one machine."""
    return not (schedule.shares_nodes or schedule.kills or schedule.workload.has_clusters)


def _last(schedule: Schedule, job: int, time: float) -> Decision | None:
    """The last row of the log that keeps a job waiting at an instant."""
    if not schedule.has_decisions:
        return None
    log = schedule.table("decisions")
    rows = np.flatnonzero((log.job == job) & (log.time <= time) & np.isin(log.kind, (SKIP, RESERVE)))
    return decision_of(schedule, int(rows[-1])) if len(rows) else None
