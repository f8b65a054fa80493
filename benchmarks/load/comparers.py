"""Many visitors who compare: how long they wait for the page, its views, pictures and facts of jobs, as Markdown.

    python benchmarks/load/comparers.py [--visitors 100] [--seconds 90] [--reading 10 24] [--port 8057]

A browser opens a finished sample from Learn once, then a comparison of two policies, another tab, a job, and By hand,
where it changes a runtime; what it asked is recorded.  Then many visitors ask the same, in the same order, each of
comparisons that nobody has opened before and with a runtime of their own: keys of workload and runs and the runtime
are exchanged.
Between the steps they read, by default so long that 100 visitors open two comparisons a second. The program runs
under gunicorn with two processes; the visitors share the cores with it. The runs are simulated before the clock
begins: `visitors.py` measures how runs wait.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import numpy as np
from browser import Traffic, keep
from page_weight import chromium
from simulate import mixed
from visitors import PATIENCE, Visitor, new_home, print_times, running

from scheduler.results.store import Store

JOBS = 5_000
READING = 10.0, 24.0  # s a visitor looks at what a step brought
POLICIES = ("easy", "fcfs")
STEPS = ("a sample", "open", "another tab", "a job", "by hand")
SAMPLE = "four-policies.swf"
CHART = "#gantts .nsewdrag >> visible=true"
EDITED = "70001"  # s: the runtime that is typed; each visitor has another one of so many digits
CELL = "#hand-grid .ag-row[row-index='0'] [col-id='runtime']"
QUIET = "() => document.querySelectorAll('.js-plotly-plot .main-svg').length >= 2"
PARTS = {
    "-body.children": "views of a tab",
    "gantts.children": "views of a tab",
    "summary.children": "the finding",
    "facts.children": "panel of a job",
    "hand-answer.data": "an edit by hand",
}  # of what a callback puts out
ONCE = re.compile(r"/(assets|_dash-component-suites|_favicon)|/_dash-(layout|dependencies)")  # what a browser keeps


class Asked(NamedTuple):
    """A request that the browser sent."""

    method: str
    path: str
    body: str

    def kind(self) -> str:
        """What a visitor waits for with it."""
        if self.path.startswith("/_dash-update-component"):
            outputs = json.loads(self.body)["output"]
            return next((kind for mark, kind in PARTS.items() if mark in outputs), "another part of the page")
        first = urlsplit(self.path).path.split("/")[1]
        return {"compare": "page", "learn": "page", "picture": "picture", "pick": "facts"}.get(first, f"/{first}")


def comparisons(home: Path, count: int) -> list[tuple[str, ...]]:
    """(workload, runs ...) of `count` comparisons in the store: keys."""
    store, keys = Store(home), []
    for number in range(count):
        jobs = mixed(JOBS, seed=number)
        workload = store.put_workload(jobs, {})
        runs = tuple(f"{place:02x}{number:022x}" for place in range(len(POLICIES)))
        for run, policy in zip(runs, POLICIES, strict=True):
            keep(store, run, workload, policy, jobs)
        keys.append((workload, *runs))
    return keys


def recorded(port: int, keys: tuple[str, ...]) -> dict[str, list[Asked]]:
    """What a browser asks in each step of looking at a comparison."""
    from playwright.sync_api import sync_playwright

    steps: dict[str, list[Asked]] = {step: [] for step in STEPS}
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(base_url=f"http://127.0.0.1:{port}", viewport={"width": 1440, "height": 900})
        traffic = Traffic(page)
        for step, act in zip(
            STEPS,
            (
                lambda: a_sample(page),
                lambda: opened(page, keys),
                lambda: another_tab(page),
                lambda: a_job(page),
                lambda: by_hand(page),
            ),
            strict=True,
        ):
            listener = record(page, steps[step])
            act()
            traffic.rest()
            page.remove_listener("request", listener)
        browser.close()
    return steps


def record(page: Any, requests: list[Asked]) -> Any:
    """Add what the page asks from now on, except what a browser keeps; the listener."""

    def listener(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.hostname == "127.0.0.1" and not ONCE.match(parts.path):
            requests.append(
                Asked(request.method, parts.path + ("?" + parts.query if parts.query else ""), request.post_data or "")
            )

    page.on("request", listener)
    return listener


def a_sample(page: Any) -> None:
    page.goto("/learn")
    page.get_by_role("button", name=f"Open finished: {SAMPLE}").click()
    page.wait_for_function(QUIET, timeout=1_000 * PATIENCE)


def opened(page: Any, keys: tuple[str, ...]) -> None:
    page.goto(f"/compare?w={keys[0]}&runs={','.join(keys[1:])}")
    page.wait_for_function(QUIET, timeout=1_000 * PATIENCE)


def another_tab(page: Any) -> None:
    page.get_by_role("tab", name="Schedule").click()
    page.wait_for_selector(CHART)


def a_job(page: Any) -> None:
    area = page.locator(CHART).first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    for share in np.linspace(0.1, 0.9, 9):  # where no job ran, a click asks for none
        page.mouse.click(box["x"] + box["width"] * share, box["y"] + box["height"] * 0.7)
        page.wait_for_timeout(1_000)
        if page.locator("#facts [data-about]").count():
            return


def by_hand(page: Any) -> None:
    page.goto("/by-hand")
    page.wait_for_selector(".hand-panel .hand-bar")
    page.locator(CELL).dblclick()
    page.keyboard.press("Control+A")
    page.keyboard.type(EDITED)
    page.keyboard.press("Enter")
    page.wait_for_selector(f".hand-bar[data-runtime='{EDITED}']")


class Crowd:
    """The visitors and what was measured: seconds by what they waited for, and answers that were none."""

    def __init__(
        self,
        port: int,
        steps: dict[str, list[Asked]],
        template: tuple[str, ...],
        fresh: Iterator[tuple[str, ...]],
        reading: tuple[float, float],
    ):
        self.port, self.steps, self.template, self.fresh, self.reading = port, steps, template, fresh, reading
        self.lock, self.times, self.faults = threading.Lock(), defaultdict[str, list[float]](list), Counter[str]()
        self.opened = 0

    def visit(self, number: int, until: float) -> None:
        """One visitor, until the time or the comparisons are over."""
        visitor, lots = Visitor(self.port), random.Random(number)
        time.sleep(lots.uniform(0.0, len(self.steps) * sum(self.reading) / 2))
        while time.monotonic() < until and (keys := self._next()):
            exchange = {**dict(zip(self.template, keys, strict=True)), EDITED: str(lots.randint(10_000, 99_999))}
            for step, requests in self.steps.items():
                began = time.monotonic()
                for request in requests:
                    self._ask(visitor, request, exchange)
                self.times[f"step: {step}"].append(time.monotonic() - began)
                time.sleep(lots.uniform(*self.reading))

    def _next(self) -> tuple[str, ...] | None:
        with self.lock:
            self.opened += 1
            return next(self.fresh, None)

    def _ask(self, visitor: Visitor, request: Asked, exchange: dict[str, str]) -> None:
        path, body = request.path, request.body
        for old, new in exchange.items():
            path, body = path.replace(old, new), body.replace(old, new)
        began = time.monotonic()
        try:
            status, _ = visitor.ask(
                request.method, path, body.encode() or None, **({"Content-Type": "application/json"} if body else {})
            )
        except (OSError, http.client.HTTPException) as error:
            self.faults[f"{request.kind()}: {type(error).__name__}"] += 1
            return
        self.times[request.kind()].append(time.monotonic() - began)
        if status >= 400:
            self.faults[f"{request.kind()}: {status}"] += 1


def main() -> None:
    """Record, let them all in, and print the table."""
    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--visitors", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=90.0)
    asked.add_argument("--reading", type=float, nargs=2, default=READING, metavar=("LEAST", "MOST"), help="seconds")
    asked.add_argument("--port", type=int, default=8057)
    options = asked.parse_args()
    with new_home() as home:
        turns = round(options.seconds / (len(STEPS) * sum(options.reading) / 2)) + 2
        keys = comparisons(Path(home), options.visitors * turns + 1)
        with running(options.port, home):
            steps = recorded(options.port, keys[0])
            crowd = Crowd(options.port, steps, keys[0], iter(keys[1:]), tuple(options.reading))
            until = time.monotonic() + options.seconds
            threads = [threading.Thread(target=crowd.visit, args=(number, until)) for number in range(options.visitors)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    print(_path.machine())
    print(
        f"{options.visitors} visitors, {options.seconds:g} s, reading {options.reading[0]:g} to "
        f"{options.reading[1]:g} s, {crowd.opened} comparisons of {JOBS:,} jobs; "
        f"requests a step: {', '.join(f'{step} {len(requests)}' for step, requests in steps.items())}; "
        f"faults: {dict(crowd.faults) or 'none'}\n"
    )
    print_times(dict(sorted(crowd.times.items())))


if __name__ == "__main__":
    main()
