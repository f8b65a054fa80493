"""Gang scheduling: jobs share the machine in time slots, and all tasks of a job run in the same slot.

Slots take turns on the whole machine.  An arriving job gets its processors in the first slot that has enough left, else
in a new slot, if there may be one more; else it waits, and all behind it.  Nobody has to know how long jobs run, and a
short job waits for a few turns, not for the end of a long one.  What a slot leaves idle stays idle during its turn.

It is what fractional scheduling does away with: there jobs share nodes in fractions, without turns in step.

Source: Casanova, Stillwell and Vivien 2011, sections 2 and 7, after Ousterhout 1982, whose matrix of slots and
processors this is.  Ours: slots are filled first come, first served and never merged; nothing is charged for changing
the slot, and the memory of paused jobs is not looked at, as if it were swapped at no cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.decision_log import AWAITS_TURN, NO_SLOT, SLOTS_TURN
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.space import FINISHED
from scheduler.errors import SUBMIT_AS_RECORDED, Unsupported
from scheduler.kernels.gang import MOST_TURNS, ROWS, TURNS, Matrix, new_matrix
from scheduler.kernels.gang import run as take_turns
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

ROWS_PER_JOB = 8  # first guess of the number of segments
MOST_ROWS = 20_000_000
QUANTUM = Param("quantum", 600.0, low=1, high=1e7, unit="s", help="length of a turn")
SLOTS = Param(
    "slots",
    5,
    low=1,
    high=1_000,
    help="how many there may be at most; with 1 jobs start in their order and never share",
)


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported for closed arrivals."""
    if workload.is_closed:
        raise Unsupported(
            "takes submit times as they are, and here they follow the completion of earlier campaigns",
            (SUBMIT_AS_RECORDED,),
            POLICY.title,
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, segments."""
    jobs, rows = case.workload.jobs, ROWS_PER_JOB * len(case.workload)
    while True:
        matrix = new_matrix(jobs.runtime, case.params["slots"], rows)
        if take_turns(
            jobs.submit,
            jobs.processors,
            case.workload.platform.processors,
            case.params["quantum"],
            matrix,
            case.control,
            case.log,
        ):
            return _tables(case.workload, matrix)
        if matrix.count[TURNS] >= MOST_TURNS:
            raise Unsupported(
                f"By {matrix.since[0]:,.0f} s the slots had taken {MOST_TURNS:,} turns, which is all "
                "that is simulated; choose a longer quantum or a part of the log."
            )
        rows = _more(rows)
        case.control[FINISHED] = 0
        if case.log is not None:
            case.log.count[:] = 0
            case.log.last[:] = -1


def _more(rows: int) -> int:
    """Twice the room; raises Unsupported where there would be more segments than are kept."""
    if rows >= MOST_ROWS:
        raise Unsupported(
            f"The jobs would be paused more than {MOST_ROWS:,} times, which is more than is kept; choose "
            "a longer quantum, fewer slots or fewer jobs."
        )
    return min(2 * rows, MOST_ROWS)


def _tables(w: Workload, matrix: Matrix) -> dict[str, Any]:
    count, n = int(matrix.count[ROWS]), len(w)
    order = np.lexsort((matrix.begins[:count], matrix.job[:count]))
    job, none = matrix.job[order], np.zeros(n, np.int64)
    begin, end = matrix.begins[order], matrix.ends[order]
    segments = Table.of(
        "segments",
        job=job,
        begin=begin,
        end=end,
        yield_=np.ones(count),
        processors=w.jobs.processors[job],
        kind=np.zeros(count),
    )
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=w.jobs.submit,
        start=matrix.start,
        end=matrix.end,
        processors=w.jobs.processors,
        cluster=none,
        preemptions=np.maximum(np.bincount(job, minlength=n) - 1, 0),
        migrations=none,
        flags=none,
    )
    return {"placed": placed, "segments": segments}


PSEUDOCODE = (
    Line("every new job, in order of submission:"),
    Line("    gets its processors in the first slot that has enough left"),
    Line("    else in a new slot, if there may be one more"),
    Line("    else it waits, and all behind it", (NO_SLOT,)),
    Line("slots take turns on the whole machine, a quantum each:"),
    Line("    the jobs of the slot whose turn it is run", (SLOTS_TURN,)),
    Line("    the jobs of the other slots are paused", (AWAITS_TURN,)),
    Line("a slot without jobs is gone"),
)

POLICY = Policy(
    "gang",
    "Gang scheduling",
    "in order",
    run,
    "Casanova, Stillwell and Vivien 2011, section 2; Ousterhout 1982",
    params=(QUANTUM, SLOTS),
    information=frozenset({"submit", "processors"}),
    wait_cause="rule",
    check=check,
    pseudocode=PSEUDOCODE,
)
