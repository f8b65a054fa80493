"""A run of OStrich as servers keep it, also those from which the topic is taken out afterwards."""

from __future__ import annotations

from scheduler.metrics import measure
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.store import Store
from scheduler.simulate import simulate

RUN = "c" * 24


def keep(store: Store) -> str:
    """Keep a run of OStrich on a sample; the key of its run."""
    schedule = simulate(workload(sample("ostrich-appendix.swf")), "ostrich")
    store.put_run(RUN, schedule, measure(schedule))
    return RUN
