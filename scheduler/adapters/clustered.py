"""What policies share on platforms of several clusters, in one of which every job runs.

The rule: a job goes to the cluster that can start it earliest, the lowest of several.  So it fits if it fits into one
of the clusters; what a policy says of the free processors then holds for those of a cluster, and the reservation of a
head is in the cluster where its shadow time is earliest.  A machine is the case of one cluster.
"""

from __future__ import annotations

from scheduler.engine.rigid.clusters import Clusters, new_clusters
from scheduler.model.trace import Platform


def clusters_of(platform: Platform, jobs: int) -> Clusters:
    """The clusters of a platform at rest, one where it is one pool."""
    return new_clusters(platform.clusters or (platform.processors,), jobs)
