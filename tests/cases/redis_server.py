"""A Redis of its own for tests, with a password and nothing on disk: what it held is gone when it starts again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

PATIENCE = 120.0  # s to start
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

    def __init__(self, folder: Path, encrypted: bool = False):
        self.program, self.folder, self.encrypted = program(), folder, encrypted
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{'rediss' if encrypted else 'redis'}://:{PASSWORD}@localhost:{self.port}/0"
        self.certificate = folder / "certificate.pem"
        if encrypted:
            self._certify()
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        ports = ["--port", str(self.port)]
        if self.encrypted:
            ports = [
                "--port",
                "0",
                "--tls-port",
                str(self.port),
                "--tls-cert-file",
                str(self.certificate),
                "--tls-key-file",
                str(self.folder / "key.pem"),
                "--tls-auth-clients",
                "no",
            ]
        self.process = subprocess.Popen(
            [
                self.program,
                *ports,
                "--bind",
                "127.0.0.1",
                "--requirepass",
                PASSWORD,
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                str(self.folder),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                self.process.poll()
        pytest.fail("redis-server does not answer")

    def _certify(self) -> None:
        """A certificate that no authority has signed."""
        if shutil.which("openssl") is None:
            pytest.skip("openssl is not installed, which makes the certificate")
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                str(self.folder / "key.pem"),
                "-out",
                str(self.certificate),
            ],
            check=True,
            capture_output=True,
        )

    def kill(self) -> None:
        """End it at once; all it held is lost."""
        self.process.kill()
        self.process.wait()
