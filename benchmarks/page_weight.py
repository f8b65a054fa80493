"""What a browser loads of each page, and how long the app takes to listen, as a Markdown table.

    python benchmarks/page_weight.py [--port 8059]

Starts the app twice with a folder of its own (the second start is the one people feel), opens each page in Chromium
with an empty cache, waits until the network is quiet, and adds up the bodies as they were sent: compressed, where they
are.  The first picture is there when a chart is, if only as the still picture that stands in for it, or where a page
has none, when its heading is; the page can be used when its first chart can, or its heading is there.  The layout shift
is the sum of what moves without anybody's doing (1: all of the window by its height), while the page comes and while
one scrolls to its end.  Each page is opened three times; times are those of the middle one.

Compare shows its finished sample then.  Of its tabs the time is told from the click until every chart in sight is
drawn, for the first time and once more.
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
from typing import NamedTuple

import _path

PAGES = ("/", "/workload", "/compare", "/divisible", "/papers")
PATIENCE = 60.0  # s until the app has to listen, or a page to be loaded
QUIET = 2.0  # s
POLL = 1_000  # bytes: a smaller answer to a callback is not counted
TIMES = 3  # visits of a page, each with an empty cache
WATCH = """() => {
    window.visit = {picture: null, drawn: null, shift: 0};
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.visit.shift += entry.value;
    }).observe({type: 'layout-shift', buffered: true});
    const charts = ['/compare', '/divisible'].includes(location.pathname);
    const useful = charts ? '.qs-still img, .js-plotly-plot .nsewdrag'
        : location.pathname === '/' ? '.qs-sketch-area img, .qs-sketch-area svg' : '#page h1';
    const look = () => {
        const seen = [['picture', useful], ['drawn', charts ? '.js-plotly-plot .nsewdrag' : '#page h1']];
        for (const [what, selector] of seen)
            if (!window.visit[what] && document.querySelector(selector)) window.visit[what] = performance.now();
        if (!window.visit.picture || !window.visit.drawn) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


DRAWN = """() => {
    const panel = document.querySelector('[role=tabpanel]:not([hidden])');
    if (!panel || panel.querySelector('.qs-coming') || !panel.textContent.trim()) return false;
    const graphs = [...panel.querySelectorAll('.dash-graph')];
    return graphs.filter(one => one.getBoundingClientRect().top < innerHeight)
        .every(one => one.querySelector('.js-plotly-plot .main-svg'));
}"""
TAB = """() => {
    window.opened = new Promise(done => document.addEventListener('mousedown', () => {
        const began = performance.now(), drawn = DRAWN;
        const look = () => (drawn() ? done(performance.now() - began) : requestAnimationFrame(look));
        document.addEventListener('click', () => setTimeout(look), {once: true});
    }, {capture: true, once: true}));
}""".replace("DRAWN", DRAWN)


class Visit(NamedTuple):
    """What a visit of a page cost: bodies in kB, times in s."""

    requests: int
    sent: float
    scripts: float
    picture: float
    drawn: float
    loaded: float
    shift: float  # while it comes
    scrolled: float  # while one scrolls to its end


@contextmanager
def app(port: int, home: str) -> Iterator[float]:
    """Run the app; yields seconds from the start of the process to the first answer."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, str(_path.ROOT / "app.py"), "--port", str(port)],
        cwd=_path.ROOT,
        env={**os.environ, "QUEUESCOPE_HOME": home},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
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


def visit(browser, address: str) -> Visit:  # type: ignore[no-untyped-def]
    """Open a page with an empty cache, until all of it is there.

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
    page.add_init_script(f"({WATCH})()")
    page.goto(address)
    while time.monotonic() - began < PATIENCE and time.monotonic() - began - seen[-1][0] < QUIET:
        page.wait_for_timeout(100)
    felt = page.evaluate("() => window.visit")
    scroll_to_end(page)
    scrolled = page.evaluate("() => window.visit.shift") - felt["shift"]
    page.context.close()
    scripts = sum(size for _, kind, size in seen if kind == "script")
    picture, drawn = ((felt[what] or float("nan")) / 1e3 for what in ("picture", "drawn"))
    sent = sum(size for *_, size in seen) / 1e3
    return Visit(len(seen), sent, scripts / 1e3, picture, drawn, seen[-1][0], felt["shift"], scrolled)


def scroll_to_end(page) -> None:  # type: ignore[no-untyped-def]
    """As a wheel does, a bit at a time."""
    page.mouse.move(600, 400)
    for _ in range(12):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(150)


def tabs(browser, address: str) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """Lines of the table of tabs: each opened by a click, all of them twice."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(address)
    page.wait_for_function(DRAWN)
    page.wait_for_timeout(1_000 * QUIET)
    titles = page.get_by_role("tab").filter(visible=True).all_inner_texts()
    times: dict[str, list[float]] = {title: [] for title in titles}
    for title in [*titles[1:], titles[0]] * 2:
        page.evaluate(TAB)
        page.get_by_role("tab", name=title, exact=True).click()
        times[title].append(page.evaluate("() => window.opened"))
        page.wait_for_timeout(500)
    page.context.close()
    yield from (f"| {title} | {first:,.0f} | {again:,.0f} |" for title, (first, again) in times.items())


def row(browser, server: str, path: str) -> str:  # type: ignore[no-untyped-def]
    """The line of a page in the table."""
    visits = sorted((visit(browser, server + path) for _ in range(TIMES)), key=lambda one: one.picture)
    middle, shift, scrolled = visits[TIMES // 2], *(max(one[at] for one in visits) for at in (-2, -1))
    return (
        f"| {path} | {middle.requests} | {middle.sent:,.0f} | {middle.scripts:,.0f} | {middle.picture:.2f} "
        f"| {middle.drawn:.2f} | {middle.loaded:.1f} | {shift:.2f} | {scrolled:.2f} |"
    )


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
            print(
                "| page | requests | sent, kB | scripts, kB | first picture, s | can be used, s "
                "| loaded after, s | layout shift | while scrolling |"
            )
            print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
            for path in ("/", "/compare"):  # a first visit waits for what follows the start, and for runs
                visit(browser, f"http://127.0.0.1:{port}{path}")
            for path in PAGES:
                print(row(browser, f"http://127.0.0.1:{port}", path), flush=True)
            print("\n| tab of Compare | first opened, ms | again, ms |\n|---|---:|---:|")
            print("\n".join(tabs(browser, f"http://127.0.0.1:{port}/compare")), flush=True)
            browser.close()


if __name__ == "__main__":
    main()
