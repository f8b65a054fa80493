"""What the programs that make screenshots of these documents share: the browser, and how a page is waited for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

DOCS = Path(__file__).parent
SIZE = {"width": 1280, "height": 720}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PATIENCE = 180_000  # ms: the first look at the runs of a large log takes a while
ASIDE = 90  # pixels that the head of the page covers


def in_both_schemes(pictures: Callable[[Page, str], None], size: dict[str, int] = SIZE) -> None:
    """Call pictures(page, scheme) with a new page, light and dark."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
            page.set_default_timeout(PATIENCE)
            pictures(page, scheme)
            page.close()
        browser.close()


def still(page: Page) -> None:
    """Wait until everything has arrived and is drawn."""
    page.wait_for_load_state("networkidle")
    page.evaluate("window.queuescope.drawAll()")
    page.evaluate("document.fonts.ready.then(() => new Promise(r => setTimeout(r, 1500)))")


def shoot(part: Page | Locator, name: str, scheme: str, **options: bool) -> None:
    """A picture of the page or of a part of it: docs/NAME-SCHEME.png."""
    part.screenshot(path=DOCS / f"{name}-{scheme}.png", animations="disabled", **options)


def opened(page: Page, link: str) -> None:
    """Open the schedule of a comparison and bring its Gantt charts to the top of the window."""
    page.goto(f"{link}&tab=schedule")
    page.locator("#gantts .js-plotly-plot .nsewdrag").first.wait_for(state="attached")
    still(page)
    to_the_top(page.locator("#gantts"))


def figure_of(page: Page, tab: str, key: str) -> Locator:
    """A figure of a comparison that is open, its tab shown and all in it drawn."""
    page.locator(f"#tab-{tab}").click()
    figure = page.locator(f"#panel-{tab} figure:has(#figure-{key})")
    figure.locator(".js-plotly-plot .nsewdrag").first.wait_for(state="attached")
    still(page)
    figure.scroll_into_view_if_needed()
    return figure


def to_the_top(part: Locator) -> None:
    """Scroll until a part stands just below the head of the page."""
    part.evaluate(f"one => window.scrollTo(0, one.getBoundingClientRect().top + scrollY - {ASIDE})")
