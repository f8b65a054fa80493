"""Theorem 3, as a game: whatever a scheduler does that does not know runtimes, there are jobs it does badly on.

All jobs come at second 0.  Until instant n (in units; n: number of jobs) none of them is complete, and one has received
at most 1 unit.  That one turns out to be 1 unit long, the next one L, then L^2 ...: had the scheduler known, it would
have run them from the shortest to the longest, and none would have been stretched much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from scheduler.topics.papers.experiments import (
    CHOSEN,
    STATED,
    Band,
    Claim,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.dfrs_2011 import one_node
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM, PER
from scheduler.topics.papers.experiments.dfrs_2011.degradation import plain
from scheduler.topics.papers.experiments.dfrs_2011.settings import on_one_node

WHERE = "section 3.2, theorem 3"
UNIT = 600  # s
GROWTH = 10  # L
COUNTS = (2, 3, 4, 5)  # numbers of jobs
EPSILON = 1 / (GROWTH - 1)
LEAST = Band(EPSILON, end="least")  # that share is what the least possible maximum stretch is above 1
UNKNOWING: Mapping[str, tuple[str, dict[str, Any]]] = {
    "EquiPartition": ("equipartition", {}),
    BEST_PM: ("dfrs", {"scheme": BEST_PM}),
    PER: ("dfrs", {"scheme": PER}),
    "FCFS": ("fcfs", {}),
}
KNOWING = "shortest job first, which knows runtimes"
Row = Mapping[str, float]
POLICIES = {**UNKNOWING, KNOWING: ("sjf", {})}


def lengths(order: np.ndarray) -> np.ndarray:
    """[n] s: runtimes, UNIT for the job that comes first in this order, GROWTH times as much for the next."""
    runtime = np.zeros(len(order))
    runtime[order] = UNIT * float(GROWTH) ** np.arange(len(order))
    return runtime


def run(part: Part) -> list[dict[str, float]]:
    """For each number of jobs: what a policy comes to on the jobs made for it, and what is possible on them."""
    policy, params = POLICIES[part["policy"]]
    return [game(policy, params, count) for count in COUNTS]


def game(policy: str, params: Mapping[str, Any], count: int) -> dict[str, float]:
    """{stretch: its maximum, possible: the least there is, received: units the shortest job had by instant n}."""
    none, until = [0] * count, float(count * UNIT)
    # any length will do that is not over by then: n units of work are done, so n + 1 are too long for every job
    long = simulate(one_node.jobs(none, [UNIT * (count + 1)] * count), policy, params, decisions=None)
    had = one_node.received(long, until)
    runtime = lengths(np.argsort(had, kind="stable"))
    schedule = simulate(one_node.jobs(none, runtime.tolist()), policy, params, decisions=None)
    least = max_stretch(np.zeros(count), runtime, np.ones(count), np.ones(count), 1, exact=True).bound
    again = one_node.received(schedule, until)
    return {
        "stretch": one_node.worst(schedule),
        "possible": least,
        "received": float(had.min() / UNIT),
        "apart": float(np.abs(again - had).max() / UNIT),
    }


def parts(_scale: str, _seed: int) -> list[Part]:
    """One for each policy."""
    return [
        {"do": "theorem3", "policy": name, "counts": list(COUNTS), "label": f"{name}, {COUNTS[0]} to {COUNTS[-1]} jobs"}
        for name in POLICIES
    ]


def value_name(name: str, count: int) -> str:
    """Of a ratio; the theorem gives a lower end."""
    return f"{name}: maximum stretch over the least possible, {count} jobs, at least"


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Ratios by policy and number of jobs."""
    rows_of = {part["policy"]: result for part, result in zip(parts, results, strict=True)}
    ratios = {name: [row["stretch"] / row["possible"] for row in rows] for name, rows in rows_of.items()}
    values = [
        Measured(value_name(name, count), ratio)
        for name in POLICIES
        for count, ratio in zip(COUNTS, ratios[name], strict=True)
    ]
    return Outcome(tuple(values), claims(rows_of, ratios), (chart(ratios),))


def claims(rows_of: Mapping[str, Sequence[Row]], ratios: Mapping[str, Sequence[float]]) -> tuple[Claim, ...]:
    """The steps of the proof, and what it shows."""
    by_policy = "; ".join(f"{name}: {', '.join(plain(ratio) for ratio in ratios[name])}" for name in UNKNOWING)
    had = max(row["received"] for name in UNKNOWING for row in rows_of[name])
    apart = max(row["apart"] for name in UNKNOWING for row in rows_of[name])
    possible = max(row["possible"] for rows in rows_of.values() for row in rows)
    least = min(
        ratio - count * (1 - EPSILON) for name in UNKNOWING for count, ratio in zip(COUNTS, ratios[name], strict=True)
    )
    return (
        Claim(
            "By instant n some job has received at most one n-th of the node's time.",
            had <= 1 + 1e-9,
            f"The most any job that was served least had received is {plain(had)} units.",
        ),
        Claim(
            "Schedulers that do not know runtimes do the same until instant n once runtimes are chosen.",
            apart <= 1e-6,
            f"What jobs have received by then differs by {apart:.1g} units at most.",
        ),
        Claim(
            f"From the shortest to the longest no job is stretched beyond 1 + 1/(L - 1), here {1 + EPSILON:.3f}.",
            possible <= 1 + EPSILON + 1e-9,
            f"The least possible maximum stretch is {possible:.3f} at most.",
        ),
        Claim(
            "Every scheduler that does not know runtimes comes to n times the least possible, up to the share "
            "1/(L - 1).",
            least >= -1e-9,
            f"For {', '.join(map(str, COUNTS))} jobs: {by_policy}.",
        ),
        Claim(
            "One that knows them does not.",
            max(ratios[KNOWING]) <= 1 + EPSILON + 1e-9,
            f"On jobs chosen in the same way: {', '.join(f'{ratio:.3f}' for ratio in ratios[KNOWING])}.",
        ),
    )


def chart(ratios: Mapping[str, Sequence[float]]) -> Chart:
    """Ratios over the number of jobs, and the theorem."""
    lines = tuple(Series(name, COUNTS, tuple(values)) for name, values in ratios.items())
    theirs = Series("n, the theorem's", COUNTS, tuple(map(float, COUNTS)), published=True, kind="points")
    return Chart(
        "Theorem 3: jobs made against each scheduler",
        "jobs",
        "maximum stretch over the least possible",
        (*lines, theirs),
        y_log=True,
        caption=(
            "Each scheduler is played against jobs made for it.",
            "FCFS has run one job only by then, so that the shortest waits for the longest.",
        ),
    )


EXPERIMENT = Experiment(
    "theorem-3",
    "Nobody who does not know runtimes does well",
    WHERE,
    "Is there, for every scheduler that does not know runtimes, a set of n jobs it stretches n times as needed?",
    (
        ("nodes", "1", STATED),
        ("submissions", "all at second 0", STATED),
        ("jobs", ", ".join(map(str, COUNTS)), CHOSEN),
        ("unit of time", f"{UNIT} s", CHOSEN),
        ("L, from one length to the next", f"{GROWTH} (the paper: large)", CHOSEN),
    ),
    tuple(
        Published(value_name(name, count), float(count), LEAST, f"{WHERE}: at least n, from the formula")
        for name in UNKNOWING
        for count in COUNTS
    ),
    parts,
    run,
    outcome,
    {"quick": 1.5, "full": 1.5},
    (
        "The proof is about every algorithm; it is played here against four.",
        f"With L = {GROWTH} the least possible maximum stretch is up to {1 + EPSILON:.3f}, so ratios come to n less "
        "that share; the paper lets L grow.",
    ),
    on_one_node(),
    random=False,
)
