"""The processes of this server that compute, and its secret.

They start from a fork server that has everything imported: they begin at once, and inherit no socket.  Each has its own
process group and ends when the server ends, however that happens.  Those that work off runs have a low priority, and
take so much memory at most; the dispatcher (scheduler.results.queue.dispatch) says when one is started, nothing a
browser sends does.  This process computes nothing: what does is imported where it runs.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import resource
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from importlib.machinery import ModuleSpec
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path

from scheduler.errors import QueuescopeError, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.results.folders import room
from scheduler.results.limits import worker_memory
from scheduler.results.queue.dispatch import Dispatcher
from scheduler.results.queue.registry import RunRegistry

LOG = logging.getLogger("queuescope")
CONTEXT = multiprocessing.get_context("forkserver")
ROOT = Path(__file__).parents[2]  # of the sources
HEAVY = ("layouts.server.background", "scheduler.results.queue.ready")
WARM = "scheduler.results.queue.warm"
NICE = 5
HOUR = 3_600.0  # s
AGAIN = 0.05, 0.5  # s between two tries to start a process
WARMING = 120  # s after which another server may compile the same ahead

_starting = threading.Lock()


# -- processes


def prepare_workers(preload: Sequence[str] = HEAVY) -> None:
    """Start the fork server, which imports what every worker needs; returns at once."""
    with _starting, _importable(ROOT):
        CONTEXT.set_forkserver_preload(list(preload))
        forkserver.ensure_running()


def start(target: Callable, *args: object) -> BaseProcess:
    """Run target(*args) in a worker process."""
    return fork(_work, target, args)


def fork(target: Callable, *args: object) -> BaseProcess:
    """Run target(*args) in a process of its own, which ends with this one."""
    with _starting, _silent_main(), _importable(ROOT):
        for pause in AGAIN:
            with suppress(EOFError, ConnectionError):  # the fork server has ended; the next one begins by itself
                return _started(target, args)
            time.sleep(pause)
        return _started(target, args)


def _started(target: Callable, args: tuple) -> BaseProcess:
    process = CONTEXT.Process(target=_live, args=(target, args), daemon=True)
    process.start()
    return process


def dispatch(home: Path, jobs: RunRegistry) -> Dispatcher:
    """Work off the queue of this home in worker processes, unless another server process does; returns at once."""
    dispatcher = Dispatcher(jobs, lambda key, owner: start(_work_off, str(home), key, owner))
    threading.Thread(target=dispatcher.run, daemon=True, name="dispatcher").start()
    atexit.register(dispatcher.close)
    return dispatcher


def warm_up(jobs: RunRegistry) -> None:
    """Compile all kernels in a worker process, if no other server of this home is at it; returns at once."""
    with suppress(StoreError):  # the registry is away: who needs a kernel first compiles it
        if jobs.claim_compilation(fingerprint(WARM), WARMING):
            threading.Thread(target=_start_warming, daemon=True, name="warm-up").start()


def _start_warming() -> None:
    """In a thread of its own: the first worker has to wait for the fork server's imports."""
    try:
        start(_warm)
    except (OSError, EOFError):
        LOG.exception("the kernels could not be compiled ahead")


def tidy_hourly(home: Path) -> None:
    """Have topics delete what is over, now and every hour, in a worker process; returns at once."""

    def work() -> None:
        while True:
            with suppress(OSError, EOFError):
                start(_tidy, str(home)).join()
            time.sleep(HOUR)

    threading.Thread(target=work, daemon=True, name="tidy").start()


def _live(target: Callable, args: tuple) -> None:
    """The life of a process that was forked."""
    os.setpgid(0, 0)
    threading.Thread(target=_end_with_server, daemon=True, name="end-with-server").start()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    target(*args)


def _work(target: Callable, args: tuple) -> None:
    """The life of a worker process."""
    from scheduler.topics import offer

    os.nice(NICE)
    with suppress(ValueError, OSError):
        most = worker_memory()
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    offer()
    target(*args)


def _work_off(home: str, key: str, owner: str) -> None:
    from scheduler.results.queue.runs import work_off

    work_off(home, key, owner)


def _tidy(home: str) -> None:
    from scheduler.topics import all_topics

    for key, topic in all_topics().items():
        try:
            if topic.tidy:
                topic.tidy(Path(home))
        except QueuescopeError as error:
            LOG.warning("what is over of the topic %s could not be deleted: %s", key, error)


def _warm() -> None:
    from scheduler.results.queue.warm import warm

    warm()


def _end_with_server() -> None:
    """Wait for the end of the process that started this one, then end the whole group."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.killpg(0, signal.SIGKILL)


@contextmanager
def _silent_main() -> Iterator[None]:
    """A worker runs the script of its parent, which would build the app again - unless that is a __main__.py."""
    main = sys.modules["__main__"]
    before = getattr(main, "__spec__", None)
    main.__spec__ = ModuleSpec("server.__main__", None)
    try:
        yield
    finally:
        main.__spec__ = before


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """The fork server knows no path but its environment's (Python 3.11): put our sources there while it starts."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


# -- the secret


def secret_key(home: Path) -> bytes:
    """The key that signs cookies and handles: made once, kept in home/secret_key, readable by its owner only."""
    path = home / "secret_key"
    with room(), open(home / ".secret_lock", "a") as lock:
        flock(lock, LOCK_EX)  # of several servers that start at once the first makes it
        if not _good(path):
            draft = path.with_name(f".secret-{secrets.token_hex(8)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            draft.replace(path)
        path.chmod(0o600)
        return path.read_bytes().strip()


def _good(path: Path) -> bool:
    with suppress(OSError):
        return len(path.read_bytes().strip()) >= 64
    return False
