"""Fractional scheduling does not see the future, whatever its name says.

How long a job would run, and who will come, changes nothing before the job ends, or they come: neither yields nor nodes.
"""

from __future__ import annotations

from random import Random

import pytest

from scheduler.topics.fractional.adapters.dfrs_scheme import COMBINATIONS, Scheme
from tests.cases.width import width
from tests.topics.fractional.fractions import Job, Row, drawn, ran

NAMES = [
    str(
        Scheme(
            submission, star, periodic, opt, "minvt" if submission == "MCB8" or periodic != "none" else "none", 300.0
        )
    )
    for submission, star, periodic in COMBINATIONS
    for opt in (("max", "avg") if periodic == "stretch-per" else ("min", "avg"))
]


DECAYS = [(name, None) for name in NAMES] + [(name, 40.0) for name in NAMES if "stretch" not in name]


def rows(
    jobs: list[Job], nodes: int, name: str, before: float, decay: float | None, names: list[int] | None = None
) -> set[Row]:
    """What was done before that instant; names: what to call the jobs."""
    kept = [row for row in ran(jobs, nodes, name, period=200, penalty=50, decay=decay).rows if row.begin < before]
    return {
        Row(names[row.job] if names else row.job, row.begin, min(row.end, before), row.yield_, row.kind, row.nodes)
        for row in kept
    }


@pytest.mark.parametrize(("name", "decay"), DECAYS)
def test_nothing_is_done_because_of_what_is_still_to_come(name: str, decay: float | None) -> None:
    compared = 0
    for seed in range(width(4, 8)):
        choose, (jobs, nodes) = Random(seed), drawn(seed)
        run = ran(jobs, nodes, name, period=200, penalty=50, decay=decay)
        row = choose.randrange(len(jobs))
        longer = [(*job[:1], job[1] * (3 if number == row else 1), *job[2:]) for number, job in enumerate(jobs)]
        known = run.end[row]
        assert rows(longer, nodes, name, known, decay) == rows(jobs, nodes, name, known, decay)
        last = choose.choice(jobs)[0]
        later = [job[0] for job in jobs if job[0] > last]
        if later:
            fewer = [job for job in jobs if job[0] <= last]
            assert rows(fewer, nodes, name, min(later), decay) == rows(jobs, nodes, name, min(later), decay)
            compared += 1
    assert compared
