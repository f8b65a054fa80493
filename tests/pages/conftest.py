"""Pages simulate small workloads while the browser waits: on a machine that other work keeps busy that takes its time."""

from __future__ import annotations

import pytest

from layouts.server import cpu_time_limit

LONG = 120.0  # s


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_time_limit, "SECONDS", LONG)
