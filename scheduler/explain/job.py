"""Why did this job start then?  Facts from the decision log, and where two schedules first part.

Only what the log and the schedule hold is said.  Where a reason was not kept, a fact says that it is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

import numpy as np

from scheduler.engine.decision_log import BACKFILL, RESERVE, SKIP
from scheduler.errors import UnknownKey
from scheduler.explain import stories
from scheduler.explain.decision import WAITING, Decision, decision_of, reason
from scheduler.explain.stopped import first_start, stops, was_stopped, whom_it_preempted
from scheduler.explain.wait_parts import at_its_start, cluster_of, waited
from scheduler.explain.words import sentences
from scheduler.facts import Duration, Fact, Instant, Job, Term, User
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import UNKNOWN
from scheduler.policies import decides, policy_of
from scheduler.preparation.requested_times import has_request

MOST_REASONS = 8  # told one by one; beyond that the first and the last few


class Divergence(NamedTuple):
    """The first instant at which two schedules start different jobs, or the same job in another way."""

    time: float
    job_in_a: int  # row of jobs that only a starts then; -1 none
    job_in_b: int  # row of jobs that only b starts then; -1 none
    fact: Fact


def explain(schedule: Schedule, job: int) -> list[str]:
    """Sentences on one job: what it asked for, why it waited, why it started when it did.

    job: row of jobs; raises UnknownKey for another number.
    """
    return sentences(facts(schedule, job), schedule)


def facts(schedule: Schedule, job: int) -> list[Fact]:
    """The same as facts; the last is the decision, where one is known.  Raises as explain()."""
    if not 0 <= job < len(schedule.placed):
        raise UnknownKey(f"There is no job in row {job}; rows run from 0 to {len(schedule.placed) - 1}.")
    for story in stories().values():
        if story.whole is not None and (whole := story.whole(schedule, job)) is not None:
            return whole
    first = first_start(schedule, job) if was_stopped(schedule, job) else _happened(schedule, job)
    later = stops(schedule, job), whom_it_preempted(schedule, job)
    return [_asked(schedule, job), *first, *_reasons(schedule, job), *chain(*later)]


def _happened(schedule: Schedule, job: int) -> Iterator[Fact]:
    yield from outcome(schedule, job)
    yield from _promise(schedule, job)
    for story in stories().values():
        if story.facts is not None:
            yield from story.facts(schedule, job)


# ---- what happened --------------------------------------------------------------------------------------------------


def _asked(schedule: Schedule, job: int) -> Fact:
    jobs, work = schedule.workload.jobs, schedule.workload
    return Fact(
        "job_asked",
        **submission(schedule, job),
        size=int(jobs.processors[job]),
        machine=int(work.platform.processors),
        clusters=len(work.platform.clusters),
        largest=max(work.platform.clusters, default=0),
        requested=Duration(jobs.requested_time[job]) if has_request(work, job) else None,
    )


def submission(schedule: Schedule, job: int) -> dict[str, Any]:
    """The values that every fact of a submission has: the job (row of jobs), its line, its user, and when."""
    jobs = schedule.workload.jobs
    return {
        "job": Job(job),
        "line": int(jobs.line[job]),
        "user": None if jobs.user_id[job] == UNKNOWN else User(jobs.user_id[job]),
        "submit": Instant(schedule.placed.submit[job]),
    }


def outcome(schedule: Schedule, job: int) -> Iterator[Fact]:
    """When a job (row of jobs) ran, and what it waited for."""
    placed, wait = schedule.placed, float(schedule.wait[job])
    lasted = schedule.resizes or schedule.has_links
    yield Fact(
        "ran",
        wait=Duration(wait) if wait else None,
        start=Instant(placed.start[job]),
        cluster=cluster_of(schedule, job),
        length=Duration(placed.end[job] - placed.start[job] if lasted else schedule.jobs.runtime[job]),
        end=Instant(placed.end[job]),
    )
    yield from waited(schedule, job, at_its_start(schedule, job))


def _promise(schedule: Schedule, job: int) -> Iterator[Fact]:
    """What it was told at its submission, and whether that was kept."""
    if not schedule.has_promises or schedule.wait[job] == 0:
        return
    promises, start = schedule.table("promises"), float(schedule.placed.start[job])
    rows = np.flatnonzero(promises.job == job)
    if len(rows):
        first, times = float(promises.start[rows[0]]), len(rows) - 1 if schedule.has_decisions else 0
        off = None if start == first else Duration(abs(start - first))
        yield Fact("promise", promised=Instant(first), off=off, early=start < first, moves=times)


def _reasons(schedule: Schedule, job: int) -> Iterator[Fact]:
    if not decides(schedule.policy):
        yield Fact("as_the_log_says")
        return
    if not schedule.has_decisions or not len(schedule.table("decisions")):
        yield Fact("no_decisions")
        return
    decisions, about = schedule.table("decisions"), list(_decisions(schedule, job))
    waiting, start = [d for d in about if d.kind in WAITING], _start(schedule, about)
    if was_stopped(schedule, job):  # what it waited for after a stop is told with the stop
        waiting = [d for d in waiting if d.time < schedule.placed.start[job]]
    if not waiting and start is None:
        yield Fact("decision_not_kept", begin=Instant(decisions.time[0]), until=Instant(decisions.time[-1]))
        return
    yield from _why_it_waited(schedule, job, waiting)
    yield start or Fact("start_not_kept")


def why_it_started(schedule: Schedule, job: int) -> Fact | None:
    """The decision that started a job (row of jobs); None where it was not kept."""
    return _start(schedule, _decisions(schedule, job)) if schedule.has_decisions else None


def _decisions(schedule: Schedule, job: int) -> Iterator[Decision]:
    rows = np.flatnonzero(schedule.table("decisions").job == job)
    return (decision_of(schedule, row) for row in rows.tolist())


def _start(schedule: Schedule, about: Iterable[Decision]) -> Fact | None:
    d = next((d for d in about if d.starts), None)
    if d is None:
        return None
    return Fact("started_for", time=Instant(d.time), backfilled=d.kind == BACKFILL, reason=reason(schedule, d))


# ---- why it waited, and why it started ------------------------------------------------------------------------------


def _why_it_waited(schedule: Schedule, job: int, waiting: list[Decision]) -> Iterator[Fact]:
    submit, start = float(schedule.placed.submit[job]), float(schedule.placed.start[job])
    first = waiting[0].time if waiting else start
    if first > submit:
        what = "not_looked_at" if policy_of(schedule.policy).at_passes else "reason_not_kept"
        yield Fact(what, begin=Instant(submit), until=Instant(first))
    last = min(float(schedule.table("decisions").time[-1]), start)  # a log that was cut ends before
    groups = [list(group) for _, group in groupby(waiting, key=lambda d: (d.rule, _in_front(d)))]
    until = [*(group[0].time for group in groups[1:]), last] if groups else []
    # A reason that was replaced within its instant held for no time at all.
    lasting = [(group, end) for group, end in zip(groups, until, strict=True) if end > group[0].time]
    lines = [_lasting_reason(schedule, group, end) for group, end in lasting]
    if len(lines) > MOST_REASONS + 1:
        half = MOST_REASONS // 2
        begin, end = lasting[half][0][0].time, lasting[-half][0][0].time
        count = len(lines) - 2 * half
        lines[half:-half] = [Fact("more_reasons", begin=Instant(begin), until=Instant(end), count=count)]
    yield from lines
    if first < start and last < start:
        yield Fact("reason_not_kept", begin=Instant(last), until=Instant(start))


def _in_front(d: Decision) -> int:
    """The job that a reason names as in the way: another one is another reason.  A reservation that moves is not."""
    return d.blocker if d.kind == SKIP else -1


def _lasting_reason(schedule: Schedule, group: list[Decision], until: float) -> Fact:
    """One reason, which held until `until`; group: all decisions in a row that gave it."""
    first = group[0]
    times = len({d.shadow for d in group if d.shadow == d.shadow}) - 1 if first.kind == RESERVE else 0
    return Fact(
        "waited_for",
        begin=Instant(first.time),
        until=Instant(until),
        reason=reason(schedule, first),
        moves=max(times, 0),
        last=Instant(group[-1].shadow),
    )


# ---- where two schedules part ---------------------------------------------------------------------------------------


def first_divergence(a: Schedule, b: Schedule) -> Divergence | None:
    """The first start in which two schedules of the same workload differ; None where they are the same.

    Starts are compared in order of time, and within an instant as sets; starting and backfilling are different acts.
    Raises ValueError for schedules of different workloads.
    """
    if a.workload is not b.workload and a.workload.hash != b.workload.hash:
        raise ValueError("only schedules of the same workload can be compared start by start")
    differ = (a.placed.start != b.placed.start) | ((a.placed.flags & 1) != (b.placed.flags & 1))
    if not differ.any():
        return None
    rows = np.flatnonzero(differ)
    time = float(min(a.placed.start[rows].min(), b.placed.start[rows].min()))
    in_a, in_b = (_at(schedule, rows, time) for schedule in (a, b))
    return Divergence(time, in_a, in_b, _parting(a, b, time, in_a, in_b))


def _at(schedule: Schedule, rows: np.ndarray, time: float) -> int:
    there = rows[schedule.placed.start[rows] == time]
    return int(there[0]) if len(there) else -1


def _parting(a: Schedule, b: Schedule, time: float, in_a: int, in_b: int) -> Fact:
    names = (a.policy, b.policy) if a.policy != b.policy else (Term("first_run"), Term("second_run"))
    first, second = (a, names[0], in_a), (b, names[1], in_b)
    if in_a < 0:  # who starts a job then comes first, who starts it later second
        first, second = second, (a, names[0], in_b)
    elif in_b < 0:
        second = (b, names[1], in_a)
    acts = [_act(schedule, name, job, time) for schedule, name, job in (first, second)]
    return Fact("first_differ", time=Instant(time), first=acts[0], second=acts[1])


def _act(schedule: Schedule, name: str, job: int, time: float) -> Fact:
    start, backfills = float(schedule.placed.start[job]), bool(schedule.placed.flags[job] & 1)
    later = None if start == time else Instant(start)
    return Fact("run_starts", run=name, job=Job(job), backfills=backfills, later=later)
