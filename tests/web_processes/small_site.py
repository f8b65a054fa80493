"""A site of a few addresses, which page processes of the tests answer with."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from layouts.server.web import GUESSED
from layouts.web_processes import page_process
from scheduler.compiled import compilations

LARGE = 3 << 20  # bytes of an answer


def small_site(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """/process tells its number, /body what came, /large sends much; /costly, /memory and /fifo/PATH take too much.

    /class/CODE is there where the code has a digit; nobody learns so where too many were guessed from the address.
    """
    path = environ["PATH_INFO"]
    if path == "/fifo":  # tells that it is there, and waits for ever
        with open(environ["QUERY_STRING"], "w") as fifo:
            fifo.write(str(os.getpid()))
        time.sleep(3_600)
    if path == "/end":
        os._exit(1)
    status = "200 OK"
    if path.startswith("/class/"):
        is_room = any(map(str.isdigit, path))
        status = "409 Conflict" if GUESSED in environ else "200 OK" if is_room else "404 Not Found"
    start_response(status, [("Content-Type", "text/plain"), ("X-Path", path)])
    return content(path, environ)


def content(path: str, environ: dict[str, Any]) -> Iterator[bytes]:
    """What an address answers."""
    if path == "/costly":
        while True:
            pass
    if path == "/compile":
        compilations.on_compiling(True)
        began = time.process_time()
        while time.process_time() < began + 2.5:
            pass
        compilations.on_compiling(False)
        yield b"compiled"
    elif path == "/memory":
        try:
            yield str(np.ones(page_process.PAGE_MEMORY // 4).sum()).encode()  # twice as much
        except MemoryError:
            yield b"refused"
    elif path == "/body":
        body = environ["wsgi.input"].read()
        yield f"{len(body)} {hashlib.sha256(body).hexdigest()} {environ['CONTENT_LENGTH']}".encode()
    elif path == "/large":
        for _ in range(LARGE >> 10):
            yield b"x" * 1024
    else:
        yield str(os.getpid()).encode()


def live(connection: Connection) -> None:
    """The life of a page process with this site and little memory."""
    page_process.PAGE_MEMORY = 256 << 20
    compilations.on_compiling = page_process.Allowance().pause
    page_process.serve(connection, small_site)


def cannot_begin(connection: Connection) -> None:
    """The life of one that has no site."""
    page_process.serve(connection, None, "The folder of all data cannot be written.")


def ends_at_once(_connection: Connection) -> None:
    """The life of one that is killed before it has begun."""
    os.kill(os.getpid(), signal.SIGKILL)
