"""What a browser loads of each page, and how long the app takes to listen, as a Markdown table.

    python benchmarks/page_weight.py [--port 8059]

Starts the app twice with a folder of its own (the second start is the one people feel), opens each page in Chromium
with an empty cache, waits until the network is quiet, and adds up the bodies as they were sent.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import _path

PAGES = ("/", "/workload", "/compare", "/lessons", "/papers")
PATIENCE = 60.0     # s until the app has to listen, or a page to be loaded
QUIET = 2.0         # s
POLL = 1_000        # bytes: a smaller answer to a callback is not counted


@contextmanager
def app(port: int, home: str) -> Iterator[float]:
    """Run the app; yields seconds from the start of the process to the first answer."""
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, str(_path.ROOT / "app.py"), "--port", str(port)], cwd=_path.ROOT,
                               env={**os.environ, "QUEUESCOPE_HOME": home}, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        yield answered(process, port, began)
    finally:
        process.terminate()
        process.wait(20)


def answered(process: subprocess.Popen, port: int, began: float) -> float:
    """Seconds until /health answers; raises SystemExit when the app ends or never does."""
    while time.monotonic() - began < PATIENCE:
        if process.poll() is not None:
            raise SystemExit(f"app.py ended with code {process.returncode}; is port {port} free?")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return time.monotonic() - began
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)
    raise SystemExit(f"app.py did not answer within {PATIENCE:g} s")


def weigh(browser, address: str) -> tuple[int, float, float, float]:  # type: ignore[no-untyped-def]
    """(requests, kB sent, kB of scripts among them, s until the last of them) of one page.

    Loaded means that for QUIET seconds nothing came but small answers to callbacks: a page may go on asking how its
    runs do.
    """
    page = browser.new_context().new_page()
    seen: list[tuple[float, str, int]] = []
    began = time.monotonic()

    def finished(asked) -> None:  # type: ignore[no-untyped-def]
        size = asked.sizes()["responseBodySize"]
        if "_dash-update-component" not in asked.url or size > POLL:
            seen.append((time.monotonic() - began, asked.resource_type, size))

    page.on("requestfinished", finished)
    page.goto(address)
    while time.monotonic() - began < PATIENCE and time.monotonic() - began - seen[-1][0] < QUIET:
        page.wait_for_timeout(100)
    page.context.close()
    scripts = sum(size for _, kind, size in seen if kind == "script")
    return len(seen), sum(size for *_, size in seen) / 1e3, scripts / 1e3, seen[-1][0]


def chromium() -> str:
    """The browser; raises SystemExit where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise SystemExit("no Chromium found")


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--port", type=int, default=8059)
    port = parser.parse_args().port
    with tempfile.TemporaryDirectory(prefix="queuescope-") as home, sync_playwright() as play:
        with app(port, home) as first:
            pass
        with app(port, home) as second:
            browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            print(_path.machine())
            print(f"Listening after {first:.1f} s (first start on a machine), {second:.1f} s (later).\n")
            print("| page | requests | sent, kB | of it scripts, kB | loaded after, s |")
            print("|---|---:|---:|---:|---:|")
            for path in PAGES:
                count, sent, scripts, took = weigh(browser, f"http://127.0.0.1:{port}{path}")
                print(f"| {path} | {count} | {sent:,.0f} | {scripts:,.0f} | {took:.1f} |", flush=True)
            browser.close()


if __name__ == "__main__":
    main()
