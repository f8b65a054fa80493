"""Smallest area first: jobs start in order of requested time x processors, equal ones in order of submission.

The work a job asks for is what it takes from the others, so who takes least goes first: the rule of the shortest job
first for jobs of several processors.  A large job waits as long as smaller ones keep coming.  A job that does not fit
is passed by nobody unless `passing` says so.

With `aging` every second that a job waits makes it count as so much smaller, so nobody waits for ever.  All that wait
age equally fast, so the order of two jobs never turns: it is that of area + aging x submission.  Aging is ours; the
source has none.

Source: Carastan-Santos, de Camargo, Trystram and Zrigui 2019 (SAF), where it orders a queue with backfilling.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.errors import SUBMIT_AS_RECORDED, Remedy, Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

AGING = Param(
    "aging",
    0.0,
    0,
    1e6,
    "processors",
    "by how much a waiting job counts as smaller: so many processor-seconds for every second of its wait",
)


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported for aging where submit times are not told before the run."""
    if params["aging"] and workload.is_closed:
        raise Unsupported(
            "Smallest area first with aging takes submit times as they are, and here they follow the completion of "
            "earlier campaigns",
            (SUBMIT_AS_RECORDED, Remedy(words="choose aging 0")),
        )


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    jobs = case.workload.jobs
    key = jobs.requested_time * jobs.processors + case.params["aging"] * jobs.submit
    return run_in_order(case.workload, key, case.params["passing"], case.control, case.log, ties=case.params["ties"])


POLICY = Policy(
    "saf",
    "Smallest area first",
    "in order",
    run,
    "Carastan-Santos, de Camargo, Trystram and Zrigui 2019 (SAF)",
    params=(PASSING, AGING, TIES),
    clusters=True,
    ordered_by="area",
    check=check,
    as_expression={"priority": "-area"},
    pseudocode=pseudocode.passing_queue("requested time x processors, least first"),
)
