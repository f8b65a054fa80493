"""SMART: shelves of tasks of about the same length, the one with the least height for its weight first.

Tasks are put into classes by runtime, one for each power of two; those of a class stand side by side on shelves.  A
shelf is a single task for one machine, and by the ratio of height and weight these are in the best order.  For rigid
tasks the weighted sum of completion times is at most 8.53 times the least, 8 times where all weights are equal.  Here
a task has the processors MRT gives it.  All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.3.  How
shelves are filled is that of Schwiegelshohn, Ludwig, Wolf, Turek and Yu 1998, of which the paper says `first fit`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.engine.pseudocode import STARTED, Line
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_together, together
from scheduler.topics.moldable.adapters.moldable_reasons import of_smart
from scheduler.topics.moldable.planning import Planning, Proven


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the shelves)."""
    return together(case.workload, offline_moldable.smart, case.params, case.seed)


def ratio(params: Mapping[str, Any]) -> float:
    """Of the weighted sum of completion times, for rigid tasks."""
    return 8.0 if params["packing"] == "ffia" else 8.53


def unproven(workload: Workload, params: Mapping[str, Any]) -> str:
    """What the proofs need and is not so here."""
    weight = workload.jobs.weight
    if params["packing"] == "ffia" and weight.min() < weight.max():
        return "8 is proven for equal weights, and these differ; next fit by processors and weight has 8.53 for any"
    if params["heights"] != "powers":
        return "it is proven for shelves as high as powers of two, and these are as high as their longest task"
    return ""


PSEUDOCODE = (
    Line("every task gets the processors of MRT"),
    Line("classes: runtimes up to 1, 2, 4, 8, .. s"),
    Line("tasks of a class stand side by side on shelves"),
    Line("sort shelves by height over weight"),
    Line("start shelf after shelf", event=STARTED),
)

POLICY = Policy(
    "smart",
    "Shelves of equal lengths (SMART)",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 5.3",
    params=offline_moldable.OF_SMART,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check_together,
    of_kind=Planning(allotment=of_smart, weighted_proven=Proven(ratio, unproven, same_processors=True)),
    pseudocode=PSEUDOCODE,
)
