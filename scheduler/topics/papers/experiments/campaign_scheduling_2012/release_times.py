"""Section III.B: machines that become free at different times, by LPT, by modified LPT, and within 5/4.

A first user's jobs keep each processor busy for a while; a second user's campaign comes when the first of them is free,
and is put on the processors by FAIRCAMP with placement `commit`.  The least completion is found by trying all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.generators.traces.generated import trace_of
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.campaigns.bounds.least_makespan import least
from scheduler.topics.campaigns.campaign_traces import HEADER
from scheduler.topics.papers.experiments import (
    AT_MOST,
    CHOSEN,
    Claim,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.campaign_scheduling_2012 import five_quarters
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import sample

WHERE = "section III.B"
SPREAD, TOGETHER = 1_000_000, 100
COUNT = {"quick": 300, "full": 6_000}
MACHINES = (2, 3, 4)
NAMES = {"lpt": "LPT", "mlpt": "MLPT", "within": "within 5/4"}
LIMITS = {"MLPT": 4 / 3, "within 5/4": 5 / 4}
ROUNDING = 1 + 2 * five_quarters.PRECISION  # of the bisection


def instance(free: Sequence[float], runtimes: Sequence[float]) -> Workload:
    """User 1 at 0 with a job for each processor, until a second after it is to be free; user 2 at 1 s."""
    first, n = len(free), len(free) + len(runtimes)
    length = np.array([*(at + 1 for at in free), *runtimes], dtype=float)
    late = np.arange(n) >= first
    columns = {
        "submit": late.astype(float),
        "runtime": length,
        "requested_time": length,
        "requested_processors": np.ones(n),
        "user_id": 1 + late.astype(int),
        "preceding_job": np.full(n, -1),
        "think_time": np.zeros(n),
    }
    return workload(trace_of("none", 0, {}, first, columns, (), HEADER, hashed=False))


def run(part: Part) -> list[dict[str, Any]]:
    """Of each case the number of machines and {name: completion over the least possible}."""
    return [
        _of(stream(part["seed"] * SPREAD + part["first"] + number), MACHINES[number % len(MACHINES)])
        for number in range(part["count"])
    ]


def _of(random: np.random.Generator, machines: int) -> dict[str, Any]:
    free = np.append(0, whole(random, 0, 20, machines - 1)).tolist()
    runtimes = whole(random, 1, 20, int(whole(random, 2, 9, 1)[0])).tolist()
    best, jobs = least(runtimes, machines, free), instance(free, runtimes)
    ratios = {
        order: float(
            simulate(jobs, "faircamp", {"placement": "commit", "order": order}).placed.end[jobs.jobs.user == 1].max()
            - 1
        )
        / best
        for order in ("lpt", "mlpt")
    }
    return {"machines": machines, "ratios": ratios | {"within": five_quarters.schedule(runtimes, free)[1] / best}}


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The largest ratio of each, by machines."""
    cases = [one for result in results for one in result]
    largest = {
        name: [max((one["ratios"][key] for one in cases if one["machines"] == m), default=1.0) for m in MACHINES]
        for key, name in NAMES.items()
    }
    optimal = {name: sum(one["ratios"][key] <= 1 + 1e-9 for one in cases) / len(cases) for key, name in NAMES.items()}
    claims = (
        Claim(
            "Modified LPT, with our choice of its exchange, is within 4/3 of the least possible completion.",
            max(largest["MLPT"]) <= 4 / 3 + 1e-9,
            f"{len(cases):,} cases: at most {max(largest['MLPT']):.3f}; the least in {optimal['MLPT']:.1%}.",
        ),
        Claim(
            "A more sophisticated algorithm, here with steps of our own, is within 5/4.",
            max(largest["within 5/4"]) <= 5 / 4 * ROUNDING,
            f"At most {max(largest['within 5/4']):.3f}; the least in {optimal['within 5/4']:.1%}.",
        ),
        Claim(
            "LPT is within 3/2 - 1/(2m).",
            all(value <= 3 / 2 - 1 / (2 * m) + 1e-9 for m, value in zip(MACHINES, largest["LPT"], strict=True)),
            f"At most {max(largest['LPT']):.3f}; the least in {optimal['LPT']:.1%}.",
            finding=True,
        ),
    )
    x = tuple(map(float, MACHINES))
    chart = Chart(
        "Section III.B: largest ratio on machines that are free at different times",
        "machines",
        "completion, over the least possible",
        (
            *(Series(name, x, tuple(values), kind="points") for name, values in largest.items()),
            *(Series(f"bound of {name}", x, (limit,) * len(x), published=True) for name, limit in LIMITS.items()),
        ),
    )
    return Outcome(tuple(Measured(f"{name}: largest ratio", max(largest[name])) for name in LIMITS), claims, (chart,))


def parts(scale: str, seed: int) -> list[Part]:
    """Random cases, cut into parts."""
    return [
        {
            "do": "release-times",
            "seed": seed,
            "first": first,
            "count": TOGETHER,
            "label": f"cases {first + 1:,} to {first + TOGETHER:,} of {COUNT[scale]:,}",
        }
        for first in range(0, COUNT[scale], TOGETHER)
    ]


EXPERIMENT = Experiment(
    "release-times",
    "Machines that become free at different times",
    WHERE,
    "How far are LPT, modified LPT and a 5/4-approximation from the best, where processors are still busy?",
    (
        ("cases", f"{COUNT['quick']:,}, at full scale {COUNT['full']:,}", CHOSEN),
        ("machines", "2, 3, 4", CHOSEN),
        ("free at", "0 and at random from 0 to 20 s", CHOSEN),
        ("jobs", "2 to 9 of 1 to 20 s", CHOSEN),
    ),
    tuple(
        Published(f"{name}: largest ratio", limit, AT_MOST, f"{WHERE}: at most the bound")
        for name, limit in LIMITS.items()
    ),
    parts,
    run,
    outcome,
    {"quick": 1.5, "full": 30.0},
    (
        "Kellerer's algorithm is known to us by its bound; the one here keeps it by other steps.",
        "Lee's exchange in modified LPT is not in the paper either; which one is made is our choice.",
    ),
    (
        sample(
            "two processors, one of them busy",
            "busy-processor",
            ("faircamp", {"placement": "commit", "order": "lpt"}),
            ("faircamp", {"placement": "commit", "order": "mlpt"}),
        ),
    ),
)
