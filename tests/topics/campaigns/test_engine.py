"""The compiled parts of the kernels for campaigns, each against the obvious way to do the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.topics.campaigns.adapters.campaigns import shares
from scheduler.topics.campaigns.engine.campaigns import new_campaigns
from scheduler.topics.campaigns.engine.deadlines import new_deadlines
from scheduler.topics.campaigns.engine.virtual import new_virtual
from tests.cases.parts import pop
from tests.topics.campaigns.parts import (
    begin,
    complete_one,
    join,
    next_completion,
    promise,
    read_clock,
    set_deadline,
    whole,
)


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
