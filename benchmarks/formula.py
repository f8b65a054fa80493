"""What a formula costs: CPU seconds of the policy on generated workloads, beside the built-in orders.

    python benchmarks/formula.py [JOBS ...]     (default: 2000 20000 200000)

A priority that never changes is sorted once; one that changes is computed for every waiting job at every event, so that
its cost grows with the length of the queue.  The second of two runs counts: machine code is loaded by the first.
"""

from __future__ import annotations

import sys

from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

LOADS = (0.7, 0.9, 1.1)
RUNS = (("sjf, built in", "sjf", {"passing": "easy"}), ("-requested_time", "formula", {"priority": "-requested_time"}),
        ("wfp3, built in", "wfp3", {"passing": "easy"}),
        ("(wait / requested_time)**3 * processors", "formula", {"priority": "(wait / requested_time)**3 * processors"}),
        ("-user_used", "formula", {"priority": "-user_used"}))


def main(counts: list[int]) -> None:
    """Print a row for each workload and run."""
    tiny = workload(make("poisson", {"jobs": 50}, 1))
    for _, key, params in RUNS:
        simulate(tiny, key, params, decisions=None)
    print(f"{'jobs':>9} {'load':>5} {'mean queue':>10}  {'CPU s':>8}  run")
    for count in counts:
        for load in LOADS:
            jobs = workload(make("poisson", {"jobs": count, "load": load}, 1))
            for name, key, params in RUNS:
                schedule = simulate(jobs, key, params, decisions=None)
                length = float(schedule.placed.end.max() - jobs.jobs.submit.min())
                queue = float(schedule.wait.sum()) / length
                print(f"{count:9,} {load:5.1f} {queue:10.0f}  {schedule.kernel_cpu_seconds:8.3f}  {name}", flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [2_000, 20_000, 200_000])
