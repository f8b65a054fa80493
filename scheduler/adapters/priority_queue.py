"""What policies share whose queue has an order of its own: who may pass its head, and the run.

Jobs start in the queue's order while they fit.  What happens behind the first that does not is a parameter.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.clustered import in_groups, run_in_clusters
from scheduler.adapters.rigid import placed, rigid
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.aging import new_aging
from scheduler.engine.rigid.blocked_head import PASSING as WAYS
from scheduler.engine.rigid.blocked_head import new_reserved
from scheduler.engine.structures.ranked import new_ranked
from scheduler.kernels import ordered
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param

PASSING = Param("passing", "none", choices=WAYS,
                help="who may pass the first job of the queue when it does not fit: nobody; as in EASY those that, by "
                     "requested times, do not delay it; or any job that fits, with nothing held back for it")


def run_in_order(workload: Workload, key: np.ndarray | None, passing: str, control: np.ndarray,
                 log: Log | None) -> dict[str, Table]:
    """placed.  key: [n], smallest first, ties by order of submission; None: by age, as aging.py says."""
    if workload.has_clusters:
        return run_in_clusters(workload, key, passing, control, log)
    jobs, s, sessions = rigid(workload, control, plans=passing == "easy")
    queue = new_ranked(np.zeros(len(workload), np.int64) if key is None else in_groups(key))
    ordered.run(jobs, s, sessions, queue, new_aging(queue) if key is None else None, WAYS.index(passing),
                new_reserved(), log)
    return {"placed": placed(workload, s.submit, s.start, s.backfilled)}
