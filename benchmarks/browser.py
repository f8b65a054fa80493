"""What people wait for in the browser, as a Markdown table: from a dropped log to its views, from a drag to a picture.

    python benchmarks/browser.py [--log KTH-SP2-1996-2.1-cln.swf.gz] [--port 8058] [--drags 25]

(a) From the drop of a log to the fourth view of FCFS beside EASY drawn: the file is dropped on the Workload page, and
"Simulate and compare" is pressed as soon as it can be.  Every round is given the log with another comment line and one
job less, so that nothing is known beforehand; the first round warms up and does not count.
(b) From the end of a drag in a Gantt chart of 250,000 jobs (the mixed workload of benchmarks/simulate.py under EASY) to
the picture of the new window in the chart, measured in the page.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import _path
from page_weight import app, chromium
from simulate import mixed

JOBS = 250_000
PATIENCE = 120_000      # ms
TARGETS = {"drop": 5.0, "drag": 0.150}      # s
DRAWN = """() => {
    const holders = [...document.querySelectorAll('#views .dash-graph')];
    const figures = document.querySelectorAll('#views figure');
    const charts = holders.map(holder => holder.querySelector('.js-plotly-plot'));
    const ready = chart => chart && chart._fullLayout && chart.querySelector('.nsewdrag')
        && (chart.layout.images || []).every(image => image.source);
    return figures.length >= 4 && charts.length >= 4 && charts.every(ready);
}"""
# From the release of the button to the frame in which the chart has a picture of another window than before.
WATCH = """() => {
    const chart = document.querySelector('#views .js-plotly-plot');
    const source = () => ((chart.layout.images || [])[0] || {}).source;
    const before = source();
    window.measured = new Promise((done, failed) => document.addEventListener('mouseup', () => {
        const released = performance.now();
        const look = () => {
            if (source() && source() !== before) requestAnimationFrame(() => done(performance.now() - released));
            else if (performance.now() - released > 20000) failed(new Error('no new picture in 20 s'));
            else requestAnimationFrame(look);
        };
        look();
    }, {capture: true, once: true}));
}"""


def variants(log: Path, rounds: int) -> list[bytes]:
    """The log, each time with one job less and another comment, gzipped."""
    plain = gzip.decompress(log.read_bytes()) if log.suffix == ".gz" else log.read_bytes()
    lines = plain.rstrip(b"\n").split(b"\n")
    return [gzip.compress(b"\n".join([b"; round %d" % n, *lines[:len(lines) - n]]) + b"\n") for n in range(rounds)]


def drop(page: Any, content: bytes) -> None:
    """Let a file fall on the page; its bytes are there before the clock starts."""
    carried = page.evaluate_handle("""content => {
        const carried = new DataTransfer();
        carried.items.add(new File([Uint8Array.from(atob(content), c => c.charCodeAt(0))], 'log.swf.gz'));
        return carried;
    }""", base64.b64encode(content).decode())
    page.evaluate("""carried => { window.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true,
        cancelable: true})); }""", carried)


def from_drop(page: Any, content: bytes) -> float:
    """Seconds from the drop of a log to the fourth view."""
    page.goto("/workload")
    page.locator("input[type=file]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    began = time.monotonic()
    drop(page, content)
    page.get_by_role("button", name="Simulate and compare").click()
    page.wait_for_function(DRAWN, timeout=PATIENCE)
    return time.monotonic() - began


def drags(page: Any, count: int) -> list[float]:
    """Seconds from the end of a drag to the new picture; each begins at a window not seen before."""
    page.wait_for_function(DRAWN, timeout=PATIENCE)
    took = []
    for n in range(count):
        page.keyboard.press("0")
        page.wait_for_load_state("networkidle")
        area = page.locator("#views .js-plotly-plot .nsewdrag").first
        area.scroll_into_view_if_needed()
        box = area.bounding_box()
        left, right = 0.05 + 0.02 * n, 0.35 + 0.021 * n
        y = box["y"] + box["height"] / 2
        page.evaluate(WATCH)
        page.mouse.move(box["x"] + left * box["width"], y)
        page.mouse.down()
        page.mouse.move(box["x"] + right * box["width"], y, steps=5)
        page.mouse.up()
        took.append(page.evaluate("window.measured") / 1e3)
    return took


def stored(home: str) -> str:
    """Put a run of 250,000 jobs into the store of a server; the link of it."""
    from scheduler.metrics import measure
    from scheduler.results.store import Store
    from scheduler.simulate import simulate
    store, jobs = Store(Path(home)), mixed(JOBS)
    workload = store.put_workload(jobs, {})
    schedule = simulate(jobs, "easy", decisions=None)
    key = f"{JOBS:024x}"
    store.put_run(key, schedule, measure(schedule, 10.0), {
        "workload": workload, "threshold": 10.0, "seconds": 0.0, "policy_title": "EASY backfilling",
        "spec": {"do": "simulate", "workload": workload, "policy": "easy", "params": {}, "seed": None,
                 "decisions": None}})
    return f"/compare?w={workload}&runs={key}"


def row(what: str, times: list[float], target: float) -> None:
    """A line of the table."""
    median = statistics.median(times)
    print(f"| {what} | {len(times)} | {min(times) * 1e3:,.0f} | {median * 1e3:,.0f} | {max(times) * 1e3:,.0f} | "
          f"{target * 1e3:,.0f} | {'yes' if median <= target else 'no'} |", flush=True)


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright
    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--log", type=Path, help="a log; default: KTH-SP2 beside the repository, else a sample")
    asked.add_argument("--port", type=int, default=8058)
    asked.add_argument("--rounds", type=int, default=6, help="drops, the first of which does not count")
    asked.add_argument("--drags", type=int, default=25)
    given = asked.parse_args()
    kth = _path.ROOT.parent / "shared" / "traces" / "KTH-SP2-1996-2.1-cln.swf.gz"
    log = given.log or (kth if kth.exists() else _path.ROOT / "sample_traces" / "steady-load.swf")
    with tempfile.TemporaryDirectory(prefix="queuescope-") as home, sync_playwright() as play:
        os.environ["QUEUESCOPE_HOME"] = home
        link = stored(home)
        browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM") or chromium(),
                                       args=["--no-sandbox", "--disable-gpu"])
        with app(given.port, home):
            page = browser.new_page(base_url=f"http://127.0.0.1:{given.port}",
                                    viewport={"width": 1280, "height": 900})
            page.set_default_timeout(PATIENCE)
            dropped = [from_drop(page, content) for content in variants(log, given.rounds)][1:]
            page.goto(link)
            dragged = drags(page, given.drags)
            browser.close()
    print(_path.machine())
    print(f"Load of the machine before: {os.getloadavg()[1]:.1f}. Chromium without GPU.\n", file=sys.stdout)
    print("| from ... to ... | times | least, ms | median, ms | most, ms | target, ms | met |")
    print("|---|---:|---:|---:|---:|---:|---|")
    row(f"drop of {log.name} to the fourth view, FCFS and EASY", dropped, TARGETS["drop"])
    row(f"drag in {JOBS:,} jobs to the new picture", dragged, TARGETS["drag"])


if __name__ == "__main__":
    main()
