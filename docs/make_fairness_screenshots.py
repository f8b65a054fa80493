"""Make the screenshots of the fairness views: python docs/make_fairness_screenshots.py LINK [--plan URL] [--paper URL].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here SDSC-BLUE-2000-4.2-cln with exact estimates under fcfs, backfill, easy, conservative, backfill_fair, tabu.  Its
tab of fairness becomes docs/fairness-views-{light,dark}.png.  --plan: a comparison whose Gantt charts show a plan;
--paper: an experiment of fairness-2012.
"""

from __future__ import annotations

import argparse

from playwright.sync_api import Page
from screenshots import figure_of, in_both_schemes, shoot, still

SIZE = {"width": 1280, "height": 900}


def views(page: Page, link: str, scheme: str) -> None:
    """A comparison with its tab of fairness."""
    page.goto(link)
    figure_of(page, "fairness", "users")
    shoot(page, "fairness-views", scheme, full_page=True)


def plan(page: Page, link: str, scheme: str) -> None:
    """The Gantt charts of a plan."""
    page.goto(f"{link}&tab=schedule")
    page.locator("#figure-gantt .js-plotly-plot").nth(0).wait_for()
    still(page)
    shoot(page.locator("#figure-gantt"), "fairness-plan", scheme)


def paper(page: Page, link: str, scheme: str) -> None:
    """An experiment with its outcome."""
    page.goto(link)
    page.locator(".js-plotly-plot").first.wait_for()
    still(page)
    shoot(page, "fairness-paper", scheme, full_page=True)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of six runs")
    parser.add_argument("--plan", help="a comparison that shows a plan")
    parser.add_argument("--paper", help="an experiment with its outcome")
    args = parser.parse_args()

    def all_of(page: Page, scheme: str) -> None:
        for make, link in ((views, args.link), (plan, args.plan), (paper, args.paper)):
            if link:
                make(page, link, scheme)

    in_both_schemes(all_of, SIZE)


if __name__ == "__main__":
    main()
