"""Gunicorn's worker with threads, made so that slow clients hold none of them.

A thread of gunicorn's own worker reads a request from its first byte on and writes the answer to its last, and is lost
to everybody else as long as the client takes.  Here the loop that accepts connections collects the head of a request,
and a body of usual size with it, before a thread gets it; it sends what a client did not take at once of the answer,
and it waits for clients to close.  A large body is read by a thread, a few at once, at a pace (see slow_clients.py);
the next ones wait for their turn in the loop (see request_queue.py).
"""

from __future__ import annotations

import errno
import os
import re
import selectors
import signal
import socket
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers import gthread

from layouts.server import request_queue
from layouts.server.request_queue import USUAL, Turns
from layouts.server.slow_clients import Paced
from layouts.server.worker_generations import Generations

SECONDS = 20.0  # for a request to arrive whole, or its head
PIECE = 64 << 10  # bytes received at a time
LINGER = 2.0  # s a client may take to close after the answer
REFUSED = 10.0  # s it may take where it is refused while it still sends, so that it reads why
DRAINED = 64 << 20  # bytes that are still taken from it then
ASIDE = 1 << 30  # bytes put aside for slow clients by one process
LOOK = 0.2  # s between two looks at the master while a worker starts
ORPHANED = 1  # exit code of a worker whose master has ended
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
BY_THREAD = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)
BUSY = b'{"message": "This server is receiving other large files just now; try again in a few seconds."}\n'
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(BUSY), BUSY)
)


GENERATIONS = Generations()  # made in the master, before any worker


class Worker(gthread.ThreadWorker):
    """A worker whose threads get whole requests, and give their answers away at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.coming: dict[Any, float] = {}  # connections whose request is collected: until when, s
        self.going: set[Any] = set()  # whose answer is not sent to its end
        self.lingering: dict[Any, float] = {}  # that wait for the client to close: until when, s
        self.waiting: dict[Any, float] = {}  # that wait for a turn to send a large body: until when, s
        self.large: set[Any] = set()  # whose body a thread reads
        self.turns = Turns(max(self.cfg.threads // 2, 1))
        self.generation = GENERATIONS.next(self.cfg, self.cfg.workers)
        self.leaving = False  # told to end, as soon as those that come after it are ready

    # -- requests

    def accept(self, listener: Any) -> None:
        """Take a connection, and collect its request."""
        if self.cfg.is_ssl:
            super().accept(listener)
            return
        try:
            plain, client = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        self._collect(gthread.TConn(self.cfg, Paced(plain), client, listener.getsockname()), b"")

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """The next request of a connection that was kept."""
        if not isinstance(conn.sock, Paced):
            super().on_client_socket_readable(conn, client)
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._collect(conn, b"")

    def _collect(self, conn: Any, begun: bytes) -> None:
        """Wait for a request of which this much is there."""
        while len(self.coming) >= max(self.worker_connections // 2, 1):
            self._drop(next(iter(self.coming)))  # who has been waited for longest
        conn.begun = bytearray(begun)
        conn.sock.begin()
        conn.sock.setblocking(False)
        self.coming[conn] = time.monotonic() + SECONDS
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._more, conn))
        if begun:
            self._hand_over(conn)

    def _more(self, conn: Any, sock: Paced) -> None:
        """Something of a request has come."""
        piece = received(sock)
        if piece is None:
            return
        if not piece:
            self._drop(conn)
            return
        conn.begun += piece
        self._hand_over(conn)

    def _hand_over(self, conn: Any) -> None:
        """Give a request to a thread once it is whole, or nothing more is to be waited for."""
        whole, large = arrived(conn.begun)
        if not whole:
            return
        self.poller.unregister(conn.sock)
        del self.coming[conn]
        if large:
            self._queue(conn)
        else:
            self._give(conn)

    def _queue(self, conn: Any) -> None:
        """A thread gets a request with a large body when it is its turn."""
        if self.turns.waiting >= max(self.worker_connections // 4, 1):
            self._refuse(conn)
            return
        self.waiting[conn] = time.monotonic() + request_queue.WAIT
        conn.turn = partial(self._take_turn, conn)
        self.turns.ask(conn.turn)

    def _take_turn(self, conn: Any) -> None:
        del self.waiting[conn], conn.turn
        self.large.add(conn)
        self._give(conn)

    def _give(self, conn: Any) -> None:
        """A thread gets this request."""
        conn.sock.buffer, conn.begun = bytes(conn.begun), bytearray()
        conn.data_ready = True
        self.enqueue_req(conn)

    def _refuse(self, conn: Any) -> None:
        """Others took too long: whoever is refused may come again."""
        try:
            conn.sock.sendall(REFUSAL)  # a connection takes that much at once
        except OSError:  # who waited may have gone
            self._gone(conn)
            return
        self._linger(conn, REFUSED)

    # -- answers

    def finish_request(self, conn: Any, fs: Future) -> None:
        """A thread is done with a request: send the rest of its answer, then keep the connection or end it."""
        if not isinstance(conn.sock, Paced):
            super().finish_request(conn, fs)
            return
        if conn in self.large:
            self.large.remove(conn)
            self.turns.end()
        try:
            keep = bool(fs.result()) if not fs.cancelled() else False
        except Exception:
            self._gone(conn)
            return
        self._finish(conn, keep)

    def _finish(self, conn: Any, keep: bool) -> None:
        if conn.sock.fileno() < 0:
            self.nr_conns -= 1
        elif conn.sock.left:
            conn.sock.setblocking(False)
            self.going.add(conn)
            self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._send, conn, keep))
        elif keep:
            self._keep(conn)
        else:
            self._linger(conn)

    def _send(self, conn: Any, keep: bool, sock: Paced) -> None:
        """The client takes more of its answer."""
        try:
            if not sock.send_aside():
                return
        except OSError:
            self._drop(conn)
            return
        self.poller.unregister(sock)
        self.going.remove(conn)
        self._finish(conn, keep)

    def _keep(self, conn: Any) -> None:
        """Wait for the next request; part of it may have come with the one before."""
        begun = conn.parser.unreader.take_buffered() + conn.sock.buffer
        conn.sock.buffer = b""
        if begun:
            self._collect(conn, begun)
            return
        conn.sock.setblocking(False)
        conn.set_timeout()
        if not self.alive:
            conn.timeout = min(conn.timeout, time.monotonic() + gthread.STOP_KEEPALIVE_LINGER)
        self.keepalived_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))

    def _linger(self, conn: Any, seconds: float = LINGER) -> None:
        """End a connection so that the client reads the answer to its end, whatever it is still sending."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._gone(conn)
            return
        while len(self.lingering) >= max(self.worker_connections // 4, 1):
            self._drop(next(iter(self.lingering)))
        conn.drained, conn.sock.buffer = 0, b""
        conn.sock.setblocking(False)
        self.lingering[conn] = time.monotonic() + seconds
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._drain, conn))

    def _drain(self, conn: Any, sock: Paced) -> None:
        piece = received(sock)
        if piece is None:
            return
        conn.drained += len(piece)
        if not piece or conn.drained > DRAINED:
            self._drop(conn)

    # -- ends

    def run(self) -> None:
        """Accept connections until the end."""
        GENERATIONS.ready(self.generation, self.age)
        super().run()

    def load_wsgi(self) -> None:
        """Make the application ready, which takes seconds, and end where the master ends meanwhile.

        Nobody is connected yet, and whoever starts the server again needs the port.
        """
        ready = threading.Event()
        threading.Thread(target=self._end_with_master, args=(ready,), daemon=True, name="end-with-master").start()
        try:
            super().load_wsgi()
        finally:
            ready.set()

    def _end_with_master(self, ready: threading.Event) -> None:
        while not ready.wait(LOOK):
            if not super().is_parent_alive():
                os._exit(ORPHANED)

    def is_parent_alive(self) -> bool:
        """Whether the master is there; else whoever starts the server again has the port, while this one ends."""
        if super().is_parent_alive():
            return True
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()
        return False

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Told to end: at once, but in a reload when the new workers are ready."""
        self.leaving = True
        self._leave()

    def _leave(self) -> None:
        if self.leaving and self.alive and not GENERATIONS.coming(self.generation):
            super().handle_exit(signal.SIGTERM, None)

    def murder_pending(self) -> None:
        """End what takes too long; called at least once a second."""
        super().murder_pending()
        self._leave()
        now = time.monotonic()
        if not self.alive:  # what has been connected may still be sending: it is answered, and told to close
            self.coming.update(
                (conn, min(until, now + LINGER)) for conn, until in self.coming.items() if not conn.begun
            )
        for conn in [conn for conn, until in self.waiting.items() if until <= now]:
            del self.waiting[conn]
            self.turns.leave(conn.turn)
            self._refuse(conn)
        for waiting in (self.coming, self.lingering):
            for conn in [conn for conn, until in waiting.items() if until < now]:
                self._drop(conn)
        for conn in [conn for conn in self.going if conn.sock.too_slow()]:
            self._drop(conn)
        while sum(conn.sock.left for conn in self.going) > ASIDE:
            self._drop(max(self.going, key=lambda conn: conn.sock.left))

    def _drop(self, conn: Any) -> None:
        """End a connection the loop watches."""
        with suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)
        self.coming.pop(conn, None)
        self.lingering.pop(conn, None)
        self.going.discard(conn)
        self._gone(conn)

    def _gone(self, conn: Any) -> None:
        self.nr_conns -= 1
        conn.close()


def received(sock: Paced) -> bytes | None:
    """What has come on a connection: b"" at its end, None where there is nothing yet."""
    try:
        return sock.recv(PIECE)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def arrived(begun: bytearray) -> tuple[bool, bool]:
    """(whether a thread may have a request of which this much is there, whether more of its body is to come).

    >>> arrived(bytearray(b"GET / HTTP/1.1")), arrived(bytearray(b"GET / HTTP/1.1" + 2 * bytes([13, 10])))
    ((False, False), (True, False))
    """
    end = begun.find(b"\r\n\r\n")
    if end < 0:
        return len(begun) > USUAL, False  # the parser says what is wrong
    head = bytes(begun[: end + 2])
    if BY_THREAD.search(head):
        return True, True
    length = LENGTH.search(head)
    body = int(length[1]) if length else 0
    missing = body - (len(begun) - end - 4)
    return (True, missing > 0) if body > USUAL else (missing <= 0, False)
