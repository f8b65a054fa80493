"""The compiled parts, each against the obvious way to do the same."""

from __future__ import annotations

import heapq
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.adapters.campaigns import shares
from scheduler.engine.campaigns.campaigns import new_campaigns
from scheduler.engine.campaigns.deadlines import new_deadlines
from scheduler.engine.campaigns.virtual import new_virtual
from scheduler.engine.decision_log import new_log
from scheduler.engine.rigid.sessions import job_ended, new_sessions, submit_ready
from scheduler.engine.structures.heap import new_heap
from scheduler.engine.structures.waiting import new_waiting
from tests.cases.parts import (
    append,
    begin,
    complete_one,
    join,
    next_completion,
    next_submission,
    note,
    pop,
    promise,
    push,
    read_clock,
    remove,
    set_deadline,
    whole,
)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40))
def test_a_heap_gives_back_the_least_time_then_the_least_item(pairs: list[tuple[int, int]]) -> None:
    heap, twin = new_heap(len(pairs)), list(pairs)
    for time, item in pairs:
        push(heap, float(time), item)
    heapq.heapify(twin)
    assert [pop(heap) for _ in pairs] == [heapq.heappop(twin)[1] for _ in pairs]
    assert heap.count[0] == 0


def test_the_waiting_keep_their_order_whoever_leaves() -> None:
    random, waiting, twin = Random(1), new_waiting(60), []
    for job in range(60):
        append(waiting, job)
        twin.append(job)
        if random.random() < 0.4:
            gone = twin.pop(random.randrange(len(twin)))
            remove(waiting, gone)
    found, job = [], waiting.next[60]
    while job != 60:
        found.append(int(job))
        job = waiting.next[job]
    assert found == twin


def test_a_campaign_is_submitted_after_its_predecessor_and_the_think_time() -> None:
    # campaigns {0, 2} then {1, 3}, think time 5
    sessions = new_sessions(
        np.array([0, 2, 4]),
        np.array([0, 2, 1, 3]),
        np.array([-1, 0]),
        np.array([0.0, 5.0]),
        np.array([4.0, 9.0, 4.0, 9.0]),
    )
    order, submit = np.zeros(4, np.int64), np.full(4, np.nan)
    assert next_submission(sessions) == 4.0
    assert submit_ready(sessions, 4.0, order, 0, submit) == 2
    job_ended(sessions, 2, 6.0)
    assert next_submission(sessions) == np.inf
    job_ended(sessions, 0, 10.0)
    assert next_submission(sessions) == 15.0
    assert submit_ready(sessions, 15.0, order, 2, submit) == 4
    assert order.tolist() == [0, 2, 1, 3]
    assert submit.tolist() == [4.0, 15.0, 4.0, 15.0]


def test_jobs_of_a_campaign_follow_with_their_offsets() -> None:
    sessions = new_sessions(
        np.array([0, 1, 3]),
        np.array([0, 1, 2]),
        np.array([-1, 0]),
        np.array([0.0, 5.0]),
        np.array([4.0, 20.0, 27.0]),
        np.array([0.0, 0.0, 7.0]),
    )
    order, submit = np.zeros(3, np.int64), np.full(3, np.nan)
    assert submit_ready(sessions, 4.0, order, 0, submit) == 1
    job_ended(sessions, 0, 10.0)
    assert submit_ready(sessions, 15.0, order, 1, submit) == 2
    assert next_submission(sessions) == 22.0
    assert submit_ready(sessions, 22.0, order, 2, submit) == 3
    assert submit.tolist() == [4.0, 15.0, 22.0]


def test_rows_beyond_the_buffer_or_the_window_are_counted() -> None:
    log = new_log(3, (0.0, 10.0), 2)
    for time in (1.0, 2.0, 3.0, 11.0):
        note(log, time, 0, 0, 0, 0, 1)
    assert log.count.tolist() == [3, 1]
    assert log.rows[:, 0].tolist() == [1.0, 2.0]


def test_the_virtual_clock_runs_at_processors_over_users() -> None:
    v, user = new_virtual(2, 2), np.array([0, 1])
    begin(v, 0, 0, 48.0, 0.0)
    begin(v, 1, 1, 18.0, 0.0)
    assert next_completion(v, 6) == 6.0  # 18 work at a share of 3
    read_clock(v, 6.0, 6)
    assert complete_one(v, user, 6.0) == 1
    assert next_completion(v, 6) == 11.0  # 30 left, alone on 6
    assert v.tag.tolist() == [48.0, 18.0]


def test_a_tag_fixed_at_submission_is_that_of_its_turn() -> None:
    v, user = new_virtual(3, 2, holds=False), np.array([0, 1, 0])
    for campaign, work in ((0, 48.0), (1, 18.0), (2, 10.0)):
        promise(v, campaign, user[campaign], work)
    assert v.tag.tolist() == [48.0, 18.0, 58.0]  # the second of user 0 comes after 48
    begin(v, 0, 0, 48.0, 0.0)
    begin(v, 1, 1, 18.0, 0.0)
    assert [complete(v, user, 6) for _ in range(2)] == [(1, 6.0), (0, 11.0)]
    begin(v, 2, 0, 10.0, 11.0)
    assert v.tag[2] == 58.0
    assert complete(v, user, 6) == (2, pytest.approx(11 + 10 / 6))


def complete(v, user: np.ndarray, processors: int) -> tuple[int, float]:
    """The next virtual completion: which campaign, and when."""
    now = next_completion(v, processors)
    read_clock(v, now, processors)
    return complete_one(v, user, now), now


@pytest.mark.parametrize(("latest", "due"), [([0, 0, 0], [10.0, 16.0, 8.0]), ([0, 1, 1], [10.0, 26.0, 28.0])])
def test_deadlines_add_up_per_user_or_count_from_the_submission(latest: list[int], due: list[float]) -> None:
    deadlines = new_deadlines(np.array([5.0, 3.0, 4.0]), 2, np.array(latest))
    found = [
        set_deadline(deadlines, campaign, user, now)
        for campaign, user, now in ((0, 0, 0.0), (1, 0, 20.0), (2, 1, 20.0))
    ]
    assert found == deadlines.due.tolist() == due


@pytest.mark.parametrize("passes", [False, True])
def test_ready_campaigns_come_by_key_then_rank(passes: bool) -> None:
    random = Random(2)
    keys = [(float(random.randrange(5)), rank) for rank in range(20)]
    c = new_campaigns(np.zeros(20, np.int64), np.ones(20), np.arange(21), np.arange(20), 1, passes)
    for key, rank in keys:
        join(c, key, rank)
    if passes:
        assert list(zip(c.ready.time.tolist(), c.ready.item.tolist(), strict=True)) == sorted(keys)
    assert [pop(c.ready) for _ in keys] == [rank for _, rank in sorted(keys)]


def test_a_hair_beside_a_whole_number_is_that_number() -> None:
    assert whole(3.00000009) == 3.0
    assert whole(2.99999991) == 3.0
    assert whole(3.0000002) == 3.0000002


def test_shares_change_when_a_user_comes_or_goes() -> None:
    table = shares(np.array([0, 1, 1]), np.array([0.0, 2.0, 5.0]), np.array([8.0, 5.0, 6.0]), 6)
    rows = list(zip(table.time.tolist(), table.user.tolist(), table.share.tolist(), strict=True))
    assert rows == [(0, 0, 6), (2, 0, 3), (2, 1, 3), (6, 0, 6), (6, 1, 0), (8, 0, 0)]
