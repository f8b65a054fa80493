"""Jobs that outlast what they ask for never reach a planning policy; if they did, no kernel may write past its arrays.

Compiled code does not look where it writes, so this runs without compilation, where each access is checked.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np

from scheduler.params import checked
from scheduler.policies import PolicyInput, all_policies
from scheduler.simulate import new_control
from tests.cases.strategies import COMPILED, rigid
from tests.cases.strategies import Case as Small

PLANNING = {
    "conservative": [{"compression": way} for way in ("start", "arrival", "rebuild", "none")],
    "tabu": [{"period": 2}],
    "easy": [{}],
    "easy_sjbf": [{}],
    "easy_restricted": [{}],
    "backfill_fair": [{}],
}


def outlasting(seed: int) -> Small:
    """Requested times at and below runtimes; every second machine is two clusters."""
    case, draw = rigid(seed), Random(seed)
    first = case.processors - case.processors // 2
    jobs = tuple(
        replace(
            job,
            requested_time=draw.choice((1, max(job.runtime // 2, 1), job.runtime)),
            processors=min(job.processors, first),
        )
        for job in case.jobs
    )
    return replace(case, jobs=jobs, clusters=(first, case.processors - first) if seed % 2 else ())


def started(seeds: range) -> int:
    """Jobs started, of all policies that plan by requested times; raises IndexError for an access out of bounds."""
    count = 0
    for key, ways in PLANNING.items():
        policy = all_policies()[key]
        for seed in seeds:
            work = outlasting(seed).workload
            for way in ways:
                case = PolicyInput(work, checked(policy.params, way), 1, new_control(), None)
                count += int(np.isfinite(policy.run(case)["placed"].start).sum())
    return count


def test_no_kernel_writes_past_its_arrays_for_jobs_that_outlast_their_requests() -> None:
    jobs = sum(len(outlasting(seed).jobs) for seed in range(8)) * sum(map(len, PLANNING.values()))
    if not COMPILED:
        assert started(range(8)) == jobs
        return
    done = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning:runpy", "-m", "tests.policies.test_outlasting"],
        check=False,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.stderr, done.stdout.strip()) == ("", str(jobs))


if __name__ == "__main__":
    print(started(range(8)))
