"""Section III.A: where MULTICMAX leaves half of the machine idle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.topics.campaigns.bounds.least_makespan import least
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

WHERE = "section III.A, the example of idle spaces"
PROCESSORS, LENGTH, SAMPLE = (2, 3, 4, 8, 16), 5.0, 4


def run(_part: Part) -> list[dict[str, Any]]:
    """For each machine the length under MULTICMAX, the least one, the processors in use at once, and FCFS's length."""
    return [_of(processors) for processors in PROCESSORS]


def _of(processors: int) -> dict[str, Any]:
    lengths = [LENGTH] * (processors // 2)
    workload = case(processors, [lengths], [lengths])
    schedule = simulate(workload, "multicmax")
    starts = schedule.placed.start
    busy = max(int(np.sum((starts <= now) & (schedule.placed.end > now))) for now in starts)
    return {
        "multicmax": _length(schedule),
        "least": least(2 * lengths, processors),
        "busy": busy,
        "fcfs": _length(simulate(workload, "campaign_fcfs")),
    }


def _length(schedule: Any) -> float:
    return max(ends[-1] for ends in complete(schedule))


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Lengths over p, and the processors in use."""
    rows = results[0]
    at = rows[PROCESSORS.index(SAMPLE)]
    claims = (
        Claim(
            "MULTICMAX's schedule has length 2p and uses floor(m/2) processors; the best one has length p.",
            all(
                row["multicmax"] == 2 * LENGTH and row["least"] == LENGTH and row["busy"] == processors // 2
                for processors, row in zip(PROCESSORS, rows, strict=True)
            ),
            "; ".join(
                f"m = {processors}: {row['multicmax']:g} s on {row['busy']}, best {row['least']:g} s"
                for processors, row in zip(PROCESSORS, rows, strict=True)
            )
            + ".",
        ),
        Claim(
            "A policy that starts jobs of both users side by side reaches the best.",
            all(row["fcfs"] == row["least"] for row in rows),
            f"FCFS job by job: {', '.join(format(row['fcfs'], 'g') for row in rows)} s.",
            finding=True,
        ),
    )
    measured = (
        Measured(f"MULTICMAX: length over p, m = {SAMPLE}", at["multicmax"] / LENGTH),
        Measured(f"Least length over p, m = {SAMPLE}", at["least"] / LENGTH),
        Measured(f"Processors MULTICMAX uses, m = {SAMPLE}", at["busy"]),
    )
    chart = Chart(
        "Section III.A: two users who need half of the machine each",
        "processors",
        "length over p",
        tuple(
            Series(name, PROCESSORS, tuple(row[key] / LENGTH for row in rows), kind="points")
            for name, key in (("MULTICMAX", "multicmax"), ("FCFS, job by job", "fcfs"), ("least", "least"))
        ),
    )
    return Outcome(measured, claims, (chart,))


EXPERIMENT = Experiment(
    "idle",
    "One user after the other leaves half of the machine idle",
    WHERE,
    "How long does MULTICMAX take for two users who each need half of the machine?",
    (
        ("users", "2, one campaign each", STATED),
        ("jobs", "floor(m/2) of each user, of length p", STATED),
        ("p", f"{LENGTH:g} s", CHOSEN),
        ("processors", ", ".join(map(str, PROCESSORS)), CHOSEN),
    ),
    (
        Published(f"MULTICMAX: length over p, m = {SAMPLE}", 2, EXACTLY, WHERE),
        Published(f"Least length over p, m = {SAMPLE}", 1, EXACTLY, WHERE),
        Published(f"Processors MULTICMAX uses, m = {SAMPLE}", SAMPLE // 2, EXACTLY, WHERE),
    ),
    lambda _scale, _seed: [{"do": "idle", "label": "five sizes of the machine"}],
    run,
    outcome,
    {"quick": 0.2, "full": 0.2},
    (),
    (sample("four processors", "idle-halves", ("multicmax", {}), ("campaign_fcfs", {})),),
    random=False,
)
