"""What fractional scheduling notes in its log: who made all jobs be placed anew and at which yield, and who gave way."""

from __future__ import annotations

import pytest

from scheduler.engine.decision_log import KINDS, RULES
from tests.topics.fractional.fractions import drawn, simulated

HERE = pytest.approx


def told(jobs, nodes: int, scheme: str, **params) -> list[tuple]:
    """(time, kind, job, rule, blocker, value) of the log, arrivals and ends apart."""
    d = simulated(jobs, nodes, scheme, **params).decisions
    assert d is not None
    rows = zip(
        d.time.tolist(),
        d.kind.tolist(),
        d.job.tolist(),
        d.rule.tolist(),
        d.blocker.tolist(),
        d.value.tolist(),
        strict=True,
    )
    return [
        (time, KINDS[kind], job, RULES[rule], blocker, None if value != value else HERE(value))
        for time, kind, job, rule, blocker, value in rows
        if KINDS[kind] not in ("arrive", "end")
    ]


def test_every_packing_says_who_made_it_and_at_which_yield() -> None:
    # Two jobs of need 1 on one node: 64/128 is the largest step that fits; one job alone: 127/128.
    jobs = [(0, 100, 1, 1.0, 0.5), (40, 100, 1, 1.0, 0.5)]
    assert told(jobs, 1, "MCB8 */opt=min") == [
        (0, "pack", 0, "packed_at_arrival", 0, 127 / 128),
        (0, "start", 0, "packed_at_arrival", 0, 127 / 128),
        (40, "pack", 1, "packed_at_arrival", 1, 64 / 128),
        (40, "start", 1, "packed_at_arrival", 1, 64 / 128),
        (160, "pack", 0, "packed_at_end", 0, 127 / 128),
        (200, "pack", 1, "packed_at_end", 1, 0),
    ]


def test_at_a_period_nobody_is_the_cause_and_who_waits_for_it_is_told() -> None:
    assert told([(0, 700, 1, 1.0, 0.5), (1, 700, 1, 1.0, 0.5)], 1, "/per")[:5] == [
        (0, "pack", -1, "packed_at_period", -1, 127 / 128),
        (0, "start", 0, "packed_at_period", -1, 127 / 128),
        (1, "skip", 1, "awaits_period", -1, None),
        (600, "pack", -1, "packed_at_period", -1, 64 / 128),
        (600, "start", 1, "packed_at_period", -1, 64 / 128),
    ]


def test_a_move_at_a_period_tells_the_yield_it_was_made_for() -> None:
    jobs = [(1, 5000, 1, 0.4, 0.2), (1, 5000, 1, 0.4, 0.2)]
    assert told(jobs, 2, "Greedy/per")[:4] == [
        (1, "start", 0, "placed_at_arrival", -1, None),
        (1, "start", 1, "placed_at_arrival", -1, None),
        (600, "pack", -1, "packed_at_period", -1, 127 / 128),
        (600, "migrate", 1, "packed_at_period", -1, 127 / 128),
    ]


def test_with_stretch_per_the_value_is_an_inverse_stretch() -> None:
    # Two jobs of need 1 on one node get .5 each: a stretch of 2, found to a ten-thousandth.
    rows = told([(0, 500, 1, 1.0, 0.5), (0, 500, 1, 1.0, 0.5)], 1, "/stretch-per")
    assert [row[:5] for row in rows[:3]] == [
        (0, "pack", -1, "packed_for_stretch", -1),
        *((0, "start", job, "packed_for_stretch", -1) for job in (0, 1)),
    ]
    assert rows[0][5] == HERE(0.5)


def test_who_is_left_out_of_a_packing_is_told_the_yield() -> None:
    jobs = [(0, 100, 1, 1.0, 0.6), (0, 100, 1, 1.0, 0.6)]
    assert told(jobs, 1, "MCB8 */opt=min")[:3] == [
        (0, "pack", 0, "packed_at_arrival", 0, 127 / 128),
        (0, "start", 0, "packed_at_arrival", 0, 127 / 128),
        (0, "skip", 1, "left_out", -1, 127 / 128),
    ]


def test_who_gives_way_knows_for_whom() -> None:
    jobs = [(0, 1000, 1, 0.2, 0.6), (0, 1000, 1, 0.2, 0.3), (100, 50, 1, 0.2, 0.8)]
    assert told(jobs, 2, "GreedyP *")[2:] == [
        (100, "pause", 1, "made_way", 2, None),
        (100, "start", 2, "forced_in", -1, None),
        (150, "resume", 1, "room_left", -1, None),
    ]
    assert told(jobs, 2, "GreedyPM *")[2:] == [
        (100, "migrate", 1, "made_way", 2, None),
        (100, "start", 2, "forced_in", -1, None),
    ]


def test_a_job_without_memory_is_told_once() -> None:
    jobs = [(0, 100, 1, 1.0, 0.6), (10, 10, 1, 1.0, 0.6), (20, 5, 1, 0.1, 0.1)]
    assert told(jobs, 1, "Greedy *")[1:3] == [
        (10, "skip", 1, "memory_short", -1, None),
        (20, "start", 2, "placed_at_arrival", -1, None),
    ]


@pytest.mark.parametrize("scheme", ["GreedyPM */per/opt=min/minvt=600", "MCB8 */per", "/stretch-per"])
def test_each_packing_has_one_row_and_its_moves_its_value(scheme: str) -> None:
    seen = 0
    for seed in range(25):
        rows = told(*drawn(seed), scheme)
        packs = {row[0]: row for row in rows if row[1] == "pack"}
        assert len(packs) == sum(row[1] == "pack" for row in rows)
        seen += len(packs)
        for time, kind, _, rule, blocker, value in rows:
            if kind != "pack" and rule.startswith("packed"):
                assert (rule, blocker, value) == (packs[time][3], packs[time][4], packs[time][5].expected)
    assert seen > 25
