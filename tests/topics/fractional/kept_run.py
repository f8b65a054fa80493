"""A run of jobs on shared nodes as servers keep it, also those from which the topic is taken out afterwards."""

from __future__ import annotations

from scheduler.metrics import measure
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.topics.fractional.fractions import shared

RUN = "f" * 24


def keep(store: Store) -> str:
    """Keep a run of DFRS of two jobs on one node; the key of its run."""
    schedule = simulate(shared([(0, 60, 1, 0.5, 0.25), (10, 60, 1, 0.75, 0.25)], 1), "dfrs", {"scheme": "GreedyP*"})
    store.put_run(RUN, schedule, measure(schedule))
    return RUN
