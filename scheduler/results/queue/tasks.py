"""What a run does: load a workload, change it, simulate a policy, measure fair starts, find a plan, make replicas,
reproduce an experiment.
"""

from __future__ import annotations

import time

from scheduler.adapters.snapshot import watched_by
from scheduler.errors import Refused, StoreError
from scheduler.formats.reading.cost import SHORT
from scheduler.model.trace import Trace
from scheduler.policies import all_policies
from scheduler.preparation import dated_options
from scheduler.preparation.build import workload
from scheduler.preparation.changed import changed
from scheduler.replay.fair_start_times import chosen, fair_start, to_simulate
from scheduler.replay.other_order import other_order
from scheduler.replay.plan import plan
from scheduler.results import cells, health_reports, sources
from scheduler.results.foreign_schedules import keep as keep_schedule
from scheduler.results.limits import Limits, worker_memory
from scheduler.results.progress import SIMULATED, Progress
from scheduler.results.records import Record, in_other_order, measured
from scheduler.results.replicas import replicate
from scheduler.results.reproduce import reproduce
from scheduler.results.sources import Source
from scheduler.results.specs import Spec
from scheduler.results.store import Store
from scheduler.simulate import simulate
from scheduler.wording import counted

MEASURED = 0.92  # share of the progress bar by when a run is measured
TWICE = 60.0  # s of CPU: runs that took longer are not made once more, with simultaneous events the other way
READ = 0.6  # share of the progress bar of a load that is reading; one that fails later may need options


def load(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Read the trace, make the workload of it, keep both; how many jobs it has."""
    progress.at(0.05, _reading(spec["source"], store))
    trace = _small_enough(sources.trace_of(spec["source"], store), store.limits)
    progress.at(READ, "Making the workload.")
    new_workload = workload(trace, dated_options.resolved(spec["options"], trace))
    progress.at(0.8, "Keeping the workload.")
    kept = store.put_workload(new_workload, spec["source"])
    health_reports.keep(store, spec["source"], trace, new_workload.platform.processors)
    store.put_load(key, kept, {"spec": spec, "seconds": progress.seconds})
    return len(new_workload)


def change(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Read the trace of a workload again, make the workload with the change, keep it; how many jobs it has."""
    base = store.workload(spec["workload"])
    progress.at(0.05, "Reading the trace.")
    trace = sources.trace_of_workload(store, spec["workload"])
    progress.at(READ, "Making the changed workload.")
    new_workload = changed(trace, base, spec["change"])
    progress.at(0.8, "Keeping the workload.")
    kept = store.put_workload(new_workload, store.workload_record(spec["workload"])["source"])
    store.put_load(key, kept, {"spec": spec, "seconds": progress.seconds})
    return len(new_workload)


def _reading(source: Source, store: Store) -> str:
    """What a load does first, and about how long it takes where that is worth a word.  Raises Refused where it takes
    more than this process may use."""
    if source["kind"] == "generate":
        return "Generating the workload."
    cost = sources.estimate(source, store)
    if cost is not None:
        sources.check_affordable(cost, source["name"], worker_memory(), store.limits.seconds)
    return f"Reading the trace: {cost}." if cost and cost.seconds >= SHORT else "Reading the trace."


def _small_enough(trace: Trace, limits: Limits) -> Trace:
    if len(trace) > limits.jobs:
        raise Refused(
            f"This trace has {counted(len(trace), 'job')} and this server takes {limits.jobs:,} at most; send a "
            "slice of it."
        )
    return trace


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate, measure, keep; how many jobs were simulated."""
    jobs = store.workload(spec["workload"])
    source = store.workload_record(spec["workload"])["source"]
    progress.at(0.0, "Simulating.")
    progress.jobs = len(jobs)
    window = spec["decisions"]
    with watched_by(progress.watch):
        schedule = simulate(
            jobs,
            spec["policy"],
            spec["params"],
            seed=spec["seed"],
            control=progress.control,
            decisions=tuple(window) if isinstance(window, list) else window,
        )
    progress.at(SIMULATED, "Measuring.")
    facts = measured(schedule)
    if schedule.kernel_cpu_seconds <= TWICE:
        progress.at(MEASURED, "Simulating simultaneous events in the other order.")
        progress.jobs = 0
        facts |= in_other_order(schedule, facts["metrics"], other_order(schedule, progress.control))
    progress.at(0.95, "Keeping the schedule.")
    if store.put_workload(jobs, source) != spec["workload"]:  # it may have had to make room meanwhile
        raise StoreError("The workload was removed to make room while this run was under way; open the trace again.")
    store.put_run(
        key,
        schedule,
        facts.pop("metrics"),
        {
            "workload": spec["workload"],
            "spec": spec,
            "seconds": progress.seconds,
            "policy_title": all_policies()[spec["policy"]].title,
            **facts,
        },
    )
    return len(jobs)


def fair_starts(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Measure when jobs of a run would have started without later ones, keep it; how many jobs were measured."""
    schedule = store.schedule(spec["run"])
    progress.at(0.0, "Simulating without later jobs.")
    progress.jobs = to_simulate(schedule, chosen(len(schedule.placed)))
    misses = fair_start(schedule, control=progress.control)
    low, high = misses.interval or (None, None)
    progress.at(0.95, "Keeping the fair starts.")
    store.put_json(
        "fair_starts",
        key,
        {
            "spec": spec,
            "run": spec["run"],
            "of": len(schedule.placed),
            "jobs": len(misses.rows),
            "exact": misses.exact,
            "mean": misses.mean_miss,
            "low": low,
            "high": high,
            "delayed_share": misses.share_delayed,
            "rows": misses.rows,
            "fair": misses.fair,
            "miss": misses.miss,
            "slowdown": float(misses.slowdown.mean()),
            "fair_slowdown": float(misses.fair_slowdown.mean()),
            "slower_share": misses.share_slower,
            "seconds": progress.seconds,
            "made": time.time(),
        },
    )
    return len(misses.rows)


def plan_of_moment(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate a run again for the reservations at an instant, keep these; how many jobs were simulated."""
    schedule = store.schedule(spec["run"])
    progress.at(0.0, "Simulating.")
    progress.jobs = len(schedule.placed)
    reservations = plan(schedule, spec["time"], progress.control)
    progress.at(0.95, "Keeping the plan.")
    store.put_json(
        "plans",
        key,
        {
            "spec": spec,
            "run": spec["run"],
            "time": spec["time"],
            "job": reservations.job,
            "start": reservations.start,
            "cluster": reservations.cluster,
            "seconds": progress.seconds,
            "made": time.time(),
        },
    )
    return len(schedule.placed)


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


def cell(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Run a cell of a sweep, keep its result; how many jobs were simulated."""
    progress.at(0.0, "Simulating.")
    result = cells.simulated(cells.bench_of(store, spec["source"]), spec["run"], progress.control)
    store.put_json("parts", key, {"run": spec["run"], "result": result})
    return int(result["jobs"])


TASKS = {
    "load": load,
    "change": change,
    "simulate": run,
    "cell": cell,
    "import": keep_schedule,
    "fair_start": fair_starts,
    "plan": plan_of_moment,
    "replicas": replicas,
    "reproduce": experiment,
}
