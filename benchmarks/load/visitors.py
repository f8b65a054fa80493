"""Many visitors at once: how long they wait for pages, for the answer to a wish, and for what they wished, as Markdown.

    python benchmarks/load/visitors.py [--visitors 100] [--seconds 90] [--port 8059]

Starts the program under gunicorn with a home of its own, on this machine only.  Each visitor opens a
page, sends a small log that nobody has sent before, asks for it to be opened, follows that as often as the server says,
then reads for some seconds and begins again.  The visitors share the cores with the server.  The compiled simulator is
that of your own home, and one load before the clock runs sees to it that the first worker has begun.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import numpy as np

from scheduler.home import home

PATIENCE = 120.0  # s until the program has to answer
READING = 2.0, 8.0  # s a visitor reads before the next wish
LEFT = 30.0  # s after the end in which what is under way may still end
JOB = "{0} {1} 5 60 4 -1 -1 4 90 -1 1 {2} 2 -1 3 -1 -1 -1\n"
LINES = 200  # jobs of a log
ENDED = ("done", "failed", "cancelled", "lost", "unknown")


@contextmanager
def running(port: int, home: str) -> Iterator[subprocess.Popen]:
    """The program under gunicorn with that home, ready to answer; its first process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "app:server"],
        cwd=_path.ROOT,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "QUEUESCOPE_HOME": home, "QUEUESCOPE_LIMITS": "open_runs=1000"},
    )
    try:
        until = time.monotonic() + PATIENCE
        while not answers(port) and time.monotonic() < until:
            time.sleep(0.5)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@contextmanager
def new_home(compiled: bool = True) -> Iterator[str]:
    """A folder of its own for the program; compiled: with the machine code of your own home."""
    with tempfile.TemporaryDirectory(prefix="queuescope-") as folder:
        if compiled and (code := home() / "compiled").is_dir():
            os.symlink(code, os.path.join(folder, "compiled"))
        yield folder


def answers(port: int) -> bool:
    """Whether the program listens."""
    try:
        return Visitor(port).ask("GET", "/health")[0] == 200
    except OSError:
        return False


class Visitor:
    """A browser with its cookie: one connection a request, as through a proxy."""

    def __init__(self, port: int):
        self.port, self.cookie = port, ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """Status and content of an answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request(method, path, body, {"X-Requested-With": "fetch", "Cookie": self.cookie, **headers})
        answer = line.getresponse()
        content = answer.read()
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        line.close()
        return answer.status, content

    def call(self, callback: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
        """What a callback of the page answers to these values of its inputs and states."""
        status, content = self.ask(
            "POST",
            "/_dash-update-component",
            json.dumps(self.body(callback, values)).encode(),
            **{"Content-Type": "application/json"},
        )
        if status >= 400:
            raise ConnectionError(f"{status}: {content[:200]!r}")
        return json.loads(content)["response"] if content else {}

    @staticmethod
    def body(callback: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
        """What a browser sends for a callback; no component of a pattern is on the page."""

        def part(of: dict[str, str]) -> Any:
            return [] if of["id"].startswith("{") else {**of, "value": values.get(f"{of['id']}.{of['property']}")}

        names = [name.rpartition(".") for name in callback["output"].strip(".").split("...")]
        outputs = [[] if one[0].startswith("{") else {"id": one[0], "property": one[2]} for one in names]
        return {
            "output": callback["output"],
            "outputs": outputs if callback["output"].startswith("..") else outputs[0],
            "inputs": [part(of) for of in callback["inputs"]],
            "state": [part(of) for of in callback["state"]],
            "changedPropIds": [next(iter(values))],
        }


def callback_of(callbacks: list[dict[str, Any]], trigger: str, output: str) -> dict[str, Any]:
    """The callback with that input and that output, component.property."""
    return next(
        one
        for one in callbacks
        if output in one["output"] and any(f"{part['id']}.{part['property']}" == trigger for part in one["inputs"])
    )


class Crowd:
    """The visitors and what was measured: seconds by what they waited for, and how their wishes ended."""

    def __init__(self, port: int, seconds: float):
        self.port, self.until = port, time.monotonic() + seconds
        self.times: dict[str, list[float]] = defaultdict(list)
        self.ends: Counter[str] = Counter()
        callbacks = json.loads(Visitor(port).ask("GET", "/_dash-dependencies")[1])
        self.page = callback_of(callbacks, "url.pathname", "page.children")
        self.load = callback_of(callbacks, "uploaded.data", "request.data")
        self.watch = callback_of(callbacks, "load-tick.n_intervals", "load-state.children")

    def timed(self, what: str, function: Any, *args: Any) -> Any:
        """The answer, its time noted."""
        began = time.monotonic()
        answer = function(*args)
        self.times[what].append(time.monotonic() - began)
        return answer

    def visit(self, number: int) -> None:
        """One visitor, until the time is over."""
        visitor, lots, turn = Visitor(self.port), random.Random(number), 0
        while time.monotonic() < self.until:
            try:
                self.timed("page", visitor.ask, "GET", "/workload")
                self.timed("content of a page", visitor.call, self.page, {"url.pathname": "/workload"})
                self.wish(visitor, self.log_name(number, turn), lots)
            except (OSError, http.client.HTTPException) as error:
                self.ends[f"no answer ({type(error).__name__})"] += 1
            turn += 1
            time.sleep(lots.uniform(*READING))

    def log_name(self, number: int, turn: int) -> str:
        """What a visitor sends in this turn: a log that nobody has sent before."""
        return f"{number}-{turn}.swf"

    def wish(self, visitor: Visitor, name: str, lots: random.Random) -> None:
        """Open a log of one's own, and follow that to its end."""
        log = f"; MaxProcs: 64\n; Note: {name}\n" + "".join(JOB.format(n, 9 * n, n % 7) for n in range(1, LINES))
        sent = json.loads(self.timed("upload", visitor.ask, "POST", "/upload", log.encode())[1])
        began = time.monotonic()
        answer = self.timed(
            "asking for a load",
            visitor.call,
            self.load,
            {"uploaded.data": sent | {"name": name}, "url.pathname": "/workload", "url.search": ""},
        )
        match = re.search(r"load=([0-9a-f]{24})", json.dumps(answer))
        if not match:
            self.ends["refused"] += 1
            return
        pause, state = 0.3, ""
        while state not in ENDED:
            if time.monotonic() > self.until + LEFT:
                self.ends["still under way"] += 1
                return
            time.sleep(pause)
            seen = self.timed(
                "a look at it",
                visitor.call,
                self.watch,
                {"load-tick.n_intervals": 1, "url.search": f"?load={match[1]}", "url.pathname": "/workload"},
            )
            pause = seen["load-tick"]["interval"] / 1_000
            if seen["load-tick"]["disabled"]:
                state = self.state(visitor, match[1])
        self.ends[state] += 1
        self.times["from asking to seen"].append(time.monotonic() - began)

    def state(self, visitor: Visitor, key: str) -> str:
        """How a run ended, as the tray hears it."""
        runs = json.loads(self.timed("runs tray", visitor.ask, "GET", f"/runs.json?known={key}")[1])["runs"]
        return runs[0]["state"] if runs else "unknown"


def print_times(times: Mapping[str, Sequence[float]]) -> None:
    """How long each thing took, as a table of Markdown.  times: seconds by what was waited for."""
    print("| what | times | median | 95 % | 99 % |\n|---|---:|---:|---:|---:|")
    for what, values in times.items():
        middle, late, latest = np.percentile(values, (50, 95, 99))
        print(f"| {what} | {len(values)} | {middle:.2f} s | {late:.2f} s | {latest:.2f} s |")


def main() -> None:
    """Let them all in, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--visitors", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=90.0)
    asked.add_argument("--port", type=int, default=8059)
    options = asked.parse_args()
    with new_home() as home, running(options.port, home):
        Crowd(options.port, PATIENCE).wish(Visitor(options.port), "first.swf", random.Random(0))
        crowd = Crowd(options.port, options.seconds)
        threads = [threading.Thread(target=crowd.visit, args=(number,)) for number in range(options.visitors)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(_path.machine())
    print(
        f"{options.visitors} visitors, {options.seconds:g} s; wishes: "
        + ", ".join(f"{count} {what}" for what, count in crowd.ends.most_common())
        + "\n"
    )
    print_times(crowd.times)


if __name__ == "__main__":
    main()
