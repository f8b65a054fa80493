"""CPU seconds of the kernels, 1,000 to 1,000,000 jobs, as a Markdown table.

    python benchmarks/simulate.py [--largest 1000000] [--repeat 3]

Workloads: sizes 2^U{0..7} and lognormal runtimes (logarithm: mean 6, deviation 1.6), requested times uniformly 1 to 2
times the runtime, 1,152 processors, load 0.85; the same with serial jobs only; and the campaigns of the OStrich paper.
The budget is for the kernel, for OStrich for the whole call.
Everything is compiled before measuring.  "all" is the whole call, audit included; best of the repetitions.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator

import _path

from scheduler.generators import make
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

PROCESSORS = 1_152
MEAN_RUNTIME = math.exp(6 + 1.6**2 / 2)
BUDGET = {("easy", "mixed"): 0.5, ("easy", "serial"): 1.0, ("ostrich", "campaigns"): 5.0}  # s at a million jobs
OF_CAMPAIGNS = ("ostrich", "campaign_fcfs", "faircamp", "multicamp", "round_robin")


def mixed(jobs: int, sizes: str = "powers_of_two", seed: int = 1) -> Workload:
    """The workload the budget names; `sizes` serial makes every job one processor wide."""
    params = {
        "jobs": jobs,
        "processors": PROCESSORS,
        "load": 0.85,
        "sizes": sizes,
        "largest": 128,
        "runtimes": "lognormal",
        "mean_runtime": MEAN_RUNTIME,
        "spread": 1.6,
        "requested_factor": 2,
        "users": 200,
    }
    return workload(make("poisson", params, seed=seed))


def cases(largest: int) -> Iterator[tuple[str, str, Workload]]:
    """(policy, name of the workload, workload)."""
    sizes = [n for n in (1_000, 10_000, 100_000, 1_000_000) if n <= largest]
    for name, kind in (("mixed", "powers_of_two"), ("serial", "serial")):
        for jobs in sizes:
            drawn = mixed(jobs, kind)
            for policy in ("fcfs", "easy", "backfill"):
                yield policy, name, drawn
    for jobs in (10_000, largest):
        drawn = campaigns(jobs)
        for policy in OF_CAMPAIGNS:
            yield policy, "campaigns", drawn


def campaigns(jobs: int) -> Workload:
    """Sequential jobs in campaigns of short and long users; as many users as keep a campaign's share."""
    return workload(make("ostrich_profiles", {"jobs": jobs, "users": 20 if jobs <= 10_000 else 200}, seed=1))


def measured(policy: str, drawn: Workload, repeat: int) -> tuple[float, float]:
    """(kernel, whole call): CPU seconds, the best of `repeat`."""
    kernel, whole = math.inf, math.inf
    for _ in range(repeat):
        began = time.process_time()
        schedule = simulate(drawn, policy, decisions=None)
        whole = min(whole, time.process_time() - began)
        kernel = min(kernel, schedule.kernel_cpu_seconds)
    return kernel, whole


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--largest", type=int, default=1_000_000, help="leave out larger workloads")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each case; the best counts")
    args = parser.parse_args()
    warm = mixed(100)
    for policy in ("fcfs", "easy", "backfill"):
        simulate(warm, policy, decisions=None)
    for policy in OF_CAMPAIGNS:
        simulate(campaigns(100), policy, decisions=None)
    print(_path.machine())
    print("| policy | workload | jobs | kernel, CPU s | million jobs/s | all, CPU s | budget used |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for policy, name, drawn in cases(args.largest):
        kernel, whole = measured(policy, drawn, args.repeat)
        budget = BUDGET.get((policy, name))
        counted = whole if policy == "ostrich" else kernel
        used = f"{counted / budget:.0%}" if budget and len(drawn) == 1_000_000 else ""
        speed = len(drawn) / kernel / 1e6
        print(f"| {policy} | {name} | {len(drawn):,} | {kernel:.4f} | {speed:.2f} | {whole:.3f} | {used} |", flush=True)


if __name__ == "__main__":
    main()
