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

from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload
from scheduler.policies import Policy
from scheduler.simulate import check_supported
from tests.cases.width import width
from tests.naive.rigid import Campaign, Job

EXPLORE = os.environ.get("HYPOTHESIS_PROFILE") == "explore"
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def count(cases: int) -> int:
    """How many cases to try: a tenth, and 20 at least; a third with --all, and all of them where tests explore."""
    return cases if EXPLORE else max(cases // (width(10, 3) if COMPILED else 10), 20)


@dataclass(frozen=True)
class Case:
    """Jobs on `processors` processors; arrivals are closed where there are campaigns."""

    processors: int
    jobs: tuple[Job, ...]
    campaigns: tuple[Campaign, ...] = ()
    waits: tuple[int, ...] = ()  # as a log would tell; () unknown
    inferred: bool = False  # campaigns were, and so their jobs may be submitted at different times
    needs: tuple[tuple[float, float], ...] = ()  # CPU need and memory of a task of each job; () not told
    clusters: tuple[int, ...] = ()  # processors of each; () one machine
    homes: tuple[int, ...] = ()  # cluster of each local job, -1 a grid run; () nothing told of a grid

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
        "jobs",
        line=np.arange(n) + 1,
        job_id=np.arange(n) + 1,
        user=user,
        user_id=np.array(user) + 1,
        group=zeros,
        queue=zeros,
        partition=zeros,
        campaign=[owner.get(row, -1) for row in range(n)],
        repaired=zeros,
        recorded_wait=case.waits or zeros - 1,
        **{
            name: [getattr(job, name) for job in case.jobs]
            for name in ("submit", "runtime", "requested_time", "processors")
        },
    )
    if case.needs:
        jobs.columns["cpu_need"], jobs.columns["memory"] = np.array(case.needs).T
    if case.homes:
        jobs.columns["home"] = np.array(case.homes)
        jobs.columns["grid"] = (jobs.columns["home"] < 0).astype(np.int64)
    common = {"name": "case", "platform": Platform(case.processors, clusters=case.clusters), "jobs": jobs}
    if not case.campaigns:
        return Workload(**common)
    return Workload(
        **common,
        campaigns=_campaigns(case),
        arrivals="closed",
        job_ptr=np.cumsum([0] + [len(c.rows) for c in case.campaigns]),
        members=np.array([row for c in case.campaigns for row in c.rows], np.int64),
    )


def _campaigns(case: Case) -> Table:
    runtimes = [[case.jobs[row].runtime for row in c.rows] for c in case.campaigns]
    areas = [sum(case.jobs[row].runtime * case.jobs[row].processors for row in c.rows) for c in case.campaigns]
    users = [c.user for c in case.campaigns]
    return Table.of(
        "campaigns",
        user=users,
        index=[users[:i].count(user) for i, user in enumerate(users)],
        previous=[c.previous for c in case.campaigns],
        think_time=[c.think_time for c in case.campaigns],
        work=areas,
        longest=[max(r) for r in runtimes],
        inferred=np.full(len(users), case.inferred),
    )


def suited(policy: Policy, cases: Iterable[Case]) -> list[Case]:
    """Those of the cases the policy can run; skips where it runs other kinds of jobs than these altogether."""
    found = [case for case in cases if _suits(policy, case)]
    if not found and policy.kind not in ("rigid", "campaign"):
        pytest.skip(f"{policy.key} runs other kinds of jobs than these")
    assert found, f"no case here is one that {policy.key} can run"
    return found


def told(policy: Policy, cases: Iterable[Case]) -> list[Case]:
    """The cases, with the needs of tasks, or with clusters and grid runs, if the policy wants to know them."""
    if "grid" in policy.needs:
        return [with_grid(case) for case in cases]
    return [with_needs(case) for case in cases] if "needs" in policy.needs else list(cases)


def with_grid(case: Case) -> Case:
    """The machine as two clusters, unless it is too small; of the jobs of one processor some are grid runs."""
    draw = Random(str(case))
    sizes = (
        (case.processors - case.processors // 3, case.processors // 3) if case.processors > 2 else (case.processors,)
    )
    homes = [-1 if job.processors == 1 or not draw.randrange(3) else draw.randrange(len(sizes)) for job in case.jobs]
    jobs = tuple(
        replace(job, processors=1 if home < 0 else min(job.processors, sizes[home]))
        for job, home in zip(case.jobs, homes, strict=True)
    )
    return replace(case, jobs=jobs, homes=tuple(homes), clusters=sizes if len(sizes) > 1 else ())


def with_needs(case: Case) -> Case:
    """Some needs of CPU and memory, the same ones for the same jobs."""
    draw = Random(str(case))
    return replace(
        case, needs=tuple((draw.choice((0.25, 0.5, 1.0)), draw.choice((0.1, 0.25, 0.4, 0.6))) for _ in case.jobs)
    )


def _suits(policy: Policy, case: Case) -> bool:
    try:
        check_supported(policy, case.workload)
    except Unsupported:
        return False
    return True


def exact(case: Case) -> Case:
    """The case with every requested time equal to the runtime."""
    return replace(case, jobs=tuple(replace(job, requested_time=job.runtime) for job in case.jobs))


def stretched(case: Case, factor: int) -> Case:
    """The case with all times multiplied."""
    jobs = tuple(
        replace(j, submit=factor * j.submit, runtime=factor * j.runtime, requested_time=factor * j.requested_time)
        for j in case.jobs
    )
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
        most = draw.choice((2, 2, 4, 8))  # campaigns; the more of them, the fewer jobs in each
        sizes = [draw.randint(1, draw.choice((2, 4, 24 // most))) for _ in range(draw.randint(1, most))]
        plans.append(
            [
                (draw.choice(thinks) if i else first, [_job(draw, 0, longest, widest) for _ in range(size)])
                for i, size in enumerate(sizes)
            ]
        )
    return assemble(machine, plans)


def assemble(machine: int, plans: list[list[tuple[int, list[Job]]]], inferred: bool = False) -> Case:
    """A closed case from [user][campaign] = (first submit or think time, jobs); submit of a job: after its campaign's.

    Rows are ordered by the earliest possible submit, then user: that is the order of the file.
    """
    rough, gaps = [], {}
    for user, plan in enumerate(plans):
        earliest = 0
        for index, (gap, jobs) in enumerate(plan):
            earliest += gap
            gaps[user, index] = gap if index else 0
            rough += [(earliest + job.submit, user, index, replace(job, submit=earliest + job.submit)) for job in jobs]
            area = sum(job.runtime * job.processors for job in jobs)
            earliest += max(-(-area // machine), max(job.submit + job.runtime for job in jobs))
    rough.sort(key=lambda entry: entry[:3])
    owners = [(user, index) for _, user, index, _ in rough]
    number = {owner: i for i, owner in enumerate(dict.fromkeys(owners))}
    campaigns = [
        Campaign(
            owner[0],
            tuple(row for row, other in enumerate(owners) if other == owner),
            number.get((owner[0], owner[1] - 1), -1),
            gaps[owner],
        )
        for owner in number
    ]
    return Case(machine, tuple(job for *_, job in rough), tuple(campaigns), inferred=inferred)


def portioned(seed: int, widest: int = 0) -> Case:
    """As closed(), jobs of a campaign submitted at different times; some campaigns wait for no other one."""
    draw = Random(f"portioned {seed} {widest}")
    machine = draw.randint(1, 5)
    widest = widest or draw.randint(1, machine)
    longest, offsets = draw.choice((2, 5, 9)), draw.choice(((0, 0, 1), (0, 2, 3), range(12)))
    plans = []
    for _ in range(draw.randint(1, 4)):
        plans.append(
            [
                (
                    draw.choice((0, 0, 1, 4)),
                    [_job(draw, draw.choice(offsets), longest, widest) for _ in range(draw.randint(1, 5))],
                )
                for _ in range(draw.randint(1, 4))
            ]
        )
    plans = [[(gap, _from_zero(jobs)) for gap, jobs in plan] for plan in plans]
    return _some_alone(draw, assemble(machine, plans, inferred=True))


def _from_zero(jobs: list[Job]) -> list[Job]:
    first = min(job.submit for job in jobs)
    return [replace(job, submit=job.submit - first) for job in jobs]


def _some_alone(draw: Random, case: Case) -> Case:
    """In one case out of four, half of the campaigns are submitted as recorded, whatever came before."""
    if draw.randrange(4):
        return case
    alone = [replace(c, previous=-1, think_time=0) if draw.randrange(2) else c for c in case.campaigns]
    return replace(case, campaigns=tuple(alone))


def overdue(seed: int) -> Case:
    """A user with long campaigns, others with many short ones and a think time now and then: deadlines are missed."""
    draw = Random(f"overdue {seed}")
    machine = draw.randint(1, 3)
    plans = [[(draw.choice((0, 0, 2)), [_job(draw, 0, 15, 1) for _ in range(draw.randint(1, 3))]) for _ in range(2)]]
    for _ in range(draw.randint(1, 2)):
        plans.append(
            [
                (draw.choice((0, 0, 0, 1)), [_job(draw, 0, 2, 1) for _ in range(draw.randint(1, 3))])
                for _ in range(draw.randint(3, 8))
            ]
        )
    return assemble(machine, plans)


def alone(seed: int) -> Case:
    """One user with up to 6 campaigns of sequential jobs, not always from 0 on, with and without think times."""
    draw = Random(f"alone {seed}")
    thinks = draw.choice(((0,), (0, 2, 5)))
    plan = [
        (draw.choice(thinks), [_job(draw, 0, draw.choice((2, 7)), 1) for _ in range(draw.randint(1, 9))])
        for _ in range(draw.randint(1, 6))
    ]
    return assemble(draw.randint(1, 4), [plan])


def single(seed: int) -> Case:
    """Up to 7 users with one campaign of sequential jobs each, all at 0."""
    draw = Random(f"single {seed}")
    return assemble(
        draw.randint(1, 4),
        [
            [(0, [_job(draw, 0, draw.choice((2, 7)), 1) for _ in range(draw.randint(1, 5))])]
            for _ in range(draw.randint(1, 7))
        ],
    )


def together(seed: int, begin: int = 0, wide: bool = False) -> Case:
    """All users at the same instant, no think time, exact estimates: where the promises of campaign-scheduling hold."""
    draw = Random(f"together {seed}")
    machine, longest = draw.randint(1, 4), draw.choice((2, 4, 9))
    plans = [
        [
            (
                0 if index else begin,
                [
                    _job(draw, 0, longest, machine if wide else 1)
                    for _ in range(draw.randint(1, draw.choice((1, 3, 7))))
                ],
            )
            for index in range(draw.randint(1, 4))
        ]
        for _ in range(draw.randint(1, 5))
    ]
    return exact(assemble(machine, plans))


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
    campaign = st.tuples(
        st.integers(0, 6), st.lists(jobs(1 if sequential else machine, latest=0), min_size=1, max_size=5)
    )
    return assemble(machine, draw(st.lists(st.lists(campaign, min_size=1, max_size=3), min_size=1, max_size=4)))


@st.composite
def portioned_cases(draw: st.DrawFn, sequential: bool = False) -> Case:
    """Jobs of a campaign submitted up to 6 s apart."""
    machine = draw(st.integers(1, 4))
    members = st.lists(jobs(1 if sequential else machine, latest=6), min_size=1, max_size=4).map(_from_zero)
    campaign = st.tuples(st.integers(0, 3), members)
    plans = draw(st.lists(st.lists(campaign, min_size=1, max_size=3), min_size=1, max_size=3))
    return assemble(machine, plans, inferred=True)
