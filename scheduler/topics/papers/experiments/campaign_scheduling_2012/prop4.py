"""Proposition 4: equal users cannot all be served first, and to take turns is worse for all but one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
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
from scheduler.topics.papers.experiments.campaign_scheduling_2012.theorem1 import orders

WHERE = "section V, proposition 4"
USERS, CAMPAIGNS, PROCESSORS = 3, 2, 2
POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "MULTICAMP": ("multicamp", {}),
    "in turns": ("campaign_fcfs", {"placement": "block"}),
    "FAIRCAMP": ("faircamp", {}),
}


def run(_part: Part) -> dict[str, Any]:
    """{policy: when each user is done, sorted}; orders: the same of every order of the campaigns, by their number."""
    workload = case(PROCESSORS, *[[[1] * PROCESSORS] * CAMPAIGNS] * USERS)
    done: dict[str, Any] = {
        name: sorted(campaigns[-1] for campaigns in complete(simulate(workload, policy, params)))
        for name, (policy, params) in POLICIES.items()
    }
    return done | {"orders": {str(count): every_order(count) for count in (1, CAMPAIGNS)}}


def every_order(count: int) -> list[list[int]]:
    """When each user is done, sorted, for every order of so many campaigns of 1 s of each on the whole machine."""
    return [
        sorted(max(at for at, one in enumerate(order, 1) if one == user) for user in range(USERS))
        for order in orders([count] * USERS)
    ]


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Completions by rank, and their ratio to what each user would have alone."""
    completions = {name: results[0][name] for name in POLICIES}
    by_count = {int(count): every for count, every in results[0]["orders"].items()}
    multicamp, turns = completions["MULTICAMP"], completions["in turns"]
    x = tuple(range(1, USERS + 1))
    claims = (
        Claim(
            "MULTICAMP serves the user of rank r within r times what the user would need alone.",
            all(done <= rank * CAMPAIGNS for rank, done in zip(x, multicamp, strict=True)),
            f"Done at {_listed(multicamp)}; alone at {CAMPAIGNS}.",
        ),
        Claim(
            "No vector-ratio is better than (1, 2, ..., k), for one campaign of each user (section III.A) and for "
            "several (read as: no order of whole campaigns has a smaller number at any rank).",
            all(
                done >= rank * count
                for count, every in by_count.items()
                for order in every
                for rank, done in zip(x, order, strict=True)
            ),
            "; ".join(
                f"{len(every)} orders of {count} campaign{'s' * (count > 1)} each, least by rank "
                f"{_listed([min(ranks) / count for ranks in zip(*every, strict=True)])}"
                for count, every in by_count.items()
            )
            + ".",
        ),
        Claim(
            "Taking turns is worse for all but the last user, and better for none.",
            all(later > sooner for later, sooner in zip(turns[:-1], multicamp[:-1], strict=True))
            and turns[-1] >= multicamp[-1],
            f"In turns done at {_listed(turns)}, one after the other at {_listed(multicamp)}.",
        ),
    )
    measured = [
        Measured(f"MULTICAMP, ratio of rank {rank}", done / CAMPAIGNS) for rank, done in zip(x, multicamp, strict=True)
    ]
    measured += [
        Measured("In turns: the first user is done at", turns[0]),
        Measured("In turns: the last user is done at", turns[-1]),
    ]
    chart = Chart(
        "Proposition 4: equal users",
        "rank of the user",
        "done at, over what the user needs alone",
        (
            *(
                Series(name, x, tuple(done / CAMPAIGNS for done in values), kind="points")
                for name, values in completions.items()
            ),
            Series("1, 2, ..., k", x, tuple(map(float, x)), published=True),
        ),
    )
    return Outcome(tuple(measured), claims, (chart,))


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)


EXPERIMENT = Experiment(
    "prop4",
    "Equal users",
    WHERE,
    "When every user has the same campaigns, each filling the machine, how long has each to wait?",
    (
        ("campaigns", f"{CAMPAIGNS} for each user, of as many jobs of length 1 as processors", STATED),
        ("users", str(USERS), CHOSEN),
        ("processors", str(PROCESSORS), CHOSEN),
    ),
    (
        *(Published(f"MULTICAMP, ratio of rank {rank}", rank, EXACTLY, WHERE) for rank in range(1, USERS + 1)),
        Published(
            "In turns: the first user is done at",
            CAMPAIGNS * USERS - USERS,
            EXACTLY,
            f"{WHERE}, remark: kn - k",
            "s",
            meant=CAMPAIGNS * USERS - USERS + 1,
            corrected=f"kn, kn - 1, ... down to kn - k are k + 1 values for k users; the last of k values is "
            f"kn - k + 1 = {CAMPAIGNS * USERS - USERS + 1}",
        ),
        Published("In turns: the last user is done at", CAMPAIGNS * USERS, EXACTLY, f"{WHERE}, remark: kn", "s"),
    ),
    lambda _scale, _seed: [{"do": "prop4", "label": "three equal users"}],
    run,
    outcome,
    {"quick": 0.1, "full": 0.1},
    (
        "The remark says that in turns the users are done at kn, kn - 1, ... until kn - k; these are k + 1 values "
        f"for k users. The first is done at kn - k + 1, here {CAMPAIGNS * USERS - USERS + 1} where the paper has "
        f"{CAMPAIGNS * USERS - USERS}.",
    ),
    (sample("three equal users", "equal-users", *POLICIES.values()),),
    random=False,
)
