"""Priority queues against a plain twin, start for start, and by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases import plan_cases, small
from tests.cases.small import changed
from tests.cases.strategies import count
from tests.naive import rigid as naive
from tests.naive.priority_queues import ByQueue
from tests.naive.queues import PASSING

TWIN_OF = {"priority_queues": ByQueue}
FAMILIES = {"exact": 25, "inexact": 60, "closed": 40, "short": 80}
FIRST = {"": (), "2,0": (2, 0), "7": (7,)}


def in_queues(work: Workload, queues: Sequence[int]) -> Workload:
    return replace(work, jobs=changed(work.jobs, queue=np.array(queues)))


def drawn(seed: int, jobs: int) -> list[int]:
    draw = Random(f"queues {seed}")
    return [draw.choice((-1, 0, 1, 2, 7)) for _ in range(jobs)]


@pytest.mark.parametrize("passing", PASSING)
@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("family", FAMILIES)
def test_starts_are_those_of_the_twin(family: str, first: str, passing: str) -> None:
    differ = 0
    for seed, case in enumerate(plan_cases.of(family, count(FAMILIES[family]))):
        queues = drawn(seed, len(case.jobs))
        params = {"queues": first or None, "passing": passing}
        found = simulate(in_queues(case.workload, queues), "priority_queues", params, decisions=None)
        wanted = naive.run(
            ByQueue(queues, FIRST[first], PASSING[passing]), case.jobs, case.processors, case.campaigns
        ).starts
        assert found.placed.start.tolist() == wanted, seed
        differ += wanted != naive.run(PASSING[passing], case.jobs, case.processors, case.campaigns).starts
    assert differ


def test_a_queue_that_goes_first_by_hand() -> None:
    """While 101 has the machine until 10: 102 in queue 1, 103 in queue 3, 104 in queue 2, 105 in queue 3, 2 s each."""
    work = in_queues(small.workload([(0, 10, 4), (1, 2, 4), (2, 2, 4), (3, 2, 4), (4, 2, 4)], 4), [1, 1, 3, 2, 3])
    assert simulate(work, "priority_queues").placed.start.tolist() == [0, 10, 14, 12, 16]
    assert simulate(work, "priority_queues", {"queues": "3"}).placed.start.tolist() == [0, 14, 10, 16, 12]
    assert simulate(work, "priority_queues", {"queues": "2,3,1"}).placed.start.tolist() == [0, 16, 12, 10, 14]
    assert "job 103" in " ".join(explain(simulate(work, "priority_queues", {"queues": "3"}), 1))


def test_jobs_of_other_queues_pass_a_wide_one_only_where_they_may() -> None:
    """103, in the queue that goes first, needs all 4 processors; 102 would fit beside 101."""
    work = in_queues(small.workload([(0, 10, 2), (2, 5, 1), (1, 3, 4)], 4), [1, 1, 3])
    starts = [
        simulate(work, "priority_queues", {"queues": "3", "passing": way}).placed.start.tolist()
        for way in ("none", "easy", "any")
    ]
    assert starts == [[0, 13, 10], [0, 2, 10], [0, 2, 10]]


@pytest.mark.parametrize("text", ["x", "1,1", "1;2", "2.5"])
def test_what_is_no_list_of_queues_is_refused(text: str) -> None:
    with pytest.raises(ParamError, match="queues"):
        simulate(small.workload([(0, 1, 1)], 1), "priority_queues", {"queues": text})


def test_a_wrong_order_is_told_from_the_right_one() -> None:
    """Those that are not named, by their number from the highest on."""

    class Highest(ByQueue):
        def place(self, row: int) -> tuple[int, int]:
            group, number = super().place(row)
            return group, -number if group else number

    cases = [(case, drawn(seed, len(case.jobs))) for seed, case in enumerate(plan_cases.of("short", 50))]
    right, wrong = (
        [
            naive.run(kind(queues, (), PASSING["none"]), case.jobs, case.processors, case.campaigns).starts
            for case, queues in cases
        ]
        for kind in (ByQueue, Highest)
    )
    assert right != wrong
