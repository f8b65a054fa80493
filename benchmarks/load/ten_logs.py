"""Memory of the processes that answer requests while one log after another is compared in them, as Markdown.

    python benchmarks/load/ten_logs.py --logs FOLDER [--most 10] [--port 8065]

A browser drops each log of the folder on the Workload page, lets its first two policies be compared, and looks at
each tab.  The program runs under gunicorn with two processes, on this machine only.  Memory is what no other process
shares (unique set size), after each log, of the larger of the two.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import psutil
from drop import DRAWN, PATIENCE, carried_to, drop
from page_weight import chromium
from soak import MEGABYTE, is_web
from visitors import new_home, running

LIMIT = 1_000  # MB


def web_memory(server: psutil.Process) -> list[float]:
    """MB of each process that answers requests, the largest first, without the one that starts the others."""
    return sorted(
        (process.memory_full_info().uss / MEGABYTE for process in server.children() if is_web(process)), reverse=True
    )


def compared(page: Any, log: Path) -> None:
    """Drop a log, compare its policies and look at every tab."""
    page.goto("/workload")
    page.locator("input[type=file]").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    drop(page, carried_to(page, log.read_bytes(), log.name))
    page.get_by_role("button", name="Simulate and compare").click()
    page.wait_for_function(DRAWN)
    tabs = page.get_by_role("tab")
    for place in range(tabs.count()):
        if tabs.nth(place).is_visible():
            tabs.nth(place).click()
            page.wait_for_load_state("networkidle")


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--logs", type=Path, required=True, help="a folder of logs")
    asked.add_argument("--most", type=int, default=10)
    asked.add_argument("--port", type=int, default=8065)
    options = asked.parse_args()
    logs = sorted(path for path in options.logs.iterdir() if ".swf" in path.name)[: options.most]
    if not logs:
        raise SystemExit(f"There is no log (a name with .swf) in {options.logs}; give a folder of logs.")
    print(_path.machine())
    print("\n| log | MB in a file | larger web process, MB | other web process, MB |\n|---|---:|---:|---:|")
    with new_home() as home, running(options.port, home) as process, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(base_url=f"http://127.0.0.1:{options.port}", viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        for log in logs:
            compared(page, log)
            larger, smaller, *_ = [*web_memory(psutil.Process(process.pid)), 0.0]
            print(f"| {log.name} | {log.stat().st_size / MEGABYTE:.1f} | {larger:,.0f} | {smaller:,.0f} |", flush=True)
        browser.close()
    print(f"\nLimit: {LIMIT:,} MB; {'met' if larger < LIMIT else 'missed'}.")


if __name__ == "__main__":
    main()
