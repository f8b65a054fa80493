"""Machine code that there is already, for an app that is measured with a folder of its own."""

from __future__ import annotations

import os
from pathlib import Path

import _path  # noqa: F401

from layouts.server.background import WARMING
from scheduler.compiled import code_home
from scheduler.fingerprint import fingerprint
from scheduler.results.queue.runs import Runs
from scheduler.results.queue.warm import warm
from scheduler.results.store import Store


def use_machine_code(home: str) -> None:
    """An app with this home takes machine code from the usual folder, and compiles nothing ahead."""
    os.environ.setdefault("QUEUESCOPE_CODE", str(code_home()))
    Runs(Store(Path(home))).jobs.claim_compilation(fingerprint(warm), WARMING)
