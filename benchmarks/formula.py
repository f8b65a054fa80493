"""What a formula costs: CPU seconds of the policy on generated workloads, beside the built-in orders.

    python benchmarks/formula.py [JOBS ...]     (default: 2000 20000 200000)
    python benchmarks/formula.py --static 1000000

--static: at load 0.9, priorities that never change beside the built-in order, by who may pass a job that does not fit.

A priority that never changes is sorted once; one that changes is computed for every waiting job at every event, so that
its cost grows with the length of the queue.  The second of two runs counts: machine code is loaded by the first.
"""

from __future__ import annotations

import sys

from scheduler.generators import make
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

F2 = "-(sqrt(requested_time) * processors + 25600 * log10(submit))"
ORDERS = (("sjf", "-requested_time"), ("saf", "-area"), ("sjf", F2))
LOADS = (0.7, 0.9, 1.1)
RUNS = (
    ("sjf, built in", "sjf", {"passing": "easy"}),
    ("-requested_time", "formula", {"priority": "-requested_time"}),
    ("wfp3, built in", "wfp3", {"passing": "easy"}),
    ("(wait / requested_time)**3 * processors", "formula", {"priority": "(wait / requested_time)**3 * processors"}),
    ("-user_used", "formula", {"priority": "-user_used"}),
)


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


def static(counts: list[int]) -> None:
    """Print a row for each workload, passing and order: the built-in one, and the formula, with their quotient."""
    print(f"{'jobs':>9} {'passing':>8} {'built in':>9} {'CPU s':>6} {'formula, CPU s':>14} {'quotient':>9}  formula")
    for count in counts:
        jobs = workload(make("poisson", {"jobs": count, "load": 0.9}, 1))
        for passing in ("none", "easy", "any"):
            for key, priority in ORDERS:
                built_in = seconds(jobs, key, {"passing": passing})
                formula = seconds(jobs, "formula", {"priority": priority, "passing": passing})
                print(
                    f"{count:9,} {passing:>8} {key:>9} {built_in:6.2f} {formula:14.2f} {formula / built_in:9.2f}  "
                    f"{priority}",
                    flush=True,
                )


def seconds(jobs: Workload, policy: str, params: dict[str, str]) -> float:
    """CPU seconds of the kernel, the least of three runs."""
    return min(simulate(jobs, policy, params, decisions=None).kernel_cpu_seconds for _ in range(3))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--static"]:
        static([int(word) for word in sys.argv[2:]] or [1_000_000])
        raise SystemExit
    main([int(word) for word in sys.argv[1:]] or [2_000, 20_000, 200_000])
