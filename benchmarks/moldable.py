"""How long policies for moldable tasks and their bounds take, as a Markdown table.

    python benchmarks/moldable.py [TASKS] [PROCESSORS]

200 tasks on 200 processors, the most in the paper.  CPU milliseconds, the best of seven, everything compiled before
measuring: the whole of `simulate`, audit included, and of it the policy alone.
"""

from __future__ import annotations

import sys
import time

import _path

from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.moldable.bounds import makespan, weighted_completion

RUNS = 7
POLICIES = (
    "mrt",
    "shelf_order",
    "lptf",
    "saf_moldable",
    "smart",
    "demt",
    "batch",
    "demt_on_line",
    "bicriteria",
    "bicriteria_on_line",
)


WORKLOADS = (("uniform", "cirne"), ("uniform", "highly"), ("uniform", "weakly"), ("mixed", "by_length"))


def timed(what) -> float:
    """CPU ms, the best of some runs."""
    what()
    best = float("inf")
    for _ in range(RUNS):
        began = time.process_time()
        what()
        best = min(best, time.process_time() - began)
    return 1_000 * best


def rows(work):
    """(what, ms of all, ms of the policy alone)."""
    for key in POLICIES:
        alone = min(simulate(work, key).kernel_cpu_seconds for _ in range(RUNS)) * 1_000
        yield key, timed(lambda key=key: simulate(work, key)), f"{alone:.1f}"
    yield "bound on the makespan", timed(lambda: makespan.least(work)), ""
    for points in (1, 4):
        yield (
            f"bound on the weighted sum, {points} point(s) a doubling",
            timed(lambda points=points: weighted_completion.least(work, points)),
            "",
        )


def main(tasks: int = 200, processors: int = 200) -> None:
    print(_path.machine())
    print("| lengths, parallelism | what | ms | policy alone, ms |\n|---|---|---|---|")
    for lengths, parallelism in WORKLOADS:
        work = workload(
            make(
                "parallel_tasks",
                {"jobs": tasks, "processors": processors, "lengths": lengths, "parallelism": parallelism},
                1,
            )
        )
        for what, all_of_it, alone in rows(work):
            print(f"| {lengths}, {parallelism} | {what} | {all_of_it:.1f} | {alone} |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
