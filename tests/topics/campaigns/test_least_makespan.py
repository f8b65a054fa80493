"""The least completion of sequential jobs, against every assignment tried in turn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.topics.campaigns.bounds.least_makespan import MOST_JOBS, least
from tests.cases.every_case import every_case


def of_all_assignments(runtimes: list[float], free: list[float]) -> float:
    """The smallest latest end of a job over every assignment."""
    found = []
    for where in product(range(len(free)), repeat=len(runtimes)):
        ends = list(free)
        last = 0.0
        for runtime, processor in zip(runtimes, where, strict=True):
            ends[processor] += runtime
            last = max(last, ends[processor])
        found.append(last)
    return min(found)


@every_case("seed", range(60))
def test_as_every_assignment_tried_in_turn(seed: int) -> None:
    random = np.random.default_rng(seed)
    processors = int(random.integers(1, 4))
    runtimes = random.integers(1, 9, int(random.integers(1, 7))).astype(float).tolist()
    free = random.integers(0, 6, processors).astype(float).tolist() if seed % 2 else [0.0] * processors
    assert least(runtimes, processors, free) == of_all_assignments(runtimes, free)


def test_processors_that_are_free_late_may_stay_idle() -> None:
    assert least([2, 2], 2, [0, 100]) == 4


def test_the_classic_bad_case_of_lpt() -> None:
    assert least([5, 5, 4, 4, 3, 3, 3], 3) == 9


def test_no_job_is_done_at_once_and_too_many_are_refused() -> None:
    assert least([], 3) == 0
    with pytest.raises(Unsupported, match=f"at most {MOST_JOBS}"):
        least([1] * (MOST_JOBS + 1), 2)
