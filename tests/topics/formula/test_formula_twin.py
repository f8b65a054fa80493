"""Formulas start jobs as the policies they are written after, and as a naive twin that Python itself evaluates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from scheduler.engine.decision_log import RULES
from scheduler.errors import Unsupported
from scheduler.formats import parse
from scheduler.policies import PolicyInput, all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import FOLDER
from scheduler.simulate import new_control, simulate
from scheduler.topics.formula.errors import NeverHolds
from scheduler.topics.formula.examples import EXAMPLES
from scheduler.topics.formula.kernels.by_formula import PASSING
from tests.cases import strategies
from tests.cases.strategies import Case
from tests.cases.width import width
from tests.conftest import TEST_LOGS, WITHOUT_LOGS
from tests.naive import rigid as naive
from tests.naive.rigid import Job
from tests.topics.formula.naive.formula import ByFormula

pytestmark = pytest.mark.twins

TWIN_OF = {"formula": ByFormula}
POLICY = all_policies()["formula"]
DEFAULTS = {param.name: param.default for param in POLICY.params}


def same() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(policy, its parameters, those of the formula) of all that say that they are one."""
    for key, policy in all_policies().items():
        own = {"compression": "rebuild"} if any(param.name == "compression" for param in policy.params) else {}
        formula = policy.as_expression
        for passing in [formula["passing"]] if "passing" in formula else ("none", "easy", "any"):
            if formula:
                handed = {} if "passing" in formula else {"passing": passing}
                yield key, own | handed, {**formula, "passing": passing}
    yield "easy", {}, {"priority": "-submit", "passing": "reservations", "reservations": 1}


SAME = list(same())
PATHS = (None, "1")  # without a condition sorted once where that is possible; with one always at events


drawn = cache(strategies.rigid)  # the same workloads for all tests


def starts(key: str, case: Any, **params: Any) -> np.ndarray:
    """Start times, without the audit, so that thousands of runs take seconds."""
    policy = all_policies()[key]
    values = {param.name: param.default for param in policy.params} | params
    return policy.run(PolicyInput(case, values, None, new_control(), None))["placed"].start


def twin(case: Case, **params: Any) -> list[float]:
    priority = params.pop("priority")
    if "may_start" in params and params["may_start"] is None:
        params.pop("may_start")
    rule = ByFormula(priority, case.processors, case.workload.jobs.user.tolist(), **params)
    return naive.run(rule, case.jobs, case.processors, case.campaigns).starts


def test_these_are_formulas():
    assert {key for key, _, _ in SAME} == {"fcfs", "sjf", "ljf", "saf", "wfp3", "easy", "easy_sjbf", "conservative"}


@pytest.mark.parametrize("key, params, formula", SAME, ids=[f"{key}-{formula['passing']}" for key, _, formula in SAME])
def test_policies_written_as_formulas_are_the_same(key, params, formula):
    for seed in range(width(40, 1_000) if strategies.COMPILED else 20):
        jobs = drawn(seed).workload
        wanted = starts(key, jobs, **params)
        condition = PATHS[seed % 2]
        assert np.array_equal(wanted, starts("formula", jobs, **formula, may_start=condition)), (seed, condition)


@pytest.mark.skipif(not TEST_LOGS.is_dir(), reason=WITHOUT_LOGS)
@pytest.mark.parametrize("key, params, formula", SAME, ids=[f"{key}-{formula['passing']}" for key, _, formula in SAME])
def test_they_are_the_same_on_a_real_log(key, params, formula):
    path = TEST_LOGS / "KTH-SP2-1996-2.1-cln.swf.gz"
    jobs = workload(parse(path.read_bytes(), path.name), first=5_000)
    assert np.array_equal(starts(key, jobs, **params), starts("formula", jobs, **formula))


def test_conservative_is_the_same_with_every_compression_where_requests_are_exact():
    for seed in range(strategies.count(300)):
        jobs = strategies.exact(drawn(seed)).workload
        made = starts("formula", jobs, priority="-submit", passing="conservative")
        assert all(
            np.array_equal(made, starts("conservative", jobs, compression=kind))
            for kind in ("start", "rebuild", "none")
        )


@pytest.mark.parametrize("key, params, formula", SAME, ids=[f"{key}-{formula['passing']}" for key, _, formula in SAME])
def test_they_are_the_same_on_a_log(key, params, formula):
    jobs = workload(parse((FOLDER / "steady-load.swf").read_bytes(), "steady-load.swf"))
    wanted = simulate(jobs, key, params, decisions=None).placed.start
    for condition in PATHS:
        assert np.array_equal(
            wanted, simulate(jobs, "formula", formula | {"may_start": condition}, decisions=None).placed.start
        )


# -- the naive twin ---------------------------------------------------------------------------------------------------

FORMULAS = (
    "wait / requested_time",
    "-user_used",
    "-user_running + wait / 5",
    "wait if load > 0.5 else -area",
    "min(wait, 7) * processors - user_waiting",
    "log(wait) - sqrt(free)",
    "0 / (wait - 2)",
    "-queue_length * number % 3",
    "processors if wait < 4 and not user == 2 else 2 ** (submit % 4) / max(wait, 1, free)",
    "floor(now / 3) - abs(area)",
)
CONDITIONS = (
    None,
    "user_running + processors <= 8 or user_running == 0",
    "wait >= 3 or load == 0",
    "free - processors >= 2 or queue_length > 3 or load == 0",
)
WAYS = (
    {"passing": "none"},
    {"passing": "easy"},
    {"passing": "any", "behind": "area - user_running"},
    {"passing": "conservative"},
    {"passing": "reservations", "reservations": 2},
    {"passing": "easy", "behind": "wait * number % 5"},
)


@pytest.mark.parametrize("priority", FORMULAS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_formulas_start_jobs_as_the_naive_twin_does(priority, condition):
    for seed in range(len(WAYS) + 2):
        case = drawn(seed)
        way = WAYS[seed % len(WAYS)]
        # the twin knows no full minutes: where a condition changes with time it is asked at them, too
        if condition and "wait" in condition:
            case = strategies.stretched(case, 60)
            way = way | {"may_start": "wait >= 180 or load == 0"}
            wanted = twin_at_minutes(case, priority=priority, **way)
        else:
            way = way | {"may_start": condition}
            wanted = twin(case, priority=priority, **way)
        assert starts("formula", case.workload, priority=priority, **way).tolist() == wanted, (seed, way)


def twin_at_minutes(case: Case, **params: Any) -> list[float]:
    """The twin with a pass at every full minute: jobs of one minute on a processor of their own make the instants."""
    rule = ByFormula(params.pop("priority"), case.processors, case.workload.jobs.user.tolist(), **params)
    ticks = Ticking(rule, len(case.jobs))
    last = max(job.submit for job in case.jobs) + sum(job.runtime for job in case.jobs) + 240
    ticking = [Job(time, 1, 1, 0) for time in range(0, last, 60)]
    return naive.run(ticks, (*case.jobs, *ticking), case.processors).starts[: len(case.jobs)]


class Ticking:
    """A rule that is asked at more instants: jobs from a row on need no processors and are there to make them.

    Where nothing else happens it is asked only if its condition has left somebody out.
    """

    def __init__(self, rule: ByFormula, first: int):
        self.rule, self.first, self.before = rule, first, ([], [])

    def __call__(self, known, jobs):
        ticks = [row for row in known.queue if row >= self.first]
        real = naive.Known(
            known.now,
            [row for row in known.queue if row < self.first],
            {row: at for row, at in known.running.items() if row < self.first},
            known.free,
        )
        chosen = []
        if (self.rule.left_out and known.now % 60 == 0) or self.before != (real.queue, list(real.running)):
            chosen = self.rule(real, jobs)
        self.before = ([row for row in real.queue if row not in chosen], [*real.running, *chosen])
        return ticks + chosen


def test_closed_arrivals_count_the_wait_from_the_realized_submission():
    for seed in range(strategies.count(60)):
        case = strategies.closed(seed)
        for priority in ("-submit", "wait / requested_time", "processors - user_used"):
            assert starts("formula", case.workload, priority=priority, passing="easy").tolist() == twin(
                case, priority=priority, passing="easy"
            ), (seed, priority)


def test_use_of_a_user_decays_by_its_half_life():
    for seed in range(strategies.count(60)):
        case = drawn(seed)
        asked = {"priority": "floor(-user_used * 1000)", "passing": "easy", "half_life": 60.0 + seed}
        assert starts("formula", strategies.stretched(case, 30).workload, **asked).tolist() == twin(
            strategies.stretched(case, 30), **asked
        ), seed


# -- functions of papers, each written out in plain Python ------------------------------------------------------------


def log10(value: float) -> float:
    return math.log10(value) if value > 0 else -math.inf


PAPERS: Mapping[str, Any] = {
    "F1": lambda n: -(math.log10(n["requested_time"]) * n["processors"] + 870 * log10(n["submit"])),
    "F2": lambda n: -(math.sqrt(n["requested_time"]) * n["processors"] + 25600 * log10(n["submit"])),
    "F3": lambda n: -(n["requested_time"] * n["processors"] + 6860000 * log10(n["submit"])),
    "F4": lambda n: -(n["requested_time"] * math.sqrt(n["processors"]) + 530000 * log10(n["submit"])),
    "UNICEF": lambda n: n["wait"] / (math.log2(max(n["processors"], 2)) * n["requested_time"]),
    "Expansion factor": lambda n: (n["wait"] + n["requested_time"]) / n["requested_time"],
}


@pytest.mark.parametrize("title", PAPERS)
def test_functions_of_papers_are_what_they_are_in_plain_python(title):
    example = next(example for example in EXAMPLES if example.title.startswith(title))
    for seed in range(strategies.count(100)):
        case = drawn(seed)
        for passing in ("none", "easy"):
            assert starts("formula", case.workload, priority=example.priority, passing=passing).tolist() == twin(
                case, priority=PAPERS[title], passing=passing
            ), (seed, passing)


# -- what is logged, told and refused ---------------------------------------------------------------------------------


def test_a_condition_that_never_holds_is_a_sentence():
    jobs = drawn(1).workload
    with pytest.raises(
        Unsupported,
        match=r"^may_start, character 1: job \d+ \(line \d+\) would never start: nothing else runs, and "
        "processors < 1 does not hold for it",
    ):
        simulate(jobs, "formula", {"may_start": "processors<1"})
    with pytest.raises(Unsupported, match="would never start"):
        simulate(jobs, "formula", {"may_start": "wait < 0"})


@pytest.mark.parametrize(
    "condition, part",
    [
        ("wait >= 0 and (free < 0 or load > 1) and machine > 0", "(free < 0 or load > 1)"),
        ("user_running + processors <= machine and user_used < 0", "user_used < 0"),
        ("hour >= 20 and hour < 20", "hour >= 20"),
    ],
)
def test_the_part_of_a_condition_that_fails_is_named_with_its_characters(condition, part):
    with pytest.raises(NeverHolds) as error:
        simulate(Case(4, (Job(0, 50, 50, 1), Job(5, 60, 60, 1))).workload, "formula", {"may_start": condition})
    assert condition[error.value.begin : error.value.end] == part and error.value.name == "may_start"
    assert f"and {part.strip('()')} does not hold for it" in str(error.value)


def test_rules_that_change_nothing_are_told():
    jobs = drawn(1).workload
    asked = {"priority": "-area", "behind": "-submit", "half_life": 3600.0}
    notes_by = {
        passing: [
            note.rule
            for note in simulate(jobs, "formula", asked | {"passing": passing}).notes
            if note.rule.endswith("_unused")
        ]
        for passing in PASSING
    }
    both = ["formula_behind_unused", "formula_half_life_unused"]
    assert notes_by == {"none": both, "easy": both[1:], "reservations": both, "conservative": both, "any": both[1:]}
    assert not simulate(jobs, "formula", {"priority": "-user_used", "half_life": 3600.0}).notes


def test_night_begins_at_its_hour_though_nothing_happens_then():
    case = Case(4, (Job(0, 3000, 3000, 1), Job(5, 60, 60, 1)))
    made = simulate(case.workload, "formula", {"may_start": "hour >= 20 or processors * requested_time > 100"})
    assert made.placed.start.tolist() == [0, 20 * 3600]
    assert "second 0" in made.notes[-1].text
    assert RULES.index("awaits_condition") in made.table("decisions").rule.tolist()


def test_what_is_no_number_goes_last_and_is_told():
    case = Case(1, (Job(0, 5, 5), Job(1, 1, 1), Job(2, 1, 2)))
    made = simulate(case.workload, "formula", {"priority": "0 / (requested_time - 1)", "passing": "none"})
    assert made.placed.start.tolist() == [0, 6, 5]
    assert [note.rule for note in made.notes] == ["formula_no_number", "formula_divided_by_zero"]
    assert "1 job was no number" in made.notes[0].text and "job 2" in made.notes[0].text


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_log_changes_nothing(way):
    for seed in range(20):
        jobs = drawn(seed).workload
        params = way | {"priority": "wait / requested_time", "may_start": "user_running < 6"}
        logged = simulate(jobs, "formula", params, decisions="all").placed.start
        assert np.array_equal(logged, starts("formula", jobs, **params))
