"""A Redis of its own for tests, with a password and nothing on disk: what it held is gone when it starts again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

PATIENCE = 20.0     # s to start
PASSWORD = "not-told"


def program() -> str:
    """Where redis-server is; without it a test is skipped, unless QUEUESCOPE_REDIS says that it is needed."""
    path = shutil.which("redis-server")
    if path is None and os.environ.get("QUEUESCOPE_REDIS") == "needed":
        pytest.fail("redis-server is not installed, and QUEUESCOPE_REDIS says that it is needed")
    if path is None:
        pytest.skip("redis-server is not installed; on Debian: apt-get install redis-server")
    return path


class RedisServer:
    """A server on a free port."""

    def __init__(self, folder: Path):
        self.program, self.folder = program(), folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--requirepass", PASSWORD, "--save", "",
             "--appendonly", "no", "--dir", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                self.process.poll()
        pytest.fail("redis-server does not answer")

    def kill(self) -> None:
        """End it at once; all it held is lost."""
        self.process.kill()
        self.process.wait()
