"""Clients that send or read slowly hold no thread of the server: a bounded attack on one with two threads."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Event

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.server import request_queue, slow_clients, worker_generations
from layouts.server.request_queue import USUAL, Turns
from layouts.server.slow_clients import Paced
from layouts.server.worker import arrived
from layouts.server.worker_generations import Generations
from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY

LARGE = 12 << 20
MANY = 12
PROGRAM = f"""
import os
from pathlib import Path

from layouts.server import request_queue

gate = Path(__file__).with_name("gate")
gate.exists() and gate.read_bytes()         # a program that takes its time to start

def application(environ, start_response):
    if environ["PATH_INFO"] == "/wait":
        request_queue.WAIT = float(environ["QUERY_STRING"])
    if environ["PATH_INFO"] == "/process":
        environ["PATH_INFO"] = str(os.getpid())
    got = environ["wsgi.input"].read() if environ["PATH_INFO"] == "/count" else b""
    size = {LARGE} if environ["PATH_INFO"] == "/large" else 0
    body = b"x" * size or (environ["PATH_INFO"] + " " + str(len(got))).encode()
    start_response("200 OK", [("Content-Length", str(len(body))), ("Content-Type", "text/plain")])
    return [body]
"""


STARTING = """
import os, signal
from pathlib import Path

(Path(__file__).parent / "there").write_text(str(os.getpid()))
signal.pause()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Where the program of the server is."""
    return tmp_path_factory.mktemp("plain")


@pytest.fixture(scope="module")
def program(folder) -> Iterator[tuple[int, subprocess.Popen]]:
    """A server with our settings but one worker of two threads, and where it listens."""
    (folder / "plain.py").write_text(PROGRAM)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    served = started(folder, number)
    yield number, served
    served.terminate()
    told = served.communicate(timeout=20)[1]
    assert "Traceback" not in told


def started(folder: Path, number: int, application: str = "plain:application") -> subprocess.Popen:
    """That server at a port, its worker begun, or ended where it cannot have the port."""
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--workers",
        "1",
        "--threads",
        "2",
        "--bind",
        f"127.0.0.1:{number}",
        "--graceful-timeout",
        "10",
        "--pythonpath",
        str(folder),
        application,
    ]
    process = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, env=os.environ)
    assert process.stderr is not None
    next((line for line in process.stderr if "Booting worker" in line), None)
    return process


@pytest.fixture
def port(program) -> int:
    return program[0]


def opened(port: int, sent: bytes = b"", room: int | None = None) -> socket.socket:
    """A connection on which this much was sent; room: bytes its own system takes for it."""
    made = socket.socket()
    made.settimeout(60)
    if room:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    made.connect(("127.0.0.1", port))
    made.sendall(sent)
    return made


def answer(client: socket.socket) -> tuple[bytes, bytes]:
    """(head, body) of the next answer on a connection."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = client.recv(1)
        assert piece, f"the connection ended after {got!r}"
        got += piece
    head = got[:-4]
    left = int(next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")))
    body = bytearray()
    while len(body) < left:
        piece = client.recv(min(left - len(body), 1 << 20))
        assert piece
        body += piece
    return head, bytes(body)


def get(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()


def post(length: int, body: bytes = b"", more: str = "") -> bytes:
    return f"POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n{more}\r\n".encode() + body


def served(port: int) -> bytes:
    """What somebody who comes now is answered."""
    with closing(opened(port, get("/now"))) as client:
        return answer(client)[1]


SLOW = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": get("/")[:-2],
    "half a body": post(1_000, b"x" * 10),
    "a head without end": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1_000,
    "the next head": get("/") + b"GET / HT",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_whoever_sends_slowly_holds_no_thread(port, sent):
    with ExitStack() as held:
        for _ in range(MANY):
            held.enter_context(closing(opened(port, sent)))
        assert served(port) == b"/now 0"


def test_whoever_reads_slowly_holds_no_thread_and_gets_all_in_the_end(port):
    with ExitStack() as held:
        slow = [held.enter_context(closing(opened(port, get("/large"), room))) for room in (None, *[4_096] * 4)]
        assert served(port) == b"/now 0"
        head, body = answer(slow[0])
        assert head.startswith(b"HTTP/1.1 200")
        assert body == b"x" * LARGE
        slow[0].sendall(get("/again"))
        assert answer(slow[0])[1] == b"/again 0"


def test_whoever_does_not_close_holds_nobody_up(port):
    with ExitStack() as held:
        for _ in range(MANY):
            client = held.enter_context(closing(opened(port, get("/", "Connection: close\r\n"))))
            assert answer(client)[1] == b"/ 0"
        assert served(port) == b"/now 0"


def waiting(port: int, seconds: float) -> None:
    """Let large bodies wait for so long."""
    with closing(opened(port, get(f"/wait?{seconds}"))) as client:
        assert answer(client)[1] == b"/wait 0"


def test_more_large_bodies_than_half_of_the_threads_wait_for_their_turn_and_hold_nobody_up(port):
    waiting(port, 600)
    with ExitStack() as held:
        first = held.enter_context(closing(opened(port, post(USUAL + 1, b"x"))))
        later = [held.enter_context(closing(opened(port, post(USUAL + at, b"x" * (USUAL + at))))) for at in (2, 3, 4)]
        gone = opened(port, post(USUAL + 5))
        assert served(port) == b"/now 0"
        gone.close()
        first.sendall(b"x" * USUAL)
        assert [answer(client)[1] for client in (first, *later)] == [b"/count %d" % (USUAL + at) for at in (1, 2, 3, 4)]
        assert served(port) == b"/now 0"


def test_a_large_body_that_waits_too_long_for_its_turn_is_told_to_come_again(port):
    waiting(port, 0)
    with ExitStack() as held:
        first = held.enter_context(closing(opened(port, post(USUAL + 1))))
        first.sendall(b"x")
        for sent in (post(1 << 30), post(USUAL + 1, more="Expect: 100-continue\r\n")):
            head, body = answer(held.enter_context(closing(opened(port, sent))))
            assert head.startswith(b"HTTP/1.1 503")
            assert b"Retry-After" in head
            assert is_one_sentence(json.loads(body)["message"])
        assert served(port) == b"/now 0"
        first.sendall(b"x" * USUAL)
        assert answer(first)[1] == b"/count %d" % (USUAL + 1)


def test_a_server_that_was_killed_begins_again_at_once_whoever_is_still_connected(folder, program):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    killed = started(folder, port)
    worker = int(process_of(port).strip(b"/"))
    with closing(opened(port, get("/") + b"GET / HT")) as client:  # its worker waits for the rest
        answer(client)
        killed.kill()
        killed.wait()
        again = started(folder, port)
        assert again.poll() is None and int(process_of(port).strip(b"/")) != worker
        client.sendall(get("/")[len(b"GET / HT") :])
        assert answer(client)[1] == b"/ 0"  # what had begun is answered
    for process in (killed, again):
        process.terminate()
        process.communicate(timeout=20)


def test_a_worker_that_is_still_starting_ends_with_a_master_that_is_killed(tmp_path):
    os.mkfifo(tmp_path / "there")
    (tmp_path / "starting.py").write_text(STARTING)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    killed = started(tmp_path, port, "starting:application")
    worker = psutil.Process(int((tmp_path / "there").read_text()))
    killed.kill()
    killed.communicate(timeout=20)
    assert worker.wait(timeout=20) is None and not worker.is_running()  # not our child: None once it is gone


def test_who_has_gone_before_it_is_refused_ends_nothing(program):
    port, process = program
    waiting(port, 0.05)
    with closing(opened(port, post(USUAL + 1, b"x"))) as first:
        for _ in range(MANY):
            gone = opened(port, post(USUAL + 1))
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.close()
        for _ in range(MANY):
            assert served(port) == b"/now 0"
        first.sendall(b"x" * USUAL)
        assert answer(first)[1] == b"/count %d" % (USUAL + 1)
    assert process.poll() is None


def test_nobody_who_comes_while_the_server_starts_its_worker_anew_is_cut_off(program):
    port, process = program
    for _ in range(2):
        before = process_of(port)
        process.send_signal(signal.SIGHUP)
        for _ in range(150):
            assert served(port) == b"/now 0"
        ended(int(before.strip(b"/")))


def process_of(port: int) -> bytes:
    """The number of the process that answers somebody who comes now."""
    with closing(opened(port, get("/process"))) as client:
        return answer(client)[1].split()[0]


def test_old_workers_answer_until_the_new_ones_have_started(folder, program):
    port, process = program
    before, gate = process_of(port), folder / "gate"
    for _ in range(2):
        os.mkfifo(gate)
        process.send_signal(signal.SIGHUP)
        with gate.open("wb"):  # opens when the new worker has come to it, and keeps it there
            gate.unlink()
            assert {process_of(port) for _ in range(150)} == {before}
        after = next(other for other in iter(lambda: process_of(port), b"") if other != before)
        ended(int(before.strip(b"/")))
        before = after


def ended(number: int) -> None:
    """Wait until a worker is gone: until then it may still accept a connection, and ends it after one answer."""
    with suppress(psutil.NoSuchProcess):
        psutil.Process(number).wait(60)


def test_a_generation_is_coming_from_its_first_worker_until_all_are_ready():
    all_of, first, second = Generations(), object(), object()
    old = [all_of.next(first, 2) for _ in range(3)]  # one of them in place of another
    assert old == [1, 1, 1]
    assert not all_of.coming(1)
    new = [all_of.next(second, 2) for _ in range(2)]
    assert new == [2, 2]
    all_of.ready(1, 3)  # an old one that was late
    for age in (4, 5):
        assert all_of.coming(1)
        assert not all_of.coming(2)
        all_of.ready(2, age)
    assert not all_of.coming(1)


def test_a_generation_that_does_not_start_is_not_waited_for_for_ever(monkeypatch):
    all_of = Generations()
    all_of.next("before", 1)
    all_of.next("after", 1)
    assert all_of.coming(1)
    monkeypatch.setattr(worker_generations, "PATIENCE", -1.0)
    assert not all_of.coming(1)


def test_what_comes_in_pieces_is_put_together(port):
    with closing(opened(port)) as client:
        for part in (post(5, b"abcde") + get("/b"), post(3)):
            for at in range(len(part)):
                client.sendall(part[at : at + 1])
            if part.startswith(b"POST") and b"GET" in part:
                assert answer(client)[1] == b"/count 5"
                assert answer(client)[1] == b"/b 0"
        client.sendall(b"abc" + get("/c"))
        assert answer(client)[1] == b"/count 3"
        assert answer(client)[1] == b"/c 0"
        client.sendall(
            b"POST /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"
        )
        assert answer(client)[1] == b"/count 5"
        client.sendall(post(1 << 20, b"x" * (1 << 20)) + get("/d"))
        assert answer(client)[1] == b"/count 1048576"
        assert answer(client)[1] == b"/d 0"


def test_no_request_is_answered_in_words_of_http(port):
    with closing(opened(port, b"\x16\x03\x01" * 40_000)) as client:
        assert client.recv(12) in (b"HTTP/1.1 400", b"HTTP/1.1 414")


# ---- the pace -------------------------------------------------------------------------------------------------------


@pytest.fixture
def pair() -> Iterator[tuple[Paced, socket.socket]]:
    ours, theirs = socket.socketpair()
    with closing(Paced(ours)) as made, closing(theirs):
        yield made, theirs


def test_who_sends_below_the_pace_is_cut_off(pair, monkeypatch):
    monkeypatch.setattr(slow_clients, "GRACE", 0.05)
    ours, theirs = pair
    theirs.sendall(b"ab")
    assert ours.recv(1) == b"a"
    assert ours.recv(9) == b"b"
    with pytest.raises(ConnectionResetError):
        ours.recv(1)


def test_who_takes_below_the_pace_is_known_and_what_is_put_aside_comes_in_order(pair, monkeypatch):
    ours, theirs = pair
    sent = bytes(range(256)) * 20_000
    for at in range(0, len(sent), 77_777):
        ours.sendall(sent[at : at + 77_777])
    assert ours.left > slow_clients.MEMORY
    assert not ours.too_slow()
    ours.since -= slow_clients.GRACE + 1
    assert ours.too_slow()
    got = bytearray()
    while not ours.send_aside() or len(got) < len(sent):
        got += theirs.recv(1 << 16)
    assert bytes(got) == sent
    assert ours.aside is None


@given(st.integers(0, 2 * USUAL), st.integers(0, 300))
def test_a_request_is_whole_with_its_last_byte(length, missing):
    request = post(length, b"x" * length)
    head = len(request) - length
    whole, large = arrived(bytearray(request[: max(len(request) - missing, 0)]))
    if missing > length:
        assert (whole, large) == (False, False)
    elif length > USUAL:
        assert (whole, large) == (True, missing > 0)
    else:
        assert (whole, large) == (missing == 0, False)
    assert head == request.find(b"\r\n\r\n") + 4


# ---- turns ----------------------------------------------------------------------------------------------------------


def test_turns_are_given_in_the_order_in_which_they_were_asked_for():
    given, two = [], Turns(2)
    asked = [lambda at=at: given.append(at) for at in range(6)]
    for one in asked:
        two.ask(one)
    assert (given, two.waiting) == ([0, 1], 4)
    assert two.leave(asked[3])
    assert not two.leave(asked[1])
    for count in range(3, 6):
        two.end()
        assert given == [0, 1, 2, 4, 5][:count]
    two.end()
    two.end()
    assert two.take()


def test_a_turn_that_came_while_somebody_gave_up_is_not_lost(monkeypatch):
    monkeypatch.setattr(request_queue, "WAIT", 0)
    one = Turns(1)
    assert one.take()
    assert not one.take()
    late = Event()
    one.ask(late.set)
    one.end()
    assert late.is_set()
    assert not one.leave(late.set)
    one.end()
    assert one.take()
