"""The compiled parts, each against the obvious way to do the same."""

from __future__ import annotations

import heapq
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scheduler.engine.decision_log import new_log
from scheduler.engine.rigid.sessions import job_ended, new_sessions, submit_ready
from scheduler.engine.structures.heap import new_heap
from scheduler.engine.structures.waiting import new_waiting
from tests.cases.parts import append, next_submission, note, pop, push, remove


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
