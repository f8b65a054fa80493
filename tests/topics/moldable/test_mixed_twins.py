"""Rigid jobs among moldable tasks, and tasks around reservations, against plain twins, start for start and width for width."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import inf, lcm
from random import Random

import pytest

from scheduler.formats import swf
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload as workload_of
from scheduler.simulate import simulate
from tests.cases import moldable
from tests.cases.strategies import count
from tests.topics.moldable import moldable_cases
from tests.topics.moldable.moldable_cases import epsilon
from tests.topics.moldable.naive.lists import ORDERS, listed
from tests.topics.moldable.naive.mixed import Aligned, FirstBatch, OnLine, Reserved, apart, around, is_rigid, kept
from tests.topics.moldable.naive.shelves import Plan, Tasks, TwoShelves

TWIN_OF = {"mixed_tasks": FirstBatch, "around_reservations": Aligned, "reservations_on_line": OnLine}
CASES = range(3, 3 + count(48))
WORTH = 1 / 4  # of the cases, so many have a single plan that is right, or the comparison says little


@cache
def drawn(seed: int) -> Tasks:
    """Moldable tasks, of which some are made rigid, of any width."""
    draw, tasks = Random(f"mixed {seed}"), moldable_cases.drawn(seed)
    whole = lcm(*range(1, tasks.processors + 1))
    rows = []
    for runtimes in tasks.runtimes:
        size = draw.randint(1, tasks.processors)
        rigid = (*[inf] * (size - 1), *[whole * draw.randint(1, 6)] * (tasks.processors - size + 1))
        rows.append(rigid if draw.random() < 0.5 else runtimes)
    return Tasks(tuple(rows), tasks.processors, tasks.weights)


def workload(tasks: Tasks, come: Sequence[int] = ()) -> Workload:
    """The same as the program sees it: a rigid job has its size and one runtime.  come: submissions, else all at 0."""
    lines = moldable.text(tasks.runtimes, tasks.processors, tasks.weights, come).splitlines()
    for row, runtimes in enumerate(tasks.runtimes):
        if is_rigid(tasks, row):
            size = 1 + runtimes.count(inf)
            lines[2 + row] = (
                f"{row + 1} {come[row] if come else 0} -1 {runtimes[-1]} {size} -1 -1 {size} {runtimes[-1]} -1 1 1 -1 "
                f"-1 -1 -1 -1 -1 {tasks.weights[row]}"
            )
    return workload_of(swf.read("\n".join([*lines, ""]).encode(), "mixed.swf"))


@cache
def reservations(seed: int) -> tuple[Reserved, ...]:
    """Up to three, together never more than there are processors."""
    tasks = drawn(seed)
    draw, whole = Random(f"reserved {seed}"), lcm(*range(1, tasks.processors + 1))
    made: list[Reserved] = []
    for _ in range(draw.randint(1, 3)):
        begin = whole * draw.randint(0, 12)
        one = Reserved(draw.randint(1, tasks.processors), begin, begin + whole * draw.randint(1, 8))
        if all(kept([*made, one], other.begin) <= tasks.processors for other in (*made, one)):
            made.append(one)
    return tuple(made)


@cache
def submits(seed: int) -> tuple[int, ...]:
    """Some at once, some when others end, some while the machine is reserved."""
    return tuple(moldable_cases.submits(seed, drawn(seed)))


def by_program(seed: int, key: str, **params) -> Plan:
    come = submits(seed) if key == "reservations_on_line" else ()
    run = simulate(workload(drawn(seed), come), key, {"epsilon": float(epsilon(seed)), **params}, decisions=None)
    return tuple(
        (Fraction(start), width)
        for start, width in zip(run.placed.start.tolist(), run.placed.processors.tolist(), strict=True)
    )


@cache
def shelves_of(seed: int) -> TwoShelves:
    return TwoShelves(drawn(seed), epsilon(seed))


def compared(key: str, params: dict, plans) -> tuple[dict[int, tuple], int]:
    """({case: the program's plan and the right ones} where it is none of these, cases with a single right one)."""
    wrong, single = {}, 0
    for seed in CASES:
        right = plans(seed)
        single += len(right) == 1
        given = params | (
            {"reservations": ", ".join(f"{one.processors}:{one.begin}-{one.end}" for one in reservations(seed))}
            if key in ("around_reservations", "reservations_on_line")
            else {}
        )
        found = by_program(seed, key, **given)
        if found not in right:
            wrong[seed] = found, right
    return wrong, single


def assert_agrees(key: str, params: dict, plans) -> None:
    """plans(seed): all right plans; the program's is one of them, and often there is one only."""
    wrong, single = compared(key, params, plans)
    assert wrong == {}
    assert single > WORTH * len(CASES)


@pytest.mark.parametrize(
    ("first", "inside", "order"),
    [
        ("moldable", "demt", "lptf"),
        ("rigid", "demt", "saf_moldable"),
        ("moldable", "smart", "shelf_order"),
        ("rigid", "lptf", "lptf"),
    ],
)
def test_one_kind_after_the_other_is_that_of_the_twin(first, inside, order):
    assert_agrees(
        "mixed_tasks",
        {"way": "apart", "first": first, "inside": inside, "order": order, "compaction": False},
        lambda seed: apart(drawn(seed), epsilon(seed), first, inside, order),
    )


@pytest.mark.parametrize("order", ORDERS)
def test_all_as_rigid_jobs_is_that_of_the_twin(order):
    assert_agrees(
        "mixed_tasks",
        {"way": "allotted", "order": order},
        lambda seed: listed(drawn(seed), shelves_of(seed), ORDERS[order]),
    )


def test_rigid_jobs_in_the_first_batch_are_those_of_the_twin():
    assert_agrees(
        "mixed_tasks",
        {"way": "first_batch", "compaction": False},
        lambda seed: FirstBatch(drawn(seed), shelves_of(seed)).one_after_the_other(),
    )
    assert_agrees(
        "mixed_tasks",
        {"way": "first_batch", "shuffles": 0},
        lambda seed: FirstBatch(drawn(seed), shelves_of(seed)).compacted(),
    )


@pytest.mark.parametrize(("order", "twin"), [("lptf", "lptf"), ("saf", "saf_moldable")])
def test_a_list_around_reservations_is_that_of_the_twin(order, twin):
    assert_agrees(
        "around_reservations",
        {"way": "around", "order": order},
        lambda seed: around(drawn(seed), shelves_of(seed), twin, reservations(seed)),
    )


def test_batches_between_reservations_are_those_of_the_twin():
    assert_agrees(
        "around_reservations",
        {"way": "aligned"},
        lambda seed: Aligned(drawn(seed), shelves_of(seed), reservations(seed)).plans(),
    )


@pytest.mark.parametrize(("order", "twin"), [("lptf", "lptf"), ("saf", "saf_moldable")])
def test_batches_on_line_around_reservations_are_those_of_the_twin(order, twin):
    assert_agrees("reservations_on_line", {"way": "around", "order": order}, lambda seed: on_line(seed, twin).plans())


def test_batches_on_line_between_reservations_are_those_of_the_twin():
    assert_agrees("reservations_on_line", {"way": "aligned"}, lambda seed: on_line(seed, "aligned").plans())


def on_line(seed: int, way: str) -> OnLine:
    return OnLine(drawn(seed), submits(seed), epsilon(seed), reservations(seed), way)


def test_the_cases_are_hard_enough():
    """Wide rigid jobs and moldable tasks together, and reservations that a plan without them would break."""
    mixed = [
        seed
        for seed in CASES
        if {is_rigid(drawn(seed), row) for row in range(len(drawn(seed).runtimes))} == {True, False}
    ]
    assert len(mixed) > len(CASES) / 3
    broken = [
        seed
        for seed in CASES
        if not around(drawn(seed), shelves_of(seed), "lptf", ())
        & around(drawn(seed), shelves_of(seed), "lptf", reservations(seed))
    ]
    assert len(broken) > len(CASES) / 3


# -- wrong twins ------------------------------------------------------------------------------------------------------


class LightestFirst(FirstBatch):
    """Takes the lightest rigid jobs first."""

    def heaviest_first(self, rows):
        return super().heaviest_first(rows)[::-1]


class NotTriedAgain(Aligned):
    """Goes on to longer batches behind one that was cut."""

    def next_length(self, length, cut):
        return length * self.alpha


class WaitsForReservations(OnLine):
    """Begins no batch while something is reserved."""

    def seen_from(self, now):
        return [one._replace(begin=min(one.begin, 0)) for one in super().seen_from(now)]


WRONG = {
    "the lightest first": (
        "mixed_tasks",
        {"way": "first_batch", "compaction": False},
        lambda seed: LightestFirst(drawn(seed), shelves_of(seed)).one_after_the_other(),
    ),
    "reservations to come are not seen": (
        "around_reservations",
        {"way": "around"},
        lambda seed: around(drawn(seed), shelves_of(seed), "lptf", reservations(seed), seen=lambda of, now: ()),
    ),
    "everything counts as reserved from now on": (
        "reservations_on_line",
        {"way": "around"},
        lambda seed: WaitsForReservations(
            drawn(seed), submits(seed), epsilon(seed), reservations(seed), "lptf"
        ).plans(),
    ),
    "a batch that was cut is not tried again": (
        "around_reservations",
        {"way": "aligned"},
        lambda seed: NotTriedAgain(drawn(seed), shelves_of(seed), reservations(seed)).plans(),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_twin_is_told_from_the_right_one(name):
    key, params, plans = WRONG[name]
    assert compared(key, params, plans)[0]
