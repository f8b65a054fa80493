"""What policies share whose queue has an order of its own: who may pass its head, and the run.

Jobs start in the queue's order while they fit, on several clusters in the lowest one they fit into.  What happens
behind the first that does not is a parameter.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.clustered import clusters_of
from scheduler.adapters.rigid import ENDS, placed, rigid
from scheduler.engine.backfill_rule import PASSING as WAYS
from scheduler.engine.backfill_rule import WITH_RESERVATION
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.aging import new_aging
from scheduler.engine.rigid.blocked_head import Rules, new_reserved
from scheduler.engine.rigid.ranked import new_ranked
from scheduler.kernels import priority_queue
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param

SUBMISSION = 0  # the key of every job, where they go in order of submission
PASSING = Param(
    "passing",
    "none",
    choices=WAYS,
    help="who may pass the first job of the queue when it does not fit: nobody; as in EASY those that, by "
    "requested times, do not delay it; or any job that fits, with nothing held back for it",
)


def run_in_order(
    workload: Workload,
    key: np.ndarray | int | None,
    passing: str,
    control: np.ndarray,
    log: Log | None,
    *,
    restricted: bool = False,
    by_submission: bool = False,
    ties: str = ENDS,
) -> dict[str, Table]:
    """placed.  key: [n], smallest first, ties by order of submission; None: by age, as aging.py says.

    passing: of PASSING, who may pass a head that does not fit.  restricted: in the cluster of the head only extra
    processors are for others, whenever they would end.  by_submission: the key orders those behind the head only.
    ties: of rigid.TIES.
    """
    n = len(workload)
    jobs, s, sessions = rigid(workload, control, plans=passing == WITH_RESERVATION, ties=ties)
    keys = np.full(n, np.nan) if key is None or np.isscalar(key) else np.asarray(key, dtype=float)
    queue = new_ranked(np.zeros(n, np.int64) if np.isnan(keys).any() else _groups(keys))
    clusters = clusters_of(workload.platform, n)
    priority_queue.run(
        jobs,
        s,
        sessions,
        queue,
        new_aging(queue) if key is None else None,
        clusters,
        Rules(WAYS.index(passing), restricted, by_submission, keys),
        new_reserved(),
        log,
    )
    return {"placed": placed(workload, s.submit, s.start, s.backfilled, clusters.of)}


def _groups(key: np.ndarray) -> np.ndarray:
    """[n] i8: jobs of equal key (smallest first) are a group, for they go in order of submission."""
    return np.unique(key, return_inverse=True)[1].astype(np.int64)
