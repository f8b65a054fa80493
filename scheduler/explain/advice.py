"""What a schedule suggests to change, with numbers: few rules, each with its condition and its fact.

A rule is about a subject: what stayed idle, what blocked jobs, whose the waiting is, what jobs ask for.  A fact in
it may have the query (analysis.query) of just the jobs it counts, by what does not depend on the run, so that they can
be shown.  A rule that cannot say which jobs it means is silent, as is one whose condition does not hold: advice
that always comes is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scheduler.analysis.hold_causes import ORDER, RESERVATION
from scheduler.analysis.idle import NO_WORK, REASONS, idle_by_reason
from scheduler.analysis.wait_causes import reasons
from scheduler.facts import Duration, Fact, Number
from scheduler.model.number_text import number
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import label, users_known
from scheduler.policies import policy_of
from scheduler.preparation.requested_times import has_request

HALF = 0.5
LITTLE_IDLE = 0.02  # of the work: less idle while jobs waited is not worth a word
TIMES = 3.0  # how many times what jobs use they ask for, at least
FEW_USERS = 3  # of fewer users one has half of everything anyway
FEW, WIDE = 0.1, 0.25  # of the jobs, of the machine: what few wide jobs are
LITTLE_BLOCKED = 0.1  # of all waiting
MOST_JOBS = 10_000  # whose reasons are looked at, of which one job may have many


Idle = Callable[[Schedule], Mapping[str, float]]  # processor-s by reason


@dataclass(frozen=True)
class Rule:
    """One piece of advice: what it is about, and its fact where the condition holds."""

    key: str
    subject: str  # idle | blocking | users | requests
    say: Callable[[Schedule, Idle], Fact | None]


def advice(schedule: Schedule, subject: str, idle: Idle = idle_by_reason) -> Fact | None:
    """The first fact on a subject whose condition holds; None without one.

    idle: tells the idle area by reason, where that is known already.
    """
    if not len(schedule.placed):
        return None
    facts = (rule.say(schedule, idle) for rule in RULES if rule.subject == subject)
    return next((fact for fact in facts if fact is not None), None)


def behind_reservations(schedule: Schedule, idle: Idle) -> Fact | None:
    """Most of what stayed idle while jobs waited was kept for reservations; of which jobs."""
    if schedule.shares_nodes:
        return None
    areas = idle(schedule)
    wanted = sum(areas.values()) - areas[REASONS[NO_WORK]]
    kept = areas.get("reservation", 0.0)
    if wanted < LITTLE_IDLE * schedule.workload.area or not kept > HALF * wanted:
        return None
    wide = _wide(schedule, (RESERVATION,))
    if wide is None:
        return None
    return Fact("behind_reservations", part=_percent(kept / wanted), wide=wide.fact)


def few_wide_jobs(schedule: Schedule, _idle: Idle) -> Fact | None:
    """Few wide jobs are in the way of the others, which would have fitted."""
    if schedule.shares_nodes:
        return None
    wide = _wide(schedule, (RESERVATION, ORDER))
    if (
        wide is None
        or wide.jobs > FEW * len(schedule.placed)
        or wide.least < WIDE * schedule.workload.platform.processors
        or wide.seconds < LITTLE_BLOCKED * schedule.wait.sum()
    ):
        return None
    of_all = _percent(wide.jobs / len(schedule.placed))
    return Fact("few_wide_jobs", wide=wide.fact, jobs=wide.jobs, of_all=of_all, part=_percent(wide.share))


def one_user(schedule: Schedule, _idle: Idle) -> Fact | None:
    """Half of all waiting is one user's, who has a smaller part of the work."""
    jobs = schedule.workload.jobs
    waits = np.bincount(jobs.user, schedule.wait)
    several = users_known(schedule.workload) and np.count_nonzero(np.bincount(jobs.user)) >= FEW_USERS
    if not several or not waits.sum() > 0:
        return None
    most, work = int(waits.argmax()), np.bincount(jobs.user, jobs.runtime * jobs.processors)
    part, of_work = waits[most] / waits.sum(), work[most] / work.sum()
    user = int(jobs.user_id[np.flatnonzero(jobs.user == most)[0]])
    if part < HALF or of_work >= part or user < 0:
        return None
    name = Fact("jobs_of_user", user=label(schedule.workload, user), query=f"user {user}")
    return Fact("one_user", user=name, part=_percent(part), of_work=_percent(of_work))


def long_requests(schedule: Schedule, _idle: Idle) -> Fact | None:
    """Jobs ask for many times the processor time that they use, and the policy goes by what they ask for."""
    if "requested_time" not in policy_of(schedule.policy).information:
        return None
    jobs, asks = schedule.workload.jobs, has_request(schedule.workload)
    asked, used = ((time * jobs.processors)[asks] for time in (jobs.requested_time, jobs.runtime))
    if not used.sum() > 0 or asked.sum() < TIMES * used.sum():
        return None
    least = _threshold(jobs.requested_time[asks], asked - used)
    count = int((asks & (jobs.requested_time >= least)).sum())
    query = f"requested_time>={number(least)}"
    long = Fact("jobs_that_ask", jobs=Number(count), least=Duration(least), query=query)
    return Fact("long_requests", times=f"{asked.sum() / used.sum():.1f}", long=long)


class Wide(NamedTuple):
    """The widest jobs that hold up half of what is held up."""

    least: int  # processors
    jobs: int  # how many have as many or more
    share: float  # of the time held up
    seconds: float  # all of that time, summed over the jobs that wait

    @property
    def fact(self) -> Fact:
        """These jobs."""
        query = f"processors>={self.least}"
        return Fact("wide_jobs", jobs=Number(self.jobs), least=Number(self.least), query=query)


def _wide(schedule: Schedule, kinds: tuple[int, ...]) -> Wide | None:
    """The widest jobs that others waited for although they would have fitted; None where no decisions tell them."""
    if not schedule.has_decisions or len(schedule.placed) > MOST_JOBS:
        return None
    rows = reasons(schedule)
    rows = rows.take(np.isin(rows.kind, kinds))
    has_culprit = rows.culprit >= 0
    total = float((rows.end - rows.begin).sum())
    if not has_culprit.any() or not total > 0:
        return None
    size, seconds = schedule.workload.jobs.processors, (rows.end - rows.begin)[has_culprit]
    least = int(_threshold(size[rows.culprit[has_culprit]], seconds))
    share = float(seconds[size[rows.culprit[has_culprit]] >= least].sum()) / total
    return Wide(least, int((size >= least).sum()), share, total) if share >= HALF else None


def _threshold(values: np.ndarray, weight: np.ndarray) -> float:
    """The largest value from which on the values upward have half of the weight, or more."""
    order = np.argsort(-values, kind="stable")
    reached = np.searchsorted(np.cumsum(weight[order]), HALF * weight.sum())
    return float(values[order[min(int(reached), len(order) - 1)]])


def _percent(share: float) -> Fact:
    return Fact("about", percent=round(100 * share)) if share >= 0.01 else Fact("next_to_none")


RULES = (
    Rule("behind_reservations", "idle", behind_reservations),
    Rule("few_wide_jobs", "blocking", few_wide_jobs),
    Rule("one_user", "users", one_user),
    Rule("long_requests", "requests", long_requests),
)
