"""CPU seconds of the rigid policies on a real log, warm, on one core, as a Markdown table.

    python benchmarks/logs.py LOG.swf.gz [--processors N] [--clusters 512,256] [--policies easy,tabu]

Everything is compiled before measuring.  The budgets hold, on one machine or on clusters, for SDSC-BLUE-2000-4.2-cln
(232,536 usable jobs), that of tabu also for KTH-SP2-1996-2 (28,481).  Peak memory is that of the whole process.
"""

from __future__ import annotations

import argparse
import math
import resource

import _path

from scheduler.cli.source import read_trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

CASES = (  # policy, estimates, parameters, budget in seconds on SDSC-BLUE and on KTH-SP2
    ("fcfs", "exact", {}, 0.5, None),
    ("backfill", "exact", {}, 0.5, None),
    ("easy", "exact", {}, 0.5, None),
    ("easy", "requested", {}, 0.5, None),
    ("easy_sjbf", "exact", {}, 0.5, None),
    ("easy_sjbf", "requested", {}, 0.5, None),
    ("backfill_fair", "exact", {}, 0.5, None),
    ("conservative", "exact", {}, 1.0, None),
    ("conservative", "requested", {"compression": "start"}, 5.0, None),
    ("conservative", "requested", {"compression": "arrival"}, 5.0, None),
    ("conservative", "requested", {"compression": "rebuild"}, 5.0, None),
    ("tabu", "exact", {}, 90.0, 5.0),
    *((policy, "requested", {}, None, None) for policy in ("sjf", "lpt", "ljf", "saf", "wfp3")),
)
BUDGETS = {"SDSC-BLUE": 3, "KTH-SP2": 4}  # which of the two columns holds
WARM = 200  # jobs simulated before anything is measured


def measured(whole: Workload, few: Workload, policy: str, params: dict, repeat: int) -> tuple[float, float]:
    """(kernel CPU seconds, mean wait in seconds): the best of `repeat`."""
    simulate(few, policy, params, decisions=None)
    seconds, wait = math.inf, math.nan
    for _ in range(repeat):
        schedule = simulate(whole, policy, params, decisions=None)
        seconds, wait = min(seconds, schedule.kernel_cpu_seconds), float(schedule.wait.mean())
    return seconds, wait


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("log", help="a trace file")
    parser.add_argument("--processors", type=int, help="size of the machine, where the log does not tell it")
    parser.add_argument("--clusters", help="of the machine, by sizes or name; jobs too wide for any are left out")
    parser.add_argument("--policies", help="only these, separated by commas")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each case; the best counts (tabu: one)")
    args = parser.parse_args()
    trace, asked = read_trace([args.log]), set((args.policies or "").split(",")) - {""}
    column = next((at for name, at in BUDGETS.items() if name in args.log), None)
    print(_path.machine())
    print("| policy | estimates | parameters | jobs | kernel, CPU s | us a job | mean wait, s | budget, s | used |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    for case in CASES:
        policy, estimates, params = case[:3]
        if asked and policy not in asked:
            continue
        machine = {"processors": args.processors, "clusters": args.clusters, "wide": "drop" if args.clusters else None}
        options = {"estimates": estimates, "unallocated": "keep"} | {
            name: value for name, value in machine.items() if value is not None
        }
        whole, few = workload(trace, **options), workload(trace, **options, first=WARM)
        seconds, wait = measured(whole, few, policy, params, 1 if policy == "tabu" else args.repeat)
        budget = case[column] if column else None
        used = f"{seconds / budget:.0%}" if budget else ""
        setting = ", ".join(f"{name}={value}" for name, value in params.items())
        print(
            f"| {policy} | {estimates} | {setting} | {len(whole):,} | {seconds:.3f} | "
            f"{1e6 * seconds / len(whole):.2f} | {wait:,.0f} | {budget or ''} | {used} |",
            flush=True,
        )
    print(f"\nPeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB.")


if __name__ == "__main__":
    main()
