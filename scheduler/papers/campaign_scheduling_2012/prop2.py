"""Proposition 2: what campaigns cost a single user."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.papers import (
    CHOSEN,
    EXACTLY,
    STATED,
    Chart,
    Claim,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    Result,
    Series,
)
from scheduler.papers.campaign_scheduling_2012.cases import case, complete, sample
from scheduler.simulate import simulate

WHERE = "section IV, proposition 2"
CAMPAIGNS = (1, 2, 3, 4, 6, 8, 12, 16)
SAMPLE = 4      # campaigns of the sample


def run(_part: Part) -> list[list[float]]:
    """[[length as campaigns of one job each, length as one campaign]] for as many unit jobs as processors."""
    return [[complete(simulate(case(count, campaigns), "camp"))[0][-1]
             for campaigns in ([[1]] * count, [[1] * count])] for count in CAMPAIGNS]


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The ratio against the number of campaigns."""
    ratios = [many / one for many, one in results[0]]
    sample_ratio = ratios[CAMPAIGNS.index(SAMPLE)]
    claims = (Claim("The bound, as many times as long as there are campaigns, is tight.",
                    ratios == list(CAMPAIGNS),
                    f"Unit jobs, as many processors as jobs: {', '.join(f'{ratio:g}' for ratio in ratios)} times as "
                    f"long for {', '.join(map(str, CAMPAIGNS))} campaigns."),)
    x = tuple(float(count) for count in CAMPAIGNS)
    chart = Chart("Proposition 2: the price of campaigns", "campaigns", "length, over the same jobs as one campaign",
                  (Series("camp(LPT)", x, tuple(ratios)), Series("bound of the proposition", x, x, published=True)))
    return Outcome((Measured("Ratio with four campaigns", sample_ratio),), claims, (chart,))


EXPERIMENT = Experiment(
    "prop2", "What campaigns cost a user alone", WHERE,
    "How much longer are jobs in campaigns than the same jobs without any order among them?",
    (("jobs", "as many as processors, of length 1", STATED), ("campaigns", "one job each", STATED),
     ("processors", ", ".join(map(str, CAMPAIGNS)), CHOSEN)),
    (Published("Ratio with four campaigns", 4, EXACTLY, WHERE),),
    lambda _scale, _seed: [{"do": "prop2", "label": "one user with up to 16 campaigns"}], run, outcome,
    {"quick": 0.1, "full": 0.1}, (),
    (sample("four campaigns", "barriers-many", ("camp", {})),
     sample("the same jobs as one campaign", "barriers-none", ("camp", {}))), random=False)
