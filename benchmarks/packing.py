"""What it costs to place all jobs anew: MCB8 on 128 nodes, against the number of jobs, as a table.

    python benchmarks/packing.py [--nodes 128]

Jobs as in Casanova, Stillwell and Vivien 2011, section 5.3.2: one-task jobs need a quarter of a node's CPU, the others
all of it; a task takes a tenth of a node's memory in 55 of 100 jobs, else two to ten tenths.  A full call is what an
event costs: all bisections, and all jobs that are left out on the way.  CPU time, means of many calls, compiled before.
Wide jobs fill the machine with some twenty of them, the others are left out; with narrow ones all can run.
"""

from __future__ import annotations

import argparse
import time

import _path
import numpy as np

from scheduler.topics.fractional.engine.nodes import Fractional, fractional, new_nodes
from scheduler.topics.fractional.engine.packing import mcb8, new_packing

JOBS = (10, 20, 50, 100, 200, 500)
CALLS = 40


def jobs_of(count: int, nodes: int, narrow: bool, random: np.random.Generator) -> Fractional:
    """Jobs of one task (a third) or a power of two, up to the machine or up to 2."""
    draw = random.random
    wide = 2 ** random.integers(1, 2 if narrow else int(np.log2(nodes)) + 1, count)
    tasks = np.where(draw(count) < 0.3, 1, wide)
    memory = np.where(draw(count) < 0.55, 1, random.integers(2, 11, count)) / 10
    return fractional(np.zeros(count), np.ones(count), tasks, np.where(tasks == 1, 0.25, 1.0), memory)


def call(jobs: Fractional, nodes: int) -> tuple[float, int]:
    """(milliseconds, jobs packed) of one full call."""
    count = len(jobs.submit)
    empty, packing = new_nodes(jobs, nodes), new_packing(count, int(jobs.ptr[-1]), nodes)
    packing.chosen[:] = np.arange(count)
    began = time.thread_time()
    packed = mcb8(jobs, empty, packing, count, 1)
    return 1_000 * (time.thread_time() - began), packed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=128)
    nodes = parser.parse_args().nodes
    random = np.random.Generator(np.random.PCG64(1))
    call(jobs_of(4, nodes, True, random), nodes)
    print(_path.machine())
    print("| | jobs | jobs packed, mean | ms a call, mean | ms, longest |\n|---|--:|--:|--:|--:|")
    for kind, count in ((kind, count) for kind in ("wide", "narrow") for count in JOBS):
        calls = [call(jobs_of(count, nodes, kind == "narrow", random), nodes) for _ in range(CALLS)]
        spent, packed = np.array(calls).T
        print(f"| {kind} | {count} | {packed.mean():.1f} | {spent.mean():.3f} | {spent.max():.3f} |")


if __name__ == "__main__":
    main()
