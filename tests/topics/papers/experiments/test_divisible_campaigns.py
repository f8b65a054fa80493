"""Divisible campaigns against a machine stepped through second by second, and deadlines that are always met."""

from __future__ import annotations

import numpy as np

from scheduler.topics.papers.experiments.campaign_scheduling_2012.divisible import interleave
from tests.cases.every_case import every_case


def stepped(lengths: list[list[int]], think: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """(completions, deadlines) in whole seconds: each second goes to the ready campaign that is due first."""
    k = len(lengths)
    left = [list(one) for one in lengths]
    at, ready = [0] * k, [one[0] for one in think]
    done: list[list[int]] = [[] for _ in lengths]
    due = [[ready[user] + k * lengths[user][0]] for user in range(k)]
    for now in range(sum(map(sum, lengths)) + sum(map(sum, think)) + 1):
        here = [user for user in range(k) if at[user] < len(lengths[user]) and ready[user] <= now]
        if not here:
            continue
        first = min(here, key=lambda user: (due[user][-1], user))
        left[first][at[first]] -= 1
        if left[first][at[first]] == 0:
            done[first].append(now + 1)
            at[first] += 1
            if at[first] < len(lengths[first]):
                ready[first] = now + 1 + think[first][at[first]]
                due[first].append(max(ready[first], due[first][-1]) + k * lengths[first][at[first]])
    return done, due


@every_case("seed", range(200))
def test_as_stepped_through_and_every_deadline_is_met(seed: int) -> None:
    random = np.random.default_rng(seed)
    lengths = [random.integers(1, 7, random.integers(1, 4)).tolist() for _ in range(random.integers(1, 5))]
    think = [random.integers(0, 9, len(one)).tolist() for one in lengths]
    cut = interleave(lengths, think)
    done, due = stepped(lengths, think)
    assert cut.complete == done and cut.deadline == due
    assert all(end <= by for ends, dues in zip(done, due, strict=True) for end, by in zip(ends, dues, strict=True))


def test_a_long_campaign_is_interrupted_by_one_that_is_due_earlier() -> None:
    """User 2 thinks until 2 s and is due at 4; user 1's ten seconds are split in two."""
    cut = interleave([[10], [1]], [[0], [2]])
    assert cut.complete == [[11], [3]] and cut.pieces == [[2], [1]] and cut.deadline == [[20], [4]]
