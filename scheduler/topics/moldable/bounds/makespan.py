"""No schedule of moldable tasks is shorter: the last guess of a makespan that MRT rules out.

A guess is ruled out where the least work with which every task is done in time, and no more tasks than the machine has
processors are longer than half of it, is more than the machine does.  Submissions after the first one count as if they
were with it, but no task ends before its own submission and shortest runtime.  Where tasks do less work on more
processors a guess can be ruled out wrongly, and only the longest task and the least work of all count.

The guarantee compares a run with that, and with two bounds that follow from what its policy did, as the proofs have it:

    batches on line     tasks of the last batch all came after the one before it began; so nobody is done before their
                        first submission and the makespan of these alone (section 5.2)
    deadlines           what a batch did not take could not be done by its deadline, so that every schedule ends after
                        the deadline before the last one (section 5.4)

Source: Dutot, Eyraud, Mounié and Trystram 2005, sections 5.1, 5.2 and 5.4.  Of lists on MRT's allotment the paper says
only that they should do well; they are within 2 (1 + epsilon), by Garey and Graham 1975.
"""

from __future__ import annotations

import numpy as np

from scheduler.bounds import Guarantee
from scheduler.model.marks import outer_batches
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.moldable.adapters.moldable import check, tasks_of
from scheduler.topics.moldable.adapters.offline_moldable import Tasks, allotted, least_makespan
from scheduler.topics.moldable.kinds.moldable import is_superlinear
from scheduler.topics.moldable.over_the_least import OverTheLeast, deadlines_before
from scheduler.topics.moldable.planning import ON_LINE, Planning

CLOSE = 0.001  # of MRT's guess


def least(workload: Workload, epsilon: float = CLOSE) -> float:
    """s from the first submission: no schedule ends earlier.  epsilon: as of MRT, the smaller the closer.

    Raises Unsupported where jobs are not moldable.
    """
    check(workload)
    tasks, since = tasks_of(workload), workload.jobs.submit - workload.jobs.submit.min()
    alone = float((since + tasks.runtime[:, -1]).max())
    refused = 0.0 if is_superlinear(workload) else allotted(tasks, epsilon).refused
    return max(least_makespan(tasks), refused, alone)


# ---- the guarantee --------------------------------------------------------------------------------------------------


def least_beside(schedule: Schedule, planning: Planning) -> float:
    """s from the first submission: no schedule ends earlier than this, by all that is known of a run."""
    epsilon = min(CLOSE, schedule.params.get("epsilon", CLOSE))
    bound = least(schedule.workload, epsilon)
    if is_superlinear(schedule.workload):
        return bound
    if planning.batches == ON_LINE:
        bound = max(bound, last_batch(schedule, epsilon))
    if planning.deadlines_marked:
        bound = max(bound, float(deadlines_before(schedule)[1].max()))
    return bound


def last_batch(schedule: Schedule, epsilon: float) -> float:
    """The first submission of the last batch on line, and what its tasks take alone, s."""
    marks, submit = schedule.table("marks"), schedule.placed.submit
    outer = np.flatnonzero(outer_batches(marks))
    rows = schedule.placed.start >= marks.begin[outer[-1]]
    tasks = tasks_of(schedule.workload)
    some = Tasks(tasks.runtime[rows], tasks.weight[rows])
    return float(submit[rows].min() - submit.min()) + max(allotted(some, epsilon).refused, least_makespan(some))


OVER = OverTheLeast(lambda planning: planning.makespan_proven, lambda schedule: schedule.makespan, least_beside)
GUARANTEE = Guarantee(
    "makespan",
    "Makespan over the least",
    "By theorems the makespan is at most rho times the least: 1.5 (1 + epsilon) on two shelves, 2 (1 + epsilon) as a "
    "list, two times the rho of the plan of each batch for batches on line, 4 rho for batches by deadline. What "
    "it is over is a bound that is not larger than the least.",
    "",
    "Dutot, Eyraud, Mounié and Trystram 2005, sections 5.1, 5.2 and 5.4",
    OVER.applies,
    OVER.why_not,
    OVER.measure,
)
