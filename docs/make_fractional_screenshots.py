"""Make the screenshots of fractional schedules: python docs/make_fractional_screenshots.py LINK [--job ROW].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here 80 jobs of the generator lublin99 on 8 nodes with needs, seed 1, under easy and dfrs.  Each view becomes
docs/fractional-VIEW-{light,dark}.png, what one sees first of the charts docs/fractional-compare-{light,dark}.png.
--job: the row of the job whose drawer is shown.
"""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

DOCS = Path(__file__).parent
VIEWS = ("gantt", "demand", "yields", "response_parts")
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


def to(page: Page, key: str) -> None:
    """Bring a view to the top of the window."""
    page.locator(f"#figure-{key}").evaluate(
        f"one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - {ASIDE})")


def views(page: Page, link: str, scheme: str) -> None:
    """The charts over time as one sees them first, and each view."""
    page.goto(link)
    page.locator("#figure-gantt .js-plotly-plot").first.wait_for()
    still(page)
    to(page, "gantt")
    shoot(page, "compare", scheme)
    for key in VIEWS:
        figure = page.locator(f"figure:has(#figure-{key})")
        figure.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")
        shoot(figure, key.replace("_", "-"), scheme)
    page.goto(f"{link}&rows=queue")
    still(page)
    to(page, "gantt")
    shoot(page, "queue", scheme)


def drawer(page: Page, link: str, job: int, scheme: str) -> None:
    """The facts of a job beside the charts."""
    page.goto(f"{link}&job={job}")
    page.locator(".qs-drawer .qs-split").first.wait_for()
    still(page)
    to(page, "gantt")
    shoot(page, "job", scheme)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of two runs, one of which shares nodes")
    parser.add_argument("--job", type=int, default=0, help="row of the job whose drawer is shown")
    args = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme)     # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            views(page, args.link, scheme)
            drawer(page, args.link, args.job, scheme)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
