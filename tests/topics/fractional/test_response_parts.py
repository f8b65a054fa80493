"""The parts of a response: by hand, against exact sums, and for every policy."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from scheduler.topics.fractional.analysis.response_parts import response_parts
from tests.cases.small import campaigns, workload
from tests.topics.fractional.fractions import drawn, naive_result, simulated
from tests.topics.fractional.naive.measures import virtual_time

SCHEMES = [str(scheme) for scheme in published()]


def parts_of(schedule, job: int) -> dict[str, float]:
    return {name: round(float(column[job]), 6) for name, column in response_parts(schedule)._asdict().items()}


def test_paused_slowed_and_punished() -> None:
    """Job 0 runs alone for 50 s, is paused 20 s, punished 300 s beside job 2, then slowed to a half for 10 s more."""
    made = simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6), (360, 10, 1, 1, 0.3)], 1, "GreedyP *")
    assert parts_of(made, 0) == {"worked": 100, "waiting": 0, "paused": 20, "slowed": 5, "penalty": 300}
    assert parts_of(made, 1) == {"worked": 20, "waiting": 0, "paused": 0, "slowed": 0, "penalty": 0}
    assert parts_of(made, 2) == {"worked": 10, "waiting": 0, "paused": 0, "slowed": 10, "penalty": 0}


def test_waiting_for_memory() -> None:
    made = simulated([(0, 100, 1, 1, 0.6), (40, 20, 1, 1, 0.6)], 1, "Greedy *")
    assert parts_of(made, 1) == {"worked": 20, "waiting": 60, "paused": 0, "slowed": 0, "penalty": 0}


@pytest.mark.parametrize("seed", range(30))
def test_parts_sum_to_the_response_and_agree_with_exact_sums(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulated(jobs, nodes, SCHEMES[seed * 7 % len(SCHEMES)])
    parts, result = response_parts(made), naive_result(made)
    assert parts.response == pytest.approx(made.response, abs=1e-6)
    assert parts.worked == pytest.approx(made.workload.jobs.runtime, abs=1e-4)
    assert all(np.all(column >= 0) for column in parts)
    for row, pieces in result.pieces.items():
        assert parts.worked[row] == pytest.approx(float(virtual_time(pieces, result.end[row])), abs=1e-6)
        held = sum((piece.end - piece.begin for piece in pieces), Fraction(0))
        assert parts.paused[row] == pytest.approx(float(result.end[row] - result.start[row] - held), abs=1e-6)
        assert parts.penalty[row] == pytest.approx(
            float(sum((piece.end - piece.begin for piece in pieces if piece.kind == "penalty"), Fraction(0))), abs=1e-6
        )


@pytest.mark.parametrize(
    "policy",
    [key for key, entry in all_policies().items() if entry.kind == "rigid" and not entry.needs and not entry.random],
)
def test_whoever_runs_in_one_piece_only_waits_and_works(policy: str) -> None:
    made = simulate(workload([(0, 7, 3), (0, 5, 2), (1, 4, 4), (2, 3, 1), (9, 6, 2)], 4), policy)
    parts = response_parts(made)
    assert parts.worked.tolist() == made.workload.jobs.runtime.tolist()
    assert parts.waiting.tolist() == made.wait.tolist()
    assert not np.any((parts.paused, parts.slowed, parts.penalty))


def test_turns_are_pauses() -> None:
    """Two users with 30 s of work each, on one processor, in turns of 10 s: u1 10 u2 10 u1 10 u2 10 u1 10 u2 10."""
    two = campaigns([(1, -1, 0, [30]), (2, -1, 0, [30])], 1, [0, 0])
    parts = response_parts(simulate(two, "round_robin", {"quantum": 10.0}))
    assert parts.paused.tolist() == [20, 20] and parts.waiting.tolist() == [0, 10]
    assert parts.worked.tolist() == [30, 30] and not np.any((parts.slowed, parts.penalty))
