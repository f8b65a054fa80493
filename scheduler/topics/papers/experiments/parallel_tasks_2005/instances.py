"""The tasks of section 6.1, drawn again and again, and what is measured of each draw.

Draw i of an experiment with seed S is what the generator `parallel_tasks` makes with seed S x 1,000,000 + i, so any of
them opens in Compare.  A part is a few draws and one thing to find of them: the two bounds, which take most of the
time, the criteria of the four algorithms, those of a list with the longest task first, or those of DEMT for every
alpha.  Parts that several figures need are run once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from scheduler.topics.moldable.adapters.moldable import tasks_of
from scheduler.topics.moldable.adapters.offline_moldable import EPSILON, allotted, listed
from scheduler.topics.moldable.bounds import makespan, weighted_completion
from scheduler.topics.moldable.generators import parallel_tasks
from scheduler.topics.papers.experiments import Part

SPREAD = 1_000_000  # between the seeds of two experiments
PROCESSORS = 200
RUNS = {"quick": 5, "full": 40}
TOGETHER = 5  # draws of a part
FINE, COARSE = 4, 1  # points of the linear program between t and 2 t
CIRNE, WEAKLY, HIGHLY, MIXED = "Cirne", "weakly parallel", "highly parallel", "mixed"
MIXED_CIRNE, MIXED_HIGHLY = "mixed, Cirne", "mixed, highly parallel"
FAMILIES: Mapping[str, Mapping[str, str]] = {
    CIRNE: {"lengths": "uniform", "parallelism": "cirne", "length_on": "asked"},
    WEAKLY: {"lengths": "uniform", "parallelism": "weakly"},
    HIGHLY: {"lengths": "uniform", "parallelism": "highly"},
    MIXED: {"lengths": "mixed", "parallelism": "by_length"},
    MIXED_CIRNE: {"lengths": "mixed", "parallelism": "cirne", "length_on": "asked"},
    MIXED_HIGHLY: {"lengths": "mixed", "parallelism": "highly"},
}
DEMT, SHELF, LPTF, SAF = "DEMT", "list, first shelf first", "list, LPTF", "list, SAF"
ALGORITHMS = {DEMT: "demt", SHELF: "shelf_order", LPTF: "lptf", SAF: "saf_moldable"}
LISTS = (SHELF, LPTF, SAF)
LONGEST = "list, longest first"  # the other order of which the paper's words on LPTF can be read; for information
ALPHAS = (*(round(1.05 + 0.05 * k, 2) for k in range(20)), *(round(2.05 + 0.25 * k, 2) for k in range(18)))
BOUNDS, CRITERIA, LONG, ALPHA = "bounds", "algorithms", "longest first", "alphas"  # what a part finds
WEIGHTS = {BOUNDS: 3.0, CRITERIA: 1.0, LONG: 0.2, ALPHA: 8.0}  # of the time of a draw, roughly


def parts(finds: Sequence[str], family: str, tasks: int, scale: str, seed: int) -> list[Part]:
    """The draws of one kind and number of tasks, TOGETHER in a part, with each thing to find of them."""
    count = RUNS[scale]
    return [
        {
            "do": "tasks",
            "find": find,
            "family": family,
            "tasks": tasks,
            "processors": PROCESSORS,
            "seed": seed,
            "first": first,
            "count": many,
            "weight": WEIGHTS[find] * tasks * many,
            "label": f"{family}, {tasks} tasks, {find}, runs {first + 1} to {first + many} of {count}",
        }
        for first, many in _portions(count)
        for find in finds
    ]


def _portions(count: int) -> Iterator[tuple[int, int]]:
    return ((first, min(TOGETHER, count - first)) for first in range(0, count, TOGETHER))


def run(part: Part) -> list[Any]:
    """What is found of each draw of a part."""
    finds: Mapping[str, Callable[[Workload], Any]] = {
        BOUNDS: bounds,
        CRITERIA: criteria,
        LONG: longest_first,
        ALPHA: alphas,
    }
    find = finds[part["find"]]
    return [
        find(drawn(part["family"], part["tasks"], part["processors"], part["seed"] * SPREAD + i))
        for i in range(part["first"], part["first"] + part["count"])
    ]


def drawn(family: str, tasks: int, processors: int, seed: int) -> Workload:
    """The workload of a draw."""
    params = checked(parallel_tasks.GENERATOR.params, settings(family, tasks, processors))
    return workload(parallel_tasks.generate(stream(seed), seed=seed, **params))


def settings(family: str, tasks: int, processors: int = PROCESSORS) -> dict[str, Any]:
    """Parameters of the generator."""
    return {"jobs": tasks, "processors": processors, **FAMILIES[family]}


def source(family: str, tasks: int, seed: int = 0) -> dict[str, Any]:
    """A draw as Compare takes it."""
    return {"kind": "generate", "generator": "parallel_tasks", "params": settings(family, tasks), "seed": seed}


# ---- of one draw ----------------------------------------------------------------------------------------------------


def bounds(work: Workload) -> dict[str, float]:
    """{makespan; weighted, coarse: weighted sum of completion times by a fine and a coarse linear program; alone: the
    longest of the tasks' shortest runtimes}, all s."""
    return {
        "makespan": makespan.least(work),
        "weighted": weighted_completion.least(work, FINE),
        "coarse": weighted_completion.least(work, COARSE),
        "alone": float(longest_alone(work)),
    }


def longest_alone(work: Workload) -> float:
    """s: the runtime that one task needs on all processors."""
    return max(work.table("shapes").runtime[work.jobs.shape_ptr + work.jobs.shapes - 1].tolist())


def criteria(work: Workload) -> dict[str, list[float]]:
    """{algorithm: [makespan, weighted sum of completion times]}, s."""
    return {name: both(simulate(work, policy, decisions=None)) for name, policy in ALGORITHMS.items()}


def longest_first(work: Workload) -> dict[str, list[float]]:
    """{LONGEST: [makespan, weighted sum of completion times]}, s; on the processors of the other lists."""
    tasks = tasks_of(work)
    processors = allotted(tasks, EPSILON.default).processors
    time = tasks.on(processors)
    end = listed(tasks, processors, np.argsort(-time, kind="stable")) + time
    return {LONGEST: [float(end.max()), float(np.dot(tasks.weight, end))]}


def alphas(work: Workload) -> list[list[float]]:
    """For each of ALPHAS: [makespan, weighted sum of completion times] of DEMT, s."""
    return [both(simulate(work, "demt", {"alpha": alpha}, decisions=None)) for alpha in ALPHAS]


def both(schedule: Schedule) -> list[float]:
    """[makespan, weighted sum of completion times], s; all tasks are there at 0."""
    end = schedule.placed.end
    return [float(end.max()), float(np.dot(schedule.jobs.weight, end))]
