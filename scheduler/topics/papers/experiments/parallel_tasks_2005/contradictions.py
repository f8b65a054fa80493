"""Sections 4 and 5: what the paper says of criteria in passing, on small cases that show it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.moldable.bounds import makespan as least_makespan
from scheduler.topics.moldable.bounds import weighted_completion
from scheduler.topics.papers.experiments import CHOSEN, Claim, Experiment, Measured, Opening, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import CIRNE, FINE, MIXED, SPREAD, drawn
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import both as both_criteria
from scheduler.topics.papers.experiments.parallel_tasks_2005.jobs import (
    Jobs,
    late,
    makespan,
    minsum,
    response_sum,
    sequential,
)

BOTH = (1.0, 1.0, 1.0, 3.0)  # lengths, on two processors
ONE_LONG = (2, 5, 10, 20, 50, 100)  # jobs, of which one is long, on one processor
LONG = 1_000.0
RELEASES = 200  # random cases
OTHER = {"mrt": 1, "smart": 0}  # place in (makespan, weighted sum) of the criterion an algorithm is not made for
DRAWS, TASKS, MACHINE = 10, 60, 64  # of uniform and of mixed moldable tasks; tasks of each; processors
VERY_LARGE = 3.0  # a ratio above that, in most cases
RATHER = (
    "Shelves and lists keep most processors busy while there are tasks left, so that the makespan stays within a "
    "small factor: shortest first of sequential jobs never takes more than twice the least (Graham). The paper "
    "names no algorithm with a larger ratio."
)
STREAM = (100, 300, 1_000)  # short jobs that come one after the other
SLACK = 3.0  # a job is due so many times its runtime after its submission


def run(part: Part) -> dict[str, Any]:
    """All five cases."""
    return {
        "both": both(),
        "one_long": [one_long(n) for n in ONE_LONG],
        "two": [two(part["seed"], family, draw) for family in (CIRNE, MIXED) for draw in range(DRAWS)],
        "releases": [releases(part["seed"], case) for case in range(RELEASES)],
        "stream": [starving(n) for n in STREAM],
    }


def both() -> list[list[float]]:
    """(makespan, sum of completion times) of the jobs BOTH in every order, each job as soon as a processor is free.

    For jobs of one processor that are all there some such schedule is best in each criterion, and one is in both if any
    schedule is: an order of the starts of that schedule is no worse in either.
    """
    schedules = {
        order: simulate(sequential([(0.0, length) for length in order], 2), "fcfs") for order in set(permutations(BOTH))
    }
    return sorted([makespan(one), minsum(one)] for one in schedules.values())


def one_long(n: int) -> float:
    """Longest first over shortest first in the sum of completion times; both have the least makespan."""
    work = sequential([(0.0, LONG)] + [(0.0, 1.0)] * (n - 1), 1)
    first, last = simulate(work, "ljf"), simulate(work, "sjf")
    assert makespan(first) == makespan(last)
    return minsum(first) / minsum(last)


def two(seed: int, family: str, draw: int) -> dict[str, list[float]]:
    """{"mrt", "smart": [makespan, weighted sum of completion times]}, each over its bound, on random moldable tasks."""
    work = drawn(family, TASKS, MACHINE, seed * SPREAD + draw)
    bounds = least_makespan.least(work), weighted_completion.least(work, FINE)
    return {
        name: [value / bound for value, bound in zip(both_criteria(simulate(work, name)), bounds, strict=True)]
        for name in OTHER
    }


def releases(seed: int, case: int) -> list[float]:
    """FCFS over the best order in the sum of responses and in that of completion times, on one processor.

    Five jobs of random length that come together at a random time; shortest first is best in both.
    """
    random = stream(seed * RELEASES + case)
    when, lengths = float(whole(random, 1, 100, 1)[0]), whole(random, 1, 20, 5)
    work = sequential([(when, float(length)) for length in lengths], 1)
    fcfs, best = simulate(work, "fcfs"), simulate(work, "sjf")
    return [response_sum(fcfs) / response_sum(best), minsum(fcfs) / minsum(best)]


def starving(n: int) -> dict[str, float]:
    """One processor, n short jobs that come one after the other, and a long one that is there first but starts second.

    Shortest first has one late job, the long one, which waits for all others; in order of submission these are late.
    No schedule has none: while the long one runs short ones come, and the first of them are due before it is complete.
    """
    jobs: Jobs = [(0.0, 1.0), (0.0, 20.0), *((float(at), 1.0) for at in range(1, n))]
    sjf, fcfs = (simulate(sequential(jobs, 1), key) for key in ("sjf", "fcfs"))
    return {
        "late under sjf": int(late(sjf, SLACK).sum()),
        "late under fcfs": int(late(fcfs, SLACK).sum()),
        "wait of the long one": float(sjf.wait[1]),
    }


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The sentences, each with its numbers."""
    cases = results[0]
    pairs, ratios = cases["both"], cases["releases"]
    least = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    claims = (
        Claim(
            "There are tasks for which no schedule is best in both criteria, makespan and sum of completion times.",
            list(least) not in pairs,
            f"Lengths {', '.join(format(length, 'g') for length in BOTH)} on two processors: the least makespan is "
            f"{least[0]:g} s, then the sum is at least {min(b for a, b in pairs if a == least[0]):g} s; the least "
            f"sum is {least[1]:g} s, then the makespan is at least {min(a for a, b in pairs if b == least[1]):g} s.",
        ),
        usually(
            cases["two"],
            "mrt",
            "MRT, good for the makespan, usually has a very large ratio for the weighted sum of completion times",
            "Longest first has no limit: with one job of 1,000 s among jobs of 1 s on "
            "one processor it has the least makespan, and "
            f"{cases['one_long'][0]:.3g} times the least sum of completion times with {ONE_LONG[0]} jobs, "
            f"{cases['one_long'][-1]:.3g} times with {ONE_LONG[-1]}.",
        ),
        usually(
            cases["two"],
            "smart",
            "SMART, good for the weighted sum of completion times, usually has a very large ratio for the makespan",
        ),
        Claim(
            "A ratio for stretch (time from submission to completion) is also one for the sum of completion times, "
            "but not the other way round.",
            all(a >= b - 1e-12 for a, b in ratios) and any(a > b + 0.1 for a, b in ratios),
            f"{len(ratios)} random cases: FCFS is up to {max(a for a, _ in ratios):.3g} times the least stretch and "
            f"up to {max(b for _, b in ratios):.3g} times the least sum of completion times, never more than of "
            "stretch in the same case.",
        ),
        Claim(
            "Making the number of late tasks small may delay one task for ever.",
            all(row["late under sjf"] == 1 for row in cases["stream"])
            and cases["stream"][-1]["wait of the long one"] > 9 * cases["stream"][0]["wait of the long one"],
            "; ".join(
                f"{n:,} short jobs: {row['late under sjf']} late with the shortest first and "
                f"{row['late under fcfs']:,} in order of submission, and the long one waits "
                f"{row['wait of the long one']:,.0f} s"
                for n, row in zip(STREAM, cases["stream"], strict=True)
            )
            + ". No schedule has fewer late ones: while the long one runs, short ones come that are due before its "
            "end.",
        ),
    )
    measured = (
        Measured("Longest first: sum of completion times over the least, 100 jobs", cases["one_long"][-1]),
        Measured("Least makespan of the four jobs", least[0], unit="s"),
        Measured("Least sum of completion times of the four jobs", least[1], unit="s"),
    )
    chart = Chart(
        "Longest first on one processor, one long job among short ones",
        "jobs",
        "times the least",
        (
            Series("sum of completion times", ONE_LONG, tuple(cases["one_long"]), kind="points"),
            Series("makespan", ONE_LONG, (1.0,) * len(ONE_LONG), kind="points"),
        ),
        x_log=True,
        caption=("The makespan is always the least there can be; the sum of completion times grows with the jobs.",),
    )
    return Outcome(measured, claims, (chart,))


def usually(rows: Sequence[dict[str, list[float]]], name: str, text: str, more: str = "") -> Claim:
    """A sentence on the criterion that an algorithm is not made for."""
    ratios = [row[name][OTHER[name]] for row in rows]
    share = sum(ratio > VERY_LARGE for ratio in ratios) / len(ratios)
    return Claim(
        f"{text} (read as: above {VERY_LARGE:g} in most random cases).",
        share > 0.5,
        f"It is {sum(ratios) / len(ratios):.2f} on average over {len(ratios)} cases, and above {VERY_LARGE:g} "
        f"in {share:.0%} of them. {more}".strip(),
        explained="" if share > 0.5 else RATHER,
    )


EXPERIMENT = Experiment(
    "contradictions",
    "Criteria that contradict each other",
    "sections 4 and 5.3",
    "What does a schedule that is good in one criterion come to in another?",
    (
        ("no schedule best in both", "lengths 1, 1, 1, 3 s on two processors, all orders", CHOSEN),
        (
            "MRT and SMART",
            f"{DRAWS} cases of uniform and {DRAWS} of mixed tasks, {TASKS} moldable tasks on {MACHINE} processors",
            CHOSEN,
        ),
        ("one long job", f"{LONG:g} s among jobs of 1 s, one processor", CHOSEN),
        ("stretch", f"{RELEASES} random cases of five jobs that come together", CHOSEN),
        ("late tasks", f"due {SLACK:g} times their runtime after submission; one of 20 s among jobs of 1 s", CHOSEN),
    ),
    (),
    lambda _scale, seed: [{"do": "contradictions", "seed": seed, "label": "five small cases"}],
    run,
    outcome,
    {"quick": 3.0, "full": 3.0},
    (
        "The paper says these sentences without an example; the cases are ours.",
        "Section 5.3 says of good algorithms in general that they have a very large ratio "
        "for the other criterion. Here the two of section 5 stand for them.",
    ),
    (
        Opening(
            "a random workload in two criteria",
            {"kind": "generate", "generator": "parallel_tasks", "params": {"jobs": 60, "processors": 64}, "seed": 0},
            (("mrt", {}), ("demt", {})),
        ),
    ),
)
