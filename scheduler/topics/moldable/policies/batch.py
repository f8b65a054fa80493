"""Batches on line: whenever the machine is empty, all tasks that have been submitted are planned together.

Tasks that come meanwhile wait for the next batch.  If the plan of a batch is at most rho times as long as it has to be,
all tasks are done within 2 rho times the least makespan, although nobody knew what would come: 3 (1 + epsilon) times
with MRT.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.2, after Shmoys, Wein and Williamson 1995.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.facts import Fact
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_inside, on_line
from scheduler.topics.moldable.planning import ON_LINE, Planning, Proven, planning_of

INSIDE = Param("inside", "mrt", choices=tuple(offline_moldable.ALGORITHMS), help="which algorithm plans a batch")


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (batches, and what is inside them)."""
    return on_line(case.workload, offline_moldable.ALGORITHMS[case.params["inside"]], case.params, case.seed)


def allotment(tasks: offline_moldable.Tasks, row: int, params: Mapping[str, Any]) -> Iterator[Fact]:
    """As the algorithm tells that planned the batch."""
    reasons = planning_of(params["inside"]).allotment
    if reasons is not None:
        yield from reasons(tasks, row, params)


def ratio(params: Mapping[str, Any]) -> float | None:
    """Twice that of what plans a batch."""
    inside = planning_of(params["inside"]).makespan_proven
    of_inside = None if inside is None else inside.ratio(params)
    return None if of_inside is None else 2 * of_inside


PSEUDOCODE = (
    Line("whenever the machine is empty:"),
    Line("    if no task has come, wait for the next"),
    Line("    plan all tasks that have come, as inside says", event=PLANNED),
    Line("    start them as planned", event=STARTED),
    Line("    tasks that come meanwhile wait for the next batch"),
)

POLICY = Policy(
    "batch",
    "Batches on line",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 5.2, after Shmoys, Wein and Williamson 1995",
    params=(INSIDE, *offline_moldable.OF_DEMT, *offline_moldable.OF_SMART[1:]),
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    random=True,
    logs=False,
    wait_cause="rule",
    check=check_inside,
    of_kind=Planning(batches=ON_LINE, allotment=allotment, makespan_proven=Proven(ratio)),
    pseudocode=PSEUDOCODE,
)
