"""From the drop of a log to the fourth view of FCFS beside EASY drawn, or to its health card, as a Markdown table.

    python benchmarks/drop.py [--log KTH-SP2-1996-2.1-cln.swf.gz] [--port 8058] [--rounds 6] [--card]
                              [--home FOLDER --settle 120]

The file is dropped on the Workload page, and "Simulate and compare" is pressed as soon as it can be.  Every round is
given the log with another comment line and one job less, so that nothing is known beforehand; the first round warms up
and does not count.  A home that is new compiles in the background: --settle waits for it.
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

PATIENCE = 120_000  # ms
PAUSE = 10.0  # s after a drop, in which the server draws what a card does not wait for
TARGET, CARD_TARGET = 5.0, 2.0  # s
CARD = "() => document.querySelector('.qs-health') !== null"
DRAWN = """() => {
    const holders = [...document.querySelectorAll('#views .dash-graph')];
    const figures = document.querySelectorAll('#views figure');
    const charts = holders.map(holder => holder.querySelector('.js-plotly-plot'));
    const ready = chart => chart && chart._fullLayout
        && (chart.querySelector('.nsewdrag') || chart._context.staticPlot)      // the minimap cannot be dragged
        && (chart.layout.images || []).every(image => image.source);
    return figures.length >= 4 && charts.length >= 4 && charts.every(ready);
}"""


def variants(log: Path, rounds: int) -> list[bytes]:
    """The log, each time with one job less and another comment, gzipped."""
    plain = gzip.decompress(log.read_bytes()) if log.suffix == ".gz" else log.read_bytes()
    lines = plain.rstrip(b"\n").split(b"\n")
    return [gzip.compress(b"\n".join([b"; round %d" % n, *lines[: len(lines) - n]]) + b"\n") for n in range(rounds)]


def carried_to(page: Any, content: bytes, name: str = "log.swf.gz") -> Any:
    """The file as the page has it before it is dropped, its bytes with it."""
    return page.evaluate_handle(
        """([content, name]) => {
        const carried = new DataTransfer();
        carried.items.add(new File([Uint8Array.from(atob(content), c => c.charCodeAt(0))], name));
        return carried;
    }""",
        [base64.b64encode(content).decode(), name],
    )


def drop(page: Any, carried: Any) -> None:
    """Let a file fall on the page."""
    page.evaluate(
        """carried => { window.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true,
        cancelable: true})); }""",
        carried,
    )


def from_drop(page: Any, content: bytes, card: bool = False) -> float:
    """Seconds from the drop of a log to the fourth view, or to the health card of the log."""
    page.goto("/workload")
    page.locator("input[type=file]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    carried = carried_to(page, content)  # before the clock starts
    time.sleep(PAUSE if card else 0.0)
    began = time.monotonic()
    drop(page, carried)
    if not card:
        page.get_by_role("button", name="Simulate and compare").click()
    page.wait_for_function(CARD if card else DRAWN, timeout=PATIENCE)
    return time.monotonic() - began


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--log", type=Path, help="a log; default: KTH-SP2 of QUEUESCOPE_TEST_LOGS, else a sample")
    asked.add_argument("--port", type=int, default=8058)
    asked.add_argument("--rounds", type=int, default=6, help="drops, the first of which does not count")
    asked.add_argument("--card", action="store_true", help="only to the health card, without a simulation")
    asked.add_argument("--home", help="a home of the program that may be kept; left out: a new one")
    asked.add_argument("--settle", type=float, default=0.0, help="seconds before the first drop")
    options = asked.parse_args()
    kth = _path.LOGS / "KTH-SP2-1996-2.1-cln.swf.gz"
    log = options.log or (kth if kth.exists() else _path.ROOT / "sample_traces" / "steady-load.swf")
    with tempfile.TemporaryDirectory(prefix="queuescope-") as dropped, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        with app(options.port, options.home or dropped):
            time.sleep(options.settle)
            page = browser.new_page(
                base_url=f"http://127.0.0.1:{options.port}", viewport={"width": 1280, "height": 900}
            )
            page.set_default_timeout(PATIENCE)
            took = [from_drop(page, content, options.card) for content in variants(log, options.rounds)][1:]
            browser.close()
    print(_path.machine())
    print(f"Load of the machine before: {os.getloadavg()[1]:.1f}. Chromium without GPU.\n", file=sys.stdout)
    median, target = statistics.median(took), CARD_TARGET if options.card else TARGET
    print("| log | drops | least, s | median, s | most, s | target, s | met |\n|---|---:|---:|---:|---:|---:|---|")
    print(
        f"| {log.name} | {len(took)} | {min(took):.2f} | {median:.2f} | {max(took):.2f} | {target:g} | "
        f"{'yes' if median <= target else 'no'} |"
    )


if __name__ == "__main__":
    main()
