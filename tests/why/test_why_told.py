"""Whatever is said of a job or a campaign is so: who, when, how long, how many, read again from the run itself.

120 random workloads (200 with --all), all policies.  A sentence has to be one that a reader knows (rigid.py and its neighbors), and
the run must not contradict any fact in it, so that a new sentence gets its check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random

import pytest

from layouts.gantt.job_facts import job_lines, of_job
from scheduler.errors import Unsupported
from scheduler.explain.job import explain, facts, first_divergence, why_it_started
from scheduler.explain.words import Names, words
from scheduler.kinds import gives_fractions, part_of
from scheduler.model.schedule import Schedule
from scheduler.policies import Policy, all_policies
from scheduler.simulate import check_supported, simulate
from tests.cases import moldable, strategies
from tests.cases.strategies import EXPLORE, Case
from tests.cases.width import width
from tests.topics.parts import of_topics
from tests.why import parts as why_parts
from tests.why import rigid as why_rigid
from tests.why import starts as why_starts
from tests.why.reader import PATTERNS, Told, Wrong, all_of, check

WORKLOADS = width(120, 200)
FEWEST = 3  # workloads a policy is seen on, whatever its share of them
# Exactly half of a wait was called most of it; a billionth of a second was said to be idle; a job that made way at its
# start was said to be placed at a period.
ONCE_WRONG = {"easy": (14, 85), "campaign_fcfs": (35,), "demt": (90,), "best_effort": (0, 50), "dfrs": (6,)}
ON_LINE = (
    "batch",
    "bicriteria_on_line",
    "demt_on_line",
    "malleable",
    "reservations_on_line",
)  # moldable tasks that come over time
POLICIES = all_policies()
OF_TOPICS = [import_module(name) for name in of_topics("sentences", "__name__")]
READERS = (why_parts, why_rigid, why_starts, *OF_TOPICS)
CAMPAIGNS = (strategies.closed, strategies.portioned, strategies.overdue, strategies.together, strategies.single)


def runs_of(key: str) -> list[Schedule]:
    """Runs of a policy: on all workloads where tests explore, else on its share of them, and on more until it has a few."""
    share = set(range(WORKLOADS) if EXPLORE else range(list(POLICIES).index(key), WORKLOADS, len(POLICIES)))
    share |= set(ONCE_WRONG.get(key, ()))
    runs: list[Schedule] = []
    for number in (*sorted(share), *(other for other in range(WORKLOADS) if other not in share)):
        if number in share or len(runs) < FEWEST:
            made = run(key, number)
            runs += [made] if made is not None else []
    return runs


def case(policy: Policy, number: int) -> Case:
    """A workload as the policy wants it, of every fourth on several clusters, if it runs on them."""
    if policy.kind == "campaign":
        made = CAMPAIGNS[number % len(CAMPAIGNS)](number)
        return (
            strategies.closed(number, 1)
            if "sequential" in policy.needs and made.campaigns and any(job.processors > 1 for job in made.jobs)
            else made
        )
    made = strategies.told(policy, [strategies.rigid(number)])[0]
    if policy.clusters and number % 4 == 1:
        made = replace(made, clusters=(made.processors, 3, 2), processors=made.processors + 5)
    waits = tuple(Random(f"waits {number}").choices(range(30), k=len(made.jobs)))
    return replace(made, waits=waits) if "recorded_wait" in policy.needs else made


def workload(policy: Policy, number: int):
    if policy.kind != "moldable":
        work = case(policy, number).workload
        if "queue" in policy.information:  # jobs come from three queues
            work.jobs.columns["queue"] = work.jobs.user.copy()
        return work
    draw = Random(f"told {number}")
    processors, count = draw.randint(1, 6), draw.randint(2, 9)
    submits = sorted(draw.choices(range(9), k=count)) if policy.key in ON_LINE else []
    return moldable.workload(
        moldable.drawn(number, count, processors), processors, [draw.randint(1, 5) for _ in range(count)], submits
    )


def params(policy: Policy, number: int) -> dict:
    """Some choice of each parameter that has some."""
    draw = Random(f"{policy.key} {number}")
    chosen = {param.name: draw.choice(param.choices) for param in policy.params if param.choices}
    if policy.key == "priority_queues":
        chosen["queues"] = ("", "2,0")[number % 2]
    differ = {"speeds": "0.5,1", "transfer": "1,0.5"} if number % 2 else {}
    return chosen | (differ if differ.keys() <= {param.name for param in policy.params} else {})


@cache
def run(key: str, number: int) -> Schedule | None:
    """A policy on a workload, with parameters drawn or its own; None where it does not run such jobs."""
    policy = POLICIES[key]
    made = workload(policy, number)
    for chosen in (params(policy, number), {}):
        try:
            check_supported(policy, made)
            return simulate(made, key, chosen, seed=number if policy.random else None, decisions="all")
        except Unsupported:
            continue
    return None


def told_of(made: Schedule) -> Iterator[tuple[int, list[str]]]:
    for job in range(len(made.placed)):
        lines = explain(made, job)
        whole = part_of(made.workload) != "processor" and not gives_fractions(
            made
        )  # a task has a node for itself, and it is called that
        yield job, [line.replace("node", "processor") for line in lines] if whole else lines
    for of_topic in of_topics("told", "told_besides"):
        yield from of_topic(made)


@pytest.mark.parametrize("key", POLICIES)
def test_no_sentence_is_unknown_or_contradicted(key: str) -> None:
    runs = runs_of(key)
    assert len(runs) >= FEWEST, "too few workloads here are some that the policy runs"
    wrong: list[str] = []
    for made in runs:
        told = Told(made)
        for about, lines in told_of(made):
            wrong += all_of(told, about, lines)[1]
    assert wrong == []


# ---- where two schedules part ---------------------------------------------------------------------------------------

ACT = r"(?P<run{0}>\w+) (?P<act{0}>starts|backfills) job (?P<job{0}>\d+)(?: at (?P<time{0}>[\d.]+) s)?"
PARTING = re.compile(rf"The schedules first differ at (?P<time>[\d.]+) s: {ACT.format(1)}, {ACT.format(2)}\.")


@pytest.mark.parametrize(
    ("one", "other"), [("fcfs", "easy"), ("easy", "backfill"), ("easy", "conservative"), ("sjf", "saf")]
)
def test_the_first_difference_is_the_first(one: str, other: str) -> None:
    for number in range(0, WORKLOADS, 1 if EXPLORE else 10):
        made = {key: simulate(strategies.rigid(number).workload, key) for key in (one, other)}
        acts = {
            key: {(row.placed.start[job], job, int(row.placed.flags[job])) for job in range(len(row.placed))}
            for key, row in made.items()
        }
        apart = first_divergence(made[one], made[other])
        differing = acts[one] ^ acts[other]
        assert (apart is None) == (not differing)
        if apart is None:
            continue
        sentence = words(apart.fact, Names(made[one].workload))
        found = PARTING.fullmatch(sentence)
        assert found is not None, sentence
        first = min(time for time, *_ in differing)
        assert float(found["time"]) == apart.time == first
        for which in "12":
            row, job = made[found[f"run{which}"]], int(found[f"job{which}"]) - 1
            time = float(found[f"time{which}"] or first)
            assert (time, job, int(found[f"act{which}"] == "backfills")) in acts[row.policy] & differing
        assert not (found["time1"] and found["time2"])


# ---- the reader can tell --------------------------------------------------------------------------------------------

# Numbers from the inside of an algorithm, that a rounded length may mean, too, or of jobs that are alike in what is told.
LOOSE = re.compile(
    r"guess|more reasons|planned|Batch|batch|no stretch so far|more times|left over at its|processor-seconds|node-seconds"
    r"|Its runtime is between|wait.* (by|mostly|for|of|\() ?job"
)


def mutants(text: str) -> Iterator[str]:
    """The sentence with one of its whole numbers larger by 7."""
    for found in re.finditer(r"(?<![\d.:,])\d+(?![\d.:,]*\d)", text):
        yield f"{text[: found.start()]}{int(found[0]) + 7}{text[found.end() :]}"


@pytest.mark.parametrize(
    "key", ["fcfs", "easy", "conservative", "ostrich", "faircamp", "best_effort", "work_exchange", "dfrs", "smart"]
)
def test_a_changed_number_is_noticed(key: str) -> None:
    made = next(
        found
        for number in range(3, WORKLOADS)
        if (found := run(key, number)) is not None and (found.wait > 0).sum() > 5
    )
    told, unnoticed, tried = Told(made), [], 0
    for about, lines in told_of(made):
        for line in lines:
            for changed in [] if LOOSE.search(line) else mutants(line):
                tried += 1
                try:
                    unnoticed.append((check(told, about, changed), line, changed))
                except Wrong:
                    continue
    # by chance another number is true as well: another job in the same state, another node that is full
    assert tried > 50 and len(unnoticed) <= tried // 50, unnoticed


def test_a_sentence_nobody_knows_is_noticed() -> None:
    told = Told(simulate(strategies.rigid(1).workload, "easy"))
    with pytest.raises(Wrong, match="no known sentence"):
        check(told, 0, "It waited because of the weather.")
    assert len(PATTERNS) > 100


@pytest.mark.parametrize("key", POLICIES)
def test_a_hover_tells_the_decision_of_the_story_in_short(key: str) -> None:
    for made in runs_of(key):
        for job in range(len(made.placed)):
            decision, lines = why_it_started(made, job), job_lines(made, of_job(made, job))
            short = words(decision, Names(made.workload, decimals=2), "short") if decision else ""
            assert short == "" or lines[1] == short
            assert [fact for fact in facts(made, job) if fact.what == "started_for"] in ([], [decision])
