"""The program as a process of its own: started, asked whether it answers, and ended with all it has started.

It leads a process group, so that Ctrl-C reaches ./dev alone, which then ends it.  Runs that its workers have in hand
go back into the queue when it is interrupted (layouts/server/background.py), and the next server begins them again.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PATIENCE = 10.0  # s the program may take to end


class ServerProcess:
    """One server at a time, at one port."""

    def __init__(self, command: Sequence[str], folder: Path, port: int, settings: Mapping[str, str]):
        self.command = [*command, "--port", str(port)]
        self.folder, self.settings = folder, settings
        self.address = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen | None = None
        self.has_answered = False

    def start(self) -> None:
        """Start it; it answers some seconds later."""
        variables = {**os.environ, **self.settings}
        self.process = subprocess.Popen(self.command, cwd=self.folder, env=variables, start_new_session=True)
        self.has_answered = False

    def answers(self) -> bool:
        """Whether it has answered since it was started."""
        if not self.has_answered and self.process:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/health", timeout=2):
                self.has_answered = True
        return self.has_answered

    def exit_code(self) -> int | None:
        """How it ended by itself; None while it runs, and where nobody has started it."""
        return self.process.poll() if self.process else None

    def stop(self) -> None:
        """End it, and wait for that.  While it still imports there is nothing to give back, and it just ends."""
        if self.process is None:
            return
        try:
            self.process.send_signal(signal.SIGINT if self.has_answered else signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):  # it is killed then
                self.process.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def is_free(port: int) -> bool:
    """Whether a server can listen there."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
