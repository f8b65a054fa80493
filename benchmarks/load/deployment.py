"""A deployment on this machine whose programs are started again whenever they end, as a service manager does it.

The web server runs under gunicorn; with a broker there are also a Redis, which keeps nothing on disk, and two workers
with two processes each (docs/cluster.md).  A program that has ended is started again after RESTART, which is what
systemd does with Restart=on-failure.  systemd would also kill whatever a main process left behind; here it has to end
by itself.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import _path
import psutil
from visitors import answers

from scheduler.broker import leases
from scheduler.broker.address import FILE
from scheduler.home import home as own_home

RESTART = 0.1  # s, RestartSec of systemd
PORTS = 18_060, 18_160
STOPPING = 30.0  # s a program may take to end, TimeoutStopSec of deploy/queuescope.service
PATIENCE = 300.0  # s until something that has to happen is taken for missing
LEASE = 10  # s; the usual one is 30 s
WORKERS = 2
HOME = "QUEUESCOPE_HOME"


def until(holds: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait until holds() is true.  Raises SystemExit where that takes too long."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen within {seconds:g} s")
        time.sleep(0.1)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, and that the system gives to no connection while their programs are away."""
    free = [port for port in range(*PORTS) if is_free(port)]
    if len(free) < count:
        raise SystemExit(
            f"{len(free)} ports from {PORTS[0]} on are free; wanted: {count}, so end programs that listen."
        )
    return free[:count]


def is_free(port: int) -> bool:
    """Whether nobody listens on a port of this machine."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) != 0


class Service:
    """A program that is started again until it is stopped."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str], log: Path):
        self.name, self.command, self.environment, self.log = name, command, environment, log
        self.starts, self.stopping = 0, threading.Event()
        self.process = self._start()
        self.thread = threading.Thread(target=self._run, daemon=True, name=name)
        self.thread.start()

    def _start(self) -> subprocess.Popen:
        self.starts += 1
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command, cwd=_path.ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def _run(self) -> None:
        while True:
            self.process.wait()
            if self.stopping.wait(RESTART):
                return
            self.process = self._start()

    def stop(self) -> bool:
        """End the program; whether it did within STOPPING after it was told to."""
        self.stopping.set()
        self.process.send_signal(signal.SIGTERM)
        self.thread.join(STOPPING)
        in_time = not self.thread.is_alive()
        self.process.kill()
        self.thread.join()
        return in_time


class Deployment:
    """The programs, and which processes of them there are."""

    def __init__(self, mode: str, home: Path, logs: Path):
        self.mode, self.home, self.logs = mode, home, logs
        self.port, redis_port = free_ports(2)
        self.environment = {
            **os.environ,
            HOME: str(home),
            "QUEUESCOPE_CODE": str((own_home() / "compiled").resolve()),
            "QUEUESCOPE_LIMITS": "class",
            leases.SETTING: str(LEASE),
        }
        self.services: list[Service] = []
        if mode == "broker":
            self._start_redis(redis_port)
        self.web = self._service(
            "web", [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "app:server"]
        )
        if mode == "broker":
            self.workers = [
                self._service(f"worker-{number}", [sys.executable, "-m", "scheduler", "worker", "--processes", "2"])
                for number in range(WORKERS)
            ]

    def _service(self, name: str, command: list[str]) -> Service:
        self.services.append(Service(name, command, self.environment, self.logs / f"{name}.log"))
        return self.services[-1]

    def _start_redis(self, port: int) -> None:
        """Redis with a password and without files, as deploy/compose.yaml has it."""
        password, folder = secrets.token_hex(24), self.logs / "redis"
        folder.mkdir(mode=0o700)
        settings = folder / "redis.conf"
        settings.write_text(
            f'requirepass {password}\nport {port}\nbind 127.0.0.1\ndir {folder}\nsave ""\nappendonly no\n'
            "maxmemory-policy noeviction\n"
        )
        settings.chmod(0o600)
        address = folder / "broker"
        address.write_text(f"redis://:{password}@127.0.0.1:{port}/0\n")
        address.chmod(0o600)
        self.environment[FILE] = os.environ[FILE] = str(address)  # this process looks into the broker, too
        self.redis = self._service("redis", ["redis-server", str(settings)])

    def processes(self, kind: str) -> list[psutil.Process]:
        """The processes of a kind that there are just now."""
        with suppress(psutil.Error):
            if kind == "redis":
                return [psutil.Process(self.redis.process.pid)]
            if kind == "master":
                return [psutil.Process(self.web.process.pid)]
            if kind == "worker":
                return [psutil.Process(worker.process.pid) for worker in self.workers]
            if kind == "run" and self.mode == "broker":
                return [child for worker in self.workers for child in children(worker.process.pid)]
            return self._of_the_web_server(kind)
        return []

    def _of_the_web_server(self, kind: str) -> list[psutil.Process]:
        """Below the master is what listens, below that a fork server, and below that pages and runs."""
        listeners = children(self.web.process.pid)
        servers = [child for one in listeners for child in children(one.pid) if is_fork_server(child)]
        if kind in ("listener", "fork server"):
            return listeners if kind == "listener" else servers
        usual = psutil.Process(self.web.process.pid).nice()
        forked = [child for server in servers for child in children(server.pid)]
        return [child for child in forked if (child.nice() > usual) is (kind == "run")]

    def all_processes(self) -> list[psutil.Process]:
        """Every process that has the home of this deployment, wherever it stands in the tree of processes."""
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def _is_ours(self, process: psutil.Process) -> bool:
        with suppress(psutil.Error):
            return process.status() != psutil.STATUS_ZOMBIE and process.environ().get(HOME) == str(self.home)
        return False

    def stop(self) -> list[str]:
        """End all programs; the names of those that had to be killed."""
        late = [service.name for service in reversed(self.services) if not service.stop()]
        os.environ.pop(FILE, None)
        return late


def children(number: int) -> list[psutil.Process]:
    """The children of a process that live."""
    with suppress(psutil.Error):
        return [child for child in psutil.Process(number).children() if child.status() != psutil.STATUS_ZOMBIE]
    return []


def is_fork_server(process: psutil.Process) -> bool:
    """Whether a process is one that others are forked from."""
    with suppress(psutil.Error):
        return "forkserver" in " ".join(process.cmdline())
    return False


@contextmanager
def deployed(mode: str, home: Path, logs: Path) -> Iterator[Deployment]:
    """A deployment that answers; it is stopped at the end, whatever happens."""
    deployment = Deployment(mode, home, logs)
    try:
        until(lambda: answers(deployment.port), "the start of the web server")
        yield deployment
    finally:
        if not all(service.stopping.is_set() for service in deployment.services):
            deployment.stop()
