"""Runs of one log whose workloads differ, on Compare: how the other workload is made, and what sets the runs apart.

The machine, the cap of requested times, the requested times, the filter or the load may differ.  Jobs are matched by
their line of the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc

from layouts.frame.callbacks import Services
from layouts.words.run_names import in_words
from scheduler.analysis.counterparts import check_comparable, of_record
from scheduler.errors import InputError
from scheduler.model.workload_options import OPTIONS
from scheduler.preparation.workload_change import change_of

SAME = "as opened"
CHOICES = OPTIONS["estimates"].choices
WANTED = (
    "compare runs of one log that differ in the machine, the requested times, their cap, the filter or the load alone"
)
WORDS = {
    "requested": "as requested",
    "exact": "exact",
    "factor": "twice the runtime",
    "uniform": "drawn, one to two runtimes",
    "popular": "five popular values",
}


def choice(identity: str, name: str) -> dmc.Select:
    """Which requested times a run goes by."""
    data = [{"value": SAME, "label": SAME}, *({"value": name, "label": WORDS.get(name, name)} for name in CHOICES)]
    return dmc.Select(label=name, id=identity, data=data, value=SAME, allowDeselect=False, w=240)


def change_spec(services: Services, key: Any, change: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a worker is asked for, so that there is a workload with a change; None where nothing differs.

    Raises ParamError for a change there is not, StoreError when the workload is gone.
    """
    options = services.store.workload_record(str(key))["options"]
    different = {name: value for name, value in change_of(change).items() if value != options.get(name)}
    return {"do": "change", "workload": str(key), "change": different} if different else None


def workload_with(services: Services, key: Any, change: Mapping[str, Any]) -> str:
    """The key of a workload with a change, which a worker has made; its own where nothing is changed.

    Raises ParamError for a change there is not, StoreError when the workload is gone, InputError when the one with the
    change is not there.
    """
    spec = change_spec(services, key, change)
    if spec is None:
        return str(key)
    workload = services.store.loaded(services.runs.key(spec))
    if workload is None:
        raise InputError(
            f"The workload with {change_in_words(spec['change'])} is no longer kept on the server; ask for it again."
        )
    return workload


def side_by_side(records: Sequence[Mapping[str, Any]]) -> None:
    """Raise InputError, saying what differs, unless all runs can stand side by side."""
    for record in records[1:]:
        check_comparable(of_record(records[0]), of_record(record), WANTED)


def change_in_words(change: Mapping[str, Any]) -> str:
    """What a change does, in a few words: 120 processors, cap 12 h."""
    return ", ".join(filter(None, (in_words(name, value) for name, value in change.items())))
