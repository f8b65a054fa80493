"""What policies share on platforms of several clusters, in one of which every job runs.

The rule: a job goes to the cluster that can start it earliest, the lowest of several.  So it fits if it fits into one
of the clusters; what a policy says of the free processors then holds for those of a cluster, and the reservation of a
head is in the cluster where its shadow time is earliest.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.rigid import placed, rigid
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.aging import new_aging
from scheduler.engine.rigid.blocked_head import PASSING, new_reserved
from scheduler.engine.rigid.clusters import Clusters, new_clusters
from scheduler.engine.structures.ranked import new_ranked
from scheduler.kernels import clustered
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload

SUBMISSION = 0      # the key of every job, where they go in order of submission


def in_groups(key: np.ndarray) -> np.ndarray:
    """[n] i8: jobs of equal key (smallest first) are a group, for they go in order of submission."""
    return np.unique(key, return_inverse=True)[1].astype(np.int64)


def clusters_of(platform: Platform, jobs: int) -> Clusters:
    """The clusters of a platform at rest, one where it is one pool."""
    return new_clusters(platform.clusters or (platform.processors,), jobs)


def run_in_clusters(workload: Workload, key: np.ndarray | int | None, passing: str, control: np.ndarray,
                    log: Log | None, *, restricted: bool = False, by_submission: bool = False) -> dict[str, Table]:
    """placed.  key: [n], smallest first, ties by order of submission; None: by age, as aging.py says.

    passing: of PASSING, who may pass a head that does not fit.  restricted: in the cluster of the head only extra
    processors are for others, whenever they would end.  by_submission: the key orders those behind the head only.
    """
    n = len(workload)
    jobs, s, sessions = rigid(workload, control, plans=passing == "easy")
    queue = new_ranked(np.zeros(n, np.int64) if key is None else in_groups(np.broadcast_to(key, n)))
    clusters = clusters_of(workload.platform, n)
    rules = np.array([PASSING.index(passing), restricted, by_submission, key is None], np.int64)
    clustered.run(jobs, s, sessions, queue, new_aging(queue), clusters, rules, new_reserved(), log)
    return {"placed": placed(workload, s.submit, s.start, s.backfilled, clusters.of)}
