"""Names of jobs and clusters in sentences."""

from __future__ import annotations

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.wording import enumerated

MOST_NAMED = 3


def in_cluster(schedule: Schedule, cluster: float) -> str:
    """ " in cluster 2", where there are several and it is known which; cluster: from 0, nan unknown."""
    names_cluster = schedule.workload.has_clusters and cluster == cluster
    return f" in cluster {int(cluster) + 1}" if names_cluster else ""


def job_name(schedule: Schedule, job: int) -> str:
    """A job by its id; -1: another job."""
    return f"job {schedule.workload.jobs.job_id[job]}" if job >= 0 else "another job"


def job_names(schedule: Schedule, jobs: np.ndarray) -> str:
    """The first few jobs by their ids, and how many more there are."""
    named = [job_name(schedule, int(job)) for job in jobs[:MOST_NAMED]]
    if len(jobs) > MOST_NAMED:
        named.append(f"{len(jobs) - MOST_NAMED} more")
    return enumerated(named)
