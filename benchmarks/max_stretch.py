"""How long the bound on the greatest stretch takes, as a Markdown table.

    python benchmarks/max_stretch.py [--jobs 1000] [--nodes 128]

Jobs of 1 to 128 tasks, lognormal runtimes and bursty submissions, at offered loads from 0.1 to 1.5.  CPU milliseconds,
the best of five, everything compiled before measuring: bisection to 1 %, and the exact bound.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import _path
import numpy as np

from scheduler.statistics.random_draws import exponential, lognormal, seconds, stream, whole
from scheduler.topics.fractional.bounds.max_stretch import max_stretch

LOADS = (0.1, 0.4, 0.7, 0.9, 1.5)


class Jobs(NamedTuple):
    """What the bound is computed from."""

    submit: np.ndarray  # [n] i8, s
    runtime: np.ndarray  # [n] i8, s
    tasks: np.ndarray  # [n] i8
    need: np.ndarray  # [n] f8, nodes: 0.25 for jobs of one task, else 1


def drawn(n: int, nodes: int, load: float) -> Jobs:
    """Gaps are squares of exponentials: most short, some long, as by day and night."""
    random = stream(1)
    tasks = np.minimum(2 ** whole(random, 0, 7, n), nodes)
    runtime = np.minimum(seconds(lognormal(random, 1700.0, 2.4, n)), 160_000)
    came = np.cumsum(exponential(random, 1.0, n) ** 2)
    span = float(np.sum(tasks * runtime)) / (nodes * load)
    return Jobs(seconds(came * span / came[-1]), runtime, tasks, np.where(tasks == 1, 0.25, 1.0))


def milliseconds(jobs: Jobs, nodes: int, exact: bool) -> float:
    """CPU time, the best of five."""
    best = np.inf
    for _ in range(5):
        began = time.process_time()
        max_stretch(*jobs, nodes, exact=exact)
        best = min(best, time.process_time() - began)
    return 1e3 * best


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--jobs", type=int, default=1_000)
    parser.add_argument("--nodes", type=int, default=128)
    args = parser.parse_args()
    max_stretch(*drawn(100, args.nodes, 2.0), args.nodes)
    print(_path.machine())
    print(f"{args.jobs:,} jobs, {args.nodes:,} nodes\n")
    print("| load | bisection, ms | exact, ms | bound | jobs that prove it |")
    print("|---:|---:|---:|---:|---:|")
    for load in LOADS:
        jobs = drawn(args.jobs, args.nodes, load)
        answer = max_stretch(*jobs, args.nodes, exact=True)
        bisection, exact = (milliseconds(jobs, args.nodes, how) for how in (False, True))
        print(
            f"| {load:g} | {bisection:.1f} | {exact:.1f} | {answer.bound:.3f} | {np.count_nonzero(answer.proof):,} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
