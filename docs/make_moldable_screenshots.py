"""Make the screenshots of moldable tasks: python docs/make_moldable_screenshots.py LINK [options].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here 60 tasks of the generator parallel_tasks on 64 processors, seed 1, under mrt, smart, batch, demt and saf_moldable.
Each view becomes docs/moldable-VIEW-{light,dark}.png.  --job: the row of the task whose drawer is shown;
--experiment: name and address of an experiment that is done, as often as there are some.
"""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, sync_playwright

DOCS = Path(__file__).parent
SIZE = {"width": 1280, "height": 720}
TALL = {"width": 1280, "height": 1400}
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
    part.screenshot(path=DOCS / f"moldable-{name}-{scheme}.png", animations="disabled")


def figure(page: Page, holder: str, name: str, scheme: str) -> None:
    """A figure, free of the head of the page."""
    found = page.locator(holder).first
    found.wait_for()
    found.evaluate(f"one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - {ASIDE})")
    still(page)
    shoot(found, name, scheme)


def opened(page: Page, link: str) -> None:
    """Open a comparison and bring its Gantt charts to the top of the window."""
    page.goto(link)
    page.locator("#gantts .js-plotly-plot .nsewdrag").first.wait_for(state="attached")
    still(page)
    page.locator("#gantts").evaluate(f"one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - {ASIDE})")


def pictures(page: Page, link: str, job: int, scheme: str) -> None:
    """The charts over time, the allotments, a task's drawer, and the speed-up of the workload."""
    opened(page, link)
    shoot(page, "compare", scheme)
    figure(page, "figure:has(#figure-allotments)", "allotments", scheme)
    opened(page, f"{link}&job={job}")
    page.locator(".qs-drawer").first.wait_for()
    still(page)
    shoot(page, "task", scheme)
    address = urlsplit(link)
    page.goto(f"{address.scheme}://{address.netloc}/workload?w={parse_qs(address.query)['w'][0]}")
    page.set_viewport_size(TALL)        # the policies to choose from stand at the bottom of the window
    figure(page, "figure:has-text('How much faster do tasks get')", "speed-up", scheme)
    page.set_viewport_size(SIZE)


def experiment(page: Page, name: str, link: str, scheme: str) -> None:
    """The charts of an experiment."""
    page.goto(link)
    figure(page, "figure:has(.js-plotly-plot)", name, scheme)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of moldable runs")
    parser.add_argument("--job", type=int, default=0, help="row of the task whose drawer is shown")
    parser.add_argument("--experiment", nargs=2, action="append", default=[], metavar=("NAME", "LINK"),
                        help="that is done")
    args = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme)     # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            pictures(page, args.link, args.job, scheme)
            for name, link in args.experiment:
                experiment(page, name, link, scheme)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
