"""A run of an own policy as servers keep it, also those from which the topic is taken out afterwards."""

from __future__ import annotations

from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.store import Store
from scheduler.topics.own_policy import foreign_run


def keep(store: Store) -> str:
    """Keep a schedule that starts each job of a sample when the one before has ended; the key of its run."""
    key = store.put_workload(workload(sample("five-jobs.swf")))
    jobs, end, start = store.workload(key).jobs, 0.0, []
    for submit, runtime in zip(jobs.submit.tolist(), jobs.runtime.tolist(), strict=True):
        start.append(max(end, submit))
        end = start[-1] + runtime
    rows = {"job": jobs.job_id.tolist(), "processors": jobs.processors.tolist(), "start": start, "name": "Mine"}
    return foreign_run.keep(store, key, foreign_run.read(rows))
