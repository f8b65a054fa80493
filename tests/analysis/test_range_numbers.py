"""The numbers of a range of time are those that a walk from instant to instant, job by job, finds."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.analysis.idle import reasons
from scheduler.analysis.idle_over_time import idle_steps
from scheduler.analysis.window_summary import OUTSIDE, Spread, range_numbers, spread
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import small, strategies

POLICIES = all_policies()
RIGID = ("fcfs", "easy", "backfill", "conservative", "sjf", "saf")
RANGES = ((0, 1), (3, 7), (0, 40), (5, 6), (-4, 2), (11, 300), (-7, 500), (400, 401))


def recorded(seed):
    case = strategies.rigid(seed)
    return replace(case, waits=tuple((7 * job + seed) % 23 for job in range(len(case.jobs))))


CASES = [
    made(seed)
    for made in (recorded, strategies.closed, strategies.portioned, strategies.alone, strategies.single)
    for seed in range(3)
]


@cache
def runs(key):
    return [simulate(case.workload, key) for case in strategies.suited(POLICIES[key], CASES)]


class Walk:
    """One range of one run, instant by instant and job by job."""

    def __init__(self, schedule, begin, end, counted=None):
        self.schedule, self.begin, self.end = schedule, begin, end
        self.placed = list(
            zip(
                *(schedule.placed.columns[name].tolist() for name in ("job", "submit", "start", "end", "processors")),
                strict=True,
            )
        )
        parts = schedule.segments
        held = (
            [(job, start, stop, size) for job, _, start, stop, size in self.placed]
            if parts is None
            else list(
                zip(*(parts.columns[name].tolist() for name in ("job", "begin", "end", "processors")), strict=True)
            )
        )
        self.jobs = [row for row in self.placed if counted is None or counted[row[0]]]
        among = {row[0] for row in self.jobs}
        self.held = [row for row in held if row[0] in among]
        instants = {begin, end, *(t for row in held for t in row[1:3]), *(row[1] for row in self.placed)}
        self.grid = sorted(t for t in instants if begin <= t <= end)

    def steps(self):
        """(instant, how long until the next one)"""
        return [(a, b - a) for a, b in zip(self.grid, self.grid[1:], strict=False)]

    def holders(self, t):
        return [(job, size) for job, start, stop, size in self.held if start <= t < stop]

    def counts(self):
        inside = [t for t, _ in self.steps()]
        running = {job for t in inside for job, _ in self.holders(t)}
        waiting = {job for job, submit, start, _, _ in self.jobs for t in inside if submit <= t < start}
        paused = {
            job
            for job, _, start, end, _ in self.jobs
            for t in inside
            if start <= t < end and job not in {held for held, _ in self.holders(t)}
        }
        return {
            "submitted": sum(self.begin <= row[1] < self.end for row in self.jobs),
            "started": sum(self.begin <= row[2] < self.end for row in self.jobs),
            "ended": sum(self.begin < row[3] <= self.end for row in self.jobs),
            "running": len(running),
            "waiting": len(waiting),
            "paused": len(paused),
        }

    def used(self, user=None):
        owner = self.schedule.workload.jobs.user
        return sum(
            size * width
            for t, width in self.steps()
            for job, size in self.holders(t)
            if user is None or owner[job] == user
        )

    def idle(self):
        machine = self.schedule.workload.platform.processors
        return sum(max(machine - sum(size for _, size in self.holders(t)), 0) * width for t, width in self.steps())

    def waits(self, user=None):
        owner = self.schedule.workload.jobs.user
        return [
            start - submit
            for job, submit, start, _, _ in self.jobs
            if self.begin <= start < self.end and (user is None or owner[job] == user)
        ]

    def stretches(self):
        runtime = self.schedule.workload.jobs.runtime
        return [
            (end - submit) / runtime[job] for job, submit, start, end, _ in self.jobs if self.begin <= start < self.end
        ]


def whole(schedule):
    columns = [schedule.placed.submit, schedule.placed.start, schedule.placed.end]
    columns += [] if schedule.segments is None else [schedule.segments.begin, schedule.segments.end]
    return all((column == np.floor(column)).all() for column in columns)


def compare(schedule, begin, end, counted=None):
    found = range_numbers(schedule, begin, end, idle_steps(schedule), counted)
    walk = Walk(schedule, begin, end, counted)
    near = (lambda value: value) if whole(schedule) else (lambda value: pytest.approx(value, rel=1e-9, abs=1e-9))
    assert found.counts == walk.counts()
    assert found.used == near(walk.used())
    assert found.capacity == schedule.workload.platform.processors * (end - begin)
    assert found.users.used.tolist() == near([walk.used(user) for user in found.users.user])
    assert found.users.started.tolist() == [len(walk.waits(user)) for user in found.users.user]
    assert (np.diff(found.users.used) <= 0).all()
    assert sum(found.users.started) == found.counts["started"]
    waits = sorted(walk.waits())
    if waits:
        assert (found.wait.min, found.wait.max) == (waits[0], waits[-1])
        assert found.wait.mean == pytest.approx(sum(waits) / len(waits))
    else:
        assert all(math.isnan(value) for value in (*found.wait[1:], *found.stretch[1:]))
    assert (found.wait.sum, found.stretch.sum) == pytest.approx((sum(waits), sum(walk.stretches())))
    if counted is None:
        assert found.idle_by_reason is not None
        assert list(found.idle_by_reason) == [*reasons(schedule), OUTSIDE]
        assert found.idle == near(walk.idle())
        assert sum(found.idle_by_reason.values()) == near(found.idle)
        assert found.used + found.idle == near(found.capacity + found.excess)
    else:
        assert found.idle_by_reason is None
        assert math.isnan(found.idle)


@pytest.mark.parametrize("key", POLICIES)
def test_every_policy_and_range(key):
    for schedule in runs(key):
        for begin, end in RANGES:
            compare(schedule, float(begin), float(end))


@pytest.mark.parametrize("key", ["easy", "round_robin", "recorded", "ostrich"])
def test_some_of_the_jobs(key):
    for schedule in runs(key):
        counted = np.arange(len(schedule.placed)) % 3 != 1
        for begin, end in RANGES:
            compare(schedule, float(begin), float(end), counted)


@given(strategies.rigid_cases(), st.sampled_from(RIGID), st.integers(-5, 60), st.integers(1, 50))
def test_whatever_the_jobs(case, key, begin, width):
    compare(simulate(case.workload, key), float(begin), float(begin + width))


def test_five_jobs_by_hand():
    work = small.workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4, users=[7, 7, 8, 9, 9])
    run = small.schedule(work, [0, 4, 1, 7, 7])  # FCFS but for job 3
    found = range_numbers(run, 2.0, 8.0, idle_steps(run))
    assert found.counts == {"submitted": 0, "started": 3, "ended": 3, "running": 5, "waiting": 3, "paused": 0}
    assert found.used == 2 * 3 + 3 * 4 + 1 + 1 + 2
    assert found.idle == 24 - 22
    assert found.wait == Spread(16.0, 4.0, 6.0, 16 / 3, 6.0, 6.0)
    assert found.stretch.sum == pytest.approx(7 / 3 + 12 / 6 + 8 / 2)
    assert work.jobs.user_id[np.searchsorted(work.jobs.user, found.users.user)].tolist() == [7, 9, 8]
    assert found.users.used.tolist() == [18.0, 3.0, 1.0]
    assert found.users.wait.tolist()[:2] == [4.0, 6.0]
    assert math.isnan(found.users.wait[2])


def test_what_a_log_holds_beyond_its_machine_makes_up_for_nothing():
    run = small.schedule(small.workload([(0, 4, 3), (0, 2, 3)], 4), [0, 0], policy="recorded")
    found = range_numbers(run, 0.0, 4.0, idle_steps(run))
    assert (found.used, found.excess, found.idle) == (18.0, 4.0, 2.0)


def test_an_end_belongs_to_the_range_before_it():
    run = small.schedule(small.workload([(0, 4, 1)], 1), [0])
    assert [range_numbers(run, *span).counts["ended"] for span in ((0.0, 4.0), (4.0, 8.0), (3.0, 5.0))] == [1, 0, 1]


def test_no_jobs_at_all():
    run = small.schedule(small.workload([], 4), [])
    found = range_numbers(run, 0.0, 10.0, idle_steps(run))
    assert (found.used, found.idle, set(found.counts.values())) == (0.0, 40.0, {0})


def test_percentiles_lie_between_neighbors():
    assert spread(np.arange(101.0)) == Spread(5050.0, 0.0, 50.0, 50.0, 95.0, 100.0)
    assert spread(np.array([1.0, 2.0])).p95 == pytest.approx(1.95)
