"""Dash's background callbacks, made to keep their promises: the process that works off runs.

Dash's own manager loses results without a word when a worker is killed, keeps a failed answer for the next one who
asks, starts processes nobody needs, and leaves orphans behind that hold the server's port.  This one
- starts workers from a fork server that has everything imported: they begin at once, and inherit no socket;
- gives each worker its own process group and a low priority, and ends it when the server ends, however that happens;
- turns whatever goes wrong in a worker, its death included, into an error that Dash reports;
- never kills a living worker: Dash asks for that whenever a page starts something new, but the run may be the answer
  to somebody else's question.  Runs are cancelled through the registry of runs, which they look at themselves.
"""

from __future__ import annotations

import logging
import os
import resource
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import diskcache
import multiprocess
import psutil
from dash import DiskcacheManager
from multiprocess import forkserver

from scheduler.results.jobs import open_cache
from scheduler.results.warm import warm

LOG = logging.getLogger("queuescope")
CONTEXT = multiprocess.get_context("forkserver")
ROOT = Path(__file__).parents[1]        # of the sources
HEAVY = ("layouts.background", "layouts.callbacks", "scheduler.results.ready")
NICE = 5
SHARE = 0.75                            # of the machine's memory, for one worker
NOTES = 64 * 2**20                      # bytes of Dash's own notes about its callbacks
WARMING = 120                           # s after which another server may warm up, too
DIED = "the worker process ended without an answer (killed, most often because memory ran out)"

_starting = threading.Lock()


def make_manager(home: Path) -> RobustDiskcacheManager:
    """The manager of this server, with its notes under home/callbacks (JSON, never pickle)."""
    return RobustDiskcacheManager(open_cache(home / "callbacks", size_limit=NOTES))


class RobustDiskcacheManager(DiskcacheManager):
    """A DiskcacheManager of workers that live as long as they should.

    The handle of a job is "<process id>x<hundredths of a second>": the time it was created tells a process from a
    later one of the same number.  "0" stands for a job that needs no process.
    """

    def call_job_fn(self, key: str, job_fn: Callable, args: Any, context: Any) -> str:
        """Start a worker, unless the answer is known already."""
        if self.cache_by is not None and self._has_answer(key):
            return "0"
        for note in (key, self._make_progress_key(key), self._make_set_props_key(key)):
            self.handle.delete(note)
        return start(_Answer(job_fn, self.handle), key, self._make_progress_key(key), args, context)

    def _has_answer(self, key: str) -> bool:
        found = self.handle.get(key, self.UNDEFINED)
        failed = isinstance(found, dict) and found.keys() & {"background_callback_error", "_dash_no_update"}
        return found is not self.UNDEFINED and not failed

    def terminate_job(self, job: object) -> None:
        """Put away processes that have ended; a living one goes on (see the module)."""
        CONTEXT.active_children()

    def terminate_unhealthy_job(self, job: object) -> bool:
        """Nothing to be done: whatever is not running has ended by itself."""
        return False

    def job_running(self, job: object) -> bool:
        """Whether that very process is alive."""
        number, _, created = str(job or "0").partition("x")
        try:
            process = psutil.Process(int(number)) if int(number) else None
            return (process is not None and _created(process) == created
                    and process.status() != psutil.STATUS_ZOMBIE)
        except (psutil.NoSuchProcess, ValueError):
            return False

    def get_result(self, key: str, job: object) -> Any:
        """The answer, UNDEFINED while it is awaited, or an error when its process died without one."""
        awaited = job is None or str(job) == "0" or self.job_running(job)    # first the process, then its answer
        found = super().get_result(key, job)
        if found is self.UNDEFINED and not awaited:
            return _failed(DIED)
        return found

    def get_or_create_signing_secret(self, generate: Callable[[], bytes]) -> bytes:
        """One secret for all server processes, as JSON can hold it; only used where the server has none."""
        self.handle.add(self.SIGNING_SECRET_KEY, generate().hex(), retry=True)
        return bytes.fromhex(self.handle.get(self.SIGNING_SECRET_KEY, retry=True))


def _failed(message: str) -> dict[str, Any]:
    return {"background_callback_error": {"msg": message, "tb": ""}}


class _Answer:
    """What a worker process does: the job of a callback, with any failure written down as its answer."""

    def __init__(self, job: Callable, notes: diskcache.Cache):
        self.job, self.notes = job, notes

    def __call__(self, key: str, *rest: Any) -> None:
        try:
            self.job(key, *rest)
        except BaseException as error:      # an answer that is not JSON, for one
            LOG.exception("a background callback failed")
            self.notes.set(key, _failed(f"{type(error).__name__}: {error}"), retry=True)


# -- processes

def prepare_workers(preload: Sequence[str] = HEAVY) -> None:
    """Start the fork server, which imports what every worker needs; returns at once."""
    with _starting, _importable(ROOT):
        CONTEXT.set_forkserver_preload(list(preload))
        forkserver.ensure_running()


def start(target: Callable, *args: Any) -> str:
    """Run target(*args) in a worker process; its handle."""
    with _starting, _silent_main(), _importable(ROOT):
        process = CONTEXT.Process(target=_work, args=(target, args), daemon=True)
        process.start()
    with suppress(psutil.NoSuchProcess):
        return f"{process.pid}x{_created(psutil.Process(process.pid))}"
    return f"{process.pid}x"


def warm_up(home: Path, also: Sequence[Callable[[], None]] = ()) -> None:
    """Compile all kernels in a worker process, if no other server of this home is at it; returns at once.

    also: further functions to call there, importable ones.
    """
    cache = open_cache(home / "callbacks", size_limit=NOTES)
    if cache.add("warming", os.getpid(), expire=WARMING, retry=True):
        threading.Thread(target=_start_warming, args=(cache, tuple(also)), daemon=True, name="warm-up").start()


def _start_warming(cache: diskcache.Cache, also: Sequence[Callable[[], None]]) -> None:
    """In a thread of its own: the first worker has to wait for the fork server's imports."""
    try:
        start(_warm, cache, also)
    except (OSError, EOFError):
        LOG.exception("the kernels could not be compiled ahead")


def _warm(cache: diskcache.Cache, also: Sequence[Callable[[], None]]) -> None:
    os.nice(NICE)
    try:
        for step in (warm, *also):
            step()
    finally:
        cache.delete("warming", retry=True)


def _work(target: Callable, args: tuple) -> None:
    """The life of a worker process."""
    os.setpgid(0, 0)
    os.nice(NICE)
    with suppress(ValueError, OSError):
        most = int(SHARE * psutil.virtual_memory().total)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    threading.Thread(target=_end_with_server, daemon=True, name="end-with-server").start()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    target(*args)


def _end_with_server() -> None:
    """Wait for the end of the process that started this one, then end the whole group."""
    multiprocess.process.parent_process().join()
    os.killpg(0, signal.SIGKILL)


def _created(process: psutil.Process) -> str:
    return str(int(process.create_time() * 100))


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
    with open(home / ".secret_lock", "a") as lock:
        flock(lock, LOCK_EX)            # of several servers that start at once the first makes it
        if not _good(path):
            made = path.with_name(f".secret-{secrets.token_hex(8)}")
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            made.replace(path)
        path.chmod(0o600)
        return path.read_bytes().strip()


def _good(path: Path) -> bool:
    with suppress(OSError):
        return len(path.read_bytes().strip()) >= 64
    return False
