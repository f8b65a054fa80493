"""What a run does: load a workload, simulate a policy, measure fair starts, make replicas, reproduce an experiment."""

from __future__ import annotations

import time

from scheduler.errors import Refused
from scheduler.fair_start import chosen, fair_start, to_simulate
from scheduler.metrics import THRESHOLD as BOUND
from scheduler.metrics import measure
from scheduler.policies import all_policies
from scheduler.results import sources
from scheduler.results.limits import Limits
from scheduler.results.progress import SIMULATED, Progress
from scheduler.results.records import Record, plain
from scheduler.results.replicas import replicate
from scheduler.results.reproduce import reproduce
from scheduler.results.specs import Spec
from scheduler.results.store import Store
from scheduler.schedule import Schedule
from scheduler.simulate import simulate
from scheduler.so_far import watched_by
from scheduler.trace import Trace
from scheduler.workload import workload

READ = 0.6              # share of the progress bar of a load that is reading; one that fails later may need options
THRESHOLD = BOUND.default       # s, of bounded stretch, in stored metrics
TRIM = 0.05             # share of jobs left out at each end, in the trimmed metrics
TRIMMED = 5_000         # jobs above which metrics are stored trimmed, too


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
    with watched_by(progress.watch):
        schedule = simulate(jobs, spec["policy"], spec["params"], seed=spec["seed"], control=progress.control,
                            decisions=tuple(window) if isinstance(window, list) else window)
    progress.at(SIMULATED, "Measuring.")
    metrics = measure(schedule, THRESHOLD)
    progress.at(0.95, "Keeping the schedule.")
    store.put_run(key, schedule, metrics, {
        "workload": spec["workload"], "threshold": THRESHOLD, "spec": spec, "seconds": progress.seconds,
        "policy_title": all_policies()[spec["policy"]].title, **trimmed(schedule)})
    return len(jobs)


def trimmed(schedule: Schedule) -> Record:
    """{trim, trimmed}: the share left out at each end and the metrics without; empty up to TRIMMED jobs."""
    if len(schedule.placed) <= TRIMMED:
        return {}
    found = measure(schedule, THRESHOLD, TRIM)
    return {"trim": TRIM, "trimmed": {name: plain(value) for name, value in found.items()}}


def fair_starts(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Measure when jobs of a run would have started without later ones, keep it; how many jobs were measured."""
    schedule = store.schedule(spec["run"])
    progress.at(0.0, "Simulating without later jobs.")
    progress.jobs = to_simulate(schedule, chosen(len(schedule.placed)))
    found = fair_start(schedule, control=progress.control)
    low, high = found.interval or (None, None)
    progress.at(0.95, "Keeping the fair starts.")
    store.put_json("fair_starts", key, {
        "spec": spec, "run": spec["run"], "of": len(schedule.placed), "jobs": len(found.rows), "exact": found.exact,
        "mean": found.mean_miss, "low": low, "high": high, "delayed_share": found.share_delayed, "rows": found.rows,
        "fair": found.fair, "miss": found.miss, "seconds": progress.seconds, "made": time.time()})
    return len(found.rows)


def experiment(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Run what is left of an experiment, keep what came of it; how many parts it has."""
    return int(reproduced(store, key, spec, progress)["parts"])


def reproduced(store: Store, key: str, spec: Spec, progress: Progress) -> Record:
    """What came of an experiment, kept under the key of its checked spec."""
    record = reproduce(store, spec["experiment"], spec["scale"], spec["seed"], progress, spec.get("logs", ()))
    record |= {"spec": spec, "seconds": progress.seconds, "made": time.time()}
    store.put_json("experiments", key, record)
    return record


def replicas(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Run the replicas that are left, keep what came of them; how many there are of all runs."""
    progress.at(0.0, "Shaking the workload.")
    record = replicate(store, spec, progress)
    store.put_json("replicas", key, record | {"seconds": progress.seconds})
    return len(spec["runs"]) * int(spec["replicas"])


TASKS = {"load": load, "simulate": run, "fair_start": fair_starts, "replicas": replicas, "reproduce": experiment}
