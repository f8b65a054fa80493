"""Visitors whose every wish is written down once the server has acknowledged it, so that it can be looked for later.

Each asks again until there is an answer, as the pages do, and follows what it asked for to its end.  A run that is told
as lost or unknown is asked for again, as the button of the page does it.
"""

from __future__ import annotations

import csv
import hashlib
import http.client
import io
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import _path
from deployment import Deployment
from visitors import Visitor, callback_of

from layouts import ids

POLICIES = ("fcfs", "easy", "conservative", "tabu")
JOBS = 300, 1_500  # of a log, least and most
JOB = "{0} {1} {2} {3} {4} -1 -1 {4} {5} -1 1 {6} 2 -1 3 -1 -1 -1\n"
PROCESSORS = 64
LOADS = 0.5, 0.6, 0.7, 0.8, 0.9, 1.0
PAUSE = 0.3  # s between two tries, and between two looks
PATIENCE = 600.0  # s until something is taken for lost
SLOW = 30.0  # s a visitor waits for one answer
STUDENTS = 8
ROOM_EVERY = 60.0  # s: an address may open 20 rooms an hour
VOTES = ((3, 1), (3, 2), (4, 1))  # (step, vote) of the convoy: a comparison twice, then jobs to choose
CHOICES: dict[int, tuple[Any, ...]] = {3: ("less", "more", "same"), 4: ([3], [4, 5], [3, 4, 5, 6, 7, 8])}
WORDS = {
    "less": "earlier than under FCFS",
    "same": "at the same time as under FCFS",
    "more": "later than under FCFS",
    "[3]": "job 3",
    "[4, 5]": "jobs 4, 5",
    "[3, 4, 5, 6, 7, 8]": "jobs 3, 4, 5, 6, 7, 8",
}
ALERT = '"data-role": "alert"'  # of what a page says of a load that has ended; somebody else may have it run again
SENTENCE = re.compile(r"[A-Z][^\"<>{}]{15,}\.")


@dataclass
class Promise:
    """What was acknowledged.

    upload: key of the log; policy: empty for a load; result: key of the workload of a load.
    """

    key: str
    upload: str
    policy: str = ""
    state: str = ""  # the last one; empty until it is over
    result: str = ""
    endings: list[tuple[str, str]] = field(default_factory=list)  # (state, sentence) each time it was told as over


@dataclass
class Sweep:
    """A sweep that was asked for; log and plan are files.  exit_codes: of the command, each time it was called."""

    log: Path
    plan: Path
    table: Path
    exit_codes: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # the last line it wrote where it ended early


@dataclass
class Room:
    """A room and the last acknowledged answer, in words, by (step, vote, student)."""

    code: str
    key: str
    answers: dict[tuple[int, int, int], str] = field(default_factory=dict)


class Ledger:
    """All that was acknowledged, and answers that were no answers."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.uploads: dict[str, bytes] = {}
        self.promises: dict[str, Promise] = {}
        self.sweeps: list[Sweep] = []
        self.rooms: list[Room] = []
        self.faults: Counter[str] = Counter()

    def promise(self, new: Promise) -> Promise:
        """Write down what was acknowledged; the same wish twice is one."""
        with self.lock:
            return self.promises.setdefault(new.key, new)


class Browser(Visitor):
    """A visitor who asks until there is an answer."""

    def __init__(self, deployment: Deployment, ledger: Ledger):
        super().__init__(deployment.port)
        self.ledger = ledger

    def settled(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Status and content of the first answer that is not "later"; raises TimeoutError after PATIENCE."""
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        kind = {} if isinstance(body, bytes | None) else {"Content-Type": "application/json"}
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                status, answer = self.ask(method, path, content, **kind, **headers)
            except (OSError, http.client.HTTPException):
                status, answer = 0, b""
            if status not in (0, 503):
                return status, answer
            if status and not SENTENCE.search(answer.decode(errors="replace")):
                self.ledger.faults[f"{status} without a sentence"] += 1
            time.sleep(PAUSE)
        raise TimeoutError(path)

    def called(self, callback: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
        """What a callback answers; {} where it said a sentence instead."""
        status, content = self.settled("POST", "/_dash-update-component", self.body(callback, values))
        if status >= 400:
            self.ledger.faults[f"a callback answered {status}"] += 1
            return {}
        return dict(json.loads(content).get("response") or {}) if content else {}


class Visits:
    """What visitors do.  Each method is one visit."""

    def __init__(self, deployment: Deployment, ledger: Ledger, folder: Path):
        self.deployment, self.ledger, self.folder = deployment, ledger, folder
        callbacks = json.loads(Browser(deployment, ledger).settled("GET", "/_dash-dependencies")[1])
        self.load = callback_of(callbacks, f"{ids.UPLOADED}.data", f"{ids.REQUEST}.data")
        self.watch_load = callback_of(callbacks, f"{ids.LOAD_TICK}.n_intervals", f"{ids.LOAD_STATE}.children")
        self.add = callback_of(callbacks, f"{ids.ADD}.n_clicks", f"{ids.REQUEST}.data")
        self.watch = callback_of(callbacks, f"{ids.WATCH}.n_intervals", f"{ids.SHAPE}.data")

    # -- a log and its runs

    def compare(self, lots: random.Random) -> None:
        """Send a log that nobody has sent before, open it, and run two policies on it."""
        browser = Browser(self.deployment, self.ledger)
        content = log_of(lots)
        key = json.loads(browser.settled("POST", "/upload", content, **{"X-File-Name": "visit.swf"})[1])["key"]
        self.ledger.uploads[key] = content
        workload = self._loaded(browser, key)
        runs = [self._run(browser, key, workload, policy) for policy in lots.sample(POLICIES, 2)] if workload else []
        for run in runs:
            self._follow_run(browser, run, workload)

    def _loaded(self, browser: Browser, upload: str) -> str:
        """The key of the workload of a log; empty where it was told as failed."""
        values = {f"{ids.UPLOADED}.data": {"key": upload, "name": "visit.swf"}, f"{ids.URL}.pathname": "/workload"}

        def ask() -> str:
            return self._acknowledged(browser, self.load, values, r"load=([0-9a-f]{24})")

        promise = self.ledger.promise(Promise(ask(), upload))
        self._follow(promise, lambda: self._look_at_load(browser, promise), ask)
        return promise.result

    def _look_at_load(self, browser: Browser, promise: Promise) -> tuple[str, str]:
        answer = browser.called(
            self.watch_load,
            {
                f"{ids.LOAD_TICK}.n_intervals": 1,
                f"{ids.URL}.search": f"?load={promise.key}",
                f"{ids.URL}.pathname": "/workload",
            },
        )
        promise.result = str(answer.get(ids.LOADED, {}).get("data") or "")
        if promise.result:
            return "done", ""
        is_over = answer.get(ids.LOAD_TICK, {}).get("disabled") or ALERT in json.dumps(answer)
        return ("not done", sentence_of(answer)) if is_over else ("", "")

    def _run(self, browser: Browser, upload: str, workload: str, policy: str) -> Promise:
        return self.ledger.promise(Promise(self._asked(browser, workload, policy), upload, policy))

    def _asked(self, browser: Browser, workload: str, policy: str) -> str:
        values = {
            f"{ids.ADD}.n_clicks": 1,
            f"{ids.ADD_POLICY}.value": policy,
            f"{ids.ADD_SEED}.value": 0,
            f"{ids.WORKLOAD}.data": workload,
        }
        return self._acknowledged(browser, self.add, values, r"runs=([0-9a-f]{24})")

    def _follow_run(self, browser: Browser, promise: Promise, workload: str) -> None:
        def look() -> tuple[str, str]:
            answer = browser.called(self.watch, {f"{ids.WATCH}.n_intervals": 1, f"{ids.RUNS}.data": [promise.key]})
            state = (answer.get(ids.SHAPE, {}).get("data") or [["", ""]])[0][1]
            return ("", "") if state in ("", "queued", "running") else (state, sentence_of(answer))

        self._follow(promise, look, lambda: self._asked(browser, workload, promise.policy))

    def _acknowledged(self, browser: Browser, callback: dict[str, Any], values: dict[str, Any], key: str) -> str:
        """The key of what is asked for, asked until it is acknowledged."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            answer = browser.called(callback, values)
            if match := re.search(key, json.dumps(answer)):
                return match[1]
            time.sleep(PAUSE)
        raise TimeoutError(sentence_of(answer))

    @staticmethod
    def _follow(promise: Promise, look: Callable[[], tuple[str, str]], again: Callable[[], str]) -> None:
        """Look until it is over; ask again for what is told as not done."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state, sentence = look()
            if state:
                promise.endings.append((state, sentence))
                promise.state = state
                if state in ("done", "failed"):
                    return
                promise.state = ""
                again()
            time.sleep(PAUSE)

    # -- a sweep

    def sweep(self, lots: random.Random) -> None:
        """Call the command of a sweep until it has ended well."""
        number = lots.randrange(10**9)
        log, plan = self.folder / f"{number}.swf", self.folder / f"{number}.toml"
        log.write_bytes(log_of(lots))
        plan.write_text(plan_of(log))
        sweep = Sweep(log, plan, self.folder / f"{number}.csv")
        self.ledger.sweeps.append(sweep)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and 0 not in sweep.exit_codes:
            ended = subprocess.run(
                [sys.executable, "-m", "scheduler", "sweep", str(plan), "--out", str(sweep.table)],
                cwd=_path.ROOT,
                env=self.deployment.environment,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            sweep.exit_codes.append(ended.returncode)
            if ended.returncode:
                sweep.words.append((ended.stderr.strip().splitlines() or [""])[-1])
                time.sleep(PAUSE)

    # -- a class

    def teach(self, lots: random.Random) -> None:
        """A room whose students answer each of three votes twice; each is a browser of their own, as is the teacher."""
        until = time.monotonic() + ROOM_EVERY
        browser, *students = (Browser(self.deployment, self.ledger) for _ in range(1 + STUDENTS))
        for student in students:
            student.settled("GET", "/class")  # brings the cookie: a browser has three places in a room at most
        status, content = browser.settled("POST", "/class/rooms", {"lesson": "convoy"})
        if status != 200:
            self.ledger.faults[f"a room was not opened: {content.decode(errors='replace')[:120]}"] += 1
            return
        room = Room(**json.loads(content))
        self.ledger.rooms.append(room)
        for number, student in enumerate(students):
            self._post(student, room, "join", {"nickname": f"S{number:03d}", "token": token(number)})
        for step, vote in VOTES:
            self._teach(browser, room, act="ask", step=step)
            for turn in range(2):
                for number, student in enumerate(students):
                    self._answer(student, room, (step, vote, number), turn, lots)
                    time.sleep(lots.uniform(0, PAUSE))
            self._teach(browser, room, act="close")
        time.sleep(max(0.0, until - time.monotonic()))

    def _answer(
        self, browser: Browser, room: Room, place: tuple[int, int, int], turn: int, lots: random.Random
    ) -> None:
        step, vote, student = place
        choice = lots.choice(CHOICES[step])
        body = {"step": step, "vote": vote, "answer": choice, "turn": turn}
        if self._post(browser, room, "answer", body, **{"X-Class-Token": token(student)}):
            room.answers[place] = WORDS[str(choice)]

    def _teach(self, browser: Browser, room: Room, **body: Any) -> None:
        self._post(browser, room, "teach", body, **{"X-Class-Key": room.key})

    def _post(self, browser: Browser, room: Room, what: str, body: Any, **headers: str) -> bool:
        """Whether it was taken; what was done before the server was killed is not done twice, and says so."""
        status, content = browser.settled("POST", f"/class/{room.code}/{what}", body, **headers)
        if status != 200 and b"is open" not in content and b"No question is open" not in content:
            self.ledger.faults[f"{what}: {content.decode(errors='replace')[:120]}"] += 1
        return status == 200

    def table_of(self, room: Room) -> list[dict[str, str]]:
        """The answers of a room as its teacher saves them."""
        browser = Browser(self.deployment, self.ledger)
        content = browser.settled("POST", f"/class/{room.code}/answers.csv", {}, **{"X-Class-Key": room.key})[1]
        return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def token(student: int) -> str:
    """What a student proves to be by."""
    return f"{student:03d}".rjust(24, "t")


def log_of(lots: random.Random) -> bytes:
    """A log in SWF with a header that no other has."""
    lines, now = [f"; MaxProcs: {PROCESSORS}\n; Note: {lots.random()}\n"], 0
    for number in range(1, lots.randint(*JOBS)):
        now += int(lots.expovariate(1 / 90))
        runtime = int(lots.lognormvariate(6, 1.2)) + 1
        size = min(2 ** lots.randint(0, 6), PROCESSORS)
        lines.append(JOB.format(number, now, 0, runtime, size, 2 * runtime, number % 9))
    return "".join(lines).encode()


def plan_of(log: Path) -> str:
    """A plan of two policies at each of LOADS."""
    return (
        f'trace = "{os.fspath(log)}"\nloads = {list(LOADS)}\n'
        '[[policies]]\npolicy = "easy"\n[[policies]]\npolicy = "conservative"\n'
    )


def sentence_of(answer: Any) -> str:
    """The longest sentence in what a callback answers."""
    return max(SENTENCE.findall(json.dumps(answer, ensure_ascii=False)), key=len, default="")


def sha256(content: bytes) -> str:
    """The key of an upload."""
    return hashlib.sha256(content).hexdigest()
