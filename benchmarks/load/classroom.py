"""A class at once: how long students wait for an answer to be kept, for a look at the room, and to join, as Markdown.

    python benchmarks/load/classroom.py [--students 100] [--port 8061] [--cold]

Starts the program under gunicorn with a home of its own, on this machine only; the students share the cores with it.
Each joins, looks every two seconds how far the room is, as the page does, and answers each of six votes twice: at a
moment within SPREAD seconds after the question was asked, and once more a little later.  In a last vote all answer in
the same moment, and ask for the page's own view of the question as callbacks of Dash, for comparison.  --cold: nothing
is compiled, and nobody has rehearsed; the room is opened as soon as the server listens.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import numpy as np
from visitors import Visitor, new_home, running

EVERY = 2.0  # s between two looks of a page
SPREAD = 10.0  # s in which a class answers
QUESTIONS = 3, 4, 6
ANSWERS = {
    3: ("less", "same", "more"),
    4: ([3], [3, 4], []),
    6: ({"1": 0, "2": 10, "3": 2, "4": 2, "5": 4, "6": 5, "7": 5, "8": 8}, dict.fromkeys("12345678", 0)),
}


class Crowd:
    """A room of the convoy, its students, and the seconds they waited by what for."""

    def __init__(self, port: int, students: int):
        self.port, self.count = port, students
        self.times: dict[str, list[float]] = defaultdict(list)
        self.visitors = [Visitor(port) for _ in range(students)]
        began = time.monotonic()
        status, content = Visitor(port).ask(
            "POST", "/class/rooms", json.dumps({"lesson": "convoy"}).encode(), **{"Content-Type": "application/json"}
        )
        assert status == 200, content
        self.times["opening the room"].append(time.monotonic() - began)
        self.code, self.key = (json.loads(content)[name] for name in ("code", "key"))
        self.tokens = [f"{number:04d}".rjust(24, "t") for number in range(students)]
        self.ends = threading.Event()

    def post(self, what: str, sent: Any, visitor: Visitor | None = None, **headers: str) -> None:
        """A change, its time noted."""
        began = time.monotonic()
        status, content = (visitor or Visitor(self.port)).ask(
            "POST",
            f"/class/{self.code}/{what}",
            json.dumps(sent).encode(),
            **{"Content-Type": "application/json", **headers},
        )
        assert status == 200, content
        self.times[what].append(time.monotonic() - began)

    def teach(self, act: str, step: int = 0) -> None:
        self.post("teach", {"act": act, "step": step}, **{"X-Class-Key": self.key})

    def everybody(self, act: Callable[[int], None]) -> None:
        """act(number) for all at once, each in a thread of its own."""
        threads = [threading.Thread(target=act, args=(number,)) for number in range(self.count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def join(self, number: int) -> None:
        """By the page of a student, which tries again as long as others of this address are to come first."""
        self.visitors[number].ask("GET", "/class")  # brings the cookie
        sent = json.dumps({"nickname": f"S{number}", "token": self.tokens[number]}).encode()
        began = time.monotonic()
        while True:
            asked = time.monotonic()
            status, content = self.visitors[number].ask(
                "POST", f"/class/{self.code}/join", sent, **{"Content-Type": "application/json"}
            )
            self.times["join"].append(time.monotonic() - asked)
            if status == 200:
                break
            assert "seconds" in json.loads(content), content
            time.sleep(json.loads(content)["seconds"] + random.uniform(0, 2))
        self.times["in the room, all at once from one address"].append(time.monotonic() - began)

    def look(self, number: int) -> None:
        """What the page of a student does all the time."""
        pause = random.Random(number).uniform(0, EVERY)
        while not self.ends.wait(pause):
            pause, began = EVERY, time.monotonic()
            status, _ = self.visitors[number].ask(
                "GET", f"/class/{self.code}/mine.json", **{"X-Class-Token": self.tokens[number]}
            )
            assert status == 200
            self.times["a look at the room"].append(time.monotonic() - began)

    def answer(self, number: int, step: int, vote: int, spread: float) -> None:
        lots = random.Random(f"{number} {step} {vote}")
        for turn in range(2 if spread else 1):
            time.sleep(lots.uniform(0, spread / 2))
            self.post(
                "answer",
                {"step": step, "vote": vote, "answer": lots.choice(ANSWERS[step]), "turn": turn},
                self.visitors[number],
                **{"X-Class-Token": self.tokens[number]},
            )

    def vote(self, step: int, vote: int, spread: float) -> None:
        """One vote of all."""
        self.teach("ask", step)
        self.everybody(lambda number: self.answer(number, step, vote, spread))
        self.teach("close")

    def rehearse(self) -> None:
        """Another room, before anything counts: who comes first waits for what the server gets ready."""
        for number, token in enumerate(self.tokens):
            self.post("join", {"nickname": f"S{number}", "token": token}, **{"X-Class-Key": self.key})
        for step in QUESTIONS:
            self.vote(step, 1, 1.0)

    def view(self, callback: dict[str, Any], step: int) -> None:
        """The question as the page draws it, for all in the same moment."""

        def one(number: int) -> None:
            began = time.monotonic()
            values = {
                "class-state.data": {"code": self.code, "token": self.tokens[number], "step": step},
                "url.search": "",
                "url.pathname": "/class",
            }
            parts = {
                name: [{**of, "value": values[f"{of['id']}.{of['property']}"]} for of in callback[name]]
                for name in ("inputs", "state")
            }
            sent = {
                "output": callback["output"],
                "outputs": {"id": "class-body", "property": "children"},
                **parts,
                "changedPropIds": ["class-state.data"],
            }
            status, content = self.visitors[number].ask(
                "POST", "/_dash-update-component", json.dumps(sent).encode(), **{"Content-Type": "application/json"}
            )
            assert status == 200 and b"Question 1" in content, content[:200]
            self.times["the question, drawn for all at once"].append(time.monotonic() - began)

        self.everybody(one)


def main() -> None:
    """Let the class answer, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--students", type=int, default=100)
    asked.add_argument("--port", type=int, default=8061)
    asked.add_argument("--cold", action="store_true", help="nothing is compiled, and nobody has rehearsed")
    options = asked.parse_args()
    with new_home(compiled=not options.cold) as home, running(options.port, home):
        crowd = Crowd(options.port, options.students)
        if not options.cold:
            Crowd(options.port, options.students).rehearse()
        crowd.everybody(crowd.join)
        lookers = [threading.Thread(target=crowd.look, args=(number,)) for number in range(options.students)]
        for looker in lookers:
            looker.start()
        try:
            for step in QUESTIONS:
                for vote in (1, 2):
                    crowd.vote(step, vote, SPREAD)
            crowd.teach("start-over", QUESTIONS[0])
            usual = crowd.times.pop("answer")
            crowd.vote(QUESTIONS[0], 1, 0.0)
            crowd.times = defaultdict(
                list, {"answer": usual, "answer, all in one moment": crowd.times.pop("answer"), **crowd.times}
            )
            callbacks = json.loads(Visitor(options.port).ask("GET", "/_dash-dependencies")[1])
            crowd.teach("ask", QUESTIONS[0])
            crowd.view(next(one for one in callbacks if "class-body.children" in one["output"]), QUESTIONS[0])
        except (OSError, http.client.HTTPException) as error:
            raise SystemExit(f"No answer: {error}") from error
        finally:
            crowd.ends.set()
        for looker in lookers:
            looker.join()
    print(_path.machine())
    print(f"{options.students} students\n")
    print("| what | times | median | 95 % | 99 % |\n|---|---:|---:|---:|---:|")
    for what, values in crowd.times.items():
        low, high, most = 1_000 * np.percentile(values, (50, 95, 99))
        print(f"| {what} | {len(values)} | {low:.0f} ms | {high:.0f} ms | {most:.0f} ms |")


if __name__ == "__main__":
    main()
