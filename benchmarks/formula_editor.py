"""From a keystroke in the editor of a formula to the picture of its outcome on 2,000 jobs: wall time in s, as a table.

    python benchmarks/formula_editor.py [--jobs 2000] [--times 10] [--port 8058]

In Chromium, Add a run of Compare is opened on Poisson workloads, and formulas are typed by turns.  Told are

- typed: from the last letter to the waits and the small picture beside those of the baseline; the field waits for a
  pause of 0.25 s between two letters first
- shown: from the last letter, with Run it pressed at once, to the Gantt chart of the run, drawn

The median and the largest; the first of each, which loads machine code, is left out.  Machine code is that of the
usual folder, compiled before the clock starts where there is none, which is said and takes minutes; the app compiles
nothing ahead meanwhile.  What is being done is told on standard error.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import _path  # noqa: F401
from _compiled import use_machine_code
from page_weight import app, chromium
from playwright.sync_api import sync_playwright

from layouts import ids
from layouts.state import link
from layouts.state.link import Link
from layouts.topics.formula import formula_ids
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store

PATIENCE = 60_000  # ms
RUNS = 4  # after the first; each is one more chart on the page
WRONG, RIGHT = "did you mean", "On these"  # what the editor says of a formula that does not read, of one that does
CHARTS = "[...document.querySelectorAll('#gantts .dash-graph')].filter(one => one.querySelector('.main-svg')).length"
DRAWN = """([id, word, picture]) => document.getElementById(id).textContent.includes(word)
    && [...document.querySelectorAll(`#${picture} img`)].some(one => one.complete && one.naturalWidth)"""
HAS_WORDS = "([id, word]) => document.getElementById(id).textContent.includes(word)"


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--jobs", type=int, nargs="+", default=[2_000])
    asked.add_argument("--times", type=int, default=10)
    asked.add_argument("--port", type=int, default=8058)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as home:
        print("Loading machine code, or compiling it where there is none.", file=sys.stderr)
        use_machine_code(home)
        addresses = {jobs: kept(Store(Path(home)), jobs) for jobs in options.jobs}
        print(f"Load average before: {os.getloadavg()[0]:.1f}\n")
        print("| jobs | typed: median, most | shown: median, most |")
        print("|---:|---:|---:|")
        with app(options.port, home), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            for jobs, address in addresses.items():
                print(f"{jobs:,} jobs: {options.times + 1} formulas are typed, {RUNS + 1} are run.", file=sys.stderr)
                page = browser.new_context().new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(f"http://127.0.0.1:{options.port}/compare{address}")
                typed, drawn = measured(page, options.times)
                cells = [f"{statistics.median(times):.2f} s, {max(times):.2f} s" for times in (typed, drawn)]
                print(f"| {jobs:,} | {' | '.join(cells)} |", flush=True)


def kept(store: Store, jobs: int) -> str:
    """The address of a comparison with EASY as the baseline."""
    key = store.put_workload(workload(make("poisson", {"jobs": jobs, "load": 0.9}, 1)))
    asked = [
        {"do": "simulate", "workload": key, "policy": "easy"},
        {"do": "simulate", "workload": key, "policy": "formula", "params": {"priority": "-area + wait"}},
    ]
    runs = Runs(store)
    ticket, compiled = runs.submit([specs.check(spec, store) for spec in asked], "benchmark")
    runs.work([ticket.key, compiled.key])
    return link.write(Link(key, runs=(ticket.key,), tab="schedule"))


def measured(page, times: int) -> tuple[list[float], list[float]]:  # type: ignore[no-untyped-def]
    """Seconds of each formula but the first."""
    page.get_by_text("Add a run").click()
    page.locator(f"[id='{ids.ADD_POLICY}']").click()
    page.get_by_role("option", name="Formula", exact=True).click()
    priority = page.locator('[id=\'{"form":"policy","name":"priority","type":"param"}\']')
    if not priority.count():
        priority = page.get_by_role("textbox", name="priority").first
    typed, drawn = [], []
    for number in range(times + 1):
        all_but_one_letter(page, priority, f"-area + {1000 + number} * wait")
        began = time.perf_counter()
        priority.press("t")
        page.wait_for_function(DRAWN, arg=[formula_ids.CHECK, RIGHT, formula_ids.WHY], polling=10)
        typed.append(time.perf_counter() - began)
    run_it = page.get_by_role("button", name="Run it")
    for number in range(min(times, RUNS) + 1):
        before = page.evaluate(CHARTS)
        all_but_one_letter(page, priority, f"-area + {2000 + number} * wait")
        began = time.perf_counter()
        priority.press("t")
        run_it.click()
        page.wait_for_function(f"before => {CHARTS} > before", arg=before, polling=20)
        drawn.append(time.perf_counter() - began)
    return typed[1:], drawn[1:]


def all_but_one_letter(page, priority, text: str) -> None:  # type: ignore[no-untyped-def]
    """Type a formula that ends in t, but for that letter, until the page says that it does not read."""
    priority.fill(text[:-1])
    page.wait_for_function(HAS_WORDS, arg=[formula_ids.CHECK, WRONG])
    priority.press("End")


if __name__ == "__main__":
    main()
