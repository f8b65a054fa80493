"""To load a workload: a trace is read or generated, and the workload made of it with the options that are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.errors import Refused
from scheduler.formats.reading.cost import SHORT
from scheduler.model.trace import Trace
from scheduler.preparation import dated_options
from scheduler.preparation.build import workload
from scheduler.results import health_reports, records, sources
from scheduler.results.limits import Limits, worker_memory
from scheduler.results.progress import READ, Progress
from scheduler.results.sources import Source
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task
from scheduler.wording import counted


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{source, options}.  Raises InputError, one sentence."""
    options = dated_options.checked(sources.pairs(spec.get("options")))
    return {"source": sources.check(spec.get("source"), store), "options": options}


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Read the trace, make the workload of it, keep both; how many jobs it has."""
    progress.at(0.05, _reading(spec["source"], store))
    trace = _small_enough(sources.trace_of(spec["source"], store), store.limits)
    progress.at(READ, "Making the workload.")
    new_workload = workload(trace, dated_options.resolved(spec["options"], trace))
    progress.at(0.8, "Keeping the workload.")
    workload_key = store.put_workload(new_workload, spec["source"])
    health_reports.keep(store, spec["source"], trace, new_workload.platform.processors)
    TASK.keep(store, key, spec, progress, {"workload": workload_key})
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


TASK = Task(
    "load",
    "loads a workload",
    check,
    run,
    computed_by=(sources.trace_of, dated_options.resolved, workload, records.of_workload),
    kept_in="loads",
)
