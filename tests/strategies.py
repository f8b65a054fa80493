"""Small workloads full of ties: drawn by hypothesis, or by number, so that case 137 is the same everywhere.

Times are whole and few, sizes small: most instants see several ends and submissions at once, which is where
schedulers go wrong.  `case.workload` is what the program gets, jobs and campaigns are what the twins get.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

from scheduler.errors import NotSuited
from scheduler.policies import Policy
from scheduler.simulate import suit
from scheduler.table import Table
from scheduler.trace import Platform
from scheduler.workload import Workload
from tests.naive import Campaign, Job

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def count(cases: int) -> int:
    """How many cases to try; a fifth where the kernels are interpreted."""
    return cases if COMPILED else max(cases // 5, 20)


@dataclass(frozen=True)
class Case:
    """Jobs on `processors` processors; arrivals are closed where there are campaigns."""

    processors: int
    jobs: tuple[Job, ...]
    campaigns: tuple[Campaign, ...] = ()
    waits: tuple[int, ...] = ()     # as a log would tell; () unknown

    @cached_property
    def workload(self) -> Workload:
        """The same as the program sees it."""
        return workload(self)


def workload(case: Case) -> Workload:
    """Tables of a case; every job has the user of its campaign, else one of three."""
    n = len(case.jobs)
    owner = {row: number for number, campaign in enumerate(case.campaigns) for row in campaign.rows}
    user = [case.campaigns[owner[row]].user if owner else row % 3 for row in range(n)]
    zeros = np.zeros(n)
    jobs = Table.of(
        "jobs", line=np.arange(n) + 1, job_id=np.arange(n) + 1, user=user, user_id=np.array(user) + 1, group=zeros,
        queue=zeros, partition=zeros, campaign=[owner.get(row, -1) for row in range(n)], repaired=zeros,
        recorded_wait=case.waits or zeros - 1,
        **{name: [getattr(job, name) for job in case.jobs] for name in ("submit", "runtime", "requested_time", "processors")})
    common = {"name": "case", "platform": Platform(case.processors), "jobs": jobs}
    if not case.campaigns:
        return Workload(**common)
    return Workload(**common, campaigns=_campaigns(case), arrivals="closed",
                    job_ptr=np.cumsum([0] + [len(c.rows) for c in case.campaigns]),
                    members=np.array([row for c in case.campaigns for row in c.rows], np.int64))


def _campaigns(case: Case) -> Table:
    runtimes = [[case.jobs[row].runtime for row in c.rows] for c in case.campaigns]
    areas = [sum(case.jobs[row].runtime * case.jobs[row].processors for row in c.rows) for c in case.campaigns]
    users = [c.user for c in case.campaigns]
    return Table.of(
        "campaigns", user=users, index=[users[:i].count(user) for i, user in enumerate(users)],
        previous=[c.previous for c in case.campaigns], think_time=[c.think_time for c in case.campaigns],
        work=areas, longest=[max(r) for r in runtimes], inferred=np.zeros(len(users)))


def suited(policy: Policy, cases: Iterable[Case]) -> list[Case]:
    """Those of the cases the policy can run; skips where it runs other kinds of jobs than these altogether."""
    found = [case for case in cases if _suits(policy, case)]
    if not found and policy.kind not in ("rigid", "campaign"):
        pytest.skip(f"{policy.key} runs other kinds of jobs than these")
    assert found, f"no case here is one that {policy.key} can run"
    return found


def _suits(policy: Policy, case: Case) -> bool:
    try:
        suit(policy, case.workload)
    except NotSuited:
        return False
    return True


def exact(case: Case) -> Case:
    """The case with every requested time equal to the runtime."""
    return replace(case, jobs=tuple(replace(job, requested_time=job.runtime) for job in case.jobs))


def stretched(case: Case, factor: int) -> Case:
    """The case with all times multiplied."""
    jobs = tuple(replace(j, submit=factor * j.submit, runtime=factor * j.runtime,
                         requested_time=factor * j.requested_time) for j in case.jobs)
    campaigns = tuple(replace(c, think_time=factor * c.think_time) for c in case.campaigns)
    return replace(case, jobs=jobs, campaigns=campaigns, waits=tuple(factor * wait for wait in case.waits))


# -- by number --------------------------------------------------------------------------------------------------------


def rigid(seed: int) -> Case:
    """20 to 40 jobs on 4 to 16 processors, requested times from exact to far too long."""
    draw = Random(f"rigid {seed}")
    machine, n = draw.randint(4, 16), draw.randint(20, 40)
    span, longest, widest = draw.choice((1, 20, 60)), draw.choice((3, 8, 20)), draw.choice((2, machine // 2, machine))
    jobs = [_job(draw, draw.randrange(span), longest, widest) for _ in range(n)]
    return Case(machine, tuple(sorted(jobs, key=lambda job: job.submit)))


def _job(draw: Random, submit: int, longest: int, widest: int) -> Job:
    runtime = draw.randint(1, longest)
    return Job(submit, runtime, runtime + draw.choice((0, 0, 1, 2, longest)), draw.randint(1, widest))


def closed(seed: int, widest: int = 0) -> Case:
    """Up to 5 users with up to 8 campaigns each; `widest` 1 makes all jobs sequential, 0 leaves it to chance."""
    draw = Random(f"closed {seed} {widest}")
    machine = draw.randint(1, 6)
    widest = widest or draw.randint(1, machine)
    longest, thinks = draw.choice((2, 5, 12)), draw.choice(((0,), (0, 0, 1, 3), range(51)))
    plans = []
    for _ in range(draw.randint(1, 5)):
        first = draw.choice((0, 0, 0, draw.randrange(12)))
        most = draw.choice((2, 2, 4, 8))    # campaigns; the more of them, the fewer jobs in each
        sizes = [draw.randint(1, draw.choice((2, 4, 24 // most))) for _ in range(draw.randint(1, most))]
        plans.append([(draw.choice(thinks) if i else first, [_job(draw, 0, longest, widest) for _ in range(size)])
                      for i, size in enumerate(sizes)])
    return assemble(machine, plans)


def assemble(machine: int, plans: list[list[tuple[int, list[Job]]]]) -> Case:
    """A closed case from [user][campaign] = (first submit or think time, jobs).

    Rows are ordered by the earliest possible submit, then user: that is the order of the file.
    """
    rough = []
    for user, plan in enumerate(plans):
        earliest = 0
        for index, (gap, jobs) in enumerate(plan):
            earliest += gap
            rough.append((earliest, user, index, gap, jobs))
            area = sum(job.runtime * job.processors for job in jobs)
            earliest += max(-(-area // machine), max(job.runtime for job in jobs))
    rough.sort(key=lambda entry: entry[:3])
    number = {(user, index): i for i, (_, user, index, _, _) in enumerate(rough)}
    rows: list[Job] = []
    campaigns = []
    for earliest, user, index, gap, jobs in rough:
        own = tuple(range(len(rows), len(rows) + len(jobs)))
        campaigns.append(Campaign(user, own, number.get((user, index - 1), -1), gap if index else 0))
        rows += [replace(job, submit=earliest) for job in jobs]
    return Case(machine, tuple(rows), tuple(campaigns))


# -- by hypothesis ----------------------------------------------------------------------------------------------------


@st.composite
def jobs(draw: st.DrawFn, widest: int, latest: int = 12) -> Job:
    runtime = draw(st.integers(1, 9))
    over = draw(st.sampled_from((0, 0, 1, 5)))
    return Job(draw(st.integers(0, latest)), runtime, runtime + over, draw(st.integers(1, widest)))


@st.composite
def rigid_cases(draw: st.DrawFn) -> Case:
    machine = draw(st.integers(1, 8))
    drawn = draw(st.lists(jobs(machine), min_size=1, max_size=14))
    return Case(machine, tuple(sorted(drawn, key=lambda job: job.submit)))


@st.composite
def closed_cases(draw: st.DrawFn, sequential: bool = False) -> Case:
    machine = draw(st.integers(1, 6))
    campaign = st.tuples(st.integers(0, 6), st.lists(jobs(1 if sequential else machine, latest=0), min_size=1, max_size=5))
    return assemble(machine, draw(st.lists(st.lists(campaign, min_size=1, max_size=3), min_size=1, max_size=4)))
