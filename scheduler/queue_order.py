"""What policies share whose queue has an order of its own: who may pass its head, and the run.

Jobs start in the queue's order while they fit.  What happens behind the first that does not is a parameter.
"""

from __future__ import annotations

import numpy as np

from scheduler.engine.aging import new_aging
from scheduler.engine.blocked_head import new_reserved
from scheduler.engine.log import Log
from scheduler.engine.ranked import new_ranked
from scheduler.kernels import ordered
from scheduler.machine import placed, rigid
from scheduler.params import Param
from scheduler.table import Table
from scheduler.workload import Workload

PASSING = Param("passing", "none", choices=ordered.PASSING,
                help="who may pass the first job of the queue when it does not fit: nobody; as in EASY those that, by "
                     "requested times, do not delay it; or any job that fits, with nothing held back for it")


def in_groups(key: np.ndarray) -> np.ndarray:
    """[n] i8: jobs of equal key (smallest first) are a group, for they go in order of submission."""
    return np.unique(key, return_inverse=True)[1].astype(np.int64)


def run_in_order(workload: Workload, key: np.ndarray | None, passing: str, control: np.ndarray,
                 log: Log | None) -> dict[str, Table]:
    """placed.  key: [n], smallest first, ties by order of submission; None: by age, as aging.py says."""
    jobs, s, sessions = rigid(workload, control, plans=passing == "easy")
    queue = new_ranked(np.zeros(len(workload), np.int64) if key is None else in_groups(key))
    ordered.run(jobs, s, sessions, queue, new_aging(queue) if key is None else None, ordered.PASSING.index(passing),
                new_reserved(), log)
    return {"placed": placed(workload, s.submit, s.start, s.backfilled)}
