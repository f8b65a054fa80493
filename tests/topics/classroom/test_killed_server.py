"""A real server, killed with SIGKILL while a class answers: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import csv
import http.client
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases.server_home import furnished
from tests.cases.width import width
from tests.conftest import REPOSITORY

STUDENTS, THREADS = width(20, 100), 20
KILLS = width(1, 2)
PATIENCE = 240.0  # s until an answer has to be there
VOTES = ((3, 1), (3, 2), (4, 1))  # (step, vote) of the convoy: a comparison twice, then jobs to choose
CHOICES = {3: ("less", "more", "same"), 4: ([3], [4, 5], [3, 4, 5, 6, 7, 8])}
WORDS = {
    "less": "earlier than under FCFS",
    "same": "at the same time as under FCFS",
    "more": "later than under FCFS",
    "[3]": "job 3",
    "[4, 5]": "jobs 4, 5",
    "[3, 4, 5, 6, 7, 8]": "jobs 3, 4, 5, 6, 7, 8",
}


class Served:
    """gunicorn with our settings in a session of its own, started again on the same port after each kill."""

    def __init__(self, home: Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.home = home
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "app:server"],
            cwd=REPOSITORY,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "QUEUESCOPE_HOME": str(self.home)},
            start_new_session=True,
        )

    def kill(self) -> None:
        """All processes of the server at once, as when the machine fails."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Status and content, asked for until there is an answer, as our page does."""
        text = None if body is None else json.dumps(body).encode()
        until = time.monotonic() + PATIENCE
        while True:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                line.request(
                    method, path, text, {"X-Requested-With": "fetch", "Content-Type": "application/json", **headers}
                )
                answer = line.getresponse()
                return answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                if time.monotonic() > until:
                    raise
                threading.Event().wait(0.1)  # not to keep the machine from starting the server
            finally:
                line.close()


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    running = Served(furnished(tmp_path))
    yield running
    running.kill()


class Class:
    """The students and their teacher."""

    def __init__(self, served: Served):
        self.served = served
        status, content = served.ask("POST", "/class/rooms", {"lesson": "convoy"})
        assert status == 200, content
        self.code, key = (json.loads(content)[name] for name in ("code", "key"))
        self.key = {"X-Class-Key": key}
        self.tokens = [f"{number:03d}".rjust(24, "t") for number in range(STUDENTS)]
        self.acknowledged: dict[tuple[int, int, int], str] = {}
        self.refusals: Counter[str] = Counter()
        self.lock, self.half = threading.Lock(), threading.Event()

    def everybody(self, act) -> list[threading.Thread]:
        """act(number) for each student, many at once."""

        def work(first: int) -> None:
            for number in range(first, STUDENTS, THREADS):
                act(number)

        threads = [threading.Thread(target=work, args=(first,)) for first in range(THREADS)]
        for thread in threads:
            thread.start()
        return threads

    def join(self, number: int) -> None:
        status, content = self.served.ask(
            "POST", f"/class/{self.code}/join", {"nickname": f"S{number:03d}", "token": self.tokens[number]}, **self.key
        )
        assert status == 200, content

    def answer(self, step: int, vote: int, number: int) -> None:
        """Two answers, the second one in place of the first; each is sent until it is acknowledged."""
        for turn in range(2):
            choice = CHOICES[step][(number + vote + turn) % 3]
            status, content = self.served.ask(
                "POST",
                f"/class/{self.code}/answer",
                {"step": step, "vote": vote, "answer": choice, "turn": turn},
                **{"X-Class-Token": self.tokens[number]},
            )
            with self.lock:
                if status == 200:
                    self.acknowledged[step, vote, number] = WORDS[str(choice)]
                else:
                    self.refusals[content.decode()] += 1
                if len(self.acknowledged) % STUDENTS == STUDENTS // 2:
                    self.half.set()

    def teach(self, **what: Any) -> None:
        status, content = self.served.ask("POST", f"/class/{self.code}/teach", what, **self.key)
        if what["act"] != "ask" or b"is open" not in content:  # asked before the server was killed
            assert status == 200, content


@pytest.mark.exhaustive  # the usual run has what a transaction leaves that fails
@pytest.mark.slow
def test_nothing_is_lost_and_nothing_doubled_when_the_server_is_killed(served):
    room = Class(served)
    for thread in room.everybody(room.join):
        thread.join()
    for at, (step, vote) in enumerate(VOTES):
        room.half.clear()
        room.teach(act="ask", step=step)
        threads = room.everybody(lambda number, step=step, vote=vote: room.answer(step, vote, number))
        if at < KILLS:
            assert room.half.wait(PATIENCE)
            served.kill()
            served.start()
        for thread in threads:
            thread.join()
        status, content = served.ask("GET", f"/class/{room.code}/room.json", **room.key)
        assert status == 200 and json.loads(content)["answered"] == STUDENTS
        room.teach(act="close")
    assert not room.refusals
    status, content = served.ask("POST", f"/class/{room.code}/answers.csv", **room.key)
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    kept = [(row["nickname"], row["question"], row["vote"]) for row in rows]
    assert status == 200 and len(kept) == len(set(kept)) == len(VOTES) * STUDENTS
    question = {3: "1", 4: "2"}
    assert {one: row["answer"] for one, row in zip(kept, rows, strict=True)} == {
        (f"S{number:03d}", question[step], str(vote)): words
        for (step, vote, number), words in room.acknowledged.items()
    }
