"""Proposition 2: what campaigns cost a single user."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.campaigns.bounds.least_makespan import least
from scheduler.topics.papers.experiments import (
    CHOSEN,
    EXACTLY,
    STATED,
    Claim,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import case, complete, sample

WHERE = "section IV, proposition 2"
RANDOM = {"quick": 100, "full": 1_000}  # random cases
MACHINES = (2, 3, 4)
CAMPAIGNS = (1, 2, 3, 4, 6, 8, 12, 16)
SAMPLE = 4  # campaigns of the sample


def run(part: Part) -> list[list[float]]:
    """[[length as campaigns of one job each, length as one campaign]] for as many unit jobs as processors.

    Of random cases [[campaigns, least length as campaigns, least length of the same jobs without]].
    """
    if part["do"] == "prop2-random":
        random = stream(part["seed"])
        return [_drawn(random, MACHINES[number % len(MACHINES)]) for number in range(part["count"])]
    return [
        [complete(simulate(case(count, campaigns), "camp"))[0][-1] for campaigns in ([[1]] * count, [[1] * count])]
        for count in CAMPAIGNS
    ]


def _drawn(random: np.random.Generator, processors: int) -> list[float]:
    sizes = whole(random, 1, 4, int(whole(random, 1, 3, 1)[0]))
    user = [whole(random, 1, 20, int(size)).tolist() for size in sizes]
    jobs = [length for lengths in user for length in lengths]
    return [len(user), sum(least(lengths, processors) for lengths in user), least(jobs, processors)]


def parts(scale: str, seed: int) -> list[Part]:
    """The tight instance, and random cases."""
    return [
        {"do": "prop2", "label": "one user with up to 16 campaigns"},
        {"do": "prop2-random", "seed": seed, "count": RANDOM[scale], "label": f"{RANDOM[scale]:,} random cases"},
    ]


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The ratio against the number of campaigns."""
    ratios = [many / one for many, one in results[0]]
    sample_ratio = ratios[CAMPAIGNS.index(SAMPLE)]
    beyond = sum(many > count * one + 1e-9 for count, many, one in results[1])
    largest = max(many / one / count for count, many, one in results[1] if count > 1)
    claims = (
        Claim(
            "An optimal schedule is at most as many times as long as without campaigns as there are campaigns.",
            beyond == 0,
            f"{len(results[1]):,} random cases of 1 to 3 campaigns, {beyond} beyond it; with 2 or "
            f"3 campaigns the largest is {largest:.2f} of the bound.",
        ),
        Claim(
            "The bound, as many times as long as there are campaigns, is tight.",
            ratios == list(CAMPAIGNS),
            f"Unit jobs, as many processors as jobs: {', '.join(f'{ratio:g}' for ratio in ratios)} times as "
            f"long for {', '.join(map(str, CAMPAIGNS))} campaigns.",
        ),
    )
    x = tuple(float(count) for count in CAMPAIGNS)
    chart = Chart(
        "Proposition 2: the price of campaigns",
        "campaigns",
        "length, over the same jobs as one campaign",
        (Series("camp(LPT)", x, tuple(ratios)), Series("bound of the proposition", x, x, published=True)),
    )
    return Outcome((Measured("Ratio with four campaigns", sample_ratio),), claims, (chart,))


EXPERIMENT = Experiment(
    "prop2",
    "What campaigns cost a user alone",
    WHERE,
    "How much longer are jobs in campaigns than the same jobs without any order among them?",
    (
        ("jobs", "as many as processors, of length 1", STATED),
        ("campaigns", "one job each", STATED),
        ("processors", ", ".join(map(str, CAMPAIGNS)), CHOSEN),
        (
            "random cases",
            f"{RANDOM['full']:,} ({RANDOM['quick']} at quick scale) of 1 to 3 campaigns of 1 to 4 jobs of 1 "
            "to 20 s on 2, 3 or 4 processors",
            CHOSEN,
        ),
    ),
    (Published("Ratio with four campaigns", 4, EXACTLY, WHERE),),
    parts,
    run,
    outcome,
    {"quick": 0.1, "full": 0.5},
    (),
    (
        sample("four campaigns", "barriers-many", ("camp", {})),
        sample("the same jobs as one campaign", "barriers-none", ("camp", {})),
    ),
)
