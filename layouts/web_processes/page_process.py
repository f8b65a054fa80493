"""A page process: it answers one request after the other as the whole program would, within limits.

An answer may take so many seconds of the processor and so much memory.  The system enforces both: a kernel, a pattern
of regular expressions or a large array is stopped wherever it is, and the next page process begins where the fork
server stands.  Compiling does not count, as no visitor decides how much of it there is.

Requests and answers travel over one connection, as JSON and bytes; a large body is handed over as an open file.
"""

from __future__ import annotations

import math
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from multiprocessing import reduction
from multiprocessing.connection import Connection
from typing import IO, Any

import orjson
import psutil

from scheduler.results.limits import PAGE_MEMORY

ALLOWED, FILE = "door.seconds", "door.file"  # what is told with a request: seconds, whether its body is in a file
PIECE = 256 << 10  # bytes of an answer sent at a time


def live(connection: Connection) -> None:
    """The life of a page process: with the whole site."""
    from layouts import site
    from scheduler.compiled import compilations

    compilations.on_compiling = Allowance().pause
    serve(connection, *site.served())


def serve(connection: Connection, application: Callable[..., Iterable[bytes]] | None, problem: str = "") -> None:
    """Say that this process is ready, or why it cannot be; then answer until the connection ends.

    Each request says how many seconds of the processor its answer may take.
    """
    with suppress(EOFError, ConnectionError):
        connection.send_bytes(problem.encode())
        if application is None:
            return
        limit_memory()
        while True:
            answer(application, received(connection), connection)


def limit_memory() -> None:
    """This process may take so much more than it has now."""
    with suppress(ValueError, OSError, AttributeError):
        most = psutil.Process().memory_info().data + PAGE_MEMORY
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


class Allowance:
    """Seconds of the processor that this answer may still take; the system ends the process behind them."""

    def __init__(self) -> None:
        self.left = 0.0

    def pause(self, compiles: bool) -> None:
        """Compiling begins, which takes what it takes, or has ended."""
        if compiles:
            self.left = limit_of_processor() - time.process_time()
            limit_processor(math.inf)
        else:
            limit_processor(self.left)


def limit_processor(seconds: float) -> None:
    """The system ends this process as soon as it has used so many seconds more, whole ones."""
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]  # of whoever runs the server
    soft = most if seconds == math.inf else math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, most))


def limit_of_processor() -> int:
    """When the system ends this process, s of the processor."""
    return resource.getrlimit(resource.RLIMIT_CPU)[0]


def received(connection: Connection) -> dict[str, Any]:
    """The next request as WSGI has it.  Raises EOFError where none comes any more."""
    environ = orjson.loads(connection.recv_bytes())
    return environ | {
        "wsgi.version": (1, 0),
        "wsgi.input": body_of(environ, connection),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def body_of(environ: dict[str, Any], connection: Connection) -> IO[bytes]:
    """The body of a request: the bytes that follow, or the file that is handed over."""
    if environ.pop(FILE):
        return os.fdopen(reduction.recv_handle(connection), "rb")
    return BytesIO(connection.recv_bytes())


def answer(application: Callable[..., Iterable[bytes]], environ: dict[str, Any], connection: Connection) -> None:
    """Answer a request: status and headers, pieces, an empty one at the end, and how many seconds it took."""
    began, head = time.process_time(), list[Any]()

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        head[:] = [status, headers]

    limit_processor(environ.pop(ALLOWED))
    content = application(environ, start_response)
    try:
        for number, piece in enumerate(pieces(content)):
            if number == 0:
                connection.send_bytes(orjson.dumps(head))
            if piece:
                connection.send_bytes(piece)
        connection.send_bytes(b"")
        connection.send_bytes(orjson.dumps(time.process_time() - began))
    finally:
        if hasattr(content, "close"):
            content.close()
        environ["wsgi.input"].close()


def pieces(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of usual size, at least one, which may be empty."""
    gathered = bytearray()
    for part in content:
        gathered += part
        if len(gathered) >= PIECE:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)
