"""Background tasks, one module each, found by looking in this folder and in those of topics: what can be asked for, its
key, what computes it, and where its result is kept.

A module declares one object `TASK`.  The queue, the worker, the library and the pages ask that object, so a further
kind of work is one file here (docs/recipes/task.md).

May import `results`.  Others use `all_tasks`, `task_of`, `result`, `Spec`, and the modules of the tasks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scheduler import registry
from scheduler.errors import InputError, StoreError
from scheduler.fingerprint import Root, fingerprint
from scheduler.model.schedule import Schedule
from scheduler.results.keys import short_hash
from scheduler.results.progress import Progress
from scheduler.results.records import Record
from scheduler.results.store import OWN, Store
from scheduler.wording import enumerated

Spec = dict[str, Any]  # {"do": key of the task, and what it is asked for}


@dataclass(frozen=True)
class Task:
    """A kind of background work."""

    key: str
    does: str  # ends the sentence "A run ..."
    # what was asked for, from outside -> the same, checked, without "do": nothing unknown, every default filled in, and
    # whatever else decides the outcome.  Raises InputError (UnknownKey, ParamError, Unsupported), one sentence
    check: Callable[[Mapping[str, Any], Store], Spec]
    # store, key, checked spec, progress -> how many jobs (or parts) were worked off; the result is kept then.  Raises
    # Cancelled when asked to stop, and QueuescopeError in one sentence
    run: Callable[[Store, str, Spec, Progress], int]
    computed_by: tuple[Root, ...] = ()  # their sources, with all they import, decide the outcome
    key_of: Callable[[Spec], str] | None = None  # the key of a checked spec, where it is no hash of spec and sources
    kept_in: str = ""  # the folder of the store, "runs" for a run, "loads" for a workload; "": one of its own
    warm: Callable[[], None] | None = None  # compiles what it uses beside the policies, before somebody waits for it

    def __post_init__(self) -> None:
        if bool(self.computed_by) is bool(self.key_of):
            raise ValueError(f"The task {self.key!r} has to say what computes it, or its key, and not both.")

    @property
    def kind(self) -> str:
        """The folder of the store where the results are."""
        return self.kept_in or f"{OWN}/{self.key}"

    def name(self, spec: Spec) -> str:
        """24 hex digits: the key of a checked spec, a hash of it and of the sources that decide its outcome."""
        return self.key_of(spec) if self.key_of else short_hash([spec, fingerprint(*self.computed_by)])

    def result(self, store: Store, key: object) -> Record | None:
        """The record of what was kept under a key; None where it is not kept."""
        return store.result(self.kind, key)

    def keep(self, store: Store, key: str, spec: Spec, progress: Progress, record: Mapping[str, Any]) -> Record:
        """Keep a result that is a record, with what was asked for and how long it took; as it is kept."""
        whole = {"spec": spec, **record, "seconds": progress.seconds, "made": time.time()}
        store.put_json(self.kind, key, whole)
        return whole


def all_tasks() -> Mapping[str, Task]:
    """{key: task}, in alphabetical order."""
    return registry.load(__name__, "TASK")


def task_of(spec: object) -> Task:
    """The task that is asked for.  Raises InputError in one sentence where there is none."""
    key = spec.get("do") if isinstance(spec, Mapping) else None
    if isinstance(key, str) and key in all_tasks():
        return all_tasks()[key]
    whatever = enumerated([task.does for task in all_tasks().values()], "or")
    raise InputError(f"A run {whatever}; nothing else can be asked for.")


def schedule_of_run(spec: Mapping[str, Any], store: Store) -> Schedule:
    """The schedule of the run that a spec names, from outside.  Raises InputError where it is not kept."""
    try:
        return store.schedule(str(spec.get("run")))
    except StoreError:
        raise InputError("This run is no longer kept on the server; run the policy again.") from None


def result(store: Store, key: object) -> Record | None:
    """The record of what is kept under a key, whichever task it is of; None where nothing is."""
    kinds = dict.fromkeys(task.kind for task in all_tasks().values())
    return next((record for kind in kinds if (record := store.result(kind, key)) is not None), None)
