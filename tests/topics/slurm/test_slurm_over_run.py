"""The plain twin of slurm by hand: jobs bound to a reservation that ends before their limit, and when they are stopped."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.topics.slurm.files.times import NEVER
from tests.cases.width import width
from tests.topics.slurm.naive.slurm import NOBODY, Account, Cluster, Config, SlurmJob
from tests.topics.slurm.test_slurm import drawn

DEFAULTS = checked(all_policies()["slurm"].params, None)
ALL = frozenset(range(4))
FIRST, LAST = frozenset({0, 1}), frozenset({2, 3})


def run(
    jobs: list[SlurmJob],
    *reserved: tuple,
    kept: tuple = (),
    partitions: dict | None = None,
    qos: dict | None = None,
    tree: Account | None = None,
    **values: Any,
) -> tuple[list[int], Cluster]:
    """(starts, the run) on four nodes of one processor; reservations: (begin, end, nodes, flexible)."""
    twin = Cluster(
        jobs,
        Config(
            (1,) * 4,
            DEFAULTS | values,
            partitions or {0: (ALL, 1, 1)},
            qos or {},
            kept=kept,
            reserved=reserved,
            tree=tree,
        ),
    )
    return twin.run(), twin


def bound(submit: int, runtime: int, limit: int, size: int, name: int = 0, **more: Any) -> SlurmJob:
    return SlurmJob(submit, runtime, limit, size, reservation=name, **more)


@pytest.mark.parametrize(
    ("runtime", "over", "stopped"),
    [
        (20, 0, []),
        (50, 0, []),
        (51, 0, [50]),
        (80, 0, [50]),
        (80, 10, [60]),
        (80, 29, [79]),
        (80, 30, []),
        (80, NEVER, []),
    ],
)
def test_it_starts_whatever_its_limit_and_is_stopped_if_it_still_runs(
    runtime: int, over: float, stopped: list[int]
) -> None:
    """The reservation is from 0 to 50 s; who ends at the time at which it would be stopped ends by itself."""
    starts, twin = run([bound(0, runtime, 100, 2)], (0, 50, FIRST, False), resv_over_run=over)
    assert starts == [0] and twin.stopped == [(0, 0, end, NOBODY) for end in stopped]
    assert twin.cancelled == set(range(len(stopped))) and twin.ended == {0}


def test_a_flexible_one_stops_nobody() -> None:
    starts, twin = run([bound(0, 80, 100, 2)], (0, 50, FIRST, True))
    assert starts == [0] and twin.stopped == []


def test_who_starts_after_it_is_not_stopped() -> None:
    """102 has room when 101 ends, together with the reservation."""
    starts, twin = run([bound(0, 20, 20, 4), bound(10, 50, 60, 2)], (0, 20, ALL, False), resv_over_run=5)
    assert starts == [0, 20] and twin.stopped == []


def test_in_the_second_in_which_it_begins_and_in_its_last_one() -> None:
    jobs = [bound(0, 70, 70, 1), bound(9, 70, 70, 1), SlurmJob(0, 1, 1, 1)]
    starts, twin = run(jobs, (5, 10, FIRST, False), batch_sched_delay=0)
    assert starts == [5, 9, 0] and twin.stopped == [(0, 5, 10, NOBODY), (1, 9, 10, NOBODY)]


@pytest.mark.parametrize(("submit", "over", "start"), [(50, 0, 50), (10, 0, 50), (10, 7, 57), (56, 7, 57), (57, 7, 57)])
def test_others_start_at_once_on_its_nodes(submit: int, over: int, start: int) -> None:
    """One job ends at 50 by itself and one is stopped; then comes the job that wants all nodes, with the main pass of an end."""
    jobs = [bound(0, 80, 100, 2), bound(0, 50, 100, 2), SlurmJob(submit, 5, 200, 4)]
    starts, twin = run(jobs, (0, 50, ALL, False), resv_over_run=over, batch_sched_delay=1000)
    assert starts == [0, 0, start] and twin.stopped == [(0, 0, 50 + over, NOBODY)]


def test_the_backfill_pass_starts_it_too() -> None:
    """102 has no room until 40, and closes the reservation for the main pass; 103 is over by its limit before, and behind the end at 20."""
    starts, twin = run(
        [bound(0, 40, 40, 3), bound(0, 30, 30, 4), bound(0, 30, 30, 1)], (0, 20, ALL, False), bf_resolution=1
    )
    assert starts == [0, 20, 0] and twin.backfilled == {2}
    assert twin.stopped == [(0, 0, 20, NOBODY), (2, 0, 20, NOBODY)]


def test_what_is_planned_counts_with_the_whole_limit() -> None:
    """101 is stopped at 70, but may run until 100 by its limit: 102 is planned for then, and 103, which may run until 90, goes first."""
    jobs = [bound(0, 100, 100, 2), SlurmJob(0, 10, 50, 4), SlurmJob(1, 60, 60, 2)]
    starts, twin = run(jobs, (0, 20, FIRST, False), bf_resolution=1, resv_over_run=50)
    assert starts == [0, 90, 30] and twin.backfilled == {2} and twin.stopped == [(0, 0, 70, NOBODY)]


@pytest.mark.parametrize(("size", "start"), [(1, 0), (2, 60)])
@pytest.mark.parametrize("maintenance", [False, True])
def test_other_reservations_count_with_the_whole_limit(size: int, start: int, maintenance: bool) -> None:
    """Node 2 is taken from 60 to 80: one that needs it, too, waits for the first pass behind the end of its reservation, on 3 and 4."""
    other = (60, 80, frozenset({1}))
    kept, more = ((other,), ()) if maintenance else ((), ((*other, False),))
    starts, twin = run([bound(0, 30, 100, size)], (0, 50, FIRST, False), *more, kept=kept)
    assert starts == [start] and twin.stopped == []


@pytest.mark.parametrize(
    ("nodes", "limit", "starts", "stopped"),
    [
        (FIRST, 60, [40, 40], [(1, 40, 80, NOBODY)]),
        (FIRST, 40, [0, 40], [(1, 40, 80, NOBODY)]),
        (LAST, 60, [0, 40], [(0, 0, 40, NOBODY), (1, 40, 80, NOBODY)]),
    ],
)
def test_one_reservation_right_after_another(
    nodes: frozenset[int], limit: int, starts: list[int], stopped: list[tuple]
) -> None:
    """From 40 to 80 it is on the same nodes, where a limit of 60 does not fit, so that 101 goes to the others then, or on the others."""
    jobs = [bound(0, min(limit, 50), limit, 2), bound(0, 90, 90, 2, 1)]
    mine, twin = run(jobs, (0, 40, FIRST, False), (40, 80, nodes, False), batch_sched_delay=0)
    assert mine == starts and twin.stopped == stopped


def test_nodes_that_it_has_are_no_room_for_the_next_reservation() -> None:
    """By its limit 101 is over when the second one begins at 60, which it may not share; 102 waits for the end of 101 in the first."""
    jobs = [bound(0, 60, 60, 2), bound(5, 30, 30, 2), bound(5, 30, 30, 2, 1)]
    starts, twin = run(jobs, (0, 50, FIRST, False), (60, 100, FIRST, False), resv_over_run=20, batch_sched_delay=0)
    assert starts == [0, 60, 60] and twin.stopped == []


def test_dependents_start_then() -> None:
    starts, _ = run([bound(0, 80, 100, 1), SlurmJob(0, 5, 5, 1, after=(0,))], (0, 50, FIRST, False))
    assert starts == [0, 50]


@pytest.mark.parametrize("limit", ["MaxJobsPerUser", "GrpCPUs", "GrpNodes", "MaxSubmitJobsPerUser"])
def test_limits_count_it_no_longer(limit: str) -> None:
    jobs = [bound(0, 80, 100, 1), SlurmJob(0, 5, 5, 1)]
    starts, _ = run(jobs, (0, 50, FIRST, False), qos={0: (0, 1.0, {limit: 1})})
    assert starts == [0, 50]


@pytest.mark.parametrize(("at_end", "usage"), [(True, 100), (False, 80)])
def test_its_usage_is_that_until_it_is_stopped(at_end: bool, usage: int) -> None:
    """Two processors from 0 to 50 s, or only until the last tick at 40."""
    tree = Account("root", 1, [Account("physics", 1, [Account(0, 1)])])
    run(
        [bound(0, 80, 100, 2, account="physics")],
        (0, 50, FIRST, False),
        tree=tree,
        priority="multifactor",
        weight_fairshare=1,
        half_life=0,
        calc_period=20,
        usage_at_end=at_end,
    )
    assert tree.usage == tree.children[0].children[0].usage == usage


@pytest.mark.parametrize(
    ("mode", "stopped"),
    [("requeue", [(0, 0, 10, 1), (0, 30, 100, NOBODY)]), ("cancel", [(0, 0, 10, 1)]), ("off", [(0, 0, 100, NOBODY)])],
)
def test_with_preemption(mode: str, stopped: list[tuple]) -> None:
    """Who was put back into the queue starts once more within the reservation, and is not put back when that is over."""
    jobs = [bound(0, 300, 400, 4), bound(10, 20, 20, 4, partition=1)]
    starts, twin = run(
        jobs,
        (0, 100, ALL, False),
        partitions={0: (ALL, 1, 1), 1: (ALL, 2, 1)},
        preempt="partition_prio",
        preempt_mode=mode,
        requeue_wait=5,
    )
    assert starts == [0, 100 if mode == "off" else 10] and twin.stopped == stopped
    assert twin.cancelled == {0}


def test_who_starts_again_after_it_is_not_stopped() -> None:
    jobs = [bound(0, 300, 400, 4), bound(10, 20, 20, 4, partition=1)]
    starts, twin = run(
        jobs,
        (0, 25, ALL, False),
        partitions={0: (ALL, 1, 1), 1: (ALL, 2, 1)},
        preempt="partition_prio",
        preempt_mode="requeue",
        requeue_wait=5,
        resv_over_run=60,
    )
    assert starts == [0, 10] and twin.stopped == [(0, 0, 10, 1)] and twin.starts[0] == 30


def test_drawn_workloads_have_all_of_it() -> None:
    """Many are stopped, at the times of ends, submissions and ticks, and nobody runs longer than may be."""
    late = with_end = with_submission = with_tick = ends_then = 0
    seeds = width(50, 200)
    for seed in range(seeds):
        jobs, _, config = drawn(seed)
        twin = Cluster(jobs, config)
        twin.run()
        over = config.values.get("resv_over_run", 0)
        ends = {row: start + jobs[row].runtime for row, start in twin.starts.items() if row not in twin.cancelled}
        stops = {row: end for row, _, end, killer in twin.stopped if killer == NOBODY}
        for row, end in (ends | stops).items():
            name, start = jobs[row].reservation, twin.starts[row]
            until = (
                math.inf
                if name is None or config.reserved[name][3] or start >= config.reserved[name][1]
                else (config.reserved[name][1] + over)
            )
            assert end == until if row in stops else end <= until, seed
            ends_then += row not in stops and end == until
        late += len(stops)
        with_end += sum(end in ends.values() for end in stops.values())
        with_submission += sum(end in {job.submit for job in jobs} for end in stops.values())
        with_tick += sum((end - twin.origin) % config.values["bf_interval"] == 0 for end in stops.values())
    assert late > 0.3 * seeds and with_tick > 0.075 * seeds
    assert min(with_end, with_submission, ends_then) > 0.05 * seeds
