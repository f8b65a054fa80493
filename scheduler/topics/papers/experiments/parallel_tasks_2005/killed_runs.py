"""Section 7.2: what it costs that runs of grid jobs are killed, against how long a run is.

On a light grid, local jobs come as the generator draws them and grid jobs always have the same work, cut into runs of
one length.  Runs fill the holes by best effort.  What is lost is the work of killed runs, as a share of all processor
time that grid jobs had.  One kill loses at most one run, so the loss is small where runs are short; how small all of it
is, is measured.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 (centralized); the paper has the sentence and no numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.generators import make
from scheduler.model.schedule import KILLED, Schedule
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.papers.experiments import CHOSEN, Claim, Experiment, Opening, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005.draws import JUDGED, mean, parts_of, seeds

LENGTHS = (300, 900, 3_600, 14_400, 57_600)  # s, of a run
SHORT = 900  # s: as the local jobs of the cluster with the shortest, on average
GRID_JOBS, WORK = 3, 2_880_000  # grid jobs, and processor-s of each: 800 h
PROCESSORS = 432  # of the generator's four clusters together
TOO_HIGH = 0.05  # of the processor time of grid jobs
COUNTS = {"quick": 5, "full": 40}
LOST, KILLS, OF_RUN = range(3)


def parts(scale: str, seed: int) -> list[Part]:
    """Some draws a part."""
    return parts_of("killed_runs", COUNTS[scale], seed)


def run(part: Part) -> list[list[list[float]]]:
    """[draw][length]: (share of the processor time of grid jobs that is lost, kills for each run, loss of one kill
    over the length of a run)."""
    return [
        [
            lost(simulate(workload(make("light_grid", settings(length), seed)), "best_effort", decisions=None), length)
            for length in LENGTHS
        ]
        for seed in seeds(part)
    ]


def settings(length: int) -> dict[str, Any]:
    """Parameters of the generator for runs of this length, s."""
    return {"grid_jobs": GRID_JOBS, "runs": WORK // length, "run_time": length}


def lost(schedule: Schedule, length: float) -> list[float]:
    """As a row of run(), of a schedule whose runs all take `length` s on one processor."""
    pieces, runs = schedule.table("segments"), int((schedule.workload.jobs.grid == 1).sum())
    killed = pieces.kind == KILLED
    wasted = float((pieces.end - pieces.begin)[killed].sum())
    kills = int(killed.sum())
    return [wasted / (wasted + runs * length), kills / runs, wasted / kills / length if kills else 0.0]


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means over draws, with their intervals."""
    values = np.concatenate([np.array(result) for result in results])  # [draws, lengths, 3]
    names = ("share of the time of grid jobs that is lost", "kills for each run", "loss of one kill, in runs")
    measured = tuple(
        mean(f"runs of {spoken(length)}: {name}", values[:, at, what])
        for at, length in enumerate(LENGTHS)
        for what, name in enumerate(names)
    )
    return Outcome(measured, claims(values), (chart(values[:, :, LOST]),))


def claims(values: np.ndarray) -> tuple[Claim, ...]:
    """The sentence of the paper, and how the loss grows; values: [draws, lengths, 3]."""
    judged, means = len(values) >= JUDGED, values.mean(axis=0)
    short = np.array(LENGTHS) <= SHORT
    many = np.array([GRID_JOBS * (WORK // length) > PROCESSORS for length in LENGTHS])
    losses = [f"{row[LOST]:.1%} with runs of {spoken(length)}" for length, row in zip(LENGTHS, means, strict=True)]
    return (
        Claim(
            "As runs are many and short, the cost of killing one of them is not too high.",
            bool(np.all(means[short, LOST] < TOO_HIGH)),
            f"In {len(values)} draws kills lose {' and '.join(losses[: int(short.sum())])} of the processor time of "
            f"grid jobs; one kill loses {means[0, OF_RUN]:.2f} of a run of {spoken(LENGTHS[0])}, and a grid job has "
            f"{WORK // LENGTHS[0]:,} of them.",
            judged,
        ),
        Claim(
            "While there are more runs than processors, the same work loses more in longer runs.",
            bool(np.all(np.diff(means[many, LOST]) > 0)),
            f"{'; '.join(losses)}; of the last there are {GRID_JOBS * (WORK // LENGTHS[-1])}, on {PROCESSORS} "
            "processors.",
            judged,
            finding=True,
        ),
    )


def chart(shares: np.ndarray) -> Chart:
    """What is lost, against the length of a run; shares: [draws, lengths]."""
    points, worst = [mean("", column) for column in shares.T], int(shares.mean(axis=0).argmax())
    series = Series(
        "lost with kills",
        tuple(length / 3_600 for length in LENGTHS),
        tuple(point.ours for point in points),
        tuple(point.low for point in points),
        tuple(point.high for point in points),
        kind="points",
    )
    return Chart(
        "Work of grid jobs that is lost with kills",
        "length of a run, h",
        "share of their processor time",
        (series,),
        x_log=True,
        caption=(
            f"The same work loses {points[0].ours:.1%} in runs of {spoken(LENGTHS[0])}, and most, "
            f"{points[worst].ours:.0%}, in runs of {spoken(LENGTHS[worst])}.",
        ),
    )


def spoken(length: int) -> str:
    """5 min, 4 h."""
    return f"{length // 60} min" if length < 3_600 else f"{length // 3_600} h"


EXPERIMENT = Experiment(
    "killed-runs",
    "What kills of grid runs cost",
    "section 7.2",
    "How much of the work of grid jobs is lost as local jobs kill their runs?",
    (
        ("local jobs", "the generator light_grid: four clusters of 208, 96, 80 and 48 processors, four days", CHOSEN),
        ("grid jobs", f"{GRID_JOBS}, each with {WORK // 3_600:,} h of work on one processor", CHOSEN),
        ("length of a run", ", ".join(spoken(length) for length in LENGTHS) + "; all runs are as long", CHOSEN),
        ("policy", "best effort; the run that started last is killed first", CHOSEN),
        ("short", f"up to {spoken(SHORT)}, the mean runtime of the shortest kind of local jobs", CHOSEN),
        (
            "not too high",
            f"all kills together lose less than {TOO_HIGH:.0%} of the processor time of grid jobs",
            CHOSEN,
        ),
        ("draws", f"{COUNTS['full']}; {COUNTS['quick']} at quick scale", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 0.9, "full": 7},
    (
        "The paper says this without numbers; local jobs, lengths of runs and what counts as too high are ours.",
        "That one kill costs little holds by construction: it loses at most one run. So all kills together are judged.",
    ),
    (
        Opening(
            "a draw with runs of 1 h",
            {"kind": "generate", "generator": "light_grid", "params": settings(3_600), "seed": 0},
            (("best_effort", {}), ("best_effort", {"filling": "window"})),
        ),
    ),
    topic="grid",
)
