"""A run of a formula as servers keep it, also those from which the topic is taken out afterwards."""

from __future__ import annotations

from layouts.frame.callbacks import Services, run_spec
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.topics.without import worked_off


def keep(store: Store) -> str:
    """Simulate a sample in the order of a formula; the key of the run."""
    services = Services(store.root, store, Runs(store))
    jobs = store.put_workload(workload(sample("five-jobs.swf")))
    return worked_off(services, run_spec(jobs, "formula", {"priority": "-area + 1000 * wait"}))
