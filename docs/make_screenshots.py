"""Make the screenshots of these documents: python docs/make_screenshots.py LOG.swf.gz [--port N].

Needs a running program (python app.py) and Chromium; drives the main job - open a log, simulate, compare - once in
each color scheme and writes docs/{home,workload,compare,campaigns,divisible,papers}-{light,dark}.png, and the three
modes of the Gantt chart, docs/{stacked,ghost,lag}-{appendix,large}-{light,dark}.png: of the worked example, and of
10,000 jobs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from scheduler.formats import swf
from scheduler.generators import make

DOCS = Path(__file__).parent
SAMPLES = DOCS.parent / "sample_traces"
CAMPAIGNS, APPENDIX = SAMPLES / "short-and-long-users.swf", SAMPLES / "ostrich-appendix.swf"
SIZE = {"width": 1440, "height": 900}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def shoot(page: Page, name: str, scheme: str, height: int = SIZE["height"]) -> None:
    """A picture of the top of the page, once everything has arrived."""
    page.set_viewport_size({"width": SIZE["width"], "height": height})
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => new Promise(r => setTimeout(r, 1500)))")
    page.evaluate("window.scrollTo(0, 0)")
    page.screenshot(path=DOCS / f"{name}-{scheme}.png", animations="disabled")


def open_log(page: Page, url: str, log: Path) -> None:
    """Drop a log and wait for what is in it."""
    page.goto(f"{url}/workload")
    page.set_input_files("input[type=file]", log)
    page.get_by_role("button", name="Simulate and compare").wait_for()
    page.locator(".js-plotly-plot").nth(3).wait_for()


def compare(page: Page) -> None:
    """Run the policies the page proposes and wait for all views."""
    page.get_by_role("button", name="Simulate and compare").click()
    page.wait_for_url("**/compare*")
    page.locator("#panel-overview .js-plotly-plot .nsewdrag").nth(3).wait_for()


def tour(page: Page, url: str, log: Path, scheme: str) -> None:
    """Every page once."""
    page.goto(url)
    page.locator(".hand-bar, .qs-five svg, figure").first.wait_for()
    shoot(page, "home", scheme)
    open_log(page, url, log)
    shoot(page, "workload", scheme, 1000)
    compare(page)
    shoot(page, "compare", scheme)
    open_log(page, url, CAMPAIGNS)
    compare(page)
    page.get_by_role("tab", name="Campaigns").click()
    shoot(page, "campaigns", scheme, 1200)
    page.goto(f"{url}/divisible?workers=1/5,2/4,3/3&load=12&returns=same")
    page.locator("#load-answer .js-plotly-plot .main-svg").first.wait_for(state="attached")
    shoot(page, "divisible", scheme, 1000)


def modes(page: Page, url: str, log: Path, name: str, scheme: str) -> None:
    """The Gantt charts of OStrich beside first come, first served, in each mode."""
    open_log(page, url, log)
    compare(page)
    address = page.url
    for mode in ("stacked", "ghost", "lag"):
        page.goto(f"{address}&tab=schedule&mode={mode}")
        charts = page.get_by_role("figure", name="Gantt chart")
        charts.locator(".js-plotly-plot").nth(1).wait_for()
        charts.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")
        page.evaluate("new Promise(r => setTimeout(r, 1500))")
        charts.screenshot(path=DOCS / f"{mode}-{name}-{scheme}.png", animations="disabled")


def papers(page: Page, url: str, scheme: str) -> None:
    """An experiment beside its published numbers."""
    page.goto(f"{url}/papers?e=ostrich-2013/fig3&scale=quick")
    page.get_by_role("heading", name="Stretches of campaigns").wait_for()
    run, charts = page.get_by_role("button", name="Run", exact=True), page.locator(".js-plotly-plot")
    run.or_(charts).first.wait_for()
    if run.count():
        run.click()
    charts.nth(1).wait_for(timeout=120_000)
    shoot(page, "papers", scheme, 2_000)


def main() -> None:
    """Both schemes."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("log", type=Path)
    asked.add_argument("--port", type=int, default=8050)
    options = asked.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium, args=FLAGS)
        with tempfile.TemporaryDirectory() as folder:
            large = Path(folder) / "ten-thousand-jobs.swf"
            large.write_bytes(swf.write(make("ostrich_profiles")))
            for scheme in ("light", "dark"):
                page, url = browser.new_page(viewport=SIZE, color_scheme=scheme), f"http://127.0.0.1:{options.port}"
                tour(page, url, options.log, scheme)
                papers(page, url, scheme)
                for log, name in ((APPENDIX, "appendix"), (large, "large")):
                    modes(page, url, log, name, scheme)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
