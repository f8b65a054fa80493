"""What the policy `slurm` costs: multifactor priorities and Slurm's own backfill parameters, CPU seconds of its kernel.

    python benchmarks/slurm.py [JOBS ...]

Jobs as in benchmarks/queues.py (mixed sizes, 1,152 processors, 200 users) at offered loads of 0.7 and 0.9, on nodes of
one processor and on 72 nodes of 16.  Everything is compiled before measuring.
"""

from __future__ import annotations

import sys

import _path  # noqa: F401
from queues import mixed

from scheduler.simulate import simulate

MULTIFACTOR = {"priority": "multifactor", "weight_age": 1_000, "weight_fairshare": 10_000, "weight_job_size": 500}
LOADS = (0.7, 0.9)
NODES = (None, "72x16")


def main(sizes: list[int]) -> None:
    """Print a line for each size, load and kind of nodes."""
    simulate(mixed(200, 0.7), "slurm", MULTIFACTOR, decisions=None)
    print("   jobs  load  nodes     CPU s  us/job  mean wait")
    for jobs in sizes:
        for load in LOADS:
            work = mixed(jobs, load)
            for nodes in NODES:
                schedule = simulate(work, "slurm", MULTIFACTOR | {"nodes": nodes}, decisions=None)
                seconds = schedule.kernel_cpu_seconds
                print(
                    f"{jobs:7,}  {load:4}  {nodes or '1152x1':8} {seconds:6.2f}  {1e6 * seconds / jobs:6.1f}  "
                    f"{schedule.wait.mean():,.0f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [10_000, 100_000])
