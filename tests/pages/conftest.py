"""Pages simulate small workloads while the browser waits: on a machine that other work keeps busy that takes its time."""

from __future__ import annotations

import pytest

from layouts.server import in_time

LONG = 120.0  # s


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_time, "SECONDS", LONG)
