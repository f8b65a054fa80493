"""A background task that does something else, for a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scheduler.results.tasks import all_tasks


def does(monkeypatch: pytest.MonkeyPatch, task: str, run: Callable[..., int]) -> None:
    """Have the task with this key do what `run` does, until the test ends."""
    monkeypatch.setitem(all_tasks(), task, replace(all_tasks()[task], run=run))  # type: ignore[index]
