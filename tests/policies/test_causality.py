"""No policy sees the future: what happens later cannot change what was decided before.

A runtime becomes known when the job ends (before that there is its requested time), a submission when it is made.
Policies that say so (`information`) are excused: from the first those that know runtimes, from the second those that know the
future, which are no schedulers but something to compare schedulers with.  Those that know how many users there will be
are tried where nobody's only submissions are still to come.

Where jobs are slowed, paused and moved, all they do up to an instant is compared, not only their starts.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.naive.rigid import Job

Begun = dict[int, tuple]  # row -> (submit, start, and what it did where it is slowed, paused and moved)
every_policy = pytest.mark.parametrize("key", list(all_policies()))


@cache
def varied() -> list[Case]:
    seeds = range(1_000, 1_000 + count(60))
    rigid = [strategies.rigid(seed) for seed in seeds]
    waits = [replace(case, waits=tuple(Random(str(case)).randrange(30) for _ in case.jobs)) for case in rigid]
    return waits + [strategies.closed(seed) for seed in seeds] + [strategies.closed(seed, widest=1) for seed in seeds]


def suited(key: str) -> list[tuple[Random, Case]]:
    """(source of choices, case) of the cases the policy can run."""
    policy = all_policies()[key]
    return [
        (Random(number), case)
        for number, case in enumerate(strategies.suited(policy, strategies.told(policy, varied())))
    ]


def outcome(key: str, case: Case) -> Schedule:
    return simulate(case.workload, key, QUICK.get(key), decisions=None)


QUICK = {"dfrs": {"scheme": "GreedyPM */per/minvt=6", "period": 7.0, "penalty": 2.0}}  # jobs here take seconds


def started(made: Schedule, before: float, rows: list[int] | None = None) -> Begun:
    """What had been submitted and started before that instant, and done until then; rows: the names to give them."""
    names, placed, did = rows or range(len(made.placed)), made.placed, done(made, before)
    return {
        name: (submit, start, did.get(row))
        for row, (name, submit, start) in enumerate(zip(names, placed.submit, placed.start, strict=True))
        if start < before
    }


def done(made: Schedule, before: float) -> dict[int, list[tuple]]:
    """row -> (begin, end, yield, nodes) until that instant, where there are segments."""
    s, found = made.segments, {}
    if s is None:
        return {}
    at = placed_at(made)
    for row in range(len(s)):
        if s.begin[row] < before:
            piece = (s.begin[row], min(s.end[row], before), s.yield_[row], at.get(row))
            found.setdefault(int(s.job[row]), []).append(piece)
    return found


def placed_at(made: Schedule) -> dict[int, list[tuple]]:
    """segment -> its runs of nodes."""
    found: dict[int, list[tuple]] = {}
    if made.places is not None:
        p = made.places
        for segment, *run in zip(p.segment, p.first, p.count, p.tasks, strict=True):
            found.setdefault(int(segment), []).append(tuple(run))
    return found


def with_runtime(case: Case, row: int, runtime: int) -> Case:
    changed = list(case.jobs)
    changed[row] = replace(changed[row], runtime=runtime)
    return replace(case, jobs=tuple(changed))


def another_runtime(choose: Random, job: Job) -> int:
    """Some runtime up to the requested time, other than the job's if there is one."""
    return choose.choice([p for p in range(1, job.requested_time + 1) if p != job.runtime] or [job.runtime])


@every_policy
def test_a_runtime_changes_nothing_before_the_job_ends(key: str) -> None:
    if "runtime" in all_policies()[key].information:
        pytest.skip(f"{key} says that it knows runtimes")
    compared = 0
    for choose, case in suited(key):
        made = outcome(key, case)
        for row in choose.sample(range(len(case.jobs)), min(3, len(case.jobs))):
            other = outcome(key, with_runtime(case, row, another_runtime(choose, case.jobs[row])))
            known = min(made.placed.end[row], other.placed.end[row])
            assert started(other, known) == started(made, known)
            compared += made.placed.end[row] != other.placed.end[row]
    assert compared


def until(case: Case, submits: list[float], last: float) -> tuple[Case, list[int]]:
    """The case without what is submitted after `last`, and the rows that are left."""
    rows = [row for row, submit in enumerate(submits) if submit <= last]
    new = {row: number for number, row in enumerate(rows)}
    kept = [number for number, campaign in enumerate(case.campaigns) if campaign.rows[0] in new]
    campaigns = tuple(
        replace(c, rows=tuple(new[row] for row in c.rows), previous=kept.index(c.previous) if c.previous >= 0 else -1)
        for c in (case.campaigns[number] for number in kept)
    )
    return replace(
        case,
        jobs=tuple(case.jobs[row] for row in rows),
        campaigns=campaigns,
        waits=tuple(case.waits[row] for row in rows) if case.waits else (),
        needs=tuple(case.needs[row] for row in rows) if case.needs else (),
        homes=tuple(case.homes[row] for row in rows) if case.homes else (),
    ), rows


@every_policy
def test_later_submissions_change_nothing_before_they_are_made(key: str) -> None:
    if "future" in all_policies()[key].information:
        pytest.skip(f"{key} says that it knows what will be submitted")
    compared = 0
    for choose, case in suited(key):
        made = outcome(key, case)
        submits = made.placed.submit.tolist()
        last = choose.choice(submits)
        fewer, rows = until(case, submits, last)
        later = [submit for submit in submits if submit > last]
        users = {campaign.user for campaign in case.campaigns} - {campaign.user for campaign in fewer.campaigns}
        if not later or (users and "users" in all_policies()[key].information):
            continue
        assert started(outcome(key, fewer), min(later), rows) == started(made, min(later))
        compared += 1
    assert compared
