"""The body of a request, received whole before a page process gets it: small ones in memory, others in a file.

It has to come at a pace, and only a few large ones come at once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from layouts.server.request_queue import USUAL, Turns
from layouts.server.slow_clients import GRACE, RATE
from scheduler.errors import InputError, Refused
from scheduler.results.folders import room

AT_ONCE = 4  # large bodies that come at a time
PIECE = 1 << 20  # bytes read at a time
DRAINED = 64 << 20  # bytes of a refused body that are still read, so that the browser hears why
DRAINING = 10.0  # s that takes at most
BROKEN = "The file was cut off, or came too slowly; send it again, over a faster line or compressed with gzip."


class TooMany(Refused):
    """Others send large bodies."""

    status = 503


class Bodies:
    """Receives bodies.  folder: where large ones lie meanwhile; most: bytes of one."""

    def __init__(self, folder: Path, most: int):
        self.folder, self.most, self.turns = folder, most, Turns(AT_ONCE)

    @contextmanager
    def received(self, environ: Mapping[str, Any]) -> Iterator[bytes | IO[bytes]]:
        """The body of this request.

        Raises InputError (cut off, too slow), TooMany, Refused (too large) and DiskFull, one sentence each.
        """
        length = environ.get("CONTENT_LENGTH") or ""
        if not length and "HTTP_TRANSFER_ENCODING" not in environ:
            yield b""
        elif length.isdigit() and int(length) <= USUAL:
            yield b"".join(pieces(environ, int(length)))
        else:
            with self._turn(), tempfile.TemporaryFile(dir=self.folder) as file:
                self._receive(environ, int(length) if length.isdigit() else None, file)
                yield file

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self.turns.take():
            raise TooMany(f"This server is receiving {AT_ONCE} other large files just now; try again in a minute.")
        try:
            yield
        finally:
            self.turns.end()

    def _receive(self, environ: Mapping[str, Any], length: int | None, file: IO[bytes]) -> None:
        """Write the body into a file, which is then read from its beginning."""
        received = 0
        with room():
            for piece in pieces(environ, length):
                received += len(piece)
                if received > self.most:
                    drain(environ)
                    raise Refused(f"The request holds more than {self.most:,} bytes, the most this server takes.")
                file.write(piece)
            file.flush()
            file.seek(0)


def pieces(environ: Mapping[str, Any], length: int | None) -> Iterator[bytes]:
    """A body, a megabyte at a time; length: bytes of it, None where it says itself where it ends.

    Raises InputError where it ends early or comes too slowly.
    """
    waited, total = 0.0, 0
    while length is None or total < length:
        began = time.monotonic()
        try:
            piece = environ["wsgi.input"].read(PIECE if length is None else min(PIECE, length - total))
        except OSError:
            raise InputError(BROKEN) from None
        waited, total = waited + time.monotonic() - began, total + len(piece)
        if waited > GRACE + total / RATE or (not piece and length is not None):
            raise InputError(BROKEN)
        if not piece:
            return
        yield piece


def drain(environ: Mapping[str, Any]) -> None:
    """Read a little more of a body that is refused, or the browser sees a broken line."""
    left, until = DRAINED, time.monotonic() + DRAINING
    with suppress(InputError):
        for piece in pieces(environ, None):
            left -= len(piece)
            if left <= 0 or time.monotonic() > until:
                return
