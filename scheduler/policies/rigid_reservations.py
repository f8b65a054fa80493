"""Rigid jobs around reservations: processors that are somebody else's from one instant to another.

    at every submission and end, and whenever a reservation begins or ends:
        the waiting jobs in the order of their submission: each starts that could run to its end, by its requested time,
        beside the reservations and the jobs that run
        a job that cannot is passed by those behind it, or by nobody (`passing`)

Jobs come over time, and nothing is known of those to come; reservations are known from the beginning.  A reservation
is written 50:3600-7200, 50 processors from 3,600 to 7,200 s; several are set apart by commas.  No job runs into one,
for it is over by its requested time.  Where jobs may pass, a wide one can wait as long as others keep coming.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.1, which has reservations for demonstrations and experiments
with other centers, and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.reservations import RESERVATIONS, check_room, marks_of, read
from scheduler.adapters.rigid import announce_arrays, placed
from scheduler.engine.pseudocode import STARTED, Line
from scheduler.engine.rigid.space import STOP, Jobs
from scheduler.errors import SUBMIT_AS_RECORDED, Cancelled, Unsupported
from scheduler.kernels import rigid_reservations
from scheduler.model import marks
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where more is reserved than there is, or jobs follow completions."""
    if workload.is_closed:
        raise Unsupported(
            "Reservations are at instants that are known beforehand, and here campaigns are submitted after the "
            "completion of earlier ones",
            (SUBMIT_AS_RECORDED,),
        )
    check_room(workload, params)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed, marks (the reservations); raises Cancelled as soon as control asks to stop."""
    work, of, n = case.workload, read(case.params["reservations"] or ""), len(case.workload)
    jobs = Jobs(work.jobs.submit, work.jobs.runtime, work.jobs.requested_time, work.jobs.processors)
    begin, end, size = (
        np.array([getattr(one, name) for one in of], dtype)
        for name, dtype in (("begin", float), ("end", float), ("processors", np.int64))
    )
    start, passed = np.full(n, np.nan), np.zeros(n, np.int8)
    announce_arrays(work, start, None)
    rigid_reservations.run(
        jobs,
        rigid_reservations.new_space(begin, end, size, work.platform.processors, n),
        case.params["passing"] == "any",
        start,
        passed,
        case.control,
    )
    if case.control[STOP]:
        raise Cancelled("stopped while jobs were placed around reservations")
    return {"placed": placed(work, work.jobs.submit, start, passed), "marks": marks.table(marks_of(of))}


PASSING = Param("passing", "any", choices=("any", "none"), help="whether jobs that fit may pass one that does not")
PSEUDOCODE = (
    Line("at every submission, end, and bound of a reservation:"),
    Line("    for every job that waits, in order of submission:"),
    Line("        if it can run to its end beside reservations: start it", event=STARTED),
    Line("        else those behind it may pass, or wait, by passing"),
)

POLICY = Policy(
    "rigid_reservations",
    "Rigid jobs around reservations",
    "in order",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 7.1",
    params=(RESERVATIONS, PASSING),
    logs=False,
    check=check,
    pseudocode=PSEUDOCODE,
)
