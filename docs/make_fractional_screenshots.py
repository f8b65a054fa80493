"""Make the screenshots of fractional schedules: python docs/make_fractional_screenshots.py LINK [options].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here 80 jobs of the generator lublin99 on 8 nodes with needs, seed 1, under easy and dfrs.  Each view becomes
docs/fractional-VIEW-{light,dark}.png, the charts over a part of the time docs/fractional-compare-{light,dark}.png.
--window: that part, its begin and end in seconds; --job: the row of the job whose drawer is shown; --sweep: name and
address of the chart of a sweep, as often as there are some.
"""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

DOCS = Path(__file__).parent
VIEWS = ("demand", "yields", "response_parts")
SIZE = {"width": 1280, "height": 720}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PATIENCE = 180_000      # ms
ASIDE = 90              # pixels that the head of the page covers


def still(page: Page) -> None:
    """Wait until everything has arrived and is drawn."""
    page.wait_for_load_state("networkidle")
    page.evaluate("window.queuescope.drawAll()")
    page.evaluate("document.fonts.ready.then(() => new Promise(r => setTimeout(r, 1500)))")


def shoot(part: Page | Locator, name: str, scheme: str) -> None:
    """A picture of the page or of a part of it."""
    part.screenshot(path=DOCS / f"fractional-{name}-{scheme}.png", animations="disabled")


def views(page: Page, link: str, window: str, scheme: str) -> None:
    """The charts over time as one sees them first, and each view."""
    opened(page, f"{link}{window}")
    shoot(page, "compare", scheme)
    opened(page, link)
    for key in VIEWS:
        figure = page.locator(f"figure:has(#figure-{key})")
        figure.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")
        shoot(figure, key.replace("_", "-"), scheme)
    opened(page, f"{link}&rows=queue")
    shoot(page, "queue", scheme)


def opened(page: Page, link: str) -> None:
    """Open a comparison and bring its Gantt charts to the top of the window."""
    page.goto(link)
    page.locator("#gantts .js-plotly-plot .nsewdrag").first.wait_for(state="attached")
    still(page)
    page.locator("#gantts").evaluate(f"one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - {ASIDE})")


def drawer(page: Page, link: str, job: int, scheme: str) -> None:
    """The facts of a job beside the charts."""
    opened(page, f"{link}&job={job}")
    told = page.locator(".qs-drawer .qs-split").last
    told.wait_for()
    told.evaluate("one => one.scrollIntoView({block: 'center'})")
    shoot(page, "job", scheme)


def sweep(page: Page, name: str, link: str, scheme: str) -> None:
    """The chart of a sweep."""
    page.goto(link)
    figure = page.locator("figure:has(.js-plotly-plot .nsewdrag)").first
    figure.wait_for()
    page.wait_for_load_state("networkidle")
    shoot(figure, name, scheme)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of two runs, one of which shares nodes")
    parser.add_argument("--window", type=float, nargs=2, metavar=("BEGIN", "END"), help="part of the time, s")
    parser.add_argument("--job", type=int, default=0, help="row of the job whose drawer is shown")
    parser.add_argument("--sweep", nargs=2, action="append", default=[], metavar=("NAME", "LINK"), help="of a sweep")
    args = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme)     # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            window = "&t0={:g}&t1={:g}".format(*args.window) if args.window else ""
            views(page, args.link, window, scheme)
            drawer(page, args.link + window, args.job, scheme)
            for name, link in args.sweep:
                sweep(page, name, link, scheme)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
