"""EquiPartition: at every instant each job in the system gets an equal share of the machine.

It needs to know nothing of the jobs, nobody waits, and with n jobs no stretch is above n: on one node that is the best
any policy can promise that does not know runtimes.  It can be bad all the same: there are jobs of runtimes from 1 to D
that it stretches (D + 1) / (2 + ln D) times as much as needed.  It is what fractional scheduling is compared with in
theory, and no policy for a cluster.

As in the theorem the machine is one pool of CPU, there is memory for everybody and moving costs nothing.  On a machine
of many nodes a job can use no more than the needs of its tasks together; what is left of its share is for the others.
So jobs have no nodes here.

Source: Casanova, Stillwell and Vivien 2011, section 3.2, theorems 3 and 4; for jobs that cannot use their share the
paper has no rule, and this one is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.decision_log import EQUAL_SHARE
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.space import FINISHED
from scheduler.errors import SUBMIT_AS_RECORDED, Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.kernels.equipartition import ROWS, Pool, new_pool
from scheduler.topics.fractional.kernels.equipartition import run as share_equally

ROWS_PER_JOB = 8  # first guess of the number of segments
MOST_ROWS = 20_000_000


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported for closed arrivals."""
    if workload.is_closed:
        raise Unsupported(
            "EquiPartition takes submit times as they are, and here they follow the completion of earlier campaigns",
            (SUBMIT_AS_RECORDED,),
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, segments."""
    jobs = case.workload.jobs
    most = task_needs.total(jobs, "cpu_need")
    rows = ROWS_PER_JOB * len(jobs)
    while True:
        pool = new_pool(most, rows)
        if share_equally(
            jobs.submit, jobs.runtime, jobs.processors, case.workload.platform.processors, pool, case.control, case.log
        ):
            return _tables(case.workload, pool)
        rows = _more(rows)
        case.control[FINISHED] = 0
        if case.log is not None:
            case.log.count[:] = 0


def _more(rows: int) -> int:
    """Twice the room; raises Unsupported where there would be more segments than are kept."""
    if rows >= MOST_ROWS:
        raise Unsupported(
            f"The shares of the jobs would change more than {MOST_ROWS:,} times, which is more than is "
            "kept; choose fewer jobs."
        )
    return min(2 * rows, MOST_ROWS)


def _tables(w: Workload, pool: Pool) -> dict[str, Any]:
    count = int(pool.count[ROWS])
    order = np.lexsort((pool.since[:count], pool.job[:count]))
    job, n, none = pool.job[order], len(w), np.zeros(len(w), np.int64)
    segments = Table.of(
        "segments",
        job=job,
        begin=pool.since[order],
        end=pool.until[order],
        yield_=pool.share[order],
        processors=w.jobs.processors[job],
        kind=np.zeros(count),
    )
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=w.jobs.submit,
        start=w.jobs.submit,
        end=pool.end,
        processors=w.jobs.processors,
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    return {"placed": placed, "segments": segments}


PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    every new job begins at once", (EQUAL_SHARE,)),
    Line("    share the CPU of the machine equally among all jobs"),
    Line("    what a job cannot use of its share is for the others"),
)

POLICY = Policy(
    "equipartition",
    "EquiPartition, equal shares for all",
    "fractional",
    run,
    "Casanova, Stillwell and Vivien 2011, section 3.2",
    information=frozenset({"submit", "processors", "cpu_need", "first_tasks", "first_cpu_need"}),
    needs=frozenset({"needs"}),
    kind="fractional",
    wait_cause="rule",
    check=check,
    pseudocode=PSEUDOCODE,
)
