"""fcfs, easy and backfill agree with their twins start for start, and every policy keeps the rules of the machine.

The twins (rigid.py) were written from the specification.  That the cases are hard enough is tested too: each of the
wrong rules must differ from the right one on the same cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given

from scheduler.engine import decision_log
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.naive import rigid as naive
from tests.naive.rigid import Job, Rule
from tests.wrong import rules as wrong_rules

TWINS: dict[str, Rule] = {"fcfs": naive.fcfs, "easy": naive.easy, "backfill": naive.backfill}
TWIN_OF = TWINS
every_twin = pytest.mark.parametrize("key", TWINS)

MAKERS: dict[str, tuple[Callable[[int], Case], int]] = {
    "exact": (lambda seed: strategies.exact(strategies.rigid(seed)), 2_000),
    "inexact": (strategies.rigid, 1_000),
    "closed": (strategies.closed, 1_000),
}


@cache
def cases(kind: str) -> list[Case]:
    maker, number = MAKERS[kind]
    return [maker(seed) for seed in range(count(number))]


def by_rule(rule: Rule, case: Case, **how: bool) -> list[int]:
    return naive.run(rule, case.jobs, case.processors, case.campaigns, **how).starts


def by_program(key: str, case: Case) -> list[float]:
    return simulate(case.workload, key, decisions=None).placed.start.tolist()


def differing(some: Iterable[list], others: Iterable[list]) -> list[int]:
    """Numbers of the cases on which the starts differ."""
    return [seed for seed, (a, b) in enumerate(zip(some, others, strict=True)) if a != b]


# -- agreement with the twins -----------------------------------------------------------------------------------------


@every_twin
@pytest.mark.parametrize("kind", MAKERS)
def test_agrees_with_its_twin(key: str, kind: str) -> None:
    found = [by_program(key, case) for case in cases(kind)]
    assert differing(found, [by_rule(TWINS[key], case) for case in cases(kind)]) == []


@every_twin
@given(case=strategies.rigid_cases())
def test_agrees_with_its_twin_on_drawn_jobs(key: str, case: Case) -> None:
    assert by_program(key, case) == by_rule(TWINS[key], case)


@every_twin
@given(case=strategies.closed_cases())
def test_agrees_with_its_twin_on_drawn_campaigns(key: str, case: Case) -> None:
    assert by_program(key, case) == by_rule(TWINS[key], case)


@pytest.mark.parametrize("name", wrong_rules.RULES)
def test_a_wrong_easy_is_told_from_the_right_one(name: str) -> None:
    kind = "inexact" if "actual runtimes" in name else "exact"
    wrong = [by_rule(wrong_rules.RULES[name], case) for case in cases(kind)]
    assert differing(wrong, [by_rule(naive.easy, case) for case in cases(kind)])


@pytest.mark.parametrize("key", ["easy", "backfill"])
def test_a_pass_before_the_ends_is_told_from_the_right_one(key: str) -> None:
    wrong = [by_rule(TWINS[key], case, ends_first=False) for case in cases("exact")]
    assert differing(wrong, [by_rule(TWINS[key], case) for case in cases("exact")])


# -- small examples, worked by hand -----------------------------------------------------------------------------------


def jobs(*rows: tuple[int, ...]) -> tuple[Job, ...]:
    """Jobs of (submit, runtime, processors[, requested time])."""
    return tuple(Job(row[0], row[1], row[3] if len(row) > 3 else row[1], row[2]) for row in rows)


EXAMPLE_A = jobs((0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2))
EXAMPLE_B = jobs((0, 4, 3), (0, 3, 2), (0, 5, 4), (1, 8, 1))
# Two jobs end at the shadow instant 4: the head takes 2 of the 4 then free, so 2 are extra, not 0.
ALL_RELEASES = jobs((0, 4, 2), (0, 4, 1), (0, 9, 1), (1, 2, 2), (1, 6, 1))
# Ending exactly at the shadow is early enough.
AT_THE_SHADOW = jobs((0, 4, 3), (1, 3, 4), (1, 3, 1))
# Of two jobs that would run beyond the shadow, extra 1 lets one pass.
SPENT = jobs((0, 4, 2), (1, 2, 3), (1, 9, 1), (1, 9, 1))
# An early end (2, asked for 9) is seen when it comes; until then the reservation is at 9 and a job of 5 may pass.
EARLY_END = jobs((0, 2, 3, 9), (1, 2, 4), (1, 5, 1))
# At 4 a job ends and one comes: the head has the processors before the newcomer is looked at.
END_AND_SUBMIT = jobs((0, 4, 3), (1, 3, 4), (4, 5, 1))

EXAMPLES = [
    (EXAMPLE_A, {"fcfs": [0, 4, 7, 7, 7], "backfill": [0, 9, 1, 3, 4], "easy": [0, 4, 1, 7, 7]}),
    (EXAMPLE_B, {"fcfs": [0, 4, 7, 12], "backfill": [0, 4, 9, 1], "easy": [0, 4, 9, 1]}),
    (AT_THE_SHADOW, {"fcfs": [0, 4, 7], "backfill": [0, 4, 1], "easy": [0, 4, 1]}),
    (SPENT, {"fcfs": [0, 4, 4, 6], "backfill": [0, 10, 1, 1], "easy": [0, 4, 1, 6]}),
    (EARLY_END, {"fcfs": [0, 2, 4], "backfill": [0, 6, 1], "easy": [0, 6, 1]}),
    (END_AND_SUBMIT, {"fcfs": [0, 4, 7], "backfill": [0, 4, 7], "easy": [0, 4, 7]}),
]


@pytest.mark.parametrize(
    ("example", "key", "starts"),
    [(example, key, starts) for example, answers in EXAMPLES for key, starts in answers.items()],
)
def test_small_examples(example: tuple[Job, ...], key: str, starts: list[int]) -> None:
    case = Case(4, example)
    assert by_rule(TWINS[key], case) == starts
    assert by_program(key, case) == starts


def test_all_releases_of_the_shadow_instant_count() -> None:
    case = Case(5, ALL_RELEASES)
    assert by_rule(naive.easy, case) == by_program("easy", case) == [0, 0, 0, 4, 1]
    assert by_rule(wrong_rules.RULES["extra before all releases of the shadow instant"], case) != [0, 0, 0, 4, 1]


@every_twin
def test_a_campaign_follows_in_the_instant_its_predecessor_ends(key: str) -> None:
    """Think time 0: the second job of user 0 enters at 2 with the job of user 1, and goes first by its row."""
    one = [Job(0, 2, 2)]
    case = strategies.assemble(1, [[(0, one), (0, one), (3, one)], [(2, [Job(0, 3, 3)])]])
    assert by_rule(TWINS[key], case) == by_program(key, case) == [0, 2, 4, 7]


# -- what the log of easy says of the head ----------------------------------------------------------------------------


def reservations(schedule: Schedule) -> dict[int, list[tuple[float, float, int]]]:
    """{head: [(when, shadow, extra), ...]} from the decisions."""
    table, found = schedule.decisions, defaultdict(list)
    assert table is not None
    for row in np.flatnonzero((table.kind == decision_log.RESERVE) & (table.rule == decision_log.RESERVED)):
        found[int(table.job[row])].append((table.time[row], table.shadow[row], int(table.extra[row])))
    return found


def reservations_of_twin(case: Case) -> set[tuple[int, int, int]]:
    """(when, shadow, extra) of every reservation the twin makes."""
    seen = set()

    def watched(known: naive.Known, jobs_: tuple[Job, ...]) -> list[int]:
        def reserve(*args) -> tuple[int, int]:
            answer = naive.reservation(*args)
            seen.add((known.now, *answer))
            return answer

        return naive.easy(known, jobs_, reserve=reserve)

    naive.run(watched, case.jobs, case.processors)
    return seen


def test_with_exact_estimates_the_shadow_of_a_head_never_moves_back() -> None:
    kept = 0
    for case in cases("exact")[: count(400)]:
        schedule = simulate(case.workload, "easy", decisions="all")
        for head, rows in reservations(schedule).items():
            shadows = [shadow for _, shadow, _ in rows]
            assert shadows == sorted(shadows, reverse=True)
            assert schedule.placed.start[head] <= shadows[0]
            kept += 1
    assert kept > count(400)


def test_the_log_tells_the_reservations_of_the_twin() -> None:
    for case in cases("inexact")[: count(400)]:
        told = reservations(simulate(case.workload, "easy", decisions="all"))
        of_twin = reservations_of_twin(case)
        assert {row for rows in told.values() for row in rows} <= of_twin
        assert bool(told) == bool(of_twin)


# -- what every policy has to keep ------------------------------------------------------------------------------------


def with_waits(case: Case) -> Case:
    """The case as a log that had been scheduled in order would record it."""
    starts = by_rule(naive.fcfs, case)
    return replace(case, waits=tuple(start - job.submit for start, job in zip(starts, case.jobs, strict=True)))


@cache
def varied() -> list[Case]:
    seeds = range(count(100))
    return [
        *(with_waits(strategies.rigid(seed)) for seed in seeds),
        *(strategies.closed(seed) for seed in seeds),
        *(strategies.closed(seed, widest=1) for seed in seeds),
    ]


def suited(key: str) -> list[Case]:
    """Those of the varied cases the policy can run."""
    return strategies.suited(all_policies()[key], strategies.told(all_policies()[key], varied()))


every_policy = pytest.mark.parametrize("key", list(all_policies()))


def most_busy(case: Case, starts: list[float]) -> int:
    """Most processors in use at once; at an instant, ends free theirs before starts take them."""
    steps = sorted(
        [(start, 1, job.processors) for start, job in zip(starts, case.jobs, strict=True)]
        + [(start + job.runtime, 0, job.processors) for start, job in zip(starts, case.jobs, strict=True)]
    )
    busy = most = 0
    for _, begins, processors in steps:
        busy += processors if begins else -processors
        most = max(most, busy)
    return most


def expected_submits(case: Case, ends: list[float]) -> list[float]:
    """When each job is submitted, given the ends: closed arrivals follow the previous campaign."""
    submits = [float(job.submit) for job in case.jobs]
    for campaign in case.campaigns:
        if campaign.previous >= 0:
            over = max(ends[row] for row in case.campaigns[campaign.previous].rows)
            for row in campaign.rows:
                submits[row] = over + campaign.think_time
    return submits


@every_policy
def test_every_job_runs_once_after_its_submission_on_free_processors(key: str) -> None:
    if all_policies()[key].kind == "fractional":
        pytest.skip(f"with {key} jobs share processors, and are slowed")
    for case in suited(key):
        schedule = simulate(case.workload, key)
        placed, segments = schedule.placed, schedule.segments
        starts, ends = placed.start.tolist(), placed.end.tolist()
        if all_policies()[key].kind == "grid" and segments is not None:  # who was killed begins anew: its last start
            starts = [float(segments.begin[segments.job == row].max()) for row in range(len(case.jobs))]
        assert placed.job.tolist() == list(range(len(case.jobs)))
        assert ends == [start + job.runtime for start, job in zip(starts, case.jobs, strict=True)]
        assert placed.submit.tolist() == expected_submits(case, ends)
        assert (placed.start >= placed.submit).all()
        assert placed.processors.tolist() == [job.processors for job in case.jobs]
        assert most_busy(case, starts) <= case.processors


@every_policy
def test_numbers_of_jobs_and_users_are_only_names(key: str) -> None:
    for case in suited(key)[::3]:
        load = case.workload
        mixed = np.random.Generator(np.random.PCG64(len(load))).permutation(len(load)) + 1
        renamed = load.jobs.columns | {"job_id": mixed, "user_id": 100 - load.jobs.user_id}
        other = replace(load, jobs=Table.of("jobs", **renamed))
        assert simulate(other, key).placed.start.tolist() == simulate(load, key).placed.start.tolist()


@every_policy
def test_twice_the_times_take_twice_as_long(key: str) -> None:
    """To a millionth, because tags are rounded to that.  What happens at a clock's ticks needs a slower clock."""
    slower = SLOWER.get(key, {})
    for case in suited(key)[::3]:
        doubled = simulate(strategies.stretched(case, 2).workload, key, slower).placed.start
        np.testing.assert_allclose(doubled, 2 * simulate(case.workload, key).placed.start, rtol=0, atol=1e-6)


SLOWER = {
    "tabu": {"period": 600.0},
    "selective": {"shortest": 20.0},
    "gang": {"quantum": 1200.0},
    "dfrs": {"scheme": "GreedyPM */per/minvt=1200", "period": 1200.0, "penalty": 600.0},
    "slurm": {
        "bf_interval": 60,
        "bf_resolution": 120,
        "bf_window": 2880,
        "release_window": 60,
        "sched_interval": 120,
        "batch_sched_delay": 6,
    },
}


# -- the log itself ---------------------------------------------------------------------------------------------------


def test_recorded_starts_when_the_log_says_so() -> None:
    case = Case(4, jobs((0, 4, 3), (1, 2, 1), (1, 1, 1)), waits=(0, 5, 1))
    assert by_program("recorded", case) == [0, 6, 2]


def test_recorded_reports_a_log_that_uses_more_than_the_machine_has() -> None:
    case = Case(4, jobs((0, 4, 3), (1, 2, 2)), waits=(0, 0))
    certificate = simulate(case.workload, "recorded").certificate
    assert certificate is not None and certificate.passed and certificate.reports


def test_a_job_wider_than_the_rest_is_not_passed_over_for_ever() -> None:
    """Backfilling without reservations starves the wide job as long as narrow ones come; easy does not."""
    stream = jobs((0, 2, 1), (0, 1, 2), *((time, 2, 1) for time in range(1, 30)))
    case = Case(2, stream)
    assert by_program("easy", case)[1] == 2
    assert by_program("backfill", case)[1] > 29
