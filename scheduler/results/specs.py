"""What is asked for, a spec: the key of a task (tasks/), and what that is to do.  It all comes from outside.

A checked spec holds nothing unknown, every default filled in, and whatever else decides the outcome: equal specs give
equal results, so the key of a run is a hash of its spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.errors import InputError
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, task_of

DEEPEST = 8  # lists and mappings inside each other


def check(spec: Any, store: Store) -> Spec:
    """The spec, checked.  Raises InputError (UnknownKey, ParamError, Unsupported), one sentence."""
    if _deeper(spec):
        raise InputError(f"What is asked for is nested more than {DEEPEST} deep; wanted: a task with its parameters.")
    task = task_of(spec)
    return {"do": task.key, **task.check(spec, store)}


def _deeper(spec: Any) -> bool:
    """Whether something in it lies too deep; it is walked through level by level, as it may be as deep as it likes."""
    level = [spec]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for value in level
            if isinstance(value, Mapping | list | tuple)
            for inner in (value.values() if isinstance(value, Mapping) else value)
        ]
    return bool(level)


def key(spec: Spec) -> str:
    """24 hex digits: the hash of a checked spec and of the sources that decide its outcome."""
    return task_of(spec).name(spec)
