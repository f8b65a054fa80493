"""One row of the decision log about one job, and the words that the sentences of all rules are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.durations import instant, number
from scheduler.engine.decision_log import BACKFILL, END, KILL, MIGRATE, PAUSE, RESERVE, RULES, SKIP, START
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of
from scheduler.wording import enumerated

EMPTIEST = " in the emptiest cluster"
MOST_NAMED = 3  # jobs named in one sentence
FREEING = (END, KILL, PAUSE, MIGRATE)  # kinds of rows after which more may be free


class Decision(NamedTuple):
    """One row of `decisions` about the job in question."""

    time: float
    kind: int
    rule: str
    blocker: int
    shadow: float
    extra: int
    free: int
    needed: int
    value: float
    there: str = ""  # which processors `free` counts, where there are several clusters
    after: str = ""  # who started before it at the same instant, and so left fewer processors free
    takers: str = ""  # who took, later and in one instant, processors that were enough for it
    taken: int = 0  # how many
    when: float = np.nan  # and when


def decision_of(schedule: Schedule, row: int) -> Decision:
    """A row of `decisions`."""
    d = schedule.table("decisions")
    return Decision(
        float(d.time[row]),
        int(d.kind[row]),
        RULES[d.rule[row]],
        int(d.blocker[row]),
        float(d.shadow[row]),
        int(d.extra[row]),
        int(d.free[row]),
        int(d.needed[row]),
        float(d.value[row]),
        _there(schedule, int(d.kind[row]), int(d.job[row]), float(d.value[row])),
        _after(schedule, row),
        *_takers(schedule, row),
    )


def _after(schedule: Schedule, row: int) -> str:
    """The jobs that started at the instant of a row and before it, in words; empty without any, and of clusters."""
    d = schedule.table("decisions")
    if schedule.workload.has_clusters or d.kind[row] in (START, BACKFILL):
        return ""
    earlier = [at for at in range(_first_of_instant(d.time, row), row) if d.kind[at] in (START, BACKFILL)]
    return job_names(schedule, d.job[earlier]) if earlier else ""


def _takers(schedule: Schedule, row: int) -> tuple[str, int, float]:
    """(the jobs that later took processors which were enough for it, in words; how many; when); else ("", 0, nan).

    They do so in one instant, before the next decision on the job and before anything is free again.
    """
    d = schedule.table("decisions")
    left, needed, job = int(d.free[row]), int(d.needed[row]), d.job[row]
    takers: list[int] = []
    if schedule.workload.has_clusters or d.kind[row] not in (SKIP, RESERVE) or left < needed:
        return "", 0, np.nan
    for at in range(row + 1, len(d)):
        if left < needed or d.job[at] == job or d.kind[at] in FREEING:
            break
        if d.kind[at] in (START, BACKFILL):
            left -= int(d.needed[at])
            takers = [*(one for one in takers if d.time[one] == d.time[at]), at]
    if left >= needed:
        return "", 0, np.nan
    return job_names(schedule, d.job[takers]), int(d.needed[takers].sum()), float(d.time[takers[0]])


def _first_of_instant(times: np.ndarray, row: int) -> int:
    """The first of the rows up to this one that are of the same instant."""
    first = row
    while first and times[first - 1] == times[row]:
        first -= 1
    return first


def _there(schedule: Schedule, kind: int, job: int, value: float) -> str:
    """Of a start the cluster of the job; else the one a job of a grid queues in, or the one with most of them."""
    jobs, grid = schedule.workload.jobs, schedule.workload.is_light_grid
    local = job >= 0 and grid and jobs.home[job] >= 0
    spares = local and policy_of(schedule.policy).spares_local  # grid runs make way for local jobs
    whose = " for local jobs" if spares else ""
    if not schedule.workload.has_clusters:
        return whose
    if kind in (START, BACKFILL):
        return f"{whose} in cluster {schedule.placed.cluster[job] + 1}"
    if grid and kind == SKIP and value == value and not spares:
        return f" in cluster {int(value) + 1}"
    return f"{whose} in cluster {jobs.home[job] + 1}" if local else EMPTIEST


def asks(schedule: Schedule, job: int, cluster: float) -> float:
    """The time a job asks for in a cluster (from 0; nan: its own), s: more or less where clusters differ in speed."""
    jobs = schedule.workload.jobs
    asked = float(jobs.requested_time[job])
    if not schedule.has_links or schedule.kills or cluster != cluster:
        return asked
    speed = schedule.table("links").speed
    own = 1.0 if jobs.grid[job] else float(speed[jobs.home[job]])
    return asked * own / float(speed[int(cluster)])


def rounded(value: float) -> str:
    """A number as far as people read one: five significant digits."""
    return number(float(f"{value:.5g}"))


def short(d: Decision) -> str:
    """What a job lacks, and when."""
    if d.after:
        left = {0: "none was", 1: "1 was"}.get(d.free, f"{d.free} were")
        return f"it needs {processors(d.needed)} and {left} left{d.there} at {instant(d.time)}, after {d.after} started"
    return f"it needs {processors(d.needed)} and {free(d)} at {instant(d.time)}"


def enough(d: Decision) -> str:
    """What a job needs, and what is there."""
    return f"it needs {processors(d.needed)} and {free(d)}"


def then_taken(d: Decision) -> str:
    """Who took the processors that a job was refused; empty where they stayed free, or it had too few."""
    if not d.takers:
        return ""
    what = f"{d.taken} of them" if d.taken < d.free else "it" if d.free == 1 else "them all"
    return f"; {d.takers} took {what} {'then' if d.when == d.time else f'at {instant(d.when)}'}"


def free(d: Decision) -> str:
    """How many processors were free."""
    there = " in any cluster" if d.there == EMPTIEST and not d.free else d.there
    return {0: "none was", 1: "1 was"}.get(d.free, f"{d.free} were") + f" free{there}"


def in_cluster(schedule: Schedule, cluster: float) -> str:
    """ " in cluster 2", where there are several and it is known which; cluster: from 0, nan unknown."""
    names_cluster = schedule.workload.has_clusters and cluster == cluster
    return f" in cluster {int(cluster) + 1}" if names_cluster else ""


def job_name(schedule: Schedule, job: int) -> str:
    """A job by its id; -1: another job."""
    return f"job {schedule.workload.jobs.job_id[job]}" if job >= 0 else "another job"


def such_as(schedule: Schedule, d: Decision) -> str:
    """A job of the campaign in the way."""
    return f", such as that of {job_name(schedule, d.blocker)}" if d.blocker >= 0 else ""


def next_in_order(schedule: Schedule, d: Decision) -> str:
    """The campaign that was next in order when this one was chosen."""
    return f" Next in order was the campaign of {job_name(schedule, d.blocker)}." if d.blocker >= 0 else ""


def job_names(schedule: Schedule, jobs: np.ndarray) -> str:
    """The first few jobs by their ids, and how many more there are."""
    named = [job_name(schedule, int(job)) for job in jobs[:MOST_NAMED]]
    if len(jobs) > MOST_NAMED:
        named.append(f"{len(jobs) - MOST_NAMED} more")
    return enumerated(named)
