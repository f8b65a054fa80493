"""Malleable tasks: everybody who is there shares the processors, and shares change whenever a task comes or ends.

    at every submission and end:
        in the order of submission every task gets the fewest processors it runs on, until they do not suffice
        of what is left, the task with the fewest processors for its weight gets its next larger number, and so on

Processors are whole, so neighbors may differ by one.  A task for whom not enough are left waits, and so does everybody
behind it; who has begun is never paused.  A task that has q processors for a second does the part 1 / p(q) of its
work, and to change their number costs nothing: the best malleability can do for such a rule.  It need not know how
long tasks run, only what more processors are good for.

Source: the malleable tasks of Dutot, Eyraud, Mounié and Trystram 2005, section 3.2, which names the model and leaves it
for later.  The rule is ours: EquiPartition (`equipartition`) in whole processors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.pseudocode import DEALT, Line
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.errors import Cancelled, Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.moldable import check, tasks_of
from scheduler.topics.moldable.adapters.moldable_reasons import of_malleable
from scheduler.topics.moldable.kernels.malleable import ROWS, Crowd, new_running_jobs
from scheduler.topics.moldable.kernels.malleable import run as share_anew
from scheduler.topics.moldable.planning import Planning
from scheduler.wording import counted

ROWS_PER_TASK = 8  # first guess of the number of segments
MOST_ROWS = 20_000_000


def check_tasks(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check(), whatever the parameters are."""
    check(workload)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed (with the most processors a task had), segments (each with its own)."""
    work, tasks = case.workload, tasks_of(case.workload)
    weight = tasks.weight if case.params["share"] == "weight" else np.ones(len(work))
    rows = ROWS_PER_TASK * len(work)
    while True:
        crowd = new_running_jobs(len(work), rows)
        if share_anew(work.jobs.submit, tasks.runtime, weight, crowd, case.control):
            return _tables(work, crowd)
        if case.control[STOP]:
            raise Cancelled(f"stopped after {case.control[FINISHED]} of {counted(len(work), 'task')}")
        rows = _more(rows)
        case.control[FINISHED] = 0


def _more(rows: int) -> int:
    """Twice the room; raises Unsupported where there would be more segments than are kept."""
    if rows >= MOST_ROWS:
        raise Unsupported(
            f"The processors of the tasks would change more than {MOST_ROWS:,} times, which is more than "
            "is kept; choose fewer tasks."
        )
    return min(2 * rows, MOST_ROWS)


def _tables(w: Workload, crowd: Crowd) -> dict[str, Any]:
    n, count = len(w), int(crowd.count[ROWS])
    order = np.lexsort((crowd.began[:count], crowd.job[:count]))
    job, begin, size = crowd.job[order], crowd.began[order], crowd.processors[order]
    segments = Table.of(
        "segments",
        job=job,
        begin=begin,
        end=crowd.until[order],
        yield_=np.ones(count),
        processors=size,
        kind=np.zeros(count),
    )
    first, none = np.searchsorted(job, np.arange(n)), np.zeros(n, np.int64)
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=w.jobs.submit,
        start=begin[first],
        end=crowd.end,
        processors=np.maximum.reduceat(size, first),
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    return {"placed": placed, "segments": segments}


SHARE = Param(
    "share",
    "equal",
    choices=("equal", "weight"),
    help="whether all tasks are to have as many processors as each other, or in proportion to their weights",
)
PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    in order of submission every task gets the fewest"),
    Line("        processors it runs on, until none are left"),
    Line("    what is left goes step by step to who has least", event=DEALT),
    Line("    who gets none waits"),
)

POLICY = Policy(
    "malleable",
    "Malleable tasks share the machine",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 3.2",
    params=(SHARE,),
    information=frozenset({"submit", "weight", "runtime"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    check=check_tasks,
    of_kind=Planning(allotment=of_malleable),
    pseudocode=PSEUDOCODE,
)
