"""Blame is by overlap, and who was let past a waiting job is told: equal to a plain twin, under every policy."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from layouts.pages.by_hand import by_hand_page as by_hand
from scheduler.analysis.hold_causes import BUSY, RESERVATION
from scheduler.analysis.wait_causes import reasons
from scheduler.errors import Unsupported
from scheduler.explain.job import explain
from scheduler.explain.overtaking import overtaking
from scheduler.explain.wait_parts import made_way, parts_of
from scheduler.manual.typed_jobs import workload as typed
from scheduler.model.trace import Platform
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.analysis.test_reasons import CASES, recorded
from tests.cases import moldable, strategies
from tests.cases.small import schedule, workload
from tests.cases.told import wait_sentence
from tests.naive import blame as naive_blame
from tests.twins.test_clusters_twin import logged

POLICIES = all_policies()
CLUSTERED = ["fcfs", "easy", "wfp3 easy", "conservative start", "conservative none"]
HOUR = 3600


@cache
def schedules(key):
    """Some runs of a policy on random workloads, with their logs."""
    policy = POLICIES[key]
    if policy.kind == "moldable":
        return [run for seed in range(6) if (run := _of_moldable(key, seed))]
    cases = strategies.suited(policy, strategies.told(policy, [*CASES[::3], recorded(5)]))
    return [simulate(case.workload, key, decisions="all") for case in cases[:6]]


def _of_moldable(key, seed):
    try:
        return simulate(
            moldable.workload(
                moldable.drawn(seed, 9, 5), 5, submits=[3 * (row % 3) for row in range(9)] if key == "batch" else ()
            ),
            key,
            decisions="all",
        )
    except Unsupported:
        return None


def waiting(made, step=4):
    return np.flatnonzero(made.placed.start > made.placed.submit)[::step].tolist()


def check(made, job):
    """Shares sum to their parts, none exceeds its overlap, and those of too few processors are the twin's; returns how many."""
    placed, blamed = made.placed, 0
    for part in parts_of(made, job):
        assert sum(one.seconds for one in part.culprits) == pytest.approx(part.seconds, rel=1e-9)
        known = [one for one in part.culprits if one.job >= 0]
        blamed += len(known)
        for one in known:
            there = max(
                0, min(placed.end[one.job], placed.start[job]) - max(placed.submit[one.job], placed.submit[job])
            )
            most = float(naive_blame.overlap(made, job, one.job)) if part.kind == BUSY else there
            assert one.job != job and 0 < one.seconds <= most * (1 + 1e-9), (one, most)
        if part.kind == BUSY:
            table = reasons(made, np.array([job]))  # only the log tells when there was no memory
            lacking = table.take(table.kind == BUSY)
            spans = list(zip(lacking.begin.tolist(), lacking.end.tolist(), strict=True)) if made.shares_nodes else None
            twin = naive_blame.no_room(made, job, spans)
            assert {one.job: one.seconds for one in part.culprits} == pytest.approx(
                {other: float(share) for other, share in twin.items()}, rel=1e-9
            )
    return blamed


@pytest.mark.parametrize("key", POLICIES)
def test_nobody_is_blamed_for_longer_than_both_were_there(key):
    blamed = sum(check(made, job) for made in schedules(key) for job in waiting(made))
    assert blamed or key in ("recorded", "equipartition") or not any(waiting(made) for made in schedules(key))


@pytest.mark.parametrize("name", CLUSTERED)
def test_nor_on_several_clusters(name):
    assert sum(check(made, job) for made in logged(name)[:4] for job in waiting(made, 3))


@pytest.mark.parametrize("key", POLICIES)
def test_who_is_named_by_the_log_waits_or_runs_then(key):
    for made in schedules(key):
        table, placed = reasons(made), made.placed
        assert (table.culprit[table.kind == BUSY] == -1).all()
        named = table.take(table.culprit >= 0)
        assert (placed.submit[named.culprit] <= named.begin).all()
        until = np.where(named.kind == RESERVATION, placed.start[named.culprit], placed.end[named.culprit])
        assert (named.end <= until).all()


@pytest.mark.parametrize("key", POLICIES)
def test_who_had_the_processors_meanwhile_is_what_a_plain_look_finds(key):
    for made in schedules(key):
        for job in waiting(made):
            groups, idle = naive_blame.meanwhile(made, job)
            found = overtaking(made, job)
            for group, twin in zip(found.groups, groups, strict=True):
                assert dict(zip(group.jobs.tolist(), group.area.tolist(), strict=True)) == pytest.approx(
                    {other: float(area) for other, area in twin.items()}
                )
                assert (np.diff(group.area) <= 0).all()
            assert found.idle == pytest.approx(float(idle), abs=1e-6)


# ---- logs made after real ones -------------------------------------------------------------------------------------

# A job of nearly the whole machine, which narrow ones pass for 100 h; the last of them runs for an hour at the end.
PASSED = [
    (0, 2 * HOUR, 2),
    (HOUR / 2, HOUR, 7),
    *((hour * HOUR, 3 * HOUR, 4) for hour in range(1, 98, 2)),
    (99.5 * HOUR, HOUR, 4),
]


@pytest.mark.parametrize("policy", ["backfill_fair", "backfill"])
def test_a_short_job_at_the_end_is_not_blamed_for_all_of_a_long_wait(policy):
    work = workload(PASSED, 8, users=[1, 2, *range(3, 52), 60])
    made = simulate(work, policy)
    last, (part,) = len(PASSED) - 1, parts_of(made, 1)
    assert made.placed.start[1] > 99 * HOUR and made.placed.end[last] == made.placed.start[1]
    share = {one.job: one.seconds for one in part.culprits}
    assert share[last] <= HOUR and part.seconds == made.wait[1] and len(share) == 51
    assert max(share.values()) <= 3 * HOUR
    assert made_way(made, 1).tolist() == [last]
    told = explain(made, 1)
    assert told[2] == (
        "Too few processors were free until job 152 ended (held by "
        f"{', '.join(f'job {work.jobs.job_id[one.job]}' for one in part.culprits[:3])} and 48 more)."
    )
    assert told[3] == "It could start when job 152 ended, which freed 4 processors and made room for it."
    assert told[4].startswith("50 jobs that came later went first: ")


def test_a_job_that_ran_for_minutes_does_not_take_days_of_blame():
    # 4 processors.  The second waits for all of them; one job holds 3 for 80 h, and a short one the fourth at the end.
    made = simulate(workload([(0, 80 * HOUR, 3), (HOUR, 5 * HOUR, 3), (79.5 * HOUR, HOUR / 2, 1)], 4), "easy")
    assert made.placed.start.tolist() == [0, 80 * HOUR, 79.5 * HOUR]
    (part,) = parts_of(made, 1)
    assert [(one.job, one.seconds) for one in part.culprits] == [(0, 78.5 * HOUR + HOUR * 0.375), (2, HOUR * 0.125)]
    assert (
        wait_sentence(made, 1)
        == "Too few processors were free until job 101 and job 103 ended (held mostly by job 101)."
    )


def test_no_processor_is_held_by_a_job_in_a_cluster_too_small():
    work = replace(workload([(0, 9, 2), (0, 5, 4), (1, 3, 3)], 6), platform=Platform(6, clusters=(2, 4)))
    made = simulate(work, "easy")
    assert made.placed.cluster.tolist() == [0, 1, 1]
    assert [(one.job, one.seconds) for one in parts_of(made, 2)[0].culprits] == [(1, 4.0)]


def test_where_nobody_runs_nobody_is_blamed():
    made = schedule(workload([(0, 5, 3)], 2), [4], policy="recorded")
    assert [(part.kind, part.culprits) for part in parts_of(made, 0)] == [(BUSY, ((-1, 4.0),))]
    assert wait_sentence(made, 0) == "Too few processors were free all this time."


# ---- starvation -----------------------------------------------------------------------------------------------------


def starved():
    # one processor: while the first runs come a long job and a short one, then a short one whenever one ends
    return workload([(0, 100, 1), (1, 500, 1), (2, 50, 1), *((110 + 50 * k, 50, 1) for k in range(7))], 1)


def test_a_long_job_that_short_ones_pass_says_so():
    made = simulate(starved(), "sjf")
    assert made.placed.start[1] == 500
    assert explain(made, 1)[2:6] == [
        "Too few processors were free until job 110 ended (held by job 101, job 103, job 104 and 6 more).",
        "It could start when job 110 ended, which freed 1 processor and made room for it.",
        "8 jobs that came later went first: job 103, job 104, job 105 and 5 more.",
        "While it waited, jobs that came later took 400 processor-seconds and jobs that ran when it was submitted took "
        "99 processor-seconds.",
    ]
    as_recorded = schedule(made.workload, made.placed.start, policy="recorded")
    assert explain(as_recorded, 1)[4:6] == explain(made, 1)[4:6]


def test_in_order_of_submission_nobody_who_came_later_goes_first():
    for made in schedules("fcfs"):
        assert all("No job that came later went first." in explain(made, job) for job in waiting(made, 9))


# ---- who was ahead --------------------------------------------------------------------------------------------------


def test_by_hand_the_job_ahead_is_the_one_that_was_ahead_then():
    sheet = by_hand.example()
    told = explain(simulate(typed(sheet.jobs, sheet.processors), "fcfs"), 4)
    assert "From 03:00:00 to 08:00:00 it stood behind job 3, which nothing may pass." in told
    assert "From 08:00:00 to 11:00:00 it stood behind job 4, which nothing may pass." in told
    assert told[2] == (
        "For 6 h 00 min too few processors were free (held by job 3, job 2 and job 1); for 2 h 00 min "
        "processors were kept free for the head of the queue (job 3)."
    )


def test_nobody_is_ahead_after_the_end_of_a_log_that_was_cut():
    work = workload([(0, 10, 1), (1, 10, 1), (2, 10, 1), (3, 10, 1)], 1)
    told = explain(simulate(work, "fcfs", decisions=(0.0, 10.5)), 3)
    assert told[-3:] == [
        "From 3 s to 10 s it stood behind job 102, which nothing may pass.",
        "Why it waited from 10 s to 30 s was not kept.",
        "The decision to start it was not kept, so the reason for it is not known.",
    ]


def test_half_of_the_time_is_not_most_of_it():
    # a machine of one processor: two hours of the first, then two of the second
    made = simulate(workload([(0, 2 * HOUR, 1), (0, 2 * HOUR, 1), (0, HOUR, 1)], 1), "backfill")
    assert "mostly" not in wait_sentence(made, 2) and "held by job 101 and job 102)" in wait_sentence(made, 2)
    longer = simulate(workload([(0, 2 * HOUR + 1, 1), (0, 2 * HOUR, 1), (0, HOUR, 1)], 1), "backfill")
    assert "held mostly by job 101)" in wait_sentence(longer, 2)
