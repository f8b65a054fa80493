"""Moldable tasks that come over time, around reservations: batches on line, each planned beside the reservations.

    whenever no task runs and some have come:
        all of these are planned together beside what is reserved from then on, in one of the ways of
        around_reservations: a list around the reservations, or batches that end where they begin and end

Tasks that come meanwhile wait for the next batch.  Reservations are known from the beginning, tasks are not.  A
reservation is written 50:3600-7200, 50 processors from 3,600 to 7,200 s; several are set apart by commas.  Nothing is
proven of how far from the best it is: with reservations the least makespan itself may be far above that without.

Source: Dutot, Eyraud, Mounié and Trystram 2005, the batches of section 5.2 with the reservations of section 7.1, which
asks for an algorithm that copes with both and gives none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.adapters.reservations import marks_of, read
from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.around_reservations import PARAMS, check_size, planned
from scheduler.topics.moldable.adapters.moldable import check as check_moldable
from scheduler.topics.moldable.adapters.moldable import in_batches
from scheduler.topics.moldable.adapters.moldable_reasons import of_reservations
from scheduler.topics.moldable.planning import ON_LINE, Planning


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where more is reserved than there is, tasks are not moldable, or are too many."""
    check_moldable(workload)
    check_size(workload, params)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches, those inside them, and the reservations)."""
    of = read(case.params["reservations"] or "")
    return in_batches(
        case.workload, lambda tasks, now: planned(tasks, of, now, case.params, case.control), marks_of(of)
    )


PSEUDOCODE = (
    Line("whenever no task runs and some have come:"),
    Line("    plan all of these together beside the reservations", event=PLANNED),
    Line("    start them as planned", event=STARTED),
    Line("    tasks that come meanwhile wait for the next batch"),
)

POLICY = Policy(
    "reservations_on_line",
    "Moldable tasks around reservations, on line",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, sections 5.2 and 7.1",
    params=PARAMS,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check,
    of_kind=Planning(batches=ON_LINE, allotment=of_reservations),
    pseudocode=PSEUDOCODE,
)
