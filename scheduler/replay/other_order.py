"""A run once more, with simultaneous events in the other order: what of its numbers is an accident of that.

Logs count whole seconds, so that a job often ends in the very second in which another one is submitted.  Nothing says
which of the two the scheduler of that machine would have seen first, and programs decide it differently.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.rigid import ENDS, SUBMISSIONS, TIES
from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate


def other_order(schedule: Schedule, control: np.ndarray | None = None) -> Schedule | None:
    """The same run with ends and submissions of an instant taken the other way round.

    The schedule itself where no job ends as another one is submitted: then there is no order.  None for a policy that
    has no such choice.  control: see new_control().  Raises what simulate() raises.
    """
    if TIES.name not in schedule.params:
        return None
    if not np.isin(schedule.placed.end, schedule.placed.submit).any():
        return schedule
    other = SUBMISSIONS if schedule.params[TIES.name] == ENDS else ENDS
    return simulate(
        schedule.workload,
        schedule.policy,
        {**schedule.params, TIES.name: other},
        seed=schedule.seed,
        control=control,
        decisions=None,
    )
