"""Section VI.C: the worked example of deadlines, and where proposition 7 needs what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.charts import Chart, Series
from scheduler.model.schedule import Schedule
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.model.workload import Workload
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

WHERE = "section VI.C, the example after equation (1)"
NAMES = tuple(f"user {user}, campaign {i}" for user, count in ((1, 2), (2, 3)) for i in range(1, count + 1))
LIST: dict[str, Any] = {"placement": "list"}
MISPRINT = "by equation (1), as the other four, it is 2 x 10 + 12 = 32, not 22"


def example() -> Workload:
    """Two users: campaigns of 5 and 3, and of 3, 3 and 10; one job each on one processor."""
    return case(1, [[5], [3]], [[3], [3], [10]])


def shared() -> Workload:
    """Where campaigns share the machine, deadlines are missed."""
    return case(3, [[1000, 1000]], [[1], *[[1, 1, 1]] * 6])


def thinking() -> Workload:
    """Where users think, deadlines are missed."""
    return case(1, [[10]], [[1], [1]], think=((0,), (0, 1)))


def run(_part: Part) -> dict[str, Any]:
    """Deadlines and completions of the example, and how many are missed in each case."""
    schedule = simulate(example(), "faircamp")
    return {
        "deadlines": _in_order(schedule, "deadline"),
        "complete": [end for ends in complete(schedule) for end in ends],
        "missed": {
            "example": _missed(schedule),
            "shared, list": _missed(simulate(shared(), "faircamp", LIST)),
            "shared, block": _missed(simulate(shared(), "faircamp")),
            "thinking": _missed(simulate(thinking(), "faircamp")),
        },
    }


def _in_order(schedule: Schedule, column: str) -> list[float]:
    campaigns = schedule.workload.table("campaigns")
    rows = sorted(range(len(campaigns)), key=lambda row: (campaigns.user[row], campaigns.index[row]))
    return [float(by_campaign(schedule).columns[column][row]) for row in rows]


def _missed(schedule: Schedule) -> int:
    table = by_campaign(schedule)
    return int((table.real_end > table.deadline + 1e-6).sum())


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Deadlines beside the printed ones, and the claims."""
    numbers, missed = results[0], results[0]["missed"]
    pairs = [f"{done:g} (due {due:g})" for done, due in zip(numbers["complete"], numbers["deadlines"], strict=True)]
    claims = (
        Claim(
            "Every campaign of the example is complete by its deadline.",
            missed["example"] == 0,
            f"Complete at {', '.join(pairs)}.",
        ),
        Claim(
            "The deadline 22 printed for the last campaign would be missed.",
            numbers["complete"][-1] > 22,
            f"It is complete at {numbers['complete'][-1]:g}.",
            finding=True,
        ),
        Claim(
            "A campaign has to have the whole machine: where campaigns share it, deadlines are missed.",
            missed["shared, list"] > 0 == missed["shared, block"],
            f"Two users, three processors: {missed['shared, list']} of 8 deadlines missed where campaigns share the "
            f"machine, {missed['shared, block']} where they do not.",
            finding=True,
        ),
        Claim(
            "Where users think between campaigns, which section II excludes, deadlines can be missed.",
            missed["thinking"] > 0,
            f"{missed['thinking']} of 3: a long campaign starts while the other user thinks for a second.",
            finding=True,
        ),
    )
    measured = tuple(
        Measured(f"Deadline of {name}", due) for name, due in zip(NAMES, numbers["deadlines"], strict=True)
    )
    chart = Chart(
        "Section VI.C: deadlines and completions",
        "campaign",
        "s",
        (
            Series("deadline", NAMES, tuple(numbers["deadlines"]), kind="bars"),
            Series("complete under FAIRCAMP", NAMES, tuple(numbers["complete"]), kind="points"),
            Series("deadline", NAMES, (10, 16, 6, 12, 22), published=True, kind="points"),
        ),
        caption=("The last deadline is 2 x 10 + 12 = 32; printed is 22.",),
    )
    return Outcome(measured, claims, (chart,))


EXPERIMENT = Experiment(
    "deadlines",
    "Deadlines, and when they are met",
    WHERE,
    "Which deadlines does FAIRCAMP set, and does it meet them?",
    (
        ("users", "2", STATED),
        ("lengths of campaigns", "5, 3 and 3, 3, 10", STATED),
        ("processors", "1, one job for each campaign", CHOSEN),
        ("counter-examples", "two, of 3 and 1 processors", CHOSEN),
    ),
    (
        *(
            Published(f"Deadline of {name}", due, EXACTLY, WHERE, "s")
            for name, due in zip(NAMES[:-1], (10, 16, 6, 12), strict=True)
        ),
        Published(f"Deadline of {NAMES[-1]}", 22, EXACTLY, WHERE, "s", meant=32, corrected=MISPRINT),
    ),
    lambda _scale, _seed: [{"do": "deadlines", "label": "the example and two counter-examples"}],
    run,
    outcome,
    {"quick": 0.1, "full": 0.1},
    (
        "The deadline of user 2's third campaign is printed as 22. By equation (1) it is 2 x 10 + 12 = 32, and "
        "FAIRCAMP itself completes that campaign at 24.",
        "Proposition 7 says that all deadlines are met. Its proof needs that a campaign has the whole machine and "
        "that all users start together; it rests on section II, where there is no idle time between campaigns. Where "
        "campaigns share the machine, or users think, which the paper leaves to later work, there are "
        "counter-examples.",
    ),
    (
        sample(
            "the example",
            "campaign-deadlines",
            ("faircamp", {}),
            ("campaign_fcfs", {"placement": "block"}),
            ("multicamp", {}),
        ),
        sample("campaigns that share the machine", "shared-machine-deadlines", ("faircamp", LIST), ("faircamp", {})),
        sample("users who think", "thinking-deadlines", ("faircamp", {})),
    ),
    random=False,
)
