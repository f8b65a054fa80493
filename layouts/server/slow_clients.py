"""A connection whose other side has to keep pace: who sends or takes too slowly is cut off.

What an answer cannot be given away at once is put aside, in a file when it is large, so that the thread that made the
answer is free again; the server's loop sends it when the client takes it.
"""

from __future__ import annotations

import errno
import select
import socket
import tempfile
import time
from typing import IO, Any

GRACE = 10.0  # s a client may be waited for before its rate counts
RATE = 16 << 10  # bytes/s it has to keep then, over all of a request or an answer
MEMORY = 1 << 20  # bytes put aside in memory; more goes to a file
PIECE = 256 << 10  # bytes sent at a time of what was put aside


class Paced(socket.socket):
    """A connected socket: recv() of a thread waits no longer than the pace allows, sendall() never."""

    def __init__(self, plain: socket.socket):
        super().__init__(plain.family, plain.type, plain.proto, plain.detach())
        self.buffer = b""  # bytes that were received already, and come first
        self.aside: IO[bytes] | None = None
        self.left = 0  # bytes put aside that are not sent yet
        self.begin()

    def begin(self) -> None:
        """A request begins: nothing counts that was before."""
        self.waited, self.received = 0.0, 0
        self.since, self.sent = 0.0, 0

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """At least a byte, or b"" at the end; raises ConnectionResetError where the client is too slow."""
        if self.buffer:
            piece, self.buffer = self.buffer[:size], self.buffer[size:]
            return piece
        if self.gettimeout() is None:
            self._wait()
        piece = super().recv(size, flags)
        self.received += len(piece)
        return piece

    def _wait(self) -> None:
        """Until there is something to receive."""
        ready, began = select.poll(), time.monotonic()
        ready.register(self, select.POLLIN)
        most = max(GRACE + self.received / RATE - self.waited, 0.0)
        if not ready.poll(1_000 * most):
            raise ConnectionResetError(errno.ECONNRESET, "the client sends too slowly")
        self.waited += time.monotonic() - began

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send what the client takes at once, and put the rest aside."""
        view = memoryview(data).cast("B")
        if self.aside is None:
            view = view[self._sent(view) :]
        if len(view):
            if self.aside is None:
                self.aside = tempfile.SpooledTemporaryFile(MEMORY)  # noqa: SIM115 - closed with its last byte
                self.since, self.sent = time.monotonic(), 0
            self.aside.seek(0, 2)
            self.aside.write(view)
            self.left += len(view)

    def _sent(self, view: memoryview) -> int:
        """How much of it the client took."""
        done = 0
        while done < len(view):
            try:
                done += self.send(view[done : done + PIECE], socket.MSG_DONTWAIT)
            except BlockingIOError:
                break
        return done

    def send_aside(self) -> bool:
        """Send what the client takes now of what was put aside; whether that was the end of it."""
        if self.aside is not None and self.left:
            self.aside.seek(-self.left, 2)
            took = self._sent(memoryview(self.aside.read(min(self.left, PIECE))))
            self.left -= took
            self.sent += took
        if not self.left and self.aside is not None:
            self.aside.close()
            self.aside = None
        return not self.left

    def too_slow(self) -> bool:
        """Whether the client takes what was put aside more slowly than the pace."""
        return time.monotonic() - self.since > GRACE + self.sent / RATE

    def close(self) -> None:
        """Give the file back, too."""
        if self.aside is not None:
            self.aside.close()
            self.aside, self.left = None, 0
        super().close()
