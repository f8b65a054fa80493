"""Why a job does not start at an instant, or why it does: an answer to those who thought otherwise.

The reasons are those of the decision log.  Its rows may be older than the instant, so what is free is counted anew.
"""

from __future__ import annotations

from scheduler.explain.decision import WAITING, last_decision, requested_time
from scheduler.explain.story import started, waiting
from scheduler.facts import Fact, Instant, Job, Processors
from scheduler.model.schedule import Schedule

DELAYING, PROMISED = "would_delay_head", "reserved"  # rules of the log
LACKING = ("does_not_fit", "head_blocked", PROMISED)  # that count what is free


def why_not(schedule: Schedule, job: int, time: float) -> Fact | None:
    """About a job (row of jobs) at an instant, s; None where no reason was kept."""
    start, submit = float(schedule.placed.start[job]), float(schedule.placed.submit[job])
    if start < time:
        return Fact("started_already", job=Job(job), start=Instant(start))
    if submit > time:
        return Fact("not_submitted", job=Job(job), submit=Instant(submit))
    return started(schedule, job) if start == time else _waits(schedule, job, time)


def _waits(schedule: Schedule, job: int, time: float) -> Fact | None:
    decision = last_decision(schedule, job, time, WAITING)
    if decision is None:
        return None
    due, promised = Job(decision.blocker), Instant(decision.shadow)
    if decision.rule == DELAYING:
        until = Instant(time + requested_time(schedule, job, decision.value))
        return Fact("would_delay", job=Job(job), until=until, head=due, promised=promised)
    needed = int(schedule.jobs.processors[job])
    free = free_before(schedule, time) if _is_plain(schedule) else needed
    if needed <= free:  # what was lacking before is there, so the row is too old
        return None if decision.time < time and decision.rule in LACKING else waiting(schedule, job, time)
    lacking = Fact("lacks", job=Job(job), needed=Processors(needed), time=Instant(time), free=free)
    if decision.rule != PROMISED:
        return lacking
    return Fact("lacks", **lacking.values, promised=promised, due=due if due >= 0 else None)


def free_before(schedule: Schedule, time: float) -> int:
    """Processors that are free at an instant, before anybody starts at it."""
    runs = (schedule.placed.start < time) & (schedule.placed.end > time)
    return int(schedule.workload.platform.processors - schedule.jobs.processors[runs].sum())


def _is_plain(schedule: Schedule) -> bool:
    """Whether every job holds its processors from its start to its end, and all are of one machine."""
    return not (schedule.shares_nodes or schedule.kills or schedule.workload.has_clusters)
