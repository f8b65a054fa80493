"""What listens: it hands requests on whole, says in a sentence why there is no answer, and cannot compute."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, Semaphore, Thread
from typing import Any

import pytest
from flask import Flask, session
from flask.testing import FlaskClient
from werkzeug.test import create_environ

from layouts import site
from layouts.server import request_queue, web
from layouts.server.request_queue import USUAL, Turns
from layouts.web_processes import bodies
from layouts.web_processes.bodies import Bodies
from layouts.web_processes.entrance import GUESSES, Entrance
from layouts.web_processes.page_pool import PagePool, PageProcess
from layouts.web_processes.spending import Spending
from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY
from tests.web_processes import small_site

MOST = 4 << 20  # bytes of a request
OURS = {"X-Requested-With": "fetch"}


@pytest.fixture(scope="module")
def pool() -> Iterator[PagePool]:
    """Two page processes of the small site."""
    pool = PagePool(2, partial(PageProcess, small_site.live))
    yield pool
    for process in pool.idle:
        process.end()


@pytest.fixture
def entrance(pool: PagePool, tmp_path) -> Entrance:
    front = Flask("front")
    web.with_cookies(front, b"for this test")
    front.add_url_rule("/health", "health", lambda: "in front")
    return Entrance(pool, Bodies(tmp_path, MOST), front, "/lab", 1.0, ("/class/",))


@pytest.fixture
def client(entrance: Entrance) -> FlaskClient:
    """A browser that sends the cookie it is given."""
    shell = Flask("shell")
    shell.wsgi_app = entrance  # type: ignore[method-assign]
    return shell.test_client(use_cookies=False)


def stream(*pieces: bytes, before: Callable[[], object] = lambda: None) -> dict[str, Any]:
    """What a request brings that comes in these pieces."""
    left = list(pieces)

    class Stream(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            before()
            return left.pop(0) if left else b""

    return {"wsgi.input": Stream(), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}


@pytest.mark.parametrize("size", [0, 1, USUAL, USUAL + 1, MOST])
def test_a_body_arrives_whole_whatever_its_size(client, size):
    body = os.urandom(size)
    length, digest, announced = client.post("/body", data=body).text.split()
    assert (int(length), int(announced)) == (size, size) and digest == hashlib.sha256(body).hexdigest()


def test_a_body_in_chunks_arrives_whole(client):
    answer = client.post("/body", environ_overrides=stream(b"a" * 100_000, b"b" * 100_000))
    assert answer.text.split()[::2] == ["200000", "200000"]


def test_a_large_answer_arrives_whole_with_its_headers(client):
    answer = client.get("/large")
    assert answer.data == b"x" * small_site.LARGE and answer.headers["X-Path"] == "/large"


def test_health_is_answered_in_front(client):
    assert client.get("/health").text == client.get("/lab/health").text == "in front"


def test_what_costs_too_much_is_refused_in_a_sentence(client):
    answer = client.get("/costly")
    assert answer.status_code == 400 and is_one_sentence(answer.text.strip()) and "1 s of the processor" in answer.text
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert is_one_sentence(client.get("/costly", headers=OURS).json["message"])
    assert client.get("/process").status_code == 200


def test_a_process_that_ends_is_a_reason_to_ask_again(client):
    answer = client.get("/end")
    assert answer.status_code == 503 and answer.headers["Retry-After"] and is_one_sentence(answer.text.strip())


def test_who_has_used_too_much_waits_and_others_do_not(client, entrance):
    entrance.spending = Spending(most=0.5, forgotten=0.001)
    assert client.get("/costly", headers={"Cookie": cookie(entrance, "ana")}).status_code == 400
    refused = client.get("/process", headers={"Cookie": cookie(entrance, "ana")})
    assert refused.status_code == 503 and is_one_sentence(refused.text.strip())
    assert client.get("/process", headers={"Cookie": cookie(entrance, "ben")}).status_code == 200


def test_who_leaves_in_the_middle_is_charged_what_the_answer_took_and_no_process_ends(entrance, pool):
    environ, ended = {**create_environ("/large"), "REMOTE_ADDR": "192.0.2.1"}, pool.ended
    for _ in range(9):
        answer = entrance(environ, lambda status, headers: None)
        assert next(iter(answer)).startswith(b"x")
        answer.close()  # as a server does whose client has gone
    assert pool.ended == ended and pool.report()["idle"] == 2
    assert entrance.spending.used("192.0.2.1") < 1.0


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.7", "", "192.0.2.7"),
        ("127.0.0.1", "198.51.100.1, 192.0.2.9", "192.0.2.9"),
        ("::1", "192.0.2.9", "192.0.2.9"),
        ("192.0.2.7", "192.0.2.9", "192.0.2.7"),  # anybody can say so
        ("127.0.0.1", "", "127.0.0.1"),
        ("", "192.0.2.9", ""),  # a socket without addresses
        ("127.0.0.1", "made up", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),  # whoever has one of these has all of them
        ("::1", "2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ],
)
def test_a_proxy_on_this_machine_tells_where_requests_come_from(peer, forwarded, address):
    assert web.address_of({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}) == address


def test_codes_of_rooms_cannot_be_guessed_for_long(client, entrance):
    entrance.spending = Spending(most=12.0, forgotten=0.001)
    codes = ("BCDFGH", "CDFGHJ", "DFGHJK", "FGHJKM")
    assert [guess(client, entrance, 1, code=code) for code in codes] == [404, 404, 404, 503]


def test_who_guesses_without_a_cookie_keeps_nobody_from_the_pages(client, entrance):
    entrance.spending = Spending(most=12.0, forgotten=0.001)
    entrance.guesses = Spending(most=GUESSES, forgotten=0.001)
    statuses = Counter(client.get("/class/BCDFGH/join", buffered=True).status_code for _ in range(100))
    assert statuses == {404: GUESSES + 1, 409: 99 - GUESSES}
    assert client.get("/process").status_code == 200  # another one who has none yet


def guess(client, entrance, number, address="192.0.2.7", code="BCDFGH") -> int:
    """The status of a guess by a visitor of this number."""
    of_visitor = {"Cookie": cookie(entrance, f"visitor {number}")}
    return client.get(
        f"/class/{code}/join", headers=of_visitor, environ_overrides={"REMOTE_ADDR": address}, buffered=True
    ).status_code


def test_a_thousand_codes_guessed_with_ever_new_cookies_from_one_address_are_few(client, entrance):
    entrance.guesses = Spending(most=GUESSES, forgotten=0.001)
    statuses = Counter(guess(client, entrance, number) for number in range(1_000))
    assert statuses == {404: GUESSES + 1, 409: 999 - GUESSES}
    assert guess(client, entrance, 0, code="R00M") == 409  # a right one is not told either
    assert guess(client, entrance, 0, "192.0.2.8", "R00M") == 200


def test_a_class_of_a_hundred_that_mistypes_now_and_then_is_not_kept_out(client, entrance):
    """Every second one once, within a minute, and all are answered."""
    mistyped = [guess(client, entrance, number) for number in range(0, 100, 2)]
    joined = [guess(client, entrance, number, code="R00M") for number in range(100)]
    assert mistyped == [404] * 50 and joined == [200] * 100


def cookie(entrance: Entrance, visitor: str) -> str:
    """The signed cookie of a visitor."""
    with entrance.front.test_request_context():
        session[web.VISITOR] = visitor
        signed = entrance.front.session_interface.get_signing_serializer(entrance.front).dumps(dict(session))
    return f"queuescope={signed}"


def test_what_was_used_is_forgotten_steadily(monkeypatch):
    clock = iter([0.0, 0.0, 10.0, 10.0, 100.0, 100.0])
    monkeypatch.setattr("layouts.web_processes.spending.time.monotonic", lambda: next(clock))
    spending = Spending(most=10.0, forgotten=0.5)
    spending.add("ana", 20.0)
    assert spending.used("ana") == 15.0 and spending.wait("ana") == 10.0
    assert spending.used("ana") == 0.0 and spending.wait("ben") == 0.0


# -- bodies


@pytest.mark.parametrize("announced", [False, True])
def test_a_body_that_is_too_large_is_refused_after_a_little_more_is_read(client, monkeypatch, announced):
    clock = iter(range(100_000))  # every look at the clock is a second later
    monkeypatch.setattr(bodies.time, "monotonic", lambda: next(clock))
    pieces = [b"; 64 kB of a comment\n" * 3_000] * 500
    brought = stream(*pieces)
    if announced:
        brought["CONTENT_LENGTH"] = str(500 * len(pieces[0]))
    answer = client.post("/body", headers=OURS, environ_overrides=brought)
    assert answer.status_code == 413 and is_one_sentence(answer.json["message"])


def test_a_body_that_comes_too_slowly_is_given_up_in_a_sentence(client, monkeypatch):
    clock = iter(range(0, 100_000, 5))
    monkeypatch.setattr(bodies.time, "monotonic", lambda: next(clock))
    answer = client.post("/body", headers=OURS, environ_overrides=stream(*[b"; line\n"] * 100))
    assert (answer.status_code, answer.json["message"]) == (400, bodies.BROKEN)


def test_a_connection_that_breaks_is_no_fault_of_the_disk(client):
    def broken() -> None:
        raise ConnectionResetError

    answer = client.post("/body", headers=OURS, environ_overrides=stream(b"x", before=broken))
    assert (answer.status_code, answer.json["message"]) == (400, bodies.BROKEN)


class AskedTurns(Turns):
    """Turns that tell when somebody has begun to wait."""

    def __init__(self, at_once: int):
        super().__init__(at_once)
        self.asked = Semaphore(0)

    def ask(self, begin: Callable[[], None]) -> None:
        super().ask(begin)
        self.asked.release()


@pytest.fixture
def under_way(client, entrance):
    """(turns, an event that lets all bodies end that are under way): as many as there may be."""
    in_turn, end = AskedTurns(bodies.AT_ONCE), Event()
    entrance.bodies.turns = in_turn
    statuses: list[int] = []

    def send() -> None:
        brought = stream(b"x" * 100, before=lambda: end.wait(60))
        statuses.append(client.application.test_client().post("/body", environ_overrides=brought).status_code)

    threads = [Thread(target=send) for _ in range(bodies.AT_ONCE)]
    for thread in threads:
        thread.start()
        assert in_turn.asked.acquire(timeout=60)
    yield in_turn, end
    end.set()
    for thread in threads:
        thread.join(60)
    assert statuses == [200] * bodies.AT_ONCE


def test_a_large_body_waits_until_one_that_is_under_way_ends(client, under_way, monkeypatch):
    monkeypatch.setattr(request_queue, "WAIT", 600)
    in_turn, end = under_way
    statuses: list[int] = []
    waits = Thread(
        target=lambda: statuses.append(client.post("/body", environ_overrides=stream(b"x" * 100)).status_code)
    )
    waits.start()
    assert in_turn.asked.acquire(timeout=60)
    assert (statuses, in_turn.waiting) == ([], 1)
    end.set()
    waits.join(60)
    assert statuses == [200]


def test_a_large_body_that_waits_too_long_is_told_when_to_come_again(client, under_way, monkeypatch):
    monkeypatch.setattr(request_queue, "WAIT", 0.01)
    answer = client.post("/body", headers=OURS, environ_overrides=stream(b"x"))
    assert answer.status_code == 503 and answer.headers["Retry-After"] and is_one_sentence(answer.json["message"])
    assert client.post("/body", data=b"x" * USUAL).status_code == 200  # of usual size: needs no turn


# -- what listens cannot compute

LISTENING = """
import sys
import psutil
import app
from layouts.web_processes.refused_imports import is_refused

server = app.server
print(sorted(filter(is_refused, sys.modules)))
for name in ("scheduler.simulate", "scheduler.kernels.easy", "scheduler.formats.swf", "layouts.site", "numba"):
    try:
        __import__(name)
    except ImportError as error:
        print(error.name)
print(server.pool.report())
print([file.path for child in psutil.Process().children(recursive=True) for file in child.open_files() if ".db" in file.path])
"""


def test_the_process_that_listens_imports_nothing_that_computes(tmp_path):
    """Started as gunicorn starts it, with its page processes."""
    ended = subprocess.run(
        [sys.executable, "-c", LISTENING],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        env=os.environ | {"QUEUESCOPE_HOME": str(tmp_path), "QUEUESCOPE_LIMITS": "pages=2"},
        check=True,
    )
    assert ended.stdout.splitlines() == [
        "[]",
        "scheduler.simulate",
        "scheduler.kernels",
        "scheduler.formats",
        "layouts.site",
        "numba",
        "{'processes': 2, 'idle': 2, 'waiting': 0, 'ended': 0}",
        "[]",  # SQLite: no database is open where a process is forked
    ]


def test_a_page_that_fails_ahead_keeps_no_server_from_starting(tmp_path, monkeypatch):
    def fails(server: Flask) -> None:
        raise KeyError("a page")

    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path))
    monkeypatch.setattr(site, "get_ready", fails)
    server, problem = site.served.__wrapped__()
    assert problem == "" and server.test_client().get("/glossary").status_code == 200
