"""Proposition 6 and figure 3: first come, first served makes short campaigns wait behind long ones without limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.topics.papers.experiments import (
    AT_LEAST,
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
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import case, sample, stretches

WHERE = "section VI.B, proposition 6 and figure 3"
LENGTHS = (1, 2, 5, 10, 20, 50, 100, 1_000)  # p: jobs of user 1
REPEATED = (1, 2, 5, 10)  # campaigns of each user
PROCESSORS, SAMPLE = 2, 10
FCFS: tuple[str, dict[str, Any]] = ("campaign_fcfs", {"placement": "block"})
POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "FCFS": FCFS,
    "FAIRCAMP": ("faircamp", {}),
    "MULTICAMP": ("multicamp", {}),
}
OPENING = sample("long jobs of 10 s, figure 3", "long-before-short", *POLICIES.values())


def run(part: Part) -> dict[str, list[list[float]]]:
    """{policy: [(D(1), D(2)) for each p]}."""
    pairs: dict[str, list[list[float]]] = {name: [] for name in POLICIES}
    for length in LENGTHS:
        workload = case(PROCESSORS, [[length] * PROCESSORS] * part["campaigns"], [[1] * PROCESSORS] * part["campaigns"])
        for name, (policy, params) in POLICIES.items():
            pairs[name].append(stretches(simulate(workload, policy, params)))
    return pairs


def figure_3(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Two campaigns for each user, as drawn in the figure."""
    pairs_of, at = results[0], LENGTHS.index(SAMPLE)
    fcfs, fair = pairs_of["FCFS"], pairs_of["FAIRCAMP"]
    measured = (
        Measured("FCFS: maximum stretch, p = 10", max(fcfs[at])),
        Measured("FAIRCAMP: maximum stretch, p = 10", max(fair[at])),
        Measured("FAIRCAMP: stretch of user 2, p = 10", fair[at][1]),
        Measured("FCFS: maximum stretch, p = 1,000", max(fcfs[-1])),
        Measured("FAIRCAMP: maximum stretch, p = 1,000", max(fair[-1])),
    )
    claims = (
        Claim(
            "Under FCFS the maximum stretch is (2p + 2)/2, about p.",
            all(max(pair) == p + 1 for p, pair in zip(LENGTHS, fcfs, strict=True)),
            f"{_worst(fcfs)} for p = {_lengths()}.",
        ),
        Claim(
            "For large p the best possible is (2p + 2)/(2p), about 1, and FAIRCAMP reaches it.",
            all(abs(max(pair) - (p + 1) / p) < 1e-9 for p, pair in zip(LENGTHS, fair, strict=True) if p > 2),
            f"{_worst(fair)} for p = {_lengths()}; up to p = 2 deadlines tie, and the campaign submitted first goes "
            "first.",
        ),
    )
    return Outcome(measured, claims, (_chart("Figure 3: two campaigns for each user", pairs_of),))


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Any number of campaigns."""
    at = LENGTHS.index(SAMPLE)
    worst = {count: [max(pair) for pair in pairs_of["FCFS"]] for count, pairs_of in zip(REPEATED, results, strict=True)}
    fair = max(max(pair) for pairs_of in results for pair in pairs_of["FAIRCAMP"])
    ratios = {
        count: [value / least(p) for p, value in zip(LENGTHS, values, strict=True)] for count, values in worst.items()
    }
    claims = (
        Claim(
            "For the maximum stretch FCFS is no better than the ratio of the longest to the shortest workflow: over "
            "the least possible it is at least that ratio.",
            all(value >= p - 1e-9 for values in ratios.values() for p, value in zip(LENGTHS, values, strict=True)),
            f"Ratio 10: {', '.join(f'{values[at] / least(SAMPLE):g}' for values in worst.values())} times "
            f"{least(SAMPLE):g} with {', '.join(map(str, worst))} campaigns each.",
        ),
        Claim(
            "The least possible maximum stretch is (p + 1)/p, which MULTICAMP reaches.",
            all(
                abs(max(pair) - least(p)) < 1e-9
                for pairs_of in results
                for p, pair in zip(LENGTHS, pairs_of["MULTICAMP"], strict=True)
            ),
            f"Under MULTICAMP {_worst(results[-1]['MULTICAMP'])} for p = {_lengths()}.",
            finding=True,
        ),
        Claim("FAIRCAMP's is at most the number of users, here 2.", fair <= 2, f"The largest is {fair:g}."),
    )
    measured = (
        *(Measured(named(count), values[at]) for count, values in ratios.items()),
        *(Measured(f"FCFS: stretch, ratio 10, campaigns: {count}", values[at]) for count, values in worst.items()),
    )
    return Outcome(measured, claims, (_chart(f"Proposition 6: {REPEATED[-1]} campaigns for each user", results[-1]),))


def least(p: float) -> float:
    """The least possible maximum stretch: the last user is done at n (p + 1), and needs n p alone if it is user 1."""
    return (p + 1) / p


def named(campaigns: int) -> str:
    """Of a value."""
    return f"FCFS: stretch over the least possible, ratio 10, campaigns: {campaigns}"


def _chart(title: str, pairs_of: dict[str, list[list[float]]]) -> Chart:
    series = [Series(name, LENGTHS, tuple(max(pair) for pair in pairs)) for name, pairs in pairs_of.items()]
    printed = (
        Series("(2p + 2)/2 for FCFS", LENGTHS, tuple(float(p + 1) for p in LENGTHS), published=True, kind="points"),
        Series(
            "(2p + 2)/(2p), the optimum", LENGTHS, tuple((p + 1) / p for p in LENGTHS), published=True, kind="points"
        ),
    )
    return Chart(
        title,
        "p: length of user 1's jobs, s",
        "maximum stretch",
        (*series, *printed),
        x_log=True,
        y_log=True,
        caption=("FCFS grows without limit; FAIRCAMP lets the short campaigns go first.",),
    )


def _worst(pairs: Sequence[Sequence[float]]) -> str:
    return ", ".join(f"{max(pair):g}" for pair in pairs)


def _lengths() -> str:
    return ", ".join(f"{p:,}" for p in LENGTHS)


def _part(count: int) -> Part:
    return {"do": "prop6", "campaigns": count, "label": f"two users with {count} campaigns each"}


SETTINGS = (
    ("users", "2, the one with long jobs first", STATED),
    ("jobs of a campaign", "as many as processors", STATED),
    ("jobs of user 2", "1 s", STATED),
    ("jobs of user 1", f"p = {_lengths()} s", CHOSEN),
    ("processors", str(PROCESSORS), CHOSEN),
)
FIGURE = Experiment(
    "fig3",
    "A short workflow behind a long one",
    WHERE,
    "How does the maximum stretch of two users grow with the length of the longer one's jobs?",
    (*SETTINGS, ("campaigns of each user", "2", STATED)),
    (
        Published("FCFS: maximum stretch, p = 10", 11, EXACTLY, f"{WHERE}: (2p + 2)/2"),
        Published("FAIRCAMP: maximum stretch, p = 10", 1.1, EXACTLY, f"{WHERE}: (2p + 2)/(2p)"),
    ),
    lambda _scale, _seed: [_part(2)],
    run,
    figure_3,
    {"quick": 0.1, "full": 0.1},
    (
        "The proposition lets user 2 come a moment after user 1; here both come at second 0, and user 1 stands first "
        "in the file.",
    ),
    (OPENING,),
    random=False,
)
EXPERIMENT = Experiment(
    "prop6",
    "FCFS is as unfair as the workflows are unequal",
    WHERE,
    "Is FCFS, over the least possible maximum stretch, at least the ratio of the longest to the shortest workflow, "
    "however many campaigns there are?",
    (*SETTINGS, ("campaigns of each user", ", ".join(map(str, REPEATED)), CHOSEN)),
    tuple(Published(named(count), 10, AT_LEAST, f"{WHERE}: at least the ratio") for count in REPEATED),
    lambda _scale, _seed: [_part(count) for count in REPEATED],
    run,
    outcome,
    {"quick": 0.2, "full": 0.2},
    (),
    (OPENING,),
    random=False,
)
