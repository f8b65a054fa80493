"""Propositions 3 and 5 on random cases: lengths against the least possible, which every assignment gives.

The propositions carry the ratio rho of what schedules a campaign over to workflows, and to users by rank.  Here rho is
that of LPT, 4/3 - 1/(3m), and of any order of jobs, 2 - 1/m.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.campaigns.bounds.least_makespan import least
from scheduler.topics.papers.experiments import (
    AT_MOST,
    CHOSEN,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import User, case, complete, sample

SPREAD = 1_000_000  # between the seeds of two experiments
TOGETHER = 100  # cases of a part
COUNT = {"quick": 200, "full": 5_000}
ORDERS = {"lpt": "LPT", "fifo": "as in the file", "spt": "SPT"}
MACHINES = (2, 3, 4)
USERS = (2, 3, 4, 5)
TWO_MACHINES = 2
POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "MULTICAMP": ("multicamp", {}),
    "FAIRCAMP": ("faircamp", {}),
    "FCFS": ("campaign_fcfs", {"placement": "block"}),
}


def of_lpt(processors: int) -> float:
    """The ratio of LPT (Graham 1969)."""
    return 4 / 3 - 1 / (3 * processors)


def of_any(processors: int) -> float:
    """The ratio of every list schedule (Graham 1966)."""
    return 2 - 1 / processors


def drawn_user(random: np.random.Generator, most_campaigns: int, most_jobs: int) -> User:
    """A user with campaigns of jobs of 1 to 20 s."""
    sizes = whole(random, 1, most_jobs, int(whole(random, 1, most_campaigns, 1)[0]))
    return [whole(random, 1, 20, int(size)).tolist() for size in sizes]


def parts(do: str) -> Callable[[str, int], list[Part]]:
    """Random cases, cut into parts."""
    return lambda scale, seed: [
        {
            "do": do,
            "seed": seed,
            "first": first,
            "count": TOGETHER,
            "label": f"cases {first + 1:,} to {first + TOGETHER:,} of {COUNT[scale]:,}",
        }
        for first in range(0, COUNT[scale], TOGETHER)
    ]


def streams(part: Part) -> list[np.random.Generator]:
    """The random numbers of each case of a part."""
    return [stream(part["seed"] * SPREAD + part["first"] + number) for number in range(part["count"])]


# -- proposition 3


def run_alone(part: Part) -> list[dict[str, Any]]:
    """Of each case the machine, and by order (whole workflow, worst campaign) over the least lengths."""
    return [_alone(random, MACHINES[number % len(MACHINES)]) for number, random in enumerate(streams(part))]


def _alone(random: np.random.Generator, processors: int) -> dict[str, Any]:
    user = drawn_user(random, 4, 9)
    shortest = np.array([least(lengths, processors) for lengths in user])
    workload, ratios = case(processors, user), {}
    for order in ORDERS:
        taken = np.diff(complete(simulate(workload, "camp", {"order": order}))[0], prepend=0.0)
        ratios[order] = [float(taken.sum() / shortest.sum()), float((taken / shortest).max())]
    return {"processors": processors, "ratios": ratios}


def outcome_alone(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The largest ratio for each order and machine."""
    cases = [one for result in results for one in result]
    worst = {
        order: [
            max((one["ratios"][order][0] for one in cases if one["processors"] == m), default=1.0) for m in MACHINES
        ]
        for order in ORDERS
    }
    beyond = [
        one
        for one in cases
        if any(
            one["ratios"][order][0] > (of_lpt if order == "lpt" else of_any)(one["processors"]) + 1e-9
            for order in ORDERS
        )
    ]
    mixed = all(whole_one <= campaign + 1e-9 for one in cases for whole_one, campaign in one["ratios"].values())
    claims = (
        Claim(
            "A workflow is within the ratio of what schedules its campaigns.",
            not beyond,
            f"{len(cases):,} cases, three orders: {len(beyond)} beyond it. Largest of LPT: "
            f"{_listed(worst['lpt'])} on {', '.join(map(str, MACHINES))} processors.",
        ),
        Claim(
            "No workflow is worse than the worst of its campaigns, since lengths add up.",
            mixed,
            "The ratio of the sums lies between the ratios of the campaigns.",
            finding=True,
        ),
    )
    x = tuple(map(float, MACHINES))
    chart = Chart(
        "Proposition 3: largest ratio of a workflow",
        "processors",
        "length, over the least possible",
        (
            *(Series(f"camp({name})", x, tuple(worst[order]), kind="points") for order, name in ORDERS.items()),
            Series("rho of LPT", x, tuple(map(of_lpt, MACHINES)), published=True),
            Series("rho of any order", x, tuple(map(of_any, MACHINES)), published=True),
        ),
    )
    return Outcome(
        tuple(
            Measured(f"camp(LPT): largest ratio, m = {m}", value)
            for m, value in zip(MACHINES, worst["lpt"], strict=True)
        ),
        claims,
        (chart,),
    )


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.3f}" for value in values)


# -- proposition 5


def run_ranked(part: Part) -> list[dict[str, list[float]]]:
    """Of each case {policy: each user's sum of flow times over the least possible, by rank of planned length}."""
    return [_ranked(random, USERS[number % len(USERS)]) for number, random in enumerate(streams(part))]


def _ranked(random: np.random.Generator, count: int) -> dict[str, list[float]]:
    users = [drawn_user(random, 3, 5) for _ in range(count)]
    alone = [sum(least(lengths, TWO_MACHINES) for lengths in user) for user in users]
    planned = [complete(simulate(case(TWO_MACHINES, user), "camp"))[0][-1] for user in users]
    order = sorted(range(count), key=lambda user: (planned[user], user))
    workload, ratios = case(TWO_MACHINES, *users), {}
    for name, (policy, params) in POLICIES.items():
        done = [ends[-1] for ends in complete(simulate(workload, policy, params))]
        ratios[name] = [done[user] / alone[user] for user in order]
    return ratios


def outcome_ranked(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The largest ratio of each rank."""
    cases = [one for result in results for one in result]
    ranks, rho = range(1, USERS[-1] + 1), of_lpt(TWO_MACHINES)
    largest = {
        name: [max((one[name][rank - 1] for one in cases if len(one[name]) >= rank), default=0.0) for rank in ranks]
        for name in POLICIES
    }
    beyond = {
        name: sum(any(ratio > rank * rho + 1e-9 for rank, ratio in enumerate(one[name], 1)) for one in cases)
        for name in POLICIES
    }
    claims = (
        Claim(
            "Under MULTICAMP the user of rank r is within r rho of the least possible.",
            not beyond["MULTICAMP"],
            f"{len(cases):,} cases of 2 to {USERS[-1]} users, rho = {rho:.3f}: {beyond['MULTICAMP']} beyond it. "
            f"Largest by rank: {_listed(largest['MULTICAMP'])}.",
        ),
        Claim(
            "FCFS and FAIRCAMP have no such order: in some cases a user of low rank is beyond it.",
            beyond["FCFS"] > 0 and beyond["FAIRCAMP"] > 0,
            f"FCFS in {beyond['FCFS']:,} cases, FAIRCAMP in {beyond['FAIRCAMP']:,}.",
            judged=len(cases) >= TOGETHER,
            finding=True,
        ),
    )
    x = tuple(map(float, ranks))
    chart = Chart(
        "Proposition 5: largest ratio by rank",
        "rank of the user, by planned length",
        "sum of flow times, over the least possible",
        (
            *(Series(name, x, tuple(values), kind="points") for name, values in largest.items()),
            Series("r rho", x, tuple(rank * rho for rank in ranks), published=True),
        ),
    )
    return Outcome(
        tuple(
            Measured(f"MULTICAMP: largest ratio, rank {rank}", value)
            for rank, value in zip(ranks, largest["MULTICAMP"], strict=True)
        ),
        claims,
        (chart,),
    )


def _experiment(
    key: str,
    title: str,
    where: str,
    question: str,
    settings: tuple[tuple[str, str, str], ...],
    limits: Mapping[str, float],
    run: Callable[[Part], Result],
    outcome: Callable[[Sequence[Part], Sequence[Result]], Outcome],
    opening: Opening,
    seconds: Mapping[str, float],
) -> Experiment:
    """One of the two: its numbers are limits that are not exceeded."""
    return Experiment(
        key,
        title,
        where,
        question,
        settings,
        tuple(Published(name, limit, AT_MOST, f"{where}, with the rho of LPT") for name, limit in limits.items()),
        parts(key),
        run,
        outcome,
        seconds,
        (
            "The paper proves this and measures nothing; the cases are ours. The least possible is found by trying "
            "every assignment, so campaigns are small.",
        ),
        (opening,),
    )


ALONE = _experiment(
    "prop3",
    "A workflow is within the ratio of its campaigns",
    "section IV, proposition 3",
    "How far are schedules of one user's campaigns from the best, when each campaign is scheduled by LPT?",
    (
        ("cases", f"{COUNT['quick']:,}, at full scale {COUNT['full']:,}", CHOSEN),
        ("campaigns", "1 to 4 of 1 to 9 jobs of 1 to 20 s", CHOSEN),
        ("processors", "2, 3, 4", CHOSEN),
    ),
    {f"camp(LPT): largest ratio, m = {m}": of_lpt(m) for m in MACHINES},
    run_alone,
    outcome_alone,
    sample("three campaigns", "one-user", ("camp", {"order": "lpt"}), ("camp", {"order": "fifo"})),
    {"quick": 0.6, "full": 15.0},
)
RANKED = _experiment(
    "prop5",
    "Users by rank under MULTICAMP",
    "section V, proposition 5",
    "How far is each user from what would be possible alone, by rank?",
    (
        ("cases", f"{COUNT['quick']:,}, at full scale {COUNT['full']:,}", CHOSEN),
        ("users", "2 to 5, with 1 to 3 campaigns of 1 to 5 jobs of 1 to 20 s", CHOSEN),
        ("processors", "2", CHOSEN),
    ),
    {f"MULTICAMP: largest ratio, rank {rank}": rank * of_lpt(TWO_MACHINES) for rank in range(1, USERS[-1] + 1)},
    run_ranked,
    outcome_ranked,
    sample("three equal users", "equal-users", *POLICIES.values()),
    {"quick": 1.4, "full": 35.0},
)
