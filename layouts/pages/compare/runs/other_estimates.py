"""The same jobs with other requested times, on Compare: what do wrong estimates cost, and whom?

A run may be added on the workload that is open or on one that differs from it in its requested times alone, so that
every job has its counterpart in every run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc

from layouts import ids
from layouts.frame.callbacks import Services
from scheduler.analysis.counterparts import agree, of_record
from scheduler.errors import InputError
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.preparation.build import workload

SAME = "as opened"
CHOICES = OPTIONS["estimates"].choices
WANTED = "compare runs of one workload, or of one that differs in its requested times alone"
WORDS = {"requested": "as requested", "exact": "exact", "factor": "twice the runtime",
         "uniform": "drawn, one to two runtimes", "popular": "five popular values"}


def choice() -> dmc.Select:
    """Which requested times the added run goes by."""
    data = [{"value": SAME, "label": SAME}, *({"value": name, "label": WORDS.get(name, name)} for name in CHOICES)]
    return dmc.Select(label="requested times", id=ids.ADD_ESTIMATES, data=data, value=SAME, allowDeselect=False, w=240)


def workload_with(services: Services, key: Any, estimates: Any) -> str:
    """The key of the workload with these requested times; the one that is open where nothing else is asked for.

    Raises InputError for an unknown choice or a workload that is no longer kept, StoreError when its trace is gone.
    """
    if estimates in (None, SAME):
        return str(key)
    if estimates not in CHOICES:
        raise InputError(f"Requested times {str(estimates)[:40]!r} are not known; choose one of {', '.join(CHOICES)}.")
    record = services.store.workload_record(str(key))
    options = WorkloadOptions.of_record(record["options"])
    if estimates == options.estimates:
        return str(key)
    # what the open workload made of runtimes above the requested time holds for this one, too
    applied = record["options"].get("overrun_applied")
    overrun = applied if applied in ("cut", "extend") else options.overrun
    made = workload(services.runs.trace(str(key)), replace(options, estimates=estimates, overrun=overrun))
    return services.store.put_workload(made, record["source"])


def same_jobs(records: Sequence[Mapping[str, Any]]) -> None:
    """Raise InputError, saying what differs, unless all runs are of the same jobs, requested times apart."""
    for record in records[1:]:
        agree(of_record(records[0]), of_record(record), WANTED)


def told(spec: Mapping[str, Any], specs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What a run's name says of its requested times, where those of the runs shown differ."""
    mine = (spec.get("options") or {}).get("estimates")
    all_of_them = {(other.get("options") or {}).get("estimates") for other in specs}
    return [f"estimates {mine}"] if mine and len(all_of_them - {None}) > 1 else []
