"""To change a workload: its trace is read again, and the workload made with other options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.errors import InputError, StoreError
from scheduler.preparation.workload_change import apply_change, change_of
from scheduler.results import records, sources
from scheduler.results.progress import READ, Progress
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{workload, change}: only what differs.  Raises InputError, one sentence."""
    try:
        options = store.workload_record(str(spec.get("workload")))["options"]
    except StoreError:
        raise InputError("This workload is no longer kept on the server; open the trace again.") from None
    different = {
        name: value
        for name, value in change_of(sources.pairs(spec.get("change"))).items()
        if value != options.get(name)
    }
    if not different:
        raise InputError("The workload has these options already; change something else.")
    return {"workload": spec["workload"], "change": dict(sorted(different.items()))}


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Read the trace of a workload again, make the workload with the change, keep it; how many jobs it has."""
    base = store.workload(spec["workload"])
    progress.at(0.05, "Reading the trace.")
    trace = sources.trace_of_workload(store, spec["workload"])
    progress.at(READ, "Making the changed workload.")
    new_workload = apply_change(trace, base, spec["change"])
    progress.at(0.8, "Keeping the workload.")
    workload_key = store.put_workload(new_workload, store.workload_record(spec["workload"])["source"])
    TASK.keep(store, key, spec, progress, {"workload": workload_key})
    return len(new_workload)


TASK = Task(
    "change",
    "changes a workload",
    check,
    run,
    computed_by=(sources.trace_of_workload, apply_change, records.of_workload),
    kept_in="loads",
)
