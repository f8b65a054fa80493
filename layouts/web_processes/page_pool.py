"""The page processes of a server, as the process that listens has them: who gets one, and what comes back.

A visitor has half of them at most at a time, an address all but one, so that nobody can keep everybody waiting.  A free
one goes to whoever has the fewest, and among those to who asked first.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe, reduction
from multiprocessing.connection import Connection
from threading import Event, Lock
from typing import IO, Any

import orjson

from layouts.server import background
from layouts.web_processes import page_process
from layouts.web_processes.page_process import ALLOWED, FILE
from scheduler.errors import QueuescopeError, Refused

LONGEST = 6.0  # times as long an answer may take to come, on the wall: compiling and a busy machine count
LOG = logging.getLogger("queuescope")
PATIENCE = 30.0  # s a request waits for a page process
OF_VISITOR, OF_ADDRESS = 24, 300  # requests that wait at a time; a class comes from one address


class Busy(Refused):
    """There was no page process for a request in time."""

    status = 503


class Gone(Refused):
    """A page process ended while it answered or could not begin, for no fault of the request that is known."""

    status = 503


class Costly(Refused):
    """To answer a request took more than it may."""

    status = 400  # to ask again is of no use


class PageProcess:
    """A page process and the connection to it; raises Gone where it cannot begin.

    live: what it does with its end of the connection
    """

    def __init__(self, live: Callable[[Connection], None] = page_process.live):
        self.connection, there = Pipe()
        self.process = background.fork(live, there)
        there.close()
        self.seconds = 0.0
        self.is_free = True  # whether it has answered to the end
        self.visitor = ""  # whom it answered last: it has read what that one looks at
        try:
            problem = self.connection.recv_bytes().decode()
        except (EOFError, ConnectionError):
            problem = "A page process ended before it was ready; try it again. The log of the server says why."
        if problem:
            raise Gone(problem)

    def send(self, environ: Mapping[str, Any], body: bytes | IO[bytes], seconds: float) -> None:
        """Hand over a request, whose answer may take so many seconds of the processor.

        Where the process is gone, received() says so.
        """
        self.seconds, self.is_free = seconds, False
        with suppress(ConnectionError):
            self.connection.send_bytes(orjson.dumps({**environ, ALLOWED: seconds, FILE: not isinstance(body, bytes)}))
            if isinstance(body, bytes):
                self.connection.send_bytes(body)
            else:
                reduction.send_handle(self.connection, body.fileno(), self.process.pid)

    def received(self) -> bytes:
        """The next part of the answer.  Raises Costly where it takes too much, Gone where the process has ended."""
        if self.connection.poll(LONGEST * self.seconds):
            with suppress(EOFError, ConnectionError):
                return self.connection.recv_bytes()
            self.process.join()
            if self.process.exitcode != -signal.SIGXCPU:
                raise Gone("The process that worked on this ended, most often because memory ran out; try it again.")
        raise Costly(
            f"To answer this takes more than {self.seconds:g} s of the processor, which is all a page may use; take "
            "fewer or shorter jobs, or open them in Compare, which makes long runs in the background."
        )

    def taken(self) -> float:
        """Seconds of the processor that the answer took, which come behind it; raises as received()."""
        seconds = orjson.loads(self.received())
        self.is_free = True
        return float(seconds)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with suppress(OSError, TypeError):  # with what it has started
            os.killpg(self.process.pid, signal.SIGKILL)  # type: ignore[arg-type]
        self.process.join()
        self.connection.close()


@dataclass(eq=False)
class Wish:
    """A request that waits for a page process."""

    visitor: str
    address: str
    process: PageProcess | None = None
    ready: Event = field(default_factory=Event)
    since: float = field(default_factory=time.monotonic)

    @property
    def is_known(self) -> bool:
        """Whether a cookie told who asks; else it is any of those who come from the address."""
        return self.visitor != self.address


class PagePool:
    """So many page processes.  May be shared by threads.  begin: starts one."""

    def __init__(self, count: int, begin: Callable[[], PageProcess] = PageProcess):
        self.begin = begin
        self.idle = [begin() for _ in range(count)]
        self.count, self.ended = count, 0  # how many there are, and how many were begun anew
        self.waiting: list[Wish] = []
        self.visitors, self.addresses = Counter[str](), Counter[str]()  # how many each has
        self.lock = Lock()

    @contextmanager
    def process_for(self, visitor: str, address: str) -> Iterator[PageProcess]:
        """A page process for a request.  Raises Busy where there is none in time.

        One that has not answered to the end by then is replaced.
        """
        wish = self._wait(Wish(visitor, address))
        process = wish.process
        assert process is not None
        try:
            if not process.process.is_alive():
                process = self._replaced(process)
                if not process.process.is_alive():
                    raise Gone("A page process could not begin; try it again in a moment.")
            yield process
        finally:
            is_whole = process.is_free and process.process.is_alive()
            self._put_back(wish, process if is_whole else self._replaced(process))

    def _wait(self, wish: Wish) -> Wish:
        with self.lock:
            if sum(other.address == wish.address for other in self.waiting) >= OF_ADDRESS or (
                wish.is_known and sum(other.visitor == wish.visitor for other in self.waiting) >= OF_VISITOR
            ):
                raise Busy("Too many other requests of yours wait to be answered just now; try again in a moment.")
            self.waiting.append(wish)
            self._give()
        if not wish.ready.wait(PATIENCE):
            with self.lock:
                if wish in self.waiting:
                    self.waiting.remove(wish)
                    raise Busy("This server answers others just now; try again in a moment.")
        return wish

    def _give(self) -> None:
        """Give idle processes to those whose turn it is."""
        while self.idle and (allowed := [wish for wish in self.waiting if self._may_have_one(wish)]):
            wish = min(allowed, key=lambda wish: (self.visitors[wish.visitor], wish.since))
            self.idle.sort(key=lambda process: process.visitor == wish.visitor)
            wish.process = self.idle.pop()
            wish.process.visitor = wish.visitor
            self.waiting.remove(wish)
            self.visitors[wish.visitor] += 1
            self.addresses[wish.address] += 1
            wish.ready.set()

    def _may_have_one(self, wish: Wish) -> bool:
        return (
            self.visitors[wish.visitor] < max(self.count // 2, 1)
            and self.addresses[wish.address] < max(self.count - 1, 1)
        )  # fmt: skip

    def _replaced(self, process: PageProcess) -> PageProcess:
        """Another one in place of one that has ended or is not wanted any more."""
        process.end()
        self.ended += 1
        try:
            return self.begin()
        except (QueuescopeError, OSError):
            LOG.exception("a page process could not begin")
            return process  # tried again when it is its turn

    def _put_back(self, wish: Wish, process: PageProcess) -> None:
        with self.lock:
            self.idle.append(process)
            for counts, name in ((self.visitors, wish.visitor), (self.addresses, wish.address)):
                counts[name] -= 1
                if not counts[name]:
                    del counts[name]
            self._give()

    def report(self) -> dict[str, int]:
        """What a probe is told."""
        return {"processes": self.count, "idle": len(self.idle), "waiting": len(self.waiting), "ended": self.ended}
