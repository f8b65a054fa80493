"""Every policy on workloads nobody would expect: an audited schedule, or a sentence that says why there is none.

Whatever comes out is measured, and what a page says of its waits and its idle time is computed.  A run that would not
end is asked to stop after ten minutes and then counts as failed.
"""

from __future__ import annotations

import math
import os
from random import Random
from threading import Timer

import pytest

from scheduler.analysis.idle import idle
from scheduler.analysis.wait_causes import reasons
from scheduler.errors import InputError, Unsupported
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.time_range import LONGEST, SHORTEST
from scheduler.policies import all_policies
from scheduler.simulate import new_control, simulate
from tests.cases.odd_workloads import Job, Odd, dressed
from tests.cases.small_log import is_one_sentence
from tests.cases.strategies import COMPILED, EXPLORE
from tests.cases.width import width

POLICIES = all_policies()
PARAMS = {
    "around_reservations": {"reservations": "1:5-9"},
    "reservations_on_line": {"reservations": "1:5-9"},
    "multicmax": {"form": "batch"},
}
S, L = SHORTEST, LONGEST
CASES = {
    "one job": Odd(1, (Job(0, 5, 1, 5),)),
    "one short job": Odd(2, (Job(0, S, 1, S),)),
    "one long job": Odd(2, (Job(0, L, 1, L),)),
    "one late job": Odd(2, (Job(L, S, 1, S),)),
    "nobody": Odd(4, tuple(Job(row, 5, 1 + row % 4, -1, -1) for row in range(12))),
    "no runtime": Odd(4, (*(Job(row, 0, 1, 5) for row in range(5)), Job(3, -1, 1, 5), Job(4, 5, 2, 5))),
    "nothing to run": Odd(4, tuple(Job(row, 0, 1, 5) for row in range(5))),
    "as wide as the machine": Odd(3, tuple(Job(row % 3, 5, 3, 9, row % 2) for row in range(20))),
    "wider than the machine": Odd(3, (Job(0, 5, 3, 9), Job(0, 5, 4, 9))),
    "one processor": Odd(1, tuple(Job(row % 3, S, 1, L, row % 2) for row in range(30))),
    "a machine far too large": Odd(1_000_000, tuple(Job(row % 3, 5, 1 + row % 2, 9) for row in range(6))),
    "all at once and alike": Odd(3, tuple(Job(7, 5, 1 + row % 3, 9, row % 3) for row in range(120))),
    "both ends at once": Odd(
        2, (Job(0, S, 1, S), Job(0, L, 1, L), Job(1, 5, 2, 5), Job(L, S, 1, 5), Job(L, S, 2, L), Job(L, 1 / 3, 1, 1))
    ),
    "long ones, then short ones": Odd(
        2,
        (
            *(Job(row, L, 1 + row % 2, L) for row in range(9)),
            *(Job(L, S * (1 + row % 3), 1 + row % 2, L) for row in range(9)),
        ),
    ),
    "short ones far out": Odd(
        3, tuple(Job(L - 1 + row * S, S * (1 + row % 5), 1 + row % 2, S * (2 + row % 5), row % 3) for row in range(40))
    ),
    "thirds far out": Odd(
        3, tuple(Job(4e9 + row * 0.1, 1 / 3 + row / 7, 1 + row % 2, 9, row % 3) for row in range(40))
    ),
    "a span of thirty years": Odd(2, (Job(0, 10, 2, 10), Job(1e9, 10, 2, 10), Job(1e9, 10, 1, 10))),
    "requests far too long": Odd(2, tuple(Job(row, 5, 1 + row % 2, L) for row in range(8))),
}


def drawn(seed: int) -> Odd:
    """Up to 25 jobs whose numbers are mostly from the ends of what there may be."""
    draw = Random(f"odd {seed}")
    machine, n = draw.choice((1, 2, 3, 64)), draw.randint(1, 25)
    submits = draw.choice(((0,), (0, 1, 2), (0, S, 0.1), (0, 1e6), (1e9, 1e9 + S), (L,), (0, L)))
    times = draw.choice(((5,), (S,), (S, L), (1 / 3, 2 / 3, 0.1), (1, 2, 3), (1e9, S, 60), (0, 5, -1)))
    asked = draw.choice(((-1,), (L,), (S, 5), (3600, -1), (0,)))
    users = draw.choice(((-1,), (1,), (1, 2, 3), (2**52,)))
    jobs = [
        Job(
            draw.choice(submits),
            draw.choice(times),
            draw.choice((1, 1, machine, draw.randint(1, machine))),
            draw.choice(asked),
            draw.choice(users),
        )
        for _ in range(n)
    ]
    return Odd(machine, tuple(sorted(jobs)))


def outcome(odd: Odd, key: str) -> Schedule | str:
    """The schedule, or the sentence."""
    control = new_control()
    stop = Timer(600, control.__setitem__, (1, 1))
    stop.start()
    try:
        schedule = simulate(dressed(odd, POLICIES[key]), key, PARAMS.get(key), control=control)
    except InputError as error:
        return str(error)
    finally:
        stop.cancel()
    return schedule


def check(odd: Odd, key: str) -> bool:
    """Whether there is a schedule; asserts that there is a sentence otherwise, and that it can be measured."""
    found = outcome(odd, key)
    if isinstance(found, str):
        assert is_one_sentence(found), found
        return False
    assert found.certificate is not None and found.certificate.passed
    values = measure(found)
    assert not {name: value for name, value in values.items() if value is not None and not math.isfinite(value)}
    reasons(found)
    try:
        idle(found)
    except Unsupported as error:
        assert POLICIES[key].kind == "fractional", error
    return True


@pytest.mark.parametrize("key", POLICIES)
def test_an_odd_workload_is_scheduled_or_refused(key):
    ran = {name for name, odd in CASES.items() if check(odd, key)}
    assert ran >= {"one job", "one short job", "one late job", "a span of thirty years"}
    assert not ran & {"nothing to run"}


@pytest.mark.parametrize("key", POLICIES)
def test_workloads_drawn_from_the_ends_are_scheduled_or_refused(key):
    seeds = range(int(os.environ.get("ODD", 0)) or (400 if EXPLORE else width(4, 12) if COMPILED else 3))
    assert sum(check(drawn(seed), key) for seed in seeds) > 0
