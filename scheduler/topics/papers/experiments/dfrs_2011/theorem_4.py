"""Theorem 4: sharing a node equally is as bad as anything that does not know runtimes may be, and no worse.

The jobs of the proof are made so that with equal shares all of them are complete at one instant, and the last and
shortest has been stretched by n.  Run one after the other, all but the first would not have been stretched at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from scheduler.topics.papers.experiments import (
    AT_LEAST,
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
from scheduler.topics.papers.experiments.dfrs_2011.degradation import plain
from scheduler.topics.papers.experiments.dfrs_2011.settings import on_one_node

WHERE = "section 3.2, theorem 4"
COUNTS = tuple(range(3, 13))
IN_TABLE = (4, 8, 12)
RANDOM = {"quick": 60, "full": 400}
EXACT = 1e-6
POLICY = "equipartition"


def lengths(count: int) -> list[int]:
    """s: n - 1 twice, then (n - 1) / (i - 1) for i from 3 to n, all times what makes them whole and at least 10 s."""
    whole_seconds = math.lcm(*range(1, count))
    unit = whole_seconds * -(-10 // whole_seconds)
    return [(count - 1) * unit] + [(count - 1) * unit // (i - 1) for i in range(2, count + 1)]


def submissions(runtime: Sequence[int]) -> list[int]:
    """s: the first two at 0, each of the others when the one before would be complete alone."""
    return [0, *np.concatenate(([0], np.cumsum(runtime[1:-1]))).astype(int).tolist()]


def equal_jobs(count: int) -> Workload:
    """The jobs of the proof."""
    runtime = lengths(count)
    return one_node.jobs(submissions(runtime), runtime)


def guaranteed(delta: float) -> float:
    """(D + 1) / (2 + ln D)."""
    return (delta + 1) / (2 + math.log(delta))


def printed_schedule(count: int) -> float:
    """Maximum stretch of the schedule of the proof: 2 + 1/2 + ... + 1/(n - 1)."""
    return 2 + sum(1 / i for i in range(2, count))


def run(part: Part) -> list[dict[str, float]]:
    """Of the proof's jobs, by their number; or of random ones."""
    if part["do"] == "theorem4":
        return [measure(equal_jobs(count)) for count in part["counts"]]
    random = stream(part["seed"])
    return [measure(drawn(random)) for _ in range(part["count"])]


def measure(jobs: Workload) -> dict[str, float]:
    """{jobs, stretch: maximum, possible: the least there is, last: stretch of the last job, delta, together: whether
    all are complete at one instant}."""
    schedule = simulate(jobs, POLICY, decisions=None)
    table, end = jobs.jobs, schedule.placed.end
    least = max_stretch(table.submit, table.runtime, table.processors, table.cpu_need, 1, exact=True).bound
    return {
        "jobs": len(jobs),
        "stretch": one_node.worst(schedule),
        "possible": least,
        "last": float(schedule.stretch[-1]),
        "delta": float(table.runtime.max() / table.runtime.min()),
        "together": float(np.ptp(end) <= EXACT * end.max()),
    }


def drawn(random: np.random.Generator) -> Workload:
    """Two to seven jobs of 10 to 1,000 s that come within the first 1,000 s."""
    count = int(whole(random, 2, 7, 1)[0])
    return one_node.jobs(np.sort(whole(random, 0, 1_000, count)).tolist(), whole(random, 10, 1_000, count).tolist())


def parts(scale: str, seed: int) -> list[Part]:
    """The jobs of the proof, and random ones."""
    return [
        {"do": "theorem4", "counts": list(COUNTS), "label": f"the proof's jobs, {COUNTS[0]} to {COUNTS[-1]}"},
        {"do": "random on one node", "seed": seed, "count": RANDOM[scale], "label": f"{RANDOM[scale]} random cases"},
    ]


def stretch_name(count: int) -> str:
    """Of a value."""
    return f"EquiPartition: maximum stretch, {count} jobs"


def ratio_name(count: int) -> str:
    """Of a value; the theorem gives a lower end."""
    return f"EquiPartition: maximum stretch over the least possible, {count} jobs, at least"


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Stretches and ratios, the steps of the proof, and a chart."""
    proof, random = {int(row["jobs"]): row for row in results[0]}, results[1]
    values = [Measured(stretch_name(count), proof[count]["stretch"]) for count in IN_TABLE]
    values += [Measured(ratio_name(count), proof[count]["stretch"] / proof[count]["possible"]) for count in IN_TABLE]
    return Outcome(tuple(values), claims(proof, random), (chart(proof),))


def claims(proof: dict[int, Result], random: Sequence[Result]) -> tuple[Claim, ...]:
    """What the proof says step by step, and that nothing is worse than n."""
    last = max(abs(row["last"] - count) for count, row in proof.items())
    beyond = [count for count, row in proof.items() if row["possible"] > printed_schedule(count) * (1 + EXACT)]
    ratios = {count: row["stretch"] / row["possible"] for count, row in proof.items()}
    short = [count for count, row in proof.items() if ratios[count] < guaranteed(row["delta"]) * (1 - EXACT)]
    worst = max(row["stretch"] / row["possible"] / row["jobs"] for row in [*random, *proof.values()])
    most = max(row["stretch"] / row["jobs"] for row in random)
    return (
        Claim(
            "With equal shares all jobs are complete at one instant.",
            all(row["together"] for row in proof.values()),
            f"They are for {COUNTS[0]} to {COUNTS[-1]} jobs.",
        ),
        Claim("The last job is stretched by n.", last <= EXACT * max(COUNTS), f"The largest difference is {last:.1g}."),
        Claim(
            "One after the other no job is stretched by more than 2 + 1/2 + ... + 1/(n - 1).",
            not beyond,
            "The least possible maximum stretch: "
            + ", ".join(
                f"{row['possible']:.3f} of {printed_schedule(count):.3f} ({count} jobs)"
                for count, row in proof.items()
                if count in IN_TABLE
            )
            + ".",
        ),
        Claim(
            "EquiPartition comes to at least (D + 1)/(2 + ln D) times the least possible, D the longest over the "
            "shortest job.",
            not short,
            ", ".join(f"{ratios[count]:.3f} against {guaranteed(proof[count]['delta']):.3f}" for count in IN_TABLE)
            + f" with {', '.join(map(str, IN_TABLE))} jobs.",
        ),
        Claim(
            "EquiPartition never stretches a job by more than the number of jobs, so that its ratio is at most that.",
            most <= 1 + EXACT and worst <= 1 + EXACT,
            f"In {len(random)} random cases the maximum stretch is at most "
            f"{plain(most)} of the number of jobs, and the ratio at most {plain(worst)} of it.",
        ),
    )


def chart(proof: dict[int, Result]) -> Chart:
    """Ratio, bound of the theorem and number of jobs."""
    counts = tuple(proof)
    return Chart(
        "Theorem 4: EquiPartition on the proof's jobs",
        "jobs",
        "maximum stretch over the least possible",
        (
            Series("EquiPartition", counts, tuple(row["stretch"] / row["possible"] for row in proof.values())),
            Series(
                "at least (D + 1)/(2 + ln D)",
                counts,
                tuple(guaranteed(row["delta"]) for row in proof.values()),
                published=True,
                kind="points",
            ),
            Series("at most n", counts, tuple(map(float, counts)), published=True, kind="points"),
        ),
        caption=(
            "Sharing equally grows worse with the number of jobs, though their lengths differ by that number only.",
        ),
    )


EXPERIMENT = Experiment(
    "theorem-4",
    "Equal shares at their worst",
    WHERE,
    "How far from the best is a scheduler that gives all jobs equal shares?",
    (
        ("nodes", "1", STATED),
        (
            "jobs of the proof",
            f"{COUNTS[0]} to {COUNTS[-1]}, lengths n - 1 twice, then (n - 1)/(i - 1), scaled to whole seconds",
            STATED,
        ),
        ("random cases", "2 to 7 jobs of 10 to 1,000 s within 1,000 s", CHOSEN),
    ),
    (
        *(
            Published(stretch_name(count), float(count), Band(EXACT), f"{WHERE}: n, from the formula")
            for count in IN_TABLE
        ),
        *(
            Published(
                ratio_name(count),
                guaranteed(count - 1),
                AT_LEAST,
                f"{WHERE}: at least (D + 1)/(2 + ln D), from the formula",
            )
            for count in IN_TABLE
        ),
    ),
    parts,
    run,
    outcome,
    {"quick": 0.5, "full": 2.0},
    (
        "The paper's bound on the ratio takes its own schedule for the best; here the least possible maximum stretch "
        "is computed, which is a little below it.",
    ),
    on_one_node(),
)
