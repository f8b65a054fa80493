"""No schedule of moldable tasks is shorter: the last guess of a makespan that MRT rules out.

A guess is ruled out where the least work with which every task is done in time, and no more tasks than the machine has
processors are longer than half of it, is more than the machine does.  Submissions after the first one count as if they
were with it, but no task ends before its own submission and shortest runtime.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 5.1.
"""

from __future__ import annotations

from scheduler.adapters.moldable import check, tasks_of
from scheduler.adapters.offline_moldable import allotted, least_makespan
from scheduler.model.workload import Workload


def least(workload: Workload, epsilon: float = 0.001) -> float:
    """s from the first submission: no schedule ends earlier.  epsilon: as of MRT, the smaller the closer.

    Raises Unsupported where jobs are not moldable.
    """
    check(workload)
    tasks, since = tasks_of(workload), workload.jobs.submit - workload.jobs.submit.min()
    alone = float((since + tasks.runtime[:, -1]).max())
    return max(least_makespan(tasks), allotted(tasks, epsilon).refused, alone)
