"""First come, first served is exactly D-competitive: D, the longest job over the shortest, is reached, and no more.

Two jobs come at second 0, the long one first: the short one waits for it and is stretched by D + 1, where a schedule
that runs it first stretches nobody by more than (D + 1)/D.  On one node a job waits for no more than the work ahead of
it, which any other schedule has to do as well; that the ratio is never above D is looked at on random cases.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from scheduler.topics.papers.experiments import CHOSEN, STATED, Claim, Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.dfrs_2011 import one_node
from scheduler.topics.papers.experiments.dfrs_2011.degradation import plain
from scheduler.topics.papers.experiments.dfrs_2011.settings import on_one_node

DELTAS = (2, 5, 10, 100, 1_000)
UNIT = 10  # s, of the short job
RANDOM = {"quick": 60, "full": 400}
EXACT = 1e-6


def two_jobs(delta: int) -> Workload:
    """The long one is first in line."""
    return one_node.jobs([0, 0], [UNIT * delta, UNIT])


def drawn(random: np.random.Generator) -> Workload:
    """Two to seven jobs within 1,000 s, most of them short or long."""
    count = int(whole(random, 2, 7, 1)[0])
    longest = int(whole(random, 2, 60, 1)[0])
    runtime = UNIT * np.where(
        whole(random, 0, 2, count) > 0, whole(random, 0, 1, count) * (longest - 1) + 1, whole(random, 1, longest, count)
    )
    return one_node.jobs(np.sort(whole(random, 0, 1_000, count)).tolist(), runtime.tolist())


def measure(jobs: Workload) -> dict[str, float]:
    """{ratio: maximum stretch over the least possible, delta: longest over shortest job}."""
    table = jobs.jobs
    least = max_stretch(table.submit, table.runtime, table.processors, table.cpu_need, 1, exact=True).bound
    return {
        "ratio": one_node.worst(simulate(jobs, "fcfs", decisions=None)) / least,
        "delta": float(table.runtime.max() / table.runtime.min()),
    }


def run(part: Part) -> list[dict[str, float]]:
    """Of the two jobs, for each D; or of random ones."""
    if part["do"] == "fcfs two jobs":
        return [measure(two_jobs(delta)) for delta in part["deltas"]]
    random = stream(part["seed"])
    return [measure(drawn(random)) for _ in range(part["count"])]


def parts(scale: str, seed: int) -> list[Part]:
    """The two jobs, and random ones."""
    return [
        {"do": "fcfs two jobs", "deltas": list(DELTAS), "label": "two jobs"},
        {"do": "fcfs random", "seed": seed, "count": RANDOM[scale], "label": f"{RANDOM[scale]} random cases"},
    ]


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Ratios, what is claimed, and a chart."""
    two, random = results
    values = tuple(
        Measured(f"FCFS: maximum stretch over the least possible, two jobs, D = {row['delta']:g}", row["ratio"])
        for row in two
    )
    apart = max(abs(row["ratio"] / row["delta"] - 1) for row in two)
    most = max(row["ratio"] / row["delta"] for row in random)
    claims = (
        Claim(
            "On a long job and a short one FCFS comes to D times the least possible maximum stretch.",
            apart <= EXACT,
            "D and ratio: " + ", ".join(f"{row['delta']:g} and {plain(row['ratio'])}" for row in two) + ".",
        ),
        Claim(
            "FCFS never comes to more than D times the least possible maximum stretch.",
            most <= 1 + EXACT,
            f"In {len(random)} random cases it comes to at most {plain(most)} D.",
        ),
    )
    return Outcome(values, claims, (chart(two, random),))


def chart(two: Sequence[dict[str, float]], random: Sequence[dict[str, float]]) -> Chart:
    """Ratios against D."""
    return Chart(
        "FCFS against D, the longest over the shortest job",
        "D",
        "maximum stretch over the least possible",
        (
            Series("two jobs", tuple(row["delta"] for row in two), tuple(row["ratio"] for row in two), kind="points"),
            Series(
                "random cases",
                tuple(row["delta"] for row in random),
                tuple(row["ratio"] for row in random),
                kind="points",
            ),
            Series("D", DELTAS, tuple(map(float, DELTAS)), published=True),
        ),
        x_log=True,
        y_log=True,
        caption=("Two jobs reach D, and nothing is above it.",),
    )


EXPERIMENT = Experiment(
    "fcfs-delta",
    "First come, first served at its worst",
    "section 3.2, text after theorem 4",
    "Is FCFS exactly D-competitive for the maximum stretch, D the longest over the shortest job?",
    (
        ("nodes", "1", STATED),
        ("two jobs", f"of {UNIT} s and D times that, D = {', '.join(map(str, DELTAS))}", CHOSEN),
        ("random cases", "2 to 7 jobs within 1,000 s", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 0.5, "full": 2.0},
    ("The paper cites this result and does not prove it. The least possible maximum stretch is computed exactly.",),
    on_one_node(),
)
