"""Rigid jobs around reservations against a plain twin, start for start, and by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.errors import ParamError, Unsupported
from scheduler.simulate import simulate
from tests.cases import small, strategies
from tests.cases.small import changed
from tests.cases.strategies import count
from tests.naive.reserved import AroundReservations

TWIN_OF = {"rigid_reservations": AroundReservations}
KEY = "rigid_reservations"


def reservations(seed: int, processors: int) -> list[tuple[int, int, int]]:
    """Up to three, of which no instant has more than there are processors."""
    draw, chosen = Random(f"reserved {seed}"), list[tuple[int, int, int]]()
    for _ in range(draw.randint(0, 3)):
        begin = draw.randint(0, 30)
        one = draw.randint(1, processors), begin, begin + draw.randint(1, 20)
        if all(sum(size for size, b, e in [*chosen, one] if b <= second < e) <= processors for second in range(60)):
            chosen.append(one)
    return chosen


def text(reserved: list[tuple[int, int, int]]) -> str | None:
    return ", ".join(f"{size}:{begin}-{end}" for size, begin, end in reserved) or None


@pytest.mark.parametrize("passing", ["any", "none"])
def test_starts_are_those_of_the_twin(passing: str) -> None:
    differ = 0
    for seed in range(count(120)):
        case = strategies.rigid(seed)
        reserved = reservations(seed, case.processors)
        params = {"reservations": text(reserved), "passing": passing}
        run = simulate(case.workload, KEY, params)
        wanted = AroundReservations(case.jobs, case.processors, reserved, passing == "any").starts()
        assert run.placed.start.tolist() == wanted, seed
        assert audit(run).passed
        differ += wanted != AroundReservations(case.jobs, case.processors, [], passing == "any").starts()
    assert differ > 10


def test_without_reservations_it_is_list_scheduling_or_first_come_first_served() -> None:
    for seed in range(20):
        work = strategies.rigid(seed).workload
        for passing, other in (("any", "backfill"), ("none", "fcfs")):
            run = simulate(work, KEY, {"passing": passing})
            assert run.placed.start.tolist() == simulate(work, other).placed.start.tolist()


def test_a_job_does_not_run_into_a_reservation_by_hand() -> None:
    """Two of four processors are somebody else's from 5 to 8 s: 101 (6 s, 3 processors) has to wait, 102 (4 s) has not."""
    work = small.workload([(0, 6, 3), (1, 4, 2), (2, 2, 2)], 4)
    assert simulate(work, KEY, {"reservations": "2:5-8"}).placed.start.tolist() == [8, 1, 2]
    assert simulate(work, KEY, {"reservations": "2:5-8", "passing": "none"}).placed.start.tolist() == [8, 14, 14]


def test_a_job_in_a_reservation_is_a_violation() -> None:
    work = small.workload([(0, 6, 3)], 4)
    run = simulate(work, KEY, {"reservations": "2:7-8"})
    assert run.placed.start.tolist() == [0] and audit(run).passed
    late = replace(run, placed=changed(run.placed, start=np.array([2.0]), end=np.array([8.0])))
    assert "busy or reserved" in str(audit(late).first_violation)


@pytest.mark.parametrize(("given", "error"), [("5:0-4", Unsupported), ("1:4-4", ParamError), ("x", ParamError)])
def test_what_cannot_be_reserved_is_refused(given: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        simulate(small.workload([(0, 1, 1)], 4), KEY, {"reservations": given})


def test_a_twin_that_looks_only_at_now_is_told_from_the_right_one() -> None:
    class OnlyNow(AroundReservations):
        def fits(self, row: int, now: int) -> bool:
            return self.jobs[row].processors + self.taken(now, now) <= self.processors

    cases = [(strategies.rigid(seed), reservations(seed, strategies.rigid(seed).processors)) for seed in range(30)]
    right, wrong = (
        [kind(case.jobs, case.processors, reserved, True).starts() for case, reserved in cases]
        for kind in (AroundReservations, OnlyNow)
    )
    assert right != wrong
