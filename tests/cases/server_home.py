"""The home of a server that a test starts: with the machine code of this run, and nothing is compiled ahead."""

from __future__ import annotations

from pathlib import Path

from scheduler.fingerprint import fingerprint
from scheduler.results.limits import Limits
from scheduler.results.queue.registry import RunRegistry
from scheduler.results.queue.warm import warm
from tests.conftest import HOME


def furnished(home: Path) -> Path:
    """That folder, made if missing, as the home of a server that begins.

    To run every kernel once takes seven seconds of the processor; what is not compiled yet is compiled where a test needs it.
    """
    home.mkdir(exist_ok=True)
    if (HOME / "compiled").exists():
        (home / "compiled").symlink_to((HOME / "compiled").resolve(), target_is_directory=True)
    compile_nothing_ahead(home)
    return home


def compile_nothing_ahead(home: Path) -> None:
    """Have a server that begins in this home take the kernels for compiled."""
    assert RunRegistry(home / "jobs", Limits()).claim_compilation(fingerprint(warm), 3_600)
