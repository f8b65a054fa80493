"""Moldable tasks around reservations: processors that are somebody else's from one instant to another.

    around      every task gets the processors MRT gives it; then list scheduling: at the beginning, whenever a task
                ends and whenever a reservation begins or ends, what fits starts, in the order of the list; a task fits
                if until its end there are processors for it beside the reservations
    aligned     batches of growing length (DEMT) whose boundaries are those of the reservations: a batch that would
                reach over one ends there, so that inside it the machine has always the same processors

A reservation is written 50:3600-7200, 50 processors from 3,600 to 7,200 s; several are set apart by commas.  All tasks
have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.1, which calls the second way likely to be inefficient and
names no other.  Where it is silent: a batch that is cut at a boundary is tried again at its length behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.adapters.reservations import marks_of, read
from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.around_reservations import PARAMS, check_size, planned
from scheduler.topics.moldable.adapters.moldable import check_together, tables, tasks_of
from scheduler.topics.moldable.adapters.moldable_reasons import of_reservations
from scheduler.topics.moldable.planning import Planning


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where more is reserved than there is, tasks come at different times, or are too many."""
    check_together(workload, params)
    check_size(workload, params)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the reservations, and the batches where there are some)."""
    begin, of = float(case.workload.jobs.submit[0]), read(case.params["reservations"] or "")
    plan = planned(tasks_of(case.workload), of, begin, case.params, case.control)
    later = marks_of(tuple(one._replace(begin=one.begin - begin, end=one.end - begin) for one in of if one.end > begin))
    return tables(case.workload, plan._replace(marks=(*later, *plan.marks)), begin)


PSEUDOCODE = (
    Line("around: every task gets the processors of MRT"),
    Line("    aligned: batches that end where reservations do", event=PLANNED),
    Line("at every end, also of reservations:"),
    Line("    start what fits beside the reservations until its end", event=STARTED),
)

POLICY = Policy(
    "around_reservations",
    "Moldable tasks around reservations",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 7.1",
    params=PARAMS,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check,
    of_kind=Planning(allotment=of_reservations),
    pseudocode=PSEUDOCODE,
)
