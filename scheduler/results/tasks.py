"""The two things a run does, load a workload and simulate a policy, and how it tells its progress meanwhile."""

from __future__ import annotations

import time

import numpy as np

from scheduler.errors import Cancelled, Refused
from scheduler.metrics import measure
from scheduler.policies import all_policies
from scheduler.results import sources
from scheduler.results.limits import Limits
from scheduler.results.specs import Spec
from scheduler.results.store import Store
from scheduler.simulate import FINISHED, STOP, new_control, simulate
from scheduler.trace import Trace
from scheduler.workload import workload

READ = 0.6              # share of the progress bar of a load that is reading; one that fails later may need options
THRESHOLD = 10.0        # s, of bounded stretch, in stored metrics
SIMULATED = 0.9         # share of the progress bar that is the simulation; the rest is audit, metrics, writing


class Progress:
    """What a run tells while it works: written by its thread, read by another."""

    def __init__(self) -> None:
        self.control: np.ndarray = new_control()
        self.jobs = 0           # to be simulated; 0: `done` tells how far it is
        self.done = 0.0         # 0..1
        self.message = "Running."
        self.began = time.monotonic()

    def at(self, done: float, message: str) -> None:
        """A new step begins; raises Cancelled if the run was asked to stop."""
        if self.control[STOP]:
            raise Cancelled("stopped")
        self.done, self.message = done, message

    def stop(self) -> None:
        """Ask the run to stop at its next opportunity."""
        self.control[STOP] = 1

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self.began

    @property
    def percent(self) -> float:
        """0..100."""
        share = SIMULATED * float(self.control[FINISHED]) / self.jobs if self.jobs else 0.0
        return 100 * min(max(share, self.done), 1.0)

    @property
    def eta(self) -> float | None:
        """Seconds to go at the present pace; None as long as nothing can be said."""
        share = self.percent / 100
        return self.seconds * (1 - share) / share if share > 0.01 else None


def load(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Read the trace, make the workload of it, keep both; how many jobs it has."""
    progress.at(0.05, "Generating the workload." if spec["source"]["kind"] == "generate" else "Reading the trace.")
    trace = _small_enough(sources.trace_of(spec["source"], store), store.limits)
    progress.at(READ, "Making the workload.")
    made = workload(trace, **spec["options"])
    progress.at(0.8, "Keeping the workload.")
    kept = store.put_workload(made, spec["source"])
    store.put_load(key, kept, {"spec": spec, "seconds": progress.seconds})
    return len(made)


def _small_enough(trace: Trace, limits: Limits) -> Trace:
    if len(trace) > limits.jobs:
        raise Refused(f"This trace has {len(trace):,} jobs and this server takes {limits.jobs:,} at most; "
                      "send a slice of it.")
    return trace


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate, measure, keep; how many jobs were simulated."""
    jobs = store.workload(spec["workload"])
    progress.at(0.0, "Simulating.")
    progress.jobs = len(jobs)
    window = spec["decisions"]
    schedule = simulate(jobs, spec["policy"], spec["params"], seed=spec["seed"], control=progress.control,
                        decisions=tuple(window) if isinstance(window, list) else window)
    progress.at(SIMULATED, "Measuring.")
    metrics = measure(schedule, THRESHOLD)
    progress.at(0.95, "Keeping the schedule.")
    store.put_run(key, schedule, metrics, {
        "workload": spec["workload"], "threshold": THRESHOLD, "spec": spec, "seconds": progress.seconds,
        "policy_title": all_policies()[spec["policy"]].title})
    return len(jobs)


TASKS = {"load": load, "simulate": run}
