"""The processes that work off a sweep: each is handed one run after the other, keeps its result, and says so.

They are started anew (spawn), so nothing of the parent's state leaks into a result.  Ctrl-C is the parent's business:
it ends them, and what they have kept stays.  When the parent is gone they find out at the end of their run and end.
Runs and results travel as JSON.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import orjson

from scheduler import errors
from scheduler.errors import QueuescopeError
from scheduler.results.store import Store
from scheduler.results.tasks.cell import Bench, Result, simulated

TICK = 0.2  # s between two looks of the parent when nothing is done
PATIENCE = 5.0  # s for a process to end when it is told to

Piece = tuple[str, str, Mapping[str, Any]]  # key, label for people, spec


def cores() -> int:
    """All cores this process may use but one, at least one."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


# -- in the parent


@dataclass
class Worker:
    """A process, the pipe to it, and the piece it has."""

    process: Any
    pipe: Connection
    piece: Piece | None = None


class Crew:
    """So many processes; leaving the context ends them."""

    def __init__(self, size: int, root: Path, path: str, sha256: str):
        self.size, self.of = size, (str(root), path, sha256)
        self.workers: list[Worker] = []

    def __enter__(self) -> Crew:
        context = multiprocessing.get_context("spawn")
        for _ in range(self.size):
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, *self.of), daemon=True)
            with _undisturbed():
                process.start()
            theirs.close()  # so that the pipe ends when the process does
            self.workers.append(Worker(process, ours))
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()

    def work(self, pieces: Iterable[Piece]) -> Iterator[tuple[str, Result] | None]:
        """(key, result) of every piece as it is done; None every TICK in between.  Raises what a piece raises."""
        left = deque(pieces)
        while left or any(worker.piece for worker in self.workers):
            for worker in self.workers:
                if worker.piece is None and left:
                    worker.piece = left.popleft()
                    _send(worker)
            ready = wait([worker.pipe for worker in self.workers if worker.piece], TICK)
            yield from (_answer(worker) for worker in self.workers if worker.pipe in ready)
            if not ready:
                yield None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C comes after it, and a process started in it never hears of one, not even before serve() begins."""
    resource_tracker.ensure_running()  # started by the first process otherwise, and that lets Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(worker: Worker) -> None:
    key, _, spec = worker.piece or ("", "", {})
    try:
        worker.pipe.send_bytes(orjson.dumps({"key": key, "spec": spec}))
    except OSError:
        raise _died(worker) from None


def _answer(worker: Worker) -> tuple[str, Result]:
    key, label, _ = worker.piece or ("", "", {})
    try:
        reply = orjson.loads(worker.pipe.recv_bytes())
    except (EOFError, OSError):
        raise _died(worker) from None
    worker.piece = None
    if "error" in reply:
        kind = getattr(errors, reply["error"], QueuescopeError)
        raise kind(f"{label}: {reply['text']}")
    return key, reply["result"]


def _died(worker: Worker) -> QueuescopeError:
    label = worker.piece[1] if worker.piece else "A run"
    return QueuescopeError(
        f"{label}: its process ended without an answer (killed, most often because memory ran out); "
        "the same call goes on with what is left."
    )


# -- in the processes


def serve(pipe: Connection, root: str, path: str, sha256: str) -> None:
    """The life of a process: run what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    store, bench = Store(Path(root)), Bench(path, sha256)
    while True:
        try:
            asked = orjson.loads(pipe.recv_bytes())
            pipe.send_bytes(orjson.dumps(_done(store, bench, asked["key"], asked["spec"])))
        except (EOFError, OSError):
            return


def _done(store: Store, bench: Bench, key: str, spec: dict[str, Any]) -> dict[str, Any]:
    """The result, kept; or what was raised."""
    try:
        result = simulated(bench, spec)
        store.put_json("parts", key, {"run": spec, "result": result})
    except QueuescopeError as error:
        return {"error": type(error).__name__, "text": str(error)}
    except MemoryError:
        return {"error": "InputError", "text": "it does not fit into the memory of this machine; take smaller slices."}
    return {"result": result}
