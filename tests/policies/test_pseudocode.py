"""The few lines that a policy is shown as: every rule it decides by, whatever its parameters, belongs to one line of them."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from scheduler.engine import pseudocode
from scheduler.engine.decision_log import BACKFILL, HELD_BY, KILL, RESERVE, RULES, SKIP, START
from scheduler.errors import InputError
from scheduler.explain.story import story
from scheduler.formats import parse
from scheduler.generators import make
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import FOLDER
from scheduler.simulate import check_supported, simulate
from tests.cases import strategies
from tests.cases.every_case import every_case
from tests.cases.small_log import swf
from tests.cases.width import width

WITH_LINES = [key for key, policy in all_policies().items() if policy.pseudocode]
PLANNING = [key for key in WITH_LINES if not all_policies()[key].logs]
SAMPLES = ("five-jobs.swf", "early-end.swf", "bad-estimates.swf", "ostrich-appendix.swf", "four-policies.swf")


def logs():
    """Small logs, most with requested times that are wrong, some with campaigns."""
    samples = [workload(parse((FOLDER / name).read_bytes(), name)) for name in SAMPLES]
    drawn = [
        ("poisson", {"jobs": 120, "load": 1.4}),
        ("lublin99", {"jobs": 120}),
        ("zipf_campaigns", {}),
        ("zipf_campaigns", {"users": 1}),
    ]
    return [*samples, *(workload(make(key, params, 3)) for key, params in drawn)]


LOGS = logs()
SHARED = [strategies.with_needs(strategies.rigid(seed)).workload for seed in range(12)]
GRIDS = [strategies.with_grid(strategies.rigid(seed)).workload for seed in range(12)]
SCHEMES = (
    "GreedyPM */per/opt=min/minvt=600",
    "GreedyP */opt=min",
    "Greedy */opt=min",
    "MCB8 */opt=min",
    "/per/opt=min",
    "/stretch-per/opt=max",
    "MCB8/opt=avg",
)
OF_SHARING = [{"scheme": scheme, "period": 7.0, "penalty": 2.0} for scheme in SCHEMES]
OF_CLUSTERS = [
    rule
    for policy in all_policies().values()
    for param in policy.params
    if policy.key == "best_effort" and param.name == "local"
    for rule in param.choices
]
AWAY = [
    {"local": local, "filling": filling, "away": "1:1:2-6"}
    for local, filling in product(OF_CLUSTERS, ("now", "window"))
]
AWAY += [{"filling": "fork", "speeds": "1,0.5", "transfer": "1,2"}]
PARAMS = {
    "dfrs": OF_SHARING,
    "best_effort": AWAY,
    "work_exchange": [{"local": "fcfs"}, {"local": "easy"}, {"protocol": "consensus"}],
}


def variants(policy):
    """Every combination of the choices of its parameters, or those that matter here."""
    if policy.key in PARAMS:
        return PARAMS[policy.key]
    choices = {param.name: param.choices for param in policy.params if param.choices}
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


def some_variants(policy, step=1):
    """Every variant with --all, else every step-th; of hundreds every seventh, which meets each choice of each parameter."""
    every = variants(policy)
    return every[:: width(7 if len(every) > 100 else step, 1)]


def decided(key):
    """The rules in the decisions of a policy with its choices on all these logs."""
    policy, rules = all_policies()[key], set()
    logs = {"fractional": SHARED, "grid": GRIDS}.get(policy.kind, LOGS)
    for params, work in product(some_variants(policy), logs):
        checked = {param.name: params.get(param.name, param.default) for param in policy.params}
        try:
            check_supported(policy, work, checked)
        except InputError:
            continue
        log = simulate(work, key, checked, seed=1 if policy.random else None, decisions="all").table("decisions")
        rules |= set(log.rule[np.isin(log.kind, (START, BACKFILL, RESERVE, SKIP, KILL))].tolist())
    return rules


@pytest.mark.parametrize("key", [key for key in WITH_LINES if key not in PLANNING])
def test_every_rule_a_policy_decides_by_is_tied_to_one_line(key):
    lines, rules = all_policies()[key].pseudocode, decided(key)
    assert rules, "nothing was decided"
    places = [[place for place, line in enumerate(lines) if rule in line.rules] for rule in sorted(rules)]
    assert [RULES[rule] for rule, at in zip(sorted(rules), places, strict=True) if len(at) != 1] == []
    assert all(pseudocode.line_of(lines, rule) == at[0] for rule, at in zip(sorted(rules), places, strict=True))


@every_case("key", WITH_LINES)
def test_lines_are_short_and_lie_four_blanks_deep_at_a_time(key):
    lines = all_policies()[key].pseudocode
    assert 4 <= len(lines) <= 17
    rules = [rule for line in lines for rule in line.rules]
    assert len(set(rules)) == len(rules) and all(0 <= rule < len(HELD_BY) for rule in rules)
    depths = [len(line.text) - len(line.text.lstrip()) for line in lines]
    assert all(depth % 4 == 0 and len(line.text) <= 84 for depth, line in zip(depths, lines, strict=True))
    assert depths[0] == 0 and all(after - before <= 4 for before, after in pairwise(depths))


OF_TASKS = (
    "three-tasks.swf",
    "next-batch.swf",
    "growing-batches.swf",
    "deadlines-on-line.swf",
    "rigid-among-moldable.swf",
    "reserved-processors.swf",
    "five-jobs.swf",
    "campaign-deadlines.swf",
)


@pytest.mark.parametrize("key", PLANNING)
def test_a_policy_that_plans_lights_the_line_by_which_every_job_starts(key):
    """At the start of every job one of its lines is lit, and every event of a line lights it on some sample."""
    policy, lit, starts = all_policies()[key], set(), 0
    for name, params in product(OF_TASKS, some_variants(policy, 3)):
        work = workload(parse((FOLDER / name).read_bytes(), name))
        checked = {param.name: params.get(param.name, param.default) for param in policy.params}
        try:
            check_supported(policy, work, checked)
        except InputError:
            continue
        schedule = simulate(work, key, checked, seed=1 if policy.random else None)
        (run,) = story([schedule], [key])["runs"]
        begun = [(time, job) for time, kind, job, *_ in run["log"] if kind == "start"]
        assert sorted(job for _, job in begun) == list(range(len(work))) and all(
            time == run["starts"][job] for time, job in begun
        )
        assert all(row[5] >= 0 for row in run["log"])
        lit |= {policy.pseudocode[row[5]].event for row in run["log"]}
        starts += len(begun)
    assert starts and lit == {line.event for line in policy.pseudocode if line.event}


@pytest.mark.parametrize("key", WITH_LINES)
def test_some_variants_meet_each_choice(key):
    policy = all_policies()[key]
    for name in {name for variant in variants(policy) for name in variant if key not in PARAMS}:
        assert {variant[name] for variant in some_variants(policy)} == {variant[name] for variant in variants(policy)}


def test_every_policy_that_decides_has_lines():
    assert [key for key, policy in all_policies().items() if policy.decides and not policy.pseudocode] == []


def test_the_policies_that_are_taught_and_those_of_papers_with_decisions_have_lines():
    assert {
        "fcfs",
        "sjf",
        "easy",
        "conservative",
        "backfill",
        "backfill_fair",
        "ostrich",
        "camp",
        "faircamp",
        "multicamp",
        "multicmax",
        "campaign_fcfs",
        "wfp3",
        "tabu",
        "selective",
        "slack_based",
        "gang",
        "dfrs",
        "equipartition",
        "best_effort",
        "work_exchange",
    } <= set(WITH_LINES)
    assert pseudocode.line_of(all_policies()["fcfs"].pseudocode, -5) == -1


@pytest.mark.parametrize(
    ("passing", "last"),
    [
        ("none", ["    it waits for free processors", "    all others wait behind it"]),
        ("any", ["    start every job that fits", "    jobs that do not fit wait"]),
        ("easy", ["        else it waits: it would delay the first job", "    jobs that do not fit wait"]),
    ],
)
def test_a_run_has_only_the_lines_that_can_apply_to_it_and_every_decision_has_one(passing, last):
    for name in ("five-jobs.swf", "bad-estimates.swf"):
        schedule = simulate(
            workload(parse((FOLDER / name).read_bytes(), name)), "sjf", {"passing": passing}, decisions="all"
        )
        (run,) = story([schedule], ["SJF"])["runs"]
        code = run["code"]
        assert code[-2:] == last and not any("passing" in line or "cluster" in line for line in code)
        assert all(0 <= row[5] < len(code) for row in run["log"])


def test_a_story_tells_the_lines_and_which_one_decided():
    schedule = simulate(
        workload(parse((FOLDER / "five-jobs.swf").read_bytes(), "five-jobs.swf")), "easy", decisions="all"
    )
    (run,) = story([schedule], ["EASY"])["runs"]
    lines = [line.text for line in all_policies()["easy"].pseudocode if "another cluster" not in line.text]
    assert run["code"] == lines
    by_line = {
        (sentence.partition(":")[0].partition(" is backfilled")[0].partition(" starts")[0], lines[place].strip())
        for _, _, _, sentence, _, place, _ in run["log"]
    }
    assert any(text == "start it" for _, text in by_line)
    for _, kind, _, sentence, _, place, _ in run["log"]:
        if "first in the queue" in sentence and kind == "start":
            assert lines[place].strip() == "start it"
    log = workload(parse(swf({1: (1000, 10, 3, 3, 10, 5)}).encode(), "one.swf"))
    (unlisted,) = story([simulate(log, "recorded", decisions="all")], ["other"])["runs"]
    assert unlisted["code"] == [] and all(line[5] == -1 for line in unlisted["log"])
