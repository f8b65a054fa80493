"""What listens: a request is received whole, handed to a page process, and its answer passed on as it comes.

/health is answered here, so that it tells how the server does whatever the page processes are busy with.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

import orjson
from flask import Flask, Request

from layouts import topics
from layouts.server import background, health, prefix, web
from layouts.server.refusals import refusal
from layouts.web_processes.bodies import Bodies
from layouts.web_processes.page_pool import Busy, PagePool, PageProcess
from layouts.web_processes.spending import Spending
from scheduler.errors import QueuescopeError
from scheduler.results.queue.registry import RunRegistry

NOTHING = "default-src 'none'"  # what a refusal may load
SCHEME = "wsgi.url_scheme"
GUESS = 5.0  # s that a code which is not there counts as, of a visitor
GUESSES, FORGOTTEN = 60.0, 1 / 3  # such codes at a time of an address, where a class may be; and again each second
DOWNLOAD, LONGER = "/export/", 6  # in its address; times as many seconds as other answers


def open_door(registry: RunRegistry, home: Path, secret: bytes) -> Entrance:
    """The application that listens, its page processes ready.  Raises QueuescopeError where they cannot begin."""
    limits, before = registry.limits, prefix.of_setting()
    front = Flask("layouts.web_processes")
    background.prepare_workers((*background.HEAVY, "layouts.web_processes.ready"))
    pool = PagePool(limits.pages)
    web.with_cookies(front, secret)
    health.register(front, registry, home, pool.report)
    front.after_request(lambda response: web.with_security_headers(response, NOTHING))
    return Entrance(pool, Bodies(home, limits.uploaded), front, before, limits.answer, topics.codes())


class Entrance:
    """The application of the process that listens.

    front: answers /health, and knows the cookie of visitors; before: the prefix of all paths; seconds: what one answer
    may take of the processor; codes: beginnings of addresses that go on with a code, which nobody may find by trying.
    """

    def __init__(
        self, pool: PagePool, bodies: Bodies, front: Flask, before: str, seconds: float, codes: Sequence[str] = ()
    ):
        self.pool, self.bodies, self.front = pool, bodies, front
        self.seconds, self.codes = seconds, codes
        self.health = ("/health", f"{before}/health")
        self.answers_health = prefix.below(front.wsgi_app, before) if before else front.wsgi_app
        self.spending = Spending(most=120.0, forgotten=0.25)  # of each visitor
        self.guesses = Spending(most=GUESSES, forgotten=FORGOTTEN)  # codes of each address that are not there

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, as WSGI has it."""
        if environ.get("PATH_INFO") in self.health:
            return self.answers_health(environ, start_response)
        try:
            answer = self._answer(environ)
            status, headers = orjson.loads(next(answer))
        except QueuescopeError as error:
            refused = refusal(error, environ.get("HTTP_X_REQUESTED_WITH") == "fetch")
            return web.with_security_headers(refused, NOTHING)(environ, start_response)
        start_response(status, [(name, value) for name, value in headers])
        return answer

    def _answer(self, environ: dict[str, Any]) -> Iterator[bytes]:
        """Status and headers as JSON, then the content in pieces."""
        visitor, address = self._asking(environ)
        with ExitStack() as entered:
            body = entered.enter_context(self.bodies.received(environ))
            process = entered.enter_context(self.pool.process_for(visitor, address))
            seconds = allowed = self.seconds * (LONGER if DOWNLOAD in environ["PATH_INFO"] else 1)
            began = time.monotonic()
            try:
                process.send(request_environ(environ, body) | self._guessed(address), body, allowed)
                yield (head := process.received())
                while piece := process.received():
                    yield piece
                seconds = process.taken()
                has_code = any(beginning in environ["PATH_INFO"] for beginning in self.codes)
                if orjson.loads(head)[0].startswith("404") and has_code:
                    self.guesses.add(address, 1.0)
                    seconds += GUESS if visitor != address else 0.0  # who has no cookie yet may be anybody from there
            except GeneratorExit:  # whoever asked has gone, as browsers do when another page is opened
                seconds = rest_of(process, allowed)
                raise
            except QueuescopeError:
                seconds = min(allowed, time.monotonic() - began)
                raise
            finally:
                self.spending.add(visitor, seconds)

    def _guessed(self, address: str) -> dict[str, str]:
        """What a page process is told of an address from which too many codes were guessed: seconds to wait."""
        wait = self.guesses.wait(address)
        return {web.GUESSED: f"{wait:.1f}"} if wait > 0 else {}

    def _asking(self, environ: dict[str, Any]) -> tuple[str, str]:
        """The visitor and the address that ask.  Raises Busy where the visitor has used too much lately."""
        address = web.address_of(environ)
        session = self.front.session_interface.open_session(self.front, Request(environ))
        visitor = str((session and session.get(web.VISITOR)) or address)
        if (wait := self.spending.wait(visitor)) > 0:
            raise Busy(f"What you asked for lately took minutes of the processor; go on in {wait:.0f} s.")
        return visitor, address


def rest_of(process: PageProcess, allowed: float) -> float:
    """Bring an answer that nobody reads any more to its end; seconds it took, all that it may where that fails."""
    with suppress(QueuescopeError):
        while process.received():
            pass
        return process.taken()
    return allowed


def request_environ(environ: dict[str, Any], body: bytes | IO[bytes]) -> dict[str, str]:
    """What a page process is told of a request: its line, its headers and where it came from."""
    passed_on = {name: value for name, value in environ.items() if isinstance(value, str) and "." not in name}
    passed_on.pop("HTTP_TRANSFER_ENCODING", None)  # it has been received
    length = len(body) if isinstance(body, bytes) else body.seek(0, 2)
    if not isinstance(body, bytes):
        body.seek(0)
    return {**passed_on, SCHEME: environ[SCHEME], "CONTENT_LENGTH": str(length)}
