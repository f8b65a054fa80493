"""Figure 2: what two users can get of two processors, by listing every schedule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.topics.campaigns.bounds.two_users import outcomes
from scheduler.topics.papers.experiments import (
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

WHERE = "section III.A and figure 2"
USERS = ([[4, 4]], [[3, 7]])
A, E = (4.0, 11.0), (11.0, 7.0)

THIRD = (
    "the paper names two optimal points, A and E; (8, 10) is a third: with a processor for each user, user 1 is "
    "done at 4 + 4 = 8 and user 2 at 3 + 7 = 10, and neither A nor E is as good for both"
)


def run(_part: Part) -> dict[str, Any]:
    """Every outcome, and that of MULTICMAX."""
    workload = case(2, *USERS)
    reachable = outcomes(workload)
    multicmax = tuple(campaigns[-1] for campaigns in complete(simulate(workload, "multicmax")))
    return {
        "complete": reachable.complete.tolist(),
        "optimal": reachable.optimal.tolist(),
        "zenith": reachable.zenith.tolist(),
        "nadir": reachable.nadir.tolist(),
        "multicmax": list(multicmax),
    }


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The points of the figure, and which of them nobody can improve on."""
    figures = results[0]
    points = [tuple(point) for point in figures["complete"]]
    optimal = [point for point, best in zip(points, figures["optimal"], strict=True) if best]
    values = (
        ("Zenith, user 1", figures["zenith"][0]),
        ("Zenith, user 2", figures["zenith"][1]),
        ("MULTICMAX, user 1", figures["multicmax"][0]),
        ("MULTICMAX, user 2", figures["multicmax"][1]),
        ("Pareto-optimal outcomes", float(len(optimal))),
        ("All outcomes", float(len(points))),
    )
    others = sorted(set(optimal) - {A, E})
    claims = (
        Claim(
            "A is optimal: user 1 goes first, and who improves one user worsens the other.",
            A in optimal,
            f"{_pairs([A])} among the optimal outcomes {_pairs(optimal)}.",
        ),
        Claim(
            "E is optimal: user 2 goes first.",
            E in optimal,
            f"{_pairs([E])} among the optimal outcomes {_pairs(optimal)}.",
        ),
        Claim(
            "There is no optimal outcome but A, E and (8, 10).",
            others == [(8.0, 10.0)],
            f"Of {len(points)} outcomes {len(optimal)} are optimal: {_pairs(optimal)}.",
            corrected=THIRD,
        ),
        Claim("MULTICMAX gives A.", tuple(figures["multicmax"]) == A, f"MULTICMAX: {_pairs([figures['multicmax']])}."),
    )
    return Outcome(tuple(Measured(*value) for value in values), claims, (_chart(figures, points, optimal),))


def _pairs(points: Sequence[Sequence[float]]) -> str:
    return ", ".join(f"({x:g}, {y:g})" for x, y in points)


def _chart(figures: dict[str, Any], points: list, optimal: list) -> Chart:
    rest = [point for point in points if point not in optimal]

    def series(name: str, what: Sequence[Sequence[float]], published: bool = False) -> Series:
        x, y = np.array(what, dtype=float).reshape(-1, 2).T.tolist()
        return Series(name, tuple(x), tuple(y), kind="points", published=published)

    return Chart(
        "Figure 2: all that two users can get",
        "user 1 is done at, s",
        "user 2 is done at, s",
        (
            series("optimal", optimal),
            series("improvable", rest),
            series("zenith", [figures["zenith"]]),
            series("nadir", [figures["nadir"]]),
            series("A and E", [A, E], published=True),
        ),
        caption=(f"Optimal: {_pairs(optimal)}; the paper names A and E only.",),
    )


EXPERIMENT = Experiment(
    "fig2",
    "What two users can get",
    WHERE,
    "Which completions can two users have on two processors, and which of these can nobody improve on?",
    (
        ("processors", "2", "shown in the figure"),
        ("user 1", "two jobs of 4", STATED),
        ("user 2", "jobs of 3 and 7", STATED),
        ("schedules", "every order of every assignment", STATED),
    ),
    (
        Published("Zenith, user 1", 4, EXACTLY, WHERE, "s"),
        Published("Zenith, user 2", 7, EXACTLY, WHERE, "s"),
        Published("MULTICMAX, user 1", 4, EXACTLY, WHERE, "s"),
        Published("MULTICMAX, user 2", 11, EXACTLY, WHERE, "s"),
        Published(
            "Pareto-optimal outcomes",
            2,
            EXACTLY,
            f"{WHERE}: two are named, A and E, no number is printed",
            meant=3,
            corrected=THIRD,
        ),
    ),
    lambda _scale, _seed: [{"do": "fig2", "label": "every schedule of four jobs"}],
    run,
    outcome,
    {"quick": 0.1, "full": 0.1},
    (
        "The paper names two optimal points, A = (4, 11) and E = (11, 7). There is a third, (8, 10): each user has one "
        "processor, user 1 is done at 4 + 4 = 8 and user 2 at 3 + 7 = 10. Neither A nor E is as good for both users.",
    ),
    (sample("the two users", "pareto-two-users", ("multicmax", {}), ("campaign_fcfs", {}), ("ostrich", {})),),
    random=False,
)
