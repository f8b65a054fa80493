"""Runs nobody would ask for: `python -m tests.hostile.odd_runs --runs 13400`.

Each run draws a workload whose numbers are odd (none, zero, negative, huge, equal, not a number; one job, no job, a
machine of one processor), options of the workload and parameters of the policy, from what is declared of them and from
the ends of it, and hands all to `simulate`, which audits what comes out.  Every policy has as many runs as the others.
Prints for each policy how many runs there were, and how many had a schedule or were refused in a sentence.  What else is
raised is a fault: it is printed with the number that makes the run again.  A run that takes longer than SECONDS is asked
to stop and counts as stopped.
"""

from __future__ import annotations

import argparse
import math
import traceback
from collections import Counter
from random import Random
from threading import Timer
from typing import Any

from scheduler.errors import Cancelled, InputError
from scheduler.formats import swf
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.time_range import LONGEST, SHORTEST
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.params import Param
from scheduler.policies import Policy, all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import new_control, simulate
from tests.cases.odd_workloads import Job, Odd, file_of
from tests.cases.small_log import is_one_sentence
from tests.policies.test_odd_runs import PARAMS

SECONDS = 60.0  # of one run, until it is asked to stop
MOST = 1 << 20  # of what a parameter without a bound gets
TIMES = (-1, 0, SHORTEST, 1 / 3, 1, 5, 60, 3_600, 1e6, LONGEST, 2 * LONGEST, 1e300, math.nan, math.inf, -5, 2.0**53)
SIZES = (-1, 0, 1, 1, 1, 2, 3, 64, 2**31, 2**53)
USERS = (-1, 0, 1, 2, 3, 2**52)
TEXTS = ("", "x", "0", "-1", "1,2", "1:0-5", "nan", "1e9", "(", "0:0:0-0")


def drawn(draw: Random) -> Odd:
    """Up to 30 jobs; of most workloads a few numbers are odd, of some all of them."""
    machine, share = draw.choice((0, 1, 1, 2, 3, 64, 1_000_000)), draw.choice((0.0, 0.0, 0.05, 1.0))
    alike = draw.randrange(4) == 0

    def number(usual: Any, odd: Any) -> Any:
        return draw.choice(odd) if draw.random() < share else draw.choice(usual)

    jobs = [
        Job(
            number((0,) if alike else (0, 1, 2, 7, 1e3), TIMES),
            number((5,) if alike else (1, 5, 60, 1 / 3), TIMES),
            number((1, 1, 2, max(machine, 1)), SIZES),
            number((-1, 5, 60, 3_600), TIMES),
            number((1, 2, 3), USERS),
        )
        for _ in range(draw.choice((0, 1, 1, 2, 5, 12, 30)))
    ]
    return Odd(machine, tuple(jobs))


def value(draw: Random, param: Param) -> Any:
    """A value of a parameter: its default, one that is declared, the ends of what it may be, or an odd one."""
    if draw.randrange(3) == 0:
        return param.default
    if param.choices:
        return draw.choice(param.choices)
    if param.type is bool:
        return draw.randrange(2) == 1
    if param.type is str:
        return draw.choice((*param.examples, *param.examples, *TEXTS))
    low, high = param.low if param.low is not None else -MOST, param.high if param.high is not None else MOST
    return draw.choice((low, low, high, param.default, draw.uniform(low, min(high, 100 + low)), 1, 2))


def values(draw: Random, params: Any, share: float) -> dict[str, Any]:
    """Values of a share of these parameters."""
    return {param.name: value(draw, param) for param in params if draw.random() < share}


def made(draw: Random, policy: Policy) -> Workload:
    """A workload of odd jobs, as the policy wants it, with odd options.  Raises InputError."""
    content = file_of(drawn(draw), policy) if draw.randrange(8) else file_of(drawn(draw), draw.choice(POLICIES))
    options = values(draw, OPTIONS.values(), 0.1) if draw.randrange(2) else {"processors": draw.choice((1, 4, 64))}
    needs = {"needs": "drawn"} if "needs" in policy.needs and draw.randrange(4) else {}
    return workload(swf.read(content, "odd.swf"), **{"wide": "drop"} | options | needs)


def one_run(draw: Random, policy: Policy) -> Schedule:
    """An odd run.  Raises InputError, Cancelled where it took too long, and what nobody should raise."""
    work, control = made(draw, policy), new_control()
    params = (PARAMS.get(policy.key, {}) if draw.randrange(4) else {}) | values(
        draw, policy.params, draw.choice((0.0, 0.1, 0.5))
    )
    stop = Timer(SECONDS, control.__setitem__, (1, 1))
    stop.start()
    try:
        return simulate(work, policy.key, params, seed=draw.randrange(9), control=control)
    finally:
        stop.cancel()


def outcome(number: int, policy: Policy) -> str:
    """scheduled, refused or stopped; else what was raised, with the last place in our code."""
    try:
        schedule = one_run(Random(f"odd {policy.key} {number}"), policy)
        infinite = [name for name, one in measure(schedule).items() if one is not None and not math.isfinite(one)]
    except InputError as error:
        return "refused" if is_one_sentence(str(error)) else f"no sentence: {str(error)[:200]!r}"
    except Cancelled:
        return "stopped"
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:160]!r} in {at.filename.rsplit('/', 2)[-1]}:{at.lineno}"
    return "scheduled" if not infinite else f"not finite: {', '.join(infinite)[:160]}"


def run(policy: Policy, runs: int) -> tuple[Counter[str], dict[str, int]]:
    """({outcome: runs}, {fault: number of the first run that has it})."""
    counts: Counter[str] = Counter()
    faults: dict[str, int] = {}
    for number in range(runs):
        ending = outcome(number, policy)
        if ending not in ("scheduled", "refused", "stopped"):
            faults.setdefault(ending, number)
            ending = "faults"
        counts[ending] += 1
    return counts, faults


POLICIES = list(all_policies().values())


def main() -> None:
    """Print the table, and the faults of a policy below it."""
    words = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    words.add_argument("--runs", type=int, default=460, help="of all policies together")
    words.add_argument("policies", nargs="*", help="keys; left out: all")
    options = words.parse_args()
    chosen = [policy for policy in POLICIES if not options.policies or policy.key in options.policies]
    columns, whole = ("scheduled", "refused", "stopped", "faults"), Counter[str]()
    print(f"{'policy':22}", *(f"{column:>9}" for column in columns))
    for policy in chosen:
        counts, faults = run(policy, -(-options.runs // len(chosen)))
        whole += counts
        print(f"{policy.key:22}", *(f"{counts[column]:9,}" for column in columns), flush=True)
        for fault, number in faults.items():
            print(f"    run {number}: {fault}", flush=True)
    print(f"{'all':22}", *(f"{whole[column]:9,}" for column in columns))


if __name__ == "__main__":
    main()
