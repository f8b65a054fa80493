"""Smallest area first: jobs start in order of requested time x processors, equal ones in order of submission.

The work a job asks for is what it takes from the others, so who takes least goes first: the rule of the shortest job
first for jobs of several processors.  A large job waits as long as smaller ones keep coming.  A job that does not fit
is passed by nobody unless `passing` says so.

Source: Carastan-Santos, de Camargo, Trystram and Zrigui 2019 (SAF), where it orders a queue with backfilling.
"""

from __future__ import annotations

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.model.table import Table
from scheduler.policies import Policy, PolicyInput


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    area = case.workload.jobs.requested_time * case.workload.jobs.processors
    return run_in_order(case.workload, area, case.params["passing"], case.control, case.log, ties=case.params["ties"])


POLICY = Policy("saf", "Smallest area first", "in order", run,
                "Carastan-Santos, de Camargo, Trystram and Zrigui 2019 (SAF)", params=(PASSING, TIES), clusters=True,
                pseudocode=pseudocode.passing_queue("requested time x processors, least first"))
