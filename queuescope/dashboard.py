"""The dashboard for who uses the library: one that answers already, else a new one in a process of its own."""

from __future__ import annotations

import atexit
import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing

from queuescope import place
from scheduler.errors import QueuescopeError
from scheduler.program_files import data_mark
from scheduler.results.store import Store

PATIENCE = 60.0  # s a dashboard may take to answer
TICK = 0.1  # s


def reached(address: str, store: Store) -> str:
    """The address of a dashboard on the data of this store: that address where such a one answers, else a new one's.

    Raises QueuescopeError where none starts.
    """
    if answers(address, store):
        return address.rstrip("/")
    place.check("app", *place.PARTS)
    port = free_port()
    started = subprocess.Popen(
        [sys.executable, "-m", "queuescope", "--port", str(port)], stdout=subprocess.DEVNULL, env=_environment(store)
    )
    atexit.register(started.terminate)
    own = f"http://127.0.0.1:{port}"
    until = time.monotonic() + PATIENCE
    while not answers(own, store):
        if started.poll() is not None or time.monotonic() > until:
            raise QueuescopeError("The dashboard did not start; run `queuescope` in a terminal to see why.")
        time.sleep(TICK)
    return own


def _environment(store: Store) -> dict[str, str]:
    import os

    return {**os.environ, "QUEUESCOPE_HOME": str(store.root)}


def answers(address: str, store: Store) -> bool:
    """Whether a dashboard on the data of this store answers there; any other program, or another folder, is none."""
    try:
        with urllib.request.urlopen(f"{address.rstrip('/')}/health", timeout=2) as answer:
            facts = json.load(answer)
    except (OSError, urllib.error.URLError, ValueError):
        return False
    return isinstance(facts, dict) and facts.get("data") == data_mark(store.root)


def free_port() -> int:
    """A port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
