"""Programs in the browser: how long Python takes to load and to schedule 5,000 jobs, as a Markdown table.

    python benchmarks/own_policy.py [--jobs 1000 5000 20000] [--port 8057]

The page Own policy is opened in Chromium on the mixed jobs of simulate.py, and two of its programs are run.
Told are, wall time in s

- Python loads: from the press of Run to the begin of the program; first with an empty cache, then where the page has
  loaded Python ahead while one looked at the result;
- browser: CPU seconds of all its processes from the press of Run to the end;
- the program: from its begin to the schedule, and in CPython on the same machine the CPU time of the same loop;
- checked: the audit, the metrics, and keeping the run, with the way to the server and back.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import _path  # noqa: F401
import psutil
from _compiled import use_machine_code
from page_weight import app, chromium
from playwright.sync_api import sync_playwright
from simulate import mixed

from scheduler.results.store import Store
from scheduler.topics.own_policy import foreign_run, loop
from scheduler.topics.own_policy.programs import templates

PATIENCE = 300_000  # ms
AHEAD = 15_000  # ms that the page is left alone to load Python ahead
RECORD = """() => {
    const state = document.getElementById('program-state');
    window.phases = [];
    const note = () => {
        const word = state.textContent.split(' ')[0];
        const last = window.phases[window.phases.length - 1];
        if (!last || last[0] !== word) window.phases.push([word, performance.now()]);
    };
    new MutationObserver(note).observe(state, {childList: true, characterData: true, subtree: true});
}"""


class Times(NamedTuple):
    """Wall time, s."""

    load: float
    browser: float  # CPU seconds
    program: float
    check: float


def main() -> None:
    """Print the tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--jobs", type=int, nargs="+", default=[1_000, 5_000, 20_000])
    asked.add_argument("--port", type=int, default=8057)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as home:
        use_machine_code(home)
        store = Store(Path(home))
        workloads = {jobs: mixed(jobs) for jobs in options.jobs}
        keys = {jobs: store.put_workload(workload) for jobs, workload in workloads.items()}
        print("| jobs | program | Python loads | browser (CPU) | the program | in CPython (CPU) | checked |")
        print("|---|---|---:|---:|---:|---:|---:|")
        with app(options.port, home), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            for jobs, name, times in runs(browser, f"http://127.0.0.1:{options.port}", keys):
                cpu = in_cpython(templates()[name].source, workloads[jobs])
                seconds = times.load, times.browser, times.program, cpu, times.check
                cells = " | ".join(f"{one:.2f} s" for one in seconds)
                print(f"| {jobs:,} | {templates()[name].title} | {cells} |", flush=True)


def runs(browser, address: str, keys: dict[int, str]) -> Iterator[tuple[int, str, Times]]:  # type: ignore[no-untyped-def]
    """(jobs, template, times) of each program on each workload, in one page."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    first, *_, last = templates()
    for jobs, key in keys.items():
        page.goto(f"{address}/own-policy?w={key}")
        page.locator("#program-workload").wait_for()
        page.locator("#program-seconds").select_option("300")
        page.evaluate(RECORD)
        for name in (first, last):
            page.locator("#program-text").fill(templates()[name].source)
            yield jobs, name, timed(page)


def timed(page) -> Times:  # type: ignore[no-untyped-def]
    """Press Run and wait for its end."""
    page.evaluate("() => { window.phases = []; }")
    before, pressed = browser_cpu(), page.evaluate("() => performance.now()")
    page.locator("[data-program=run]").click()
    page.locator("[data-program=stop]:not([disabled])").wait_for()
    page.locator("[data-program=run]:not([disabled])").wait_for()
    phases = dict(page.evaluate("() => window.phases"))
    cpu = browser_cpu() - before
    began, sent, end = phases["Running"], phases["Checking"], max(phases.values())
    page.wait_for_timeout(AHEAD)
    return Times((began - pressed) / 1e3, cpu, (sent - began) / 1e3, (end - sent) / 1e3)


def browser_cpu() -> float:
    """CPU seconds of the processes of the browser so far."""
    processes = [one for one in psutil.Process().children(recursive=True) if "chrom" in one.name()]
    return sum(sum(one.cpu_times()[:2]) for one in processes)


def in_cpython(source: str, workload) -> float:  # type: ignore[no-untyped-def]
    """CPU seconds of the same loop here."""
    columns = foreign_run.columns(workload)
    began = time.thread_time()
    loop.play(loop.load(source), columns, workload.platform.processors)
    return time.thread_time() - began


if __name__ == "__main__":
    main()
